//! Tokens one by one, for what is written hundreds of times: each `quote!` makes a stream that is then copied.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream};
use quote::TokenStreamExt as _;

/// A word of the language, or one that is known to be none.
pub(super) fn word(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// `+`
pub(super) fn sign(into: &mut TokenStream, sign: char) {
    into.append(Punct::new(sign, Spacing::Alone));
}

/// `.name`
pub(super) fn member(into: &mut TokenStream, name: Ident) {
    sign(into, '.');
    into.append(name);
}

/// `(inside)`
pub(super) fn parentheses(into: &mut TokenStream, inside: TokenStream) {
    into.append(Group::new(Delimiter::Parenthesis, inside));
}

/// `.name(arguments)`
pub(super) fn method(into: &mut TokenStream, name: &str, arguments: TokenStream) {
    member(into, word(name));
    parentheses(into, arguments);
}

/// `S::name(arguments)`
pub(super) fn associated(into: &mut TokenStream, name: &str, arguments: TokenStream) {
    into.append(word("S"));
    into.append(Punct::new(':', Spacing::Joint));
    sign(into, ':');
    into.append(word(name));
    parentheses(into, arguments);
}
