//! The passes over packs of joints whose bodies are gathered.

use core::ops::Range;

use super::row::{Row, Stretch};
use super::series::Series;
use super::star;
use crate::constraint::{Pass, Step};
use crate::lanes::Gather;
use crate::math::Scalar;
use crate::solver::Motion;
use crate::solver::kernels::{Angles, HasKernels, ImpulsePass, JointTable, Phase, Poses, Prepare, Turns, Velocities};
use crate::solver::motion::Moving;

/// A run of packs, of one colour, that takes more bytes than this leaves little of itself in the processor's second cache: the
/// relaxation, which reads them whole, fetches those it comes to next. By itself the processor foresees a run over memory, but
/// not far enough for a third cache that others use as well.
///
/// The packs of [another team](Stretch::next) are fetched in the same way, but once in a step.
const AT_REACH: usize = 1 << 19;

/// See [`Turns::at_hand`].
pub(super) const AT_HAND: usize = 4;

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
pub(super) fn solve<L: HasKernels>(row: &mut Row<L>, table: &JointTable, motion: &mut Motion, pass: &Pass<Scalar>) {
    let kernel = L::kernel(table);
    let solve = |series: &mut Series<L>, motion: &mut Motion| {
        let packs = series.packs();
        if packs > 0 {
            let solve = ImpulsePass::solve(Velocities::of_world(&mut motion.velocities), *pass);
            kernel(&mut series.span(0..packs), &mut Phase::Pass(solve));
        }
    };
    solve(&mut row.uncoloured, motion);
    let segments = motion.team.segments.clone();
    row.stars.each_mut(|star, sums| {
        if segments.contains(&star.segment) {
            star::solve(star, sums, kernel, motion, pass);
        }
    });
    row.runs(&motion.team.clone(), |stretch| solve(stretch.series, motion));
}

/// See [`Relaxation`].
pub(super) fn relax<L: HasKernels>(row: &mut Row<L>, table: &JointTable, motion: &mut Motion, relaxation: Relaxation) {
    // A pack of joints without a colour moves a body that the next one holds.
    relax_all(Stretch { series: &mut row.uncoloured, next: None }, table, motion, relaxation, 1);
    let segments = motion.team.segments.clone();
    row.stars.each_mut(|star, sums| {
        if segments.contains(&star.segment) {
            star::relax(star, sums, L::kernel(table), motion, relaxation);
        }
    });
    row.runs(&motion.team.clone(), |stretch| relax_all(stretch, table, motion, relaxation, AT_HAND));
}

fn relax_all<L: HasKernels>(
    stretch: Stretch<'_, L>,
    table: &JointTable,
    motion: &mut Motion,
    relaxation: Relaxation,
    at_hand: usize,
) {
    let Stretch { series, next } = stretch;
    let Relaxation { step, solves, begins_step } = relaxation;
    let all = series.packs();
    if all == 0 {
        return;
    }
    if begins_step {
        series.find_bases(0..all, &motion.seen());
    }
    let fetch_next =
        |packs: Range<usize>| next.into_iter().for_each(|next| packs.clone().for_each(|pack| next.fetch(pack)));
    let is_next = L::FETCHES && begins_step && next.is_some();
    let (prepare, velocities, carried) = motion.phases(step, begins_step);
    let solve = ImpulsePass::solve(Velocities::of_world(velocities), Pass::relax());
    let apply = ImpulsePass::apply(Velocities::of_world(carried), true);
    let turns = Turns {
        at_hand,
        fetches: L::FETCHES && series.bytes_of(all) > AT_REACH,
        ahead: if is_next { Some(&fetch_next) } else { None },
    };
    let (kernel, prepare, apply) = (L::kernel(table), Phase::Prepare(prepare), Phase::Pass(apply));
    let phases: &mut [_] =
        if solves && table.layout.relaxes { &mut [prepare, Phase::Pass(solve), apply] } else { &mut [prepare, apply] };
    turns.run(kernel, &table.layout, &mut series.span(0..all), phases);
}

impl Motion {
    /// What joints are prepared by, for a step that begins or within one; and what they are solved and carried on.
    pub(super) fn phases<L: Gather>(
        &mut self,
        step: Step<Scalar>,
        begins_step: bool,
    ) -> (Prepare<'_, L>, &mut [Moving], &mut [Moving]) {
        let (seen, velocities, carried) = self.parts();
        let poses = Poses { moved: seen.moved, turned: seen.turned, in_lanes: &[] };
        (Prepare { poses, step, begin: begins_step.then_some(Angles(seen.angles)) }, velocities, carried)
    }
}
