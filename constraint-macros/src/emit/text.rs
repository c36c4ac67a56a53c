//! Generated code as text. The compiler makes tokens of it in less than half of the instructions that it takes to hand them over
//! one by one.

use std::borrow::Cow;
use std::fmt;

use proc_macro2::TokenStream;
use quote::quote;

/// Code in the making. It has few spaces: to a lexer each is one token more.
#[derive(Default)]
pub(super) struct Text(String);

impl Text {
    /// What is there already.
    pub(super) fn of(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Adds text as it is.
    pub(super) fn push(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// What it says so far.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// What `write!` calls: a text refuses nothing.
    pub(super) fn write_fmt(&mut self, text: fmt::Arguments<'_>) {
        let _ = fmt::Write::write_fmt(&mut self.0, text);
    }

    /// Adds another text.
    pub(super) fn append(&mut self, other: &Self) {
        self.push(&other.0);
    }

    /// Writes the items with `between` between them.
    pub(super) fn separated<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        between: &str,
        write: &dyn Fn(T, &mut Self),
    ) {
        for (place, item) in items.into_iter().enumerate() {
            if place > 0 {
                self.push(between);
            }
            write(item, self);
        }
    }

    /// `[a, b, …]`
    pub(super) fn list<T>(&mut self, items: impl IntoIterator<Item = T>, write: &dyn Fn(T, &mut Self)) {
        self.push("[");
        self.separated(items, ",", write);
        self.push("]");
    }

    /// `[a, b, …]`, of names.
    pub(super) fn names(&mut self, names: &[Name<'_>]) {
        self.list(names, &|name, into| into.push(name));
    }

    /// `let [a, b, …] = *argument;`
    pub(super) fn take_apart(&mut self, names: &[Name<'_>], argument: &str) {
        self.push("let ");
        self.names(names);
        write!(self, "=*{argument};");
    }

    /// What the text says.
    pub(super) fn tokens(&self) -> TokenStream {
        let tokens = if proc_macro::is_available() {
            // proc-macro2 would parse all of it by itself before it asks the compiler to.
            self.0.parse().ok().map(|tokens: proc_macro::TokenStream| tokens.into())
        } else {
            self.0.parse().ok()
        };
        // What does not parse is a mistake of this crate, which has to be seen.
        tokens.unwrap_or_else(|| quote!(compile_error!("constraint-macros has written what is not Rust")))
    }
}

/// A name of generated code, a raw identifier where it is a keyword.
pub(super) type Name<'n> = Cow<'n, str>;

pub(super) fn name(name: &str) -> Name<'_> {
    // Most names are longer than any keyword.
    if name.len() <= 8 && KEYWORDS.binary_search(&name).is_ok() { format!("r#{name}").into() } else { name.into() }
}

pub(super) fn names<'n>(names: impl IntoIterator<Item = &'n String>) -> Vec<Name<'n>> {
    names.into_iter().map(|text| name(text)).collect()
}

/// The keywords, strict and reserved, that may stand in raw identifiers, in order. Asking `syn` would parse every name.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// A string literal, written line by line, as it is read, unless that would end it early.
pub(super) fn quoted(text: &str) -> String {
    if text.contains("\"#") || text.contains('\r') { format!("{text:?}") } else { format!("r#\"{text}\"#") }
}

/// The method that works out an expression of the user's, by its number.
pub(super) fn parameter_method(number: usize) -> String {
    format!("parameter_{number}")
}
