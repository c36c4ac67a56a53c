//! A world with every joint of the catalogue, and one joint that calls every elementary function.

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::prelude::*;
use constraint_core::{Array, Error};

const SPRING: Softness = Softness::new(2.0, 0.3);

/// Angles of two bodies, bound by each elementary function of the language.
#[constraint(|a, b| {
    let difference = a.position - b.position;
    let small = 0.1 * difference.x.sin() + 0.1 * difference.y.cos() + 0.1 * (0.1 * difference.x).tan();
    let arcs = 0.1 * small.asin() + 0.1 * small.acos() + 0.1 * difference.x.atan() + 0.1 * difference.y.atan2(1.0);
    let powers = 0.1 * (-small).exp() + 0.1 * (2.0 + small).ln() + 0.1 * (1.0 + small * small).powf(self.exponent);
    b.angle - a.angle - small - arcs - powers
})]
#[derive(Clone, Debug)]
struct Elementary {
    exponent: Scalar,
}

/// The bodies of a joint.
struct Scene {
    world: World,
    ids: Vec<BodyId>,
    joints: usize,
}

impl Scene {
    /// Adds a joint between four bodies of its own, or as many of them as it holds.
    fn join<J: Constraint>(&mut self, joint: J) -> Result<(), Error> {
        let first = 4 * self.joints;
        self.joints += 1;
        let held = J::Bodies::from_fn(|body| self.ids[first + body]);
        self.world.add_joint::<J>(held, joint).map(drop)
    }
}

fn scene() -> Result<Scene, Error> {
    let mut world = World::new();
    let scalar = |number: u8| Scalar::from(number);
    let ids = (0..4 * 23_u8)
        .map(|at| {
            let place = Vec2::new(1.5 * scalar(at % 4) + 10.0 * scalar(at / 4), 0.5 * scalar(at % 3));
            let body = Body::dynamic(1.0 + scalar(at % 3), 0.3).at(place).rotated(0.1 * scalar(at % 4));
            world.add_body(body.moving(Vec2::Y * 0.3).spinning(0.4))
        })
        .collect::<Result<_, _>>()?;
    let mut scene = Scene { world, ids, joints: 0 };
    let (local_anchor_a, local_anchor_b) = (Vec2::new(0.5, 0.25), Vec2::new(-0.5, 0.125));
    let (a, b) = (local_anchor_a, local_anchor_b);
    macro_rules! join {
        ($($joint:expr),* $(,)?) => {$(
            scene.join($joint)?;
        )*};
    }
    join!(
        Elementary { exponent: 1.7 },
        PivotJoint { local_anchor_a, local_anchor_b },
        WeldJoint { local_anchor_a, local_anchor_b, reference_angle: 0.2 },
        SliderJoint { local_anchor_a, local_anchor_b, local_axis_a: a, reference_angle: 0.2 },
        RailJoint { local_anchor_a, local_anchor_b, local_direction_a: a },
        GroundPulleyJoint {
            ground_a: Vec2::Y * 3.0,
            ground_b: Vec2::new(2.0, 3.0),
            local_anchor_a,
            local_anchor_b,
            ratio: 0.7,
            length: 4.0,
        },
        AngleJoint { ratio: 1.5, lower: 0.4, upper: 0.9 },
        DistanceJoint { local_anchor_a, local_anchor_b, lower: 0.4, upper: 0.9 },
        LineJoint { local_anchor_a, local_direction_a: a, local_anchor_b, lower: 0.7, upper: 0.7 },
        PulleyJoint {
            local_anchor_a,
            local_anchor_b,
            local_anchor_c: a,
            local_anchor_d: b,
            ratio: 0.7,
            lower: 0.0,
            upper: 3.0,
        },
        RatchetJoint { pitch: 0.3, tooth: 0.3 },
        DampedSpring { local_anchor_a, local_anchor_b, rest_length: 0.3, stiffness: 40.0, damping: 1.0 },
        DampedRotarySpring { rest_angle: 0.3, stiffness: 4.0, damping: 0.1 },
        SoftDistanceJoint { local_anchor_a, local_anchor_b, rest_length: 0.3, softness: SPRING },
        SoftRailJoint { local_anchor_a, local_anchor_b, local_direction_a: a, softness: SPRING },
        MouseJoint { local_anchor: a, target: Vec2::new(3.0, 4.0), softness: SPRING, max_force: 5.0 },
        MotorJoint { ratio: 1.5, rate: 2.0, max_torque: 0.1 },
        LinearMotorJoint { local_anchor_a, local_direction_a: a, local_anchor_b, speed: 1.5, max_force: 2.0 },
        WheelJoint {
            local_anchor_a,
            local_anchor_b,
            local_axis_a: Vec2::Y,
            suspension: SPRING,
            motor_speed: 3.0,
            max_motor_torque: 0.2,
            lower: -0.1,
            upper: 0.1,
        },
        PrismaticJoint {
            local_anchor_a,
            local_anchor_b,
            local_axis_a: Vec2::X,
            reference_angle: 0.1,
            target_translation: 0.5,
            spring: SPRING,
            motor_speed: 0.5,
            max_motor_force: 2.0,
            lower: 0.1,
            upper: 0.8,
        },
        RevoluteJoint {
            local_anchor_a,
            local_anchor_b,
            reference_angle: 0.1,
            target_angle: 0.5,
            spring: SPRING,
            motor_speed: 0.5,
            max_motor_torque: 2.0,
            lower: -0.1,
            upper: 0.8,
        },
        StrutJoint {
            local_anchor_a,
            local_anchor_b,
            length: 0.7,
            spring: SPRING,
            motor_speed: 0.5,
            max_motor_force: 2.0,
            lower: 0.5,
            upper: 1.2,
        },
        DriveJoint {
            local_anchor_a,
            local_anchor_b,
            reference_angle: 0.1,
            angular_spring: SPRING,
            max_spring_torque: 1.0,
            angular_velocity: 0.5,
            max_velocity_torque: 0.1,
            linear_spring: SPRING,
            max_spring_force: 5.0,
            linear_velocity: Vec2::new(0.3, -0.2),
            max_velocity_force: 0.5,
        },
    );
    Ok(scene)
}

/// Steps the world, and hashes all bits of its bodies (FNV-1a). Zero if it cannot be stepped.
pub fn hash(steps: u32) -> u64 {
    hash_or_error(steps).unwrap_or(0)
}

fn hash_or_error(steps: u32) -> Result<u64, Error> {
    let Scene { mut world, .. } = scene()?;
    for _ in 0..steps {
        world.step(1.0 / 60.0)?;
    }
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |bits: u64| {
        for byte in bits.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for (_, body) in world.bodies() {
        let state = body.state();
        body.centre().map(f64::to_bits).into_iter().for_each(&mut take);
        let velocity = state.linear_velocity;
        for number in [state.angle, velocity.x, velocity.y, state.angular_velocity] {
            take(number.to_bits().into());
        }
    }
    Ok(hash)
}

/// What wasm exports.
#[unsafe(no_mangle)]
pub extern "C" fn hash_of(steps: u32) -> u64 {
    hash(steps)
}
