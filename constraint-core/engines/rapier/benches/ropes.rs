//! Joints of this project in Rapier beside Rapier's own: errors of ropes, and the time of a step with 10,000 joints.
//!
//! `cargo bench --bench ropes` prints both tables. Worlds take turns, step by step; times are medians.

use std::time::Instant;

use constraint_rapier::JointedWorld;
use constraint_rapier::constraint_core::joints::PivotJoint;
use constraint_rapier::constraint_core::{Scalar, Vec2};
use constraint_rapier::rapier::prelude::*;

const LINKS: usize = 20;

/// Whose joints hold the links.
#[derive(Clone, Copy, PartialEq)]
enum Joints {
    Rapier,
    Ours,
}

/// Ropes side by side that swing from horizontal, with colliders that meet nothing.
struct Ropes {
    world: JointedWorld,
    joints: Joints,
    /// Of each joint.
    links: Vec<[RigidBodyHandle; 2]>,
}

const HALF: Vec2 = Vec2::new(0.1, 0.0);

impl Ropes {
    fn new(joints: Joints, count: usize, end: Scalar) -> Self {
        let mut world = JointedWorld::default();
        let mut links = Vec::new();
        let none = InteractionGroups::new(Group::NONE, Group::NONE, InteractionTestMode::And);
        for rope in 0..count {
            #[allow(clippy::cast_precision_loss)]
            let height = 10.0 * rope as Scalar;
            let mut last = world.physics.insert_body(RigidBodyBuilder::fixed().translation(Vec2::new(-0.1, height)));
            for link in 0..LINKS {
                #[allow(clippy::cast_precision_loss)]
                let at = Vec2::new(0.1 + 0.2 * link as Scalar, height);
                let mass = if link + 1 == LINKS { end } else { 1.0 };
                let body = RigidBodyBuilder::dynamic().translation(at).can_sleep(false);
                let collider = ColliderBuilder::cuboid(0.1, 0.02).mass(mass).collision_groups(none);
                let (body, _) = world.physics.insert(body, collider);
                match joints {
                    Joints::Rapier => {
                        let joint = RevoluteJointBuilder::new().local_anchor1(HALF).local_anchor2(-HALF);
                        world.physics.insert_impulse_joint(last, body, joint);
                    }
                    Joints::Ours => {
                        let joint = PivotJoint { local_anchor_a: HALF, local_anchor_b: -HALF };
                        world.add_joint([last, body], joint).expect("bodies that are there");
                    }
                }
                links.push([last, body]);
                last = body;
            }
        }
        Self { world, joints, links }
    }

    /// Takes a step. Returns how long it took, ms.
    fn step(&mut self) -> f64 {
        let start = Instant::now();
        match self.joints {
            Joints::Rapier => self.world.physics.step(),
            Joints::Ours => {
                self.world.step().expect("a step");
            }
        }
        1e3 * start.elapsed().as_secs_f64()
    }

    /// The distances between the anchors of all joints, m.
    fn errors(&self) -> impl Iterator<Item = Scalar> {
        let point = |body: RigidBodyHandle, at: Vec2| self.world.physics.bodies[body].position().transform_point(at);
        self.links.iter().map(move |[a, b]| (point(*a, HALF) - point(*b, -HALF)).length())
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The root mean square and the largest error of ropes over `steps`, m, and the median time of a step, ms: Rapier's joints, ours.
fn compare(count: usize, end: Scalar, steps: usize) -> [(f64, f64, f64); 2] {
    let mut both = [Joints::Rapier, Joints::Ours].map(|joints| Ropes::new(joints, count, end));
    let (mut times, mut squares, mut worst) = ([Vec::new(), Vec::new()], [0.0_f64; 2], [0.0_f64; 2]);
    for _ in 0..steps {
        for (which, ropes) in both.iter_mut().enumerate() {
            times[which].push(ropes.step());
            for error in ropes.errors() {
                squares[which] += f64::from(error) * f64::from(error);
                worst[which] = worst[which].max(f64::from(error));
            }
        }
    }
    #[allow(clippy::cast_precision_loss)]
    let samples = (steps * count * LINKS) as f64;
    let [of_rapier, of_ours] = times.map(median);
    [((squares[0] / samples).sqrt(), worst[0], of_rapier), ((squares[1] / samples).sqrt(), worst[1], of_ours)]
}

fn main() {
    println!("| ropes | weight at the end | joints | RMS error, m | worst, m | ms a step |");
    println!("|---|---|---|---|---|---|");
    for (count, end, steps) in [(50, 1.0, 240), (50, 100.0, 240), (500, 1.0, 60)] {
        for ((rms, worst, time), name) in compare(count, end, steps).into_iter().zip(["Rapier's", "ours"]) {
            println!("| {count} of {LINKS} links | {end} kg | {name} | {rms:.1e} | {worst:.1e} | {time:.3} |");
        }
    }
}
