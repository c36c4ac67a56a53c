//! Joints of bodies that have turned far: what reads angles is told them from the start of a step, so that no turn is too far.

#[allow(dead_code)]
#[path = "world/support.rs"]
mod support;

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DriveJoint, PrismaticJoint, RatchetJoint, RevoluteJoint, SliderJoint, WeldJoint,
};
use constraint_core::prelude::*;
use constraint_core::{BodyId, Softness};

use support::{DT, add};

/// Rad: after the last one the next `f32` is half a radian away. Small multiples of powers of two, which `f32` has.
const TURNS: [Scalar; 4] = [1024.0, 65_536.0, 1_048_576.0, 4_194_304.0];

/// As wide as lanes are: no bit depends on it.
const WIDTHS: [usize; 3] = [1, 4, usize::MAX];

const STEPS: usize = 120;

/// Two bodies and what joins them, the second turned this far against the first.
type Join = fn(&mut World, [BodyId; 2], Scalar);

/// On one side only: what the share of a rigid impulse is chosen by is no distance of two limits.
#[constraint(|a, b| (b.angle - a.angle).within(self.lower..))]
struct Stop {
    lower: Scalar,
}

const JOINTS: [(&str, Join); 9] = [
    ("angle", |world, bodies, turn| {
        world.add_joint(bodies, AngleJoint { ratio: 1.0, lower: turn - 0.25, upper: turn + 0.5 }).unwrap();
    }),
    ("stop", |world, bodies, turn| {
        world.add_joint(bodies, Stop { lower: turn - 0.25 }).unwrap();
    }),
    ("damped rotary spring", |world, bodies, turn| {
        world.add_joint(bodies, DampedRotarySpring { rest_angle: turn, stiffness: 20.0, damping: 0.5 }).unwrap();
    }),
    ("ratchet", |world, bodies, turn| {
        world.add_joint(bodies, RatchetJoint { pitch: 0.5, tooth: turn - 0.5 }).unwrap();
    }),
    ("weld", |world, bodies, turn| {
        let weld = WeldJoint { local_anchor_a: Vec2::X, local_anchor_b: Vec2::ZERO, reference_angle: turn };
        world.add_joint(bodies, weld).unwrap();
    }),
    ("slider", |world, bodies, turn| {
        let slider = SliderJoint {
            local_anchor_a: Vec2::X,
            local_anchor_b: Vec2::ZERO,
            local_axis_a: Vec2::X,
            reference_angle: turn,
        };
        world.add_joint(bodies, slider).unwrap();
    }),
    ("prismatic", |world, bodies, turn| {
        let prismatic = PrismaticJoint {
            local_anchor_a: Vec2::X,
            local_anchor_b: Vec2::ZERO,
            local_axis_a: Vec2::X,
            reference_angle: turn,
            target_translation: 0.1,
            spring: Softness::new(2.0, 0.5),
            motor_speed: 0.0,
            max_motor_force: 0.0,
            lower: -0.5,
            upper: 0.5,
        };
        world.add_joint(bodies, prismatic).unwrap();
    }),
    ("revolute", |world, bodies, turn| {
        let revolute = RevoluteJoint {
            local_anchor_a: Vec2::X,
            local_anchor_b: Vec2::ZERO,
            reference_angle: turn,
            target_angle: 0.1,
            spring: Softness::new(1.0, 0.1),
            motor_speed: 0.0,
            max_motor_torque: 0.0,
            lower: -0.25,
            upper: 0.5,
        };
        world.add_joint(bodies, revolute).unwrap();
    }),
    ("drive", |world, bodies, turn| {
        let drive = DriveJoint {
            local_anchor_a: Vec2::X,
            local_anchor_b: Vec2::ZERO,
            reference_angle: turn,
            angular_spring: Softness::new(2.0, 0.5),
            max_spring_torque: 5.0,
            angular_velocity: 0.0,
            max_velocity_torque: 0.0,
            linear_spring: Softness::new(3.0, 0.5),
            max_spring_force: 50.0,
            linear_velocity: Vec2::ZERO,
            max_velocity_force: 0.0,
        };
        world.add_joint(bodies, drive).unwrap();
    }),
];

/// What is seen of two bodies after each step: how far they are apart, m, how the second one is turned against the first
/// (cosine and sine), and their angular velocities, rad/s.
type Seen = Vec<[Scalar; 5]>;

/// Two bodies at these angles, the first of which spins.
fn run(join: Join, [a, b]: [Scalar; 2]) -> Seen {
    let worlds = WIDTHS.map(|width| {
        let mut world = support::weightless();
        world.set_lanes(width);
        let across = Body::fixed().rotated(a).state().rotation * Vec2::X;
        let first = add(&mut world, Body::dynamic(1.0, 0.5).rotated(a).spinning(1.5));
        let second = add(&mut world, Body::dynamic(0.5, 0.2).at(across).rotated(b));
        join(&mut world, [first, second], b - a);
        // By which the second one is told from where it began.
        let still = Body::fixed().rotated(b - a).state().rotation;
        let step = |_| {
            world.step(DT).unwrap();
            let [first, second] = [first, second].map(|id| world.body(id).unwrap().state());
            let turned = second.rotation * first.rotation.inverse() * still.inverse();
            let apart = (second.position - first.position).length();
            [apart, turned.cos, turned.sin, first.angular_velocity, second.angular_velocity]
        };
        (0..STEPS).map(step).collect::<Vec<_>>()
    });
    let bits = |seen: &Seen| seen.iter().map(|seen| seen.map(Scalar::to_bits)).collect::<Vec<_>>();
    assert!(worlds.iter().all(|seen| bits(seen) == bits(&worlds[0])), "bits depend on the width of lanes");
    let [seen, ..] = worlds;
    seen
}

