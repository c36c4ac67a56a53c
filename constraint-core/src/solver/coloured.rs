//! Joints in packs of one colour, and those without a colour.

pub(crate) mod colour_blocks;
pub(crate) mod packs;
pub(crate) mod passes;
