//! A joint that generated code solves by itself: it has options, or found no colour free.

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
    /// What its options ask for, if it has any: they cost nothing where nobody uses them.
    pub(super) extra: Option<Extra>,
}

impl<J: Constraint> Alone<J> {
    /// Makes anew what is made of the joint's parameters, its options and its bodies' masses.
    pub(super) fn set_up(&mut self, entry: &Entry<J>, motion: &Motion) {
        self.active.set_up(&entry.joint, &motion.masses);
        self.extra = self.extra.as_ref().map(|_| Extra::new(&entry.options));
    }

    /// Readies the joint for a step with substeps of length `h`.
    pub(super) fn begin(&mut self, motion: &Motion, h: Scalar) {
        self.active.begin(motion);
        self.extra.iter_mut().for_each(|extra| extra.begin(h));
    }

    pub(super) fn prepare(&mut self, entries: &Slots<Entry<J>>, motion: &Motion, step: Step<Scalar>) {
        self.active.prepare(motion, step);
        if let (Some(extra), Some(entry)) = (&mut self.extra, entries.get(self.key)) {
            extra.bound_error(|| self.active.error(&entry.joint, motion));
        }
    }

    pub(super) fn warm_start(&self, velocities: &mut [Moving]) {
        if self.is_whole() {
            self.active.warm_start(velocities);
        }
    }

    /// One iteration that takes out position errors.
    pub(super) fn solve(&mut self, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        match &self.extra {
            None => self.active.solve(pass, velocities),
            Some(extra) if extra.broken.is_some() => {}
            Some(extra) => self.active.solve_within(extra.max_impulse, &extra.pass(pass), velocities),
        }
    }

    /// One iteration, if the joint is rigid.
    pub(super) fn relax(&mut self, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        match &self.extra {
            None => self.active.solve(pass, velocities),
            Some(extra) if !extra.is_rigid() => {}
            Some(extra) => self.active.solve_within(extra.max_impulse, pass, velocities),
        }
    }

    /// Breaks the joint, if the substep that has just ended was too much for it.
    pub(super) fn strain(&mut self, entries: &Slots<Entry<J>>, motion: &Motion, step: Step<Scalar>) {
        if let (Some(extra), Some(entry)) = (&mut self.extra, entries.get(self.key)) {
            let error = || self.active.error(&entry.joint, motion);
            extra.strain(self.active.impulses.as_ref(), step.inverse_h, error);
        }
    }

    pub(super) fn forget(&mut self) {
        self.active.forget();
        self.extra.iter_mut().for_each(|extra| extra.broken = None);
    }

    pub(super) fn is_rigid(&self) -> bool {
        self.extra.as_ref().is_none_or(Extra::is_rigid)
    }

    fn is_whole(&self) -> bool {
        self.extra.as_ref().is_none_or(|extra| extra.broken.is_none())
    }
}
