//! The width of the lanes changes no bit: every joint of the catalogue, and some of none, in 16, 8, 4, 2 lanes and one by one.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::unnecessary_cast)] // the world's scalar is f32 or f64

mod random;

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::{
    AnyJointId, Array, Body, BodyId, Constraint, Event, JointOptions, OnBreak, Scalar, Softness, Time, Vec2, World,
    constraint,
};

use random::Random;

const WIDTHS: [usize; 5] = [16, 8, 4, 2, 1];

impl Random {
    /// From −1 to 1.
    fn scalar(&mut self) -> Scalar {
        (self.next() >> 11) as Scalar / (1_u64 << 52) as Scalar - 1.0
    }

    fn positive(&mut self) -> Scalar {
        0.1 + self.scalar().abs()
    }

    fn vector(&mut self) -> Vec2 {
        Vec2::new(self.scalar(), self.scalar())
    }

    fn limits(&mut self) -> (Scalar, Scalar) {
        let (a, b) = (self.scalar(), self.scalar());
        (a.min(b), if self.below(4) == 0 { Scalar::INFINITY } else { a.max(b) })
    }

    fn softness(&mut self) -> Softness {
        Softness::new(5.0 * self.positive(), self.positive())
    }
}

/// So many lanes, though there are few joints: sixteen are for a type with a quarter of the joints of a segment.
fn set_lanes(world: &mut World, lanes: usize) {
    world.set_lanes(lanes);
    if lanes > 8 {
        world.set_partition(4);
    }
}

/// 31 joints, which no width divides, over 24 bodies of all kinds; one in seven has a bounded force.
fn world<J: Constraint>(seed: u64, joint: impl Fn(&mut Random) -> J) -> World {
    let mut r = Random(seed);
    let mut world = World::new();
    let bodies: Vec<BodyId> = (0..24)
        .map(|place| {
            let body = match place % 6 {
                0 => Body::fixed(),
                1 => Body::kinematic().moving(0.1 * r.vector()).spinning(r.scalar()),
                _ => Body::dynamic(r.positive(), r.positive()).damped(0.5, 0.5).with_gravity_scale(0.1),
            };
            world.add_body(body.at(2.0 * r.vector()).rotated(r.scalar())).unwrap()
        })
        .collect();
    for index in 0..31 {
        let mut picked = bodies.clone();
        let bodies = J::Bodies::<BodyId>::from_fn(|_| picked.swap_remove(r.below(picked.len())));
        let id = world.add_joint(bodies, joint(&mut r)).unwrap();
        if index % 7 == 6 {
            let options = JointOptions { max_force: 20.0, ..JointOptions::default() };
            world.set_joint_options(id, options).unwrap();
        }
    }
    world
}

fn bits(world: &World) -> Vec<u64> {
    let bodies = world.bodies().flat_map(|(_, body)| {
        let state = body.state();
        let [x, y] = body.centre();
        let velocity = [state.linear_velocity.x, state.linear_velocity.y, state.angular_velocity, state.angle];
        [x, y].into_iter().chain(velocity.map(f64::from))
    });
    bodies.map(f64::to_bits).collect()
}

/// How many worlds of a joint are looked at: more than the least only until one of them has lived.
const WORLDS: core::ops::Range<u64> = 3..16;

/// 300 steps in every width. A world may diverge, if it does so in all of them, for joints at random pull against each other; then that was
/// its end. But of each joint one world lives.
fn agree<J: Constraint>(name: &str, joint: impl Fn(&mut Random) -> J) {
    let mut has_lived = false;
    for seed in 0..WORLDS.end {
        if has_lived && seed >= WORLDS.start {
            break;
        }
        let mut worlds = WIDTHS.map(|lanes| {
            let mut world = world(seed, &joint);
            set_lanes(&mut world, lanes);
            world
        });
        let lives = (0..300).all(|step| {
            let outcomes = worlds.each_mut().map(|world| world.step(1.0 / 60.0).is_ok());
            let states = worlds.each_ref().map(bits);
            for (width, (state, outcome)) in WIDTHS.iter().zip(states.iter().zip(outcomes)) {
                assert!(
                    *state == states[4] && outcome == outcomes[4],
                    "{name}, {width} lanes, seed {seed}, step {step}"
                );
            }
            outcomes[4]
        });
        has_lived |= lives;
    }
    assert!(has_lived, "{name} diverged in {} worlds", WORLDS.end);
}

