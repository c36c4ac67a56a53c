//! The passes over a star.

use core::array::from_fn;

use super::super::passes::{Over, pass_in_lanes, step_in_lanes};
use super::{HEAVIER, HEAVY, MOST_TAKEN, Star};
use crate::constraint::{Constraint, Pass, Step};
use crate::kinematics::Velocity;
use crate::lanes::{Gather, Kernel, Lanes, Record as _, WIDEST};
use crate::math::{Scalar, double, nearest};
use crate::solver::Motion;
use crate::solver::motion::Moving;

/// How many blocks are at hand for one thing after another, so that the processor has several chains to work at.
const AT_HAND: usize = 4;

/// Does a few things, one after another, to some blocks of the rays at a time, which `HUB` tells where their hub is.
macro_rules! each_block {
    ($star:ident, $(($nth:ident, $block:ident) => $act:expr),+) => {{
        each_block!(0, $star, $(($nth, $block) => $act),+);
        each_block!(1, $star, $(($nth, $block) => $act),+);
    }};
    ($hub:literal, $star:ident, $(($nth:ident, $block:ident) => $act:expr),+) => {{
        const HUB: usize = $hub;
        for (first, blocks) in (0..).step_by(AT_HAND).zip($star.sides[HUB].blocks.chunks_mut(AT_HAND)) {
            $(for ($nth, $block) in (first..).zip(&mut *blocks) {
                $act;
            })+
        }
    }};
}

/// As [`passes::Solve`](super::super::passes::Solve).
pub(in super::super) struct Solve<'a, J: Constraint, L: Gather> {
    pub(in super::super) star: &'a mut Star<J, L>,
    pub(in super::super) bodies: &'a mut Motion,
    pub(in super::super) pass: &'a Pass<Scalar>,
}

/// As [`passes::Relax`](super::super::passes::Relax).
pub(in super::super) struct Relax<'a, J: Constraint, L: Gather> {
    pub(in super::super) star: &'a mut Star<J, L>,
    pub(in super::super) bodies: &'a mut Motion,
    pub(in super::super) step: Step<Scalar>,
    pub(in super::super) solves: bool,
    pub(in super::super) begins_step: bool,
}

impl<J: Constraint, L: Gather> Over<L> for Solve<'_, J, L> {}
impl<J: Constraint, L: Gather> Over<L> for Relax<'_, J, L> {}

#[allow(clippy::inline_always)] // see `Lanes::run`
impl<J: Constraint, L: Gather> Kernel for Solve<'_, J, L> {
    #[inline(always)]
    fn run(self) {
        let Self { star, bodies, pass } = self;
        if !star.can_be_told() {
            return;
        }
        let (mut bodies, lanes) = (bodies.seen(), pass_in_lanes(pass));
        let at_first = bodies.velocities[star.hub as usize];
        let hub = in_lanes(at_first);
        let mut tried = Sums::<L>::default();
        each_block!(star, (nth, block) => tried.add(nth, block.tried::<HUB>(&lanes, hub, &bodies)));
        let (asked, scale) = (tried.total(), double(pass.mass_scale));
        // Beside a heavy hub rays are as soft as where one after another is solved: K is then D/s + U M⁻¹ Uᵀ, and rays do a share s of
        // what the hub's velocity asks of them.
        let (mut back, mut share) = ([0.0; 3], scale);
        if star.taken() > HEAVY {
            // Beside a light one K is K/s. What the pass gives back of the impulses that there are asks nothing of the others: K Δλ is s
            // times what rigid joints ask for, less K times that. So its own change is 1/s of that for the rays.
            let mut had = Sums::<L>::default();
            each_block!(star, (nth, block) => had.add(nth, block.had::<HUB>()));
            (back, share) = (had.total().map(|had| -double(pass.impulse_scale) * had), 1.0);
        }
        let system = star.response.map(|column| column.map(|taken| taken * share));
        let change = solution(system, from_fn(|part| asked[part] - back[part]));
        let mut against = at_first;
        add(&mut against, change.map(|change| change * share / scale));
        let hub = in_lanes(against);
        each_block!(star, (_nth, block) => block.solve_rays::<HUB>(&lanes, hub, &mut bodies));
        add(&mut bodies.velocities[star.hub as usize], from_fn(|part| change[part] + back[part]));
    }
}

