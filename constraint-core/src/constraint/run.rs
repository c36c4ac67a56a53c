//! The kernel of a joint type: one function for each lane width, which calls what the attribute has derived.
//!
//! All of it is inlined into that function: see [`Lanes::run`](crate::lanes::Lanes::run). A user's crate compiles it for
//! each of its joints, so the code of each phase stands in it once.

#![allow(clippy::inline_always)]

use core::marker::PhantomData;

use crate::array::{Array as _, Values as _};
use crate::constraint::Constraint;
use crate::curve::Curve;
use crate::kernels::records::as_long;
use crate::kernels::{
    AskSpokes, ImpulsePass, Iteration, LEAST_IMPULSE, Parameters, Phase, Prepare, Span, Start, gather, scatter,
};
use crate::kinematics::Velocity;
use crate::lanes::{self, Gather};
use crate::math::Scalar;
use crate::pass::{Pass, Step};

/// Runs a phase on the packs of a span of joints of type `J`.
pub(crate) fn run<J: Constraint, L: Gather>(span: &mut Span<'_, L>, phase: &mut Phase<'_, L>) {
    L::run(Run::<J, L> { span, phase, joint: PhantomData });
}

struct Run<'a, 'b, 'c, J, L: Gather> {
    span: &'a mut Span<'b, L>,
    phase: &'a mut Phase<'c, L>,
    joint: PhantomData<J>,
}

impl<J: Constraint, L: Gather> lanes::Kernel for Run<'_, '_, '_, J, L> {
    #[inline(always)]
    fn run(self) {
        let Self { span, phase, .. } = self;
        match phase {
            Phase::Pass(pass) => pass.run::<J>(span),
            Phase::Prepare(prepare) => prepare.run::<J>(span),
            // Other types have no spokes, and none of this code.
            Phase::Ask(ask) if J::HOLDS && J::BODIES == 2 => ask.run::<J>(span),
            Phase::Ask(_) => {}
        }
    }
}

impl<L: Gather> Prepare<'_, L> {
    #[inline(always)]
    fn run<J: Constraint>(&self, span: &mut Span<'_, L>) {
        if J::READS_ANGLE
            && let Some(Start { angles, .. }) = self.begin
        {
            let mut places = span.bodies;
            for (numbers, &setup) in span.prepared.chunks_exact_mut(size::<J>()).zip(span.setup) {
                let own = places.next(J::BODIES).angles::<J>(angles);
                let mut prepared = J::Prepared::load(numbers);
                J::begin(&setup_of::<J, L>(span.setups, setup), &own, &mut prepared);
                prepared.store(numbers);
            }
        }
        let Step { h, inverse_h, time } = self.step;
        let step = Step { h: L::splat(h), inverse_h: L::splat(inverse_h), time: L::splat(time) };
        let mut places = span.bodies;
        let packs = span.prepared.chunks_exact_mut(size::<J>()).zip(span.setup);
        for ((numbers, &setup), bases) in packs.zip(span.bases.chunks_exact(J::BODIES)) {
            let mut poses = places.next(J::BODIES).poses::<J>(&self.poses);
            each_body!(J, body => {
                let pose = &mut poses.as_mut()[body];
                if !J::RIGID {
                    *pose = as_long(*pose);
                }
                // Where places are relative to that of the first body, its own is zero.
                if body > 0 || !J::RELATIVE {
                    let [x, y] = bases[body];
                    (pose.x, pose.y) = (x + pose.x, y + pose.y);
                }
            });
            let mut prepared = J::Prepared::load(numbers);
            let slots = |lane: usize| span.setups[(setup as usize + 1) * setup_size::<J>() - 1].read(lane);
            let curves = |number: usize, lane: usize| curve_of(self.joints, slots(lane), number);
            J::prepare_along(&curves, &setup_of::<J, L>(span.setups, setup), &poses, &step, &mut prepared);
            prepared.store(numbers);
        }
    }
}

impl<L: Gather> ImpulsePass<'_, L> {
    #[inline(always)]
    fn run<J: Constraint>(&mut self, span: &mut Span<'_, L>) {
        let Self { velocities, iteration, carries } = self;
        let pass = match iteration {
            Some(Iteration::ByLane(pass)) => **pass,
            Some(Iteration::Alike(pass)) => pass.splat(),
            None => Pass::relax().splat(),
        };
        let least = L::splat(LEAST_IMPULSE);
        let (setups, mut places) = (span.setups, span.bodies);
        let packs = span.prepared.chunks_exact(size::<J>()).zip(span.setup);
        for ((numbers, &setup), impulses) in packs.zip(span.impulses.chunks_exact_mut(J::ROWS)) {
            let places = places.next(J::BODIES);
            let mut own = places.velocities::<J>(velocities);
            let mut lambda = impulses_of::<J, L>(impulses);
            let (setup, prepared) = (setup_of::<J, L>(setups, setup), J::Prepared::load(numbers));
            if iteration.is_some() {
                J::solve(&setup, &prepared, &pass, &mut lambda, &mut own);
            } else {
                if *carries {
                    lambda = normal_or_zero::<J, L>(lambda, least);
                }
                J::warm_start(&setup, &prepared, &lambda, &mut own);
            }
            places.set_velocities::<J>(&own, velocities);
            // Last: a choice that is stored where it was read becomes a masked store, which costs as much as twenty others.
            impulses.copy_from_slice(lambda.as_ref());
        }
    }
}

