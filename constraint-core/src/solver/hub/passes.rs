//! The passes over a hub.

use core::array::from_fn;

use crate::constraint::Pass;
use crate::lanes::{Gather, Record as _};
use crate::math::{Scalar, double, nearest};
use crate::solver::SolverBodies;
use crate::solver::bodies::VelocityRecord;
use crate::solver::hub::chunk::Chunk;
use crate::solver::hub::{HEAVY, HubBlock, MOST_TAKEN};
use crate::solver::kernels::{Kernel, Phases};
use crate::solver::partition::passes::{PACKS_AT_ONCE, Relaxation};

/// Calls `act` with a few packs of the spokes after the others.
macro_rules! each_chunk {
    ($hub_block:ident, $kernel:ident, |$chunk:ident| $act:expr) => {
        let HubBlock { sides, scratch, .. } = &mut *$hub_block;
        for (hub, bucket) in sides.iter_mut().enumerate() {
            let all = bucket.packs();
            for first in (0..all).step_by(PACKS_AT_ONCE) {
                let packs = first..(first + PACKS_AT_ONCE).min(all);
                let $chunk = &mut Chunk { bucket, packs, hub, kernel: $kernel, scratch };
                $act;
            }
        }
    };
}

/// One iteration that takes out position errors: see [`passes::solve`](crate::solver::partition::passes::solve).
pub(crate) fn solve<L: Gather>(
    hub_block: &mut HubBlock<L>,
    kernel: Kernel<L>,
    motion: &mut SolverBodies,
    pass: &Pass<Scalar>,
) {
    if !hub_block.can_be_told() {
        return;
    }
    let (hub, capacity) = (hub_block.hub as usize, hub_block.capacity());
    let at_first = motion.velocities[hub];
    hub_block.scratch.clear_sums(1, capacity);
    each_chunk!(hub_block, kernel, |chunk| chunk.ask(pass, false, Some((at_first, &motion.velocities))));
    let (asked, scale) = (hub_block.scratch.total(0, capacity), double(pass.mass_scale));
    // Beside a heavy hub spokes are as soft as where one after another is solved: K is then D/s + U M⁻¹ Uᵀ, and spokes do a share s
    // of what the hub's velocity asks of them.
    let (mut back, mut share) = ([0.0; 3], scale);
    if hub_block.taken() > HEAVY {
        // Beside a light one K is K/s. What the pass gives back of the impulses that there are asks nothing of the others: K Δλ is s
        // times what rigid joints ask for, less K times that. So its own change is 1/s of that for the spokes.
        hub_block.scratch.clear_sums(1, capacity);
        each_chunk!(hub_block, kernel, |chunk| chunk.add_had());
        (back, share) = (hub_block.scratch.total(0, capacity).map(|had| -double(pass.impulse_scale) * had), 1.0);
    }
    let system = hub_block.response.map(|column| column.map(|taken| taken * share));
    let change = solution(system, from_fn(|part| asked[part] - back[part]));
    // Spokes read their hub and do not write it.
    add(&mut motion.velocities[hub], change.map(|change| change * share / scale));
    each_chunk!(hub_block, kernel, |chunk| chunk.solve(pass, &mut motion.velocities));
    motion.velocities[hub] = at_first;
    add(&mut motion.velocities[hub], from_fn(|part| change[part] + back[part]));
}

/// See [`Relaxation`].
pub(crate) fn relax<L: Gather>(
    hub_block: &mut HubBlock<L>,
    kernel: Kernel<L>,
    motion: &mut SolverBodies,
    relaxation: Relaxation<'_>,
) {
    let Relaxation { step, solves, begins_step, joints } = relaxation;
    let (hub, capacity, pass) = (hub_block.hub as usize, hub_block.capacity(), Pass::relax());
    let at_first = motion.velocities[hub];
    hub_block.scratch.clear_sums(4, capacity);
    each_chunk!(hub_block, kernel, |chunk| {
        let Chunk { bucket, packs, .. } = &mut *chunk;
        if begins_step {
            bucket.find_bases(packs.clone(), &motion.seen());
        }
        let (prepare, velocities, _) = motion.phases(step, begins_step, joints);
        kernel(&mut bucket.span(packs.clone()), &mut Phases::prepare(prepare));
        chunk.ask(&pass, true, solves.then_some((at_first, velocities)));
    });
    hub_block.response = [0, 1, 2].map(|question| hub_block.scratch.total(question, capacity));
    let solves = solves && hub_block.can_be_told();
    if solves {
        let change = solution(hub_block.response, hub_block.scratch.total(3, capacity));
        add(&mut motion.velocities[hub], change);
    }
    hub_block.scratch.clear_sums(1, capacity);
    each_chunk!(hub_block, kernel, |chunk| {
        if solves {
            chunk.solve(&pass, &mut motion.velocities);
        }
        chunk.carry(&mut motion.warm_start_delta);
    });
    let warm_start_delta = hub_block.scratch.total(0, capacity);
    add(&mut motion.warm_start_delta[hub], warm_start_delta);
}

impl<L: Gather> HubBlock<L> {
    /// How many spokes a pack has at most.
    const fn capacity(&self) -> usize {
        self.sides[0].capacity
    }

    /// What spokes take of the hub's velocity in all: of 1 in x, in y, and in its angular part.
    fn taken(&self) -> f64 {
        let [x, y, angular] = self.response;
        -(x[0] + y[1] + angular[2])
    }

    /// Whether the spokes' answers to a velocity of the hub are more than its rounding.
    fn can_be_told(&self) -> bool {
        self.taken() < MOST_TAKEN
    }
}

/// x of (1 + A) x = b, with −A by column, which is what spokes change of a velocity of 1: by elimination, in which every pivot is above
/// zero, since M (1 + A) is symmetric and positive definite, and M diagonal.
fn solution(columns: [[f64; 3]; 3], right: [f64; 3]) -> [f64; 3] {
    let mut rows = [0, 1, 2].map(|row| {
        let [mut x, mut y, mut angular] = columns.map(|column| -column[row]);
        *[&mut x, &mut y, &mut angular][row] += 1.0;
        [x, y, angular, right[row]]
    });
    for pivot in 0..3 {
        let from = rows[pivot].map(|entry| entry / rows[pivot][pivot]);
        for row in (0..3).filter(|row| *row != pivot) {
            let share = rows[row][pivot];
            for (entry, from) in rows[row].iter_mut().zip(from) {
                *entry -= share * from;
            }
        }
        rows[pivot] = from;
    }
    rows.map(|[.., right]| right)
}

fn add(body: &mut VelocityRecord, change: [f64; 3]) {
    for (own, change) in body.scalars_mut().iter_mut().zip(change) {
        *own = nearest(double(*own) + change);
    }
}