#[allow(clippy::inline_always)] // see `Lanes::run`
impl<J: Constraint, L: Gather> Kernel for Relax<'_, J, L> {
    #[inline(always)]
    fn run(self) {
        let Self { star, bodies, step, solves, begins_step } = self;
        let (mut bodies, step) = (bodies.seen(), step_in_lanes(&step));
        let hub = in_lanes(bodies.velocities[star.hub as usize]);
        let lanes = Pass::relax();
        let (mut response, mut tried) = ([Sums::<L>::default(); 3], Sums::<L>::default());
        each_block!(star, (_nth, block) => block.prepare_rays::<HUB>(begins_step, &step, &bodies), (nth, block) => {
            for (sums, column) in response.iter_mut().zip(block.response::<HUB>()) {
                sums.add(nth, column);
            }
            if solves {
                tried.add(nth, block.tried::<HUB>(&lanes, hub, &bodies));
            }
        });
        star.response = [response[0].total(), response[1].total(), response[2].total()];
        let solves = solves && star.can_be_told();
        if solves {
            let change = solution(star.response, tried.total());
            add(&mut bodies.velocities[star.hub as usize], change);
        }
        let hub = in_lanes(bodies.velocities[star.hub as usize]);
        let mut carried = Sums::<L>::default();
        each_block!(
            star, (_nth, block) => if solves {
                block.solve_rays::<HUB>(&lanes, hub, &mut bodies);
            },
            (nth, block) => carried.add(nth, block.carry_rays::<HUB>(&mut bodies))
        );
        add(&mut bodies.carried[star.hub as usize], carried.total());
    }
}

#[allow(clippy::inline_always)] // the passes': see `Lanes::run`
impl<J: Constraint, L: Gather> Star<J, L> {
    /// What rays take of the hub's velocity in all: of 1 in x, in y, and in its angular part.
    #[inline(always)]
    fn taken(&self) -> f64 {
        let [x, y, angular] = self.response;
        -(x[0] + y[1] + angular[2])
    }

    /// Whether the rays' answers to a velocity of the hub are more than its rounding.
    #[inline(always)]
    fn can_be_told(&self) -> bool {
        self.taken() < MOST_TAKEN
    }
}

/// The velocity of one body in every lane.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn in_lanes<L: Lanes>(body: Moving) -> Velocity<L> {
    let [x, y, angular, _] = *body.scalars();
    Velocity { x: L::splat(x), y: L::splat(y), angular: L::splat(angular) }
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

/// What rays change of their hub's velocity, added up in an order that does not depend on how many lanes there are.
#[derive(Clone, Copy)]
struct Sums<L>([[L; 3]; WIDEST]);

impl<L: Lanes> Default for Sums<L> {
    fn default() -> Self {
        Self([[L::default(); 3]; WIDEST])
    }
}

impl<L: Gather> Sums<L> {
    /// Adds what the rays of the `nth` block change.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's
    fn add(&mut self, nth: usize, Velocity { x, y, angular }: Velocity<L>) {
        let [sum_x, sum_y, sum_angular] = &mut self.0[nth % (WIDEST / L::COUNT)];
        *sum_x += x;
        *sum_y += y;
        *sum_angular += angular;
    }

    /// All of it, of a hub that is as heavy as it is.
    fn total(self) -> [f64; 3] {
        let mut total = [0.0; 3];
        for nth in 0..WIDEST {
            for (total, sum) in total.iter_mut().zip(&self.0[nth / L::COUNT]) {
                *total += double(sum.get(L::lane_of(nth % L::COUNT)));
            }
        }
        total.map(|total| total * double(HEAVIER))
    }
}
