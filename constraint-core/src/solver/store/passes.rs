//! The passes over packs of joints whose bodies are gathered.

use core::ops::Range;

use super::row::{Row, Stretch};
use super::series::Series;
use super::star;
use crate::constraint::{Pass, Step};
use crate::lanes::Gather;
use crate::math::Scalar;
use crate::solver::Motion;
use crate::solver::kernels::{
    Angles, Apply, HasKernels, JointTable, Parameters, Phases, Poses, Prepare, Solve, Velocities,
};
use crate::solver::motion::Moving;

/// A run of packs, of one colour, that takes more bytes than this leaves little of itself in the processor's second cache: the
/// relaxation, which reads them whole, fetches those it comes to next. By itself the processor foresees a run over memory, but
/// not far enough for a third cache that others use as well.
///
/// The packs of [another team](Stretch::next) are fetched in the same way, but once in a step.
const AT_REACH: usize = 1 << 19;

/// See [`Phases::at_hand`].
pub(super) const AT_HAND: usize = 4;

/// What a relaxation does.
///
/// It prepares and solves a few packs after the other: what is prepared is still at hand. Preparation reads poses, which solving
/// does not change. The impulses are carried to the next substep; if this is the last one, to the next step.
#[derive(Clone, Copy)]
pub(super) struct Relaxation<'a> {
    pub(super) step: Step<Scalar>,
    /// Not at the beginning of a step.
    pub(super) solves: bool,
    /// Whether a step begins at these poses.
    pub(super) begins_step: bool,
    /// See [`Prepare::joints`].
    pub(super) joints: &'a dyn Parameters,
}

/// One iteration that takes out position errors.
pub(super) fn solve<L: HasKernels>(row: &mut Row<L>, table: &JointTable, motion: &mut Motion, pass: &Pass<Scalar>) {
    let kernel = L::kernel(table);
    let solve = |series: &mut Series<L>, motion: &mut Motion| {
        let packs = series.packs();
        if packs > 0 {
            let solve = Solve { velocities: Velocities::of_world(&mut motion.velocities), pass: *pass };
            kernel(&mut series.span(0..packs), &mut Phases::solve(solve));
        }
    };
    solve(&mut row.uncoloured, motion);
    let segments = motion.team.segments.clone();
    row.stars.each_mut(|star| {
        if segments.contains(&star.segment) {
            star::solve(star, kernel, motion, pass);
        }
    });
    row.runs(&motion.team.clone(), |stretch| solve(stretch.series, motion));
}

/// See [`Relaxation`].
pub(super) fn relax<L: HasKernels>(
    row: &mut Row<L>,
    table: &JointTable,
    motion: &mut Motion,
    relaxation: Relaxation<'_>,
) {
    // A pack of joints without a colour moves a body that the next one holds.
    relax_all(Stretch { series: &mut row.uncoloured, next: None }, table, motion, relaxation, 1);
    let segments = motion.team.segments.clone();
    row.stars.each_mut(|star| {
        if segments.contains(&star.segment) {
            star::relax(star, L::kernel(table), motion, relaxation);
        }
    });
    row.runs(&motion.team.clone(), |stretch| relax_all(stretch, table, motion, relaxation, AT_HAND));
}

fn relax_all<L: HasKernels>(
    stretch: Stretch<'_, L>,
    table: &JointTable,
    motion: &mut Motion,
    relaxation: Relaxation<'_>,
    at_hand: usize,
) {
    let Stretch { series, next } = stretch;
    let Relaxation { step, solves, begins_step, joints } = relaxation;
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
    let (prepare, velocities, carried) = motion.phases(step, begins_step, joints);
    let solve = Solve { velocities: Velocities::of_world(velocities), pass: Pass::relax() };
    let mut phases = Phases {
        prepare: Some(prepare),
        solve: Some(solve).filter(|_| solves && table.layout.relaxes),
        apply: Some(Apply { velocities: Velocities::of_world(carried), carries: true }),
        at_hand,
        fetches: L::FETCHES && series.bytes_of(all) > AT_REACH,
        ahead: if is_next { Some(&fetch_next) } else { None },
    };
    L::kernel(table)(&mut series.span(0..all), &mut phases);
}

impl Motion {
    /// What joints are prepared by, for a step that begins or within one; and what they are solved and carried on.
    pub(super) fn phases<'a, L: Gather>(
        &'a mut self,
        step: Step<Scalar>,
        begins_step: bool,
        joints: &'a dyn Parameters,
    ) -> (Prepare<'a, L>, &'a mut [Moving], &'a mut [Moving]) {
        let (seen, velocities, carried) = self.parts();
        let poses = Poses { moved: seen.moved, turned: seen.turned, in_lanes: &[] };
        (Prepare { poses, step, begin: begins_step.then_some(Angles(seen.angles)), joints }, velocities, carried)
    }
}
