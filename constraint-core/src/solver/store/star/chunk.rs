//! A few packs of the spokes of a hub, against a hub of some velocity.
//!
//! Spokes are solved by the same kernels as other joints. Where they must not write the bodies of the world, or where the hub is
//! to have a velocity of its own, their bodies are slots of a scratch array.

use core::ops::Range;

use super::super::member::{Kept, Member};
use super::super::passes;
use super::super::series::Series;
use super::passes::UNITS;
use crate::angle::Angle;
use crate::constraint::{Pass, Step};
use crate::kinematics::{Pose, Velocity};
use crate::lanes::{Gather, Kernel, Lanes, Narrow, Places, Record as _, WIDEST};
use crate::math::{Scalar, double};
use crate::slots::Key;
use crate::solver::crews::Seat;
use crate::solver::kernels::{
    Angles, BatchPlace, BodyPlaces, HasKernels, JointKernels, Kernels, Poses, Velocities, gather, scatter,
};
use crate::solver::motion::Moving;

use super::HEAVIER;

/// How many packs are at hand for one thing after another, so that the processor has several chains to work at.
pub(super) const AT_HAND: usize = 4;

/// Where spokes find their bodies in a scratch array: each pack has two slots.
const SLOTS: [BatchPlace; 2 * AT_HAND] = {
    let mut slots = [BatchPlace::Seat(Seat::new(0, true)); 2 * AT_HAND];
    let mut at = 0;
    while at < slots.len() {
        #[allow(clippy::cast_possible_truncation)] // below 8
        let seat = Seat::new(at as u32, true);
        slots[at] = BatchPlace::Seat(seat);
        at += 1;
    }
    slots
};

/// Room for what chunks compute, one after another.
#[derive(Clone, Debug)]
pub(super) struct Scratch<L> {
    velocities: [Velocity<L>; 2 * AT_HAND],
    impulses: Vec<L>,
}

impl<L: Gather> Scratch<L> {
    pub(super) fn new() -> Self {
        Self { velocities: [Velocity::default(); 2 * AT_HAND], impulses: Vec::new() }
    }
}

/// Some packs of one side of a star.
pub(super) struct Chunk<'a, L: Gather> {
    pub(super) series: &'a mut Series<L>,
    pub(super) packs: Range<usize>,
    /// Where the hub stands among the bodies of each joint.
    pub(super) hub: usize,
    pub(super) kernels: &'a Kernels<L>,
    pub(super) scratch: &'a mut Scratch<L>,
}

