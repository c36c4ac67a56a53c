//! Ropes of twenty links: time of a step and gaps, with Avian's own joints and with these. `cargo bench --bench ropes`.
//!
//! Both apps are stepped in turns in one process; times are medians.

use std::time::Instant;

use avian2d::prelude::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use constraint_avian::{ConstraintPlugin, Joint};
use constraint_core::joints::PivotJoint;

const LINKS: u8 = 20;
const STEPS: usize = 240;

/// Ropes that swing down from the horizontal, with a weight at the end of each.
struct Ropes {
    app: App,
    pairs: Vec<[(Entity, Vec2); 2]>,
    times: Vec<f64>,
    square: f64,
    worst: f64,
}

impl Ropes {
    fn new(count: u16, mass: f32, is_avians: bool) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::default()));
        app.insert_resource(Time::<Fixed>::from_hz(60.0)).insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        app.add_plugins(ConstraintPlugin::<PivotJoint>::default());
        let mut pairs = Vec::new();
        for rope in 0..count {
            let height = 3.0 * f32::from(rope);
            let ground = (RigidBody::Static, Transform::from_xyz(0.0, height, 0.0));
            let mut last = (app.world_mut().spawn(ground).id(), Vec2::ZERO);
            for link in 0..LINKS {
                let mass = if link == LINKS - 1 { mass } else { 1.0 };
                let masses = (Mass(mass), AngularInertia(mass / 12.0), NoAutoMass, NoAutoAngularInertia);
                let at = Transform::from_xyz(f32::from(link) + 0.5, height, 0.0);
                let body = app.world_mut().spawn((RigidBody::Dynamic, masses, at, SleepingDisabled)).id();
                let start = (body, Vec2::new(-0.5, 0.0));
                if is_avians {
                    let joint = RevoluteJoint::new(last.0, body);
                    app.world_mut().spawn(joint.with_local_anchor1(last.1).with_local_anchor2(start.1));
                } else {
                    let pivot = PivotJoint { local_anchor_a: last.1, local_anchor_b: start.1 };
                    app.world_mut().spawn(Joint::new([last.0, body], pivot));
                }
                pairs.push([last, start]);
                last = (body, Vec2::new(0.5, 0.0));
            }
        }
        app.finish();
        app.cleanup();
        // The first update has no time, and the first step sets joints up.
        app.update();
        app.update();
        Self { app, pairs, times: Vec::new(), square: 0.0, worst: 0.0 }
    }

    fn step(&mut self) {
        let start = Instant::now();
        self.app.update();
        self.times.push(start.elapsed().as_secs_f64() * 1e3);
        for pair in &self.pairs {
            let [a, b] = pair.map(|(body, anchor)| {
                let (position, rotation) =
                    (self.app.world().get::<Position>(body), self.app.world().get::<Rotation>(body));
                position.expect("a body").0 + *rotation.expect("a body") * anchor
            });
            #[allow(clippy::useless_conversion)] // not with the feature `f64`
            let gap = f64::from((a - b).length());
            self.square += gap * gap;
            self.worst = self.worst.max(gap);
        }
    }

    #[allow(clippy::cast_precision_loss)] // thousands
    fn report(&mut self, name: &str) {
        self.times.sort_by(f64::total_cmp);
        let root = (self.square / (self.pairs.len() * STEPS) as f64).sqrt();
        let (median, worst) = (self.times[STEPS / 2], self.worst);
        println!("    {name}: RMS error {root:.1e} m, worst {worst:.1e} m, {median:.2} ms a step");
    }
}

fn main() {
    for (count, mass) in [(50, 1.0), (50, 100.0), (500, 1.0)] {
        println!("{count} ropes of {LINKS} links, {mass} kg at the end");
        let (mut ours, mut avians) = (Ropes::new(count, mass, false), Ropes::new(count, mass, true));
        for _ in 0..STEPS {
            ours.step();
            avians.step();
        }
        ours.report("ours");
        avians.report("Avian's");
    }
}
