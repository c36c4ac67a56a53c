//! The joints that have options, one after another.

use super::error::Errors;
use super::extra::Extra;
use super::member::{Kept, Member, norm};
use super::series::Series;
use crate::constraint::{Pass, Step};
use crate::joint::JointOptions;
use crate::kinematics::Pose;
use crate::lanes::{Lanes as _, Narrow, Record as _};
use crate::math::{Scalar, finite_or_zero};
use crate::slots::Key;
use crate::solver::Motion;
use crate::solver::crews::Seat;
use crate::solver::kernels::{
    Angles, AnyJoint, BatchPlace, BodyPlaces, HasKernels as _, JointKernels, Kernels, Layout, Poses, Velocities,
};
use crate::solver::motion::{Moving, as_long};

/// Such joints, each in a pack of its own.
pub(super) struct Alone {
    series: Series<Narrow>,
    /// By joint, what its options ask for: they cost nothing where nobody uses them.
    extras: Vec<Extra>,
}

/// The owner's side.
impl Alone {
    pub(super) const fn new(layout: Layout) -> Self {
        Self { series: Series::one_by_one(layout), extras: Vec::new() }
    }

    pub(super) const fn len(&self) -> usize {
        self.extras.len()
    }

    pub(super) fn keys(&self) -> &[Key] {
        &self.series.keys
    }

    /// The joints, with what their options ask for.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Key, &Extra)> {
        self.series.keys.iter().copied().zip(&self.extras)
    }

    pub(super) fn insert(&mut self, key: Key, member: &Member, options: &JointOptions) -> usize {
        self.extras.push(Extra::new(options));
        self.series.insert(key, member)
    }

    /// Removes a joint. Another one may take its place: returns which.
    pub(super) fn remove(&mut self, at: usize) -> Option<Key> {
        self.extras.swap_remove(at);
        self.series.remove(at)
    }

    /// Makes anew what is made of the joint's parameters, its options and its bodies' masses.
    pub(super) fn set_up(&mut self, at: usize, setup: &[Scalar], options: &JointOptions) {
        self.series.set_setup(at, setup);
        self.extras[at] = Extra::new(options);
    }

    /// The places of a joint's bodies.
    pub(super) fn bodies(&self, at: usize) -> Vec<u32> {
        self.series.bodies(at).collect()
    }

    pub(super) fn kept(&self, at: usize) -> Option<Kept> {
        self.series.kept(at)
    }

    pub(super) fn impulses(&self, at: usize) -> Option<Vec<Scalar>> {
        self.series.impulses(at)
    }

    pub(super) fn scale_impulses(&mut self, factor: Scalar) {
        self.series.scale_impulses(factor);
    }

    pub(super) fn forget(&mut self) {
        self.series.forget();
        self.extras.iter_mut().for_each(|extra| extra.broken = None);
    }
}

/// The passes' side.
impl Alone {
    /// Readies the options for substeps of length `h`.
    pub(super) fn set_substep(&mut self, h: Scalar) {
        self.extras.iter_mut().for_each(|extra| extra.begin(h));
    }

    /// Readies the joints for a step from where the bodies are.
    pub(super) fn begin(&mut self, table: &JointKernels, motion: &mut Motion) {
        let (all, bodies) = (self.len(), motion.seen());
        if all > 0 {
            self.series.find_bases(0..all, &bodies);
            (Narrow::kernels(table).begin)(self.series.span(0..all), Angles(bodies.angles));
        }
    }

    /// Prepares one of the joints for a substep.
    pub(super) fn prepare(
        &mut self,
        at: usize,
        (table, joint): (&JointKernels, &dyn AnyJoint),
        errors: &mut Errors,
        motion: &mut Motion,
        step: &Step<Scalar>,
    ) {
        let kernels = Narrow::kernels(table);
        if self.extras[at].is_rigid() {
            let bodies = motion.seen();
            let poses = Poses { moved: bodies.moved, turned: bodies.turned, in_lanes: &[] };
            (kernels.prepare)(self.series.span(at..at + 1), &poses, step);
        } else {
            self.prepare_soft(at, kernels, motion, step);
        }
        let bodies = self.bodies(at);
        self.extras[at].bound_error(|| errors.of_bodies(&bodies, motion).rigid_norm(joint, motion.time));
    }

