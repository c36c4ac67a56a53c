//! Motion does not depend on the unit of mass: where all masses, forces and impulses are so many times as large, all velocities
//! are the same. Joints hold grains and planets alike, in single precision.

// What is needed in one of the precisions, with the feature `f64` or without it.
#![allow(clippy::useless_conversion, clippy::unnecessary_cast, clippy::cast_possible_truncation)]

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::math::Scalar;
use constraint_core::{Array, Constraint, MassProperties, Pass, Pose, Softness, Step, Vec2, Velocity};

#[path = "../benches/hand/mod.rs"]
#[allow(dead_code)] // what is written by hand is in `tests/hand.rs`
mod hand;
mod joint_state;

use hand::{ByHand, Dice};

/// The precision of the functions by hand, which nobody calls here.
type Float = f64;

/// Units of mass in kg, as powers of two: no product and no quotient rounds otherwise for them, so that velocities are the
/// same to the last bit, and no tolerance is needed. 2⁴⁰ is 1e12, and 2⁸⁰ is 1e24: the square of an inverse mass is zero.
const UNITS: [i32; 8] = [-80, -60, -40, -20, 20, 40, 60, 80];

/// The same for joints that compare the length of an impulse with the greatest one by their squares: 2⁵⁰ is 1e15.
const UNITS_OF_SQUARES: [i32; 6] = [-50, -40, -20, 20, 40, 50];

const STEP: Step<f32> = Step { h: 1.0 / 240.0, inverse_h: 240.0, time: 0.0 };

/// What a joint finds.
type State<J> = joint_state::State<J, f32>;

fn random<J: Constraint>(dice: &mut Dice) -> State<J> {
    State::random(|low, high| dice.between(low.into(), high.into()) as f32)
}

/// The velocities after each pass of a step, and the last impulses, both in numbers that have no unit of mass.
fn motion<J: Constraint>(joint: &J, state: &State<J>, unit: f32) -> (Vec<[u32; 3]>, Vec<u32>) {
    let masses = J::Bodies::from_fn(|body| {
        let MassProperties { inverse_mass, inverse_inertia } = state.masses.as_ref()[body];
        MassProperties { inverse_mass: inverse_mass / unit, inverse_inertia: inverse_inertia / unit }
    });
    let mut impulses = J::Rows::from_fn(|row| state.impulses.as_ref()[row] * unit);
    let mut velocities = state.velocities;
    let mut seen = Vec::new();
    let mut see = |velocities: &J::Bodies<Velocity<f32>>| {
        // −0 is 0.
        let bits = |x: f32| (x + 0.0).to_bits();
        seen.extend(velocities.as_ref().iter().map(|of| [bits(of.x), bits(of.y), bits(of.angular)]));
    };
    let setup = joint.setup(&masses);
    let mut prepared = J::Prepared::default();
    J::begin(&setup, &J::Bodies::from_fn(|_| 0.0), &mut prepared);
    J::prepare(&setup, &state.poses, &STEP, &mut prepared);
    J::warm_start(&setup, &prepared, &impulses, &mut velocities);
    see(&velocities);
    for pass in [Softness::new(60.0, 2.0).pass(STEP.h), Pass::relax(), Softness::new(15.0, 1.0).pass(STEP.h)] {
        J::solve(&setup, &prepared, &pass, &mut impulses, &mut velocities);
        see(&velocities);
    }
    (seen, impulses.as_ref().iter().map(|impulse| (impulse / unit + 0.0).to_bits()).collect())
}

/// Compares the motion of random joints in each unit with that of kilograms.
fn is_the_same<J: ByHand>(units: &[i32], in_unit: impl Fn(J, Scalar) -> J) {
    for seed in 0..100 {
        let mut dice = Dice(seed);
        let joint = J::sample(&mut dice);
        let state = random(&mut dice);
        let plain = motion(&joint, &state, 1.0);
        for &exponent in units {
            let unit = 2.0_f32.powi(exponent);
            let joint = in_unit(J::sample(&mut Dice(seed)), unit.into());
            let name = std::any::type_name::<J>();
            assert_eq!(motion(&joint, &state, unit), plain, "{name}, {seed}: a unit of mass is 2^{exponent} kg");
        }
    }
}

