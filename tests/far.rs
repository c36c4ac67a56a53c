//! What `f32` alone would lose: joints far from the origin, and joints that read an angle after very many turns, or a late time.

#[allow(dead_code)]
#[path = "world/support.rs"]
mod support;

use constraint_core::joints::{AngleJoint, DistanceJoint, LineJoint, PivotJoint, PulleyJoint, WeldJoint, WheelJoint};
use constraint_core::prelude::*;
use constraint_core::{BodyId, Real as _, Softness};

use support::{DT, add, steps};

/// 100 km, where the next `f32` is 8 mm away.
const FAR: [f64; 2] = [100_000.0, -100_000.0];

/// A world whose places are told from an origin of its own.
struct Scene {
    world: World,
    origin: [f64; 2],
}

impl Scene {
    fn body(&mut self, body: Body, x: f64, y: f64) -> BodyId {
        add(&mut self.world, body.centred_at([self.origin[0] + x, self.origin[1] + y]))
    }

    fn light(&mut self, x: f64, y: f64) -> BodyId {
        self.body(Body::dynamic(1.0, 0.1), x, y)
    }
}

/// The root of the mean square, over the steps of five seconds, of the largest joint error, m.
fn error(build: impl Fn(&mut Scene), origin: [f64; 2], substeps: u32) -> Scalar {
    let mut scene = Scene { world: World::new(), origin };
    scene.world.set_substeps(substeps).unwrap();
    build(&mut scene);
    let mut squares = 0.0;
    for _ in 0..300 {
        scene.world.step(DT).unwrap();
        squares += scene.world.max_position_error().powi(2);
    }
    (squares / 300.0).sqrt()
}

/// The issue of a joint far away is that of rounding: with 4 substeps the error of the method is much larger, with 64 it is
/// not. A factor of 2, because rounding differently throws a mechanism into another motion of the same kind.
#[track_caller]
fn as_good_far_away(build: impl Fn(&mut Scene)) {
    for substeps in [4, 64] {
        let (near, far) = (error(&build, [0.0; 2], substeps), error(&build, FAR, substeps));
        println!("{substeps} substeps: {near:.3e} m at the origin, {far:.3e} m at 100 km");
        assert!(far < 2.0 * near && near < 2.0 * far, "{substeps} substeps: {near} m at the origin, {far} m at 100 km");
    }
}

const LEFT: Vec2 = Vec2::new(-0.5, 0.0);
const RIGHT: Vec2 = Vec2::new(0.5, 0.0);

/// A row of bodies a metre apart from the ground on, each joined to the one before it.
fn row(scene: &mut Scene, mut join: impl FnMut(&mut World, [BodyId; 2])) {
    let mut last = scene.body(Body::fixed(), 0.0, 0.0);
    for link in 1..=4 {
        let next = scene.light(f64::from(link), 0.0);
        join(&mut scene.world, [last, next]);
        last = next;
    }
}

#[test]
fn a_chain() {
    as_good_far_away(|scene| {
        row(scene, |world, bodies| {
            world.add_joint(bodies, PivotJoint { local_anchor_a: RIGHT, local_anchor_b: LEFT }).unwrap();
        });
    });
}

/// Joints with options are solved one by one.
#[test]
fn a_chain_of_joints_with_options() {
    as_good_far_away(|scene| {
        row(scene, |world, bodies| {
            let pivot = PivotJoint { local_anchor_a: RIGHT, local_anchor_b: LEFT };
            let joint = world.add_joint(bodies, pivot).unwrap();
            // Far more than the chain ever pulls.
            let options = JointOptions { max_force: 1e9, ..JointOptions::default() };
            world.set_joint_options(joint, options).unwrap();
        });
    });
}

#[test]
fn a_beam() {
    as_good_far_away(|scene| {
        row(scene, |world, bodies| {
            let weld = WeldJoint { local_anchor_a: RIGHT, local_anchor_b: LEFT, reference_angle: 0.0 };
            world.add_joint(bodies, weld).unwrap();
        });
    });
}

#[test]
fn rods() {
    as_good_far_away(|scene| {
        row(scene, |world, bodies| {
            let rod = DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, lower: 1.0, upper: 1.0 };
            world.add_joint(bodies, rod).unwrap();
        });
    });
}

