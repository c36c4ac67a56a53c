//! The kernel of a joint type: one function for each lane width, which calls what the attribute has derived.
//!
//! All of it is inlined into that function: see [`Lanes::run`](crate::lanes::Lanes::run). A user's crate compiles it for each of
//! its joints, so that each phase is in it once.

#![allow(clippy::inline_always)]

use core::marker::PhantomData;
use core::ops::Range;

use crate::constraint::{Array as _, Constraint, Pass, Step, Values as _};
use crate::curve::Curve;
use crate::lanes::{Gather, Kernel};
use crate::math::Scalar;
use crate::solver::bodies::as_long;
use crate::solver::kernels::{Angles, Parameters, Poses, Span, Velocities, setup_size};

/// What a kernel does with each pack, in this order.
pub(crate) struct Phases<'a, L: Gather> {
    pub(crate) prepare: Option<Prepare<'a, L>>,
    pub(crate) solve: Option<Solve<'a, L>>,
    pub(crate) apply: Option<Apply<'a, L>>,
    /// How many packs are prepared, solved and applied together. They stay in the processor's first cache. Each of the three is a
    /// long chain, in which one value waits for another; the processor works at several packs at a time if it finds them one after
    /// the other.
    pub(crate) packs_at_once: usize,
    /// Whether the packs that come next are fetched meanwhile.
    pub(crate) fetches: bool,
    /// Has as many packs fetched that come after all of these.
    pub(crate) ahead: Option<&'a dyn Fn(Range<usize>)>,
}

impl<L: Gather> Phases<'_, L> {
    /// None, with all packs at hand.
    pub(crate) const NONE: Self =
        Self { prepare: None, solve: None, apply: None, packs_at_once: usize::MAX, fetches: false, ahead: None };
}

/// One phase.
impl<'a, L: Gather> Phases<'a, L> {
    pub(crate) fn prepare(prepare: Prepare<'a, L>) -> Self {
        Self { prepare: Some(prepare), ..Self::NONE }
    }

    pub(crate) fn solve(solve: Solve<'a, L>) -> Self {
        Self { solve: Some(solve), ..Self::NONE }
    }

    pub(crate) fn apply(apply: Apply<'a, L>) -> Self {
        Self { apply: Some(apply), ..Self::NONE }
    }
}

/// C, J and K⁻¹ at the present poses.
pub(crate) struct Prepare<'a, L: Gather> {
    pub(crate) poses: Poses<'a, L>,
    pub(crate) step: Step<Scalar>,
    /// The angles where a step begins: sums of them are taken in double precision.
    pub(crate) begin: Option<Angles<'a>>,
    /// The joints of the type, which have the curves.
    pub(crate) joints: &'a dyn Parameters,
}

/// One iteration.
pub(crate) struct Solve<'a, L> {
    pub(crate) velocities: Velocities<'a, L>,
    pub(crate) pass: Pass<Scalar>,
}

/// v ← v + M⁻¹ Jᵀ λ
pub(crate) struct Apply<'a, L> {
    pub(crate) velocities: Velocities<'a, L>,
    /// Whether λ goes to the next substep, without what must not get there.
    ///
    /// An impulse that decays for ever would end among the denormals, where a product costs a hundred times as much. An impulse
    /// that is infinite or NaN belongs to a joint that moves nothing, since the step would be refused otherwise; it would stay NaN.
    pub(crate) carries: bool,
}

/// The square of a smaller impulse is hardly a normal number, N·s.
pub(crate) const LEAST_IMPULSE: Scalar = if size_of::<Scalar>() == 4 { 1e-18 } else { 1e-150 };

/// Runs the phases on the packs of a span of joints of type `J`.
pub(crate) fn run<J: Constraint, L: Gather>(span: &mut Span<'_, L>, phases: &mut Phases<'_, L>) {
    L::run(Run::<J, L> { span, phases, joint: PhantomData });
}

struct Run<'a, 'b, 'c, J, L: Gather> {
    span: &'a mut Span<'b, L>,
    phases: &'a mut Phases<'c, L>,
    joint: PhantomData<J>,
}

impl<J: Constraint, L: Gather> Kernel for Run<'_, '_, '_, J, L> {
    #[inline(always)]
    fn run(self) {
        let Self { span, phases, .. } = self;
        let Phases { prepare, solve, apply, packs_at_once, fetches, ahead } = phases;
        let all = span.packs();
        let mut first = 0;
        while first < all {
            let packs = first..all.min(first.saturating_add(*packs_at_once));
            first = packs.end;
            if L::FETCHES && *fetches {
                let next = packs.end..packs.end + packs.len();
                span.fetch(next, J::BODIES, setup_size::<J>(), size::<J>(), J::ROWS);
            }
            if let Some(fetch) = ahead {
                fetch(packs.clone());
            }
            if let Some(prepare) = prepare {
                prepare.run::<J>(span, packs.clone());
            }
            if let Some(solve) = solve {
                solve.run::<J>(span, packs.clone());
            }
            if let Some(apply) = apply {
                apply.run::<J>(span, packs);
            }
        }
    }
}

