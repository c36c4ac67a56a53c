//! Constructors of the catalogue by points of the world, and neutral joints.

#![allow(clippy::float_cmp)] // what is a small number of binary digits is exact

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RevoluteJoint,
    SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::{Body, BodyId, Constraint, Error, Missing, Scalar, Softness, Vec2, World, consts};

const DT: Scalar = 1.0 / 60.0;
/// Points of the world.
const P: Vec2 = Vec2::new(1.5, 2.5);
const Q: Vec2 = Vec2::new(-2.0, 4.0);

/// Bodies that stand and are turned as they like, one of them by whole turns.
fn bodies() -> (World, [BodyId; 4]) {
    let mut world = World::new();
    world.set_gravity(Vec2::ZERO).unwrap();
    let add = |body| world.add_body(body).unwrap();
    let bodies = [
        Body::fixed().at(Vec2::new(1.0, 1.0)).rotated(0.7),
        Body::dynamic(2.0, 0.5).at(Vec2::new(2.0, 3.0)).rotated(-1.2),
        Body::dynamic(1.0, 0.2).at(Vec2::new(-3.0, 0.5)).rotated(20.0),
        Body::dynamic(3.0, 1.0).at(Vec2::new(0.0, -4.0)),
    ]
    .map(add);
    (world, bodies)
}

/// The joint holds where the bodies are, and none of its springs pulls: after a second nothing has moved.
fn fits<J: Constraint>(
    name: &str,
    bodies: impl FnOnce([BodyId; 4]) -> J::Bodies<BodyId>,
    make: impl FnOnce(&World, [BodyId; 4]) -> J,
) {
    let (mut world, ids) = self::bodies();
    let joint = make(&world, ids);
    let id = world.add_joint(bodies(ids), joint).unwrap();
    let before: Vec<_> = world.bodies().map(|(_, body)| body.state()).collect();
    // Metres and radians up to 20: a few roundings.
    let tolerance = 100.0 * Scalar::EPSILON;
    let errors = world.position_error(id).unwrap();
    assert!(errors.as_ref().iter().all(|error| error.abs() < tolerance), "{name}: {errors:?}");
    (0..60).for_each(|_| world.step(DT).unwrap());
    for ((_, body), before) in world.bodies().zip(before) {
        assert!(body.position().distance(before.position) < 10.0 * tolerance, "{name}: {body:?}");
        assert!((body.angle() - before.angle).abs() < 10.0 * tolerance, "{name}: {body:?}");
    }
}

