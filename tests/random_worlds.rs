//! Ten thousand random worlds of random joints and bad parameters: no panic, no NaN, every refusal named.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::unnecessary_cast)] // the world's scalar is f32 or f64

mod random;

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::{Body, BodyId, Constraint, Error, JointOptions, Scalar, Softness, Vec2, World};

use random::Random;

/// Numbers of which some are odd.
struct Odd {
    numbers: Random,
    /// Whether it has given a number whose square is beyond `f32`.
    was_huge: bool,
}

impl Odd {
    fn below(&mut self, count: usize) -> usize {
        self.numbers.below(count)
    }

    /// From −2 to 2, and now and then something that does not belong into a world.
    fn scalar(&mut self) -> Scalar {
        const ODD: [Scalar; 8] = [0.0, -0.0, 1e-30, 1e20, -1e20, Scalar::INFINITY, Scalar::NEG_INFINITY, Scalar::NAN];
        if self.below(40) > 0 {
            return self.numbers.next() as f64 as Scalar / 4.6e18 - 2.0;
        }
        let odd = ODD[self.below(ODD.len())];
        self.was_huge |= odd.is_finite() && odd.abs() > 1e10;
        odd
    }

    fn vector(&mut self) -> Vec2 {
        Vec2::new(self.scalar(), self.scalar())
    }

    fn softness(&mut self) -> Softness {
        Softness::new(10.0 * self.scalar().abs(), self.scalar().abs())
    }

    fn positive(&mut self) -> Scalar {
        self.scalar().abs()
    }
}

/// What became of a world.
#[derive(Default)]
struct Count {
    joints: usize,
    refused: usize,
    steps: usize,
    diverged: usize,
    /// Diverged without a number of 1e20: joints that contradict each other by metres tear at a body.
    torn: usize,
}

/// A refusal says what is wrong in words, and is one of those that such a call can meet.
fn named(error: &Error) {
    let text = error.to_string();
    assert!(text.len() > 15 && text.contains(' '), "{error:?} says {text:?}");
}

fn add<J: Constraint>(world: &mut World, bodies: &[BodyId], joint: J, random: &mut Odd, count: &mut Count)
where
    J::Bodies<BodyId>: constraint_core::Array<BodyId>,
{
    let picked = <J::Bodies<BodyId> as constraint_core::Array<BodyId>>::from_fn(|_| bodies[random.below(bodies.len())]);
    match world.add_joint(picked, joint) {
        Ok(id) => {
            count.joints += 1;
            if random.below(4) == 0 {
                let softness = (random.below(2) == 0).then(|| random.softness());
                let options =
                    JointOptions { softness, max_force: 100.0 * random.positive(), ..JointOptions::default() };
                if let Err(error) = world.set_joint_options(id, options) {
                    named(&error);
                }
            }
        }
        Err(error) => {
            named(&error);
            count.refused += 1;
        }
    }
}

