//! What of a step's bodies is not as it was in the step before.

/// What joints depend on besides poses and velocities, and has changed.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The places of bodies whose masses have changed, that have fallen asleep or woken, or whose angle has come into or out of
    /// the scalar's reach.
    pub(crate) bodies: Vec<u32>,
    /// Whether the time has come into or out of it.
    pub(crate) lateness: bool,
}

impl Changes {
    /// Joints have been readied for all of it.
    pub(crate) fn clear(&mut self) {
        self.bodies.clear();
        self.lateness = false;
    }
}

/// The bodies that others than steps have changed, or may have: the next step takes them in anew.
#[derive(Debug)]
pub(crate) struct DirtyBodies {
    pub(crate) are_all: bool,
    /// Their places, if not all.
    pub(crate) places: Vec<u32>,
}

impl DirtyBodies {
    pub(crate) const ALL: Self = Self { are_all: true, places: Vec::new() };

    /// Of so many bodies, one may have been altered that may be seen from islands all over the world, since it `is_shared`: one that
    /// impulses do not move.
    pub(crate) fn add(&mut self, place: u32, is_shared: bool, count: usize) {
        // One by one, more cost as much as all of them.
        self.are_all |= is_shared || self.places.len() > count / 4 + 16;
        if self.are_all {
            self.places.clear();
        } else {
            self.places.push(place);
        }
    }

    /// They have been taken in.
    pub(crate) fn clear(&mut self) {
        self.are_all = false;
        self.places.clear();
    }
}
