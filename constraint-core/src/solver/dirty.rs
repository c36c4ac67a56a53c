//! Dirty flags: what has changed since the last step. A step brings nothing else up to date, so a change costs what it changes.
//!
//! In: [`Dirty::mark`], which every editor of bodies and joints calls, and [`DirtyMark`], which a borrowed joint carries.
//! Out: a step reads the flags in three places and clears them there.
//!
//! | flags | read by | cleared |
//! |---|---|---|
//! | bodies, `joints_of`, `lateness` | gather, set up | when joints have their places: [`Dirty::clear_setups`] |
//! | partitions, all joints | prepare | after the step: [`Dirty::clear_joints`] |
//! | `held_bodies`, `links` | the phase-by-phase driver, the energy guard | where they are read |
//! | one joint | the joints of its type | when it has its place |
//!
//! Two marks are elsewhere, since they are results of a step and not changes: whether an angle has passed the range of the
//! scalar (`has_crossed`, beside the angles), and whether a loaded store has been stepped (`is_restored`).

use core::ops::Range;

use crate::slots::Key;

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
    /// Which bodies joints hold: a joint has come or gone.
    HeldBodies,
    /// The options of a joint.
    JointOptions,
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
    /// Whether islands may be other ones: joints have come, gone, or have other options.
    pub(crate) links: bool,
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
            links: false,
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
            Change::HeldBodies => (self.held_bodies, self.links) = (true, true),
            Change::JointOptions => self.links = true,
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

/// Marks one joint as changed. The joint is listed once.
#[derive(Debug)]
pub(crate) struct DirtyMark<'a> {
    pub(crate) is_dirty: &'a mut bool,
    pub(crate) dirty_joints: &'a mut Vec<Key>,
    pub(crate) key: Key,
}

impl DirtyMark<'_> {
    pub(crate) fn take(&mut self) {
        if !core::mem::replace(self.is_dirty, true) {
            self.dirty_joints.push(self.key);
        }
    }
}
