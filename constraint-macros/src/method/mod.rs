//! The user's closure as the method `rows`, for rustc and editors, which check and complete it in place.
//!
//! In: what was read, and the user's own tokens. Out: an `impl` with the method. [`precision`] adapts it to builds with another scalar.

pub(crate) mod precision;
mod receiver;

use constraint_symbolic::frontend::builtins;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::quote;

use crate::parse::{DEEPEST, Known};
pub(crate) use receiver::receiver;

/// `fn rows(&self, a: &BodyState, …) -> impl Rows`: the closure as plain Rust.
pub(crate) fn rows(known: &Known) -> TokenStream {
    let (Some(owner), Some(body)) = (&known.owner, &known.body) else { return TokenStream::new() };
    let (visibility, ident, bodies) = (&owner.visibility, &owner.ident, &known.bodies);
    let (time, receiver, body) = (&known.time, receiver(body), statements(body));
    let core_ = known.core.private();
    // What the form of this method brings about is allowed, and how fast or exact plain Rust would be: it is not what
    // the solver runs. Other lints on the formula stay the user's.
    quote! {
        impl #ident {
            /// The joint's rows at the given bodies: the closure of its attribute, as plain Rust.
            #[allow(unused_parens, clippy::imprecise_flops, clippy::suboptimal_flops, clippy::too_many_arguments)]
            #visibility fn rows(
                &#receiver,
                #(#bodies: &#core_::BodyState,)*
                #time
            ) -> impl #core_::Rows {
                use #core_::{Limited as _, Row as _};
                #body
            }
        }
    }
}

