//! One joint as a step sees it.

use crate::constraint::{Array, Constraint, Element, Pass, Step};
use crate::id::BodyId;
use crate::kinematics::{MassProperties, Velocity};
use crate::math::Scalar;
use crate::solver::Motion;
use crate::solver::motion::Moving;

use super::error::{error, rigid_error};

/// What the iterations read and write of a joint, together in memory.
pub(super) struct Active<J: Constraint> {
    /// The places of the joint's bodies.
    bodies: J::Bodies<u32>,
    /// Where these were at the start of the step: see [`Motion::bases`].
    bases: J::Bodies<[Scalar; 2]>,
    setup: J::Setup<Scalar>,
    prepared: J::Prepared<Scalar>,
    pub(super) impulses: J::Rows<Scalar>,
}

/// What a joint keeps from step to step: its impulses, and what outlives a degenerate pose.
pub(super) struct Memory<J: Constraint> {
    prepared: J::Prepared<Scalar>,
    pub(super) impulses: J::Rows<Scalar>,
}

impl<J: Constraint> Default for Memory<J> {
    fn default() -> Self {
        Self { prepared: Default::default(), impulses: super::zero() }
    }
}

impl<J: Constraint> Memory<J> {
    /// Of a joint that has impulses and no more.
    pub(super) fn of(impulses: J::Rows<Scalar>) -> Self {
        Self { impulses, ..Self::default() }
    }

    /// What outlives a degenerate pose, as numbers.
    pub(super) fn directions(&self) -> J::Memory<Scalar> {
        J::memory(&self.prepared)
    }

    /// What [`directions`](Self::directions) gave, and the impulses.
    pub(super) fn new(impulses: J::Rows<Scalar>, directions: &J::Memory<Scalar>) -> Self {
        let mut memory = Self::of(impulses);
        J::remember(&mut memory.prepared, directions);
        memory
    }

    /// After a change of the substep by this factor: the same force gives as many times the impulse.
    pub(super) fn scaled(&self, factor: Scalar) -> Self {
        let impulses = J::Rows::<Scalar>::from_fn(|row| self.impulses.as_ref()[row] * factor);
        Self { prepared: self.prepared, impulses }
    }
}

impl<J: Constraint> Active<J> {
    /// The joint with a new setup, and with what it has kept.
    pub(super) fn new(
        joint: &J,
        bodies: &J::Bodies<BodyId>,
        masses: &[MassProperties<Scalar>],
        kept: &Memory<J>,
    ) -> Self {
        let bodies = J::Bodies::<u32>::from_fn(|i| bodies.as_ref()[i].key.index);
        let Memory { prepared, impulses } = *kept;
        let bases = J::Bodies::repeat([0.0; 2]);
        Self { bodies, bases, setup: joint.setup(&gather::<J, _>(&bodies, masses)), prepared, impulses }
    }

    pub(super) const fn memory(&self) -> Memory<J> {
        Memory { prepared: self.prepared, impulses: self.impulses }
    }

    /// Makes the setup anew, when only the joint's parameters have changed.
    pub(super) fn set_up(&mut self, joint: &J, masses: &[MassProperties<Scalar>]) {
        self.setup = joint.setup(&gather::<J, _>(&self.bodies, masses));
    }

    /// Readies the joint for a step from where the bodies are.
    #[inline]
    pub(super) fn begin(&mut self, motion: &Motion) {
        self.bases = motion.bases::<J>(&self.bodies);
        if J::READS_ANGLE {
            J::begin(&self.setup, &motion.angles::<J>(&self.bodies), &mut self.prepared);
        }
    }

    /// The norm of the joint's position error.
    pub(super) fn error(&self, joint: &J, motion: &Motion) -> Scalar {
        norm(error(joint, &motion.exact_poses::<J>(&self.bodies), motion.time).as_ref())
    }

    /// The same of the rows that have no spring of their own.
    pub(super) fn rigid_error(&self, joint: &J, motion: &Motion) -> Scalar {
        norm(rigid_error(joint, &motion.exact_poses::<J>(&self.bodies), motion.time).as_ref())
    }

    /// Readies the joint for a substep. Not as a rigid one, if a spring has been made of it.
    #[inline]
    pub(super) fn prepare(&mut self, motion: &Motion, step: Step<Scalar>, is_rigid: bool) {
        let poses = motion.poses::<J>(&self.bodies, &self.bases, J::RIGID && is_rigid);
        J::prepare(&self.setup, &poses, &step, &mut self.prepared);
    }

    #[inline]
    pub(super) fn warm_start(&mut self, velocities: &mut [Moving]) {
        self.impulses = super::readable(self.impulses);
        self.apply(&self.impulses, velocities);
    }

    #[inline]
    pub(super) fn solve(&mut self, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        let mut own = self.velocities(velocities);
        J::solve(&self.setup, &self.prepared, pass, &mut self.impulses, &mut own);
        self.scatter(&own, velocities);
    }

    /// As [`solve`](Self::solve), but the norm of the impulses does not exceed `max_impulse`.
    pub(super) fn solve_within(&mut self, max_impulse: Scalar, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        let (old, unmoved) = (self.impulses, self.velocities(velocities));
        self.solve(pass, velocities);
        let norm = norm(self.impulses.as_ref());
        if norm > max_impulse {
            self.scale_impulses(max_impulse / norm);
            // From the velocities before: taking back what was too much would leave its rounding behind.
            self.scatter(&unmoved, velocities);
            let change = J::Rows::<Scalar>::from_fn(|row| self.impulses.as_ref()[row] - old.as_ref()[row]);
            self.apply(&change, velocities);
        }
    }

    pub(super) fn scale_impulses(&mut self, factor: Scalar) {
        self.impulses.as_mut().iter_mut().for_each(|lambda| *lambda *= factor);
    }

    pub(super) fn forget(&mut self) {
        self.impulses = super::zero();
        self.prepared = Default::default();
    }

    #[inline]
    fn apply(&self, impulses: &J::Rows<Scalar>, velocities: &mut [Moving]) {
        let mut own = self.velocities(velocities);
        J::warm_start(&self.setup, &self.prepared, impulses, &mut own);
        self.scatter(&own, velocities);
    }

    #[inline]
    fn velocities(&self, velocities: &[Moving]) -> J::Bodies<Velocity<Scalar>> {
        J::Bodies::from_fn(|i| velocities[self.bodies.as_ref()[i] as usize].into())
    }

    #[inline]
    fn scatter(&self, own: &J::Bodies<Velocity<Scalar>>, velocities: &mut [Moving]) {
        for (&body, &velocity) in self.bodies.as_ref().iter().zip(own.as_ref()) {
            velocities[body as usize] = velocity.into();
        }
    }
}

/// The norm over the rows of a joint.
pub(super) fn norm(rows: &[Scalar]) -> Scalar {
    rows.iter().map(|row| row * row).sum::<Scalar>().sqrt()
}

/// What `all` holds for the bodies of a joint.
#[inline]
pub(super) fn gather<J: Constraint, T: Element>(bodies: &J::Bodies<u32>, all: &[T]) -> J::Bodies<T> {
    J::Bodies::from_fn(|i| all[bodies.as_ref()[i] as usize])
}