#[test]
fn a_joint_at_a_point_fits_the_bodies_where_they_are() {
    let spring = Softness::new(3.0, 0.1);
    let out = Vec2::new(3.0, -4.0);
    let ab = |[a, b, ..]: [BodyId; 4]| [a, b];
    let bc = |[_, b, c, _]: [BodyId; 4]| [b, c];
    fits("pivot", bc, |world, ids| PivotJoint::at(world, bc(ids), P).unwrap());
    fits("weld", bc, |world, ids| WeldJoint::at(world, bc(ids), P).unwrap());
    fits("revolute", bc, |world, ids| RevoluteJoint {
        spring,
        motor_speed: 0.0,
        max_motor_torque: 9.0,
        lower: -0.1,
        upper: 0.1,
        ..RevoluteJoint::at(world, bc(ids), P).unwrap()
    });
    fits("drive", bc, |world, ids| DriveJoint {
        angular_spring: spring,
        max_spring_torque: 9.0,
        linear_spring: spring,
        max_spring_force: 9.0,
        ..DriveJoint::at(world, bc(ids), P).unwrap()
    });
    fits("distance", bc, |world, ids| DistanceJoint::at(world, bc(ids), [P, Q]).unwrap());
    let softness = spring;
    fits("soft distance", bc, |world, ids| SoftDistanceJoint {
        softness,
        ..SoftDistanceJoint::at(world, bc(ids), [P, Q]).unwrap()
    });
    fits("damped spring", bc, |world, ids| DampedSpring {
        stiffness: 9.0,
        ..DampedSpring::at(world, bc(ids), [P, Q]).unwrap()
    });
    fits("strut", bc, |world, ids| StrutJoint { spring, ..StrutJoint::at(world, bc(ids), [P, Q]).unwrap() });
    fits("line", ab, |world, ids| LineJoint { lower: 0.0, ..LineJoint::at(world, ab(ids), P, out).unwrap() });
    fits("rail", ab, |world, ids| RailJoint::at(world, ab(ids), P, out).unwrap());
    fits("soft rail", ab, |world, ids| SoftRailJoint {
        softness,
        ..SoftRailJoint::at(world, ab(ids), P, out).unwrap()
    });
    fits("linear motor", ab, |world, ids| LinearMotorJoint {
        max_force: 9.0,
        ..LinearMotorJoint::at(world, ab(ids), P, out).unwrap()
    });
    fits("slider", bc, |world, ids| SliderJoint::at(world, bc(ids), P, out).unwrap());
    fits("prismatic", bc, |world, ids| PrismaticJoint {
        spring,
        lower: 0.0,
        upper: 1.0,
        ..PrismaticJoint::at(world, bc(ids), P, out).unwrap()
    });
    fits("wheel", bc, |world, ids| WheelJoint {
        suspension: spring,
        upper: 0.0,
        ..WheelJoint::at(world, bc(ids), P, out).unwrap()
    });
    fits("mouse", |[_, b, ..]| [b], |world, [_, b, ..]| MouseJoint::at(world, [b], P).unwrap());
    let corners = [P, Q, Q + Vec2::X, P - Vec2::Y];
    fits(
        "pulley",
        |ids| ids,
        |world, ids| {
            let pulley = PulleyJoint::at(world, ids, corners, 0.5).unwrap();
            PulleyJoint { lower: pulley.upper, ..pulley }
        },
    );
    fits("ground pulley", bc, |world, ids| GroundPulleyJoint::at(world, bc(ids), [P, Q], [Q, P * 2.0], 2.0).unwrap());
}

#[test]
fn what_a_constructor_computes() {
    let mut world = World::new();
    let car = world.add_body(Body::dynamic(1.0, 1.0).at(Vec2::new(0.0, 1.0)).rotated(consts::FRAC_PI_2)).unwrap();
    let wheel = world.add_body(Body::dynamic(1.0, 1.0).at(Vec2::new(2.0, 0.0)).rotated(0.25)).unwrap();
    let joint = WheelJoint::at(&world, [car, wheel], Vec2::new(2.0, 0.5), Vec2::new(0.0, 3.0)).unwrap();
    // Of a car that stands on its tail, up is forward, and right is down.
    let near = |found: Vec2, expected: Vec2| assert!(found.distance(expected) < 1e-6, "{found} {expected}");
    near(joint.local_anchor_a, Vec2::new(-0.5, -2.0));
    near(joint.local_axis_a, Vec2::X);
    assert!((joint.local_anchor_b.length() - 0.5).abs() < 1e-6);
    let weld = WeldJoint::at(&world, [car, wheel], P).unwrap();
    assert!((weld.reference_angle - (0.25 - consts::FRAC_PI_2)).abs() < 1e-6);
    let rod = DistanceJoint::at(&world, [car, wheel], [Vec2::ZERO, Vec2::new(3.0, 4.0)]).unwrap();
    assert_eq!((rod.lower, rod.upper), (5.0, 5.0));
    let pulley =
        PulleyJoint::at(&world, [car, wheel, car, wheel], [Vec2::ZERO, Vec2::X, Vec2::ZERO, Vec2::Y * 3.0], 2.0);
    assert_eq!(pulley.unwrap().upper, 1.0 + 2.0 * 3.0);
}