#[test]
fn joints_of_one_row() {
    agree("angle", |r| {
        let (lower, upper) = r.limits();
        AngleJoint { ratio: r.scalar(), lower, upper }
    });
    agree("distance", |r| {
        let (lower, upper) = r.limits();
        DistanceJoint { local_anchor_a: r.vector(), local_anchor_b: r.vector(), lower, upper }
    });
    agree("motor", |r| MotorJoint { ratio: r.scalar(), rate: r.scalar(), max_torque: r.positive() });
    agree("linear motor", |r| LinearMotorJoint {
        local_anchor_a: r.vector(),
        local_direction_a: Vec2::X + 0.5 * r.vector(),
        local_anchor_b: r.vector(),
        speed: r.scalar(),
        max_force: r.positive(),
    });
    agree("rail", |r| RailJoint {
        local_anchor_a: r.vector(),
        local_direction_a: Vec2::X + 0.5 * r.vector(),
        local_anchor_b: r.vector(),
    });
    agree("ratchet", |r| RatchetJoint { pitch: r.positive(), tooth: r.scalar() });
}

#[test]
fn springs() {
    agree("soft distance", |r| SoftDistanceJoint {
        local_anchor_a: r.vector(),
        local_anchor_b: r.vector(),
        rest_length: r.positive(),
        softness: r.softness(),
    });
    agree("soft rail", |r| SoftRailJoint {
        local_anchor_a: r.vector(),
        local_direction_a: Vec2::X + 0.5 * r.vector(),
        local_anchor_b: r.vector(),
        softness: r.softness(),
    });
    agree("damped spring", |r| DampedSpring {
        local_anchor_a: r.vector(),
        local_anchor_b: r.vector(),
        rest_length: r.positive(),
        stiffness: 5.0 * r.positive(),
        damping: r.positive(),
    });
    agree("damped rotary spring", |r| DampedRotarySpring {
        rest_angle: r.scalar(),
        stiffness: 5.0 * r.positive(),
        damping: r.positive(),
    });
    agree("mouse", |r| MouseJoint {
        local_anchor: r.vector(),
        target: r.vector(),
        softness: r.softness(),
        max_force: 10.0 * r.positive(),
    });
    agree("drive", |r| DriveJoint {
        local_anchor_a: r.vector(),
        local_anchor_b: r.vector(),
        reference_angle: r.scalar(),
        angular_spring: r.softness(),
        max_spring_torque: r.positive(),
        angular_velocity: r.scalar(),
        max_velocity_torque: r.positive(),
        linear_spring: r.softness(),
        max_spring_force: r.positive(),
        linear_velocity: r.vector(),
        max_velocity_force: r.positive(),
    });
}

#[test]
fn joints_of_several_rows() {
    agree("pivot", |r| PivotJoint { local_anchor_a: r.vector(), local_anchor_b: r.vector() });
    agree("weld", |r| WeldJoint {
        local_anchor_a: r.vector(),
        local_anchor_b: r.vector(),
        reference_angle: r.scalar(),
    });
    agree("slider", |r| SliderJoint {
        local_anchor_a: r.vector(),
        local_anchor_b: r.vector(),
        local_axis_a: Vec2::X + 0.5 * r.vector(),
        reference_angle: r.scalar(),
    });
    agree("line", |r| {
        let (lower, upper) = r.limits();
        let local_direction_a = Vec2::X + 0.5 * r.vector();
        LineJoint { local_anchor_a: r.vector(), local_direction_a, local_anchor_b: r.vector(), lower, upper }
    });
    agree("pulley", |r| {
        let anchors = [r.vector(), r.vector(), r.vector(), r.vector()];
        let [local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d] = anchors;
        let ratio = r.positive();
        PulleyJoint { local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d, ratio, lower: 0.0, upper: 3.0 }
    });
    agree("ground pulley", |r| GroundPulleyJoint {
        ground_a: r.vector(),
        ground_b: r.vector(),
        local_anchor_a: r.vector(),
        local_anchor_b: r.vector(),
        ratio: r.positive(),
        length: 3.0 * r.positive(),
    });
}

