//! Every joint of the catalogue for 600 steps in Avian, beside the same joint in this project's `World`. Nothing collides.

#[path = "../../tests/catalogue.rs"]
mod catalogue;
mod common;

use avian2d::prelude::*;
use bevy::prelude::*;
use catalogue::{BODIES, Engine};
use common::{app, body, ground, position, steps};
use constraint_avian::{ConstraintPlugin, Joint};
use constraint_core::{Array, Constraint};

/// Avian with the bodies of the table. A body's turns are counted here: Avian has none.
struct Avian {
    app: App,
    bodies: Vec<Entity>,
    angles: Vec<f32>,
}

impl Engine for Avian {
    fn new(gravity: f32) -> Self {
        let mut app = app(60.0);
        app.insert_resource(Gravity(Vec2::new(0.0, -gravity)));
        let bodies: Vec<Entity> = BODIES
            .iter()
            .map(|&(at, spin, mass, inertia)| {
                if mass == 0.0 {
                    return ground(&mut app, at);
                }
                let body = body(&mut app, at, mass, inertia);
                app.world_mut().entity_mut(body).insert(AngularVelocity(spin));
                body
            })
            .collect();
        Self { app, angles: vec![0.0; bodies.len()], bodies }
    }

    fn join<J: Constraint + Clone>(&mut self, bodies: &[usize], joint: J) {
        if !self.app.is_plugin_added::<ConstraintPlugin<J>>() {
            self.app.add_plugins(ConstraintPlugin::<J>::default());
        }
        let bodies = J::Bodies::from_fn(|body| self.bodies[bodies[body]]);
        self.app.world_mut().spawn(Joint::new(bodies, joint));
    }

    fn step(&mut self) {
        steps(&mut self.app, 1);
        for (&body, angle) in self.bodies.iter().zip(&mut self.angles) {
            let now = self.app.world().get::<Rotation>(body).unwrap().as_radians();
            let turn = core::f32::consts::TAU;
            *angle = now + turn * ((*angle - now) / turn).round();
        }
    }

    fn pose(&self, body: usize) -> (Vec2, f32) {
        (position(&self.app, self.bodies[body]), self.angles[body])
    }
}

/// Avian keeps positions in one scalar and adds up velocities in its own order: 1e-3 m or rad after 10 s. What strikes stops or swings
/// freely makes small differences grow.
#[test]
fn every_joint_moves_as_in_our_own_world() {
    catalogue::check::<Avian>(6, [1e-3, 0.06]);
}
