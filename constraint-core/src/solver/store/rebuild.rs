//! Bringing the solved joints up to date, by no more than what has changed.
//!
//! Whoever changes a joint [notes](DirtyMark) it; a step tells on which bodies something has changed. Before the first substep
//! these joints, in the order of their places, leave where they cannot stay, and then find a new place. All that the next
//! step depends on besides the joints themselves is where the others are, so that a world goes on alike when it is loaded, and
//! every joint is looked at.

use crate::body::Body;
use crate::math::Scalar;
use crate::slots::{Key, Slots};
use crate::solver::SolverBodies;
use crate::solver::bodies::Changes;
use crate::solver::dirty::DirtyPartitions;
use crate::solver::packs::joint_data::WarmStartCache;
use crate::solver::store::JointStore;
use crate::solver::store::active_joints::{Joint, JointLocation};

/// Where a joint that has changed is noted, once.
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

impl JointStore {
    /// The joint is looked at again before the next step.
    pub(crate) fn mark(&mut self, key: Key) {
        if let Some(entry) = self.entries.get_mut(key) {
            DirtyMark { is_dirty: &mut entry.is_dirty, dirty_joints: &mut self.dirty_joints, key }.take();
        }
    }

    /// Finds a place for each joint that has changed, or whose bodies have.
    pub(crate) fn find_places(
        &mut self,
        (motion, bodies): (&SolverBodies, &Slots<Body>),
        changes: &Changes,
        dirty: &mut DirtyPartitions,
    ) {
        self.active.set_width(motion.width);
        // The first step of a world that was loaded makes all setups.
        if core::mem::take(&mut self.is_restored) {
            self.mark_all();
        }
        self.mark_held(changes);
        self.find_apart(bodies, motion.time);
        self.find_hubs(motion);
        let mut changed = core::mem::take(&mut self.dirty_joints);
        changed.sort_unstable();
        for &key in &changed {
            if self.entries.get(key).is_some() {
                motion.mark_dirty_bodies(self.entries.places(key.index), dirty);
            }
            self.leave(key, motion);
        }
        for &key in &changed {
            self.enter(key, motion, bodies);
        }
        dirty.join(&mut self.dirty_left);
        changed.clear();
        self.dirty_joints = changed;
    }

    /// Notes the joints of the bodies that have changed.
    fn mark_held(&mut self, changes: &Changes) {
        for &body in &changes.bodies {
            for joint in self.adjacency.joints(body) {
                let Some((key, entry)) = self.entries.at_mut(joint) else { continue };
                DirtyMark { is_dirty: &mut entry.is_dirty, dirty_joints: &mut self.dirty_joints, key }.take();
            }
        }
        if self.kernels.layout.reads_time && changes.lateness {
            self.mark_all();
        }
    }

    pub(crate) fn mark_all(&mut self) {
        for (key, entry) in self.entries.iter_mut() {
            DirtyMark { is_dirty: &mut entry.is_dirty, dirty_joints: &mut self.dirty_joints, key }.take();
        }
    }

    /// Takes a joint from its place if it cannot stay there. It keeps what it has for the time when it is solved again, unless
    /// it is disabled.
    fn leave(&mut self, key: Key, motion: &SolverBodies) {
        let spoke = self.spoke(key, motion);
        let Some(entry) = self.entries.get_mut(key) else { return };
        entry.is_dirty = false;
        let (options, place, is_apart) = (entry.options, entry.place, entry.is_apart);
        if let Some(place) = place {
            let bodies = self.entries.places(key.index);
            let suits = || self.active.suits(place, (bodies, &options, is_apart), motion, spoke);
            if options.enabled && !self.entries.sleeps(key.index, motion) && suits() {
                return;
            }
            let kept = self.active.kept(place).map(|kept| Box::new((kept, self.h)));
            self.vacate(key);
            if let Some(entry) = self.entries.get_mut(key) {
                entry.sleeping = kept;
            }
        }
        if !options.enabled
            && let Some(entry) = self.entries.get_mut(key)
        {
            entry.sleeping = None;
        }
    }

    /// Finds a place for a joint that is to be solved and has none; makes the setup of one that has stayed.
    fn enter(&mut self, key: Key, motion: &SolverBodies, bodies: &Slots<Body>) {
        let spoke = self.spoke(key, motion);
        let Some(entry) = self.entries.get_mut(key) else { return };
        let (options, place) = (entry.options, entry.place);
        if !options.enabled || self.entries.sleeps(key.index, motion) {
            return;
        }
        if let Some(place) = place {
            let change = self.set_up(key, place, motion);
            if !self.has_come_apart(key, change, bodies, motion.time)
                || self.entries.get(key).is_some_and(|entry| entry.is_apart)
            {
                return;
            }
            // It goes on alone, with the impulses that it has.
            let kept = self.active.kept(place).map(|kept| Box::new((kept, self.h)));
            self.vacate(key);
            self.hubs.touch(self.entries.places(key.index));
            if let Some(entry) = self.entries.get_mut(key) {
                entry.sleeping = kept;
            }
            self.set_apart(key);
        }
        let is_apart = self.entries.get(key).is_some_and(|entry| entry.is_apart);
        let kept = self.entries.get_mut(key).and_then(|entry| entry.recall(self.h));
        let kept = kept.unwrap_or_else(|| WarmStartCache::new(&self.kernels.layout));
        let Some(parameters) = self.entries.joint(key) else { return };
        let bodies = self.entries.places(key.index);
        let joint = Joint { key, parameters, options: &options, bodies, is_apart };
        let place = self.active.insert(joint, motion, kept, spoke);
        if let Some(entry) = self.entries.get_mut(key) {
            entry.place = Some(place);
        }
    }

    /// Makes the setup of a joint anew, which stands there.
    pub(crate) fn set_up(&mut self, key: Key, place: JointLocation, motion: &SolverBodies) -> Scalar {
        let (Some(entry), Some(parameters)) = (self.entries.get(key), self.entries.joint(key)) else { return 0.0 };
        let (options, bodies, is_apart) = (&entry.options, self.entries.places(key.index), entry.is_apart);
        self.active.set_up(place, Joint { key, parameters, options, bodies, is_apart }, motion)
    }

    /// Takes a joint out of those that are solved.
    pub(crate) fn vacate(&mut self, key: Key) {
        let Some(place) = self.entries.get_mut(key).and_then(|entry| entry.place.take()) else { return };
        // Another joint may take the lane, and is prepared there: in a partition of which no body may tell that is left.
        self.active.tell(place, &mut self.dirty_left);
        let moved = self.active.remove(key, place, self.entries.places(key.index));
        if let Some(entry) = moved.and_then(|key| self.entries.get_mut(key)) {
            entry.place = Some(place);
        }
    }
}
