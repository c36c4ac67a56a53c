//! From tokens to the closure's syntax tree.
//!
//! In: the attribute's argument and its item. Out: a [`Reading`]: the tree, what is known even of a joint with mistakes, and the mistakes.

mod attribute;
mod block;
mod core_path;
mod expression;
pub(crate) mod item;
mod mention;
pub(crate) mod nesting;
mod operator;
mod parameters;
mod refusal;
mod refused;
mod tokens;
mod value;

use constraint_symbolic::frontend::diagnostics::Diagnostic;
use constraint_symbolic::frontend::syntax::{Joint, Name};
use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt as _;

pub(crate) use attribute::Options;
pub(crate) use item::{Owner, Struct};
pub(crate) use nesting::DEEPEST;

use crate::notes::{Notes, SourceMap};
use attribute::{Argument, Formula};
use core_path::CorePath;
use parameters::Parameters;

/// What was read of an annotated item.
pub(crate) struct Reading {
    /// What is known in any case.
    pub(crate) known: Known,
    /// The joint, if its shape is right; what is wrong inside it stands in there as invalid.
    pub(crate) parsed: Option<Parsed>,
    /// What is wrong with it.
    pub(crate) mistakes: Vec<Diagnostic>,
    /// Where everything stands.
    pub(crate) places: SourceMap,
}

/// An annotated struct whose shape is right.
pub(crate) struct Parsed {
    /// The struct as written.
    pub(crate) item: Struct,
    /// What the compiler is given.
    pub(crate) joint: Joint,
    /// Expressions that can be taken as parameters, since they mention nothing of the closure.
    pub(crate) parameters: Vec<Opaque>,
    /// The types that the closure's `let`s declare.
    pub(crate) annotations: Vec<TokenStream>,
    /// The user's functions that it calls.
    pub(crate) options: Options,
}

/// An expression that only rustc understands.
pub(crate) struct Opaque {
    /// The type that is declared of it; none of a constant that is taken for a scalar.
    pub(crate) ty: Option<TokenStream>,
    pub(crate) value: TokenStream,
}

/// What can be known even of a joint with mistakes, so that something can stand in for it.
pub(crate) struct Known {
    /// The struct, or what was annotated instead.
    pub(crate) owner: Option<Owner>,
    /// The closure's parameters.
    pub(crate) bodies: Vec<Ident>,
    /// The closure's parameter for the time, with its type as written.
    pub(crate) time: Option<TokenStream>,
    /// The closure's body, in the user's own tokens.
    pub(crate) body: Option<TokenStream>,
    /// By which path the crate is named.
    pub(crate) core: CorePath,
}

/// Reads the attribute and what it stands on.
pub(crate) fn read(attribute: &TokenStream, item: TokenStream) -> Reading {
    let notes = Notes::default();
    // Both are read before any is given up, for the sake of their mistakes.
    let Argument { parameters, body, formula, options, .. } = attribute::read(attribute, &notes);
    let (owner, item) = item::read(item, &notes);
    let core = options.core.clone();
    let Parameters { bodies, time, time_as_written, are_right } = parameters.unwrap_or_default();
    let parsed = match (formula, item) {
        (Some(Formula { body, parameters, annotations }), Some(item)) if are_right => {
            let names = bodies.iter().map(|ident| name(ident, &notes)).collect();
            let time = time.map(|ident| name(&ident, &notes));
            let fields = item.fields(&notes);
            let joint = Joint { name: item.ident.unraw().to_string(), fields, bodies: names, time, body };
            Some(Parsed { item, joint, parameters, annotations, options })
        }
        _ => None,
    };
    let known = Known { owner, bodies, time: time_as_written, body, core };
    let Notes { mistakes, places } = notes;
    let mistakes = mistakes.finish(()).err().unwrap_or_default();
    Reading { known, parsed, mistakes, places }
}

/// An identifier as a name of the language.
fn name(ident: &Ident, notes: &Notes) -> Name {
    Name { text: ident.unraw().to_string(), span: notes.places.between(ident.span(), ident.span()) }
}
