//! The compiler behind `#[constraint]`.

pub mod diagnostic;
pub mod problem;
pub mod syntax;

/// A joint, compiled: what the attribute prints as tokens.
#[derive(Debug)]
pub struct Compiled {}

/// Compiles a joint.
///
/// # Errors
/// Every mistake that was found.
pub fn compile(_joint: &syntax::Joint) -> Result<Compiled, Vec<diagnostic::Diagnostic>> {
    Ok(Compiled {})
}
