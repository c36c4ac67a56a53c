//! What a kernel does with the packs of a span.

#![allow(clippy::inline_always)] // a kernel's: see `Lanes::run`

use core::ops::Range;

use crate::kernels::records::VelocityRecord;
use crate::kernels::{Kernel, Layout, Parameters, Poses, Span, Start, Velocities};
use crate::lanes::{Gather, Lanes};
use crate::math::Scalar;
use crate::pass::{Pass, Step};

/// What a kernel does with each pack of a span.
pub(crate) enum Phase<'a, L: Gather> {
    Prepare(Prepare<'a, L>),
    Pass(ImpulsePass<'a, L>),
    Ask(AskSpokes<'a, L>),
}

/// How a run of packs is cut when several phases run on each pack.
pub(crate) struct Turns<'a> {
    /// Number of packs that go through all phases before the next packs. They stay in the first-level cache. Each phase of
    /// one pack is a long dependency chain, and the processor overlaps the chains of several packs.
    pub(crate) packs_at_once: usize,
    /// Whether the packs that follow are prefetched meanwhile.
    pub(crate) fetches: bool,
    /// Prefetches packs of the next group of partitions: called with the range of packs that run now.
    pub(crate) ahead: Option<&'a dyn Fn(Range<usize>)>,
}

impl Turns<'_> {
    /// Of so many packs.
    pub(crate) const fn of(packs_at_once: usize) -> Self {
        Self { packs_at_once, fetches: false, ahead: None }
    }

    /// Runs all phases on a few packs, then on the next few.
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
            return phases.iter_mut().for_each(|phase| phase.run(kernel, layout, span));
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
                phase.run(kernel, layout, &mut part);
            }
        }
    }
}

impl<L: Gather> Phase<'_, L> {
    /// Runs the phase on all packs. At the start of a step, computes their bases first.
    #[inline]
    pub(crate) fn run(&mut self, kernel: Kernel<L>, layout: &Layout, span: &mut Span<'_, L>) {
        if let Self::Prepare(Prepare { begin: Some(start), .. }) = self {
            span.find_bases(layout, start.centres);
        }
        kernel(span, self);
    }
}

/// C, J and K⁻¹ at the present poses.
pub(crate) struct Prepare<'a, L: Gather> {
    pub(crate) poses: Poses<'a, L>,
    pub(crate) step: Step<Scalar>,
    /// Where a step begins.
    pub(crate) begin: Option<Start<'a>>,
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

/// A pass over the impulses λ and the velocities v: one iteration, or v ← v + M⁻¹ Jᵀ λ. Both share one loop, since finding
/// the bodies is most of a kernel's code.
pub(crate) struct ImpulsePass<'a, L> {
    pub(crate) velocities: Velocities<'a, L>,
    /// How an iteration solves the joints; `None` where impulses are applied.
    pub(crate) iteration: Option<Iteration<'a, L>>,
    /// See [`apply`](Self::apply).
    pub(crate) carries: bool,
}

/// How an iteration solves joints: all in the same way, or each lane in its own.
pub(crate) enum Iteration<'a, L> {
    /// As scalars, which the kernel broadcasts. Lanes are large values to copy.
    Alike(Pass<Scalar>),
    ByLane(&'a Pass<L>),
}

/// A pass over the spokes of a hub that sums their changes of the hub's velocity. The change of impulse of an iteration is
/// applied to bodies at rest.
///
/// Spokes have two bodies, and are of a type that [`HOLDS`](crate::Constraint::HOLDS): kernels of other types have no such pass.
pub(crate) struct AskSpokes<'a, L> {
    /// Where the hub stands among the two bodies.
    pub(crate) hub: usize,
    /// The velocity that the hub has for this pass: x, y, and the angular part.
    pub(crate) velocity: [Scalar; 3],
    /// The velocities of the other bodies; none where they are at rest.
    pub(crate) others: Option<&'a mut [VelocityRecord]>,
    /// Whether the pass starts from the accumulated impulses; from zero otherwise.
    pub(crate) has_impulses: bool,
    /// What an iteration has; `None` where impulses are applied.
    pub(crate) iteration: Option<Pass<Scalar>>,
    /// Whether the impulses are carried, and the other bodies' velocities written: see [`ImpulsePass::apply`].
    pub(crate) carries: bool,
    /// How many packs have been asked.
    pub(crate) asked: usize,
    /// The sums, a power of two of them. Packs add to them in rotation, so the order of the sum does not depend on the
    /// width.
    pub(crate) sums: &'a mut [[L; 3]],
}

impl<'a, L> ImpulsePass<'a, L> {
    /// One iteration.
    pub(crate) const fn solve(velocities: Velocities<'a, L>, pass: &Pass<Scalar>) -> Self {
        Self { velocities, iteration: Some(Iteration::Alike(*pass)), carries: false }
    }

    /// One iteration that solves the joint in each lane by a pass of its own.
    pub(crate) const fn solve_by_lane(velocities: Velocities<'a, L>, pass: &'a Pass<L>) -> Self {
        Self { velocities, iteration: Some(Iteration::ByLane(pass)), carries: false }
    }

    /// v ← v + M⁻¹ Jᵀ λ. If it `carries`, λ is kept for the next substep, and impulses below the least one become zero.
    ///
    /// A decaying impulse would end as a denormal number, and products of these are a hundred times slower. An infinite or
    /// NaN impulse belongs to a joint that moves nothing, since the step would be refused otherwise. It becomes zero too,
    /// and does not stay NaN.
    pub(crate) const fn apply(velocities: Velocities<'a, L>, carries: bool) -> Self {
        Self { velocities, iteration: None, carries }
    }
}

/// The square of a smaller impulse is hardly a normal number, N·s.
pub(crate) const LEAST_IMPULSE: Scalar = if size_of::<Scalar>() == 4 { 1e-18 } else { 1e-150 };