    /// Not as a rigid joint, since a spring has been made of it: its arms are as long as they are.
    fn prepare_soft(&mut self, at: usize, kernels: &Kernels<Narrow>, motion: &mut Motion, step: &Step<Scalar>) {
        let seen = motion.seen();
        let poses = self.series.bodies(at).map(|body| {
            let [x, y, cos, sin] = seen.moved[body as usize].scalars().map(Narrow::splat);
            let angle = Narrow::splat(seen.turned[body as usize].since_start());
            as_long(Pose { x, y, angle, cos, sin })
        });
        let poses: Vec<Pose<Narrow>> = poses.collect();
        let slots: Vec<BatchPlace> = (0..).map(|at| BatchPlace::Seat(Seat::new(at, false))).take(poses.len()).collect();
        let span = self.series.span_of(at..at + 1, BodyPlaces::Batch(&slots, &[]), &mut []);
        (kernels.prepare)(span, &Poses { moved: &[], turned: &[], in_lanes: &poses }, step);
    }

    /// Has the impulses of the last substep applied again.
    pub(super) fn warm_start(&mut self, table: &JointKernels, velocities: &mut [Moving]) {
        for at in 0..self.len() {
            if self.extras[at].broken.is_none() {
                let impulses: Vec<Scalar> =
                    self.series.impulses(at).into_iter().flatten().map(finite_or_zero).collect();
                self.series.set_impulses(at, &impulses);
                (Narrow::kernels(table).apply)(self.series.span(at..at + 1), Velocities::of_world(velocities));
            }
        }
    }

    /// One iteration that takes out position errors.
    pub(super) fn solve(&mut self, table: &JointKernels, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        for at in 0..self.len() {
            if self.extras[at].broken.is_none() {
                self.solve_one(at, table, &self.extras[at].pass(pass), velocities);
            }
        }
    }

    /// One iteration of the joints that are rigid.
    pub(super) fn relax(&mut self, table: &JointKernels, velocities: &mut [Moving]) {
        for at in 0..self.len() {
            if self.extras[at].is_rigid() {
                self.solve_one(at, table, &Pass::relax(), velocities);
            }
        }
    }

    /// Solves a joint; the norm of its impulses does not exceed what its options allow.
    fn solve_one(&mut self, at: usize, table: &JointKernels, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        let (kernels, most) = (Narrow::kernels(table), self.extras[at].max_impulse);
        if most == Scalar::INFINITY {
            return (kernels.solve)(self.series.span(at..at + 1), Velocities::of_world(velocities), pass);
        }
        let bodies = self.bodies(at);
        let before: Vec<Moving> = bodies.iter().map(|&body| velocities[body as usize]).collect();
        let old: Vec<Scalar> = self.series.impulses(at).unwrap_or_default();
        (kernels.solve)(self.series.span(at..at + 1), Velocities::of_world(velocities), pass);
        let mut new: Vec<Scalar> = self.series.impulses(at).unwrap_or_default();
        let norm = norm(&new);
        if norm > most {
            new.iter_mut().for_each(|impulse| *impulse *= most / norm);
            // From the velocities before: taking back what was too much would leave its rounding behind.
            bodies.iter().zip(&before).for_each(|(&body, &velocity)| velocities[body as usize] = velocity);
            let change: Vec<Scalar> = new.iter().zip(&old).map(|(new, old)| new - old).collect();
            self.series.set_impulses(at, &change);
            (kernels.apply)(self.series.span(at..at + 1), Velocities::of_world(velocities));
            self.series.set_impulses(at, &new);
        }
    }

    /// Breaks a joint, if the substep that has just ended was too much for it.
    pub(super) fn strain(
        &mut self,
        at: usize,
        joint: &dyn AnyJoint,
        errors: &mut Errors,
        motion: &Motion,
        step: Step<Scalar>,
    ) {
        let (bodies, impulses) = (self.bodies(at), self.series.impulses(at).unwrap_or_default());
        let error = || errors.of_bodies(&bodies, motion).norm(joint, motion.time);
        self.extras[at].strain(&impulses, step.inverse_h, error);
    }
}
