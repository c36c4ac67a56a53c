//! A few packs of the spokes of a hub, against a hub of some velocity.
//!
//! Spokes are solved by the same kernels as other joints. Where they must not write the bodies of the world, or where the hub is
//! to have a velocity of its own, their bodies are slots of a scratch array, and their impulses are copies.

use core::ops::Range;

use crate::angle::Angle;
use crate::constraint::{Pass, Step};
use crate::kinematics::{Pose, Velocity};
use crate::lanes::{self, Gather, Lanes as _, Places, Record as _, Simd128, WIDEST};
use crate::math::{Scalar, double};
use crate::slots::Key;
use crate::solver::batch::BodySlot;
use crate::solver::bodies::VelocityRecord;
use crate::solver::hub::HUB_MASS_FACTOR;
use crate::solver::kernels::{
    Angles, Apply, BatchPlace, BodyPlaces, HasKernels as _, JointTable, Kernel, Phases, Poses, Prepare, Solve, Span,
    Velocities, gather, scatter,
};
use crate::solver::packs::bucket::Bucket;
use crate::solver::packs::joint_data::{JointData, WarmStartCache};
use crate::solver::partition::passes::PACKS_AT_ONCE;

/// What is asked of spokes at once: what they would change of a velocity of the hub of 1 in x, in y, and in its angular part; and of
/// the velocity that it has.
const QUESTIONS: usize = 4;

/// By copy of a pack, whose setup it has.
const SETUPS: [[u32; QUESTIONS * PACKS_AT_ONCE]; 2] = {
    let mut setups = [[0; QUESTIONS * PACKS_AT_ONCE]; 2];
    let mut at = 0;
    while at < QUESTIONS * PACKS_AT_ONCE {
        #[allow(clippy::cast_possible_truncation)] // below 16
        let [own, copied] = [at as u32, (at / QUESTIONS) as u32];
        (setups[0][at], setups[1][at]) = (own, copied);
        at += 1;
    }
    setups
};

/// Where spokes find their bodies in a scratch array: each copy of a pack has two slots.
const SLOTS: [BatchPlace; 2 * QUESTIONS * PACKS_AT_ONCE] = {
    let mut slots = [BatchPlace::slot(BodySlot::new(0, true)); 2 * QUESTIONS * PACKS_AT_ONCE];
    let mut at = 0;
    while at < slots.len() {
        #[allow(clippy::cast_possible_truncation)] // below 32
        let body_slot = BodySlot::new(at as u32, true);
        slots[at] = BatchPlace::slot(body_slot);
        at += 1;
    }
    slots
};

/// Room for what chunks compute, one after another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch<L> {
    velocities: Vec<Velocity<L>>,
    impulses: Vec<L>,
    prepared: Vec<L>,
    /// What spokes change of their hub's velocity, question by question; of each added up in an order that does not depend on how
    /// many lanes there are.
    sums: Vec<[L; 3]>,
}

impl<L: Gather> Scratch<L> {
    /// Begins to add up the answers to so many questions.
    pub(crate) fn clear_sums(&mut self, questions: usize, capacity: usize) {
        self.sums.clear();
        self.sums.resize(questions * (WIDEST / capacity), [L::default(); 3]);
    }

    /// The answer to a question, of a hub that is as heavy as it is, from packs of so many joints.
    pub(crate) fn total(&self, question: usize, capacity: usize) -> [f64; 3] {
        let sums = self.sums.chunks_exact(WIDEST / capacity).nth(question).unwrap_or_default();
        let mut total = [0.0; 3];
        for sum in sums {
            // As many as there are lanes, which the compiler knows.
            for nth in 0..if capacity == 1 { 1 } else { L::COUNT } {
                let lane = if capacity == 1 { 0 } else { L::lane_of(nth) };
                for (total, sum) in total.iter_mut().zip(sum) {
                    *total += double(sum.read(lane));
                }
            }
        }
        total.map(|total| total * double(HUB_MASS_FACTOR))
    }
}

