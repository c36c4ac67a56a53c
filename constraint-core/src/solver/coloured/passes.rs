//! The passes over packs of joints whose bodies are gathered.

use core::ops::Range;

use crate::kernels::{HasKernels, ImpulsePass, JointTable, Phase, Turns, Velocities};
use crate::math::Scalar;
use crate::pass::Pass;
use crate::solver::SolverBodies;
use crate::solver::break_check::BreakCheck;
use crate::solver::coloured::colour_blocks::{BucketRun, ColourBlocks};
use crate::solver::hub;
use crate::solver::packs::bucket::Bucket;
use crate::solver::relaxation::{PACKS_AT_ONCE, Relaxation};

/// A run of packs, of one colour, that takes more bytes than this leaves little of itself in the processor's second cache: the
/// relaxation, which reads them whole, fetches those it comes to next. By itself the processor foresees a run over memory, but
/// not far enough for a third cache that others use as well.
///
/// The packs of [another group](BucketRun::next) are fetched in the same way, but once in a step.
const AT_REACH: usize = 1 << 19;

/// One iteration that takes out position errors.
pub(crate) fn solve<L: HasKernels>(
    row: &mut ColourBlocks<L>,
    table: &JointTable,
    motion: &mut SolverBodies,
    pass: &Pass<Scalar>,
) {
    let kernel = L::kernel(table);
    row.overflow.solve(table, motion, pass);
    let partitions = motion.group.partitions.clone();
    row.hub_blocks.each_mut(|hub_block, sums| {
        if partitions.contains(&hub_block.partition) {
            if table.layout.holds {
                hub::solve(hub_block, sums, kernel, motion, pass);
            } else {
                hub::sweep(hub_block, kernel, &mut motion.velocities, pass);
            }
        }
    });
    row.runs(&motion.group.clone(), |BucketRun { bucket, options, .. }| {
        let packs = bucket.packs();
        if packs > 0 {
            let solve = ImpulsePass::solve(Velocities::of_world(&mut motion.velocities), pass);
            kernel(&mut bucket.span(0..packs), &mut Phase::Pass(solve));
        }
        if let Some(options) = options {
            options.solve(table, motion, pass);
        }
    });
}

/// See [`Relaxation`].
pub(crate) fn relax<L: HasKernels>(
    row: &mut ColourBlocks<L>,
    table: &JointTable,
    motion: &mut SolverBodies,
    relaxation: Relaxation<'_>,
    check: &mut BreakCheck<'_>,
) {
    row.overflow.relax(table, motion, relaxation, check);
    let partitions = motion.group.partitions.clone();
    row.hub_blocks.each_mut(|hub_block, sums| {
        if partitions.contains(&hub_block.partition) {
            if table.layout.holds {
                hub::relax(hub_block, sums, L::kernel(table), motion, relaxation);
            } else {
                hub::relax_by_sweeps(hub_block, table, motion, relaxation);
            }
        }
    });
    row.runs(&motion.group.clone(), |BucketRun { bucket, next, options }| {
        relax_all(bucket, next, table, motion, relaxation);
        if let Some(options) = options {
            options.relax(table, motion, relaxation, check);
        }
    });
}

fn relax_all<L: HasKernels>(
    bucket: &mut Bucket<L>,
    next: Option<&Bucket<L>>,
    table: &JointTable,
    motion: &mut SolverBodies,
    relaxation: Relaxation<'_>,
) {
    let (all, begins_step) = (bucket.packs(), relaxation.begins_step);
    if all == 0 {
        return;
    }
    let fetch_next =
        |packs: Range<usize>| next.into_iter().for_each(|next| packs.clone().for_each(|pack| next.fetch(pack)));
    let is_next = L::FETCHES && begins_step && next.is_some();
    let turns = Turns {
        packs_at_once: PACKS_AT_ONCE,
        fetches: L::FETCHES && bucket.bytes_of(all) > AT_REACH,
        ahead: if is_next { Some(&fetch_next) } else { None },
    };
    let [prepare, solve, apply] = relaxation.phases(motion);
    let phases: &mut [_] = if relaxation.solves(table) { &mut [prepare, solve, apply] } else { &mut [prepare, apply] };
    turns.run(L::kernel(table), &table.layout, &mut bucket.span(0..all), phases);
}
