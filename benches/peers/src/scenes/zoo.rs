//! Every joint of the catalogue, each in a scene of its own: a thousand copies that nothing links.

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::{Body, Softness, Vec2};

use crate::joint::{Joint, Kind};
use crate::scene::Scene;

/// Copies of a joint.
const COPIES: usize = 1_000;
/// The middle between two neighbours, seen from the left one; the right one sees its opposite.
const MIDDLE: Vec2 = Vec2::new(0.5, 0.0);
const SPRING: Softness = Softness::new(2.0, 0.5);

/// The scenes of the zoo, each named after its joint.
pub fn zoo() -> impl Iterator<Item = Scene> {
    let kinds = springs().into_iter().chain(rigid()).chain(driven());
    kinds.map(|kind| {
        let mut scene = Scene::new(kind.name());
        for _ in 0..COPIES {
            add_copy(&mut scene, kind);
        }
        scene
    })
}

/// A row of bodies a metre apart, which fall and turn a little. All copies lie in one place: nothing collides.
fn add_copy(scene: &mut Scene, kind: Kind) {
    let mut bodies = [scene.bodies.len(); 4];
    for (place, number) in bodies.iter_mut().enumerate().take(kind.bodies()) {
        let at = Vec2::new(place as f32, 0.0);
        let turning = 0.2 * (place as f32 - 0.5);
        *number = scene.add(Body::dynamic(1.0, 0.1).at(at).spinning(turning));
    }
    scene.joints.push(Joint { bodies, kind });
}

fn springs() -> [Kind; 6] {
    let (a, b) = (MIDDLE, -MIDDLE * 0.5);
    let rest_length = 0.2;
    [
        Kind::DampedSpring(DampedSpring {
            local_anchor_a: a,
            local_anchor_b: b,
            rest_length,
            stiffness: 100.0,
            damping: 1.0,
        }),
        Kind::DampedRotarySpring(DampedRotarySpring { rest_angle: 0.0, stiffness: 10.0, damping: 0.1 }),
        Kind::SoftDistance(SoftDistanceJoint { local_anchor_a: a, local_anchor_b: b, rest_length, softness: SPRING }),
        Kind::SoftRail(SoftRailJoint {
            local_anchor_a: a,
            local_direction_a: Vec2::X,
            local_anchor_b: b,
            softness: SPRING,
        }),
        Kind::Mouse(MouseJoint { local_anchor: a, target: Vec2::ZERO, softness: SPRING, max_force: 100.0 }),
        Kind::Strut(StrutJoint {
            local_anchor_a: a,
            local_anchor_b: b,
            length: rest_length,
            spring: SPRING,
            motor_speed: 0.1,
            max_motor_force: 1.0,
            lower: 0.1,
            upper: 0.4,
        }),
    ]
}

fn rigid() -> [Kind; 10] {
    let (a, b) = (MIDDLE, -MIDDLE);
    let (lower, upper) = (-0.1, 0.1);
    let length = 1.0;
    [
        Kind::Angle(AngleJoint { ratio: 1.0, lower, upper }),
        Kind::Distance(DistanceJoint {
            local_anchor_a: Vec2::ZERO,
            local_anchor_b: Vec2::ZERO,
            lower: length,
            upper: length,
        }),
        Kind::Line(LineJoint { local_anchor_a: a, local_direction_a: Vec2::X, local_anchor_b: b, lower, upper }),
        Kind::Pivot(PivotJoint { local_anchor_a: a, local_anchor_b: b }),
        Kind::Rail(RailJoint { local_anchor_a: a, local_direction_a: Vec2::X, local_anchor_b: b }),
        Kind::Ratchet(RatchetJoint { pitch: 0.1, tooth: 0.0 }),
        Kind::Slider(SliderJoint { local_anchor_a: a, local_anchor_b: b, local_axis_a: Vec2::X, reference_angle: 0.0 }),
        Kind::Weld(WeldJoint { local_anchor_a: a, local_anchor_b: b, reference_angle: 0.0 }),
        Kind::GroundPulley(GroundPulleyJoint {
            ground_a: Vec2::new(0.0, 2.0),
            ground_b: Vec2::new(1.0, 2.0),
            local_anchor_a: Vec2::ZERO,
            local_anchor_b: Vec2::ZERO,
            ratio: 1.0,
            length: 4.0,
        }),
        Kind::Pulley(PulleyJoint {
            local_anchor_a: Vec2::ZERO,
            local_anchor_b: Vec2::ZERO,
            local_anchor_c: Vec2::ZERO,
            local_anchor_d: Vec2::ZERO,
            ratio: 1.0,
            lower: 2.0,
            upper: 2.0,
        }),
    ]
}

fn driven() -> [Kind; 6] {
    let (a, b) = (MIDDLE, -MIDDLE);
    let (lower, upper) = (-0.1, 0.1);
    [
        Kind::Motor(MotorJoint { ratio: 1.0, rate: 0.1, max_torque: 1.0 }),
        Kind::LinearMotor(LinearMotorJoint {
            local_anchor_a: a,
            local_direction_a: Vec2::X,
            local_anchor_b: b,
            speed: 0.1,
            max_force: 1.0,
        }),
        Kind::Drive(DriveJoint {
            local_anchor_a: a,
            local_anchor_b: b,
            reference_angle: 0.0,
            angular_spring: SPRING,
            max_spring_torque: 10.0,
            angular_velocity: 0.1,
            max_velocity_torque: 1.0,
            linear_spring: SPRING,
            max_spring_force: 10.0,
            linear_velocity: Vec2::X * 0.1,
            max_velocity_force: 1.0,
        }),
        Kind::Prismatic(PrismaticJoint {
            local_anchor_a: a,
            local_anchor_b: b,
            local_axis_a: Vec2::X,
            reference_angle: 0.0,
            target_translation: 0.0,
            spring: SPRING,
            motor_speed: 0.1,
            max_motor_force: 1.0,
            lower,
            upper,
        }),
        Kind::Revolute(RevoluteJoint {
            local_anchor_a: a,
            local_anchor_b: b,
            reference_angle: 0.0,
            target_angle: 0.0,
            spring: SPRING,
            motor_speed: 0.1,
            max_motor_torque: 1.0,
            lower,
            upper,
        }),
        Kind::Wheel(WheelJoint {
            local_anchor_a: a,
            local_anchor_b: b,
            local_axis_a: Vec2::Y,
            suspension: SPRING,
            motor_speed: 0.1,
            max_motor_torque: 1.0,
            lower,
            upper,
        }),
    ]
}
