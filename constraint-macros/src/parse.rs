//! Tokens to syntax.

mod attribute;
mod block;
mod ends;
mod expression;
pub(crate) mod item;
pub(crate) mod nesting;
mod parameters;
mod refusal;

use constraint_symbolic::diagnostic::Diagnostic;
use constraint_symbolic::syntax::{Joint, Name};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::{ExprClosure, ItemStruct};

pub(crate) use attribute::Options;
pub(crate) use nesting::DEEPEST;

use crate::notes::{Notes, Places};

/// What was read of an annotated item.
pub(crate) struct Reading {
    /// What is known in any case.
    pub(crate) known: Known,
    /// The joint, if its shape is right; what is wrong inside it stands in there as invalid.
    pub(crate) parsed: Option<Parsed>,
    /// What is wrong with it.
    pub(crate) mistakes: Vec<Diagnostic>,
    /// Where everything stands.
    pub(crate) places: Places,
}

/// An annotated struct whose shape is right.
pub(crate) struct Parsed {
    /// The struct as written.
    pub(crate) item: ItemStruct,
    /// What the compiler is given.
    pub(crate) joint: Joint,
    /// Expressions that can be taken as parameters, since they mention nothing of the closure.
    pub(crate) parameters: Vec<Opaque>,
    /// The user's functions that it calls.
    pub(crate) options: Options,
}

/// An expression that only rustc understands, and the type that is declared of it.
pub(crate) struct Opaque {
    pub(crate) ty: TokenStream,
    pub(crate) value: TokenStream,
}

/// What can be known even of a joint with mistakes, so that something can stand in for it.
#[derive(Default)]
pub(crate) struct Known {
    /// The struct, or what was annotated instead.
    pub(crate) owner: Option<Owner>,
    /// The closure's parameters.
    pub(crate) bodies: Vec<Ident>,
    /// The closure's parameter for the time, with its type as written.
    pub(crate) time: Option<TokenStream>,
    /// The closure's body, in the user's own tokens.
    pub(crate) body: Option<TokenStream>,
}

/// The type that the attribute stands on, in the tokens of which an `impl` of it is made.
pub(crate) struct Owner {
    pub(crate) visibility: TokenStream,
    pub(crate) ident: Ident,
    /// `<T: Bound>`
    pub(crate) parameters: TokenStream,
    /// `<T>`
    pub(crate) arguments: TokenStream,
    /// `where …`
    pub(crate) clause: TokenStream,
}

/// Reads the attribute and what it stands on.
pub(crate) fn read(attribute: TokenStream, item: TokenStream) -> Reading {
    let notes = Notes::default();
    let (closure, item) = (attribute::closure(attribute, &notes), item::read(item, &notes));
    let mut known = Known { owner: item.as_ref().and_then(item::owner), ..Known::default() };
    let parsed = match closure {
        attribute::Closure::Whole(closure, options) => {
            known.bodies = parameters::idents(&closure.inputs);
            known.time = parameters::time_as_written(&closure.inputs);
            known.body = Some(closure.body.to_token_stream());
            joined(&closure, *options, item, &notes)
        }
        attribute::Closure::Unread(unread) => {
            (known.bodies, known.time, known.body) = (unread.bodies, unread.time, unread.body);
            None
        }
    };
    let Notes { mistakes, places } = notes;
    let mistakes = mistakes.finish(()).err().unwrap_or_default();
    Reading { known, parsed, mistakes, places }
}

/// The joint that closure and struct make together.
fn joined(closure: &ExprClosure, options: Options, item: Option<syn::Item>, notes: &Notes) -> Option<Parsed> {
    // All three are read before any is given up, for the sake of their mistakes.
    let bodies = parameters::read(closure, notes);
    let time = parameters::time(&closure.inputs);
    let mut closure_names = parameters::idents(&closure.inputs);
    closure_names.extend(time.clone());
    let (body, parameters) = expression::body(&closure.body, closure_names, notes);
    let item = item.and_then(|item| item::joint(item, notes));
    let (bodies, item) = (bodies?, item?);
    let names = bodies.iter().map(|ident| name(ident, notes)).collect();
    let time = time.map(|ident| name(&ident, notes));
    let fields = item::fields(&item, notes);
    let joint = Joint { name: item.ident.unraw().to_string(), fields, bodies: names, time, body };
    Some(Parsed { item, joint, parameters, options })
}

/// An identifier as a name of the language.
fn name(ident: &Ident, notes: &Notes) -> Name {
    Name { text: ident.unraw().to_string(), span: notes.places.between(ident.span(), ident.span()) }
}