macro_rules! joints {
    ($units:ident: $($name:ident: $joint:ident { $($force:ident),* })*) => {$(
        #[test]
        fn $name() {
            #[allow(unused_variables, unused_mut)] // of joints without forces
            is_the_same(&$units, |mut joint: $joint, unit| {
                $(joint.$force *= unit;)*
                joint
            });
        }
    )*};
}

// Each with its forces and torques.
joints! { UNITS:
    angle: AngleJoint {}
    damped_rotary_spring: DampedRotarySpring { stiffness, damping }
    damped_spring: DampedSpring { stiffness, damping }
    distance: DistanceJoint {}
    ground_pulley: GroundPulleyJoint {}
    line: LineJoint {}
    linear_motor: LinearMotorJoint { max_force }
    motor: MotorJoint { max_torque }
    pivot: PivotJoint {}
    prismatic: PrismaticJoint { max_motor_force }
    pulley: PulleyJoint {}
    rail: RailJoint {}
    ratchet: RatchetJoint {}
    revolute: RevoluteJoint { max_motor_torque }
    slider: SliderJoint {}
    soft_distance: SoftDistanceJoint {}
    soft_rail: SoftRailJoint {}
    strut: StrutJoint { max_motor_force }
    weld: WeldJoint {}
    wheel: WheelJoint { max_motor_torque }
}

joints! { UNITS_OF_SQUARES:
    drive: DriveJoint { max_spring_torque, max_velocity_torque, max_spring_force, max_velocity_force }
    mouse: MouseJoint { max_force }
}

/// A pass takes the share 1/(1 + a) of a spring's impulse back, with a = hω(2ζ + hω). The generated code makes that share of K
/// and 1/((1 + a) K): all of its digits are there, for a spring that hardly pulls as for one that is all but rigid.
#[test]
fn a_springs_share_of_an_impulse_is_exact_however_stiff() {
    const SPRINGS: Pass<f32> = Pass { bias_rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0, spring_scale: 1.0 };
    // Two roundings for ω, five for a, and eight from 1 + a to the velocity, each of 2⁻²⁴ at most.
    const ROUNDINGS: f64 = 15.0;
    let masses = [(0.3, 0.7), (1.7, 2.9)].map(|(m, i)| MassProperties { inverse_mass: m, inverse_inertia: i });
    for hertz in [1e-3, 0.1, 3.0, 60.0, 1e3, 1e5, 1e7] {
        for damping_ratio in [0.0, 0.7, 30.0] {
            let joint = SoftRailJoint {
                local_anchor_a: Vec2::ZERO,
                local_direction_a: Vec2::X,
                local_anchor_b: Vec2::ZERO,
                softness: Softness::new(hertz, damping_ratio),
            };
            let setup = joint.setup(&masses);
            let mut prepared = <SoftRailJoint as Constraint>::Prepared::default();
            <SoftRailJoint as Constraint>::prepare(&setup, &[Pose::new(0.0_f32, 0.0, 0.0); 2], &STEP, &mut prepared);
            let (mut impulses, mut velocities) = ([1.0], [Velocity::default(); 2]);
            <SoftRailJoint as Constraint>::solve(&setup, &prepared, &SPRINGS, &mut impulses, &mut velocities);
            let phase = f64::from(STEP.h) * std::f64::consts::TAU * f64::from(hertz);
            let share = 1.0 / (1.0 + phase * (2.0 * f64::from(damping_ratio) + phase));
            let taken = -f64::from(velocities[1].y) / f64::from(masses[1].inverse_mass);
            let error = (taken / share - 1.0).abs();
            assert!(
                error <= ROUNDINGS * f64::from(f32::EPSILON) / 2.0,
                "{hertz} Hz, ζ {damping_ratio}: {error:e} of {share:e}"
            );
        }
    }
}
