//! `DERIVATION` is mathematics, not prose: the text of each joint of the catalogue is read back and evaluated at random
//! states, and what comes out is the C, V, J, K and Jᵀλ that the joint computes. What it looks like is in `texts/`.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test derivations` takes the present texts for right.

mod reader;
mod value;

use std::collections::HashMap;
use std::path::Path;
use std::{env, fs};

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::{Array, Constraint, MassProperties, Pose, Scalar, Softness, Vec2, Velocity, Wrench};

use reader::{Equations, read};
use value::Value;

/// Random numbers, and the symbols that they were given to.
struct State {
    seed: u64,
    symbols: HashMap<String, Value>,
}

impl State {
    /// Between −2 and 2, and not near zero: a number that an f32 can represent (a multiple of 2⁻¹⁰).
    #[allow(clippy::cast_precision_loss)] // 12 bits
    fn number(&mut self) -> f64 {
        // Knuth's linear congruential generator; its upper bits are random enough to tell formulas apart.
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let size = 0.125 + (self.seed >> 53) as f64 / 1024.0 * 0.9375;
        if self.seed >> 52 & 1 == 0 { size } else { -size }
    }

    fn scalar(&mut self, symbol: String) -> f64 {
        let value = self.number();
        self.symbols.insert(symbol, Value::Scalar(value));
        value
    }

    fn vector(&mut self, symbol: String) -> (f64, f64) {
        let (x, y) = (self.number(), self.number());
        self.symbols.insert(symbol, Value::Vector(x, y));
        (x, y)
    }
}

/// Fields that a joint has.
trait Field {
    fn random(name: &str, state: &mut State) -> Self;
}

#[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast)] // f32, or f64 with the feature; exact in both
impl Field for Scalar {
    fn random(name: &str, state: &mut State) -> Self {
        state.scalar(name.to_owned()) as Self
    }
}

#[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast)]
impl Field for Vec2 {
    fn random(name: &str, state: &mut State) -> Self {
        let (x, y) = state.vector(name.to_owned());
        Self::new(x as Scalar, y as Scalar)
    }
}

impl Field for Softness {
    fn random(name: &str, state: &mut State) -> Self {
        let member = |member: &str, state: &mut State| Scalar::random(&format!("{name}.{member}"), state);
        Self { hertz: member("hertz", state), damping_ratio: member("damping_ratio", state) }
    }
}

/// What a joint computes, row by row.
struct Computed {
    position: Vec<f64>,
    velocity: Vec<f64>,
    jacobian: Vec<Vec<[f64; 3]>>,
    effective_mass: Vec<Vec<f64>>,
    impulse: Vec<[f64; 3]>,
    lambda: Vec<f64>,
}

/// The joint's own numbers at a random state, which goes into `state` with the bodies' names.
fn computed<J: Constraint>(joint: &J, bodies: &[&str], state: &mut State) -> Computed {
    let poses = J::Bodies::<Pose<f64>>::from_fn(|body| {
        let name = bodies[body];
        let ((x, y), angle) = (state.vector(format!("p_{name}")), state.scalar(format!("θ_{name}")));
        state.symbols.insert(format!("R_{name}"), Value::rotation(angle));
        Pose::new(x, y, angle)
    });
    let velocities = J::Bodies::<Velocity<f64>>::from_fn(|body| {
        let name = bodies[body];
        let ((x, y), angular) = (state.vector(format!("v_{name}")), state.scalar(format!("ω_{name}")));
        Velocity { x, y, angular }
    });
    let masses = J::Bodies::<MassProperties<f64>>::from_fn(|body| {
        let (mass, inertia) = (state.number().abs(), state.number().abs());
        state.symbols.insert(format!("m_{}", bodies[body]), Value::Scalar(mass));
        state.symbols.insert(format!("i_{}", bodies[body]), Value::Scalar(inertia));
        MassProperties { inverse_mass: 1.0 / mass, inverse_inertia: 1.0 / inertia }
    });
    let lambda = J::Rows::<f64>::from_fn(|_| state.number());
    let numbers = |wrench: &Wrench<f64>| [wrench.x, wrench.y, wrench.angular];
    let wrenches = |row: &J::Bodies<Wrench<f64>>| row.as_ref().iter().map(numbers).collect();
    Computed {
        position: joint.position(&poses).as_ref().to_vec(),
        velocity: joint.velocity(&poses, &velocities).as_ref().to_vec(),
        jacobian: joint.jacobian(&poses).as_ref().iter().map(wrenches).collect(),
        effective_mass: joint
            .effective_mass(&poses, &masses)
            .as_ref()
            .iter()
            .map(|row| row.as_ref().to_vec())
            .collect(),
        impulse: wrenches(&joint.impulse(&poses, &lambda)),
        lambda: lambda.as_ref().to_vec(),
    }
}

