//! The joints that have options, one after another.

use crate::angle::Angle;
use crate::constraint::{Pass, Step};
use crate::joint::JointOptions;
use crate::kinematics::Pose;
use crate::lanes::{Lanes as _, Narrow, Record as _};
use crate::math::{Scalar, finite_or_zero};
use crate::slots::Key;
use crate::solver::SolverBodies;
use crate::solver::batch::BodySlot;
use crate::solver::bodies::{VelocityRecord, as_long};
use crate::solver::dense::option_state::OptionState;
use crate::solver::dense::position_errors::PositionErrors;
use crate::solver::kernels::{
    Angles, AnyJoint, Apply, BatchPlace, BodyPlaces, HasKernels as _, JointTable, Layout, Phases, Poses, Prepare,
    Solve, Velocities,
};
use crate::solver::packs::bucket::Bucket;
use crate::solver::packs::joint_data::{JointData, WarmStartCache};

/// Such joints, each in a pack of its own.
pub(crate) struct ScalarJoints {
    bucket: Bucket<Narrow>,
    /// By joint, what its options ask for: they cost nothing where nobody uses them.
    option_states: Vec<OptionState>,
    /// Whether the joints are prepared for a step that begins.
    begins: bool,
    soft: Soft,
    /// The velocities and the impulses before an iteration.
    before: Vec<VelocityRecord>,
    old: Vec<Narrow>,
}

/// The bodies of a joint of which options make a spring, as it is prepared.
#[derive(Default)]
struct Soft {
    places: Vec<BatchPlace>,
    poses: Vec<Pose<Narrow>>,
    angles: Vec<Angle>,
}

/// The owner's side.
impl ScalarJoints {
    pub(crate) fn new(layout: Layout) -> Self {
        Self {
            bucket: Bucket::one_by_one(layout),
            option_states: Vec::new(),
            begins: false,
            soft: Soft::default(),
            before: Vec::new(),
            old: Vec::new(),
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.option_states.len()
    }

    pub(crate) fn keys(&self) -> &[Key] {
        &self.bucket.keys
    }

    /// The joints, with what their options ask for.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key, &OptionState)> {
        self.bucket.keys.iter().copied().zip(&self.option_states)
    }

    pub(crate) fn insert(&mut self, key: Key, data: &JointData, options: &JointOptions) -> usize {
        self.option_states.push(OptionState::new(options));
        self.bucket.insert(key, data)
    }

    /// Removes a joint. Another one may take its place: returns which.
    pub(crate) fn remove(&mut self, at: usize) -> Option<Key> {
        self.option_states.swap_remove(at);
        self.bucket.remove(at)
    }

    /// Makes anew what is made of the joint's parameters, its options and its bodies' masses.
    pub(crate) fn set_up(&mut self, at: usize, setup: &[Scalar], options: &JointOptions) -> Scalar {
        self.option_states[at] = OptionState::new(options);
        self.bucket.set_setup(at, setup)
    }

    pub(crate) fn kept(&self, at: usize) -> Option<WarmStartCache> {
        self.bucket.kept(at)
    }

    pub(crate) fn impulses(&self, at: usize) -> Option<Vec<Scalar>> {
        self.bucket.impulses(at)
    }

    /// Scales the impulses of one joint.
    pub(crate) fn scale_impulses_of(&mut self, at: usize, factor: Scalar) {
        self.bucket.scale_impulses_of(at, factor);
    }

    pub(crate) fn scale_impulses(&mut self, factor: Scalar) {
        self.bucket.scale_impulses(factor);
    }

    pub(crate) fn forget(&mut self) {
        self.bucket.forget();
        self.option_states.iter_mut().for_each(|option_state| option_state.broken = None);
    }
}

/// The passes' side.
impl ScalarJoints {
    /// Readies the options for substeps of length `h`.
    pub(crate) fn set_substep(&mut self, h: Scalar) {
        self.option_states.iter_mut().for_each(|option_state| option_state.begin(h));
    }

    /// Readies the joints for a step from where the bodies are: the next time that they are prepared, it begins.
    pub(crate) fn begin(&mut self, motion: &SolverBodies) {
        self.bucket.find_bases(0..self.len(), &motion.seen());
        self.begins = true;
    }

    /// Prepares the joints for a substep.
    pub(crate) fn prepare(&mut self, table: &JointTable, motion: &mut SolverBodies, step: Step<Scalar>) {
        let begins = core::mem::take(&mut self.begins);
        for at in 0..self.len() {
            let (prepare, ..) = motion.phases(step, begins);
            if self.option_states[at].is_rigid() {
                Narrow::kernel(table)(&mut self.bucket.span(at..at + 1), &mut Phases::prepare(prepare));
            } else {
                self.prepare_soft(at, table, prepare);
            }
        }
    }

    /// See [`OptionState::bound_speed`].
    pub(crate) fn bound_speed(&mut self, at: usize, speed: Scalar) {
        self.option_states[at].bound_speed(speed);
    }

    /// Bounds the position error on which a joint acts.
    pub(crate) fn bound_error(
        &mut self,
        at: usize,
        joint: &dyn AnyJoint,
        errors: &mut PositionErrors,
        motion: &SolverBodies,
    ) {
        let bucket = &self.bucket;
        self.option_states[at]
            .bound_error(|| errors.of_bodies(bucket.bodies(at), motion).rigid_norm(joint, motion.time));
    }

