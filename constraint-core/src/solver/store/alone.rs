//! The joints that have options, one after another.

use super::error::Errors;
use super::extra::Extra;
use super::member::{Kept, Member};
use super::series::Series;
use crate::angle::Angle;
use crate::constraint::{Pass, Step};
use crate::joint::JointOptions;
use crate::kinematics::Pose;
use crate::lanes::{Lanes as _, Record as _, Simd128};
use crate::math::{Scalar, finite_or_zero};
use crate::slots::Key;
use crate::solver::Motion;
use crate::solver::crews::Seat;
use crate::solver::kernels::{
    Angles, AnyJoint, Apply, BatchPlace, BodyPlaces, HasKernels as _, JointTable, Layout, Phases, Poses, Prepare,
    Solve, Velocities,
};
use crate::solver::motion::{Moving, as_long};

/// Such joints, each in a pack of its own.
pub(super) struct Alone {
    series: Series<Simd128>,
    /// By joint, what its options ask for: they cost nothing where nobody uses them.
    extras: Vec<Extra>,
    /// Whether the joints are prepared for a step that begins.
    begins: bool,
    soft: Soft,
    /// The velocities and the impulses before an iteration.
    before: Vec<Moving>,
    old: Vec<Simd128>,
}

/// The bodies of a joint of which options make a spring, as it is prepared.
#[derive(Default)]
struct Soft {
    places: Vec<BatchPlace>,
    poses: Vec<Pose<Simd128>>,
    angles: Vec<Angle>,
}

/// The owner's side.
impl Alone {
    pub(super) fn new(layout: Layout) -> Self {
        Self {
            series: Series::one_by_one(layout),
            extras: Vec::new(),
            begins: false,
            soft: Soft::default(),
            before: Vec::new(),
            old: Vec::new(),
        }
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

    /// Readies the joints for a step from where the bodies are: the next time that they are prepared, it begins.
    pub(super) fn begin(&mut self, motion: &Motion) {
        self.series.find_bases(0..self.len(), &motion.seen());
        self.begins = true;
    }

    /// Prepares the joints for a substep.
    pub(super) fn prepare(&mut self, table: &JointTable, motion: &mut Motion, step: Step<Scalar>) {
        let begins = core::mem::take(&mut self.begins);
        for at in 0..self.len() {
            let (prepare, ..) = motion.phases(step, begins);
            if self.extras[at].is_rigid() {
                Simd128::kernel(table)(&mut self.series.span(at..at + 1), &mut Phases::prepare(prepare));
            } else {
                self.prepare_soft(at, table, prepare);
            }
        }
    }

    /// Bounds the position error on which a joint acts.
    pub(super) fn bound_error(&mut self, at: usize, joint: &dyn AnyJoint, errors: &mut Errors, motion: &Motion) {
        let series = &self.series;
        self.extras[at].bound_error(|| errors.of_bodies(series.bodies(at), motion).rigid_norm(joint, motion.time));
    }

    /// Not as a rigid joint, since a spring has been made of it: its arms are as long as they are.
    fn prepare_soft(&mut self, at: usize, table: &JointTable, prepare: Prepare<'_, Simd128>) {
        let Self { series, soft: Soft { places, poses, angles }, .. } = self;
        let Prepare { poses: seen, step, begin } = prepare;
        places.clear();
        poses.clear();
        angles.clear();
        for (body, slot) in series.bodies(at).zip(0..) {
            let [x, y, cos, sin] = seen.moved[body as usize].scalars().map(Simd128::splat);
            let angle = Simd128::splat(seen.turned[body as usize].since_start());
            places.push(BatchPlace::slot(Seat::new(slot, false)));
            poses.push(as_long(Pose { x, y, angle, cos, sin }));
            if let Some(Angles(all)) = begin {
                angles.extend([all[body as usize]; Simd128::COUNT]);
            }
        }
        let poses = Poses { moved: &[], turned: &[], in_lanes: poses };
        let prepare = Prepare { poses, step, begin: begin.map(|_| Angles(angles)) };
        let mut span = series.span(at..at + 1);
        span.bodies = BodyPlaces::of_batch(places, &[]);
        Simd128::kernel(table)(&mut span, &mut Phases::prepare(prepare));
    }

    /// Has the impulses of the last substep applied again.
    pub(super) fn warm_start(&mut self, table: &JointTable, velocities: &mut [Moving]) {
        for at in 0..self.len() {
            if self.extras[at].broken.is_none() {
                let impulses = self.series.impulses_mut(at..at + 1);
                for impulse in impulses {
                    impulse.set(0, finite_or_zero(impulse.read(0)));
                }
                self.apply(at, table, velocities);
            }
        }
    }

    /// One iteration that takes out position errors.
    pub(super) fn solve(&mut self, table: &JointTable, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        for at in 0..self.len() {
            if self.extras[at].broken.is_none() {
                self.solve_one(at, table, &self.extras[at].pass(pass), velocities);
            }
        }
    }

    /// One iteration of the joints that are rigid.
    pub(super) fn relax(&mut self, table: &JointTable, velocities: &mut [Moving]) {
        for at in 0..self.len() {
            if self.extras[at].is_rigid() {
                self.solve_one(at, table, &Pass::relax(), velocities);
            }
        }
    }

    /// Solves a joint; the norm of its impulses does not exceed what its options allow.
    fn solve_one(&mut self, at: usize, table: &JointTable, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        let most = self.extras[at].max_impulse;
        self.before.clear();
        self.old.clear();
        if most < Scalar::INFINITY {
            self.before.extend(self.series.bodies(at).map(|body| velocities[body as usize]));
            self.old.extend_from_slice(self.series.impulses_of_packs(at..at + 1));
        }
        let solve = Solve { velocities: Velocities::of_world(velocities), pass: *pass };
        Simd128::kernel(table)(&mut self.series.span(at..at + 1), &mut Phases::solve(solve));
        if most == Scalar::INFINITY {
            return;
        }
        let impulses = self.series.impulses_mut(at..at + 1);
        let norm = impulses.iter().map(|impulse| impulse.read(0).powi(2)).sum::<Scalar>().sqrt();
        if norm > most {
            let factor = Simd128::splat(most / norm);
            for (impulse, old) in impulses.iter_mut().zip(&mut self.old) {
                let new = *impulse * factor;
                *impulse = new - *old;
                *old = new;
            }
            // From the velocities before: taking back what was too much would leave its rounding behind.
            self.series.bodies(at).zip(&self.before).for_each(|(body, &before)| velocities[body as usize] = before);
            self.apply(at, table, velocities);
            self.series.impulses_mut(at..at + 1).copy_from_slice(&self.old);
        }
    }

    /// Has the impulses of a joint change velocities.
    fn apply(&mut self, at: usize, table: &JointTable, velocities: &mut [Moving]) {
        let apply = Apply { velocities: Velocities::of_world(velocities), carries: false };
        Simd128::kernel(table)(&mut self.series.span(at..at + 1), &mut Phases::apply(apply));
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
        let Self { series, extras, .. } = self;
        let impulses = series.impulses_of_packs(at..at + 1).iter().map(|impulse| impulse.read(0));
        let error = || errors.of_bodies(series.bodies(at), motion).norm(joint, motion.time);
        extras[at].strain(impulses, step.inverse_h, error);
    }
}