/// Some packs of one side of a hub.
pub(crate) struct Chunk<'a, L: Gather> {
    pub(crate) bucket: &'a mut Bucket<L>,
    pub(crate) packs: Range<usize>,
    /// Where the hub stands among the bodies of each joint.
    pub(crate) hub: usize,
    pub(crate) kernel: Kernel<L>,
    pub(crate) scratch: &'a mut Scratch<L>,
}

/// The velocity of a hub, and those of all bodies.
pub(crate) type AsTheyAre<'a> = (VelocityRecord, &'a [VelocityRecord]);

impl<L: Gather> Chunk<'_, L> {
    /// Adds to the sums what the spokes would change of the hub's velocity in this pass: if `units`, where that is 1 in x, in y, or in
    /// its angular part, all else rests, and they have no impulses; and `as_they_are`, if the hub stayed as it is.
    pub(crate) fn ask(&mut self, pass: &Pass<Scalar>, units: bool, as_they_are: Option<AsTheyAre<'_>>) {
        let Self { bucket, packs, hub, kernel, scratch: Scratch { velocities, impulses, prepared, sums } } = self;
        let questions = if units { QUESTIONS } else { 1 };
        let (rows, copies) = (bucket.layout.rows, questions * packs.len());
        velocities.resize(2 * QUESTIONS * PACKS_AT_ONCE, Velocity::default());
        impulses.resize(rows * QUESTIONS * PACKS_AT_ONCE, L::default());
        let (velocities, impulses) = (&mut velocities[..2 * copies], &mut impulses[..rows * copies]);
        let capacity = bucket.capacity;
        let Span { bodies, setups, bases, prepared: prepared_once, impulses: own, .. } = bucket.span(packs.clone());
        let (places, own) = (bodies.world(), &*own);
        L::run(Load(Ask { places, hub: *hub, units, as_they_are, own, rows }, velocities, impulses));
        prepared.clear();
        for numbers in prepared_once.chunks_exact(prepared_once.len() / packs.len()) {
            (0..questions).for_each(|_| prepared.extend_from_slice(numbers));
        }
        let mut span = Span {
            setup: &SETUPS[usize::from(units)][..copies],
            bodies: BodyPlaces::of_batch(&SLOTS[..2 * copies], &[]),
            setups,
            bases,
            prepared,
            impulses,
        };
        let solve = Solve { velocities: Velocities::of_batch(velocities), pass: *pass };
        kernel(&mut span, &mut Phases::solve(solve));
        let own = if as_they_are.is_some() { own } else { &[] };
        L::run(Subtract { own, rows, questions, velocities, impulses: span.impulses });
        let apply = Apply { velocities: Velocities::of_batch(velocities), carries: false };
        kernel(&mut span, &mut Phases::apply(apply));
        L::run(AddHub { places, hub: *hub, questions, from: velocities, first: packs.start, capacity, sums });
    }

    /// Adds to the sums what the impulses that the spokes have change of the hub's velocity.
    pub(crate) fn add_had(&mut self) {
        self.apply_own(None, false);
        self.add_hub();
    }

    /// Solves the spokes against the hub as it is, which is not written.
    pub(crate) fn solve(&mut self, pass: &Pass<Scalar>, velocities: &mut [VelocityRecord]) {
        let solve = Solve { velocities: Velocities::of_world(velocities), pass: *pass };
        (self.kernel)(&mut self.bucket.span(self.packs.clone()), &mut Phases::solve(solve));
    }

    /// Carries the impulses to the next substep; adds to the sums what is carried of the hub's velocity.
    pub(crate) fn carry(&mut self, warm_start_delta: &mut [VelocityRecord]) {
        self.apply_own(Some(&*warm_start_delta), true);
        let places = self.bucket.places(self.packs.clone());
        L::run(StoreOthers { places, hub: self.hub, from: &self.scratch.velocities, to: warm_start_delta });
        self.add_hub();
    }

    /// Has the impulses change velocities in the scratch array: of the hub at rest, and of the others as they are, or at rest.
    fn apply_own(&mut self, others: Option<&[VelocityRecord]>, carries: bool) {
        let Self { bucket, packs, hub, kernel, scratch: Scratch { velocities, .. } } = self;
        velocities.resize(2 * packs.len(), Velocity::default());
        L::run(LoadOthers { places: bucket.places(packs.clone()), hub: *hub, others, into: velocities });
        let apply = Apply { velocities: Velocities::of_batch(velocities), carries };
        let mut span = bucket.span(packs.clone());
        span.bodies = BodyPlaces::of_batch(&SLOTS[..2 * packs.len()], &[]);
        kernel(&mut span, &mut Phases::apply(apply));
    }

    fn add_hub(&mut self) {
        let Self { bucket, packs, hub, scratch: Scratch { velocities, sums, .. }, .. } = self;
        let (places, capacity) = (bucket.places(packs.clone()), bucket.capacity);
        L::run(AddHub { places, hub: *hub, questions: 1, from: velocities, first: packs.start, capacity, sums });
    }
}

