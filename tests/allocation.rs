//! A steady step allocates nothing: whatever a step needs is kept from the one before.

#[path = "joint_set/driver.rs"]
#[allow(clippy::useless_conversion)] // not with the feature `f64` off
mod driver;

use constraint_core::joint_set::JointSet;
use constraint_core::joints::{DampedSpring, DistanceJoint, PivotJoint, PulleyJoint, RatchetJoint, WeldJoint};
use constraint_core::{Body, BodyId, JointOptions, Scalar, SequentialImpulses, Softness, Stepping, Vec2, World};
use driver::Parts;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

const DT: Scalar = 1.0 / 60.0;

type Scene = fn() -> World;

/// A world with gravity and a fixed body.
fn world() -> (World, BodyId) {
    let mut world = World::new();
    world.set_gravity(Vec2::new(0.0, -10.0)).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    (world, ground)
}

/// Hangs a rod on the end of another body by a pivot.
fn hang(world: &mut World, from: BodyId, end: Vec2) -> BodyId {
    let place = world.body(from).unwrap().state().point(end);
    let rod = world.add_body(Body::dynamic(1.0, 1.0 / 12.0).at(place + Vec2::new(0.5, 0.0))).unwrap();
    let pivot = PivotJoint { local_anchor_a: end, local_anchor_b: Vec2::new(-0.5, 0.0) };
    world.add_joint([from, rod], pivot).unwrap();
    rod
}

fn chain(world: &mut World, ground: BodyId, place: Vec2, links: usize) -> Vec<BodyId> {
    let mut rods = vec![hang(world, ground, place)];
    for _ in 1..links {
        rods.push(hang(world, rods[rods.len() - 1], Vec2::new(0.5, 0.0)));
    }
    rods
}

/// One long island, whose joints are gathered.
fn rope() -> World {
    let (mut world, ground) = world();
    chain(&mut world, ground, Vec2::ZERO, 600);
    world
}

/// Many islands that are alike, side by side.
fn islands() -> World {
    let (mut world, ground) = world();
    for island in 0..100_u8 {
        chain(&mut world, ground, Vec2::new(20.0 * Scalar::from(island), 0.0), 5);
    }
    world
}

/// A body with more joints than there are colours, of two types: one whose joints are solved at once, one whose are not.
fn hub() -> World {
    let (mut world, ground) = world();
    let hub = world.add_body(Body::dynamic(50.0, 50.0)).unwrap();
    world.add_joint([ground, hub], PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO }).unwrap();
    for spoke in 0..40_u8 {
        let rim = Vec2::from_angle(0.15 * Scalar::from(spoke));
        let rod = hang(&mut world, hub, rim);
        let rope = DistanceJoint { local_anchor_a: rim, local_anchor_b: Vec2::ZERO, lower: 0.0, upper: 0.6 };
        world.add_joint([hub, rod], rope).unwrap();
    }
    world
}

/// Joints with each of the options, a joint that changes itself, and one with a body in two places.
fn rare_paths() -> World {
    let (mut world, ground) = world();
    let rods = chain(&mut world, ground, Vec2::ZERO, 8);
    let weld = WeldJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::new(-1.0, 0.0), reference_angle: 0.0 };
    let options = JointOptions::default();
    for (pair, options) in rods.windows(2).zip([
        JointOptions { softness: Some(Softness::new(2.0, 0.5)), ..options },
        JointOptions { max_force: 1.0, ..options },
        JointOptions { max_error: 0.01, ..options },
        JointOptions { break_force: 1e9, break_error: 1e9, ..options },
    ]) {
        let joint = world.add_joint([pair[0], pair[1]], weld).unwrap();
        world.set_joint_options(joint, options).unwrap();
    }
    world.add_joint([rods[5], rods[6]], RatchetJoint { pitch: 0.3, tooth: 0.0 }).unwrap();
    let spring = DampedSpring {
        local_anchor_a: Vec2::ZERO,
        local_anchor_b: Vec2::ZERO,
        rest_length: 1.0,
        stiffness: 10.0,
        damping: 0.1,
    };
    world.add_joint([rods[6], rods[7]], spring).unwrap();
    world.add_joint([ground, rods[7], ground, rods[7]], pulley()).unwrap();
    world
}

/// Over a fixed body, with both ends on another one.
fn pulley() -> PulleyJoint {
    PulleyJoint {
        local_anchor_a: Vec2::new(3.0, 3.0),
        local_anchor_b: Vec2::ZERO,
        local_anchor_c: Vec2::new(4.0, 3.0),
        local_anchor_d: Vec2::new(0.5, 0.0),
        ratio: 1.0,
        lower: 0.0,
        upper: 6.0,
    }
}

fn corrected() -> World {
    let mut world = rare_paths();
    world.set_stepping(Stepping::SequentialImpulses(SequentialImpulses::default())).unwrap();
    world
}

/// Joints of bodies that somebody else moves: a rope, with each of the options, a joint that changes itself, one with a body in two
/// places.
fn driven() -> (Parts, JointSet) {
    let (mut world, ground) = world();
    chain(&mut world, ground, Vec2::ZERO, 100);
    let (parts, mut set) = (Parts::of(&world), JointSet::new());
    for rod in 1..101 {
        let local_anchor_a = if rod == 1 { Vec2::ZERO } else { Vec2::new(0.5, 0.0) };
        let pivot = PivotJoint { local_anchor_a, local_anchor_b: Vec2::new(-0.5, 0.0) };
        let pivot = set.add_joint(&parts, [rod - 1, rod], pivot).unwrap();
        let options =
            JointOptions { max_force: if rod % 9 == 0 { 1e6 } else { Scalar::INFINITY }, ..JointOptions::default() };
        set.set_joint_options(pivot, options).unwrap();
    }
    set.add_joint(&parts, [5, 6], RatchetJoint { pitch: 0.3, tooth: 0.0 }).unwrap();
    set.add_joint(&parts, [0, 9, 0, 9], pulley()).unwrap();
    (parts, set)
}

/// The most bytes that are allocated at a time in steps, once lists have reached their lengths.
fn bytes(mut step: impl FnMut()) -> usize {
    // New islands are watched for 32 steps, and joints that start apart come together meanwhile.
    for _ in 0..40 {
        step();
    }
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    for _ in 0..30 {
        step();
    }
    // What was allocated and freed again shows in the peak.
    ALLOCATED.peak_usage() - before
}

#[test]
fn a_steady_step_allocates_nothing() {
    let scenes: [(&str, Scene); 5] = [
        ("rope", rope),
        ("islands", islands),
        ("hub", hub),
        ("rare paths", rare_paths),
        ("sequential impulses", corrected),
    ];
    let mut found = Vec::new();
    for (name, scene) in scenes {
        let mut world = scene();
        found.push((name, bytes(|| world.step(DT).unwrap())));
    }
    let (mut parts, mut set) = driven();
    found.push(("phase by phase", bytes(|| assert_eq!(parts.step(&mut set, DT, 4), Ok(0)))));
    let (mut parts, mut set) = driven();
    found.push(("whole steps of a set", bytes(|| assert!(set.step(&mut parts, DT, 4).is_ok()))));
    found.retain(|(_, bytes)| *bytes > 0);
    assert!(found.is_empty(), "bytes allocated at a time: {found:?}");
}