/// The largest difference of two runs.
fn difference(ours: &Seen, theirs: &Seen) -> Scalar {
    let pairs = ours.iter().flatten().zip(theirs.iter().flatten());
    pairs.map(|(ours, theirs)| (ours - theirs).abs()).fold(0.0, Scalar::max)
}

/// Whether the joint does anything: the second body begins at rest, and nothing else turns it.
fn acts(seen: &Seen) -> bool {
    seen.iter().any(|seen| seen[4].abs() > 0.1)
}

/// The first body has turned as far as the second: the same scene from another side, where cosines and sines are others. One ε
/// of 1 m or 1 m/s in each of 480 substeps would be 6e-5; of such angles by themselves `f32` tells 1e-4 to 0.5 rad.
#[test]
fn a_common_turn() {
    for (name, join) in JOINTS {
        let near = run(join, [0.0, 0.0]);
        for turn in TURNS {
            let difference = difference(&run(join, [turn, turn]), &near);
            println!("{name} at {turn} rad: {difference:.1e}");
            assert!(difference < 1e-4, "{name} at {turn} rad: {difference:.1e}");
        }
    }
}

/// The second has turned far against the first, and its joint asks for that: the same numbers, but that an `f64` is within
/// 5e-10 rad of the last angle. If each of 480 substeps, 240 in a second, took that for a velocity, it would be 6e-5 rad/s; what
/// `f32` cannot tell of these angles would be 0.03 to 100 rad/s in each.
#[test]
fn a_difference() {
    for (name, join) in JOINTS {
        let near = run(join, [0.0, 0.0]);
        assert!(acts(&near), "{name}: {near:?}");
        for turn in TURNS {
            let difference = difference(&run(join, [0.0, turn]), &near);
            println!("{name} at {turn} rad: {difference:.1e}");
            assert!(difference < 6e-5, "{name} at {turn} rad: {difference:.1e}");
        }
    }
}

/// A gear of any ratio keeps its phase: a million turns, the tenth of a milliradian.
#[test]
fn a_gear() {
    for ratio in [0.3, 7.0, -1.7] {
        let mut world = support::weightless();
        // A power of two times the ratio is no rounded number.
        let angles = TURNS.map(|turn| [ratio * turn, turn]);
        let gears: Vec<_> = angles
            .into_iter()
            .map(|[a, b]| {
                let first = add(&mut world, Body::dynamic(1.0, 0.5).rotated(a).spinning(20.0));
                let second = add(&mut world, Body::dynamic(1.0, 0.2).rotated(b).spinning(20.0 / ratio));
                world.add_joint([first, second], AngleJoint { ratio, lower: 0.0, upper: 0.0 }).unwrap()
            })
            .collect();
        for step in 0..600 {
            world.step(DT).unwrap();
            for (&gear, turn) in gears.iter().zip(TURNS) {
                let error = world.position_error(gear).unwrap()[0].abs();
                assert!(error < 1e-4, "{error} rad by {ratio} at {turn} rad after {step} steps");
            }
        }
    }
}

/// A sine of an angle is no sum: beyond some turns it is solved from exact angles.
#[constraint(|a, b| (b.angle - a.angle).sin())]
struct Sine {}

/// Nor is a multiple that is rounded: it would drift away from that of exact numbers.
#[constraint(|a, b| self.teeth_a / self.teeth_b * b.angle - a.angle)]
struct Cogs {
    teeth_a: Scalar,
    teeth_b: Scalar,
}

/// Rolls along: the angle is told from the start of a step, the way is not.
#[constraint(|a, b| b.position.x - a.position.x + self.radius * b.angle)]
struct Rolling {
    radius: Scalar,
}

/// The phase is a product, which is rounded: by half a radian, where angles are as large as the last of [`TURNS`].
#[constraint(|a, b| self.ratio * (b.angle - self.phase) - a.angle)]
struct Phase {
    ratio: Scalar,
    phase: Scalar,
}

/// A phase that is doubled is not rounded, nor is one with another sign.
#[constraint(|a, b| {
    let way = self.play.signum();
    (way * (b.angle - a.angle - 2.0 * self.phase)).within(-self.play..=0.1)
})]
struct Way {
    phase: Scalar,
    play: Scalar,
}

