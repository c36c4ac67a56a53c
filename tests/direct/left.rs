//! What direct steps share with other steppings: kinematic bodies, breaking, sleep, clones, islands that are left to substeps.

use constraint_core::joints::{DistanceJoint, PivotJoint};
use constraint_core::{
    Body, BodyId, Event, JointOptions, Order, Scalar, Sleep, Softness, Stepping, Vec2, World, constraint,
};

const DT: Scalar = 1.0 / 60.0;
const PIVOT: PivotJoint = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::new(-1.0, 0.0) };

/// A pendulum of 1 m on a body.
fn pendulum(support: Body) -> (World, BodyId, constraint_core::JointId<PivotJoint>) {
    let mut world = World::new();
    world.set_stepping(Stepping::Direct { order: Order::Four }).unwrap();
    let support = world.add_body(support).unwrap();
    let bob = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::X)).unwrap();
    let pivot = world.add_joint([support, bob], PIVOT).unwrap();
    (world, bob, pivot)
}

#[test]
fn a_kinematic_body_carries_what_hangs_on_it() {
    let (mut world, bob, _) = pendulum(Body::kinematic().moving(Vec2::new(2.0, 0.0)));
    for _ in 0..120 {
        world.step(DT).unwrap();
        // Rounding of f32 places beside 4 m.
        assert!(world.max_position_error() < 2e-6, "{}", world.max_position_error());
    }
    let x = world.body(bob).unwrap().position().x;
    assert!((3.0..5.0).contains(&x), "the bob is within 1 m of its support: {x}");
}

/// At rest the reaction is the weight.
#[test]
fn impulses_and_reactions_can_be_read() {
    let mut world = World::new();
    world.set_stepping(Stepping::Direct { order: Order::Two }).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    let bob = world.add_body(Body::dynamic(2.0, 0.1).at(Vec2::new(0.0, -1.0))).unwrap();
    let rod = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::Y };
    let pivot = world.add_joint([ground, bob], rod).unwrap();
    for _ in 0..10 {
        world.step(DT).unwrap();
    }
    let force = world.reaction(pivot).unwrap()[1].y;
    assert!((force - 2.0 * 9.81).abs() < 1e-3, "{force} N");
}

/// The rod breaks at the force with which it holds a turning bob, and the bob flies off.
#[test]
fn a_joint_breaks_by_its_force() {
    let (mut world, bob, pivot) = pendulum(Body::fixed());
    let options = JointOptions { break_force: 20.0, ..JointOptions::default() };
    world.set_joint_options(pivot, options).unwrap();
    let broken = (0..120).find(|_| {
        world.step(DT).unwrap();
        world.events().any(|event| matches!(event, Event::Broken { .. }))
    });
    // At an angle φ below the level the force of a falling bob is about 3 m g sin φ: 20 N at 43°.
    let y = world.body(bob).unwrap().position().y;
    assert!(broken.is_some() && (-0.85..-0.5).contains(&y), "{broken:?} {y}");
    world.step(DT).unwrap();
    assert_eq!(world.joint_ids().count(), 0);
}

/// A rod with a softness of a limit is not for direct steps. It goes on as by substeps, to the bit.
#[test]
fn an_island_that_cannot_be_solved_directly_takes_substeps() {
    let run = |stepping| {
        let mut world = World::new();
        world.set_stepping(stepping).unwrap();
        let ground = world.add_body(Body::fixed()).unwrap();
        let bob = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::X)).unwrap();
        let rope = DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, lower: 0.0, upper: 1.0 };
        let rope = world.add_joint([ground, bob], rope).unwrap();
        let softness = Some(Softness::new(5.0, 1.0));
        world.set_joint_options(rope, JointOptions { softness, ..JointOptions::default() }).unwrap();
        // Another island, which direct steps can have.
        let free = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::new(5.0, 0.0))).unwrap();
        let pivot = PivotJoint { local_anchor_a: Vec2::new(4.0, 0.0), ..PIVOT };
        world.add_joint([ground, free], pivot).unwrap();
        for _ in 0..30 {
            world.step(DT).unwrap();
        }
        [bob, free].map(|id| world.body(id).unwrap().position())
    };
    let ([bob, free], [bob_by_substeps, free_by_substeps]) =
        (run(Stepping::Direct { order: Order::Two }), run(Stepping::Substeps));
    assert_eq!(bob.to_array().map(Scalar::to_bits), bob_by_substeps.to_array().map(Scalar::to_bits));
    assert!(free.distance(free_by_substeps) > 1e-5, "the other island moves in another way");
}

#[test]
fn a_clone_goes_on_bit_for_bit() {
    let (mut world, bob, _) = pendulum(Body::fixed());
    (0..20).for_each(|_| world.step(DT).unwrap());
    let mut clone = world.clone();
    for _ in 0..60 {
        world.step(DT).unwrap();
        clone.step(DT).unwrap();
        let [a, b] = [&world, &clone].map(|world| world.body(bob).unwrap().state());
        assert_eq!(a, b);
    }
}

#[test]
fn an_island_at_rest_falls_asleep_and_wakes() {
    let (mut world, bob, _) = pendulum(Body::fixed());
    world.set_sleep(Some(Sleep::default())).unwrap();
    world.body_mut(bob).unwrap().set_linear_damping(5.0).unwrap();
    world.body_mut(bob).unwrap().set_angular_damping(5.0).unwrap();
    let slept = (0..1200).any(|_| {
        world.step(DT).unwrap();
        world.events().any(|event| matches!(event, Event::FellAsleep { .. }))
    });
    assert!(slept);
    world.body_mut(bob).unwrap().apply_impulse(Vec2::new(1.0, 0.0)).unwrap();
    world.step(DT).unwrap();
    assert!(world.body(bob).unwrap().linear_velocity().length() > 0.1);
}

/// One body in two places of a joint: both ends of a spring on one bar cancel.
#[constraint(|a, b, c| a.point(Vec2::X) + c.point(Vec2::X) - 2.0 * b.point(Vec2::X))]
#[derive(Clone, Debug)]
struct Between {}

#[test]
fn a_body_may_stand_in_two_places() {
    let mut world = World::new();
    world.set_gravity(Vec2::ZERO).unwrap();
    world.set_stepping(Stepping::Direct { order: Order::Two }).unwrap();
    let a = world.add_body(Body::dynamic(1.0, 0.1).spinning(1.0)).unwrap();
    let b = world.add_body(Body::dynamic(1.0, 0.1)).unwrap();
    world.add_joint([a, b, a], Between {}).unwrap();
    for _ in 0..60 {
        world.step(DT).unwrap();
    }
    let energy = 0.5 * 0.1;
    assert!(world.max_position_error() < 1e-5, "{}", world.max_position_error());
    assert!(world.kinetic_energy() < energy * 1.001, "{} J", world.kinetic_energy());
}
