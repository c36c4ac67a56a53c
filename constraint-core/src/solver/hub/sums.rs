//! What the spokes of a hub would change of its velocity.

use crate::angle::Angle;
use crate::joint_options::JointOptions;
use crate::kernels::BodySlot;
use crate::kernels::{
    AskSpokes, BatchPlace, BodyPlaces, HasKernels as _, JointTable, Parameters, Phase, Poses, Prepare, Start,
};
use crate::kinematics::Pose;
use crate::lanes::{Gather, Kernel, Lanes as _, Simd128, WIDEST};
use crate::math::{Scalar, double};
use crate::pass::{Pass, Step};
use crate::slots::Key;
use crate::solver::packs::bucket::Bucket;
use crate::solver::packs::hub_mass::HUB_MASS_FACTOR;
use crate::solver::packs::joint_data::{JointData, WarmStartCache};

/// What is asked of spokes at once: what they would change of a velocity of the hub of 1 in x, in y, and in its angular part; and of
/// the velocity that it has.
pub(crate) const QUESTIONS: usize = 4;

/// The answers, added up in an order that does not depend on how many lanes there are.
#[derive(Clone, Debug)]
pub(crate) struct Sums<L>([[[L; 3]; WIDEST]; QUESTIONS]);

impl<L: Gather> Sums<L> {
    pub(crate) fn new() -> Self {
        Self([[[L::default(); 3]; WIDEST]; QUESTIONS])
    }

    /// Room to add up the answers to each question, of packs of so many joints.
    pub(crate) fn clear(&mut self, capacity: usize) -> [&mut [[L; 3]]; QUESTIONS] {
        let [x, y, angular, own] = &mut self.0;
        let each = [x, y, angular, own].map(|sums| &mut sums[..WIDEST / capacity]);
        each.map(|sums| {
            sums.fill([L::default(); 3]);
            sums
        })
    }

    /// The answers to the first questions, of a hub that is as heavy as it is, from packs of so many joints.
    pub(crate) fn totals<const N: usize>(&self, capacity: usize) -> [[f64; 3]; N] {
        let mut totals = [[0.0; 3]; N];
        L::run(Add { sums: &self.0, capacity, totals: &mut totals });
        totals
    }
}

struct Add<'a, L, const N: usize> {
    sums: &'a [[[L; 3]; WIDEST]; QUESTIONS],
    capacity: usize,
    totals: &'a mut [[f64; 3]; N],
}

impl<L: Gather, const N: usize> Kernel for Add<'_, L, N> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let lanes = if self.capacity == 1 { 1 } else { L::COUNT };
        for (totals, sums) in self.totals.iter_mut().zip(self.sums) {
            let [mut x, mut y, mut angular] = [0.0; 3];
            for sum in &sums[..WIDEST / self.capacity] {
                for nth in 0..lanes {
                    let lane = if self.capacity == 1 { 0 } else { L::lane_of(nth) };
                    x += double(sum[0].read(lane));
                    y += double(sum[1].read(lane));
                    angular += double(sum[2].read(lane));
                }
            }
            *totals = [x, y, angular].map(|total| total * double(HUB_MASS_FACTOR));
        }
    }
}

/// Asks of spokes what they would change of a velocity of 1 of their hub in one of its parts, where all else rests and they have no
/// impulses.
pub(crate) fn ask_of_unit<L: Gather>(part: usize, hub: usize, sums: &mut [[L; 3]]) -> AskSpokes<'_, L> {
    let mut velocity = [0.0; 3];
    velocity[part] = 1.0;
    AskSpokes {
        hub,
        velocity,
        others: None,
        has_impulses: false,
        iteration: Some(Pass::relax()),
        carries: false,
        asked: 0,
        sums,
    }
}

/// What one joint of this setup, prepared at these poses, would change of its hub's velocity where that is 1 in x, in y, or in its
/// angular part, and all else rests, if it is rigid and the hub is as heavy as spokes take it for.
pub(crate) fn response_of_one(
    table: &JointTable,
    joints: &dyn Parameters,
    setup: Vec<Scalar>,
    hub: usize,
    poses: [Pose<Scalar>; 2],
) -> [[f64; 3]; 3] {
    let kernel = Simd128::kernel(table);
    let mut bucket = Bucket::<Simd128>::one_by_one(table.layout);
    let (kept, options) = (WarmStartCache::new(&table.layout), JointOptions::default());
    bucket.insert(Key::default(), &JointData { bodies: vec![0, 1], moving: vec![true; 2], setup, kept, options });
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
        begin: Some(Start { angles: &[Angle::ZERO; 2 * Simd128::COUNT], centres: &[] }),
        joints,
    };
    let mut sums = Sums::new();
    let [x, y, angular, _] = sums.clear(1);
    let slots = [BatchPlace::slot(BodySlot::new(0, true)), BatchPlace::slot(BodySlot::new(1, true))];
    let mut span = bucket.span(0..1);
    span.bodies = BodyPlaces::of_batch(&slots, &[]);
    kernel(&mut span, &mut Phase::Prepare(prepare));
    // At the places of the world, which has no bodies here: none of them is asked for.
    for (part, sums) in [x, y, angular].into_iter().enumerate() {
        kernel(&mut bucket.span(0..1), &mut Phase::Ask(ask_of_unit(part, hub, sums)));
    }
    sums.totals(1)
}