#[test]
fn constructors_refuse_what_means_nothing() {
    let (mut world, [a, b, c, d]) = bodies();
    let bad = Vec2::new(0.0, Scalar::NAN);
    assert!(matches!(PivotJoint::at(&world, [a, b], bad), Err(Error::NotFinite { .. })));
    assert!(matches!(MouseJoint::at(&world, [a], bad), Err(Error::NotFinite { .. })));
    assert!(matches!(DistanceJoint::at(&world, [a, b], [P, bad]), Err(Error::NotFinite { .. })));
    assert!(matches!(PulleyJoint::at(&world, [a, b, c, d], [P, Q, P, bad], 1.0), Err(Error::NotFinite { .. })));
    assert!(matches!(PulleyJoint::at(&world, [a, b, c, d], [P; 4], Scalar::INFINITY), Err(Error::NotFinite { .. })));
    assert!(matches!(GroundPulleyJoint::at(&world, [a, b], [P, bad], [P, Q], 1.0), Err(Error::NotFinite { .. })));
    assert!(matches!(SliderJoint::at(&world, [a, b], P, bad), Err(Error::NotFinite { .. })));
    assert!(matches!(SliderJoint::at(&world, [a, b], P, Vec2::ZERO), Err(Error::NotPositive { .. })));
    world.remove_body(b).unwrap();
    let removed = Err(Error::UnknownBody { body: b, missing: Missing::Removed });
    assert_eq!(RevoluteJoint::at(&world, [a, b], P), removed);
    let elsewhere = World::new().clone();
    let foreign = Err(Error::UnknownBody { body: a, missing: Missing::OtherWorld });
    assert_eq!(PivotJoint::at(&elsewhere, [a, c], P), foreign);
}

/// A neutral joint is valid, and one that only limits, drives or pulls does nothing.
#[test]
fn neutral_joints_without_held_rows_do_nothing() {
    let (mut world, [_, b, c, d]) = bodies();
    let before: Vec<_> = world.bodies().map(|(_, body)| body.state()).collect();
    world.add_joint([b, c], AngleJoint::default()).unwrap();
    world.add_joint([b, c], DistanceJoint::default()).unwrap();
    world.add_joint([b, c], MotorJoint::default()).unwrap();
    world.add_joint([b, c], LinearMotorJoint::default()).unwrap();
    world.add_joint([b, c], SoftRailJoint::default()).unwrap();
    world.add_joint([b, c], StrutJoint::default()).unwrap();
    world.add_joint([b, c], DriveJoint::default()).unwrap();
    world.add_joint([b, c], SoftDistanceJoint::default()).unwrap();
    world.add_joint([b, c], DampedSpring::default()).unwrap();
    world.add_joint([b, c], DampedRotarySpring::default()).unwrap();
    world.add_joint([b, c, b, d], PulleyJoint::default()).unwrap();
    (0..60).for_each(|_| world.step(DT).unwrap());
    assert!(world.bodies().map(|(_, body)| body.state()).eq(before));
}

#[test]
fn neutral_joints_that_hold_are_valid() {
    let mut world = World::new();
    let [a, b] = [Body::fixed(), Body::dynamic(1.0, 1.0)].map(|body| world.add_body(body).unwrap());
    world.add_joint([a, b], PivotJoint::default()).unwrap();
    world.add_joint([a, b], WeldJoint::default()).unwrap();
    world.add_joint([a, b], LineJoint::default()).unwrap();
    world.add_joint([a, b], RailJoint::default()).unwrap();
    world.add_joint([a, b], SliderJoint::default()).unwrap();
    world.add_joint([a, b], RevoluteJoint::default()).unwrap();
    world.add_joint([a, b], PrismaticJoint::default()).unwrap();
    world.add_joint([a, b], WheelJoint::default()).unwrap();
    world.step(DT).unwrap();
    assert!(world.max_position_error() < 1e-3);
}
