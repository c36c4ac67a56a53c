//! Whole steps: all substeps of a batch of islands, or of a group of partitions, before the next one begins.

use core::ops::Range;

use super::JointSet;
use crate::body_set::{BodySet, MovedBodySet};
use crate::check;
use crate::error::Error;
use crate::event::Event;
use crate::lanes::Width;
use crate::math::{Scalar, Vec2, double, nearest};
use crate::pass::Step;
use crate::solver::dirty::Change;
use crate::solver::integrator::position_integrator::PositionIntegrator;
use crate::solver::partition::boundaries::{JointSpans, MANY};
use crate::solver::sequential_impulses;
use crate::solver::step::{self, Partitions, Substeps};
use crate::solver::{JointStore, PushOut};
use crate::stepping::Stepping;

/// How a step moves bodies.
pub(crate) struct Plan {
    pub(crate) stepping: Stepping,
    pub(crate) substeps: u32,
    pub(crate) gravity: Vec2,
    /// The greatest angular speed, rad/s.
    pub(crate) most_angular: Scalar,
}

impl Plan {
    /// How many parts a step has.
    const fn parts(&self) -> u32 {
        match self.stepping {
            Stepping::Substeps => self.substeps,
            Stepping::SequentialImpulses(_) => 1,
            // Of the islands that are left to substeps.
            #[cfg(feature = "direct")]
            Stepping::Direct { .. } => self.substeps,
        }
    }
}

/// A step, from its beginning to its end. In between, the owner of the bodies may wake them.
impl JointSet {
    /// The first substep of a step of length `dt` by this plan, if the joints can take it.
    pub(crate) fn plan_step(&self, plan: &Plan, dt: Scalar) -> Result<Step<Scalar>, Error> {
        let step = self.cut_step(dt, plan.parts())?;
        self.validate()?;
        Ok(step)
    }

    /// The first of so many substeps of a step of length `dt`.
    pub(super) fn cut_step(&self, dt: Scalar, parts: u32) -> Result<Step<Scalar>, Error> {
        check::finite_positive("length of a step", dt)?;
        check::finite("time of the world after the step", nearest(self.time + double(dt)))?;
        if parts == 0 {
            return Err(Error::NoSubsteps);
        }
        let h = dt / nearest(f64::from(parts));
        check::positive("length of a substep", h)?;
        Ok(Step { h, inverse_h: h.recip(), time: nearest(self.time) })
    }

    /// Finds the first joint whose changed parameters mean nothing.
    pub(crate) fn validate(&self) -> Result<(), Error> {
        self.stores.iter().try_for_each(JointStore::validate)
    }

    /// Removes or disables what broke in the last step. Returns the bodies that it held.
    pub(crate) fn remove_broken(&mut self) -> Vec<u32> {
        let Self { stores, dirty, .. } = self;
        let mut released = Vec::new();
        for store in stores {
            store.remove_broken(&mut released, dirty);
        }
        released
    }

    /// Lets the joints change themselves that want to.
    pub(crate) fn update<B: BodySet>(&mut self, bodies: &B) -> Result<(), Error> {
        let Self { stores, motion, .. } = self;
        stores.iter_mut().try_for_each(|store| store.update(bodies, motion))
    }

    /// Moves the bodies by a step of length `dt` that begins with this substep.
    ///
    /// # Errors
    /// The first body that would be at NaN or infinity. No body has moved then, and the joints have forgotten their impulses.
    pub(crate) fn advance<B: MovedBodySet>(
        &mut self,
        bodies: &mut B,
        plan: &Plan,
        step: Step<Scalar>,
        dt: Scalar,
    ) -> Result<(), u32> {
        #[cfg(feature = "direct")]
        if let Stepping::Direct { order } = plan.stepping {
            return self.advance_directly(bodies, plan, step, dt, order);
        }
        self.advance_substeps(bodies, plan, step, dt)
    }

    /// As [`advance`](Self::advance), by substeps or iterations.
    pub(super) fn advance_substeps<B: MovedBodySet>(
        &mut self,
        bodies: &mut B,
        plan: &Plan,
        step: Step<Scalar>,
        dt: Scalar,
    ) -> Result<(), u32> {
        let longer = self.history.longer(step.h);
        if longer.is_some() {
            self.mark(Change::AllBodies);
        }
        let has_come = self.load(bodies, plan, step);
        self.motion.begin(self.time, &mut self.dirty);
        let are_prepared = !self.dirty.are_all_joints();
        self.mark_partitions();
        let push_out = match plan.stepping {
            Stepping::Substeps => PushOut::new(self.push_out_speed, &self.history.default_pass(step.h)),
            Stepping::SequentialImpulses(_) => PushOut::NONE,
            #[cfg(feature = "direct")]
            Stepping::Direct { .. } => PushOut::NONE,
        };
        self.arrange(&*bodies, push_out);
        let is_batched = self.form_batches(bodies, plan, step);
        self.stores.iter_mut().for_each(|store| store.begin(&self.motion, step.h, longer));
        let is_cut = self.repartition();
        if is_batched {
            self.motion.find_velocity_updates(bodies, plan.gravity, step.h);
        }
        if has_come || is_batched || is_cut {
            self.motion.find_idle();
        }
        self.solve_fused(plan, step, are_prepared && !is_batched && !is_cut);

        let batched = self.stores.iter().map(JointStore::in_batches).sum();
        self.motion.unload(bodies, &self.threads, batched).inspect_err(|_| {
            self.forget();
            self.mark(Change::AllBodies);
        })?;
        self.history.advance(&step, dt);
        Ok(())
    }

    /// Time passes in so many substeps like this one.
    pub(crate) fn pass(&mut self, plan: &Plan, step: Step<Scalar>) {
        self.time += double(step.h) * f64::from(plan.parts());
    }

