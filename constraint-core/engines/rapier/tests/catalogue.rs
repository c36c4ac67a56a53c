//! Every joint of the catalogue for 600 steps in a Rapier world, beside the same joint in this project's `World`. Nothing collides.
#![allow(clippy::float_cmp, clippy::cast_possible_truncation)]
#![cfg_attr(feature = "f64", allow(clippy::useless_conversion, clippy::unnecessary_cast))]

#[path = "../../tests/catalogue.rs"]
mod catalogue;

use catalogue::{BODIES, Engine};
use constraint_rapier::JointedWorld;
use constraint_rapier::constraint_core::{Array, Constraint, Scalar, Vec2};
use constraint_rapier::rapier::prelude::{MassProperties, RigidBodyBuilder, RigidBodyHandle};

/// A Rapier world with the bodies of the table.
struct Rapier {
    world: JointedWorld,
    bodies: Vec<RigidBodyHandle>,
}

impl Engine for Rapier {
    fn new(gravity: Scalar) -> Self {
        let mut world = JointedWorld::default();
        world.physics.gravity = Vec2::new(0.0, -gravity);
        let bodies = BODIES.map(|(at, spin, mass, inertia)| {
            let body = if mass == 0.0 {
                RigidBodyBuilder::fixed()
            } else {
                let masses = MassProperties::new(Vec2::ZERO, mass, inertia);
                RigidBodyBuilder::dynamic().angvel(spin).additional_mass_properties(masses).can_sleep(false)
            };
            world.physics.insert_body(body.translation(at))
        });
        Self { world, bodies: bodies.to_vec() }
    }

    fn join<J: Constraint + Clone>(&mut self, bodies: &[usize], joint: J) {
        let handles = J::Bodies::from_fn(|body| self.bodies[bodies[body]]);
        self.world.add_joint(handles, joint).unwrap();
    }

    fn step(&mut self) {
        self.world.step().unwrap();
    }

    fn pose(&self, body: usize) -> (Vec2, Scalar) {
        let handle = self.bodies[body];
        (self.world.physics.bodies[handle].translation(), self.world.angle(handle).unwrap() as Scalar)
    }
}

/// Rapier turns a body by the arctangent of ωh in a substep, and keeps positions in one scalar: 1e-3 m or rad after 10 s. What strikes stops
/// or swings freely makes small differences grow.
#[test]
fn every_joint_moves_as_in_our_own_world() {
    catalogue::check::<Rapier>(4, [1e-3, 0.06]);
}
