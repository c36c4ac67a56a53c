//! Dirty flags: what has changed since the last step. The next one brings nothing else up to date.

use core::ops::Range;

/// What can change between two steps, and in the preparation of one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    /// A body, one of so many: its owner has changed it, or it has fallen asleep or woken.
    Body { index: u32, of: usize },
    /// All bodies, or one that islands everywhere may hold.
    AllBodies,
    /// The mass of a body, whether it sleeps, or whether the scalar tells its angle well enough: its joints need new setups.
    JointsOf(u32),
    /// Whether the scalar tells the time well enough.
    Lateness,
    /// A joint or a body of this partition: its joints have to be prepared.
    Partition(usize),
    /// Any joint: none is as the last step has left it.
    AllJoints,
    /// Which bodies joints hold.
    HeldBodies,
}

/// All that has changed. Bodies may be listed twice.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // one for each kind of change that bodies or joints have at once
#[derive(Clone)]
pub(crate) struct Dirty {
    /// Whether all bodies have to be loaded; else those listed in `bodies`.
    pub(crate) all_bodies: bool,
    pub(crate) bodies: Vec<u32>,
    /// Bodies whose joints need new setups.
    pub(crate) joints_of: Vec<u32>,
    pub(crate) lateness: bool,
    /// By partition, whether its joints have to be prepared.
    partitions: Vec<bool>,
    all_joints: bool,
    /// Whether other bodies are held by joints than were.
    pub(crate) held_bodies: bool,
}

impl Default for Dirty {
    fn default() -> Self {
        Self {
            all_bodies: true,
            bodies: Vec::new(),
            joints_of: Vec::new(),
            lateness: false,
            partitions: Vec::new(),
            all_joints: true,
            held_bodies: true,
        }
    }
}

impl Dirty {
    /// Raises a flag.
    pub(crate) fn mark(&mut self, change: Change) {
        match change {
            // One by one, more bodies cost as much as all of them.
            Change::Body { of, .. } if self.bodies.len() > of / 4 + 16 => self.mark(Change::AllBodies),
            Change::Body { index, .. } if !self.all_bodies => self.bodies.push(index),
            Change::Body { .. } => {}
            Change::AllBodies => {
                self.all_bodies = true;
                self.bodies.clear();
            }
            Change::JointsOf(body) => self.joints_of.push(body),
            Change::Lateness => self.lateness = true,
            Change::Partition(number) => {
                self.partitions.resize(self.partitions.len().max(number + 1), false);
                self.partitions[number] = true;
            }
            Change::AllJoints => self.all_joints = true,
            Change::HeldBodies => self.held_bodies = true,
        }
    }

    /// Whether all joints have to be prepared.
    pub(crate) const fn are_all_joints(&self) -> bool {
        self.all_joints || self.all_bodies || self.lateness
    }

    /// Whether a joint of these partitions has to be prepared.
    pub(crate) fn has_partition(&self, partitions: &Range<usize>) -> bool {
        self.partitions.iter().take(partitions.end).skip(partitions.start).any(|is_dirty| *is_dirty)
    }

    /// Whether a joint of any partition has to be prepared.
    pub(crate) fn has_any_partition(&self) -> bool {
        self.has_partition(&(0..self.partitions.len()))
    }

    /// The bodies are loaded, and the joints set up.
    pub(crate) fn clear_setups(&mut self) {
        self.all_bodies = false;
        self.bodies.clear();
        self.joints_of.clear();
        self.lateness = false;
    }

    /// The joints are prepared.
    pub(crate) fn clear_joints(&mut self) {
        self.partitions.clear();
        self.all_joints = false;
    }
}
