//! What the passes do to joints side by side, wherever each part of them is kept.

use crate::constraint::{Array, Constraint, Element, Pass, Step};
use crate::kinematics::{Pose, Velocity};
use crate::lanes::Lanes;
use crate::math::Scalar;
use crate::solver::motion::{BodiesInLanes, as_long};

/// One joint in each lane.
pub(super) struct Parts<'a, J: Constraint, L: Lanes, A: Element> {
    /// Where the joints find their bodies: see [`BodiesInLanes`].
    pub(super) places: &'a J::Bodies<A>,
    /// See [`Motion::bases`](crate::solver::Motion::bases).
    pub(super) bases: &'a mut J::Bodies<[L; 2]>,
    pub(super) setup: &'a J::Setup<L>,
    pub(super) prepared: &'a mut J::Prepared<L>,
    pub(super) impulses: &'a mut J::Rows<L>,
}

/// Does the same for each body of a joint, one after another in the code: what it does to their places is too long for the
/// compiler to take a loop apart by itself, and the bodies would go through memory.
macro_rules! each_body {
    ($body:ident => $act:expr) => {
        each_body!(0, $body => $act);
        each_body!(1, $body => $act);
        each_body!(2, $body => $act);
        each_body!(3, $body => $act);
        for $body in 4..J::BODIES {
            $act;
        }
    };
    ($number:literal, $body:ident => $act:expr) => {
        if J::BODIES > $number {
            let $body = $number;
            $act;
        }
    };
}

/// Inlined whatever it costs: see [`Lanes::run`].
#[allow(clippy::inline_always)]
impl<J: Constraint, L: Lanes, A: Element> Parts<'_, J, L, A> {
    /// The first body that has a base: where places are relative to that of body 0 it is zero, and neither written nor read.
    const FIRST: usize = if J::RELATIVE { 1 } else { 0 };

    /// Readies the joints for a step from where the bodies are: as [`Motion::bases`](crate::solver::Motion::bases).
    #[inline(always)]
    pub(super) fn begin(self, bodies: &impl BodiesInLanes<L, A>) {
        let places = self.places.as_ref();
        let origin = if J::RELATIVE { bodies.centres(&places[0]) } else { [L::default(); 4] };
        let [x, y, rest_x, rest_y] = origin;
        for (base, place) in self.bases.as_mut().iter_mut().zip(places).skip(Self::FIRST) {
            let own = bodies.centres(place);
            *base = [own[0] - x + (own[2] - rest_x), own[1] - y + (own[3] - rest_y)];
        }
        if J::READS_ANGLE {
            let mut angles = J::Bodies::repeat(L::Double::default());
            each_body!(body => angles.as_mut()[body] = bodies.angles(&places[body]));
            J::begin(self.setup, &angles, self.prepared);
        }
    }

    #[inline(always)]
    pub(super) fn prepare(self, bodies: &impl BodiesInLanes<L, A>, step: &Step<L>) {
        let mut motion = J::Bodies::repeat(Pose::default());
        each_body!(body => {
            let pose = bodies.motion(&self.places.as_ref()[body], J::READS_ANGLE);
            motion.as_mut()[body] = if J::RIGID { pose } else { as_long(pose) };
        });
        self.prepare_at(motion, step);
    }

    /// Where the bodies have [moved](BodiesInLanes::motion) so.
    #[inline(always)]
    pub(super) fn prepare_at(self, mut poses: J::Bodies<Pose<L>>, step: &Step<L>) {
        each_body!(body => if body >= Self::FIRST {
            let ([x, y], pose) = (self.bases.as_ref()[body], &mut poses.as_mut()[body]);
            (pose.x, pose.y) = (x + pose.x, y + pose.y);
        });
        J::prepare(self.setup, &poses, step, self.prepared);
    }

    /// Adds what the impulses would change of the bodies' velocities to what is carried to the next substep.
    #[inline(always)]
    pub(super) fn carry(self, bodies: &mut impl BodiesInLanes<L, A>) {
        let impulses = that_count::<J, L>(*self.impulses);
        let mut own = J::Bodies::repeat(Velocity::default());
        each_body!(body => own.as_mut()[body] = bodies.carried(&self.places.as_ref()[body]));
        J::warm_start(self.setup, self.prepared, &impulses, &mut own);
        each_body!(body => bodies.set_carried(&self.places.as_ref()[body], own.as_ref()[body]));
        // Last: a choice that is stored where it was read becomes a masked store, which costs as much as twenty others.
        *self.impulses = impulses;
    }

    #[inline(always)]
    pub(super) fn solve(self, pass: &Pass<L>, bodies: &mut impl BodiesInLanes<L, A>) {
        let mut own = J::Bodies::repeat(Velocity::default());
        each_body!(body => own.as_mut()[body] = bodies.velocities(&self.places.as_ref()[body]));
        J::solve(self.setup, self.prepared, pass, self.impulses, &mut own);
        each_body!(body => bodies.set_velocities(&self.places.as_ref()[body], own.as_ref()[body]));
    }
}

/// Impulses without those that must not reach the next substep.
///
/// An impulse that decays for ever would end among the denormals, where a product costs a hundred times as much. An impulse
/// that is infinite or NaN belongs to a joint that moves nothing, since the step would be refused otherwise; it would stay NaN.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
pub(super) fn that_count<J: Constraint, L: Lanes>(mut impulses: J::Rows<L>) -> J::Rows<L> {
    let least = L::splat(LEAST_IMPULSE);
    for row in 0..J::ROWS {
        impulses.as_mut()[row] = impulses.as_ref()[row].normal_or_zero(least);
    }
    impulses
}

/// The square of a smaller impulse is hardly a normal number, N·s.
const LEAST_IMPULSE: Scalar = if size_of::<Scalar>() == 4 { 1e-18 } else { 1e-150 };
