//! Joints side by side, one in each lane.

mod in_turn;
mod ray;

use super::active::{Memory, gather};
use super::parts::Parts;
use super::star;
use crate::constraint::{Array, Constraint, Element};
use crate::kinematics::MassProperties;
use crate::lanes::{Gather, Places, Run};
use crate::math::Scalar;

/// Up to [`L::COUNT`](crate::lanes::Lanes::COUNT) joints, which share no moving body unless they are solved
/// [in turn](in_turn). A lane without a joint repeats one that was there, and changes no body of the world: its places are only
/// read.
pub(super) struct Block<J: Constraint, L: Gather> {
    places: J::Bodies<Places<L>>,
    /// Which of its bodies every joint holds, if they share no other one that moves. For those that are solved in turn.
    hub: Option<u8>,
    /// See [`Motion::bases`](crate::solver::Motion::bases).
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
    pub(super) setup: J::Setup<Scalar>,
    pub(super) kept: Memory<J>,
}

impl<J: Constraint> Member<J> {
    pub(super) fn new(joint: &J, bodies: J::Bodies<u32>, masses: &[MassProperties<Scalar>], kept: Memory<J>) -> Self {
        let setup = joint.setup::<Scalar>(&gather::<J, _>(&bodies, masses));
        Self::with(setup, bodies, masses, kept)
    }

    /// One that is a ray of the body that stands in this place of the joint.
    pub(super) fn ray(
        joint: &J,
        bodies: J::Bodies<u32>,
        masses: &[MassProperties<Scalar>],
        kept: Memory<J>,
        side: usize,
    ) -> Self {
        let setup = joint.setup::<Scalar>(&star::as_ray::<J>(gather::<J, _>(&bodies, masses), side));
        let mut ray = Self::with(setup, bodies, masses, kept);
        // Rays only read their hub.
        ray.moving.as_mut()[side] = false;
        ray
    }

    /// One that is set up.
    pub(super) fn with(
        setup: J::Setup<Scalar>,
        bodies: J::Bodies<u32>,
        masses: &[MassProperties<Scalar>],
        kept: Memory<J>,
    ) -> Self {
        let moving = J::Bodies::from_fn(|body| moves(masses[bodies.as_ref()[body] as usize]));
        Self { bodies, moving, setup, kept }
    }
}

/// The owner's side: lanes one by one.
impl<J: Constraint, L: Gather> Block<J, L> {
    /// A block without joints, whose bodies are in these places.
    pub(super) fn empty(places: J::Bodies<Places<L>>) -> Self {
        Self {
            places,
            hub: None,
            bases: J::Bodies::repeat(Default::default()),
            setup: J::Setup::<L>::default(),
            prepared: J::Prepared::<L>::default(),
            impulses: J::Rows::repeat(L::default()),
        }
    }

    /// Takes the impulses of a lane away.
    pub(super) fn quiet(&mut self, lane: usize) {
        self.impulses.as_mut().iter_mut().for_each(|impulse| impulse.set(lane, 0.0));
    }

    /// What a lane's joint is solved by.
    pub(super) fn setup(&self, lane: usize) -> J::Setup<Scalar> {
        let (mut wide, mut setup) = (self.setup, J::Setup::<Scalar>::default());
        J::zip_setups::<L, Scalar>(&mut wide, &mut setup, |wide, one| *one = wide.get(lane));
        setup
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
        self.impulses = J::Rows::repeat(L::default());
        self.prepared = J::Prepared::<L>::default();
    }
}

/// The owner's side of joints with any bodies in any lane.
impl<J: Constraint, L: Gather> Block<J, L> {
    /// A block of one joint.
    pub(super) fn new(first: &Member<J>) -> Self {
        let mut block = Self::empty(J::Bodies::from_fn(|body| Places::reading(first.bodies.as_ref()[body])));
        for lane in 0..L::COUNT {
            block.put(lane, first);
        }
        (1..L::COUNT).for_each(|lane| block.clear(lane));
        block
    }

    /// Puts a joint into a lane.
    pub(super) fn put(&mut self, lane: usize, member: &Member<J>) {
        for (place, places) in self.places.as_mut().iter_mut().enumerate() {
            places.set(lane, member.bodies.as_ref()[place], member.moving.as_ref()[place]);
        }
        let Member { mut setup, ref kept, .. } = *member;
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
        let moving = J::Bodies::from_fn(|body| self.places.as_ref()[body].moves(lane));
        Member { bodies: self.bodies(lane), moving, setup: self.setup(lane), kept: self.memory(lane) }
    }

    /// The lane has no joint any more.
    pub(super) fn clear(&mut self, lane: usize) {
        for places in self.places.as_mut() {
            places.set(lane, places.get(lane), false);
        }
        self.quiet(lane);
    }

    /// Makes the setup of one lane anew, which may have a ray of the body that stands in this place of the joint.
    pub(super) fn set_up(&mut self, lane: usize, joint: &J, masses: &[MassProperties<Scalar>], ray: Option<usize>) {
        let masses = gather::<J, _>(&self.bodies(lane), masses);
        let mut setup = joint.setup::<Scalar>(&ray.map_or(masses, |side| star::as_ray::<J>(masses, side)));
        J::zip_setups::<L, Scalar>(&mut self.setup, &mut setup, |wide, one| wide.set(lane, *one));
    }

    fn bodies(&self, lane: usize) -> J::Bodies<u32> {
        J::Bodies::from_fn(|body| self.places.as_ref()[body].get(lane))
    }
}

/// The passes' side. Inlined whatever it costs: see [`Lanes::run`](crate::lanes::Lanes::run).
#[allow(clippy::inline_always)]
impl<J: Constraint, L: Gather> Block<J, L> {
    #[inline(always)]
    pub(super) const fn parts(&mut self) -> Parts<'_, J, L, Places<L>> {
        let Self { places, bases, setup, prepared, impulses, .. } = self;
        Parts { places, bases, setup, prepared, impulses }
    }

    /// The same, with places that are found in another way.
    #[inline(always)]
    pub(super) const fn parts_at<'a, A: Element>(&'a mut self, places: &'a J::Bodies<A>) -> Parts<'a, J, L, A> {
        let Self { bases, setup, prepared, impulses, .. } = self;
        Parts { places, bases, setup, prepared, impulses }
    }
}

#[allow(clippy::inline_always)] // the passes' side, too
impl<J: Constraint, L: Gather> Block<J, L> {
    /// The places as runs of this stride, if those of all bodies are, and lanes gain by it.
    #[inline(always)]
    pub(super) fn runs<const STRIDE: usize>(&self) -> Option<J::Bodies<Run<L, STRIDE>>> {
        let places = self.places.as_ref();
        let are_runs = L::HAS_RUNS && places.iter().fold(true, |all, places| all & places.are_run(STRIDE));
        are_runs.then(|| J::Bodies::from_fn(|body| places[body].run()))
    }
}

/// Whether an impulse changes the body's velocity.
pub(super) fn moves(masses: MassProperties<Scalar>) -> bool {
    masses.inverse_mass > 0.0 || masses.inverse_inertia > 0.0
}