#[test]
fn who_leaves_the_lanes() {
    fn leaves<J: Constraint>() -> bool {
        assert!(J::READS_ANGLE);
        J::READS_ANGLE_ITSELF
    }
    let catalogue = [
        leaves::<AngleJoint>(),
        leaves::<DampedRotarySpring>(),
        leaves::<RatchetJoint>(),
        leaves::<WeldJoint>(),
        leaves::<SliderJoint>(),
        leaves::<PrismaticJoint>(),
        leaves::<RevoluteJoint>(),
        leaves::<DriveJoint>(),
    ];
    assert_eq!(catalogue, [false; 8]);
    assert_eq!([leaves::<Sine>(), leaves::<Cogs>(), leaves::<Rolling>()], [true; 3]);
    assert_eq!([leaves::<Phase>(), leaves::<Way>()], [true, false]);
}

/// They hold as they did, wherever they are.
#[test]
fn what_leaves_the_lanes_holds() {
    for turn in TURNS {
        let mut world = support::weightless();
        let mut wheel = || add(&mut world, Body::dynamic(1.0, 0.5).rotated(turn).spinning(1.0));
        let [a, b, c, d] = [wheel(), wheel(), wheel(), wheel()];
        let sine = world.add_joint([a, b], Sine {}).unwrap();
        let cogs = world.add_joint([c, d], Cogs { teeth_a: 11.0, teeth_b: 11.0 }).unwrap();
        for _ in 0..STEPS {
            world.step(DT).unwrap();
            let errors = [world.position_error(sine).unwrap()[0], world.position_error(cogs).unwrap()[0]];
            assert!(errors.iter().all(|error| error.abs() < 1e-4), "{errors:?} at {turn} rad");
        }
    }
}

/// A phase as large as the turns: what is worked out of it is in `f64` as well.
#[test]
fn what_is_worked_out_of_a_phase_is_not_rounded() {
    for turn in TURNS {
        let mut world = support::weightless();
        // Three times a power of two, so that its multiples are rounded.
        let phase = 3.0 * turn;
        let first = add(&mut world, Body::dynamic(1.0, 0.5).spinning(0.7));
        let second = add(&mut world, Body::dynamic(1.0, 0.5).rotated(phase).spinning(1.0));
        let joint = world.add_joint([first, second], Phase { ratio: 0.7, phase }).unwrap();
        for _ in 0..STEPS {
            world.step(DT).unwrap();
            let error = world.position_error(joint).unwrap()[0];
            assert!(error.abs() < 1e-4, "{error} at {turn} rad");
        }
    }
}

/// A rack and what turns on it: an angle of each body, neither with a parameter, and pairs that both limits have in common.
#[constraint(|a, b| (b.position.x - a.position.x + a.angle + b.angle).within(self.lower..=self.upper))]
struct Racks {
    lower: Scalar,
    upper: Scalar,
}

/// Each sum is told from where its own angles were, and no other's.
#[test]
fn every_sum_begins_where_its_own_angles_do() {
    for width in WIDTHS {
        let mut world = support::weightless();
        world.set_lanes(width);
        let bodies = [0.5, 2.0].map(|angle| add(&mut world, Body::dynamic(1.0, 0.5).rotated(angle)));
        let racks = world.add_joint(bodies, Racks { lower: 0.0, upper: 1.0 }).unwrap();
        assert!(world.position_error(racks).unwrap()[0] > 1.4);
        for _ in 0..STEPS {
            world.step(DT).unwrap();
        }
        // After two seconds, some ε of the lengths and angles that it is made of, with room.
        let error = world.position_error(racks).unwrap()[0];
        assert!(error.abs() < 1e-5, "{error} in lanes of {width}");
    }
}

/// What is added to the second angle is multiplied with it.
#[constraint(|a, b| self.ratio * (b.angle - self.phase) - a.angle)]
struct Phased {
    ratio: Scalar,
    phase: Scalar,
}

/// The same of limits that are not zero.
#[constraint(|a, b| (self.ratio * (b.angle - a.angle - self.phase)).within(self.lower..))]
struct PhasedStop {
    ratio: Scalar,
    phase: Scalar,
    lower: Scalar,
}

/// Of a million radians times a ratio, `f32` loses some hundredths: that is no sum which is told from the start of a step.
#[test]
fn a_phase_is_not_rounded_with_its_ratio() {
    let mut world = support::weightless();
    let mut wheel = |angle| add(&mut world, Body::dynamic(1.0, 0.5).rotated(angle));
    let (held, stopped) = ([wheel(0.0), wheel(1_000_000.25)], [wheel(0.0), wheel(1_000_000.25)]);
    let phased = Phased { ratio: 0.3, phase: 1_000_000.0 };
    let stop = PhasedStop { ratio: 0.3, phase: 1_000_000.0, lower: 0.125 };
    let (held, stopped) = (world.add_joint(held, phased).unwrap(), world.add_joint(stopped, stop).unwrap());
    for _ in 0..STEPS {
        world.step(DT).unwrap();
    }
    let errors = [world.position_error(held).unwrap()[0], world.position_error(stopped).unwrap()[0]];
    assert!(errors.iter().all(|error| error.abs() < 1e-4), "{errors:?}");
}