impl<L: HasKernels> Chunk<'_, L> {
    /// Adds what the spokes would change of the hub's velocity if that were this one and all else rested, and they had no impulses.
    pub(super) fn add_response(&mut self, hub: Velocity<Scalar>, sums: &mut Sums<L>) {
        self.load(hub.into(), None);
        let count = self.packs.len() * self.series.layout.rows;
        self.scratch.impulses.clear();
        self.scratch.impulses.resize(count, L::default());
        self.solve_in_scratch(&Pass::relax());
        self.add_kick(sums);
    }

    /// Adds what the spokes would change of the hub's velocity in this pass if it stayed as it is.
    pub(super) fn add_tried(&mut self, pass: &Pass<Scalar>, hub: Moving, velocities: &[Moving], sums: &mut Sums<L>) {
        self.load(hub, Some(velocities));
        self.copy_impulses();
        self.solve_in_scratch(pass);
        let before = self.series.impulses_of_packs(self.packs.clone());
        L::run(Subtract { after: &mut self.scratch.impulses, before });
        self.add_kick(sums);
    }

    /// Adds what the impulses that the spokes have change of the hub's velocity.
    pub(super) fn add_had(&mut self, sums: &mut Sums<L>) {
        self.copy_impulses();
        self.add_kick(sums);
    }

    /// Solves the spokes against the hub as it is, which is not written.
    pub(super) fn solve(&mut self, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        (self.kernels.solve)(self.series.span(self.packs.clone()), Velocities::of_world(velocities), pass);
    }

    /// Carries the impulses to the next substep; adds what is carried of the hub's velocity.
    pub(super) fn carry(&mut self, carried: &mut [Moving], sums: &mut Sums<L>) {
        passes::carry(self.series.impulses_mut(self.packs.clone()));
        self.load(Moving::default(), Some(&*carried));
        self.copy_impulses();
        self.apply_in_scratch();
        let places = self.series.places(self.packs.clone());
        L::run(StoreOthers { places, hub: self.hub, from: &self.scratch.velocities, to: carried });
        self.add_hub(sums);
    }

    /// Fills the slots: a hub of this velocity, and the other bodies as they are, or at rest.
    fn load(&mut self, hub: Moving, others: Option<&[Moving]>) {
        let places = self.series.places(self.packs.clone());
        let into = &mut self.scratch.velocities;
        L::run(Load { places, hub: (self.hub, hub), others, into });
    }

    fn copy_impulses(&mut self) {
        self.scratch.impulses.clear();
        self.scratch.impulses.extend_from_slice(self.series.impulses_of_packs(self.packs.clone()));
    }

    fn solve_in_scratch(&mut self, pass: &Pass<Scalar>) {
        let Scratch { velocities, impulses } = &mut *self.scratch;
        let span = self.series.span_of(self.packs.clone(), BodyPlaces::Batch(&SLOTS, &[]), impulses);
        (self.kernels.solve)(span, Velocities::of_batch(velocities), pass);
    }

    fn apply_in_scratch(&mut self) {
        let Scratch { velocities, impulses } = &mut *self.scratch;
        let span = self.series.span_of(self.packs.clone(), BodyPlaces::Batch(&SLOTS, &[]), impulses);
        (self.kernels.apply)(span, Velocities::of_batch(velocities));
    }

    /// Adds what the impulses in the scratch array change of the hub's velocity.
    fn add_kick(&mut self, sums: &mut Sums<L>) {
        self.load(Moving::default(), None);
        self.apply_in_scratch();
        self.add_hub(sums);
    }

    fn add_hub(&self, sums: &mut Sums<L>) {
        let places = self.series.places(self.packs.clone());
        let from = &self.scratch.velocities;
        let (first, capacity) = (self.packs.start, self.series.capacity);
        L::run(AddHub { places, hub: self.hub, from, first, capacity, sums });
    }
}

struct Load<'a, L: Gather> {
    places: &'a [Places<L>],
    hub: (usize, Moving),
    others: Option<&'a [Moving]>,
    into: &'a mut [Velocity<L>],
}

impl<L: Gather> Kernel for Load<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let (side, hub) = self.hub;
        let [x, y, angular, _] = *hub.scalars();
        let hub = Velocity { x: L::splat(x), y: L::splat(y), angular: L::splat(angular) };
        for (places, slots) in self.places.chunks_exact(2).zip(self.into.chunks_exact_mut(2)) {
            slots[side] = hub;
            slots[1 - side] = self.others.map_or(Velocity::default(), |records| {
                let [x, y, angular, _] = gather(&places[1 - side], records);
                Velocity { x, y, angular }
            });
        }
    }
}

struct StoreOthers<'a, L: Gather> {
    places: &'a [Places<L>],
    hub: usize,
    from: &'a [Velocity<L>],
    to: &'a mut [Moving],
}

impl<L: Gather> Kernel for StoreOthers<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        for (places, slots) in self.places.chunks_exact(2).zip(self.from.chunks_exact(2)) {
            let Velocity { x, y, angular } = slots[1 - self.hub];
            scatter([x, y, angular, L::default()], &places[1 - self.hub], self.to);
        }
    }
}

struct Subtract<'a, L> {
    after: &'a mut [L],
    before: &'a [L],
}

