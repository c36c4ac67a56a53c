//! Guides: from a question to what answers it.

#[doc = include_str!("guide/stability.md")]
pub mod stability {}
