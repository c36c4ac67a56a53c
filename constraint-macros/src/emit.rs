//! The staged program as tokens. No decisions are made here.

use constraint_symbolic::Compiled;
use proc_macro2::TokenStream;

use crate::parse::Parsed;

/// `impl Constraint for …` and the two structs of cached values.
pub(crate) fn implementation(_parsed: &Parsed, _compiled: &Compiled) -> TokenStream {
    TokenStream::new()
}