impl<L: Gather> AskSpokes<'_, L> {
    #[inline(always)]
    fn run<J: Constraint>(&mut self, span: &mut Span<'_, L>) {
        let Self { hub, velocity, others, has_impulses, iteration, carries, asked, sums } = self;
        let (pass, least) = (iteration.unwrap_or(Pass::relax()).splat(), L::splat(LEAST_IMPULSE));
        let (zero, [x, y, angular]) = (L::default(), velocity.map(L::splat));
        let packs = span.prepared.chunks_exact(size::<J>()).zip(span.setup);
        let packs = packs.zip(span.impulses.chunks_exact_mut(J::ROWS)).zip(span.bodies.world().chunks_exact(2));
        for (((numbers, &setup), impulses), places) in packs {
            let other = if *hub == 0 { &places[1] } else { &places[0] };
            let mut lambda = J::Rows::repeat(zero);
            if *has_impulses {
                lambda.as_mut().copy_from_slice(impulses);
            }
            let before = lambda;
            let (mut at_hub, mut at_other) = (Velocity { x, y, angular }, Velocity::default());
            if let Some(records) = others {
                let [x, y, angular, _] = gather(other, records);
                at_other = Velocity { x, y, angular };
            }
            let setup = setup_of::<J, L>(span.setups, setup);
            let prepared = J::Prepared::load(numbers);
            if iteration.is_some() {
                let mut own = both::<J, L>(*hub, at_hub, at_other);
                J::solve(&setup, &prepared, &pass, &mut lambda, &mut own);
                for row in 0..J::ROWS {
                    lambda.as_mut()[row] -= before.as_ref()[row];
                }
                (at_hub, at_other) = (Velocity::default(), Velocity::default());
            } else if *carries {
                lambda = normal_or_zero::<J, L>(lambda, least);
            }
            let mut own = both::<J, L>(*hub, at_hub, at_other);
            J::warm_start(&setup, &prepared, &lambda, &mut own);
            let [first, second] = [own.as_ref()[0], own.as_ref()[1]];
            let (mut change, at_other) = if *hub == 0 { (first, second) } else { (second, first) };
            if let Some(records) = others
                && *carries
            {
                scatter([at_other.x, at_other.y, at_other.angular, zero], other, records);
                impulses.copy_from_slice(lambda.as_ref());
            }
            // Nothing for a lane without a joint.
            if !other.all_move() {
                let is_used = L::mask(other.movers());
                change.x = L::select(is_used, change.x, zero);
                change.y = L::select(is_used, change.y, zero);
                change.angular = L::select(is_used, change.angular, zero);
            }
            let [x, y, angular] = &mut sums[*asked & (sums.len() - 1)];
            *asked += 1;
            *x += change.x;
            *y += change.y;
            *angular += change.angular;
        }
    }
}

/// The velocities of both bodies, if the hub is this one of them.
#[inline(always)]
fn both<J: Constraint, L: Gather>(hub: usize, at_hub: Velocity<L>, at_other: Velocity<L>) -> J::Bodies<Velocity<L>> {
    let (first, second) = if hub == 0 { (at_hub, at_other) } else { (at_other, at_hub) };
    let mut own = J::Bodies::repeat(first);
    own.as_mut()[1] = second;
    own
}

#[inline(always)]
fn normal_or_zero<J: Constraint, L: Gather>(mut lambda: J::Rows<L>, least: L) -> J::Rows<L> {
    for row in 0..J::ROWS {
        lambda.as_mut()[row] = lambda.as_ref()[row].normal_or_zero(least);
    }
    lambda
}

/// As how many numbers so many are stored.
pub(super) const fn stored(count: usize) -> usize {
    if count == 0 { 1 } else { count }
}

/// How many numbers the setup of a joint is in a pack. The last one of a joint that reads curves is its slot: they are read where its
/// parameters are, since they are of any length.
pub(super) const fn setup_size<J: Constraint>() -> usize {
    J::Setup::<Scalar>::COUNT + if J::CURVES == 0 { 0 } else { 1 }
}

/// How many numbers a joint prepares, as they are stored: see [`Layout::prepared`](crate::kernels::Layout::prepared).
const fn size<J: Constraint>() -> usize {
    stored(J::Prepared::<Scalar>::COUNT)
}

/// A curve of the joint in a slot. A free lane has the slot of a joint that was there.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // slots are small numbers
fn curve_of(joints: &dyn Parameters, slot: Scalar, number: usize) -> Option<&Curve> {
    joints.get(slot as u32)?.curve_at(number)
}

#[inline(always)]
fn setup_of<J: Constraint, L: Gather>(setups: &[L], number: u32) -> J::Setup<L> {
    let first = number as usize * setup_size::<J>();
    J::Setup::load(&setups[first..first + J::Setup::<L>::COUNT])
}

#[inline(always)]
fn impulses_of<J: Constraint, L: Gather>(impulses: &[L]) -> J::Rows<L> {
    let mut lambda = J::Rows::repeat(L::default());
    lambda.as_mut().copy_from_slice(impulses);
    lambda
}
