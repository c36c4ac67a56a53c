//! Tokens that are passed over, since their meaning is rustc's.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::Token;
use syn::parse::ParseStream;

/// The tokens before the end, or before what `ends` says that it ends at.
pub(super) fn until(input: ParseStream, ends: impl Fn(ParseStream) -> bool) -> syn::Result<TokenStream> {
    let mut passed: Vec<TokenTree> = Vec::new();
    while !input.is_empty() && !ends(input) {
        passed.push(input.parse()?);
    }
    Ok(passed.into_iter().collect())
}

/// A pattern, up to its type or what else ends it.
pub(super) fn pattern(input: ParseStream, ends: impl Fn(ParseStream) -> bool) -> syn::Result<TokenStream> {
    let mut passed: Vec<TokenTree> = Vec::new();
    while !input.is_empty() && !ends(input) {
        if input.peek(Token![::]) {
            passed.push(input.parse()?);
        } else if input.peek(Token![:]) {
            break;
        }
        passed.push(input.parse()?);
    }
    Ok(passed.into_iter().collect())
}

/// A type, whose angle brackets may hold what it would end at.
pub(super) fn ty(input: ParseStream, ends: impl Fn(ParseStream) -> bool) -> syn::Result<TokenStream> {
    let mut passed: Vec<TokenTree> = Vec::new();
    while !input.is_empty() && !ends(input) {
        if input.peek(Token![<]) {
            passed.extend(angles(input)?);
        } else {
            passed.push(input.parse()?);
        }
    }
    Ok(passed.into_iter().collect())
}

/// `<…>`
pub(super) fn angles(input: ParseStream) -> syn::Result<Vec<TokenTree>> {
    let (mut passed, mut depth, mut before) = (Vec::new(), 0_usize, ' ');
    loop {
        let token: TokenTree = input.parse()?;
        let mark = if let TokenTree::Punct(punct) = &token { punct.as_char() } else { ' ' };
        match mark {
            '<' => depth += 1,
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        before = mark;
        passed.push(token);
        if depth == 0 {
            return Ok(passed);
        }
    }
}

/// Where what a refused expression goes on with ends at the latest.
pub(super) fn is_end(input: ParseStream) -> bool {
    input.peek(Token![,]) || input.peek(Token![;])
}

/// What is in the group of no brackets that a macro's fragment stands in, if one is ahead.
pub(super) fn fragment(input: ParseStream) -> Option<TokenStream> {
    input.cursor().group(Delimiter::None)?;
    match input.parse() {
        Ok(TokenTree::Group(group)) => Some(group.stream()),
        _ => None,
    }
}

/// The identifiers among the tokens that may be variables, at any depth: not those after a point.
pub(super) fn variables(tokens: TokenStream) -> Vec<proc_macro2::Ident> {
    let (mut found, mut points) = (Vec::new(), 0);
    for token in tokens {
        let is_point = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '.');
        match token {
            TokenTree::Ident(ident) if points != 1 => found.push(ident),
            TokenTree::Group(group) => found.extend(variables(group.stream())),
            _ => {}
        }
        points = if is_point { points + 1 } else { 0 };
    }
    found
}

/// The identifiers among the tokens, at any depth.
pub(super) fn idents(tokens: TokenStream) -> Vec<proc_macro2::Ident> {
    let ident = |token| match token {
        TokenTree::Ident(ident) => vec![ident],
        TokenTree::Group(group) => idents(group.stream()),
        _ => Vec::new(),
    };
    tokens.into_iter().flat_map(ident).collect()
}
