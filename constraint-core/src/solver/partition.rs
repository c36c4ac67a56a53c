//! Which joints and bodies go together: partitions that a step takes one after another, and colours within them.

pub(crate) mod boundaries;
pub(crate) mod colours;
