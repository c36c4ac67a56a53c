//! Which joints are solved together: partitions of bodies, and colours within a partition.

pub(crate) mod boundaries;
pub(crate) mod colour_blocks;
pub(crate) mod colours;
pub(crate) mod packs;
pub(crate) mod passes;
