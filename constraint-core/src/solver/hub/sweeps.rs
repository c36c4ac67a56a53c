//! The joints of a hub that cannot be solved at once, since they have limits, motors or springs: several sweeps over them in each pass.
//!
//! One sweep over many joints of one body leaves more of an error than there was. As many sweeps as the hub has joints come close
//! to the solution of all of them together, and that loses energy.

use crate::kernels::records::VelocityRecord;
use crate::kernels::{HasKernels, ImpulsePass, JointTable, Kernel, Phase, Velocities};
use crate::lanes::Gather;
use crate::math::Scalar;
use crate::pass::Pass;
use crate::solver::SolverBodies;
use crate::solver::hub::HubBlock;
use crate::solver::packs::bucket::Bucket;
use crate::solver::relaxation::Relaxation;

/// More sweeps gain nothing: what is left of an error is small.
const MOST_SWEEPS: usize = 16;

/// One iteration that takes out position errors: see [`passes::solve`](crate::solver::coloured::passes::solve).
pub(crate) fn sweep<L: Gather>(
    hub_block: &mut HubBlock<L>,
    kernel: Kernel<L>,
    velocities: &mut [VelocityRecord],
    pass: &Pass<Scalar>,
) {
    let joints: usize = hub_block.sides.iter().map(|bucket| bucket.keys.len()).sum();
    for _ in 0..joints.min(MOST_SWEEPS) {
        for bucket in occupied(hub_block) {
            let solve = ImpulsePass::solve(Velocities::of_world(velocities), pass);
            kernel(&mut bucket.span(0..bucket.packs()), &mut Phase::Pass(solve));
        }
    }
}

/// See [`Relaxation`].
pub(crate) fn relax_by_sweeps<L: HasKernels>(
    hub_block: &mut HubBlock<L>,
    table: &JointTable,
    motion: &mut SolverBodies,
    relaxation: Relaxation<'_>,
) {
    let kernel = L::kernel(table);
    for bucket in occupied(hub_block) {
        let packs = 0..bucket.packs();
        let [mut prepare, ..] = relaxation.phases(motion);
        prepare.run(kernel, &table.layout, &mut bucket.span(packs));
    }
    if relaxation.solves(table) {
        sweep(hub_block, kernel, &mut motion.velocities, &Pass::relax());
    }
    for bucket in occupied(hub_block) {
        let [.., mut apply] = relaxation.phases(motion);
        kernel(&mut bucket.span(0..bucket.packs()), &mut apply);
    }
}

/// The sides that have joints.
fn occupied<L: Gather>(hub_block: &mut HubBlock<L>) -> impl Iterator<Item = &mut Bucket<L>> {
    hub_block.sides.iter_mut().filter(|bucket| bucket.packs() > 0)
}
