//! Joints and contacts in one step, beside closed forms.

mod common;

use avian2d::prelude::*;
use bevy::prelude::*;
use common::{app, body, close, ground, position, square, steps};
use constraint_avian::{ConstraintPlugin, Joint, JointReactions};
use constraint_core::constraint;
use constraint_core::joints::{PivotJoint, PulleyJoint, SliderJoint};

const G: f32 = 9.81;
const HERTZ: f64 = 64.0;
/// Length of a substep, s: Avian has six.
const SUBSTEP: f32 = 1.0 / 384.0;
/// How far a joint gives way to a load that only a contact brings, m. It is solved beside the contact, so it is a substep behind it.
const GIVES_WAY: f32 = 5e-4;

/// Two weights of 2 kg on a rope, and a loose box of 1 kg on one of them, which only a contact holds.
#[test]
fn atwood_machine_with_a_loose_box() {
    let mut app = app(HERTZ);
    app.add_plugins(ConstraintPlugin::<PulleyJoint>::default());
    let beam = ground(&mut app, Vec2::new(0.0, 10.0));
    let left = square(&mut app, Vec2::new(-2.0, 0.0), 0.5, 2.0);
    let right = square(&mut app, Vec2::new(2.0, 0.0), 0.5, 2.0);
    let loose = square(&mut app, Vec2::new(-2.0, 1.0), 0.5, 1.0);
    let rope = PulleyJoint {
        local_anchor_a: Vec2::new(-2.0, 0.0),
        local_anchor_c: Vec2::new(2.0, 0.0),
        upper: 20.0,
        ..PulleyJoint::default()
    };
    let rope = Joint::new([beam, left, beam, right], rope);
    let rope = app.world_mut().spawn((rope, JointReactions::default())).id();
    steps(&mut app, 64);
    let y = |body| position(&app, body).y;
    // a = g m/(2 M + m); semi-implicit Euler goes by ½ a t (t + h).
    let exact = -0.5 * G / 5.0 * (1.0 + SUBSTEP);
    close(y(left), exact, GIVES_WAY, "the weight");
    close(y(right), -exact, GIVES_WAY, "the other weight");
    // The margin of Avian's contacts.
    close(y(loose) - y(left), 1.0, 1e-2, "the box on the weight");
    // T = M (g + a)
    let tension = app.world().get::<JointReactions>(rope).unwrap().force(3).y;
    close(tension, 2.0 * (G + G / 5.0), 0.02, "the tension");
}

/// The rack has moved along its axis as far as the rim of the wheel has turned.
#[constraint(|rack, wheel| rack.position.dot(self.axis) - self.radius * wheel.angle)]
#[derive(Clone, Debug)]
struct RackAndPinion {
    axis: Vec2,
    radius: f32,
}

/// A rack falls along the teeth of a wheel. A loose box rides on it. The wheel turns by more than half a turn.
#[test]
fn rack_and_pinion_with_a_load() {
    let mut app = app(HERTZ);
    app.add_plugins((
        ConstraintPlugin::<PivotJoint>::default(),
        ConstraintPlugin::<SliderJoint>::default(),
        ConstraintPlugin::<RackAndPinion>::default(),
    ));
    let wall = ground(&mut app, Vec2::ZERO);
    let wheel = body(&mut app, Vec2::ZERO, 3.0, 0.375);
    let rack = square(&mut app, Vec2::new(2.0, 0.0), 0.5, 2.0);
    let load = square(&mut app, Vec2::new(2.0, 1.0), 0.5, 1.0);
    let guide = SliderJoint { local_anchor_a: Vec2::new(2.0, 0.0), local_axis_a: Vec2::Y, ..SliderJoint::default() };
    let world = app.world_mut();
    world.spawn(Joint::new([wall, wheel], PivotJoint::default()));
    world.spawn(Joint::new([wall, rack], guide));
    let teeth = Joint::new([rack, wheel], RackAndPinion { axis: Vec2::Y, radius: 0.5 });
    let teeth = world.spawn((teeth, JointReactions::default())).id();
    steps(&mut app, 64);
    // a = g m/(m + I/r²)
    let a = G * 3.0 / (3.0 + 0.375 / 0.25);
    let y = |body| position(&app, body).y;
    close(y(rack), -0.5 * a * (1.0 + SUBSTEP), 2e-3, "the rack");
    close(y(load) - y(rack), 1.0, 1e-2, "the load on the rack");
    let force = app.world().get::<JointReactions>(teeth).unwrap().force(0).y;
    close(force, 3.0 * (G - a), 0.05, "the force on the teeth");
}

/// A platform stands on a cam: its height follows the angle of the shaft.
#[constraint(|cam, lift| lift.position.y - self.stroke * (1.0 - cam.angle.cos()))]
#[derive(Clone, Debug)]
struct Cam {
    stroke: f32,
}

/// A kinematic shaft turns a cam, and a platform on it lifts a box that only stands there.
#[test]
fn lift_on_a_cam() {
    let mut app = app(HERTZ);
    app.add_plugins((ConstraintPlugin::<SliderJoint>::default(), ConstraintPlugin::<Cam>::default()));
    let wall = ground(&mut app, Vec2::ZERO);
    let cam = app.world_mut().spawn((RigidBody::Kinematic, AngularVelocity(1.0), Transform::default())).id();
    let lift = square(&mut app, Vec2::ZERO, 0.5, 2.0);
    let load = square(&mut app, Vec2::new(0.0, 1.0), 0.5, 3.0);
    let stroke = 0.5;
    let world = app.world_mut();
    world.spawn(Joint::new([wall, lift], SliderJoint { local_axis_a: Vec2::Y, ..SliderJoint::default() }));
    let joint = world.spawn((Joint::new([cam, lift], Cam { stroke }), JointReactions::default())).id();
    for step in 1..=192_u8 {
        steps(&mut app, 1);
        let t = f32::from(step) / 64.0;
        close(position(&app, lift).y, stroke * (1.0 - t.cos()), 2e-3, "the platform");
        if step > 32 {
            close(position(&app, load).y - position(&app, lift).y, 1.0, 1e-2, "the load on the platform");
            // N = (m + M)(g + r cos t)
            let force = app.world().get::<JointReactions>(joint).unwrap().force(1).y;
            close(force, 5.0 * (G + stroke * t.cos()), 1.0, "the force on the cam");
        }
    }
}
