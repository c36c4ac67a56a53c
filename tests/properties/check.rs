//! What has to hold of a joint, at one state.

use std::collections::HashMap;

use constraint_symbolic::compile;
use constraint_symbolic::constraint::assemble::{Assembly, Block, Planar, assemble};
use constraint_symbolic::frontend::syntax::Joint;
use constraint_symbolic::frontend::typing;
use constraint_symbolic::ir::emitted::{FastPath, Function};
use constraint_symbolic::ir::evaluate;
use constraint_symbolic::ir::scalar::Leaf;
use constraint_symbolic::ir::vector::{Id, Input, Type};
use constraint_symbolic::simplify::Simplifier;
use constraint_testing::execute::{Environment, execute};
use constraint_testing::missed_optimizations::{self, MissedOptimization};
use num_dual::Dual64;

use crate::number::{Bounded, Number, Tangent};
use crate::plain::{Value, evaluate};
use crate::printed::{self, Told};
use crate::state::State;
use crate::unit;

/// How many values were compared, and how many meant nothing.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) compared: usize,
    pub(crate) discarded: usize,
    /// How many values of the fast path were the same in another unit of mass.
    pub(crate) in_units: usize,
}

/// How far apart two ways to a value may be, in bounds of their rounding: these are of first order, and no way rounds
/// exactly as it was foreseen.
const WAYS: f64 = 16.0;

impl Tally {
    /// A value of the plain expressions against another way to it, whose own bound of rounding is `error`.
    ///
    /// What is infinite, drowned in rounding or decided by it means nothing, whatever the other way says.
    fn compare(&mut self, what: &str, plain: Bounded, found: f64, error: f64) {
        let meaning = plain.value.is_finite() && WAYS * plain.error <= 1e-4 * (1.0 + plain.value.abs());
        if !meaning && found.to_bits() != plain.value.to_bits() {
            self.discarded += 1;
            return;
        }
        self.compared += 1;
        // The other way may lose more than the plain one, but not all.
        // What is as small as 1/LARGE may come to nothing on the way, as by the square of an exponential.
        let tolerance = WAYS * (plain.error + error.min(1e-6 * (1.0 + plain.value.abs()))) + (-unit::LARGE).exp2();
        let difference = (found - plain.value).abs();
        let same = found.to_bits() == plain.value.to_bits();
        assert!(
            same || difference <= tolerance,
            "{what}: {found} instead of {} ± {:e}, tolerance {tolerance:e}",
            plain.value,
            plain.error
        );
    }
}

/// Compiles a joint and checks it.
pub(crate) fn joint(joint: &Joint, seed: u64, tally: &mut Tally) {
    let compiled = compile(joint).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    // No text grows with what is shared: a page or two, however the formula was put together.
    assert!(compiled.derivation.len() < 200_000, "{} bytes of text", compiled.derivation.len());
    // Operations that become equal only as the last passes rewrite them, most of them multiples of one value, are left to LLVM,
    // which computes them once. Between functions it cannot, nor can it merge divisions: rounding would change.
    let mut missed = missed_optimizations::in_program(&compiled.program);
    missed.retain(|(what, _)| *what != MissedOptimization::Twice);
    assert_eq!(missed, []);
    let typed = typing::check(joint).expect("it compiled");
    let typed_rows: Vec<Told> =
        typed.rows.iter().map(|row| Told { width: typed.scalar_rows(row), is_rate: row.is_rate }).collect();
    let state = State { seed, parameters: &compiled.parameters };
    let plain = Bounds::new(assemble(typed), &state);
    // Powers of such numbers, and planets, are no numbers: which of them are met on the way is nobody's business.
    if plain.all.iter().any(|root| root.value.is_finite() && root.value.abs() > unit::LARGE.exp2()) {
        tally.discarded += 1;
        return;
    }
    let simple = Bounds::new(plain.assembly.clone().rewritten(Simplifier::run), &state);
    for (index, (before, after)) in plain.all.iter().zip(&simple.all).enumerate() {
        tally.compare(&format!("simplified root {index}"), *before, after.value, after.error);
    }
    assert_eq!(plain.all.len(), simple.all.len());
    interpreter(&plain, &state, tally);
    derivatives(&plain, &state, tally);
    let staged = Staged { plain: &plain, simple: &simple, state: &state };
    let derived = &compiled.program.derived;
    staged.function(
        "position",
        &derived.position,
        |assembly| assembly.rows.iter().map(|row| row.value).collect(),
        tally,
    );
    staged.function("velocity", &derived.velocity, |assembly| assembly.velocity.clone(), tally);
    staged.function("effective mass", &derived.effective_mass, |assembly| assembly.effective_mass.concat(), tally);
    staged.function("impulse", &derived.impulse, |assembly| planar(&assembly.impulse), tally);
    staged.function("jacobian", &derived.jacobian, jacobian, tally);
    staged.fast_path(&compiled.program.fast, tally);
    tally.in_units += unit::is_none(&compiled.program.fast, &state);
    printed(&compiled.derivation, &typed_rows, &plain, &state, tally);
}

