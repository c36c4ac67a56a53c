//! What the energy guard does, and what it leaves alone.

use constraint_core::joints::{MotorJoint, PivotJoint};
use constraint_core::{Body, Event, Scalar, Vec2, World};

use crate::apart;
use crate::pulleys;
use crate::random::Random;
use crate::scene::{DT, Scene, rod};

/// A chain of rods that swings through for a minute. Its energy goes up and down, and the guard leaves all of it alone: the same bits.
#[test]
fn true_motion_is_left_alone() {
    let run = |is_guarded: bool| {
        let mut scene = Scene::new();
        scene.world.set_energy_guard(is_guarded);
        let mut last = scene.ground();
        for number in 0..5_u8 {
            let at = Vec2::X * Scalar::from(number);
            let link = scene.add(rod(1.0, 1.0).at(at + Vec2::X * 0.5));
            scene.pin([last, link], at);
            last = link;
        }
        let mut places = Vec::new();
        for _ in 0..3600 {
            scene.world.step(DT).unwrap();
            assert_eq!(scene.world.events().count(), 0);
            places.extend(scene.world.bodies().flat_map(|(_, body)| body.centre()));
        }
        places
    };
    assert_eq!(run(true), run(false));
}

/// A motor drives a flywheel with 50 N·m, and the guard leaves it its work: I ω²/2 after two seconds, to the tenth of a step that the
/// torque is late.
#[test]
fn a_motor_may_do_its_work() {
    let mut world = World::new();
    let ground = world.add_body(Body::fixed()).unwrap();
    let wheel = world.add_body(Body::dynamic(1.0, 2.0)).unwrap();
    let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
    world.add_joint([ground, wheel], PivotJoint { local_anchor_a, local_anchor_b }).unwrap();
    world.add_joint([ground, wheel], MotorJoint { ratio: 1.0, rate: 1000.0, max_torque: 50.0 }).unwrap();
    for _ in 0..120 {
        world.step(DT).unwrap();
        assert_eq!(world.events().count(), 0);
    }
    let speed = world.body(wheel).unwrap().angular_velocity();
    assert!((speed - 50.0).abs() < 0.1, "{speed} rad/s");
}

/// What is taken is reported, with a joint of the island, and can be read.
#[test]
fn what_is_taken_is_reported() {
    let (mut reports, mut most) = (0, 0.0);
    for seed in 0..10 {
        let mut world = pulleys::light(&mut Random(seed * 7919 + 1)).world;
        for _ in 0..300 {
            world.step(DT).unwrap();
            for event in world.events() {
                let Event::EnergyRemoved { body, joint, energy } = event else { continue };
                assert!(joint.is_some() && energy > 0.0);
                reports += 1;
                most = world.energy_removed(body).unwrap().max(most);
            }
        }
    }
    assert!(reports > 0 && most > 0.0, "{reports} reports, {most} J");
}

/// Two rods that a pivot draws together. Without a guard, the energy is that of the push-out speed, whatever the substeps; without a
/// bound it would grow with their square.
#[test]
fn the_energy_of_coming_together_does_not_depend_on_the_substeps() {
    for distance in [1.0, 2.0, 5.0] {
        let energy = |substeps: u32| {
            let mut world = apart::pair(distance).world;
            world.set_energy_guard(false);
            world.set_substeps(substeps).unwrap();
            let energies = (0..300).map(|_| {
                world.step(DT).unwrap();
                f64::from(world.kinetic_energy())
            });
            energies.fold(0.0, f64::max)
        };
        let (few, many) = (energy(4), energy(64));
        assert!(many <= 1.05 * few, "{distance} m: {few} J at 4 substeps, {many} J at 64");
        // Both rods together move at 3 m/s at most, one against the other.
        assert!(few < 0.5 * 2.0 * 3.0 * 3.0, "{distance} m: {few} J");
    }
}
