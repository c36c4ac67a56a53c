//! Joints in packs of one colour, and joints without a colour.
//!
//! In: a joint with its colour. Out: passes over all of them. Solve order: overflow, hubs, dynamic colours, static colours. Static joints
//! go last, so nothing in the pass disturbs them.

pub(crate) mod colour_blocks;
pub(crate) mod packs;
pub(crate) mod passes;
