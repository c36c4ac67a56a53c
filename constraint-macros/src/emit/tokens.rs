//! Tokens one by one, for what is written hundreds of times: each `quote!` makes a stream that is then copied, and so does each
//! stream within a `quote!`, but for what is a group.

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
    function(into, "S", name, arguments);
}

/// `owner::name(arguments)`
pub(super) fn function(into: &mut TokenStream, owner: &str, name: &str, arguments: TokenStream) {
    into.append(word(owner));
    into.append(Punct::new(':', Spacing::Joint));
    sign(into, ':');
    into.append(word(name));
    parentheses(into, arguments);
}

/// `let [a, b, …] = *argument;`
pub(super) fn take_apart(into: &mut TokenStream, names: &[Ident], argument: &str) {
    into.append(word("let"));
    into.append(list(names, &|name, into| into.append(name.clone())));
    sign(into, '=');
    sign(into, '*');
    into.append(word(argument));
    sign(into, ';');
}

/// `{ inside }`
pub(super) fn braces(inside: TokenStream) -> Group {
    Group::new(Delimiter::Brace, inside)
}

/// `[a, b, …]`
pub(super) fn list<T>(items: impl IntoIterator<Item = T>, write: &dyn Fn(T, &mut TokenStream)) -> Group {
    Group::new(Delimiter::Bracket, separated(items, write))
}

/// `a, b, …`
pub(super) fn separated<T>(items: impl IntoIterator<Item = T>, write: &dyn Fn(T, &mut TokenStream)) -> TokenStream {
    let mut inside = TokenStream::new();
    for item in items {
        if !inside.is_empty() {
            sign(&mut inside, ',');
        }
        write(item, &mut inside);
    }
    inside
}