/// The derivation's text, read back, says what the plain expressions are.
fn printed(text: &str, rows: &[Told], plain: &Bounds, state: &State<'_>, tally: &mut Tally) {
    if text.contains("NaN") || text.contains('∞') {
        // A constant of the closure is no number, and nothing that it stands in has a value.
        tally.discarded += 1;
        return;
    }
    let told = printed::read(text, rows, state);
    let assembly = &plain.assembly;
    let expected = printed::Roots {
        position: assembly.rows.iter().map(|row| row.value).collect(),
        velocity: assembly.velocity.clone(),
        jacobian: jacobian(assembly),
        effective_mass: assembly.effective_mass.clone(),
        impulse: planar(&assembly.impulse),
    };
    for (what, root, found) in told.against(&expected, rows) {
        // A vector of the plain expressions gives two values.
        for (expected, found) in plain.of(&[root]).into_iter().zip(found) {
            // The text has no choice to make where something is not a number: then it says nothing.
            let expected = if found.is_finite() { expected } else { expected.doubtful() };
            tally.compare(&what, expected, found, f64::INFINITY);
        }
    }
}

fn planar(planar: &[Planar]) -> Vec<Id> {
    planar.iter().flat_map(|planar| [planar.linear, planar.angular]).collect()
}

fn jacobian(assembly: &Assembly) -> Vec<Id> {
    assembly.rows.iter().flat_map(|row| planar(&row.jacobian)).collect()
}

fn roots(assembly: &Assembly) -> Vec<Id> {
    assembly.clone().roots_mut().into_iter().map(|id| *id).collect()
}

/// A joint's expressions, and the values of all roots.
struct Bounds {
    assembly: Assembly,
    by_root: HashMap<Id, Vec<Bounded>>,
    /// In the order of the roots.
    all: Vec<Bounded>,
}

impl Bounds {
    fn new(assembly: Assembly, state: &State<'_>) -> Self {
        let roots = roots(&assembly);
        let input = |input: Input| {
            // A rotation's cosine and sine are rounded: cos² + sin² is 1 to rounding.
            let error = if is_rotation(input) { f64::EPSILON } else { 0.0 };
            let given = |value: f64| Bounded { value, error };
            match state.components(input)[..] {
                [only] => Value::Scalar(given(only)),
                [x, y] => Value::Pair(given(x), given(y)),
                _ => unreachable!("inputs have one or two scalars"),
            }
        };
        let values: Vec<_> = evaluate(&assembly.graph, &roots, &input).into_iter().map(Value::components).collect();
        let all = values.concat();
        Self { assembly, by_root: roots.into_iter().zip(values).collect(), all }
    }

    fn of(&self, roots: &[Id]) -> Vec<Bounded> {
        roots.iter().flat_map(|root| self.by_root[root].iter().copied()).collect()
    }
}

fn is_rotation(input: Input) -> bool {
    matches!(input, Input::Rotation(_) | Input::Parameter(_, Type::Rotation))
}

/// The compiler's own interpreter agrees with the one here.
fn interpreter(plain: &Bounds, state: &State<'_>, tally: &mut Tally) {
    let input = |input: Input| match state.components(input)[..] {
        [cos, sin] if is_rotation(input) => evaluate::Value::Rotation(cos, sin),
        [x, y] => evaluate::Value::Vector(x, y),
        [only] => evaluate::Value::Scalar(only),
        _ => unreachable!("inputs have one or two scalars"),
    };
    let found = evaluate::evaluate(&plain.assembly.graph, &roots(&plain.assembly), &input);
    let found = found.into_iter().flat_map(|value| match value {
        evaluate::Value::Truth(_) => Vec::new(),
        evaluate::Value::Scalar(value) => vec![value],
        evaluate::Value::Vector(x, y) | evaluate::Value::Rotation(x, y) => vec![x, y],
    });
    for (index, (expected, found)) in plain.all.iter().zip(found).enumerate() {
        tally.compare(&format!("interpreted root {index}"), *expected, found, 0.0);
    }
}

/// J, column by column, equals the dual part of C.
fn derivatives(plain: &Bounds, state: &State<'_>, tally: &mut Tally) {
    let jacobian = plain.of(&jacobian(&plain.assembly));
    let plain = &plain.assembly;
    let rows: Vec<Id> = plain.rows.iter().map(|row| row.value).collect();
    let columns = jacobian.len() / rows.len();
    for column in 0..columns {
        let of_inputs = |input: Input| state.components(input).into_iter().zip(rates(state, input, column)).collect();
        let duals = along(plain, &rows, &of_inputs, &Dual64::new);
        let bounds = along(plain, &rows, &of_inputs, &|value, rate| Tangent {
            value: Bounded { value, error: 0.0 },
            slope: Bounded { value: rate, error: 0.0 },
        });
        for (row, (dual, bound)) in duals.into_iter().zip(bounds).enumerate() {
            let entry = jacobian[row * columns + column];
            // Where C is no number, neither is its derivative; where something is rooted at zero, dual numbers have none.
            let meaning = dual.re.is_finite() && dual.eps.is_finite() && bound.slope.error.is_finite();
            let entry = if meaning { entry } else { entry.doubtful() };
            tally.compare(&format!("J[{row}][{column}] by duals"), entry, dual.eps, bound.slope.error);
        }
    }
}