/// What [`Chunk::ask`] asks.
struct Ask<'a, L: Gather> {
    places: &'a [Places<L>],
    hub: usize,
    units: bool,
    as_they_are: Option<AsTheyAre<'a>>,
    own: &'a [L],
    rows: usize,
}

/// Fills the slots and the impulses, copy after copy and pack after pack.
struct Load<'a, L: Gather>(Ask<'a, L>, &'a mut [Velocity<L>], &'a mut [L]);

#[allow(clippy::inline_always)] // see `Lanes::run`
impl<L: Gather> lanes::Kernel for Load<'_, L> {
    #[inline(always)]
    fn run(self) {
        let Self(Ask { places, hub, units, as_they_are, own, rows }, velocities, impulses) = self;
        let (zero, one) = (L::default(), L::splat(1.0));
        let mut copies = velocities.chunks_exact_mut(2).zip(impulses.chunks_exact_mut(rows));
        for (places, own) in places.chunks_exact(2).zip(own.chunks_exact(rows)) {
            if units {
                let [x, y, angular] = [[one, zero, zero], [zero, one, zero], [zero, zero, one]];
                for [x, y, angular] in [x, y, angular] {
                    let Some((slots, impulses)) = copies.next() else { return };
                    slots[hub] = Velocity { x, y, angular };
                    slots[1 - hub] = Velocity::default();
                    impulses.fill(zero);
                }
            }
            if let Some((at_hub, records)) = as_they_are {
                let Some((slots, impulses)) = copies.next() else { return };
                let [x, y, angular, _] = *at_hub.scalars();
                slots[hub] = Velocity { x: L::splat(x), y: L::splat(y), angular: L::splat(angular) };
                let [x, y, angular, _] = gather(&places[1 - hub], records);
                slots[1 - hub] = Velocity { x, y, angular };
                impulses.copy_from_slice(own);
            } else {
                copies.next();
            }
        }
    }
}

/// Leaves of the impulses what has changed of them, and brings all bodies to rest.
struct Subtract<'a, L> {
    /// The impulses before, of the last question; none where all were zero.
    own: &'a [L],
    rows: usize,
    questions: usize,
    velocities: &'a mut [Velocity<L>],
    impulses: &'a mut [L],
}

#[allow(clippy::inline_always)] // see `Lanes::run`
impl<L: Gather> lanes::Kernel for Subtract<'_, L> {
    #[inline(always)]
    fn run(self) {
        self.velocities.fill(Velocity::default());
        let copies = self.impulses.chunks_exact_mut(self.rows).skip(self.questions - 1).step_by(self.questions);
        for (impulses, own) in copies.zip(self.own.chunks_exact(self.rows)) {
            impulses.iter_mut().zip(own).for_each(|(impulse, &own)| *impulse -= own);
        }
    }
}

/// Fills the slots of packs: a hub at rest, and the other bodies as they are, or at rest.
struct LoadOthers<'a, L: Gather> {
    places: &'a [Places<L>],
    hub: usize,
    others: Option<&'a [VelocityRecord]>,
    into: &'a mut [Velocity<L>],
}

#[allow(clippy::inline_always)] // see `Lanes::run`
impl<L: Gather> lanes::Kernel for LoadOthers<'_, L> {
    #[inline(always)]
    fn run(self) {
        for (places, slots) in self.places.chunks_exact(2).zip(self.into.chunks_exact_mut(2)) {
            slots.fill(Velocity::default());
            if let Some(records) = self.others {
                let [x, y, angular, _] = gather(&places[1 - self.hub], records);
                slots[1 - self.hub] = Velocity { x, y, angular };
            }
        }
    }
}