impl<L: Gather> Prepare<'_, L> {
    #[inline(always)]
    fn run<J: Constraint>(&self, span: &mut Span<'_, L>, packs: Range<usize>) {
        let (setups, setup) = (span.setups, &span.setup[packs.clone()]);
        let places = span.bodies.packs(&packs, J::BODIES);
        let bases = &span.bases[packs.start * J::BODIES..packs.end * J::BODIES];
        let prepared = &mut span.prepared[packs.start * size::<J>()..packs.end * size::<J>()];
        if J::READS_ANGLE
            && let Some(angles) = self.begin
        {
            let mut places = places;
            for (numbers, &setup) in prepared.chunks_exact_mut(size::<J>()).zip(setup) {
                let own = places.next(J::BODIES).angles::<J>(angles);
                let mut prepared = J::Prepared::load(numbers);
                J::begin(&setup_of::<J, L>(setups, setup), &own, &mut prepared);
                prepared.store(numbers);
            }
        }
        let Step { h, inverse_h, time } = self.step;
        let step = Step { h: L::splat(h), inverse_h: L::splat(inverse_h), time: L::splat(time) };
        let (mut places, packs) = (places, prepared.chunks_exact_mut(size::<J>()).zip(setup));
        for ((numbers, &setup), bases) in packs.zip(bases.chunks_exact(J::BODIES)) {
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
            let slots = |lane: usize| setups[(setup as usize + 1) * setup_size::<J>() - 1].read(lane);
            let curves = |number: usize, lane: usize| curve_of(self.joints, slots(lane), number);
            J::prepare_along(&curves, &setup_of::<J, L>(setups, setup), &poses, &step, &mut prepared);
            prepared.store(numbers);
        }
    }
}

impl<L: Gather> Solve<'_, L> {
    #[inline(always)]
    fn run<J: Constraint>(&mut self, span: &mut Span<'_, L>, packs: Range<usize>) {
        let Pass { bias_rate, mass_scale, impulse_scale, spring_scale } = self.pass;
        let pass = Pass {
            bias_rate: L::splat(bias_rate),
            mass_scale: L::splat(mass_scale),
            impulse_scale: L::splat(impulse_scale),
            spring_scale: L::splat(spring_scale),
        };
        let (setups, setup) = (span.setups, &span.setup[packs.clone()]);
        let prepared = &span.prepared[packs.start * size::<J>()..packs.end * size::<J>()];
        let impulses = &mut span.impulses[packs.start * J::ROWS..packs.end * J::ROWS];
        let mut places = span.bodies.packs(&packs, J::BODIES);
        let packs = prepared.chunks_exact(size::<J>()).zip(setup);
        for ((numbers, &setup), impulses) in packs.zip(impulses.chunks_exact_mut(J::ROWS)) {
            let places = places.next(J::BODIES);
            let mut own = places.velocities::<J>(&self.velocities);
            let (mut lambda, prepared) = (impulses_of::<J, L>(impulses), J::Prepared::load(numbers));
            J::solve(&setup_of::<J, L>(setups, setup), &prepared, &pass, &mut lambda, &mut own);
            impulses.copy_from_slice(lambda.as_ref());
            places.set_velocities::<J>(&own, &mut self.velocities);
        }
    }
}

impl<L: Gather> Apply<'_, L> {
    #[inline(always)]
    fn run<J: Constraint>(&mut self, span: &mut Span<'_, L>, packs: Range<usize>) {
        let least = L::splat(LEAST_IMPULSE);
        let (setups, setup) = (span.setups, &span.setup[packs.clone()]);
        let prepared = &span.prepared[packs.start * size::<J>()..packs.end * size::<J>()];
        let impulses = &mut span.impulses[packs.start * J::ROWS..packs.end * J::ROWS];
        let mut places = span.bodies.packs(&packs, J::BODIES);
        let packs = prepared.chunks_exact(size::<J>()).zip(setup);
        for ((numbers, &setup), impulses) in packs.zip(impulses.chunks_exact_mut(J::ROWS)) {
            let places = places.next(J::BODIES);
            let mut own = places.velocities::<J>(&self.velocities);
            let (mut lambda, prepared) = (impulses_of::<J, L>(impulses), J::Prepared::load(numbers));
            if self.carries {
                for row in 0..J::ROWS {
                    lambda.as_mut()[row] = lambda.as_ref()[row].normal_or_zero(least);
                }
            }
            J::warm_start(&setup_of::<J, L>(setups, setup), &prepared, &lambda, &mut own);
            places.set_velocities::<J>(&own, &mut self.velocities);
            // Last: a choice that is stored where it was read becomes a masked store, which costs as much as twenty others.
            if self.carries {
                impulses.copy_from_slice(lambda.as_ref());
            }
        }
    }
}

/// How many numbers a joint prepares, as they are stored: see [`Layout::prepared`](crate::solver::kernels::Layout::prepared).
const fn size<J: Constraint>() -> usize {
    crate::solver::kernels::stored(J::Prepared::<Scalar>::COUNT)
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
