//! What a kernel does with the packs of a span.

#![allow(clippy::inline_always)] // a kernel's: see `Lanes::run`

use core::ops::Range;

use crate::kernels::records::VelocityRecord;
use crate::kernels::{Angles, Kernel, Layout, Parameters, Poses, Span, Velocities};
use crate::lanes::{Gather, Lanes};
use crate::math::Scalar;
use crate::pass::{Pass, Step};

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
    pub(crate) velocities: Velocities<'a, L>,
    /// How an iteration solves the joint in each lane; `None` where impulses are applied.
    pub(crate) iteration: Option<Pass<L>>,
    /// See [`apply`](Self::apply).
    pub(crate) carries: bool,
}

/// A pass over the spokes of a hub that adds up what they would change of the hub's velocity. What an iteration changes of their
/// impulses is applied to bodies at rest.
///
/// Spokes have two bodies, and are of a type that [`HOLDS`](crate::Constraint::HOLDS): kernels of other types have no such pass.
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
