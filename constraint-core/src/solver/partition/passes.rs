//! The passes over packs of joints whose bodies are gathered.

use core::ops::Range;

use crate::constraint::{Pass, Step};
use crate::lanes::Gather;
use crate::math::Scalar;
use crate::solver::SolverBodies;
use crate::solver::bodies::VelocityRecord;
use crate::solver::hub;
use crate::solver::kernels::{Angles, Apply, HasKernels, JointTable, Phases, Poses, Prepare, Solve, Velocities};
use crate::solver::packs::bucket::Bucket;
use crate::solver::partition::colour_blocks::{BucketRun, ColourBlocks};

/// A run of packs, of one colour, that takes more bytes than this leaves little of itself in the processor's second cache: the
/// relaxation, which reads them whole, fetches those it comes to next. By itself the processor foresees a run over memory, but
/// not far enough for a third cache that others use as well.
///
/// The packs of [another group](BucketRun::next) are fetched in the same way, but once in a step.
const AT_REACH: usize = 1 << 19;

/// See [`Phases::packs_at_once`].
pub(crate) const PACKS_AT_ONCE: usize = 4;

/// What a relaxation does.
///
/// It prepares and solves a few packs after the other: what is prepared is still at hand. Preparation reads poses, which solving
/// does not change. The impulses are carried to the next substep; if this is the last one, to the next step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relaxation {
    pub(crate) step: Step<Scalar>,
    /// Not at the beginning of a step.
    pub(crate) solves: bool,
    /// Whether a step begins at these poses.
    pub(crate) begins_step: bool,
}

/// One iteration that takes out position errors.
pub(crate) fn solve<L: HasKernels>(
    row: &mut ColourBlocks<L>,
    table: &JointTable,
    motion: &mut SolverBodies,
    pass: &Pass<Scalar>,
) {
    let kernel = L::kernel(table);
    let solve = |bucket: &mut Bucket<L>, motion: &mut SolverBodies| {
        let packs = bucket.packs();
        if packs > 0 {
            let solve = Solve { velocities: Velocities::of_world(&mut motion.velocities), pass: *pass };
            kernel(&mut bucket.span(0..packs), &mut Phases::solve(solve));
        }
    };
    solve(&mut row.overflow, motion);
    let partitions = motion.group.partitions.clone();
    row.hub_blocks.each_mut(|hub_block| {
        if partitions.contains(&hub_block.partition) {
            if table.layout.holds {
                hub::solve(hub_block, kernel, motion, pass);
            } else {
                hub::sweep(hub_block, kernel, motion, pass);
            }
        }
    });
    row.runs(&motion.group.clone(), |run_of_packs| solve(run_of_packs.bucket, motion));
}

/// See [`Relaxation`].
pub(crate) fn relax<L: HasKernels>(
    row: &mut ColourBlocks<L>,
    table: &JointTable,
    motion: &mut SolverBodies,
    relaxation: Relaxation,
) {
    // A pack of joints without a colour moves a body that the next one holds.
    relax_all(BucketRun { bucket: &mut row.overflow, next: None }, table, motion, relaxation, 1);
    let partitions = motion.group.partitions.clone();
    row.hub_blocks.each_mut(|hub_block| {
        if partitions.contains(&hub_block.partition) {
            if table.layout.holds {
                hub::relax(hub_block, L::kernel(table), motion, relaxation);
            } else {
                hub::relax_by_sweeps(hub_block, table, motion, relaxation);
            }
        }
    });
    row.runs(&motion.group.clone(), |run_of_packs| relax_all(run_of_packs, table, motion, relaxation, PACKS_AT_ONCE));
}

fn relax_all<L: HasKernels>(
    run_of_packs: BucketRun<'_, L>,
    table: &JointTable,
    motion: &mut SolverBodies,
    relaxation: Relaxation,
    packs_at_once: usize,
) {
    let BucketRun { bucket, next } = run_of_packs;
    let Relaxation { step, solves, begins_step } = relaxation;
    let all = bucket.packs();
    if all == 0 {
        return;
    }
    if begins_step {
        bucket.find_bases(0..all, &motion.seen());
    }
    let fetch_next =
        |packs: Range<usize>| next.into_iter().for_each(|next| packs.clone().for_each(|pack| next.fetch(pack)));
    let is_next = L::FETCHES && begins_step && next.is_some();
    let (prepare, velocities, warm_start_delta) = motion.phases(step, begins_step);
    let solve = Solve { velocities: Velocities::of_world(velocities), pass: Pass::relax() };
    let mut phases = Phases {
        prepare: Some(prepare),
        solve: Some(solve).filter(|_| solves && table.layout.relaxes),
        apply: Some(Apply { velocities: Velocities::of_world(warm_start_delta), carries: true }),
        packs_at_once,
        fetches: L::FETCHES && bucket.bytes_of(all) > AT_REACH,
        ahead: if is_next { Some(&fetch_next) } else { None },
    };
    L::kernel(table)(&mut bucket.span(0..all), &mut phases);
}

impl SolverBodies {
    /// What joints are prepared by, for a step that begins or within one; and what they are solved and carried on.
    pub(crate) fn phases<L: Gather>(
        &mut self,
        step: Step<Scalar>,
        begins_step: bool,
    ) -> (Prepare<'_, L>, &mut [VelocityRecord], &mut [VelocityRecord]) {
        let (seen, velocities, warm_start_delta) = self.parts();
        let poses = Poses { moved: seen.moved, turned: seen.turned, in_lanes: &[] };
        (Prepare { poses, step, begin: begins_step.then_some(Angles(seen.angles)) }, velocities, warm_start_delta)
    }
}
