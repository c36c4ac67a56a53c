//! Storage with all its keys, those of what was removed included.

use serde::{Deserialize, Serialize};

/// The places and what was in them, each with how many values it has held before.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedSlots<T> {
    pub(crate) places: Vec<(u32, Option<T>)>,
    /// Empty places, in the order in which they were emptied.
    pub(crate) free: Vec<u32>,
}