/// The body as the statements of a function: without its own braces; in parentheses where it begins with a block, for
/// `if … { … } else { … } - b` would be two statements.
fn statements(body: &TokenStream) -> TokenStream {
    let mut tokens = body.clone().into_iter();
    let begins_with_block = match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(block)), None) if block.delimiter() == Delimiter::Brace => return block.stream(),
        (Some(TokenTree::Group(group)), _) => group.delimiter() == Delimiter::Brace,
        (Some(TokenTree::Ident(word)), _) => {
            ["if", "match", "unsafe", "loop", "while", "for"].iter().any(|block| word == block)
        }
        _ => false,
    };
    if begins_with_block && !is_one_block(body) { quote!((#body)) } else { body.clone() }
}

/// Whether nothing stands after the block, or the last `else`, of what begins with one.
fn is_one_block(body: &TokenStream) -> bool {
    let mut rest = body.clone().into_iter();
    let is_block = |token| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    while rest.any(is_block) {
        match rest.next() {
            None => return true,
            Some(TokenTree::Ident(word)) if word == "else" => {}
            Some(_) => return false,
        }
    }
    false
}

/// The method of a joint with mistakes: the closure for editors, and for rustc, which shows the mistakes and nothing that
/// follows from them, one that does nothing. The names of the language in `attribute` are used in it, or their imports
/// would be found useless.
pub(crate) fn rows_of_refused(known: &Known, attribute: &TokenStream) -> TokenStream {
    let Some(owner) = &known.owner else { return TokenStream::new() };
    let (visibility, ident, bodies) = (&owner.visibility, &owner.ident, known.bodies.len());
    let core_ = known.core.private();
    // What is generic has to change before it can be used as a joint at all: another type names what it names.
    let (ident, other) = if owner.is_generic {
        (
            quote!(Generic_),
            quote!(
                #[allow(dead_code, non_camel_case_types)]
                struct Generic_;
            ),
        )
    } else {
        (quote!(#ident), TokenStream::new())
    };
    let bodies = vec![quote!(_: &#core_::BodyState,); bodies];
    let time = known.time.is_some().then(|| quote!(_: #core_::Scalar));
    let (types, constants, macros) = (types(attribute), constants(attribute), macros(attribute, DEEPEST));
    let macros = (!macros.is_empty()).then(|| quote!(#[allow(unused_imports)] use {#(#macros as _),*};));
    // The closure may be half written, and rustc parses also what it then leaves out, but for a macro's argument.
    let for_editors = Some(rows(known)).filter(|method| !method.is_empty() && !owner.is_generic).map(|method| {
        quote! {
            #[cfg(rust_analyzer)]
            #core_::as_written! { #method }
        }
    });
    // The lint on the unknown `cfg` can only be allowed from outside of what that `cfg` removes; a module there would
    // hide the user's names.
    quote! {
        #[allow(unexpected_cfgs)]
        const _: () = {
            #for_editors
            #macros
            #other
            #[cfg(not(rust_analyzer))]
            impl #ident {
                #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery, missing_docs)]
                #visibility fn rows(&self, #(#bodies)* #time) -> impl #core_::Rows {
                    #(let _ = ::core::marker::PhantomData::<#types>;)*
                    #(let _ = #constants;)*
                    <#core_::Vec2 as ::core::default::Default>::default()
                }
            }
        };
    }
}

/// The types of the language, as far as they have to be imported.
const TYPES: [&str; 6] = ["Scalar", "Vec2", "DVec2", "Rot2", "Softness", "Time"];

/// The types of the language that are named without a path, each once.
fn types(tokens: &TokenStream) -> Vec<TokenStream> {
    let mut found: Vec<Ident> = Vec::new();
    names(tokens.clone(), DEEPEST, &mut |path| {
        if TYPES.iter().any(|known| path[0] == known) && !found.contains(&path[0]) {
            found.push(path[0].clone());
        }
    });
    found.iter().map(|ident| quote!(#ident)).collect()
}

/// The constants that are named through an import of their module, each once.
fn constants(tokens: &TokenStream) -> Vec<TokenStream> {
    let mut found: Vec<Vec<Ident>> = Vec::new();
    names(tokens.clone(), DEEPEST, &mut |path| {
        let is_known = |name: &Ident| builtins::CONSTANTS.iter().any(|(known, _)| name == known);
        if path.len() == 2 && path[0] == "consts" && is_known(&path[1]) && !found.iter().any(|other| other == path) {
            found.push(path.to_vec());
        }
    });
    found.iter().map(|path| quote!(#(#path)::*)).collect()
}

/// The macros that are called by a name alone.
fn macros(tokens: &TokenStream, depth: usize) -> Vec<Ident> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut found = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let is_in_path = place > 0 && matches!(&tokens[place - 1], TokenTree::Punct(punct) if punct.as_char() == ':');
        match (token, tokens.get(place + 1), tokens.get(place + 2)) {
            (TokenTree::Ident(ident), Some(TokenTree::Punct(mark)), Some(TokenTree::Group(_)))
                if mark.as_char() == '!' && !is_in_path && !found.contains(ident) && is_name(ident) =>
            {
                found.push(ident.clone());
            }
            // What is deeper was refused for that.
            (TokenTree::Group(group), ..) if depth > 0 => found.extend(macros(&group.stream(), depth - 1)),
            _ => {}
        }
    }
    found
}

/// Not a keyword: `if !(…)` calls no macro.
fn is_name(ident: &Ident) -> bool {
    syn::parse_str::<Ident>(&ident.to_string()).is_ok()
}

/// Every path in the tokens that does not begin at a root, and no field or method.
fn names(tokens: TokenStream, depth: usize, found: &mut dyn FnMut(&[Ident])) {
    let mut path: Vec<Ident> = Vec::new();
    let mut before = String::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if before == "::" && !path.is_empty() => path.push(ident),
            TokenTree::Ident(ident) if !matches!(before.as_str(), "." | "::") => {
                end(&mut path, found);
                path.push(ident);
            }
            TokenTree::Punct(punct) => {
                let is_colon = punct.as_char() == ':';
                before = if is_colon && before == ":" { "::".to_owned() } else { punct.as_char().to_string() };
                if !is_colon {
                    end(&mut path, found);
                }
                continue;
            }
            TokenTree::Group(group) => {
                end(&mut path, found);
                // What is deeper was refused for that.
                if depth > 0 {
                    names(group.stream(), depth - 1, found);
                }
            }
            _ => end(&mut path, found),
        }
        before.clear();
    }
    end(&mut path, found);
}

fn end(path: &mut Vec<Ident>, found: &mut dyn FnMut(&[Ident])) {
    if !path.is_empty() {
        found(path);
        path.clear();
    }
}
