//! The joints of a hub that cannot be solved at once, since they have limits, motors or springs: several sweeps over them in each pass.
//!
//! One sweep over many joints of one body leaves more of an error than there was. As many sweeps as the hub has joints come close
//! to the solution of all of them together, and that loses energy.

use crate::constraint::Pass;
use crate::lanes::Gather;
use crate::math::Scalar;
use crate::solver::SolverBodies;
use crate::solver::hub::HubBlock;
use crate::solver::kernels::{Apply, HasKernels, JointTable, Kernel, Phases, Solve, Velocities};
use crate::solver::partition::passes::Relaxation;

/// More sweeps gain nothing: what is left of an error is small.
const MOST_SWEEPS: usize = 16;

/// One iteration that takes out position errors: see [`passes::solve`](crate::solver::partition::passes::solve).
pub(crate) fn sweep<L: Gather>(
    hub_block: &mut HubBlock<L>,
    kernel: Kernel<L>,
    motion: &mut SolverBodies,
    pass: &Pass<Scalar>,
) {
    for _ in 0..sweeps(hub_block) {
        for bucket in &mut hub_block.sides {
            let packs = bucket.packs();
            if packs > 0 {
                let solve = Solve { velocities: Velocities::of_world(&mut motion.velocities), pass: *pass };
                kernel(&mut bucket.span(0..packs), &mut Phases::solve(solve));
            }
        }
    }
}

/// See [`Relaxation`].
pub(crate) fn relax_by_sweeps<L: HasKernels>(
    hub_block: &mut HubBlock<L>,
    table: &JointTable,
    motion: &mut SolverBodies,
    relaxation: Relaxation,
) {
    let Relaxation { step, solves, begins_step } = relaxation;
    let kernel = L::kernel(table);
    for bucket in hub_block.sides.iter_mut().filter(|bucket| bucket.packs() > 0) {
        let packs = 0..bucket.packs();
        if begins_step {
            bucket.find_bases(packs.clone(), &motion.seen());
        }
        let (prepare, ..) = motion.phases(step, begins_step);
        kernel(&mut bucket.span(packs), &mut Phases::prepare(prepare));
    }
    if solves && table.layout.relaxes {
        sweep(hub_block, kernel, motion, &Pass::relax());
    }
    for bucket in hub_block.sides.iter_mut().filter(|bucket| bucket.packs() > 0) {
        let apply = Apply { velocities: Velocities::of_world(&mut motion.warm_start_delta), carries: true };
        let packs = 0..bucket.packs();
        kernel(&mut bucket.span(packs), &mut Phases::apply(apply));
    }
}

/// How many sweeps a pass takes.
fn sweeps<L: Gather>(hub_block: &HubBlock<L>) -> usize {
    let joints: usize = hub_block.sides.iter().map(|bucket| bucket.keys.len()).sum();
    joints.min(MOST_SWEEPS)
}