#[test]
fn joints_with_motors_and_limits() {
    agree("revolute", |r| {
        let (lower, upper) = r.limits();
        RevoluteJoint {
            local_anchor_a: r.vector(),
            local_anchor_b: r.vector(),
            reference_angle: r.scalar(),
            target_angle: r.scalar(),
            spring: r.softness(),
            motor_speed: r.scalar(),
            max_motor_torque: r.positive(),
            lower,
            upper,
        }
    });
    agree("prismatic", |r| {
        let (lower, upper) = r.limits();
        PrismaticJoint {
            local_anchor_a: r.vector(),
            local_anchor_b: r.vector(),
            local_axis_a: Vec2::X,
            reference_angle: r.scalar(),
            target_translation: r.scalar(),
            spring: r.softness(),
            motor_speed: r.scalar(),
            max_motor_force: r.positive(),
            lower,
            upper,
        }
    });
    agree("wheel", |r| {
        let (lower, upper) = r.limits();
        WheelJoint {
            local_anchor_a: r.vector(),
            local_anchor_b: r.vector(),
            local_axis_a: Vec2::Y,
            suspension: r.softness(),
            motor_speed: r.scalar(),
            max_motor_torque: r.positive(),
            lower,
            upper,
        }
    });
    agree("strut", |r| {
        let (lower, upper) = r.limits();
        StrutJoint {
            local_anchor_a: r.vector(),
            local_anchor_b: r.vector(),
            length: r.positive(),
            spring: r.softness(),
            motor_speed: r.scalar(),
            max_motor_force: r.positive(),
            lower,
            upper,
        }
    });
}

/// Choices, of which the other side may be NaN, and a function that no processor has.
#[constraint(|a, b| {
    let d = b.position - a.position;
    let shrunk = if d.x > 0.0 { d.x.ln() } else { d.x };
    (shrunk * (1.0 + self.size) + (a.angle - b.angle).sin(), if d.y < 0.0 { (-d.y).sqrt() } else { d.y })
})]
struct Choice {
    size: Scalar,
}

/// A point that goes round.
#[constraint(|a, t: Time| a.position - Vec2::new((self.rate * t).cos(), (self.rate * t).sin()))]
struct Carousel {
    rate: Scalar,
}

/// Nothing that the bodies' masses or poses change.
#[constraint(|a, b| a.angular_velocity - b.angular_velocity)]
struct Clutch {}

#[test]
fn joints_of_no_catalogue() {
    agree("choice", |r| Choice { size: r.scalar() });
    agree("carousel", |r| Carousel { rate: r.scalar() });
    agree("clutch", |_| Clutch {});
}

/// So many joints that those of a colour do not fit into a cache, and are fetched ahead.
#[test]
fn a_long_chain() {
    let pin = PivotJoint { local_anchor_a: 0.5 * Vec2::X, local_anchor_b: -0.5 * Vec2::X };
    let states = [16, 8, 1].map(|lanes| {
        let mut world = World::new();
        world.set_lanes(lanes);
        let mut last = world.add_body(Body::fixed()).unwrap();
        for link in 1..=12_000_u16 {
            let link = Body::dynamic(1.0, 0.1).at(Vec2::X * Scalar::from(link));
            let next = world.add_body(link).unwrap();
            world.add_joint([last, next], pin).unwrap();
            last = next;
        }
        for _ in 0..2 {
            world.step(1.0 / 60.0).unwrap();
        }
        bits(&world)
    });
    assert!(states[0] == states[2] && states[1] == states[2]);
}

