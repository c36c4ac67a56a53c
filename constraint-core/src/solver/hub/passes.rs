//! The passes over a hub.

use core::array::from_fn;

use crate::kernels::records::VelocityRecord;
use crate::kernels::{AskSpokes, ImpulsePass, Kernel, Phase, Turns, Velocities};
use crate::lanes::{Gather, Record as _};
use crate::math::{Scalar, double, nearest};
use crate::pass::Pass;
use crate::solver::SolverBodies;
use crate::solver::hub::sums::{Sums, ask_of_unit};
use crate::solver::hub::{HEAVY, HubBlock, MOST_TAKEN};
use crate::solver::packs::bucket::Bucket;
use crate::solver::relaxation::{PACKS_AT_ONCE, Relaxation};

/// One iteration that takes out position errors: see [`passes::solve`](crate::solver::coloured::passes::solve).
pub(crate) fn solve<L: Gather>(
    hub_block: &mut HubBlock<L>,
    sums: &mut Sums<L>,
    kernel: Kernel<L>,
    motion: &mut SolverBodies,
    pass: &Pass<Scalar>,
) {
    if !hub_block.can_be_told() {
        return;
    }
    let (place, capacity) = (hub_block.hub as usize, hub_block.capacity());
    let at_first = motion.velocities[place];
    let [answer, ..] = sums.clear(capacity);
    for (hub, bucket) in spokes(&mut hub_block.sides) {
        let ask = ask(hub, at_first, &mut motion.velocities, pass, answer);
        run(bucket, kernel, &mut [Phase::Ask(ask)]);
    }
    let ([asked], scale) = (sums.totals(capacity), double(pass.mass_scale));
    // Beside a heavy hub spokes are as soft as where one after another is solved: K is then D/s + U M⁻¹ Uᵀ, and spokes do a share s
    // of what the hub's velocity asks of them.
    let (mut back, mut share) = ([0.0; 3], scale);
    if hub_block.taken() > HEAVY {
        // Beside a light one K is K/s. What the pass gives back of the impulses that there are asks nothing of the others: K Δλ is s
        // times what rigid joints ask for, less K times that. So its own change is 1/s of that for the spokes.
        let [answer, ..] = sums.clear(capacity);
        for (hub, bucket) in spokes(&mut hub_block.sides) {
            let had = AskSpokes {
                others: None,
                iteration: None,
                ..ask(hub, VelocityRecord::default(), &mut [], pass, answer)
            };
            run(bucket, kernel, &mut [Phase::Ask(had)]);
        }
        let [had] = sums.totals(capacity);
        (back, share) = (had.map(|had| -double(pass.impulse_scale) * had), 1.0);
    }
    let system = hub_block.response.map(|column| column.map(|taken| taken * share));
    let change = solution(system, from_fn(|part| asked[part] - back[part]));
    // Spokes read their hub and do not write it.
    add(&mut motion.velocities[place], change.map(|change| change * share / scale));
    for (_, bucket) in spokes(&mut hub_block.sides) {
        let velocities = Velocities::of_world(&mut motion.velocities);
        run(bucket, kernel, &mut [Phase::Pass(ImpulsePass::solve(velocities, pass))]);
    }
    motion.velocities[place] = at_first;
    add(&mut motion.velocities[place], from_fn(|part| change[part] + back[part]));
}

/// See [`Relaxation`].
pub(crate) fn relax<L: Gather>(
    hub_block: &mut HubBlock<L>,
    sums: &mut Sums<L>,
    kernel: Kernel<L>,
    motion: &mut SolverBodies,
    relaxation: Relaxation<'_>,
) {
    let Relaxation { step, solves, begins_step, joints } = relaxation;
    let (place, capacity, pass) = (hub_block.hub as usize, hub_block.capacity(), Pass::relax());
    let at_first = motion.velocities[place];
    let [x, y, angular, own] = sums.clear(capacity);
    for (hub, bucket) in spokes(&mut hub_block.sides) {
        let (prepare, velocities, _) = motion.phases(step, begins_step, joints);
        let phases = &mut [
            Phase::Prepare(prepare),
            Phase::Ask(ask_of_unit(0, hub, x)),
            Phase::Ask(ask_of_unit(1, hub, y)),
            Phase::Ask(ask_of_unit(2, hub, angular)),
            Phase::Ask(ask(hub, at_first, velocities, &pass, own)),
        ];
        run(bucket, kernel, if solves { phases } else { &mut phases[..4] });
    }
    let [x, y, angular, own] = sums.totals(capacity);
    hub_block.response = [x, y, angular];
    let solves = solves && hub_block.can_be_told();
    if solves {
        let change = solution(hub_block.response, own);
        add(&mut motion.velocities[place], change);
    }
    let [answer, ..] = sums.clear(capacity);
    for (hub, bucket) in spokes(&mut hub_block.sides) {
        let solve = ImpulsePass::solve(Velocities::of_world(&mut motion.velocities), &pass);
        let carry = ask(hub, VelocityRecord::default(), &mut motion.warm_start_delta, &pass, answer);
        let carry = AskSpokes { iteration: None, carries: true, ..carry };
        let phases = &mut [Phase::Pass(solve), Phase::Ask(carry)];
        run(bucket, kernel, if solves { phases } else { &mut phases[1..] });
    }
    let [warm_start_delta] = sums.totals(capacity);
    add(&mut motion.warm_start_delta[place], warm_start_delta);
}

/// The sides that have spokes, each with the place of the hub among the bodies of its joints.
fn spokes<L: Gather>(sides: &mut [Bucket<L>; 2]) -> impl Iterator<Item = (usize, &mut Bucket<L>)> {
    sides.iter_mut().enumerate().filter(|(_, bucket)| bucket.packs() > 0)
}

/// Runs phases on the spokes of one side.
fn run<L: Gather>(bucket: &mut Bucket<L>, kernel: Kernel<L>, phases: &mut [Phase<'_, L>]) {
    let (all, layout) = (bucket.packs(), bucket.layout);
    Turns::of(PACKS_AT_ONCE).run(kernel, &layout, &mut bucket.span(0..all), phases);
}

/// What spokes would change in this pass of their hub's velocity, if that is this one, with all else as it is.
fn ask<'a, L>(
    hub: usize,
    velocity: VelocityRecord,
    others: &'a mut [VelocityRecord],
    pass: &Pass<Scalar>,
    sums: &'a mut [[L; 3]],
) -> AskSpokes<'a, L> {
    let [x, y, angular, _] = *velocity.scalars();
    let iteration = Some(*pass);
    AskSpokes {
        hub,
        velocity: [x, y, angular],
        others: Some(others),
        has_impulses: true,
        iteration,
        carries: false,
        asked: 0,
        sums,
    }
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
    let mut rows = [[0.0; 4]; 3];
    for (row, (entries, right)) in rows.iter_mut().zip(right).enumerate() {
        for (entry, column) in entries.iter_mut().zip(&columns) {
            *entry = -column[row];
        }
        entries[row] += 1.0;
        entries[3] = right;
    }
    for pivot in 0..3 {
        let mut from = rows[pivot];
        for entry in &mut from {
            *entry /= rows[pivot][pivot];
        }
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
