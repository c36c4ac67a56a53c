//! Joints and contacts in one step, beside closed forms.
#![allow(clippy::cast_possible_truncation)]
#![cfg_attr(feature = "f64", allow(clippy::useless_conversion, clippy::unnecessary_cast))]

use constraint_rapier::JointedWorld;
use constraint_rapier::constraint;
use constraint_rapier::constraint_core::joints::{PivotJoint, PulleyJoint, RailJoint, SliderJoint};
use constraint_rapier::constraint_core::{Scalar, Vec2};
use constraint_rapier::rapier::prelude::*;

const G: Scalar = 9.81;
/// How far a joint gives way to a load that only a contact brings, m: about 3 g h² with h = 1/256 s. The joint is solved before the contact
/// acts, so it is a substep behind it.
const GIVES_WAY: Scalar = 5e-4;

fn square(world: &mut JointedWorld, at: Vec2, half: Scalar, mass: Scalar) -> RigidBodyHandle {
    let body = RigidBodyBuilder::dynamic().translation(at);
    world.physics.insert(body, ColliderBuilder::cuboid(half, half).mass(mass)).0
}

fn close(found: Scalar, exact: Scalar, bound: Scalar, what: &str) {
    assert!((found - exact).abs() <= bound, "{what}: {found}, but {exact} by theory, within {bound}");
}

/// Two weights of 2 kg on a rope, and a loose box of 1 kg on one of them, which only a contact holds.
#[test]
fn atwood_machine_with_a_loose_box() {
    let mut world = JointedWorld::default();
    world.physics.integration_parameters.dt = 1.0 / 64.0;
    let beam = world.physics.insert_body(RigidBodyBuilder::fixed().translation(Vec2::new(0.0, 10.0)));
    let left = square(&mut world, Vec2::new(-2.0, 0.0), 0.5, 2.0);
    let right = square(&mut world, Vec2::new(2.0, 0.0), 0.5, 2.0);
    let loose = square(&mut world, Vec2::new(-2.0, 1.0), 0.5, 1.0);
    let rope = PulleyJoint {
        local_anchor_a: Vec2::new(-2.0, 0.0),
        local_anchor_c: Vec2::new(2.0, 0.0),
        upper: 20.0,
        ..PulleyJoint::default()
    };
    let rope = world.add_joint([beam, left, beam, right], rope).unwrap();
    for _ in 0..64 {
        world.step().unwrap();
    }
    let y = |body: RigidBodyHandle| world.physics.bodies[body].translation().y;
    // a = g m/(2 M + m); semi-implicit Euler goes by ½ a t (t + h).
    let exact = -0.5 * G / 5.0 * (1.0 + 1.0 / 256.0);
    close(y(left), exact, GIVES_WAY, "the weight");
    close(y(right), -exact, GIVES_WAY, "the other weight");
    // Rapier's contacts are springs, and the box has sunk in by less than a millimetre.
    close(y(loose) - y(left), 1.0, 1e-3, "the box on the weight");
    // T = M (g + a)
    close(world.reaction(rope).unwrap()[3].y, 2.0 * (G + G / 5.0), 0.01, "the tension");
}

/// The rack has moved along its axis as far as the rim of the wheel has turned.
#[constraint(|rack, wheel| rack.position.dot(self.axis) - self.radius * wheel.angle)]
#[derive(Clone, Debug)]
struct RackAndPinion {
    axis: Vec2,
    radius: Scalar,
}

