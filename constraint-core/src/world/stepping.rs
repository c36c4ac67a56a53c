//! Which way a world is stepped.

use core::ops::Range;

use super::World;
use crate::constraint::Step;
use crate::error::Error;
use crate::lanes::Width;
use crate::math::Scalar;
use crate::solver;
use crate::solver::partition::boundaries::{JointSpans, MANY};
use crate::solver::{JointStore, PositionIntegrator, Substeps};
use crate::stepping::Stepping;

impl World {
    /// How a step moves the bodies.
    pub const fn stepping(&self) -> Stepping {
        self.stepping
    }

    /// Sets how a step moves the bodies.
    ///
    /// # Errors
    /// [`Error::NoIterations`]; [`Error::NotAShare`], [`Error::NotFinite`] or [`Error::Negative`] for an option.
    pub fn set_stepping(&mut self, stepping: Stepping) -> Result<(), Error> {
        stepping.validate()?;
        if stepping != self.stepping {
            self.evict_all();
            self.stepping = stepping;
        }
        Ok(())
    }

    /// Solves at most so many joints at once; the processor may have fewer lanes. For tests: no result depends on it.
    #[doc(hidden)]
    pub fn set_lanes(&mut self, most: usize) {
        self.evict_all();
        self.motion.width = Width::at_most(most);
        // So that the next step has blocks of that width.
        self.joints_partitioned = 0;
        self.dirty_bodies.are_all = true;
    }

    /// Takes partitions of at least so many joints one after another. For tests: no result depends on it.
    #[doc(hidden)]
    pub const fn set_partition(&mut self, joints: usize) {
        self.partition = joints;
    }

    /// How many parts a step has.
    pub(super) const fn parts(&self) -> u32 {
        match self.stepping {
            Stepping::Substeps => self.substeps,
            Stepping::SequentialImpulses(_) => 1,
        }
    }

    /// Cuts the bodies into partitions, if there are twice or half as many joints as when that was done, or many of them hold
    /// partitions together. Whether that was so.
    pub(super) fn repartition(&mut self) -> bool {
        let enough = self.partition;
        let count: usize = self.joints.iter().map(JointStore::len).sum();
        let cross_partition: usize =
            self.joints.iter().filter_map(JointStore::cross_partition).map(Iterator::count).sum();
        let is_due = count >= 2 * self.joints_partitioned + enough
            || 2 * count + enough < self.joints_partitioned
            || 32 * cross_partition > count + enough;
        if is_due {
            let mut spans = JointSpans::new(self.motion.velocities.len());
            self.joints.iter().for_each(|store| store.add_spans(&self.motion, &mut spans));
            self.motion.boundaries = spans.boundaries(enough);
            self.joints.iter_mut().for_each(|store| store.cut(&self.motion, enough));
            self.joints_partitioned = count;
        }
        is_due
    }

    /// Finds the partitions that are moved together.
    fn find_groups(&mut self) {
        let Self { groups, joints, motion, .. } = self;
        if joints.iter().any(|store| store.cross_partition().is_none()) {
            return groups.join_all(&motion.boundaries);
        }
        groups.find(&motion.boundaries, joints.iter().filter_map(JointStore::cross_partition).flatten());
        // A spring between bodies that go nowhere has its impulse all the same.
        let are_in = |group: &Range<usize>| joints.iter().any(|store| store.are_in(group));
        groups.all.retain(|group| !motion.idle.are(group) || are_in(group));
    }

    /// Moves what [`step`](Self::step) has loaded. The joints `are_ready`, but for those that have changed themselves.
    pub(super) fn solve(&mut self, step: Step<Scalar>, are_ready: bool) {
        self.joints_ready = matches!(self.stepping, Stepping::Substeps);
        self.find_groups();
        let most_angular = self.max_angular_speed.unwrap_or(Scalar::INFINITY);
        let (motion, joints, dirty, groups) = (&mut self.motion, &mut self.joints, &mut self.dirty, &self.groups.all);
        match &self.stepping {
            Stepping::Substeps => {
                let soft = self.history.default_pass(step.h);
                let integrator = PositionIntegrator::new(step.h, most_angular, &soft);
                let substeps = Substeps { first: step, count: self.substeps, start: self.time, soft, integrator };
                for (number, group) in groups.iter().enumerate() {
                    let are_ready = are_ready && !dirty.has(group);
                    let next = groups.get(number + 1).filter(|_| groups.len() > MANY);
                    motion.take(group.clone());
                    motion.group.next = next.cloned().unwrap_or_default();
                    solver::advance(motion, joints, &substeps, are_ready);
                }
                motion.batches.step(|number, batch, next| {
                    solver::advance_batch(number, batch, next, joints, &substeps);
                });
            }
            Stepping::SequentialImpulses(options) => {
                motion.take(0..motion.boundaries.len() + 1);
                solver::sequential_impulses::advance(motion, joints, step, options, self.time, most_angular);
            }
        }
        dirty.clear();
    }
}