/// How fast the scalars of an input change along one coordinate: x, y or angle of a body.
fn rates(state: &State<'_>, input: Input, column: usize) -> Vec<f64> {
    let values = state.components(input);
    let is_body = |body: u8| usize::from(body) == column / 3;
    match (input, column % 3) {
        (Input::Position(body), 0) if is_body(body) => vec![1.0, 0.0],
        (Input::Position(body), 1) if is_body(body) => vec![0.0, 1.0],
        (Input::Angle(body), 2) if is_body(body) => vec![1.0],
        (Input::Rotation(body), 2) if is_body(body) => vec![-values[1], values[0]],
        _ => vec![0.0; values.len()],
    }
}

/// C of each row over numbers that are made of a value and its rate.
fn along<N: Number>(
    plain: &Assembly,
    rows: &[Id],
    inputs: &dyn Fn(Input) -> Vec<(f64, f64)>,
    make: &dyn Fn(f64, f64) -> N,
) -> Vec<N> {
    let input = |input: Input| match inputs(input)[..] {
        [(value, rate)] => Value::Scalar(make(value, rate)),
        [(x, dx), (y, dy)] => Value::Pair(make(x, dx), make(y, dy)),
        _ => unreachable!("inputs have one or two scalars"),
    };
    evaluate(&plain.graph, rows, &input).into_iter().flat_map(Value::components).collect()
}

/// The staged code, against the plain expressions.
struct Staged<'j> {
    plain: &'j Bounds,
    simple: &'j Bounds,
    state: &'j State<'j>,
}

impl Staged<'_> {
    fn run(&self, function: &Function, setup: &[f64], prepared: &[f64]) -> Vec<f64> {
        execute(function, &Environment { given: &|leaf| self.state.leaf(leaf), setup, prepared, starts: &[] })
    }

    /// What prepare keeps in a step that began with the bodies turned by another angle each, where begin told it so.
    fn prepared(&self, fast: &FastPath, setup: &[f64]) -> Vec<f64> {
        let (state, nothing) = (self.state, &[][..]);
        let at_start = |leaf: Leaf| match leaf.input {
            Input::Angle(body) => state.angle_at_start(body),
            _ => state.leaf(leaf),
        };
        let environment = Environment { given: &at_start, setup, prepared: nothing, starts: nothing };
        let starts = execute(&fast.begin, &environment);
        assert_eq!(starts.len(), fast.start_fields.len());
        let since_start = |leaf: Leaf| match leaf.input {
            Input::Angle(body) => state.angle(body) - state.angle_at_start(body),
            _ => state.leaf(leaf),
        };
        execute(&fast.prepare, &Environment { given: &since_start, setup, prepared: nothing, starts: &starts })
    }

    fn compare(&self, what: &str, found: &[f64], roots: impl Fn(&Assembly) -> Vec<Id>, tally: &mut Tally) {
        let plain = self.plain.of(&roots(&self.plain.assembly));
        let simple = self.simple.of(&roots(&self.simple.assembly));
        assert_eq!(found.len(), plain.len(), "{what}: outputs");
        for (index, ((plain, simple), &found)) in plain.into_iter().zip(simple).zip(found).enumerate() {
            tally.compare(&format!("{what} {index}"), plain, found, simple.error);
        }
    }

    fn function(&self, what: &str, function: &Function, roots: impl Fn(&Assembly) -> Vec<Id>, tally: &mut Tally) {
        self.compare(what, &self.run(function, &[], &[]), roots, tally);
    }

    fn fast_path(&self, fast: &FastPath, tally: &mut Tally) {
        let setup = self.run(&fast.setup, &[], &[]);
        let prepared = self.prepared(fast, &setup);
        assert_eq!((setup.len(), prepared.len()), (fast.setup_fields.len(), fast.prepared_fields.len()));
        let warm = self.run(&fast.warm_start, &setup, &prepared);
        self.compare("warm start", &warm, |assembly| planar(&assembly.warm_start), tally);
        assert_eq!(fast.solve.len(), self.plain.assembly.blocks.len());
        for (index, block) in fast.solve.iter().enumerate() {
            let found = self.run(&block.code, &setup, &prepared);
            let roots = |assembly: &Assembly| {
                let Block { impulses, velocities } = &assembly.blocks[index];
                impulses.iter().map(|&(_, id)| id).chain(planar(velocities)).collect::<Vec<_>>()
            };
            self.compare(&format!("block {index}"), &found, roots, tally);
        }
    }
}
