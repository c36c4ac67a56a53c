//! Tokens one by one, for what is written hundreds of times: each `quote!` makes a stream that is then copied, and so does each
//! stream within a `quote!`, but for what is a group.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

/// Code in the making. A list, for whatever a stream takes up goes through a dozen calls.
#[derive(Default)]
pub(super) struct Tokens(Vec<TokenTree>);

impl Tokens {
    pub(super) fn push(&mut self, token: impl Into<TokenTree>) {
        self.0.push(token.into());
    }

    /// Adds what a `quote!` has made.
    pub(super) fn extend(&mut self, stream: TokenStream) {
        self.0.extend(stream);
    }

    /// Adds all tokens of another list.
    pub(super) fn append(&mut self, mut others: Self) {
        self.0.append(&mut others.0);
    }

    /// A word of the language, or one that is known to be none.
    pub(super) fn word(&mut self, name: &str) {
        self.0.push(TokenTree::Ident(word(name)));
    }

    /// `+`
    pub(super) fn sign(&mut self, sign: char) {
        self.0.push(TokenTree::Punct(Punct::new(sign, Spacing::Alone)));
    }

    /// `.name`
    pub(super) fn member(&mut self, name: Ident) {
        self.sign('.');
        self.0.push(TokenTree::Ident(name));
    }

    /// `(inside)`
    pub(super) fn parentheses(&mut self, inside: Self) {
        self.0.push(TokenTree::Group(Group::new(Delimiter::Parenthesis, inside.into())));
    }

    /// Where parentheses begin, which [`Tokens::close`] ends: no list of its own for what is inside.
    pub(super) fn open(&self) -> usize {
        self.0.len()
    }

    /// Puts whatever has been written since then into parentheses.
    pub(super) fn close(&mut self, begin: usize) {
        let inside = self.0.drain(begin..).collect();
        self.0.push(TokenTree::Group(Group::new(Delimiter::Parenthesis, inside)));
    }

    /// `.name(arguments)`
    pub(super) fn method(&mut self, name: &str, arguments: Self) {
        self.member(word(name));
        self.parentheses(arguments);
    }

    /// `path::to::item`
    pub(super) fn path(&mut self, path: &[&str]) {
        for (place, name) in path.iter().enumerate() {
            if place > 0 {
                self.0.push(TokenTree::Punct(Punct::new(':', Spacing::Joint)));
                self.sign(':');
            }
            self.word(name);
        }
    }

    /// `path::to::function(arguments)`
    pub(super) fn call(&mut self, path: &[&str], arguments: Self) {
        self.path(path);
        self.parentheses(arguments);
    }

    /// `let name =`
    pub(super) fn let_be(&mut self, name: Ident) {
        self.word("let");
        self.0.push(TokenTree::Ident(name));
        self.sign('=');
    }

    /// `let [a, b, …] = *argument;`
    pub(super) fn take_apart(&mut self, names: &[Ident], argument: &str) {
        self.word("let");
        self.push(list(names, &|name, into| into.push(name.clone())));
        self.sign('=');
        self.sign('*');
        self.word(argument);
        self.sign(';');
    }
}

impl From<Tokens> for TokenStream {
    fn from(tokens: Tokens) -> Self {
        tokens.0.into_iter().collect()
    }
}

/// A word of the language, or one that is known to be none.
pub(super) fn word(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// `{ inside }`
pub(super) fn braces(inside: impl Into<TokenStream>) -> Group {
    Group::new(Delimiter::Brace, inside.into())
}

/// `[a, b, …]`
pub(super) fn list<T>(items: impl IntoIterator<Item = T>, write: &dyn Fn(T, &mut Tokens)) -> Group {
    Group::new(Delimiter::Bracket, separated(items, write).into())
}

/// `a, b, …`
pub(super) fn separated<T>(items: impl IntoIterator<Item = T>, write: &dyn Fn(T, &mut Tokens)) -> Tokens {
    let mut inside = Tokens::default();
    for item in items {
        if !inside.0.is_empty() {
            inside.sign(',');
        }
        write(item, &mut inside);
    }
    inside
}
