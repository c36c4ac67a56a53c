//! Steps whose lengths differ, as those of frames do.

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, BodyId, JointId, Scalar, Vec2, World};

use crate::mechanism::{between, mechanism};
use crate::random::Random;
use crate::support::{DT, G, add, steps};
use crate::{H, assert_near};

/// Ten links of 1 m and 1 kg, level at first, that hang from one end.
struct Chain {
    world: World,
    links: Vec<BodyId>,
    joints: Vec<JointId<PivotJoint>>,
}

impl Chain {
    fn new() -> Self {
        Self::of_substeps(4)
    }

    fn of_substeps(substeps: u32) -> Self {
        let mut world = World::new();
        world.set_substeps(substeps).unwrap();
        let link = |number: u8| Body::dynamic(1.0, 0.1).at(Vec2::X * (Scalar::from(number) - 0.5));
        let links: Vec<_> = (1..=10).map(|number| add(&mut world, link(number))).collect();
        let ground = add(&mut world, Body::fixed().at(-0.5 * Vec2::X));
        let pivot = PivotJoint { local_anchor_a: 0.5 * Vec2::X, local_anchor_b: -0.5 * Vec2::X };
        let bodies: Vec<_> = [ground].into_iter().chain(links.iter().copied()).collect();
        let joints = bodies.windows(2).map(|pair| world.add_joint([pair[0], pair[1]], pivot).unwrap()).collect();
        Self { world, links, joints }
    }

    /// The greatest distance of two anchors, m.
    fn error(&self) -> Scalar {
        let error = |&joint: &_| Vec2::from(self.world.position_error(joint).unwrap()).length();
        self.joints.iter().map(error).fold(0.0, Scalar::max)
    }

    /// The greatest difference of two velocities, m/s.
    fn difference(&self, other: &Self) -> Scalar {
        let velocity = |chain: &Self, link| chain.world.body(link).unwrap().linear_velocity();
        let pairs = self.links.iter().zip(&other.links);
        pairs.map(|(&one, &two)| (velocity(self, one) - velocity(other, two)).length()).fold(0.0, Scalar::max)
    }
}

#[test]
fn a_short_step_is_no_blow() {
    // Links go at 5 m/s by then. A short step lets the joints take out a little more of what a step of iterations leaves, some
    // tenths of a metre per second. Were all of their stretch taken out in a step, they would be 480 m/s off after the one of 1e-4 s.
    for short in [1e-2, 3e-3, 1e-3, 1e-4, 1e-6, 1e-9, 1e-15, 1e-20] {
        let (mut even, mut uneven) = (Chain::new(), Chain::new());
        steps(&mut even.world, 30, DT);
        steps(&mut uneven.world, 30, DT);
        uneven.world.step(short).unwrap();
        assert!(uneven.difference(&even) < 0.2 + G * short, "{short} s: {} m/s at once", uneven.difference(&even));
        steps(&mut even.world, 1, DT);
        steps(&mut uneven.world, 1, DT);
        assert!(uneven.difference(&even) < 0.2 + G * short, "{short} s: {} m/s after it", uneven.difference(&even));
    }
}

#[test]
fn a_short_step_is_no_blow_among_many_substeps() {
    // They leave less, and tenths of a metre per second become hundredths. In a step of so many a hundredth of the time that
    // passes is longer than each of them: were it taken off that, a short step would be up to 630 m/s off.
    for substeps in [50, 100, 200] {
        for short in [1e-6, 1e-9] {
            let (mut even, mut uneven) = (Chain::of_substeps(substeps), Chain::of_substeps(substeps));
            steps(&mut even.world, 30, DT);
            steps(&mut uneven.world, 30, DT);
            uneven.world.step(short).unwrap();
            assert!(uneven.difference(&even) < 0.02, "{substeps}, {short} s: {} m/s", uneven.difference(&even));
        }
    }
}

