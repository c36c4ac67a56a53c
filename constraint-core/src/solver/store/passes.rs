//! The passes over packs of joints whose bodies are gathered.

use core::ops::Range;

use super::row::{Row, Stretch};
use super::series::Series;
use super::star;
use crate::constraint::{Pass, Step};
use crate::lanes::{Kernel, Lanes};
use crate::math::Scalar;
use crate::solver::Motion;
use crate::solver::kernels::{HasKernels, JointKernels, Poses, Velocities};

/// A run of packs, of one colour, that takes more bytes than this leaves little of itself in the processor's second cache: the
/// relaxation, which reads them whole, fetches those it comes to next. By itself the processor foresees a run over memory, but
/// not far enough for a third cache that others use as well.
///
/// The packs of [another team](Stretch::next) are fetched in the same way, but once in a step.
const AT_REACH: usize = 1 << 19;

/// How many packs are prepared, solved and carried together. They stay in the processor's first cache. Each of the three is a long
/// chain, in which one value waits for another; the processor works at several packs at a time if it finds them one after the other.
const AT_HAND: usize = 4;

/// What a relaxation does.
///
/// It prepares and solves a few packs after the other: what is prepared is still at hand. Preparation reads poses, which solving
/// does not change. The impulses are carried to the next substep; if this is the last one, to the next step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relaxation {
    pub(super) step: Step<Scalar>,
    /// Not at the beginning of a step.
    pub(super) solves: bool,
    /// Whether a step begins at these poses.
    pub(super) begins_step: bool,
}

/// One iteration that takes out position errors.
pub(super) fn solve<L: HasKernels>(row: &mut Row<L>, table: &JointKernels, motion: &mut Motion, pass: &Pass<Scalar>) {
    let kernels = L::kernels(table);
    let solve = |series: &mut Series<L>, motion: &mut Motion| {
        let packs = series.packs();
        if packs > 0 {
            (kernels.solve)(series.span(0..packs), Velocities::of_world(&mut motion.velocities), pass);
        }
    };
    solve(&mut row.uncoloured, motion);
    let segments = motion.team.segments.clone();
    row.stars.each_mut(|star| {
        if segments.contains(&star.segment) {
            star::solve(star, kernels, motion, pass);
        }
    });
    row.runs(&motion.team.clone(), |stretch| solve(stretch.series, motion));
}

/// See [`Relaxation`].
pub(super) fn relax<L: HasKernels>(
    row: &mut Row<L>,
    table: &JointKernels,
    motion: &mut Motion,
    relaxation: Relaxation,
) {
    // A pack of joints without a colour moves a body that the next one holds.
    relax_all(Stretch { series: &mut row.uncoloured, next: None }, table, motion, relaxation, 1);
    let segments = motion.team.segments.clone();
    row.stars.each_mut(|star| {
        if segments.contains(&star.segment) {
            star::relax(star, L::kernels(table), motion, relaxation);
        }
    });
    row.runs(&motion.team.clone(), |stretch| relax_all(stretch, table, motion, relaxation, AT_HAND));
}

fn relax_all<L: HasKernels>(
    stretch: Stretch<'_, L>,
    table: &JointKernels,
    motion: &mut Motion,
    relaxation: Relaxation,
    at_hand: usize,
) {
    let (Stretch { series, next }, kernels) = (stretch, L::kernels(table));
    let Relaxation { step, solves, begins_step } = relaxation;
    let all = series.packs();
    let is_far = L::FETCHES && series.bytes_of(all) > AT_REACH;
    for first in (0..all).step_by(at_hand) {
        let packs = first..(first + at_hand).min(all);
        if is_far {
            (packs.end..packs.end + at_hand).for_each(|pack| series.fetch(pack));
        } else if let Some(next) = next.filter(|_| L::FETCHES && begins_step) {
            packs.clone().for_each(|pack| next.fetch(pack));
        }
        prepare(series, kernels, motion, packs.clone(), &step, begins_step);
        if solves && table.layout.relaxes {
            let velocities = Velocities::of_world(&mut motion.velocities);
            (kernels.solve)(series.span(packs.clone()), velocities, &Pass::relax());
        }
        carry(series.impulses_mut(packs.clone()));
        (kernels.apply)(series.span(packs), Velocities::of_world(&mut motion.carried));
    }
}

/// Prepares some packs, for a step that begins or within one.
pub(super) fn prepare<L: HasKernels>(
    series: &mut Series<L>,
    kernels: &crate::solver::kernels::Kernels<L>,
    motion: &mut Motion,
    packs: Range<usize>,
    step: &Step<Scalar>,
    begins_step: bool,
) {
    let bodies = motion.seen();
    if begins_step {
        series.find_bases(packs.clone(), &bodies);
        if series.layout.reads_angle {
            (kernels.begin)(series.span(packs.clone()), crate::solver::kernels::Angles(bodies.angles));
        }
    }
    let poses = Poses { moved: bodies.moved, turned: bodies.turned, in_lanes: &[] };
    (kernels.prepare)(series.span(packs), &poses, step);
}

/// Leaves the impulses that must not reach the next substep behind.
///
/// An impulse that decays for ever would end among the denormals, where a product costs a hundred times as much. An impulse
/// that is infinite or NaN belongs to a joint that moves nothing, since the step would be refused otherwise; it would stay NaN.
pub(super) fn carry<L: Lanes>(impulses: &mut [L]) {
    L::run(Carry(impulses));
}

struct Carry<'a, L>(&'a mut [L]);

impl<L: Lanes> Kernel for Carry<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let least = L::splat(LEAST_IMPULSE);
        self.0.iter_mut().for_each(|impulse| *impulse = impulse.normal_or_zero(least));
    }
}

/// The square of a smaller impulse is hardly a normal number, N·s.
const LEAST_IMPULSE: Scalar = if size_of::<Scalar>() == 4 { 1e-18 } else { 1e-150 };
