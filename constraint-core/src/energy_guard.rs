//! Keeps islands of joints from gaining energy that nothing has put into them.
//!
//! Joints are solved one after another, a few times per step. Some mechanisms need more than that: light bodies that carry heavy ones,
//! long levers, stiff nets of springs. There, a pass leaves a larger error than it found, and energy grows without bound. A joint that
//! only holds does no work, and therefore such a growth is an error of the solver.
//!
//! Each island has a *reference*: the energy that counts as its own, the largest of about the last ten seconds. Motors and kinematic
//! bodies add the work that they can do. Energy above the reference and a tolerance is an *excess*. The guard shortens the island's last
//! step by one factor, from 1 to 0, until the excess is gone. It scales displacements, velocities and the impulses that the next step
//! starts with. A free island keeps its momentum.
//!
//! Measuring bodies takes time. Therefore only *watched* islands are measured after every step: new ones, those that have gained
//! energy before, and those with joints that make errors likely. Of others the guard measures a few per step, in turns, and has no poses
//! to go back to. The result does not depend on batches or partitions.

mod excess;
mod island;
mod measure;
mod partition;
#[cfg(feature = "serde")]
mod saved;

pub(crate) use excess::{Excess, Previous};
pub(crate) use island::Island;
pub(crate) use measure::{Measurement, UNBOUNDED, mechanical_energy};
pub(crate) use partition::{Link, Partition, Role};
#[cfg(feature = "serde")]
pub(crate) use saved::SavedGuard;

/// Number of steps for which a new island is watched.
pub(crate) const NEW: u32 = 32;

/// Number of steps for which an island is watched after a suspicious growth.
pub(crate) const SUSPECT: u32 = 120;

/// Steps between two measurements of an unwatched island: without drives, and with motors, springs or kinematic bodies. With drives the
/// energy before a growth is known less well, and therefore these are measured more often.
pub(crate) const PERIODS: [u32; 2] = [32, 8];

/// A joint between bodies with this ratio of masses makes an island risky. Limbs of a ragdoll differ by a factor of 20.
pub(crate) const RISKY_RATIO: f64 = 32.0;

/// So does a joint with such a lever: m r²/I, with r the distance of its anchor from the centre of a body. It is 3 for the end of a rod
/// and 2 for the rim of a disc.
pub(crate) const RISKY_LEVER: f64 = 8.0;

/// The largest risky island that is always watched: its measurement is a small part of the step.
pub(crate) const MOST_RISKY: usize = 256;

/// The largest island that is guarded. In a larger one the energy that compliant rigid joints store exceeds the tolerance.
pub(crate) const MOST_GUARDED: usize = 4096;

/// The most steps between a change of joints and the next search for islands.
const LONGEST_STALE: usize = 64;

/// The islands of a world, and their energies.
#[derive(Clone, Debug)]
pub(crate) struct EnergyGuard {
    pub(crate) is_on: bool,
    pub(crate) partition: Partition,
    /// Indices of watched islands, ascending.
    pub(crate) watched: Vec<u32>,
    /// The bodies of watched islands before this step, island after island.
    pub(crate) previous: Vec<Previous>,
    /// Number of the step, modulo 2³².
    pub(crate) step: u32,
    /// Steps since the last search for islands.
    pub(crate) age: u32,
    /// Whether joints have been added or removed since then.
    pub(crate) is_stale: bool,
    /// Scratch buffer: the islands to measure after this step.
    pub(crate) due: Vec<u32>,
}

impl Default for EnergyGuard {
    fn default() -> Self {
        Self {
            is_on: true,
            partition: Partition::default(),
            watched: Vec::new(),
            previous: Vec::new(),
            step: 0,
            age: 0,
            is_stale: true,
            due: Vec::new(),
        }
    }
}

impl EnergyGuard {
    /// Whether the islands have to be searched again, in a world with this number of joints.
    pub(crate) const fn needs_islands(&self, joints: usize) -> bool {
        let wait = if joints / 64 < LONGEST_STALE { joints / 64 } else { LONGEST_STALE };
        self.is_stale && (self.age as usize >= wait || self.partition.islands.is_empty())
    }

    /// Forgets all islands.
    pub(crate) fn clear(&mut self) {
        *self = Self { is_on: self.is_on, ..Self::default() };
    }

    /// Lists the watched islands.
    pub(crate) fn list_watched(&mut self) {
        self.watched.clear();
        let numbers = (0..).zip(&self.partition.islands).filter(|(_, island)| island.is_watched());
        self.watched.extend(numbers.map(|(number, _)| number));
    }

    /// Lists the islands to measure after this step: the watched ones first, then a share of the others.
    pub(crate) fn list_due(&self, due: &mut Vec<u32>) {
        due.clear();
        due.extend(&self.watched);
        for (is_driven, period) in [false, true].into_iter().zip(PERIODS) {
            let first = (self.step % period) as usize;
            let islands = (0..).zip(&self.partition.islands).skip(first).step_by(period as usize);
            let own = islands.filter(|(_, island)| island.is_driven == is_driven && !island.is_watched());
            due.extend(own.map(|(number, _)| number));
        }
    }
}
