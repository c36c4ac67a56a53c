//! The attribute `#[constraint]`.
#![allow(dead_code)] // until the stages are joined

mod emit;
mod parse;