/// Writes the bodies other than the hub.
struct StoreOthers<'a, L: Gather> {
    places: &'a [Places<L>],
    hub: usize,
    from: &'a [Velocity<L>],
    to: &'a mut [VelocityRecord],
}

#[allow(clippy::inline_always)] // see `Lanes::run`
impl<L: Gather> lanes::Kernel for StoreOthers<'_, L> {
    #[inline(always)]
    fn run(self) {
        for (places, slots) in self.places.chunks_exact(2).zip(self.from.chunks_exact(2)) {
            let Velocity { x, y, angular } = slots[1 - self.hub];
            scatter([x, y, angular, L::default()], &places[1 - self.hub], self.to);
        }
    }
}

/// Adds the velocities of the hub to the sums.
struct AddHub<'a, L: Gather> {
    places: &'a [Places<L>],
    hub: usize,
    questions: usize,
    from: &'a [Velocity<L>],
    /// The number of the first pack.
    first: usize,
    capacity: usize,
    sums: &'a mut [[L; 3]],
}

#[allow(clippy::inline_always)] // see `Lanes::run`
impl<L: Gather> lanes::Kernel for AddHub<'_, L> {
    #[inline(always)]
    fn run(self) {
        let each = WIDEST / self.capacity;
        let packs = self.places.chunks_exact(2).zip(self.from.chunks_exact(2 * self.questions));
        for (nth, (places, copies)) in (self.first..).zip(packs) {
            let others = &places[1 - self.hub];
            for (question, slots) in copies.chunks_exact(2).enumerate() {
                let mut hub_change = slots[self.hub];
                // Nothing for a lane without a joint.
                if !others.all_move() {
                    let (is_used, zero) = (L::mask(others.movers()), L::default());
                    hub_change.x = L::select(is_used, hub_change.x, zero);
                    hub_change.y = L::select(is_used, hub_change.y, zero);
                    hub_change.angular = L::select(is_used, hub_change.angular, zero);
                }
                let [x, y, angular] = &mut self.sums[question * each + nth % each];
                *x += hub_change.x;
                *y += hub_change.y;
                *angular += hub_change.angular;
            }
        }
    }
}

/// What one joint of this setup, prepared at these poses, would change of its hub's velocity where that is 1 in x, in y, or in its
/// angular part, and all else rests, if it is rigid and the hub is as heavy as spokes take it for.
pub(crate) fn response_of_one(
    table: &JointTable,
    setup: Vec<Scalar>,
    hub: usize,
    poses: [Pose<Scalar>; 2],
) -> [[f64; 3]; 3] {
    let kernel = Simd128::kernel(table);
    let mut bucket = Bucket::<Simd128>::one_by_one(table.layout);
    let kept = WarmStartCache::new(&table.layout);
    bucket.insert(Key::default(), &JointData { bodies: vec![0, 1], moving: vec![true; 2], setup, kept });
    let lanes = |value: Scalar| Simd128::splat(value);
    let in_lanes = poses.map(|Pose { x, y, angle, cos, sin }| Pose {
        x: lanes(x),
        y: lanes(y),
        angle: lanes(angle),
        cos: lanes(cos),
        sin: lanes(sin),
    });
    let prepare = Prepare {
        poses: Poses { moved: &[], turned: &[], in_lanes: &in_lanes },
        step: Step { h: 1.0, inverse_h: 1.0, time: 0.0 },
        begin: Some(Angles(&[Angle::ZERO; 2 * Simd128::COUNT])),
    };
    let mut span = bucket.span(0..1);
    span.bodies = BodyPlaces::of_batch(&SLOTS[..2], &[]);
    kernel(&mut span, &mut Phases::prepare(prepare));
    let mut scratch = Scratch::default();
    scratch.clear_sums(4, 1);
    let mut chunk = Chunk { bucket: &mut bucket, packs: 0..1, hub, kernel, scratch: &mut scratch };
    chunk.ask(&Pass::relax(), true, None);
    [0, 1, 2].map(|question| scratch.total(question, 1))
}
