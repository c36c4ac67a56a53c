//! What the attribute stands on: a struct with named fields.

use constraint_symbolic::frontend::diagnostics::problem::Problem;
use constraint_symbolic::frontend::syntax::{Field, FieldKind};
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Token, token};

use super::{name, tokens};
use crate::notes::Notes;

/// An item that declares a type.
pub(crate) struct Owner {
    pub(crate) visibility: TokenStream,
    pub(crate) ident: Ident,
    pub(crate) is_generic: bool,
}

/// A struct that can be a joint.
pub(crate) struct Struct {
    pub(crate) ident: Ident,
    pub(crate) fields: Vec<Written>,
}

/// A field of the struct as written.
pub(crate) struct Written {
    pub(crate) ident: Ident,
    /// What its `#[cfg(…)]` say.
    pub(crate) conditions: Vec<TokenStream>,
    pub(crate) ty: TokenStream,
}

/// Reads the item: the type that it declares, if it declares one, and the struct, if it can be a joint.
pub(super) fn read(tokens: TokenStream, notes: &Notes) -> (Option<Owner>, Option<Struct>) {
    let (mut owner, mut joint) = (None, None);
    let whole = (|input: ParseStream| {
        conditions(input)?;
        let visibility = visibility(input)?;
        match input.cursor().ident() {
            Some((word, _)) if ["struct", "enum", "union"].iter().any(|known| word == known) => {
                let word = input.call(Ident::parse_any)?;
                let ident: Ident = input.parse()?;
                let generics = tokens::ty(input, |input| !input.peek(Token![<]))?;
                owner = Some(Owner { visibility, ident: ident.clone(), is_generic: !generics.is_empty() });
                if word == "struct" {
                    joint = fields(ident, &generics, input, notes)?;
                } else {
                    let kind = if word == "enum" { "an enum" } else { "a union" };
                    notes.report(&word, Problem::NotAStruct(kind));
                }
            }
            _ => refuse(&input.fork().parse()?, notes),
        }
        input.parse::<TokenStream>().map(drop)
    })
    .parse2(tokens);
    if let Err(error) = whole {
        let place = notes.places.between(error.span(), error.span());
        notes.mistakes.report(place, Problem::Syntax(error.to_string()));
    }
    (owner, joint)
}

/// Attributes, of which only conditions are of interest.
fn conditions(input: ParseStream) -> syn::Result<Vec<TokenStream>> {
    let mut found = Vec::new();
    while input.peek(Token![#]) {
        let attribute;
        input.parse::<Token![#]>()?;
        syn::bracketed!(attribute in input);
        if attribute.call(Ident::parse_any).is_ok_and(|word| word == "cfg") {
            found.push(attribute.parse::<Group>()?.stream());
        }
        attribute.parse::<TokenStream>()?;
    }
    Ok(found)
}

/// `pub`, `pub(crate)`
fn visibility(input: ParseStream) -> syn::Result<TokenStream> {
    let Some(word) = input.parse::<Option<Token![pub]>>()? else { return Ok(TokenStream::new()) };
    let mut visibility = TokenStream::from(TokenTree::from(Ident::new("pub", word.span)));
    if input.peek(token::Paren) {
        visibility.extend([input.parse::<TokenTree>()?]);
    }
    Ok(visibility)
}

/// The struct's fields, if it can be a joint.
fn fields(ident: Ident, generics: &TokenStream, input: ParseStream, notes: &Notes) -> syn::Result<Option<Struct>> {
    if input.peek(Token![where]) {
        tokens::ty(input, |input| input.peek(token::Brace) || input.peek(Token![;]))?;
    }
    if input.peek(token::Paren) {
        notes.report(&input.parse::<TokenTree>()?, Problem::TupleStruct);
    } else if input.peek(Token![;]) {
        notes.report(&ident, Problem::UnitStruct);
    }
    if !generics.is_empty() {
        notes.report(&generics, Problem::GenericStruct);
    }
    if !generics.is_empty() || !input.peek(token::Brace) {
        return Ok(None);
    }
    let content;
    syn::braced!(content in input);
    let mut fields = Vec::new();
    while !content.is_empty() {
        let conditions = conditions(&content)?;
        visibility(&content)?;
        let ident = content.parse()?;
        content.parse::<Token![:]>()?;
        let ty = tokens::ty(&content, |input| input.peek(Token![,]))?;
        fields.push(Written { ident, conditions, ty });
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    Ok(Some(Struct { ident, fields }))
}

/// The token to blame for an item that declares no type, and what it is.
fn refuse(item: &TokenStream, notes: &Notes) {
    const KINDS: [(&str, &str); 5] = [
        ("fn", "a function"),
        ("impl", "an `impl`"),
        ("trait", "a trait"),
        ("mod", "a module"),
        ("type", "a type alias"),
    ];
    for token in item.clone() {
        let TokenTree::Ident(word) = token else { continue };
        if let Some((_, kind)) = KINDS.iter().find(|(known, _)| word == known) {
            return notes.report(&word, Problem::NotAStruct(kind));
        }
    }
    notes.report(item, Problem::NotAStruct("this item"));
}

impl Struct {
    /// The fields as the compiler is given them.
    pub(super) fn fields(&self, notes: &Notes) -> Vec<Field> {
        let field = |Written { ident, ty, .. }: &Written| Field {
            name: name(ident, notes),
            kind: kind(ty),
            written: written(ty),
        };
        self.fields.iter().map(field).collect()
    }
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

/// Which type of the language is written there; aliases are known by their names.
pub(super) fn kind(written: &TokenStream) -> FieldKind {
    let Some(last) = last_of_path(written) else { return FieldKind::Other };
    match last.to_string().as_str() {
        "f32" | "f64" | "Scalar" => FieldKind::Scalar,
        "Vec2" | "DVec2" => FieldKind::Vector,
        "Rot2" => FieldKind::Rotation,
        "Softness" => FieldKind::Softness,
        "Curve" => FieldKind::Curve,
        _ => FieldKind::Other,
    }
}

/// The last name of a type that is a path, if nothing stands after it.
pub(crate) fn last_of_path(written: &TokenStream) -> Option<Ident> {
    let (mut last, mut is_first) = (None, true);
    for token in written.clone() {
        last = match token {
            TokenTree::Ident(name) if last.is_none() => Some(name),
            TokenTree::Punct(mark) if mark.as_char() == ':' => None,
            TokenTree::Group(group)
                if is_first && matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::None) =>
            {
                last_of_path(&group.stream())
            }
            _ => return None,
        };
        is_first = false;
    }
    last
}

/// The type as its author wrote it, as far as tokens tell.
pub(crate) fn written(written: &TokenStream) -> String {
    let mut text = written.to_string();
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
