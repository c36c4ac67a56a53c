//! Joints side by side, one in each lane.

mod in_turn;

use super::active::{Memory, gather};
use crate::constraint::{Array, Constraint, Element, Pass, Step};
use crate::kinematics::{MassProperties, Pose, Velocity};
use crate::lanes::{Lanes, Places};
use crate::math::Scalar;
use crate::solver::motion::BodiesInLanes;

/// Up to [`L::COUNT`](Lanes::COUNT) joints, which share no moving body unless they are solved [in turn](in_turn). A lane without
/// a joint repeats one that was there, and changes no body of the world: its places are only read, or its seats have no island.
pub(super) struct Block<J: Constraint, L: Lanes, A: Element = Places<L>> {
    /// Where the joints find their bodies: see [`BodiesInLanes`].
    places: J::Bodies<A>,
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
    setup: J::Setup<Scalar>,
    pub(super) kept: Memory<J>,
}

impl<J: Constraint> Member<J> {
    pub(super) fn new(joint: &J, bodies: J::Bodies<u32>, masses: &[MassProperties<Scalar>], kept: Memory<J>) -> Self {
        let setup = joint.setup::<Scalar>(&gather::<J, _>(&bodies, masses));
        Self::with(setup, bodies, masses, kept)
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
impl<J: Constraint, L: Lanes, A: Element> Block<J, L, A> {
    /// A block without joints, whose bodies are in these places.
    pub(super) fn empty(places: J::Bodies<A>) -> Self {
        Self {
            places,
            hub: None,
            bases: J::Bodies::from_fn(|_| Default::default()),
            setup: J::Setup::<L>::default(),
            prepared: J::Prepared::<L>::default(),
            impulses: J::Rows::from_fn(|_| L::default()),
        }
    }

    /// Puts a joint into a lane; its bodies apart.
    pub(super) fn put_joint(&mut self, lane: usize, Member { setup, kept, .. }: &Member<J>) {
        self.put_parts(lane, *setup, kept);
    }

    /// Does in a lane as in another one.
    pub(super) fn repeat(&mut self, other: usize, lane: usize) {
        self.put_parts(lane, self.setup(other), &self.memory(other));
    }

    fn put_parts(&mut self, lane: usize, mut setup: J::Setup<Scalar>, kept: &Memory<J>) {
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

    /// Takes the impulses of a lane away.
    pub(super) fn quiet(&mut self, lane: usize) {
        self.impulses.as_mut().iter_mut().for_each(|impulse| impulse.set(lane, 0.0));
    }

    /// Makes the setup of one lane anew: that of a joint of these bodies.
    pub(super) fn set_up_for(
        &mut self,
        lane: usize,
        joint: &J,
        bodies: &J::Bodies<u32>,
        masses: &[MassProperties<Scalar>],
    ) {
        let mut setup = joint.setup::<Scalar>(&gather::<J, _>(bodies, masses));
        J::zip_setups::<L, Scalar>(&mut self.setup, &mut setup, |wide, one| wide.set(lane, *one));
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
        self.impulses = J::Rows::from_fn(|_| L::default());
        self.prepared = J::Prepared::<L>::default();
    }
}

/// The owner's side of joints with any bodies in any lane.
impl<J: Constraint, L: Lanes> Block<J, L> {
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
        self.put_joint(lane, member);
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

    /// Makes the setup of one lane anew.
    pub(super) fn set_up(&mut self, lane: usize, joint: &J, masses: &[MassProperties<Scalar>]) {
        self.set_up_for(lane, joint, &self.bodies(lane), masses);
    }

    fn bodies(&self, lane: usize) -> J::Bodies<u32> {
        J::Bodies::from_fn(|body| self.places.as_ref()[body].get(lane))
    }
}

/// The passes' side. Inlined whatever it costs: see [`Lanes::run`].
#[allow(clippy::inline_always)]
impl<J: Constraint, L: Lanes, A: Element> Block<J, L, A> {
    #[inline(always)]
    pub(super) fn prepare(&mut self, bodies: &impl BodiesInLanes<L, At = A>, step: &Step<L>) {
        let mut poses = J::Bodies::from_fn(|_| Pose::default());
        for body in 0..J::BODIES {
            let [x, y] = self.bases.as_ref()[body];
            let pose = bodies.motion(&self.places.as_ref()[body], J::READS_ANGLE);
            poses.as_mut()[body] = Pose { x: x + pose.x, y: y + pose.y, ..pose };
        }
        J::prepare(&self.setup, &poses, step, &mut self.prepared);
    }

    /// Readies the joints for a step from where the bodies are: as [`Motion::bases`](crate::solver::Motion::bases).
    #[inline(always)]
    pub(super) fn begin(&mut self, bodies: &impl BodiesInLanes<L, At = A>) {
        let places = self.places.as_ref();
        let origin = if J::RELATIVE { bodies.centres(&places[0]) } else { [L::default(); 4] };
        let [x, y, rest_x, rest_y] = origin;
        for (base, place) in self.bases.as_mut().iter_mut().zip(places) {
            let own = bodies.centres(place);
            *base = [own[0] - x + (own[2] - rest_x), own[1] - y + (own[3] - rest_y)];
        }
    }

    /// Adds what the impulses would change of the bodies' velocities to what is carried to the next substep.
    #[inline(always)]
    pub(super) fn carry(&mut self, bodies: &mut impl BodiesInLanes<L, At = A>) {
        let impulses = self.impulses_that_count();
        let mut own = self.each_body(|place| bodies.carried(place));
        J::warm_start(&self.setup, &self.prepared, &impulses, &mut own);
        for body in 0..J::BODIES {
            bodies.set_carried(&self.places.as_ref()[body], own.as_ref()[body]);
        }
        // Last: a choice that is stored where it was read becomes a masked store, which costs as much as twenty others.
        self.impulses = impulses;
    }

    #[inline(always)]
    pub(super) fn solve(&mut self, pass: &Pass<L>, bodies: &mut impl BodiesInLanes<L, At = A>) {
        let mut own = self.each_body(|place| bodies.velocities(place));
        J::solve(&self.setup, &self.prepared, pass, &mut self.impulses, &mut own);
        for body in 0..J::BODIES {
            bodies.set_velocities(&self.places.as_ref()[body], own.as_ref()[body]);
        }
    }

    /// An impulse that decays for ever would end among the denormals, where a product costs a hundred times as much.
    #[inline(always)]
    fn impulses_that_count(&self) -> J::Rows<L> {
        let (least, nothing) = (L::splat(LEAST_IMPULSE), L::default());
        let mut impulses = self.impulses;
        for row in 0..J::ROWS {
            let lambda = impulses.as_ref()[row];
            impulses.as_mut()[row] = L::select(lambda.abs().less(least), nothing, lambda);
        }
        impulses
    }

    #[inline(always)]
    fn each_body(&self, read: impl Fn(&A) -> Velocity<L>) -> J::Bodies<Velocity<L>> {
        let mut own = J::Bodies::from_fn(|_| Velocity::default());
        for body in 0..J::BODIES {
            own.as_mut()[body] = read(&self.places.as_ref()[body]);
        }
        own
    }
}

/// The square of a smaller impulse is hardly a normal number, N·s.
const LEAST_IMPULSE: Scalar = if size_of::<Scalar>() == 4 { 1e-18 } else { 1e-150 };

/// Whether an impulse changes the body's velocity.
pub(super) fn moves(masses: MassProperties<Scalar>) -> bool {
    masses.inverse_mass > 0.0 || masses.inverse_inertia > 0.0
}
