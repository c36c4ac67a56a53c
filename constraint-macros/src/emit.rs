//! The staged program as tokens. No decisions are made here.

mod code;
mod derived;
mod fast;
mod hooks;
mod joint;
mod kept;
mod laws;
mod memory;
mod own;
mod tokens;
mod validate;

use constraint_symbolic::Compiled;
use constraint_symbolic::assemble::{Kind, Law};
use constraint_symbolic::reads::{Angles, Reads};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::parse::Parsed;
use joint::Joint;

/// `impl Constraint for …` and the two structs of kept values.
pub(crate) fn implementation(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let (name, derivation) = (&parsed.item.ident, text(&compiled.derivation));
    let (bodies, rows) = (count(compiled.bodies.len()), count(compiled.rows));
    let (reads, holds) = (reads(compiled.reads), holds(compiled));
    let joint = &Joint::new(parsed, compiled);
    let kept = fast::structs(joint);
    let (setup, prepared) = (joint.setup.ty(), joint.prepared.ty());
    let mut items = quote! {
        const BODIES: usize = #bodies;
        const ROWS: usize = #rows;
        #reads
        #holds
        const DERIVATION: &'static str = #derivation;
        type Bodies<T: core_::Element> = [T; #bodies];
        type Rows<T: core_::Element> = [T; #rows];
        type Setup<S: core_::Real> = #setup;
        type Prepared<S: core_::Real> = #prepared;
    };
    // A stream that is added as a whole is moved; one within a `quote!` is copied.
    items.extend([
        validate::function(joint),
        derived::functions(joint),
        laws::function(joint),
        fast::functions(joint),
        memory::functions(joint),
        hooks::functions(joint),
    ]);
    let items = tokens::braces(items);
    let code = quote! {
        const _: () = {
            use ::constraint_core::__private0 as core_;
            #kept
            #[automatically_derived]
            impl core_::Constraint for #name #items
        };
    };
    let allowed = quote!(#[allow(clippy::all, clippy::nursery)]);
    if let Some(own) = own::methods(joint) {
        quote!(#allowed const _: () = { #own #code };)
    } else {
        quote!(#allowed #code)
    }
}

/// The derivation as a part of the struct's documentation.
pub(crate) fn documentation(compiled: &Compiled) -> TokenStream {
    let mut lines = String::from(concat!(
        "\n # Derivation\n\n",
        " In the notation of [`DERIVATION`](::constraint_core::Constraint::DERIVATION).\n\n ```text\n",
    ));
    // The struct's name stands above already.
    for line in compiled.derivation.lines().skip(2) {
        lines.push_str(format!(" {line}").trim_end());
        lines.push('\n');
    }
    lines.push_str(" ```");
    let text = text(&lines);
    quote!(#[doc = #text])
}

/// What the joint reads that most do not.
fn reads(reads: Reads) -> TokenStream {
    let Reads { place, angles, time } = reads;
    let place = place.then(|| {
        quote!(
            const RELATIVE: bool = false;
        )
    });
    let angle = (angles != Angles::Unread).then(|| {
        quote!(
            const READS_ANGLE: bool = true;
        )
    });
    let angle_itself = (angles == Angles::Themselves).then(|| {
        quote!(
            const READS_ANGLE_ITSELF: bool = true;
        )
    });
    let time = time.then(|| {
        quote!(
            const READS_TIME: bool = true;
        )
    });
    quote!(#place #angle #angle_itself #time)
}

/// Whether all that the joint does is to hold, which can be solved together with others of one body.
fn holds(compiled: &Compiled) -> Option<TokenStream> {
    let Reads { place, angles, time } = compiled.reads;
    let is_held = |law: &Law| matches!(law.kind, Kind::Hold) && law.max_force.is_none();
    let holds = compiled.laws.iter().all(is_held) && !place && angles != Angles::Themselves && !time;
    holds.then(|| {
        quote!(
            const HOLDS: bool = true;
        )
    })
}

/// A string literal that is written line by line, as it is read.
fn text(text: &str) -> Literal {
    let raw = format!("r#\"{text}\"#");
    // What ends such a literal early does not parse as one.
    raw.parse().unwrap_or_else(|_| Literal::string(text))
}

/// A number of things, without its type.
fn count(number: usize) -> Literal {
    Literal::usize_unsuffixed(number)
}

/// A name of generated code. A keyword becomes a raw identifier.
fn ident(name: &str) -> Ident {
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        // Most names are longer than any keyword.
        None if name.len() <= 8 && KEYWORDS.binary_search(&name).is_ok() => Ident::new_raw(name, Span::call_site()),
        None => Ident::new(name, Span::call_site()),
    }
}

/// The keywords, strict and reserved, that may stand in raw identifiers, in order. Asking `syn` would parse every name.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

fn idents<'n>(names: impl IntoIterator<Item = &'n String>) -> Vec<Ident> {
    names.into_iter().map(|name| ident(name)).collect()
}
