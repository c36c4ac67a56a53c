//! The compiler behind `#[constraint]`.
