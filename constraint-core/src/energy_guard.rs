//! Keeps islands of joints from gaining energy that nothing has put into them.
//!
//! Joints are solved one after another, a few times a step. Where light bodies bear heavy ones, where arms turn far within a substep,
//! or where many joints share one body, that is not enough: a pass leaves more of an error than it found, and energy grows without
//! bound. No joint that only holds can do work, so such a growth is an error of the solver, wherever it comes from.
//!
//! The guard knows how much energy counts as an island's own: its *reference*, the greatest energy of about the last ten seconds. Motors,
//! springs and kinematic bodies add the work that they do. What an island has beyond that, and beyond a tolerance that true motion
//! stays within, is taken out of the motion of its bodies against each other. Their velocities shrink by one factor, and so do the
//! impulses that joints take to the next step. Joints that hold velocities go on holding them. A free island keeps its momentum.
//!
//! Most islands are fine, and looking at bodies takes time. So islands are *watched*, which is looked at in every step, only while
//! they are new, after something was wrong with them, or if their masses make that likely. Of the others a few have their turn in each
//! step. Nothing depends on how the solver batches or divides its work.

mod island;
mod partition;
#[cfg(feature = "serde")]
mod saved;

pub(crate) use island::{BodyView, Excess, Island, UNBOUNDED, energy};
pub(crate) use partition::{Link, Partition, Role};
#[cfg(feature = "serde")]
pub(crate) use saved::SavedGuard;

/// How many steps an island is watched since it is new.
pub(crate) const NEW: u32 = 32;

/// How many steps an island is watched since something was wrong with it.
pub(crate) const SUSPECT: u32 = 120;

/// Every which step other islands are looked at: those that nothing works on, and those with motors or springs, for which the
/// energy before a growth is not known so well.
pub(crate) const PERIODS: [u32; 2] = [32, 8];

/// An island in which a joint holds bodies with such a ratio of masses is always watched, if it has no more bodies than these: to look
/// at it is then no great part of a step. The limbs of a ragdoll differ twentyfold.
pub(crate) const RISKY_RATIO: f64 = 32.0;
pub(crate) const MOST_RISKY: usize = 256;

/// Of larger islands only energy is known that says little: what they store as rigid joints give way is more than the tolerance.
pub(crate) const MOST_GUARDED: usize = 4096;

/// At most every which step the islands are found again, however often joints come and go.
const LONGEST_STALE: usize = 64;

/// The islands of a world, and what is known of their energy.
#[derive(Clone, Debug)]
pub(crate) struct EnergyGuard {
    pub(crate) is_on: bool,
    pub(crate) partition: Partition,
    /// The numbers of the islands that are watched, in their order.
    pub(crate) watched: Vec<u32>,
    /// Counts steps.
    pub(crate) step: u32,
    /// Steps since the islands were last found.
    pub(crate) age: u32,
    /// Whether joints have come or gone since.
    pub(crate) is_stale: bool,
    /// Room for the islands that have their turn.
    pub(crate) turn: Vec<u32>,
}

impl Default for EnergyGuard {
    fn default() -> Self {
        let partition = Partition::default();
        Self { is_on: true, partition, watched: Vec::new(), step: 0, age: 0, is_stale: true, turn: Vec::new() }
    }
}

impl EnergyGuard {
    /// Whether the islands have to be found again, in a world of so many joints.
    pub(crate) const fn is_due(&self, joints: usize) -> bool {
        let wait = if joints / 64 < LONGEST_STALE { joints / 64 } else { LONGEST_STALE };
        self.is_stale && (self.age as usize >= wait || self.partition.islands.is_empty())
    }

    /// Forgets all that is known.
    pub(crate) fn clear(&mut self) {
        *self = Self { is_on: self.is_on, ..Self::default() };
    }

    /// Lists the islands that are watched.
    pub(crate) fn list_watched(&mut self) {
        self.watched.clear();
        let numbers = (0..).zip(&self.partition.islands).filter(|(_, island)| island.is_watched());
        self.watched.extend(numbers.map(|(number, _)| number));
    }

    /// Lists the islands that are looked at in this step.
    pub(crate) fn list_turn(&self, turn: &mut Vec<u32>) {
        turn.clear();
        turn.extend(&self.watched);
        for (works, period) in [false, true].into_iter().zip(PERIODS) {
            let first = (self.step % period) as usize;
            let islands = (0..).zip(&self.partition.islands).skip(first).step_by(period as usize);
            let own = islands.filter(|(_, island)| island.works == works && !island.is_watched());
            turn.extend(own.map(|(number, _)| number));
        }
    }
}
