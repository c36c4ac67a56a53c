//! A joint that generated code solves by itself, since it has options.

use super::Entry;
use super::active::Active;
use super::extra::Extra;
use crate::constraint::{Constraint, Pass, Step};
use crate::math::Scalar;
use crate::slots::{Key, Slots};
use crate::solver::Motion;
use crate::solver::motion::Moving;

/// Such a joint.
pub(super) struct Alone<J: Constraint> {
    pub(super) key: Key,
    pub(super) active: Active<J>,
    /// What its options ask for: they cost nothing where nobody uses them.
    pub(super) extra: Extra,
}

impl<J: Constraint> Alone<J> {
    /// Makes anew what is made of the joint's parameters, its options and its bodies' masses.
    pub(super) fn set_up(&mut self, entry: &Entry<J>, motion: &Motion) {
        self.active.set_up(&entry.joint, &motion.masses);
        self.extra = Extra::new(&entry.options);
    }

    /// Readies the joint for a step with substeps of length `h`.
    pub(super) fn begin(&mut self, motion: &Motion, h: Scalar) {
        self.active.begin(motion);
        self.extra.begin(h);
    }

    pub(super) fn prepare(&mut self, entries: &Slots<Entry<J>>, motion: &Motion, step: Step<Scalar>) {
        self.active.prepare(motion, step, self.extra.is_rigid());
        if let Some(entry) = entries.get(self.key) {
            self.extra.bound_error(|| self.active.rigid_error(&entry.joint, motion));
        }
    }

    pub(super) fn warm_start(&mut self, velocities: &mut [Moving]) {
        if self.extra.broken.is_none() {
            self.active.warm_start(velocities);
        }
    }

    /// One iteration that takes out position errors.
    pub(super) fn solve(&mut self, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        if self.extra.broken.is_none() {
            self.active.solve_within(self.extra.max_impulse, &self.extra.pass(pass), velocities);
        }
    }

    /// One iteration, if the joint is rigid.
    pub(super) fn relax(&mut self, velocities: &mut [Moving]) {
        if self.extra.is_rigid() {
            self.active.solve_within(self.extra.max_impulse, &Pass::relax(), velocities);
        }
    }

    /// Breaks the joint, if the substep that has just ended was too much for it.
    pub(super) fn strain(&mut self, entries: &Slots<Entry<J>>, motion: &Motion, step: Step<Scalar>) {
        if let Some(entry) = entries.get(self.key) {
            let error = || self.active.error(&entry.joint, motion);
            self.extra.strain(self.active.impulses.as_ref(), step.inverse_h, error);
        }
    }

    pub(super) fn forget(&mut self) {
        self.active.forget();
        self.extra.broken = None;
    }

    pub(super) const fn is_rigid(&self) -> bool {
        self.extra.is_rigid()
    }
}
