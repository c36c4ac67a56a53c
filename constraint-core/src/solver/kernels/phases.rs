//! The kernel of a joint type: one function for each lane width, which calls what the attribute has derived.
//!
//! All of it is inlined into that function: see [`Lanes::run`](crate::lanes::Lanes::run). A user's crate compiles it for each of
//! its joints, so that each phase is in it once.

#![allow(clippy::inline_always)]

use core::marker::PhantomData;
use core::ops::Range;

use crate::array::{Array as _, Values as _};
use crate::constraint::Constraint;
use crate::curve::Curve;
use crate::kinematics::Velocity;
use crate::lanes::{self, Gather, Lanes};
use crate::math::Scalar;
use crate::pass::{Pass, Step};
use crate::solver::bodies::{VelocityRecord, as_long};
use crate::solver::kernels::{
    Angles, Kernel, Layout, Parameters, Poses, Span, Velocities, gather, scatter, setup_size,
};

/// What a kernel does with each pack of a span.
pub(crate) enum Phase<'a, L: Gather> {
    Prepare(Prepare<'a, L>),
    Pass(ImpulsePass<'a, L>),
    Ask(AskSpokes<'a, L>),
}

/// How packs take their turns where several phases are run on each.
pub(crate) struct Turns<'a> {
    /// How many packs go through all phases before the next ones. They stay in the processor's first cache. Each phase is a long
    /// chain, in which one value waits for another; the processor works at several packs at a time if it finds them one after the
    /// other.
    pub(crate) packs_at_once: usize,
    /// Whether the packs that come next are fetched meanwhile.
    pub(crate) fetches: bool,
    /// Has as many packs fetched that come after all of these.
    pub(crate) ahead: Option<&'a dyn Fn(Range<usize>)>,
}

impl Turns<'_> {
    /// Of so many packs.
    pub(crate) const fn of(packs_at_once: usize) -> Self {
        Self { packs_at_once, fetches: false, ahead: None }
    }

    /// Runs phases one after the other on a few packs after the others.
    pub(crate) fn run<L: Gather>(
        &self,
        kernel: Kernel<L>,
        layout: &Layout,
        span: &mut Span<'_, L>,
        phases: &mut [Phase<'_, L>],
    ) {
        let (all, mut first) = (span.packs(), 0);
        let goes_ahead = self.fetches || self.ahead.is_some();
        if phases.len() == 1 || all <= self.packs_at_once && !goes_ahead {
            return phases.iter_mut().for_each(|phase| kernel(span, phase));
        }
        while first < all {
            let packs = first..all.min(first + self.packs_at_once);
            first = packs.end;
            if self.fetches {
                span.fetch(packs.end..packs.end + packs.len(), layout);
            }
            if let Some(fetch) = self.ahead {
                fetch(packs.clone());
            }
            let mut part = span.part(packs, layout);
            for phase in &mut *phases {
                kernel(&mut part, phase);
            }
        }
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

impl Pass<Scalar> {
    /// The same in every lane.
    #[inline(always)]
    pub(crate) fn splat<L: Lanes>(&self) -> Pass<L> {
        Pass {
            bias_rate: L::splat(self.bias_rate),
            mass_scale: L::splat(self.mass_scale),
            impulse_scale: L::splat(self.impulse_scale),
            spring_scale: L::splat(self.spring_scale),
        }
    }
}

/// A pass over the impulses λ and the velocities v: one iteration, or v ← v + M⁻¹ Jᵀ λ. Both are one loop, which finds bodies in one
/// place: that is most of a kernel's code.
pub(crate) struct ImpulsePass<'a, L> {
    velocities: Velocities<'a, L>,
    /// How an iteration solves the joint in each lane; `None` where impulses are applied.
    iteration: Option<Pass<L>>,
    /// See [`apply`](Self::apply).
    carries: bool,
}

/// A pass over the spokes of a hub that adds up what they would change of the hub's velocity. What an iteration changes of their
/// impulses is applied to bodies at rest.
///
/// Spokes have two bodies, and are of a type that [`HOLDS`](Constraint::HOLDS): kernels of other types have no such pass.
pub(crate) struct AskSpokes<'a, L> {
    /// Where the hub stands among the two bodies.
    pub(crate) hub: usize,
    /// The velocity that the hub has for this pass: x, y, and the angular part.
    pub(crate) velocity: [Scalar; 3],
    /// The velocities of the other bodies; none where they are at rest.
    pub(crate) others: Option<&'a mut [VelocityRecord]>,
    /// Whether there are the impulses that there are, or none.
    pub(crate) has_impulses: bool,
    /// What an iteration has; `None` where impulses are applied.
    pub(crate) iteration: Option<Pass<Scalar>>,
    /// Whether the impulses are carried, and the other bodies' velocities written: see [`ImpulsePass::apply`].
    pub(crate) carries: bool,
    /// How many packs have been asked.
    pub(crate) asked: usize,
    /// The answer is added to these, pack after pack, again and again. As many as a power of two.
    pub(crate) sums: &'a mut [[L; 3]],
}

impl<'a, L> ImpulsePass<'a, L> {
    /// One iteration.
    pub(crate) const fn solve(velocities: Velocities<'a, L>, iteration: Pass<L>) -> Self {
        Self { velocities, iteration: Some(iteration), carries: false }
    }

    /// v ← v + M⁻¹ Jᵀ λ. If it `carries`, λ goes to the next substep, without what must not get there.
    ///
    /// An impulse that decays for ever would end among the denormals, where a product costs a hundred times as much. An impulse
    /// that is infinite or NaN belongs to a joint that moves nothing, since the step would be refused otherwise; it would stay NaN.
    pub(crate) const fn apply(velocities: Velocities<'a, L>, carries: bool) -> Self {
        Self { velocities, iteration: None, carries }
    }
}

/// The square of a smaller impulse is hardly a normal number, N·s.
pub(crate) const LEAST_IMPULSE: Scalar = if size_of::<Scalar>() == 4 { 1e-18 } else { 1e-150 };

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
            && let Some(angles) = self.begin
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
        let (pass, least) = (iteration.unwrap_or_else(|| Pass::relax().splat()), L::splat(LEAST_IMPULSE));
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