    /// Reports what broke in this step.
    pub(crate) fn report(&mut self, events: &mut Vec<Event>) {
        self.stores.iter_mut().for_each(|store| store.report(events));
    }

    /// Forgets the impulses, and the step that they are of.
    pub(super) fn forget(&mut self) {
        self.stores.iter_mut().for_each(JointStore::forget);
        self.history.last = None;
    }

    /// Loads the bodies that are dirty. Whether any has come or gone that goes anywhere.
    fn load<B: MovedBodySet>(&mut self, bodies: &B, plan: &Plan, step: Step<Scalar>) -> bool {
        let Self { motion, dirty, .. } = self;
        if dirty.all_bodies {
            motion.load(bodies, plan.gravity, step.h, dirty);
            return true;
        }
        motion.reload(bodies, plan.gravity, step.h, dirty)
    }

    /// Marks the joints that have to be prepared for the bodies that are dirty.
    pub(super) fn mark_partitions(&mut self) {
        let Self { motion, dirty, .. } = self;
        let places = motion.velocities.len();
        let dirty_bodies = core::mem::take(&mut dirty.bodies);
        dirty_bodies
            .iter()
            .filter(|body| (**body as usize) < places)
            .for_each(|&body| motion.mark_partition_of(body, dirty));
        dirty.bodies = dirty_bodies;
        let changed = core::mem::take(&mut dirty.joints_of);
        for &body in &changed {
            motion.mark_partition_of(body, dirty);
        }
        dirty.joints_of = changed;
    }

    /// Finds a place for each joint that has changed, or whose bodies have.
    pub(super) fn arrange(&mut self, bodies: &dyn BodySet, push_out: PushOut) {
        let Self { stores, motion, dirty, .. } = self;
        for store in stores {
            store.arrange(motion, bodies, push_out, dirty);
        }
        dirty.clear_setups();
    }

    /// Cuts the bodies into partitions, if there are twice or half as many joints as when that was done, or many of them hold
    /// partitions together. Whether that was so.
    pub(super) fn repartition(&mut self) -> bool {
        let Self { partition, stores, motion, .. } = self;
        let enough = partition.enough;
        let count: usize = stores.iter().map(JointStore::len).sum();
        let cross_partition: usize = stores.iter().filter_map(JointStore::cross_partition).map(Iterator::count).sum();
        let is_due = count >= 2 * partition.joints + enough
            || 2 * count + enough < partition.joints
            || 32 * cross_partition > count + enough;
        if is_due {
            let mut spans = JointSpans::new(motion.velocities.len());
            for store in &*stores {
                store.add_spans(motion, &mut spans);
            }
            motion.boundaries = spans.boundaries(enough);
            for store in stores {
                store.cut(motion, enough);
            }
            partition.joints = count;
        }
        is_due
    }

    /// Finds the partitions that are moved together.
    fn find_groups(&mut self) {
        let Self { partition, stores, motion, .. } = self;
        let groups = &mut partition.groups;
        if stores.iter().any(|store| store.cross_partition().is_none()) {
            return groups.join_all(&motion.boundaries);
        }
        groups.find(&motion.boundaries, stores.iter().filter_map(JointStore::cross_partition).flatten());
        // A spring between bodies that go nowhere has its impulse all the same.
        let are_in = |group: &Range<usize>| stores.iter().any(|store| store.are_in(group));
        groups.all.retain(|group| !motion.idle.are(group) || are_in(group));
    }

    /// Moves the bodies that are loaded. The joints `are_prepared`, but for those that have changed themselves.
    fn solve_fused(&mut self, plan: &Plan, step: Step<Scalar>, are_prepared: bool) {
        self.find_groups();
        let Self { motion, stores, dirty, partition, history, threads, .. } = self;
        let groups = &partition.groups.all;
        let leaves_prepared = match &plan.stepping {
            Stepping::Substeps => {
                let soft = history.default_pass(step.h);
                let integrator = PositionIntegrator::new(step.h, plan.most_angular, &soft);
                let substeps = Substeps { first: step, count: plan.substeps, start: self.time, soft, integrator };
                for (number, group) in groups.iter().enumerate() {
                    let are_prepared = are_prepared && !dirty.has_partition(group);
                    let next = groups.get(number + 1).filter(|_| groups.len() > MANY);
                    motion.take(group.clone());
                    motion.group.next = next.cloned().unwrap_or_default();
                    step::run(&mut Partitions { bodies: motion, joints: stores, are_prepared }, &substeps);
                }
                step::run_batches(&mut motion.batches, stores, &substeps, threads);
                true
            }
            Stepping::SequentialImpulses(options) => {
                motion.take(0..motion.boundaries.len() + 1);
                sequential_impulses::advance(motion, stores, step, options, self.time, plan.most_angular);
                false
            }
            // Has its own steps: `advance_directly`.
            #[cfg(feature = "direct")]
            Stepping::Direct { .. } => false,
        };
        dirty.clear_joints();
        if !leaves_prepared {
            dirty.mark(Change::AllJoints);
        }
    }
}

/// For tests: no result depends on these.
impl JointSet {
    /// Solves at most so many joints at once; the processor may have fewer lanes.
    pub(crate) fn set_lanes(&mut self, most: usize) {
        self.evict_all();
        self.motion.width = Width::at_most(most);
        self.cut_in_next_step();
        self.mark(Change::AllBodies);
    }

    /// Takes partitions of at least so many joints one after another.
    pub(crate) const fn set_partition(&mut self, joints: usize) {
        self.partition.enough = joints;
    }

    /// The next step partitions the bodies again, with packs of the present width.
    pub(super) const fn cut_in_next_step(&mut self) {
        self.partition.joints = 0;
    }
}
