//! Joints of one colour side by side, one in each lane.

use super::active::Memory;
use crate::constraint::{Array, Constraint, Pass, Step};
use crate::kinematics::{MassProperties, Velocity};
use crate::lanes::{Lanes, Places};
use crate::math::Scalar;
use crate::solver::Motion;
use crate::solver::motion::Moving;

/// Up to [`L::COUNT`](Lanes::COUNT) joints that share no moving body. A lane without a joint repeats the first one, and is
/// written nowhere.
pub(super) struct Block<J: Constraint, L: Lanes> {
    places: J::Bodies<Places<L>>,
    /// See [`Motion::bases`].
    bases: J::Bodies<[L; 2]>,
    setup: J::Setup<L>,
    prepared: J::Prepared<L>,
    impulses: J::Rows<L>,
}

/// A joint and what it goes on with.
pub(super) struct Member<'a, J: Constraint> {
    pub(super) joint: &'a J,
    pub(super) bodies: J::Bodies<u32>,
    pub(super) kept: Memory<J>,
}

/// The owner's side: lanes one by one.
impl<J: Constraint, L: Lanes> Block<J, L> {
    /// A block of one joint.
    pub(super) fn new(first: &Member<'_, J>, masses: &[MassProperties<Scalar>]) -> Self {
        let mut block = Self {
            places: J::Bodies::from_fn(|body| Places::reading(first.bodies.as_ref()[body])),
            bases: J::Bodies::from_fn(|_| Default::default()),
            setup: J::Setup::<L>::default(),
            prepared: J::Prepared::<L>::default(),
            impulses: J::Rows::from_fn(|_| L::default()),
        };
        (0..L::COUNT).rev().for_each(|lane| block.put(lane, first, masses, lane == 0));
        block
    }

    /// Puts a joint into a free lane.
    pub(super) fn add(&mut self, lane: usize, member: &Member<'_, J>, masses: &[MassProperties<Scalar>]) {
        self.put(lane, member, masses, true);
    }

    fn put(&mut self, lane: usize, member: &Member<'_, J>, masses: &[MassProperties<Scalar>], used: bool) {
        let Member { joint, bodies, kept } = member;
        for (places, &body) in self.places.as_mut().iter_mut().zip(bodies.as_ref()) {
            places.set(lane, body, used && moves(masses[body as usize]));
        }
        self.set_up(lane, joint, masses);
        for (impulse, &kept) in self.impulses.as_mut().iter_mut().zip(kept.impulses.as_ref()) {
            impulse.set(lane, if used { kept } else { 0.0 });
        }
        let mut memory = J::memory(&self.prepared);
        for (wide, &one) in memory.as_mut().iter_mut().zip(kept.directions().as_ref()) {
            wide.set(lane, one);
        }
        J::remember(&mut self.prepared, &memory);
    }

    /// Makes the setup of one lane anew.
    pub(super) fn set_up(&mut self, lane: usize, joint: &J, masses: &[MassProperties<Scalar>]) {
        let bodies = self.bodies(lane);
        let own = J::Bodies::from_fn(|body| masses[bodies.as_ref()[body] as usize]);
        let mut setup = joint.setup::<Scalar>(&own);
        J::zip_setups::<L, Scalar>(&mut self.setup, &mut setup, |wide, one| wide.set(lane, *one));
    }

    fn bodies(&self, lane: usize) -> J::Bodies<u32> {
        J::Bodies::from_fn(|body| self.places.as_ref()[body].get(lane))
    }

    /// What a lane's joint keeps from step to step.
    pub(super) fn memory(&self, lane: usize) -> Memory<J> {
        let memory = J::memory(&self.prepared);
        let directions = J::Memory::<Scalar>::from_fn(|place| memory.as_ref()[place].get(lane));
        Memory::new(self.impulses(lane), &directions)
    }

    pub(super) fn impulses(&self, lane: usize) -> J::Rows<Scalar> {
        J::Rows::from_fn(|row| self.impulses.as_ref()[row].get(lane))
    }

    pub(super) fn scale_impulses(&mut self, factor: Scalar) {
        let factor = L::splat(factor);
        self.impulses.as_mut().iter_mut().for_each(|lambda| *lambda = *lambda * factor);
    }

    pub(super) fn forget(&mut self) {
        self.impulses = J::Rows::from_fn(|_| L::default());
        self.prepared = J::Prepared::<L>::default();
    }
}

/// The passes' side. Inlined whatever it costs: see [`Lanes::run`].
#[allow(clippy::inline_always)]
impl<J: Constraint, L: Lanes> Block<J, L> {
    #[inline(always)]
    pub(super) fn prepare(&mut self, motion: &Motion, step: &Step<L>) {
        let poses = motion.poses_in_lanes::<J, L>(&self.places, &self.bases);
        J::prepare(&self.setup, &poses, step, &mut self.prepared);
    }

    /// Readies the joints for a step from where the bodies are.
    #[inline(always)]
    pub(super) fn begin(&mut self, motion: &Motion) {
        motion.bases_in_lanes::<J, L>(&self.places, &mut self.bases);
    }

    /// Adds what the impulses would change of the bodies' velocities to what is `carried` to the next substep.
    #[inline(always)]
    pub(super) fn carry(&mut self, carried: &mut [Moving]) {
        // An impulse that decays for ever would end among the denormals, where a product costs a hundred times as much.
        let (least, nothing) = (L::splat(LEAST_IMPULSE), L::default());
        for row in 0..J::ROWS {
            let lambda = self.impulses.as_ref()[row];
            self.impulses.as_mut()[row] = L::select(lambda.abs().less(least), nothing, lambda);
        }
        let mut own = self.velocities(carried);
        J::warm_start(&self.setup, &self.prepared, &self.impulses, &mut own);
        self.scatter(&own, carried);
    }

    #[inline(always)]
    pub(super) fn solve(&mut self, pass: &Pass<L>, velocities: &mut [Moving]) {
        let mut own = self.velocities(velocities);
        J::solve(&self.setup, &self.prepared, pass, &mut self.impulses, &mut own);
        self.scatter(&own, velocities);
    }

    #[inline(always)]
    fn velocities(&self, velocities: &[Moving]) -> J::Bodies<Velocity<L>> {
        let mut own = J::Bodies::from_fn(|_| Velocity::default());
        for body in 0..J::BODIES {
            let [x, y, angular, _] = L::gather(&self.places.as_ref()[body], velocities);
            own.as_mut()[body] = Velocity { x, y, angular };
        }
        own
    }

    #[inline(always)]
    fn scatter(&self, own: &J::Bodies<Velocity<L>>, velocities: &mut [Moving]) {
        for body in 0..J::BODIES {
            let Velocity { x, y, angular } = own.as_ref()[body];
            L::scatter([x, y, angular, L::default()], &self.places.as_ref()[body], velocities);
        }
    }
}

/// The square of a smaller impulse is hardly a normal number, N·s.
const LEAST_IMPULSE: Scalar = if size_of::<Scalar>() == 4 { 1e-18 } else { 1e-150 };

/// Whether an impulse changes the body's velocity.
pub(super) fn moves(masses: MassProperties<Scalar>) -> bool {
    masses.inverse_mass > 0.0 || masses.inverse_inertia > 0.0
}