#[test]
fn a_bead_on_a_line() {
    as_good_far_away(|scene| {
        let ground = scene.body(Body::fixed(), 0.0, 0.0);
        let bead = scene.light(1.0, -0.5);
        let line = LineJoint {
            local_anchor_a: Vec2::ZERO,
            local_direction_a: Vec2::new(1.0, -0.5),
            local_anchor_b: Vec2::ZERO,
            lower: 0.0,
            upper: 50.0,
        };
        scene.world.add_joint([ground, bead], line).unwrap();
    });
}

#[test]
fn a_cart_on_wheels() {
    as_good_far_away(|scene| {
        let ground = scene.body(Body::fixed(), 0.0, 0.0);
        let cart = scene.body(Body::dynamic(4.0, 1.0), 0.0, 1.0);
        for side in [-1.0, 1.0] {
            let wheel = scene.light(side, 0.5);
            let joint = WheelJoint {
                local_anchor_a: Vec2::new(Scalar::from_f64(side), -0.5),
                local_anchor_b: Vec2::ZERO,
                local_axis_a: Vec2::Y,
                suspension: Softness::new(4.0, 0.7),
                motor_speed: 2.0,
                max_motor_torque: 1.0,
                lower: -0.25,
                upper: 0.25,
            };
            scene.world.add_joint([cart, wheel], joint).unwrap();
            let anchor = Vec2::new(Scalar::from_f64(side), 0.5);
            let hinge = PivotJoint { local_anchor_a: anchor, local_anchor_b: Vec2::ZERO };
            scene.world.add_joint([ground, wheel], hinge).unwrap();
        }
    });
}

#[test]
fn a_pulley() {
    as_good_far_away(|scene| {
        let ground = scene.body(Body::fixed(), 0.0, 0.0);
        let (load, weight) = (scene.light(-1.0, -2.0), scene.body(Body::dynamic(1.2, 0.1), 1.0, -2.1));
        let pulley = PulleyJoint {
            local_anchor_a: -Vec2::X,
            local_anchor_b: Vec2::ZERO,
            local_anchor_c: Vec2::X,
            local_anchor_d: Vec2::ZERO,
            ratio: 1.0,
            lower: 4.1,
            upper: 4.1,
        };
        scene.world.add_joint([ground, load, ground, weight], pulley).unwrap();
    });
}

/// What is put between two `f32`s stays there, and moves as it would at the origin.
#[test]
fn bodies_keep_their_centres() {
    let mut world = support::weightless();
    let centre = [FAR[0] + 0.001, FAR[1]];
    let id = add(&mut world, Body::dynamic(1.0, 1.0).centred_at(centre).moving(Vec2::new(0.001, 0.0)));
    assert_eq!(world.body(id).unwrap().centre().map(f64::to_bits), centre.map(f64::to_bits));
    steps(&mut world, 600, DT);
    // 10 s at 1 mm/s, by sums of which each rounds to the scalar's ε of itself.
    let moved = world.body(id).unwrap().centre()[0] - centre[0];
    assert!((moved - 0.01).abs() < 0.01 * 4.0 * f64::from(f32::EPSILON), "{moved}");
}

/// Two wheels on the ground, the first of which has to turn twice as far as the second.
fn gears(turned: Scalar, speed: Scalar, torque: Scalar) -> (World, JointId<AngleJoint>, [BodyId; 2]) {
    let mut world = World::new();
    let ground = add(&mut world, Body::fixed());
    let wheels = [(2.0, 0.0), (1.0, 3.0)].map(|(times, x)| {
        let push = if times > 1.5 { torque } else { 0.0 };
        let body = Body::dynamic(1.0, 0.1).at(Vec2::new(x, 0.0)).rotated(times * turned).spinning(times * speed);
        let wheel = add(&mut world, body.pushed(Vec2::ZERO, push));
        let local_anchor_a = Vec2::new(x, 0.0);
        world.add_joint([ground, wheel], PivotJoint { local_anchor_a, local_anchor_b: Vec2::ZERO }).unwrap();
        wheel
    });
    let gear = world.add_joint(wheels, AngleJoint { ratio: 2.0, lower: 0.0, upper: 0.0 }).unwrap();
    (world, gear, wheels)
}

/// The phase, by the joint, and by the rotations of the two wheels, rad.
fn phases(world: &World, gear: JointId<AngleJoint>, [a, b]: [BodyId; 2]) -> [Scalar; 2] {
    let rotation = |id| world.body(id).unwrap().state().rotation;
    let between = rotation(b) * rotation(b) * rotation(a).inverse();
    [world.position_error(gear).unwrap()[0].abs(), between.sin.atan2(between.cos).abs()]
}

