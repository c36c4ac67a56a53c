//! From the closure as an untyped tree to typed rows, and the mistakes on the way.
//!
//! In: a [`syntax::Joint`], which the attribute parses from tokens. Out: a [`typing::Joint`], rows over the vector IR; or a list of
//! [`diagnostics::Diagnostic`].

pub mod builtins;
pub mod diagnostics;
pub mod suggestions;
pub mod syntax;
pub mod typing;