/// Half of the joints have options, of every kind, so that several share a pack and some break in each step. Events come in the same
/// order, too.
#[test]
fn a_sheet_with_options() {
    const SIDE: usize = 14;
    let options = |r: &mut Random| {
        let plain = JointOptions::default();
        match r.below(12) {
            0 => JointOptions { softness: Some(r.softness()), ..plain },
            1 => JointOptions { softness: Some(r.softness()), max_force: 20.0 * r.positive(), ..plain },
            2 => JointOptions { max_force: 50.0 * r.positive(), ..plain },
            3 => JointOptions { max_error: 0.002 * r.positive(), max_force: 100.0 * r.positive(), ..plain },
            4 => JointOptions { break_force: 400.0 * r.positive(), on_break: OnBreak::Disable, ..plain },
            5 => JointOptions { break_error: 0.05 * r.positive(), softness: Some(r.softness()), ..plain },
            _ => plain,
        }
    };
    let states = WIDTHS.map(|lanes| {
        let (mut r, mut world) = (Random(7), World::new());
        // Only what breaks is told.
        world.set_energy_guard(false);
        set_lanes(&mut world, lanes);
        let (mut bodies, mut joints): (Vec<BodyId>, Vec<_>) = Default::default();
        for place in 0..SIDE * SIDE {
            let (column, row) = (place / SIDE, place % SIDE);
            let body = if row == 0 { Body::fixed() } else { Body::dynamic(r.positive() + 1.0, 0.2) };
            let body = body.at(Vec2::new(column as Scalar, -(row as Scalar)) + 0.01 * r.vector());
            bodies.push(world.add_body(body).unwrap());
            let half =
                |direction: Vec2| PivotJoint { local_anchor_a: 0.5 * direction, local_anchor_b: -0.5 * direction };
            if row > 0 {
                joints.push(world.add_joint([bodies[place - 1], bodies[place]], half(-Vec2::Y)).unwrap());
            }
            if column > 0 {
                joints.push(world.add_joint([bodies[place - SIDE], bodies[place]], half(Vec2::X)).unwrap());
            }
        }
        for &joint in &joints {
            world.set_joint_options(joint, options(&mut r)).unwrap();
        }
        let (mut events, mut told) = (Vec::new(), 0);
        for step in 0..60 {
            world.step(1.0 / 60.0).unwrap();
            // The numbers of worlds differ.
            events.extend(world.events().map(|event| match event {
                Event::Broken { joint, cause, removed } => {
                    let number = joints.iter().position(|own| AnyJointId::from(*own) == joint);
                    (step, number, format!("{cause:?}"), removed)
                }
                other => panic!("{other:?}"),
            }));
            told = events.len();
            let changed = joints[r.below(joints.len())];
            let _ = world.set_joint_options(changed, options(&mut r));
        }
        let impulses: Vec<_> = joints.iter().filter_map(|joint| world.impulse(*joint).ok()).collect();
        assert!(told > 10, "{told} joints broke");
        (bits(&world), format!("{impulses:?}"), events)
    });
    for (lanes, state) in WIDTHS.iter().zip(&states) {
        assert!(*state == states[4], "{lanes} lanes");
    }
}

/// Bodies one after another, every other one, and where a column of the sheet ends, in one block both. Those of one column fill
/// blocks of any width with either; a body in the middle that is fixed breaks a run. Wherever joints are lined up to, those that go
/// are taken away, and no other ones.
#[test]
fn a_sheet() {
    const SIDE: usize = 37;
    let states = WIDTHS.map(|lanes| {
        let (mut r, mut world) = (Random(3), World::new());
        world.set_lanes(lanes);
        let (mut bodies, mut joints): (Vec<BodyId>, Vec<_>) = Default::default();
        for place in 0..SIDE * SIDE {
            let (column, row) = (place / SIDE, place % SIDE);
            let body = if place % 500 == 18 { Body::fixed() } else { Body::dynamic(r.positive() + 1.0, 0.2) };
            let body = body.at(Vec2::new(column as Scalar, -(row as Scalar)) + 0.01 * r.vector());
            bodies.push(world.add_body(body).unwrap());
            let half =
                |direction: Vec2| PivotJoint { local_anchor_a: 0.5 * direction, local_anchor_b: -0.5 * direction };
            if row > 0 {
                joints.push(world.add_joint([bodies[place - 1], bodies[place]], half(-Vec2::Y)).unwrap());
            }
            if column > 0 {
                joints.push(world.add_joint([bodies[place - SIDE], bodies[place]], half(Vec2::X)).unwrap());
            }
        }
        for _ in 0..20 {
            world.step(1.0 / 60.0).unwrap();
            world.remove_joint(joints.swap_remove(r.below(joints.len()))).unwrap();
        }
        let impulses: Vec<_> = joints.iter().map(|joint| world.impulse(*joint).unwrap()).collect();
        (bits(&world), format!("{impulses:?}"))
    });
    for (lanes, state) in WIDTHS.iter().zip(&states) {
        assert!(*state == states[4], "{lanes} lanes");
    }
}
