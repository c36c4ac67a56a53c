//! The attribute `#[constraint]`.