/// A rack falls along the teeth of a wheel. A loose box rides on it.
#[test]
fn rack_and_pinion_with_a_load() {
    let mut world = JointedWorld::default();
    world.physics.integration_parameters.dt = 1.0 / 64.0;
    let wall = world.physics.insert_body(RigidBodyBuilder::fixed());
    let wheel = RigidBodyBuilder::dynamic().additional_mass_properties(MassProperties::new(Vec2::ZERO, 3.0, 0.375));
    let wheel = world.physics.insert_body(wheel);
    let rack = square(&mut world, Vec2::new(2.0, 0.0), 0.5, 2.0);
    let load = square(&mut world, Vec2::new(2.0, 1.0), 0.5, 1.0);
    world.add_joint([wall, wheel], PivotJoint::default()).unwrap();
    let guide = SliderJoint { local_anchor_a: Vec2::new(2.0, 0.0), local_axis_a: Vec2::Y, ..SliderJoint::default() };
    world.add_joint([wall, rack], guide).unwrap();
    let teeth = world.add_joint([rack, wheel], RackAndPinion { axis: Vec2::Y, radius: 0.5 }).unwrap();
    for _ in 0..64 {
        world.step().unwrap();
    }
    // a = g m/(m + I/r²)
    let a = G * 3.0 / (3.0 + 0.375 / 0.25);
    let y = |body: RigidBodyHandle| world.physics.bodies[body].translation().y;
    close(y(rack), -0.5 * a * (1.0 + 1.0 / 256.0), 1e-3, "the rack");
    close(y(load) - y(rack), 1.0, 1e-3, "the load on the rack");
    // The wheel has turned by more than half a turn.
    let turned = world.angle(wheel).unwrap();
    assert!(turned < -core::f64::consts::PI, "{turned}");
    close(y(rack), 0.5 * turned as Scalar, GIVES_WAY, "the teeth");
    close(world.reaction(teeth).unwrap()[0].y, 3.0 * (G - a), 0.02, "the force on the teeth");
}

/// A platform stands on a cam: its height follows the angle of the shaft.
#[constraint(|cam, lift| lift.position.y - self.stroke * (1.0 - cam.angle.cos()))]
#[derive(Clone, Debug)]
struct Cam {
    stroke: Scalar,
}

/// A kinematic shaft turns a cam, and a platform on it lifts a box that only stands there.
#[test]
fn lift_on_a_cam() {
    let mut world = JointedWorld::default();
    world.physics.integration_parameters.dt = 1.0 / 64.0;
    let wall = world.physics.insert_body(RigidBodyBuilder::fixed());
    let omega = 1.0;
    let cam = world.physics.insert_body(RigidBodyBuilder::kinematic_velocity_based().angvel(omega));
    let lift = square(&mut world, Vec2::ZERO, 0.5, 2.0);
    let load = square(&mut world, Vec2::new(0.0, 1.0), 0.5, 3.0);
    let guide = SliderJoint { local_axis_a: Vec2::Y, ..SliderJoint::default() };
    world.add_joint([wall, lift], guide).unwrap();
    let stroke = 0.5;
    let id = world.add_joint([cam, lift], Cam { stroke }).unwrap();
    for step in 1..=192_u8 {
        world.step().unwrap();
        let t = Scalar::from(step) / 64.0;
        let y = |body: RigidBodyHandle| world.physics.bodies[body].translation().y;
        close(y(lift), stroke * (1.0 - t.cos()), 1e-3, "the platform");
        if step > 32 {
            close(y(load) - y(lift), 1.0, 2e-3, "the load on the platform");
            // N = (m + M)(g + r cos t)
            close(world.reaction(id).unwrap()[1].y, 5.0 * (G + stroke * t.cos()), 0.5, "the force on the cam");
        }
    }
}

/// A carriage on a rail pushes a loose box ahead of it: F = (m₁ + m₂) a and the contact takes its share.
#[test]
fn carriage_pushes_a_box_along_a_rail() {
    let mut world = JointedWorld::default();
    world.physics.gravity = Vec2::ZERO;
    let wall = world.physics.insert_body(RigidBodyBuilder::fixed());
    let carriage = square(&mut world, Vec2::ZERO, 0.5, 2.0);
    let ahead = square(&mut world, Vec2::new(1.0, 0.0), 0.5, 1.0);
    let rail = world.add_joint([wall, carriage], RailJoint::default());
    rail.unwrap();
    world.physics.bodies[carriage].add_force(Vec2::new(6.0, 3.0), true);
    for _ in 0..60 {
        world.step().unwrap();
    }
    let x = world.physics.bodies[ahead].translation().x;
    close(x - 1.0, 0.5 * 2.0 * (1.0 + 1.0 / 240.0), 3e-3, "the box ahead");
    close(world.physics.bodies[carriage].translation().y, 0.0, 1e-4, "the carriage stays on its rail");
}