impl<L: Lanes> Kernel for Subtract<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        self.after.iter_mut().zip(self.before).for_each(|(after, &before)| *after = *after - before);
    }
}

struct AddHub<'a, L: Gather> {
    places: &'a [Places<L>],
    hub: usize,
    from: &'a [Velocity<L>],
    first: usize,
    capacity: usize,
    sums: &'a mut Sums<L>,
}

impl<L: Gather> Kernel for AddHub<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        for ((nth, places), slots) in (self.first..).zip(self.places.chunks_exact(2)).zip(self.from.chunks_exact(2)) {
            // Nothing for a lane without a joint.
            let others = &places[1 - self.hub];
            let mut kick = slots[self.hub];
            if !others.all_move() {
                let (is_used, zero) = (L::mask(others.movers()), L::default());
                let of = |value| L::select(is_used, value, zero);
                kick = Velocity { x: of(kick.x), y: of(kick.y), angular: of(kick.angular) };
            }
            let [x, y, angular] = &mut self.sums.0[nth % (WIDEST / self.capacity)];
            *x += kick.x;
            *y += kick.y;
            *angular += kick.angular;
        }
    }
}

/// What spokes change of their hub's velocity, added up in an order that does not depend on how many lanes there are.
#[derive(Clone, Copy)]
pub(super) struct Sums<L>([[L; 3]; WIDEST]);

impl<L: Lanes> Default for Sums<L> {
    fn default() -> Self {
        Self([[L::default(); 3]; WIDEST])
    }
}

impl<L: Gather> Sums<L> {
    /// All of it, of a hub that is as heavy as it is, from packs of so many joints.
    pub(super) fn total(&self, capacity: usize) -> [f64; 3] {
        let mut total = [0.0; 3];
        for nth in 0..WIDEST {
            let lane = if capacity == 1 { 0 } else { L::lane_of(nth % capacity) };
            for (total, sum) in total.iter_mut().zip(&self.0[nth / capacity]) {
                *total += double(sum.read(lane));
            }
        }
        total.map(|total| total * double(HEAVIER))
    }
}

/// What one joint of this setup, prepared at these poses, would change of its hub's velocity where that is 1 in x, in y, or in its
/// angular part, and all else rests, if it is rigid and the hub is as heavy as spokes take it for.
pub(in super::super) fn response_of_one(
    table: &JointKernels,
    setup: Vec<Scalar>,
    hub: usize,
    poses: [Pose<Scalar>; 2],
) -> [[f64; 3]; 3] {
    let kernels = Narrow::kernels(table);
    let mut series = Series::<Narrow>::one_by_one(table.layout);
    let kept = Kept::new(&table.layout);
    series.insert(Key::default(), &Member { bodies: vec![0, 1], moving: vec![true; 2], setup, kept });
    let lanes = |value: Scalar| Narrow::splat(value);
    let in_lanes = poses.map(|Pose { x, y, angle, cos, sin }| Pose {
        x: lanes(x),
        y: lanes(y),
        angle: lanes(angle),
        cos: lanes(cos),
        sin: lanes(sin),
    });
    let slots = || BodyPlaces::Batch(&SLOTS, &[]);
    (kernels.begin)(series.span_of(0..1, slots(), &mut []), Angles(&[Angle::ZERO; 2 * Narrow::COUNT]));
    let step = Step { h: 1.0, inverse_h: 1.0, time: 0.0 };
    let poses = Poses { moved: &[], turned: &[], in_lanes: &in_lanes };
    (kernels.prepare)(series.span_of(0..1, slots(), &mut []), &poses, &step);
    let mut scratch = Scratch::new();
    let mut chunk = Chunk { series: &mut series, packs: 0..1, hub, kernels, scratch: &mut scratch };
    UNITS.map(|velocity| {
        let mut sums = Sums::default();
        chunk.add_response(velocity, &mut sums);
        sums.total(1)
    })
}