/// Two exact ways to one number, some fifty operations on numbers of up to 100: 1e-16 · 50 · 100, and a hundred times that.
const TOLERANCE: f64 = 1e-10;

#[track_caller]
fn near(what: &str, found: f64, expected: f64) {
    assert!((found - expected).abs() <= TOLERANCE, "{what}: {found} in the text, {expected} computed");
}

/// Compares what is told with what is computed: `widths` are the scalar rows of each row of the closure.
fn compare(text: &Equations, computed: &Computed, widths: &[usize], bodies: &[&str]) {
    let suffix = |row: usize| match widths.len() {
        1 => String::new(),
        _ => char::from_u32('₀' as u32 + u32::try_from(row).expect("few rows")).expect("a digit").to_string(),
    };
    let components = |value: Value, width: usize| match (value, width) {
        (value, 1) => vec![value.scalar()],
        (value, _) => vec![value.vector().0, value.vector().1],
    };
    let first = |row: usize| widths[..row].iter().sum::<usize>();
    let still = (Value::Scalar(0.0), Value::Scalar(0.0));
    for (row, &width) in widths.iter().enumerate() {
        let (c, v) = (format!("C{}", suffix(row)), format!("V{}", suffix(row)));
        for index in 0..width {
            near(&c, components(text.values[&c], width)[index], computed.position[first(row) + index]);
            near(&v, components(text.values[&v], width)[index], computed.velocity[first(row) + index]);
        }
        let j = format!("J{}", suffix(row));
        for (body, name) in bodies.iter().enumerate() {
            let (linear, angular) = text.wrenches[&j].get(*name).copied().unwrap_or(still);
            let (linear, angular) = match width {
                1 => (vec![linear.vector()], vec![angular.scalar()]),
                _ => (linear.matrix().map(|[x, y]| (x, y)).to_vec(), components(angular, 2)),
            };
            for index in 0..width {
                let [x, y, turn] = computed.jacobian[first(row) + index][body];
                near(&format!("{j} of {name}"), linear[index].0, x);
                near(&format!("{j} of {name}"), linear[index].1, y);
                near(&format!("{j} of {name}"), angular[index], turn);
            }
        }
        for (column, &across) in widths.iter().enumerate().skip(row) {
            let k = if widths.len() == 1 { "K".to_owned() } else { format!("K{}{}", suffix(row), suffix(column)) };
            let entries = match (width, across) {
                (2, 2) => text.values[&k].matrix().map(Vec::from).to_vec(),
                (2, _) => components(text.values[&k], 2).into_iter().map(|entry| vec![entry]).collect(),
                (_, across) => vec![components(text.values[&k], across)],
            };
            for (index, entries) in entries.into_iter().enumerate() {
                for (offset, entry) in entries.into_iter().enumerate() {
                    near(&k, entry, computed.effective_mass[first(row) + index][first(column) + offset]);
                }
            }
        }
    }
    for (body, name) in bodies.iter().enumerate() {
        let (linear, angular) = text.wrenches["Jᵀλ"][*name];
        let [x, y, turn] = computed.impulse[body];
        near(&format!("Jᵀλ on {name}"), linear.vector().0, x);
        near(&format!("Jᵀλ on {name}"), linear.vector().1, y);
        near(&format!("Jᵀλ on {name}"), angular.scalar(), turn);
    }
}

/// How many states each text is evaluated at: two different formulas agree at none.
const STATES: u64 = 20;

fn check<J: Constraint>(name: &str, make: fn(&mut State) -> J, bodies: &[&str], widths: &[usize]) {
    assert_eq!((bodies.len(), widths.iter().sum::<usize>()), (J::BODIES, J::ROWS), "{name}");
    for seed in 0..STATES {
        let mut state = State { seed, symbols: HashMap::new() };
        let joint = make(&mut state);
        let computed = computed(&joint, bodies, &mut state);
        let mut from = computed.lambda.iter().copied();
        for (row, width) in widths.iter().enumerate() {
            let lambda = if widths.len() == 1 {
                "λ".to_owned()
            } else {
                format!("λ{}", ["₀", "₁", "₂", "₃", "₄"][row])
            };
            let mut next = || from.next().expect("a λ for each row");
            let value = if *width == 1 { Value::Scalar(next()) } else { Value::Vector(next(), next()) };
            state.symbols.insert(lambda, value);
        }
        let text = read(J::DERIVATION, &|symbol| state.symbols.get(symbol).copied());
        compare(&text, &computed, widths, bodies);
    }
}

