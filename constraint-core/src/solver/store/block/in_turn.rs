//! Joints of a block that share bodies: prepared side by side as any others, but solved one after another.
//!
//! Every lane computes, and one of them counts. Mostly all joints of a block hold one body, a hub, and have nothing else in
//! common. Then its velocity goes from lane to lane in registers: first what each joint finds of it, and nothing else, since
//! all else can wait; and with that what becomes of all joints, at once. A value is the same bits whichever way.

use super::super::parts::that_count;
use super::Block;
use crate::constraint::{Array, Constraint, Pass};
use crate::kinematics::Velocity;
use crate::lanes::{Gather, Lanes, Record as _};
use crate::solver::motion::Moving;

/// The owner's side.
impl<J: Constraint, L: Gather> Block<J, L> {
    /// Looks which body is the [`hub`](Block::hub), after a joint has come or gone.
    pub(in super::super) fn find_hub(&mut self) {
        let used = || (0..L::COUNT).filter(|&lane| self.is_used(lane));
        let places = |lane| self.places.as_ref().iter().map(move |places| (places.get(lane), places.moves(lane)));
        let bodies: Vec<(u32, bool)> = used().flat_map(places).collect();
        self.hub = hub_of(&bodies, J::BODIES);
    }

    /// Whether the lane has a joint: none without a body that moves is solved in turn.
    #[inline]
    fn is_used(&self, lane: usize) -> bool {
        self.places.as_ref().iter().any(|places| places.moves(lane))
    }
}

/// The passes' side. Inlined whatever it costs: see [`Lanes::run`].
#[allow(clippy::inline_always)]
impl<J: Constraint, L: Gather> Block<J, L> {
    /// As [`Parts::carry`](super::super::parts::Parts::carry).
    #[inline(always)]
    pub(in super::super) fn carry_in_turn(&mut self, carried: &mut [Moving]) {
        match self.hub {
            Some(0) => self.carry_around::<0>(carried),
            Some(1) => self.carry_around::<1>(carried),
            _ => self.carry_one_by_one(carried),
        }
    }

    /// As [`Parts::solve`](super::super::parts::Parts::solve).
    #[inline(always)]
    pub(in super::super) fn solve_in_turn(&mut self, pass: &Pass<L>, velocities: &mut [Moving]) {
        match self.hub {
            Some(0) => self.solve_around::<0>(pass, velocities),
            Some(1) => self.solve_around::<1>(pass, velocities),
            _ => self.solve_one_by_one(pass, velocities),
        }
    }

    #[inline(always)]
    fn carry_around<const HUB: usize>(&mut self, carried: &mut [Moving]) {
        let impulses = that_count::<J, L>(self.impulses);
        let mut own = self.gathered(carried);
        let mut hub = own.as_ref()[HUB];
        for lane in 0..L::COUNT - 1 {
            let mut next = own;
            next.as_mut()[HUB] = hub;
            J::warm_start(&self.setup, &self.prepared, &impulses, &mut next);
            hub = hand_on(next.as_ref()[HUB], lane);
            own.as_mut()[HUB] = select(L::mask(1 << (lane + 1)), hub, own.as_ref()[HUB]);
        }
        J::warm_start(&self.setup, &self.prepared, &impulses, &mut own);
        self.end::<HUB>(own, carried);
        self.impulses = impulses;
    }

    /// First what each joint finds of its hub, and with that what becomes of it, all at once.
    #[inline(always)]
    fn solve_around<const HUB: usize>(&mut self, pass: &Pass<L>, velocities: &mut [Moving]) {
        let mut own = self.gathered(velocities);
        let mut hub = own.as_ref()[HUB];
        for lane in 0..L::COUNT - 1 {
            let (mut impulses, mut next) = (self.impulses, own);
            next.as_mut()[HUB] = hub;
            J::solve(&self.setup, &self.prepared, pass, &mut impulses, &mut next);
            hub = hand_on(next.as_ref()[HUB], lane);
            own.as_mut()[HUB] = select(L::mask(1 << (lane + 1)), hub, own.as_ref()[HUB]);
        }
        J::solve(&self.setup, &self.prepared, pass, &mut self.impulses, &mut own);
        self.end::<HUB>(own, velocities);
    }

    #[inline(always)]
    fn gathered(&self, velocities: &[Moving]) -> J::Bodies<Velocity<L>> {
        let mut own = J::Bodies::repeat(Velocity::default());
        for body in 0..J::BODIES {
            let [x, y, angular, _] = L::gather(&self.places.as_ref()[body], velocities);
            own.as_mut()[body] = Velocity { x, y, angular };
        }
        own
    }