#[allow(clippy::too_many_lines)] // one arm a joint
fn add_any(world: &mut World, bodies: &[BodyId], r: &mut Odd, count: &mut Count) {
    let (local_anchor_a, local_anchor_b, axis) = (r.vector(), r.vector(), r.vector());
    let (x, y, z, force) = (r.scalar(), r.scalar(), r.scalar(), 100.0 * r.positive());
    let (lower, upper, spring) = (x.min(y), x.max(y), r.softness());
    let reference_angle = z;
    macro_rules! joint {
        ($joint:expr) => {{
            let joint = $joint;
            add(world, bodies, joint, r, count);
        }};
    }
    match r.below(22) {
        0 => joint!(PivotJoint { local_anchor_a, local_anchor_b }),
        1 => joint!(WeldJoint { local_anchor_a, local_anchor_b, reference_angle }),
        2 => joint!(AngleJoint { ratio: z, lower, upper }),
        3 => joint!(DistanceJoint { local_anchor_a, local_anchor_b, lower, upper }),
        4 => joint!(LineJoint { local_anchor_a, local_direction_a: axis, local_anchor_b, lower, upper }),
        5 => joint!(MotorJoint { ratio: z, rate: x, max_torque: force }),
        6 => joint!(PulleyJoint {
            local_anchor_a,
            local_anchor_b,
            local_anchor_c: r.vector(),
            local_anchor_d: axis,
            ratio: z,
            lower,
            upper
        }),
        7 => joint!(RailJoint { local_anchor_a, local_direction_a: axis, local_anchor_b }),
        8 => joint!(SoftRailJoint { local_anchor_a, local_direction_a: axis, local_anchor_b, softness: spring }),
        9 => joint!(LinearMotorJoint {
            local_anchor_a,
            local_direction_a: axis,
            local_anchor_b,
            speed: x,
            max_force: force
        }),
        10 => joint!(GroundPulleyJoint {
            ground_a: axis,
            ground_b: r.vector(),
            local_anchor_a,
            local_anchor_b,
            ratio: z,
            length: x
        }),
        11 => joint!(SliderJoint { local_anchor_a, local_anchor_b, local_axis_a: axis, reference_angle }),
        12 => joint!(RevoluteJoint {
            local_anchor_a,
            local_anchor_b,
            reference_angle,
            target_angle: x,
            spring,
            motor_speed: y,
            max_motor_torque: force,
            lower,
            upper
        }),
        13 => joint!(PrismaticJoint {
            local_anchor_a,
            local_anchor_b,
            local_axis_a: axis,
            reference_angle,
            target_translation: x,
            spring,
            motor_speed: y,
            max_motor_force: force,
            lower,
            upper
        }),
        14 => joint!(WheelJoint {
            local_anchor_a,
            local_anchor_b,
            local_axis_a: axis,
            suspension: spring,
            motor_speed: y,
            max_motor_torque: force,
            lower,
            upper
        }),
        15 => joint!(StrutJoint {
            local_anchor_a,
            local_anchor_b,
            length: z,
            spring,
            motor_speed: y,
            max_motor_force: force,
            lower,
            upper
        }),
        16 => joint!(DriveJoint {
            local_anchor_a,
            local_anchor_b,
            reference_angle,
            angular_spring: spring,
            max_spring_torque: force,
            angular_velocity: x,
            max_velocity_torque: force,
            linear_spring: spring,
            max_spring_force: force,
            linear_velocity: axis,
            max_velocity_force: force
        }),
        17 => joint!(MouseJoint { local_anchor: local_anchor_a, target: axis, softness: spring, max_force: force }),
        18 => joint!(SoftDistanceJoint { local_anchor_a, local_anchor_b, rest_length: x, softness: spring }),
        19 => joint!(DampedSpring {
            local_anchor_a,
            local_anchor_b,
            rest_length: x,
            stiffness: 50.0 * r.positive(),
            damping: r.positive()
        }),
        20 => joint!(DampedRotarySpring { rest_angle: x, stiffness: 20.0 * r.positive(), damping: r.positive() }),
        _ => joint!(RatchetJoint { pitch: x, tooth: y }),
    }
}

fn add_body(world: &mut World, r: &mut Odd) -> Option<BodyId> {
    let body = match r.below(6) {
        0 => Body::fixed(),
        1 => Body::kinematic().moving(r.vector()).spinning(r.scalar()),
        // A tenth of a unit is the least: lighter still, and a bounded force throws a body out of the world.
        _ => Body::dynamic(0.1 + r.positive(), 0.1 + r.positive()).moving(r.vector()).spinning(r.scalar()),
    };
    match world.add_body(body.at(r.vector()).rotated(r.scalar())) {
        Ok(id) => Some(id),
        Err(error) => {
            named(&error);
            None
        }
    }
}

fn run(seed: u64, count: &mut Count) {
    let mut r = Odd { numbers: Random(seed), was_huge: false };
    let mut world = World::new();
    let wanted = 2 + r.below(5);
    let bodies: Vec<BodyId> = (0..wanted).filter_map(|_| add_body(&mut world, &mut r)).collect();
    if bodies.is_empty() {
        return;
    }
    for _ in 0..=r.below(7) {
        add_any(&mut world, &bodies, &mut r, count);
    }
    for _ in 0..6 {
        match world.step(1.0 / 60.0) {
            Ok(()) => count.steps += 1,
            Err(error) => {
                named(&error);
                assert!(matches!(error, Error::Diverged { .. } | Error::InvalidJoint { .. }), "{error}");
                count.diverged += 1;
                count.torn += usize::from(!r.was_huge);
            }
        }
        for (_, body) in world.bodies() {
            let state = body.state();
            assert!(state.position.is_finite() && state.linear_velocity.is_finite(), "seed {seed}: {body:?}");
            assert!(state.angle.is_finite() && state.angular_velocity.is_finite(), "seed {seed}: {body:?}");
        }
    }
}

#[test]
fn ten_thousand_random_worlds_hold() {
    let mut count = Count::default();
    for seed in 0..10_000 {
        run(seed, &mut count);
    }
    // The sample is not idle: most worlds have joints that were taken, and some that were refused.
    assert!(count.joints > 20_000 && count.refused > 1_000, "{} taken, {} refused", count.joints, count.refused);
    assert!(count.steps > 50_000 && count.diverged > 100, "{} steps, {} diverged", count.steps, count.diverged);
    // Such a step is refused and nothing has moved, but it should be rare: a step in five hundred.
    assert!(count.torn * 500 < count.steps, "{} of {} steps tore", count.torn, count.steps);
}