/// The text as it is kept for review.
fn kept(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/derivations/texts").join(name).with_extension("txt");
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, text).expect("a text that can be written");
        return;
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    assert!(known == text, "{} differs; run with UPDATE_SNAPSHOTS=1 and read the difference:\n{text}", path.display());
}

macro_rules! catalogue {
    ($($test:ident: $joint:ident { $($field:ident),* } of $bodies:expr, rows of $widths:expr;)*) => {$(
        #[test]
        fn $test() {
            let make = |state: &mut State| $joint { $($field: Field::random(stringify!($field), state)),* };
            check(stringify!($joint), make, &$bodies, &$widths);
            kept(stringify!($test), <$joint as Constraint>::DERIVATION);
        }
    )*};
}

catalogue! {
    angle: AngleJoint { ratio, lower, upper } of ["a", "b"], rows of [1];
    damped_rotary_spring: DampedRotarySpring { rest_angle, stiffness, damping } of ["a", "b"], rows of [1];
    damped_spring: DampedSpring { local_anchor_a, local_anchor_b, rest_length, stiffness, damping } of ["a", "b"], rows of [1];
    distance: DistanceJoint { local_anchor_a, local_anchor_b, lower, upper } of ["a", "b"], rows of [1];
    drive: DriveJoint {
        local_anchor_a, local_anchor_b, reference_angle, angular_spring, max_spring_torque, angular_velocity,
        max_velocity_torque, linear_spring, max_spring_force, linear_velocity, max_velocity_force
    } of ["a", "b"], rows of [1, 1, 2, 2];
    ground_pulley: GroundPulleyJoint { local_anchor_a, local_anchor_b, ground_a, ground_b, ratio, length } of ["a", "b"], rows of [1];
    line: LineJoint { local_anchor_a, local_direction_a, local_anchor_b, lower, upper } of ["a", "b"], rows of [1, 1];
    linear_motor: LinearMotorJoint { local_anchor_a, local_direction_a, local_anchor_b, speed, max_force } of ["a", "b"], rows of [1];
    motor: MotorJoint { ratio, rate, max_torque } of ["a", "b"], rows of [1];
    mouse: MouseJoint { local_anchor, target, softness, max_force } of ["body"], rows of [2];
    pivot: PivotJoint { local_anchor_a, local_anchor_b } of ["a", "b"], rows of [2];
    prismatic: PrismaticJoint {
        local_anchor_a, local_anchor_b, local_axis_a, reference_angle, target_translation, spring, motor_speed,
        max_motor_force, lower, upper
    } of ["a", "b"], rows of [1, 1, 1, 1, 1];
    pulley: PulleyJoint { local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d, ratio, lower, upper } of ["a", "b", "c", "d"], rows of [1];
    rail: RailJoint { local_anchor_a, local_direction_a, local_anchor_b } of ["a", "b"], rows of [1];
    ratchet: RatchetJoint { pitch, tooth } of ["a", "b"], rows of [1];
    revolute: RevoluteJoint {
        local_anchor_a, local_anchor_b, reference_angle, target_angle, spring, motor_speed, max_motor_torque, lower, upper
    } of ["a", "b"], rows of [1, 1, 1, 2];
    slider: SliderJoint { local_anchor_a, local_anchor_b, local_axis_a, reference_angle } of ["a", "b"], rows of [1, 1];
    soft_distance: SoftDistanceJoint { local_anchor_a, local_anchor_b, rest_length, softness } of ["a", "b"], rows of [1];
    soft_rail: SoftRailJoint { local_anchor_a, local_direction_a, local_anchor_b, softness } of ["a", "b"], rows of [1];
    strut: StrutJoint { local_anchor_a, local_anchor_b, length, spring, motor_speed, max_motor_force, lower, upper } of ["a", "b"], rows of [1, 1, 1];
    weld: WeldJoint { local_anchor_a, local_anchor_b, reference_angle } of ["a", "b"], rows of [2, 1];
    wheel: WheelJoint { local_anchor_a, local_anchor_b, local_axis_a, suspension, motor_speed, max_motor_torque, lower, upper } of ["a", "b"], rows of [1, 1, 1, 1];
}