    /// Not as a rigid joint, since a spring has been made of it: its arms are as long as they are.
    fn prepare_soft(&mut self, at: usize, table: &JointTable, prepare: Prepare<'_, Narrow>) {
        let Self { bucket, soft: Soft { places, poses, angles }, .. } = self;
        let Prepare { poses: seen, step, begin } = prepare;
        places.clear();
        poses.clear();
        angles.clear();
        for (body, slot) in bucket.bodies(at).zip(0..) {
            let [x, y, cos, sin] = seen.moved[body as usize].scalars().map(Narrow::splat);
            let angle = Narrow::splat(seen.turned[body as usize].since_start());
            places.push(BatchPlace::slot(BodySlot::new(slot, false)));
            poses.push(as_long(Pose { x, y, angle, cos, sin }));
            if let Some(Angles(all)) = begin {
                angles.extend([all[body as usize]; Narrow::COUNT]);
            }
        }
        let poses = Poses { moved: &[], turned: &[], in_lanes: poses };
        let prepare = Prepare { poses, step, begin: begin.map(|_| Angles(angles)) };
        let mut span = bucket.span(at..at + 1);
        span.bodies = BodyPlaces::of_batch(places, &[]);
        Narrow::kernel(table)(&mut span, &mut Phases::prepare(prepare));
    }

    /// Has the impulses of the last substep applied again.
    pub(crate) fn warm_start(&mut self, table: &JointTable, velocities: &mut [VelocityRecord]) {
        for at in 0..self.len() {
            if self.option_states[at].broken.is_none() {
                let impulses = self.bucket.impulses_mut(at..at + 1);
                for impulse in impulses {
                    impulse.set(0, finite_or_zero(impulse.read(0)));
                }
                self.apply(at, table, velocities);
            }
        }
    }

    /// One iteration that takes out position errors.
    pub(crate) fn solve(&mut self, table: &JointTable, pass: &Pass<Scalar>, velocities: &mut [VelocityRecord]) {
        for at in 0..self.len() {
            if self.option_states[at].broken.is_none() {
                self.solve_one(at, table, &self.option_states[at].pass(pass), velocities);
            }
        }
    }

    /// One iteration of the joints that are rigid.
    pub(crate) fn relax(&mut self, table: &JointTable, velocities: &mut [VelocityRecord]) {
        for at in 0..self.len() {
            if self.option_states[at].is_rigid() {
                self.solve_one(at, table, &Pass::relax(), velocities);
            }
        }
    }

    /// Solves a joint; the norm of its impulses does not exceed what its options allow.
    fn solve_one(&mut self, at: usize, table: &JointTable, pass: &Pass<Scalar>, velocities: &mut [VelocityRecord]) {
        let most = self.option_states[at].max_impulse;
        self.before.clear();
        self.old.clear();
        if most < Scalar::INFINITY {
            self.before.extend(self.bucket.bodies(at).map(|body| velocities[body as usize]));
            self.old.extend_from_slice(self.bucket.impulses_of_packs(at..at + 1));
        }
        let solve = Solve { velocities: Velocities::of_world(velocities), pass: *pass };
        Narrow::kernel(table)(&mut self.bucket.span(at..at + 1), &mut Phases::solve(solve));
        if most == Scalar::INFINITY {
            return;
        }
        let impulses = self.bucket.impulses_mut(at..at + 1);
        let norm = impulses.iter().map(|impulse| impulse.read(0).powi(2)).sum::<Scalar>().sqrt();
        if norm > most {
            let factor = Narrow::splat(most / norm);
            for (impulse, old) in impulses.iter_mut().zip(&mut self.old) {
                let new = *impulse * factor;
                *impulse = new - *old;
                *old = new;
            }
            // From the velocities before: taking back what was too much would leave its rounding behind.
            self.bucket.bodies(at).zip(&self.before).for_each(|(body, &before)| velocities[body as usize] = before);
            self.apply(at, table, velocities);
            self.bucket.impulses_mut(at..at + 1).copy_from_slice(&self.old);
        }
    }

    /// Has the impulses of a joint change velocities.
    fn apply(&mut self, at: usize, table: &JointTable, velocities: &mut [VelocityRecord]) {
        let apply = Apply { velocities: Velocities::of_world(velocities), carries: false };
        Narrow::kernel(table)(&mut self.bucket.span(at..at + 1), &mut Phases::apply(apply));
    }

    /// Breaks a joint, if the substep that has just ended was too much for it.
    pub(crate) fn check_breaking(
        &mut self,
        at: usize,
        joint: &dyn AnyJoint,
        errors: &mut PositionErrors,
        motion: &SolverBodies,
        step: Step<Scalar>,
    ) {
        let Self { bucket, option_states, .. } = self;
        let impulses = bucket.impulses_of_packs(at..at + 1).iter().map(|impulse| impulse.read(0));
        let error = || errors.of_bodies(bucket.bodies(at), motion).norm(joint, motion.time);
        option_states[at].check_breaking(impulses, step.inverse_h, error);
    }
}