/// A million turns on, the next `f32` is half a radian away.
#[test]
fn gears_that_have_turned_a_million_times_keep_their_phase() {
    // A power of two can be doubled, and is no rounded multiple of a turn: 2^23 rad are 1.3 million turns.
    let (mut world, gear, wheels) = gears(8_388_608.0, 1.0, 0.5);
    for _ in 0..600 {
        world.step(DT).unwrap();
        // 1e-4 rad is asked for; the load alone bends the gear by less than 1e-5.
        let [joint, rotations] = phases(&world, gear, wheels);
        assert!(joint < 1e-4 && rotations < 1e-4, "{joint} {rotations}");
    }
}

/// The same, turn by turn: a million of the second wheel, at a thousand turns a second.
#[test]
fn gears_turn_a_million_times() {
    let (mut world, gear, wheels) = gears(0.0, 6_300.0, 0.0);
    for _ in 0..60_000 {
        world.step(DT).unwrap();
        let [joint, rotations] = phases(&world, gear, wheels);
        assert!(joint < 1e-4 && rotations < 1e-4, "{joint} {rotations} after {} s", world.time());
    }
    let angle = world.body(wheels[1]).unwrap().angle();
    assert!(angle > Scalar::from_f64(1e6 * std::f64::consts::TAU), "{angle}");
}

/// Turns a body as the time wants it.
#[constraint(|crank, t: Time| crank.angle - self.speed * t)]
#[derive(Clone, Debug)]
struct Crank {
    speed: Scalar,
}

/// After five minutes an `f32` tells the time to 3e-5 s, in which the crank turns by 6e-4 rad, and its angle to 5e-4 rad.
#[test]
fn a_crank_does_not_tremble_with_the_time() {
    let mut world = World::new();
    let body = add(&mut world, Body::dynamic(1.0, 0.1).spinning(20.0));
    let crank = world.add_joint([body], Crank { speed: 20.0 }).unwrap();
    for _ in 0..18_000 {
        world.step(DT).unwrap();
        // In the first minute the world's scalar is good enough: half of its last place at 32 s and at 64 rad.
        let error = world.position_error(crank).unwrap()[0].abs();
        assert!(error < 20.0 * 2e-6 + 4e-6, "{error} rad after {} s", world.time());
    }
}

/// Moves a body along x at a constant speed from a start time on.
#[constraint(|carriage, t: Time| carriage.position.x - self.speed * (t - self.start).max(0.0))]
#[derive(Clone, Debug)]
struct Carriage {
    start: Scalar,
    speed: Scalar,
}

/// After 18 hours the next `f32` is 8e-3 s away. A joint that was added in the first minute still follows the exact time.
#[test]
fn a_carriage_does_not_tremble_with_the_time() {
    let mut world = support::weightless();
    let body = add(&mut world, Body::dynamic(1.0, 0.1));
    // A power of two, which no scalar rounds.
    let carriage = world.add_joint([body], Carriage { start: 65_536.0, speed: 1.0 }).unwrap();
    steps(&mut world, 60, DT);
    // Nothing moves until the start. One step is enough to get there.
    let rest = 65_536.0 - world.time();
    world.step(Scalar::from_f64(rest)).unwrap();
    steps(&mut world, 30, DT);
    for _ in 0..30 {
        world.step(DT).unwrap();
        // The body has caught up after its sudden start. What is left is the rounding of a position of 1 m.
        let error = world.position_error(carriage).unwrap()[0].abs();
        assert!(error < 4.0 * Scalar::from_f64(f32::EPSILON.into()), "{error} m after {} s", world.time());
    }
}

/// Where a joint's bodies wind far and back, it goes on as if it had been solved in one way all along.
#[test]
fn a_winch_winds_past_the_reach_of_the_scalar_and_back() {
    let mut world = support::weightless();
    let ground = add(&mut world, Body::fixed());
    let drum = add(&mut world, Body::dynamic(1.0, 0.1).rotated(99.0).spinning(1.0));
    let stop = AngleJoint { ratio: 1.0, lower: 0.0, upper: 101.5 };
    let stop = world.add_joint([ground, drum], stop).unwrap();
    steps(&mut world, 600, DT);
    let (angle, error) = (world.body(drum).unwrap().angle(), world.position_error(stop).unwrap());
    assert!((angle - 101.5).abs() < 1e-3, "{angle} {error:?}");
    world.body_mut(drum).unwrap().set_angular_velocity(-1.0).unwrap();
    steps(&mut world, 300, DT);
    let angle = world.body(drum).unwrap().angle();
    assert!((angle - 96.5).abs() < 1e-2, "{angle}");
}
