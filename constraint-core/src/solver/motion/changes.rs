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
    pub(crate) const fn is_empty(&self) -> bool {
        self.bodies.is_empty() && !self.lateness
    }

    /// Joints have been readied for all of it.
    pub(crate) fn clear(&mut self) {
        self.bodies.clear();
        self.lateness = false;
    }
}
