//! The compiler behind `#[constraint]`.

pub mod diagnostic;
pub mod problem;
pub mod syntax;
