//! The compiler behind `#[constraint]`.

pub mod assemble;
pub mod diagnostic;
pub mod differentiate;
pub mod graph;
pub mod interpret;
pub mod lower;
pub mod mistyping;
pub mod near;
pub mod problem;
pub mod share;
pub mod simplify;
pub mod syntax;
pub mod table;
pub mod tape;
pub mod typing;

/// A joint, compiled: what the attribute prints as tokens.
#[derive(Debug)]
pub struct Compiled {}

/// Compiles a joint.
///
/// # Errors
/// Every mistake that was found.
pub fn compile(joint: &syntax::Joint) -> Result<Compiled, Vec<diagnostic::Diagnostic>> {
    typing::check(joint)?;
    Ok(Compiled {})
}