#[test]
fn frames_may_last_as_they_like() {
    let longest = 2.0 * DT;
    let mut even = Chain::new();
    let mut worst: Scalar = 0.0;
    while even.world.time() < 10.0 {
        even.world.step(longest).unwrap();
        worst = worst.max(even.error());
    }
    for seed in 0..5 {
        // From a thirtieth of a second to a millisecond, each octave as often as any other.
        let mut random = Random(seed);
        let mut uneven = Chain::new();
        let energy = uneven.world.energy();
        while uneven.world.time() < 10.0 {
            uneven.world.step(longest * between(&mut random, -5.0, 0.0).exp2()).unwrap();
            // What iterations leave is passed on to a longer step as if it were a force: a chain that whips has up to a fifth
            // more error for a moment than at the longest steps, and of 490 J that fall and rise up to a thirtieth more. With every force scaled by the
            // lengths of the steps alone it was metres, and 14 kJ.
            let (error, gained) = (uneven.error(), uneven.world.energy() - energy);
            assert!(error < 1.2 * worst, "seed {seed}: {error} m at {} s, for {worst}", uneven.world.time());
            assert!(gained < 15.0, "seed {seed}: {gained} J at {} s", uneven.world.time());
        }
        assert!(uneven.world.energy() < energy, "seed {seed}: {} J for {energy}", uneven.world.energy());
    }
}

#[test]
fn no_mechanism_gains_by_its_frames() {
    for seed in 0..20 {
        let mut random = Random(seed);
        let mut world = mechanism(&mut random);
        let before = world.energy();
        while world.time() < 4.0 {
            world.step(2.0 * DT * between(&mut random, -5.0, 0.0).exp2()).unwrap();
            // Some 10 kg that fall for metres, and a millijoule of rounding in 100 J.
            assert!(world.energy() < before + 1e-3, "seed {seed}: {} J at {} s", world.energy() - before, world.time());
        }
    }
}

#[test]
fn short_steps_come_to_their_own_stiffness() {
    let mut chain = Chain::new();
    steps(&mut chain.world, 30, DT);
    let before = chain.error();
    // A hundredth of what passes is taken off the substep that joints are stiff for: 0.42 s from that of DT.
    steps(&mut chain.world, 840, 0.0005);
    let mut short = Chain::new();
    steps(&mut short.world, 1840, 0.0005);
    // As small as where all steps are short, but for where the links are by then: a factor of two.
    assert!(chain.error() < 2.0 * short.error(), "{} m for {} m", chain.error(), short.error());
    assert!(chain.error() < 0.01 * before, "{} m after {before} m", chain.error());
}

#[test]
fn a_pause_leaves_no_joint_soft_for_long() {
    let mut world = World::new();
    let ground = add(&mut world, Body::fixed());
    let bob = add(&mut world, Body::dynamic(1.0, 0.1).at(-Vec2::Y));
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::Y };
    let joint = world.add_joint([ground, bob], pivot).unwrap();
    let mut sag = |count, dt| {
        steps(&mut world, count, dt);
        -world.position_error(joint).unwrap()[1]
    };
    sag(1, 60.0);
    // The stiffness of a substep of 1/60 s is left, of which each step takes a hundredth: a hundred steps, and what the spring
    // takes to settle. Then it is that of 0.2525/H hertz: g h²/(2π·0.2525)² at rest, to the rounding of places near 1, thirty times.
    let turn = 0.2525 * std::f32::consts::TAU;
    let expected = G * H * H / Scalar::from(turn * turn);
    assert_near(sag(130, DT), expected, 2e-6);
}

#[test]
fn the_shortest_step_changes_no_velocity() {
    let mut world = World::new();
    let ground = add(&mut world, Body::fixed());
    let bob = add(&mut world, Body::dynamic(2.0, 0.5).at(Vec2::X));
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: -Vec2::X };
    world.add_joint([ground, bob], pivot).unwrap();
    // After steps of ordinary length joints keep their softness for a while. So in the shortest substep possible the soft pass
    // takes out no share of an error, and the square of the angle that the bob turns by is zero.
    steps(&mut world, 30, DT);
    let before = world.body(bob).unwrap().state();
    for _ in 0..3 {
        world.step(16.0 * Scalar::MIN_POSITIVE).unwrap();
        let after = world.body(bob).unwrap().state();
        let change = (after.linear_velocity - before.linear_velocity).length();
        // Four roundings of a velocity of 4 m/s in each of 12 substeps.
        assert!(change < 48.0 * Scalar::EPSILON, "{change} m/s");
        assert_eq!(after.position, before.position);
    }
}
