//! `self` as the user's tokens mean it.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

use crate::parse::DEEPEST;

/// The receiver of a method that `tokens` are put into.
///
/// A macro of the user's that writes the attribute may be given the closure: its `self` is then another one than that of
/// generated code, and names no receiver but its own.
pub(crate) fn receiver(tokens: &TokenStream) -> Ident {
    let generated = Span::call_site();
    let span = first(tokens.clone(), DEEPEST).map_or(generated, |written| generated.resolved_at(written));
    Ident::new("self", span)
}

/// Where `self` stands first.
fn first(tokens: TokenStream, depth: usize) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) if ident == "self" => Some(ident.span()),
        // What is deeper was refused for that.
        TokenTree::Group(group) if depth > 0 => first(group.stream(), depth - 1),
        _ => None,
    })
}