    /// The hub keeps what the last joint leaves it.
    #[inline(always)]
    fn end<const HUB: usize>(&self, mut own: J::Bodies<Velocity<L>>, velocities: &mut [Moving]) {
        let (Velocity { x, y, angular }, last) = (own.as_ref()[HUB], self.places.as_ref()[HUB].last_moving());
        own.as_mut()[HUB] = Velocity { x: x.spread(last), y: y.spread(last), angular: angular.spread(last) };
        for body in 0..J::BODIES {
            let Velocity { x, y, angular } = own.as_ref()[body];
            L::scatter([x, y, angular, L::default()], &self.places.as_ref()[body], velocities);
        }
    }

    /// Joints share bodies in whatever way.
    #[inline(always)]
    fn solve_one_by_one(&mut self, pass: &Pass<L>, velocities: &mut [Moving]) {
        for lane in 0..L::COUNT {
            if self.is_used(lane) {
                let (mut impulses, mut own) = (self.impulses, self.take(lane, velocities));
                J::solve(&self.setup, &self.prepared, pass, &mut impulses, &mut own);
                self.give(lane, &own, velocities);
                select_rows::<J, L>(lane, &impulses, &mut self.impulses);
            }
        }
    }

    #[inline(always)]
    fn carry_one_by_one(&mut self, carried: &mut [Moving]) {
        self.impulses = that_count::<J, L>(self.impulses);
        for lane in 0..L::COUNT {
            if self.is_used(lane) {
                let mut own = self.take(lane, carried);
                J::warm_start(&self.setup, &self.prepared, &self.impulses, &mut own);
                self.give(lane, &own, carried);
            }
        }
    }

    /// The velocities of one joint's bodies, in every lane.
    #[inline(always)]
    fn take(&self, lane: usize, velocities: &[Moving]) -> J::Bodies<Velocity<L>> {
        let mut own = J::Bodies::repeat(Velocity::default());
        for body in 0..J::BODIES {
            let [x, y, angular, _] = *velocities[self.places.as_ref()[body].get(lane) as usize].scalars();
            own.as_mut()[body] = Velocity { x: L::splat(x), y: L::splat(y), angular: L::splat(angular) };
        }
        own
    }

    /// Writes them back.
    #[inline(always)]
    fn give(&self, lane: usize, own: &J::Bodies<Velocity<L>>, velocities: &mut [Moving]) {
        for body in 0..J::BODIES {
            let (places, Velocity { x, y, angular }) = (&self.places.as_ref()[body], own.as_ref()[body]);
            if places.moves(lane) {
                *velocities[places.get(lane) as usize].scalars_mut() =
                    [x.get(lane), y.get(lane), angular.get(lane), 0.0];
            }
        }
    }
}

/// Which body joints share, if they share no other one that moves: of so many places and whether they move for each joint.
#[allow(clippy::cast_possible_truncation)] // 0 or 1
fn hub_of(bodies: &[(u32, bool)], of_each: usize) -> Option<u8> {
    let is_hub = |&hub: &usize| {
        let own = || bodies.iter().skip(hub).step_by(of_each);
        let is_shared = own().all(|body| body.1 && body.0 == bodies[hub].0);
        let others = bodies.iter().enumerate().filter(|(at, body)| at % of_each != hub && body.1);
        let mut others: Vec<u32> = others.map(|(_, body)| body.0).chain(own().next().map(|body| body.0)).collect();
        others.sort_unstable();
        is_shared && others.windows(2).all(|pair| pair[0] != pair[1])
    };
    (0..of_each.min(2)).find(is_hub).map(|hub| hub as u8)
}

/// The velocity of one lane in the next one.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn hand_on<L: Lanes>(Velocity { x, y, angular }: Velocity<L>, lane: usize) -> Velocity<L> {
    Velocity { x: x.hand_on(lane), y: y.hand_on(lane), angular: angular.hand_on(lane) }
}

/// Has the impulses of one lane.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn select_rows<J: Constraint, L: Lanes>(lane: usize, impulses: &J::Rows<L>, kept: &mut J::Rows<L>) {
    for row in 0..J::ROWS {
        let (old, new) = (kept.as_ref()[row], impulses.as_ref()[row]);
        kept.as_mut()[row] = L::select(L::mask(1 << lane), new, old);
    }
}

#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn select<L: Lanes>(mask: L::Mask, yes: Velocity<L>, no: Velocity<L>) -> Velocity<L> {
    let (x, y) = (L::select(mask, yes.x, no.x), L::select(mask, yes.y, no.y));
    Velocity { x, y, angular: L::select(mask, yes.angular, no.angular) }
}
