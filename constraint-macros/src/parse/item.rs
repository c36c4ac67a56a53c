//! What the attribute stands on: a struct with named fields.

use constraint_symbolic::problem::Problem;
use constraint_symbolic::syntax::{Field, FieldKind};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Fields, Generics, Item, ItemStruct, Type, Visibility};

use super::{Owner, name};
use crate::notes::Notes;

/// Reads the item.
pub(super) fn read(tokens: TokenStream, notes: &Notes) -> Option<Item> {
    match syn::parse2(undocumented(tokens.clone())) {
        Ok(item) => Some(item),
        Err(error) => {
            // A brace that was written anew is told as the whole of the fields.
            let error = syn::parse2::<Item>(tokens).err().unwrap_or(error);
            let place = notes.places.between(error.span(), error.span());
            notes.mistakes.report(place, Problem::Syntax(error.to_string()));
            None
        }
    }
}

/// An item without its documentation and that of its fields: pages of text, which are nothing to a joint.
fn undocumented(tokens: TokenStream) -> TokenStream {
    let (mut rest, mut kept) = (tokens.into_iter(), Vec::new());
    while let Some(token) = rest.next() {
        match token {
            TokenTree::Punct(ref mark) if mark.as_char() == '#' => {
                let attribute = rest.next();
                if !attribute.as_ref().is_some_and(is_documentation) {
                    kept.push(token);
                    kept.extend(attribute);
                }
            }
            TokenTree::Group(fields) if fields.delimiter() == Delimiter::Brace => {
                let mut group = Group::new(Delimiter::Brace, undocumented(fields.stream()));
                group.set_span(fields.span());
                kept.push(TokenTree::Group(group));
            }
            token => kept.push(token),
        }
    }
    kept.into_iter().collect()
}

/// Whether it is the bracket of an attribute `doc`, which a macro may have handed on as one `meta`.
fn is_documentation(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(name) => name == "doc",
        TokenTree::Group(group) if matches!(group.delimiter(), Delimiter::Bracket | Delimiter::None) => {
            group.stream().into_iter().next().is_some_and(|first| is_documentation(&first))
        }
        _ => false,
    }
}

/// An item's tokens up to the end of its documentation, and those after it: attributes may stand on both sides.
pub(crate) fn halves(item: &TokenStream) -> [TokenStream; 2] {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let (mut end, mut place) = (0, 0);
    while let [TokenTree::Punct(mark), attribute, ..] = &tokens[place..]
        && mark.as_char() == '#'
    {
        place += 2;
        if is_documentation(attribute) {
            end = place;
        }
    }
    let (text, rest) = tokens.split_at(end);
    [text, rest].map(|half| half.iter().cloned().collect())
}

/// The type that the item declares, if it declares one.
pub(super) fn owner(item: &Item) -> Option<Owner> {
    match item {
        Item::Struct(item) => Some(owner_from(&item.vis, &item.ident, &item.generics)),
        Item::Enum(item) => Some(owner_from(&item.vis, &item.ident, &item.generics)),
        Item::Union(item) => Some(owner_from(&item.vis, &item.ident, &item.generics)),
        _ => None,
    }
}

fn owner_from(visibility: &Visibility, ident: &syn::Ident, generics: &Generics) -> Owner {
    let (parameters, arguments, clause) = generics.split_for_impl();
    Owner {
        visibility: visibility.to_token_stream(),
        ident: ident.clone(),
        parameters: parameters.to_token_stream(),
        arguments: arguments.to_token_stream(),
        clause: clause.to_token_stream(),
    }
}

/// The struct, if the item is one that can be a joint.
pub(super) fn joint(item: Item, notes: &Notes) -> Option<ItemStruct> {
    let Item::Struct(item) = item else {
        let (keyword, kind) = refused(&item);
        notes.report(&keyword, Problem::NotAStruct(kind));
        return None;
    };
    let mut is_right = true;
    let mut refuse = |tokens: &dyn ToTokens, problem| {
        notes.report(&tokens, problem);
        is_right = false;
    };
    match &item.fields {
        Fields::Named(_) => {}
        Fields::Unnamed(fields) => refuse(fields, Problem::TupleStruct),
        Fields::Unit => refuse(&item.ident, Problem::UnitStruct),
    }
    if !item.generics.params.is_empty() {
        refuse(&item.generics, Problem::GenericStruct);
    }
    is_right.then_some(item)
}

/// The token to blame for an item that is no struct, and what it is.
fn refused(item: &Item) -> (TokenStream, &'static str) {
    match item {
        Item::Enum(item) => (item.enum_token.to_token_stream(), "an enum"),
        Item::Union(item) => (item.union_token.to_token_stream(), "a union"),
        Item::Fn(item) => (item.sig.fn_token.to_token_stream(), "a function"),
        Item::Impl(item) => (item.impl_token.to_token_stream(), "an `impl`"),
        Item::Trait(item) => (item.trait_token.to_token_stream(), "a trait"),
        Item::Mod(item) => (item.mod_token.to_token_stream(), "a module"),
        Item::Type(item) => (item.type_token.to_token_stream(), "a type alias"),
        other => (other.to_token_stream(), "this item"),
    }
}

/// The struct's fields.
pub(super) fn fields(item: &ItemStruct, notes: &Notes) -> Vec<Field> {
    let field = |field: &syn::Field| {
        let ident = field.ident.as_ref()?;
        Some(Field { name: name(ident, notes), kind: kind(&field.ty), written: written(&field.ty) })
    };
    item.fields.iter().filter_map(field).collect()
}

/// Which type of the language is written there; aliases are known by their names.
pub(super) fn kind(written: &Type) -> FieldKind {
    match written {
        Type::Path(path) if path.qself.is_none() => match path.path.segments.last() {
            Some(last) if last.arguments.is_none() => match last.ident.to_string().as_str() {
                "f32" | "f64" | "Scalar" => FieldKind::Scalar,
                "Vec2" | "DVec2" => FieldKind::Vector,
                "Rot2" => FieldKind::Rotation,
                "Softness" => FieldKind::Softness,
                _ => FieldKind::Other,
            },
            _ => FieldKind::Other,
        },
        Type::Paren(inner) => kind(&inner.elem),
        Type::Group(inner) => kind(&inner.elem),
        _ => FieldKind::Other,
    }
}

/// The type as its author wrote it, as far as tokens tell.
pub(super) fn written(written: &Type) -> String {
    let mut text = written.to_token_stream().to_string();
    if !text.contains(' ') {
        return text;
    }
    for (spaced, tight) in [
        (" :: ", "::"),
        (":: ", "::"),
        (" < ", "<"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        (" ,", ","),
        ("& ", "&"),
        (" ;", ";"),
    ] {
        text = text.replace(spaced, tight);
    }
    text
}
