//! The energy guard as data of a saved world.

use serde::{Deserialize, Serialize};

use super::{EnergyGuard, Island, Partition};

/// All of its state: a loaded world goes on to the same bits.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedGuard {
    is_on: bool,
    step: u32,
    age: u32,
    is_stale: bool,
    /// The island of each body, by place.
    of_body: Vec<u32>,
    islands: Vec<Island>,
}

impl EnergyGuard {
    /// `mark` marks islands that have changed since the last step. `have_changed` tells whether joints were added or removed.
    pub(crate) fn to_saved(&self, have_changed: bool, mark: impl FnOnce(&mut Partition)) -> SavedGuard {
        let mut partition = self.partition.clone();
        mark(&mut partition);
        let (of_body, islands) = partition.into_saved();
        let is_stale = self.is_stale || have_changed;
        SavedGuard { is_on: self.is_on, step: self.step, age: self.age, is_stale, of_body, islands }
    }

    /// Loads what [`to_saved`](Self::to_saved) has saved, in a world with this number of places for bodies.
    pub(crate) fn from_saved(saved: SavedGuard, places: usize) -> Result<Self, String> {
        let SavedGuard { is_on, step, age, is_stale, of_body, islands } = saved;
        let partition = Partition::from_saved(of_body, islands, places);
        let partition = partition.ok_or_else(|| "the islands of the energy guard are not there".to_owned())?;
        let mut guard = Self { is_on, partition, step, age, is_stale, ..Self::default() };
        guard.list_watched();
        Ok(guard)
    }
}
