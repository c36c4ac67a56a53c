//! Tokens to syntax.

/// An annotated struct.
pub(crate) struct Parsed;
