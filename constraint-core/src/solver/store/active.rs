//! One joint as a step sees it.

use crate::constraint::{Array, Constraint, Element, Pass, Step};
use crate::id::BodyId;
use crate::joint::JointOptions;
use crate::kinematics::{MassProperties, Pose, Velocity};
use crate::math::Scalar;
use crate::softness::Softness;

/// What the iterations read and write of a joint, together in memory.
pub(super) struct Active<J: Constraint> {
    /// The places of the joint's bodies.
    bodies: J::Bodies<u32>,
    setup: J::Setup<Scalar>,
    prepared: J::Prepared<Scalar>,
    pub(super) impulses: J::Rows<Scalar>,
}

impl<J: Constraint> Active<J> {
    /// The joint with a new setup. Its impulses, and what outlives a degenerate pose, are `kept`, if it was active before.
    pub(super) fn new(
        joint: &J,
        bodies: &J::Bodies<BodyId>,
        masses: &[MassProperties<Scalar>],
        kept: Option<&Self>,
    ) -> Self {
        let bodies = J::Bodies::<u32>::from_fn(|i| bodies.as_ref()[i].key.index);
        Self {
            bodies,
            setup: joint.setup(&gather::<J, _>(&bodies, masses)),
            prepared: kept.map_or_else(Default::default, |kept| kept.prepared),
            impulses: kept.map_or_else(super::zero, |kept| kept.impulses),
        }
    }

    #[inline]
    pub(super) fn prepare(&mut self, poses: &[Pose<Scalar>], step: Step<Scalar>) {
        J::prepare(&self.setup, &gather::<J, _>(&self.bodies, poses), &step, &mut self.prepared);
    }

    #[inline]
    pub(super) fn warm_start(&self, velocities: &mut [Velocity<Scalar>]) {
        self.apply(&self.impulses, velocities);
    }

    #[inline]
    pub(super) fn solve(&mut self, pass: &Pass<Scalar>, velocities: &mut [Velocity<Scalar>]) {
        let mut own = gather::<J, _>(&self.bodies, velocities);
        J::solve(&self.setup, &self.prepared, pass, &mut self.impulses, &mut own);
        self.scatter(&own, velocities);
    }

    /// As [`solve`](Self::solve), but the norm of the impulses does not exceed `max_impulse`.
    pub(super) fn solve_within(
        &mut self,
        max_impulse: Scalar,
        pass: &Pass<Scalar>,
        velocities: &mut [Velocity<Scalar>],
    ) {
        let (old, unmoved) = (self.impulses, gather::<J, _>(&self.bodies, velocities));
        self.solve(pass, velocities);
        let norm = self.impulses.as_ref().iter().map(|lambda| lambda * lambda).sum::<Scalar>().sqrt();
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

    /// What outlives a degenerate pose.
    #[cfg(feature = "serde")]
    pub(super) fn memory(&self) -> J::Memory<Scalar> {
        J::memory(&self.prepared)
    }

    /// Goes on with what an earlier step has left.
    #[cfg(feature = "serde")]
    pub(super) fn remember(&mut self, impulses: J::Rows<Scalar>, memory: &J::Memory<Scalar>) {
        self.impulses = impulses;
        J::remember(&mut self.prepared, memory);
    }

    pub(super) fn forget(&mut self) {
        self.impulses = super::zero();
        self.prepared = Default::default();
    }

    #[inline]
    fn apply(&self, impulses: &J::Rows<Scalar>, velocities: &mut [Velocity<Scalar>]) {
        let mut own = gather::<J, _>(&self.bodies, velocities);
        J::warm_start(&self.setup, &self.prepared, impulses, &mut own);
        self.scatter(&own, velocities);
    }

    #[inline]
    fn scatter(&self, own: &J::Bodies<Velocity<Scalar>>, velocities: &mut [Velocity<Scalar>]) {
        for (&body, &velocity) in self.bodies.as_ref().iter().zip(own.as_ref()) {
            velocities[body as usize] = velocity;
        }
    }
}

/// What `all` holds for the bodies of a joint.
#[inline]
pub(super) fn gather<J: Constraint, T: Element>(bodies: &J::Bodies<u32>, all: &[T]) -> J::Bodies<T> {
    J::Bodies::from_fn(|i| all[bodies.as_ref()[i] as usize])
}

/// What the options of a joint ask of a step.
pub(super) struct Extra {
    softness: Option<Softness>,
    max_force: Scalar,
    /// How a soft joint is solved, at the present length of the substep.
    pub(super) spring: Option<Pass<Scalar>>,
    /// The bound on the impulse of a substep, N·s.
    pub(super) max_impulse: Scalar,
}

impl Extra {
    pub(super) const fn new(options: &JointOptions) -> Self {
        let JointOptions { softness, max_force, .. } = *options;
        Self { softness, max_force, spring: None, max_impulse: Scalar::INFINITY }
    }

    /// Readies the options for substeps of length `h`.
    pub(super) fn begin(&mut self, h: Scalar) {
        self.spring = self.softness.map(|softness| softness.pass(h));
        self.max_impulse = self.max_force * h;
    }
}
