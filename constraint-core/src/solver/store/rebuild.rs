//! Bringing the solved joints up to date, by no more than what has changed.
//!
//! In: joints whose [dirty flag](DirtyMark) is raised, and dirty bodies. Out: every joint that acts has a place among the joints that are solved.
//!
//! Before the first substep, dirty joints leave places where they cannot stay, in the order of their slots, and then find new places. The
//! result depends only on the joints and on where the others are. A loaded world, in which every joint is dirty, finds the same.

use crate::body_set::BodySet;
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::SolverBodies;
use crate::solver::dirty::{Dirty, DirtyMark};
use crate::solver::packs::joint_data::WarmStartCache;
use crate::solver::store::JointStore;
use crate::solver::store::active_joints::JointLocation;

impl JointStore {
    /// The joint is looked at again before the next step.
    pub(crate) fn mark(&mut self, key: Key) {
        if let Some(entry) = self.entries.get_mut(key) {
            DirtyMark { is_dirty: &mut entry.is_dirty, dirty_joints: &mut self.dirty_joints, key }.take();
        }
    }

    /// Finds a place for each joint that has changed, or whose bodies have.
    pub(crate) fn find_places(&mut self, motion: &SolverBodies, bodies: &dyn BodySet, dirty: &mut Dirty) {
        self.active.set_width(motion.width);
        // The first step of a world that was loaded makes all setups.
        if core::mem::take(&mut self.is_restored) {
            self.mark_all();
        }
        self.mark_held(dirty);
        self.find_apart(bodies, motion.time);
        self.find_hubs(motion);
        let mut changed = core::mem::take(&mut self.dirty_joints);
        changed.sort_unstable();
        for &key in &changed {
            if self.entries.get(key).is_some() {
                motion.mark_dirty_bodies(self.entries.places(key.index), dirty);
            }
            self.leave(key, motion, dirty);
        }
        for &key in &changed {
            self.enter(key, motion, bodies, dirty);
        }
        changed.clear();
        self.dirty_joints = changed;
    }

    /// Notes the joints of the bodies that have changed.
    fn mark_held(&mut self, dirty: &Dirty) {
        for &body in &dirty.joints_of {
            for joint in self.adjacency.joints(body) {
                let Some((key, entry)) = self.entries.at_mut(joint) else { continue };
                DirtyMark { is_dirty: &mut entry.is_dirty, dirty_joints: &mut self.dirty_joints, key }.take();
            }
        }
        if self.kernels.layout.reads_time && dirty.lateness {
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
    fn leave(&mut self, key: Key, motion: &SolverBodies, dirty: &mut Dirty) {
        let spoke = self.spoke(key, motion);
        let Some(entry) = self.entries.get_mut(key) else { return };
        entry.is_dirty = false;
        let (options, place) = (entry.options, entry.place);
        if let Some(place) = place {
            let bodies = self.entries.places(key.index);
            let suits = || self.active.suits(place, bodies, motion, spoke);
            if options.enabled && !self.entries.sleeps(key.index, motion) && suits() {
                return;
            }
            let kept = self.active.kept(place).map(|kept| Box::new((kept, self.h)));
            self.deactivate(key, dirty);
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
    fn enter(&mut self, key: Key, motion: &SolverBodies, bodies: &dyn BodySet, dirty: &mut Dirty) {
        let Some(entry) = self.entries.get_mut(key) else { return };
        let (options, place) = (entry.options, entry.place);
        if !options.enabled || self.entries.sleeps(key.index, motion) {
            return;
        }
        if let Some(place) = place {
            self.sort_by_options(key, place, motion, dirty);
            let change = self.set_up(key, motion);
            if !self.has_come_apart(key, change, bodies, motion.time) {
                return;
            }
            // It goes on with the impulses that it has, but not among the spokes of a hub.
            self.set_apart(key);
            let place = self.entries.get(key).and_then(|entry| entry.place);
            let kept = place.and_then(|place| self.active.kept(place)).map(|kept| Box::new((kept, self.h)));
            self.deactivate(key, dirty);
            self.hubs.touch(self.entries.places(key.index));
            if let Some(entry) = self.entries.get_mut(key) {
                entry.sleeping = kept;
            }
        }
        let spoke = self.spoke(key, motion);
        let kept = self.entries.get_mut(key).and_then(|entry| entry.recall(self.h));
        let kept = kept.unwrap_or_else(|| WarmStartCache::new(&self.kernels.layout));
        let Some(joint) = self.entries.to_solve(key) else { return };
        let place = self.active.insert(joint, motion, kept, spoke);
        self.set_place(key, place);
    }

    /// Puts a joint that stays in this place where joints with its options are.
    fn sort_by_options(&mut self, key: Key, place: JointLocation, motion: &SolverBodies, dirty: &mut Dirty) {
        let Some(joint) = self.entries.to_solve(key) else { return };
        let Some((own, moved)) = self.active.sort_by_options(place, joint, motion) else { return };
        // Another joint may have taken the lane, as where one goes.
        self.active.mark_partition_of(own, dirty);
        self.set_place(key, own);
        if let Some(moved) = moved {
            self.set_place(moved, place);
        }
    }

    /// Makes the setup of a joint that has a place again. Returns by how much a number of it has changed at most.
    pub(crate) fn set_up(&mut self, key: Key, motion: &SolverBodies) -> Scalar {
        let place = self.entries.get(key).and_then(|entry| entry.place);
        match (place, self.entries.to_solve(key)) {
            (Some(place), Some(joint)) => self.active.set_up(place, joint, motion),
            _ => 0.0,
        }
    }

    pub(crate) fn set_place(&mut self, key: Key, place: JointLocation) {
        if let Some(entry) = self.entries.get_mut(key) {
            entry.place = Some(place);
        }
    }

    /// Takes a joint out of those that are solved.
    pub(crate) fn deactivate(&mut self, key: Key, dirty: &mut Dirty) {
        let Some(place) = self.entries.get_mut(key).and_then(|entry| entry.place.take()) else { return };
        // Another joint may take the lane, and is prepared there: in a partition of which no body may tell that is left.
        self.active.mark_partition_of(place, dirty);
        let moved = self.active.remove(key, place, self.entries.places(key.index));
        if let Some(moved) = moved {
            self.set_place(moved, place);
        }
    }
}
