//! Joints of a block as the rays of a star: all hold one body, its hub, and each another one. Each is solved by
//! itself against a hub that hardly gives way to it; what that would change of the hub is told, and added up elsewhere.

use super::super::parts::that_count;
use super::{Block, star};
use crate::constraint::{Array, Constraint, Pass, Step};
use crate::kinematics::{Pose, Velocity};
use crate::lanes::{Find, Gather, Record};
use crate::solver::motion::{BodiesInLanes, Seen};

/// Where all rays find their hub, which is not written.
#[derive(Clone, Copy, Debug)]
struct AtHub(u32);

#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
impl<L: Gather> Find<L> for AtHub {
    #[inline(always)]
    fn place(&self, _: usize) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    fn gather<R: Record>(&self, records: &[R]) -> [L; 4] {
        let [x, y, z, w] = *records[self.0 as usize].scalars();
        [L::splat(x), L::splat(y), L::splat(z), L::splat(w)]
    }

    #[inline(always)]
    fn scatter<R: Record>(&self, _: [L; 4], _: &mut [R]) {}
}

/// Reads or writes the bodies other than the hub, wherever they stand. What is done with them is not in it, unlike in `whatever_places`
/// of the other passes, and not compiled for each way of finding them.
macro_rules! whatever_others {
    ($places:ident, $others:ident => $act:expr) => {{
        let others = &$places.as_ref()[1 - HUB];
        if L::HAS_RUNS && others.are_run(1) {
            let $others = &others.run::<1>();
            $act
        } else if L::HAS_RUNS && others.are_run(2) {
            let $others = &others.run::<2>();
            $act
        } else {
            let $others = others;
            $act
        }
    }};
}

/// The passes' side. `HUB` is where the hub stands among the bodies of each joint.
///
/// Inlined whatever it costs: see [`Lanes::run`](crate::lanes::Lanes::run).
#[allow(clippy::inline_always)]
impl<J: Constraint, L: Gather> Block<J, L> {
    /// As [`Parts::prepare`], after [`Parts::begin`] where a step begins.
    #[inline(always)]
    pub(in super::super) fn prepare_rays<const HUB: usize>(
        &mut self,
        begins_step: bool,
        step: &Step<L>,
        bodies: &Seen<'_>,
    ) {
        if begins_step {
            self.parts().begin(bodies);
        }
        let places = &self.places;
        let at_hub: Pose<L> = bodies.motion(&AtHub(places.as_ref()[HUB].get(0)), J::READS_ANGLE);
        let mut poses = J::Bodies::repeat(at_hub);
        poses.as_mut()[1 - HUB] = whatever_others!(places, others => bodies.motion(others, J::READS_ANGLE));
        self.parts().prepare_at(poses, step);
    }

    /// As [`star::response`], of the block's rays.
    #[inline(always)]
    pub(in super::super) fn response<const HUB: usize>(&self) -> [Velocity<L>; 3] {
        let [x, y, angular] = star::response::<J, L>(&self.setup, &self.prepared, HUB);
        [self.of_rays::<HUB>(x), self.of_rays::<HUB>(y), self.of_rays::<HUB>(angular)]
    }

    /// What the rays would change of the hub's velocity if it stayed as it is.
    #[inline(always)]
    pub(in super::super) fn tried<const HUB: usize>(
        &self,
        pass: &Pass<L>,
        hub: Velocity<L>,
        bodies: &Seen<'_>,
    ) -> Velocity<L> {
        let (places, mut impulses) = (&self.places, self.impulses);
        let mut own = J::Bodies::repeat(hub);
        own.as_mut()[1 - HUB] = whatever_others!(places, others => bodies.velocities(others));
        J::solve(&self.setup, &self.prepared, pass, &mut impulses, &mut own);
        for row in 0..J::ROWS {
            impulses.as_mut()[row] = impulses.as_ref()[row] - self.impulses.as_ref()[row];
        }
        self.of_rays::<HUB>(star::kick::<J, L>(&self.setup, &self.prepared, &impulses, HUB))
    }

    /// What the impulses that the rays have change of the hub's velocity.
    #[inline(always)]
    pub(in super::super) fn had<const HUB: usize>(&self) -> Velocity<L> {
        self.of_rays::<HUB>(star::kick::<J, L>(&self.setup, &self.prepared, &self.impulses, HUB))
    }

    /// Solves the rays against a hub of this velocity.
    #[inline(always)]
    pub(in super::super) fn solve_rays<const HUB: usize>(
        &mut self,
        pass: &Pass<L>,
        hub: Velocity<L>,
        bodies: &mut Seen<'_>,
    ) {
        let Self { places, setup, prepared, impulses, .. } = self;
        let mut own = J::Bodies::repeat(hub);
        own.as_mut()[1 - HUB] = whatever_others!(places, others => bodies.velocities(others));
        J::solve(setup, prepared, pass, impulses, &mut own);
        whatever_others!(places, others => bodies.set_velocities(others, own.as_ref()[1 - HUB]));
    }

    /// As [`Parts::carry`]; returns what is carried of the hub's velocity.
    #[inline(always)]
    pub(in super::super) fn carry_rays<const HUB: usize>(&mut self, bodies: &mut Seen<'_>) -> Velocity<L> {
        let Self { places, setup, prepared, .. } = self;
        let impulses = that_count::<J, L>(self.impulses);
        let mut own = J::Bodies::repeat(Velocity::default());
        own.as_mut()[1 - HUB] = whatever_others!(places, others => bodies.carried(others));
        J::warm_start(setup, prepared, &impulses, &mut own);
        whatever_others!(places, others => bodies.set_carried(others, own.as_ref()[1 - HUB]));
        self.impulses = impulses;
        self.of_rays::<HUB>(own.as_ref()[HUB])
    }

    /// Nothing for a lane without a joint.
    #[inline(always)]
    fn of_rays<const HUB: usize>(&self, Velocity { x, y, angular }: Velocity<L>) -> Velocity<L> {
        let others = &self.places.as_ref()[1 - HUB];
        if others.all_move() {
            return Velocity { x, y, angular };
        }
        let (is_used, zero) = (L::mask(others.movers()), L::default());
        let of = |value| L::select(is_used, value, zero);
        Velocity { x: of(x), y: of(y), angular: of(angular) }
    }
}
