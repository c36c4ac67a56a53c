//! The passes over a star.

use core::array::from_fn;

use super::super::passes::{AT_HAND, Relaxation};
use super::chunk::Chunk;
use super::{HEAVY, MOST_TAKEN, Star};
use crate::constraint::Pass;
use crate::lanes::{Gather, Record as _};
use crate::math::{Scalar, double, nearest};
use crate::solver::Motion;
use crate::solver::kernels::{Kernel, Phases};
use crate::solver::motion::Moving;

/// Calls `act` with a few packs of the spokes after the others.
macro_rules! each_chunk {
    ($star:ident, $kernel:ident, |$chunk:ident| $act:expr) => {
        let Star { sides, scratch, .. } = &mut *$star;
        for (hub, series) in sides.iter_mut().enumerate() {
            let all = series.packs();
            for first in (0..all).step_by(AT_HAND) {
                let packs = first..(first + AT_HAND).min(all);
                let $chunk = &mut Chunk { series, packs, hub, kernel: $kernel, scratch };
                $act;
            }
        }
    };
}

/// One iteration that takes out position errors: see [`passes::solve`](super::super::passes::solve).
pub(in super::super) fn solve<L: Gather>(
    star: &mut Star<L>,
    kernel: Kernel<L>,
    motion: &mut Motion,
    pass: &Pass<Scalar>,
) {
    if !star.can_be_told() {
        return;
    }
    let (hub, capacity) = (star.hub as usize, star.capacity());
    let at_first = motion.velocities[hub];
    star.scratch.clear_sums(1, capacity);
    each_chunk!(star, kernel, |chunk| chunk.ask(pass, false, Some((at_first, &motion.velocities))));
    let (asked, scale) = (star.scratch.total(0, capacity), double(pass.mass_scale));
    // Beside a heavy hub spokes are as soft as where one after another is solved: K is then D/s + U M⁻¹ Uᵀ, and spokes do a share s
    // of what the hub's velocity asks of them.
    let (mut back, mut share) = ([0.0; 3], scale);
    if star.taken() > HEAVY {
        // Beside a light one K is K/s. What the pass gives back of the impulses that there are asks nothing of the others: K Δλ is s
        // times what rigid joints ask for, less K times that. So its own change is 1/s of that for the spokes.
        star.scratch.clear_sums(1, capacity);
        each_chunk!(star, kernel, |chunk| chunk.add_had());
        (back, share) = (star.scratch.total(0, capacity).map(|had| -double(pass.impulse_scale) * had), 1.0);
    }
    let system = star.response.map(|column| column.map(|taken| taken * share));
    let change = solution(system, from_fn(|part| asked[part] - back[part]));
    // Spokes read their hub and do not write it.
    add(&mut motion.velocities[hub], change.map(|change| change * share / scale));
    each_chunk!(star, kernel, |chunk| chunk.solve(pass, &mut motion.velocities));
    motion.velocities[hub] = at_first;
    add(&mut motion.velocities[hub], from_fn(|part| change[part] + back[part]));
}

/// See [`Relaxation`].
pub(in super::super) fn relax<L: Gather>(
    star: &mut Star<L>,
    kernel: Kernel<L>,
    motion: &mut Motion,
    relaxation: Relaxation<'_>,
) {
    let Relaxation { step, solves, begins_step, joints } = relaxation;
    let (hub, capacity, pass) = (star.hub as usize, star.capacity(), Pass::relax());
    let at_first = motion.velocities[hub];
    star.scratch.clear_sums(4, capacity);
    each_chunk!(star, kernel, |chunk| {
        let Chunk { series, packs, .. } = &mut *chunk;
        if begins_step {
            series.find_bases(packs.clone(), &motion.seen());
        }
        let (prepare, velocities, _) = motion.phases(step, begins_step, joints);
        kernel(&mut series.span(packs.clone()), &mut Phases::prepare(prepare));
        chunk.ask(&pass, true, solves.then_some((at_first, velocities)));
    });
    star.response = [0, 1, 2].map(|question| star.scratch.total(question, capacity));
    let solves = solves && star.can_be_told();
    if solves {
        let change = solution(star.response, star.scratch.total(3, capacity));
        add(&mut motion.velocities[hub], change);
    }
    star.scratch.clear_sums(1, capacity);
    each_chunk!(star, kernel, |chunk| {
        if solves {
            chunk.solve(&pass, &mut motion.velocities);
        }
        chunk.carry(&mut motion.carried);
    });
    let carried = star.scratch.total(0, capacity);
    add(&mut motion.carried[hub], carried);
}

impl<L: Gather> Star<L> {
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

/// x of (1 + A) x = b, with −A by column, which is what rays change of a velocity of 1: by elimination, in which every pivot is above
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

fn add(body: &mut Moving, change: [f64; 3]) {
    for (own, change) in body.scalars_mut().iter_mut().zip(change) {
        *own = nearest(double(*own) + change);
    }
}
