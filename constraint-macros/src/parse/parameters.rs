//! The closure's parameters: the bodies.

use constraint_symbolic::frontend::diagnostics::problem::Problem;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use syn::Token;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;

use super::{item, tokens};
use crate::notes::{self, Notes};

/// How many bodies a joint holds at most.
const MOST: usize = 8;

/// What stands before the closure's body.
#[derive(Default)]
pub(super) struct Parameters {
    /// The plain names of the bodies, whatever is wrong with them.
    pub(super) bodies: Vec<Ident>,
    /// The name of the time, which stands after the bodies.
    pub(super) time: Option<Ident>,
    /// `t: Time`, so that the user's import of the type is used.
    pub(super) time_as_written: Option<TokenStream>,
    /// Whether what the closure says of them can be believed.
    pub(super) are_right: bool,
}

/// One of them.
struct Parameter {
    written: TokenStream,
    pattern: Vec<TokenTree>,
    /// Its type, if one is written.
    ty: Option<TokenStream>,
}

/// Whether a closure is ahead.
pub(super) fn is_closure(input: ParseStream) -> bool {
    let (mut cursor, mut is_modified) = (input.cursor(), false);
    while let Some((_, rest)) = cursor.ident().filter(|(word, _)| modifier(word).is_some()) {
        (cursor, is_modified) = (rest, true);
    }
    cursor.punct().is_some_and(|(mark, _)| mark.as_char() == '|' || is_modified && mark.as_char() == '<')
}

fn modifier(word: &Ident) -> Option<&'static str> {
    ["for", "const", "static", "async", "move"].into_iter().find(|known| word == known)
}

/// `move |a, b, t: Time| -> …`
pub(super) fn read(input: ParseStream, notes: &Notes) -> syn::Result<Parameters> {
    while let Some((word, keyword)) = input.cursor().ident().and_then(|(word, _)| Some((modifier(&word)?, word))) {
        input.call(Ident::parse_any)?;
        let place = notes.places.between(keyword.span(), keyword.span());
        let word = if input.peek(Token![<]) { "for<…>" } else { word };
        tokens::ty(input, |input| !input.peek(Token![<]))?;
        notes.mistakes.report(place, Problem::ClosureModifier(word));
    }
    let first: Token![|] = input.parse()?;
    let mut all = Vec::new();
    while !input.peek(Token![|]) {
        all.push(parameter(input)?);
        if !input.peek(Token![|]) {
            input.parse::<Token![,]>()?;
        }
    }
    let last: Token![|] = input.parse()?;
    if input.peek(Token![->]) {
        let ty = tokens::ty(input, |input| input.cursor().group(Delimiter::Brace).is_some())?;
        notes.report(&ty, Problem::ClosureReturnType);
    }
    Ok(checked(&all, (first.span, last.span), notes))
}

fn parameter(input: ParseStream) -> syn::Result<Parameter> {
    let is_end = |input: ParseStream| input.peek(Token![,]) || input.peek(Token![|]);
    // A word by itself has to be a name.
    let stands_before_a_name = ["mut", "ref", "self", "_"];
    if input.cursor().ident().is_some_and(|(word, _)| stands_before_a_name.iter().all(|known| word != known)) {
        input.fork().parse::<Ident>()?;
    }
    let written = tokens::ty(&input.fork(), is_end)?;
    let pattern: Vec<TokenTree> = tokens::pattern(input, is_end)?.into_iter().collect();
    if pattern.is_empty() {
        return Err(input.error("expected identifier"));
    }
    let has_type = input.parse::<Option<Token![:]>>()?.is_some();
    let ty = if has_type { Some(tokens::ty(input, is_end)?) } else { None };
    Ok(Parameter { written, pattern, ty })
}

impl Parameter {
    fn ident(&self) -> Option<Ident> {
        ident(&self.pattern)
    }

    /// `t: Time`, or another number, which can be meant for nothing else.
    fn is_time(&self) -> bool {
        self.has_type(&["Time", "Scalar", "f32", "f64"])
    }

    fn has_type(&self, any: &[&str]) -> bool {
        let last = self.ty.as_ref().and_then(item::last_of_path);
        last.is_some_and(|last| any.iter().any(|name| last == name))
    }

    /// `self` or `&self`, as a method has it.
    fn is_self(&self) -> bool {
        self.ident().is_some_and(|name| name == "self")
    }

    fn report(&self, notes: &Notes) {
        let problem = match &self.pattern[..] {
            _ if self.has_type(&["Time"]) => return,
            _ if self.is_time() => Problem::TimeType,
            _ if self.is_self() => Problem::SelfAsBody,
            _ if self.ty.is_some() => Problem::BodyReference,
            [TokenTree::Ident(name)] if name != "_" => return,
            _ => Problem::BodyPattern,
        };
        notes.report(&self.written, problem);
    }
}

/// The one name in a pattern.
fn ident(pattern: &[TokenTree]) -> Option<Ident> {
    match pattern {
        [TokenTree::Ident(name)] if name != "_" => Some(name.clone()),
        [TokenTree::Ident(word), rest @ ..] if word == "mut" || word == "ref" => ident(rest),
        [TokenTree::Punct(mark), rest @ ..] if mark.as_char() == '&' => ident(rest),
        [TokenTree::Group(group)] if matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::None) => {
            ident(&group.stream().into_iter().collect::<Vec<_>>())
        }
        _ => None,
    }
}

/// The bodies and the time; what is wrong with them is reported.
fn checked(all: &[Parameter], (first, last): (Span, Span), notes: &Notes) -> Parameters {
    for parameter in all {
        parameter.report(notes);
    }
    let is_body = |parameter: &&Parameter| !parameter.is_time() && !parameter.is_self();
    let bodies: Vec<Ident> = all.iter().filter(is_body).filter_map(Parameter::ident).collect();
    let times: Vec<&Parameter> = all.iter().filter(|parameter| parameter.is_time()).collect();
    let inside = || {
        let ends = |parameter: &Parameter| notes::ends(parameter.written.clone());
        let (first, last) = (all.first().and_then(ends), all.last().and_then(ends));
        notes.places.at(first.zip(last).map(|(first, last)| (first.0, last.1)))
    };
    if all.is_empty() {
        notes.mistakes.report(notes.places.between(first, last), Problem::NoBodies);
    }
    if bodies.len() > MOST {
        notes.mistakes.report(inside(), Problem::TooManyBodies(bodies.len()));
    }
    for (index, body) in bodies.iter().enumerate() {
        if bodies[..index].contains(body) {
            notes.report(body, Problem::DuplicateBody(body.to_string()));
        }
    }
    if let Some(first) = times.first()
        && (times.len() > 1 || !all.last().is_some_and(Parameter::is_time))
    {
        notes.report(&first.written, Problem::TimeParameter);
    }
    if bodies.is_empty() && !times.is_empty() {
        notes.mistakes.report(inside(), Problem::NoBodies);
    }
    let are_right = bodies.len() + times.len() == all.len() && (1..=MOST).contains(&bodies.len());
    let time = times.first();
    Parameters {
        time: time.and_then(|time| time.ident()),
        time_as_written: time.map(|time| time.written.clone()),
        bodies,
        are_right,
    }
}
