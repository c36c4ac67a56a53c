//! The closure's parameters: the bodies.

use constraint_symbolic::problem::Problem;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{ExprClosure, Pat, ReturnType, Token, Type};

use crate::notes::Notes;

/// How many bodies a joint holds at most.
const MOST: usize = 8;

/// The plain names of the bodies, whatever is wrong with them.
pub(super) fn idents(inputs: &Punctuated<Pat, Token![,]>) -> Vec<Ident> {
    inputs.iter().filter(|input| !is_time(input) && !is_self(input)).filter_map(ident).cloned().collect()
}

/// The name of the time, which stands after the bodies.
pub(super) fn time(inputs: &Punctuated<Pat, Token![,]>) -> Option<Ident> {
    inputs.iter().find(|input| is_time(input)).and_then(ident).cloned()
}

fn ident(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(pattern) => Some(&pattern.ident),
        Pat::Type(typed) => ident(&typed.pat),
        Pat::Reference(reference) => ident(&reference.pat),
        Pat::Paren(inner) => ident(&inner.pat),
        _ => None,
    }
}

/// `t: Time`, so that the user's import of the type is used.
pub(super) fn time_as_written(inputs: &Punctuated<Pat, Token![,]>) -> Option<TokenStream> {
    inputs.iter().find(|input| is_time(input)).map(ToTokens::to_token_stream)
}

/// The bodies, unless they are so wrong that what the closure says of them would be found wrong for their sake.
pub(super) fn read(closure: &ExprClosure, notes: &Notes) -> Option<Vec<Ident>> {
    report_modifiers(closure, notes);
    for pattern in &closure.inputs {
        report_pattern(pattern, notes);
    }
    let bodies = idents(&closure.inputs);
    if closure.inputs.is_empty() {
        let bars = notes.places.between(closure.inputs_begin.spans[0], closure.inputs_end.spans[0]);
        notes.mistakes.report(bars, Problem::NoBodies);
    }
    if bodies.len() > MOST {
        notes.report(&closure.inputs, Problem::TooManyBodies(bodies.len()));
    }
    for (index, body) in bodies.iter().enumerate() {
        if bodies[..index].contains(body) {
            notes.report(body, Problem::DuplicateBody(body.to_string()));
        }
    }
    let times: Vec<&Pat> = closure.inputs.iter().filter(|input| is_time(input)).collect();
    if let Some(first) = times.first()
        && (times.len() > 1 || !closure.inputs.last().is_some_and(is_time))
    {
        notes.report(first, Problem::TimeParameter);
    }
    if bodies.is_empty() && !times.is_empty() {
        notes.report(&closure.inputs, Problem::NoBodies);
    }
    let are_plain = bodies.len() + times.len() == closure.inputs.len();
    (are_plain && (1..=MOST).contains(&bodies.len())).then_some(bodies)
}

fn report_modifiers(closure: &ExprClosure, notes: &Notes) {
    let modifiers: [(Option<&dyn ToTokens>, _); 4] = [
        (closure.lifetimes.as_ref().map(|found| found as _), "for<…>"),
        (closure.constness.as_ref().map(|found| found as _), "const"),
        (closure.asyncness.as_ref().map(|found| found as _), "async"),
        (closure.capture.as_ref().map(|found| found as _), "move"),
    ];
    for (found, keyword) in modifiers {
        if let Some(found) = found {
            notes.report(&found, Problem::ClosureModifier(keyword));
        }
    }
    if let ReturnType::Type(..) = closure.output {
        notes.report(&closure.output, Problem::ClosureReturnType);
    }
}

fn report_pattern(pattern: &Pat, notes: &Notes) {
    match pattern {
        Pat::Ident(_) | Pat::Reference(_) if is_self(pattern) => notes.report(pattern, Problem::SelfAsBody),
        Pat::Ident(body) if body.by_ref.is_none() && body.mutability.is_none() && body.subpat.is_none() => {}
        Pat::Type(_) if is_time(pattern) => {}
        Pat::Type(typed) => notes.report(typed, Problem::BodyReference),
        other => notes.report(other, Problem::BodyPattern),
    }
}

/// `self` or `&self`, as a method has it.
fn is_self(pattern: &Pat) -> bool {
    ident(pattern).is_some_and(|name| name == "self")
}

/// `t: Time`
fn is_time(pattern: &Pat) -> bool {
    let Pat::Type(typed) = pattern else { return false };
    matches!(&*typed.ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Time"))
}
