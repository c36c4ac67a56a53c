//! Joints of one colour side by side, one in each lane.

use super::active::{Memory, gather};
use crate::constraint::{Array, Constraint, Pass, Step};
use crate::kinematics::{MassProperties, Velocity};
use crate::lanes::{Lanes, Places};
use crate::math::Scalar;
use crate::solver::Motion;
use crate::solver::motion::Moving;

/// Up to [`L::COUNT`](Lanes::COUNT) joints that share no moving body. A lane without a joint repeats one that was there, and
/// is written nowhere.
pub(super) struct Block<J: Constraint, L: Lanes> {
    places: J::Bodies<Places<L>>,
    /// See [`Motion::bases`].
    bases: J::Bodies<[L; 2]>,
    setup: J::Setup<L>,
    prepared: J::Prepared<L>,
    impulses: J::Rows<L>,
}

/// A joint outside of any block: what it is solved by, and what it goes on with.
pub(super) struct Member<J: Constraint> {
    pub(super) bodies: J::Bodies<u32>,
    /// Which of them move.
    moving: J::Bodies<bool>,
    setup: J::Setup<Scalar>,
    pub(super) kept: Memory<J>,
}

impl<J: Constraint> Member<J> {
    pub(super) fn new(joint: &J, bodies: J::Bodies<u32>, masses: &[MassProperties<Scalar>], kept: Memory<J>) -> Self {
        let own = gather::<J, _>(&bodies, masses);
        let moving = J::Bodies::from_fn(|body| moves(own.as_ref()[body]));
        Self { bodies, moving, setup: joint.setup::<Scalar>(&own), kept }
    }
}

/// The owner's side: lanes one by one.
impl<J: Constraint, L: Lanes> Block<J, L> {
    /// A block of one joint.
    pub(super) fn new(first: &Member<J>) -> Self {
        let mut block = Self {
            places: J::Bodies::from_fn(|body| Places::reading(first.bodies.as_ref()[body])),
            bases: J::Bodies::from_fn(|_| Default::default()),
            setup: J::Setup::<L>::default(),
            prepared: J::Prepared::<L>::default(),
            impulses: J::Rows::from_fn(|_| L::default()),
        };
        for lane in 0..L::COUNT {
            block.put(lane, first);
        }
        (1..L::COUNT).for_each(|lane| block.clear(lane));
        block
    }

    /// Puts a joint into a lane.
    pub(super) fn put(&mut self, lane: usize, member: &Member<J>) {
        let Member { bodies, moving, setup, kept } = member;
        for (place, places) in self.places.as_mut().iter_mut().enumerate() {
            places.set(lane, bodies.as_ref()[place], moving.as_ref()[place]);
        }
        let mut setup = *setup;
        J::zip_setups::<L, Scalar>(&mut self.setup, &mut setup, |wide, one| wide.set(lane, *one));
        for (impulse, &kept) in self.impulses.as_mut().iter_mut().zip(kept.impulses.as_ref()) {
            impulse.set(lane, kept);
        }
        let mut memory = J::memory(&self.prepared);
        for (wide, &one) in memory.as_mut().iter_mut().zip(kept.directions().as_ref()) {
            wide.set(lane, one);
        }
        J::remember(&mut self.prepared, &memory);
    }

    /// The joint in a lane.
    pub(super) fn member(&self, lane: usize) -> Member<J> {
        let (mut wide, mut setup) = (self.setup, J::Setup::<Scalar>::default());
        J::zip_setups::<L, Scalar>(&mut wide, &mut setup, |wide, one| *one = wide.get(lane));
        let moving = J::Bodies::from_fn(|body| self.places.as_ref()[body].moves(lane));
        Member { bodies: self.bodies(lane), moving, setup, kept: self.memory(lane) }
    }

    /// The lane has no joint any more.
    pub(super) fn clear(&mut self, lane: usize) {
        for places in self.places.as_mut() {
            places.set(lane, places.get(lane), false);
        }
        self.impulses.as_mut().iter_mut().for_each(|impulse| impulse.set(lane, 0.0));
    }

    /// Makes the setup of one lane anew.
    pub(super) fn set_up(&mut self, lane: usize, joint: &J, masses: &[MassProperties<Scalar>]) {
        let mut setup = joint.setup::<Scalar>(&gather::<J, _>(&self.bodies(lane), masses));
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
