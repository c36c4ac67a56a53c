//! The passes over a star.

use core::array::from_fn;

use super::super::passes::{self, Relaxation};
use super::chunk::{AT_HAND, Chunk, Sums};
use super::{HEAVY, MOST_TAKEN, Star};
use crate::constraint::Pass;
use crate::kinematics::Velocity;
use crate::lanes::Record as _;
use crate::math::{Scalar, double, nearest};
use crate::solver::Motion;
use crate::solver::kernels::{HasKernels, Kernels};
use crate::solver::motion::Moving;

/// Does a few things, one after another, to some packs of the spokes at a time.
macro_rules! each_chunk {
    ($star:ident, $kernels:ident, $(|$chunk:ident| $act:expr),+) => {
        let Star { sides, scratch, .. } = &mut *$star;
        for (hub, series) in sides.iter_mut().enumerate() {
            let all = series.packs();
            for first in (0..all).step_by(AT_HAND) {
                let packs = first..(first + AT_HAND).min(all);
                let mut chunk = Chunk { series: &mut *series, packs, hub, kernels: $kernels, scratch: &mut *scratch };
                $(let $chunk = &mut chunk; $act;)+
            }
        }
    };
}

/// One iteration that takes out position errors: see [`passes::solve`].
pub(in super::super) fn solve<L: HasKernels>(
    star: &mut Star<L>,
    kernels: &Kernels<L>,
    motion: &mut Motion,
    pass: &Pass<Scalar>,
) {
    if !star.can_be_told() {
        return;
    }
    let hub = star.hub as usize;
    let at_first = motion.velocities[hub];
    let mut tried = Sums::<L>::default();
    each_chunk!(star, kernels, |chunk| chunk.add_tried(pass, at_first, &motion.velocities, &mut tried));
    let (asked, scale) = (tried.total(star.capacity()), double(pass.mass_scale));
    // Beside a heavy hub spokes are as soft as where one after another is solved: K is then D/s + U M⁻¹ Uᵀ, and spokes do a share s
    // of what the hub's velocity asks of them.
    let (mut back, mut share) = ([0.0; 3], scale);
    if star.taken() > HEAVY {
        // Beside a light one K is K/s. What the pass gives back of the impulses that there are asks nothing of the others: K Δλ is s
        // times what rigid joints ask for, less K times that. So its own change is 1/s of that for the spokes.
        let mut had = Sums::<L>::default();
        each_chunk!(star, kernels, |chunk| chunk.add_had(&mut had));
        (back, share) = (had.total(star.capacity()).map(|had| -double(pass.impulse_scale) * had), 1.0);
    }
    let system = star.response.map(|column| column.map(|taken| taken * share));
    let change = solution(system, from_fn(|part| asked[part] - back[part]));
    // Spokes read their hub and do not write it.
    add(&mut motion.velocities[hub], change.map(|change| change * share / scale));
    each_chunk!(star, kernels, |chunk| chunk.solve(pass, &mut motion.velocities));
    motion.velocities[hub] = at_first;
    add(&mut motion.velocities[hub], from_fn(|part| change[part] + back[part]));
}

/// See [`Relaxation`].
pub(in super::super) fn relax<L: HasKernels>(
    star: &mut Star<L>,
    kernels: &Kernels<L>,
    motion: &mut Motion,
    relaxation: Relaxation,
) {
    let Relaxation { step, solves, begins_step } = relaxation;
    let (hub, pass) = (star.hub as usize, Pass::relax());
    let (mut response, mut tried) = ([Sums::<L>::default(); 3], Sums::<L>::default());
    each_chunk!(
        star,
        kernels,
        |chunk| {
            passes::prepare(chunk.series, kernels, motion, chunk.packs.clone(), &step, begins_step);
        },
        |chunk| {
            for (sums, velocity) in response.iter_mut().zip(UNITS) {
                chunk.add_response(velocity, sums);
            }
        },
        |chunk| {
            if solves {
                chunk.add_tried(&pass, motion.velocities[hub], &motion.velocities, &mut tried);
            }
        }
    );
    let capacity = star.capacity();
    star.response = response.map(|sums| sums.total(capacity));
    let solves = solves && star.can_be_told();
    if solves {
        let change = solution(star.response, tried.total(capacity));
        add(&mut motion.velocities[hub], change);
    }
    let mut carried = Sums::<L>::default();
    each_chunk!(
        star,
        kernels,
        |chunk| {
            if solves {
                chunk.solve(&pass, &mut motion.velocities);
            }
        },
        |chunk| chunk.carry(&mut motion.carried, &mut carried)
    );
    add(&mut motion.carried[hub], carried.total(capacity));
}

/// A hub's velocity that is 1 in x, in y, or in its angular part.
pub(super) const UNITS: [Velocity<Scalar>; 3] = [
    Velocity { x: 1.0, y: 0.0, angular: 0.0 },
    Velocity { x: 0.0, y: 1.0, angular: 0.0 },
    Velocity { x: 0.0, y: 0.0, angular: 1.0 },
];

impl<L: HasKernels> Star<L> {
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
