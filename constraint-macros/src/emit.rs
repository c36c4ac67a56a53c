//! The staged program as tokens. No decisions are made here.

use constraint_symbolic::Compiled;
use proc_macro2::TokenStream;
use syn::Attribute;

use crate::parse::Parsed;

/// `impl Constraint for …` and the two structs of cached values.
pub(crate) fn implementation(_parsed: &Parsed, _compiled: &Compiled) -> TokenStream {
    TokenStream::new()
}

/// The derivation as lines of the struct's documentation.
pub(crate) fn documentation(_compiled: &Compiled) -> Vec<Attribute> {
    Vec::new()
}
