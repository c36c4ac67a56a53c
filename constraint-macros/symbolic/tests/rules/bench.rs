//! What the proofs share: named inputs, a rewriting with its text and its value, staged code with its counts.

use std::hash::{DefaultHasher, Hash, Hasher};

use constraint_symbolic::codegen::names::{Given, Glossary, Names};
use constraint_symbolic::codegen::schedule::schedule;
use constraint_symbolic::derivation::inline;
use constraint_symbolic::frontend::typing::Parameter;
use constraint_symbolic::ir::cached_fields::CachedFields;
use constraint_symbolic::ir::emitted::Function;
use constraint_symbolic::ir::evaluate::{Value, evaluate};
use constraint_symbolic::ir::scalar::{Lane, Leaf, ScalarIr, Slot};
use constraint_symbolic::ir::vector::{Id, Input, Type, VectorIr};
use constraint_symbolic::lower::{Degenerate, lower};
use constraint_symbolic::simplify::Simplifier;
use constraint_testing::execute::{Environment, execute};

/// The parameters of every proof, by name.
const PARAMETERS: [(&str, Type); 9] = [
    ("s", Type::Scalar),
    ("t", Type::Scalar),
    ("k", Type::Scalar),
    ("u", Type::Vector),
    ("v", Type::Vector),
    ("w", Type::Vector),
    ("q", Type::Rotation),
    ("lower", Type::Scalar),
    ("upper", Type::Scalar),
];

pub(crate) fn parameters() -> Vec<Parameter> {
    PARAMETERS.iter().map(|&(name, ty)| Parameter { path: vec![name.to_owned()], ty, expression: None }).collect()
}

pub(crate) fn bodies() -> Vec<String> {
    vec!["a".to_owned(), "b".to_owned()]
}

/// Inputs by short names: `s t k` scalars, `u v w` vectors, `q` a rotation, `p_a`, `R_b`, `θ_a`, `v_a`, `ω_b`, `m_a`, `i_b`.
pub(crate) fn given(g: &mut VectorIr, name: &str) -> Id {
    if let Some(index) = PARAMETERS.iter().position(|(known, _)| *known == name) {
        let index = u32::try_from(index).expect("few parameters");
        return g.input(Input::Parameter(index, PARAMETERS[index as usize].1));
    }
    let (kind, body) = name.split_once('_').expect("an input of a body");
    let body = u8::from(body == "b");
    g.input(match kind {
        "p" => Input::Position(body),
        "R" => Input::Rotation(body),
        "θ" => Input::Angle(body),
        "v" => Input::LinearVelocity(body),
        "ω" => Input::AngularVelocity(body),
        "m" => Input::InverseMass(body),
        "i" => Input::InverseInertia(body),
        _ => panic!("no input is called {name}"),
    })
}

/// A number between 0.25 and 2, of either sign but for masses, that follows from what it is for.
fn number(round: u32, leaf: Leaf) -> f64 {
    let mut hasher = DefaultHasher::new();
    (round, leaf).hash(&mut hasher);
    let bits = hasher.finish();
    let size = 0.25 + 1.75 * f64::from(u32::try_from(bits >> 32).expect("32 bits")) / f64::from(u32::MAX);
    let is_mass = matches!(leaf.input, Input::InverseMass(_) | Input::InverseInertia(_));
    if bits & 1 == 0 || is_mass { size } else { -size }
}

pub(crate) fn leaf(round: u32, leaf: Leaf) -> f64 {
    let turned = |angle: f64| if leaf.lane == Lane::Y { angle.sin() } else { angle.cos() };
    match leaf.input {
        Input::Rotation(body) => turned(number(round, Leaf::whole(Input::Angle(body)))),
        Input::Parameter(_, Type::Rotation) => turned(number(round, Leaf { lane: Lane::Whole, ..leaf })),
        Input::Memory(_) => f64::from(u8::from(leaf.lane == Lane::X)),
        _ => number(round, leaf),
    }
}

pub(crate) fn input(round: u32, input: Input) -> Value {
    let (x, y) = (leaf(round, Leaf { input, lane: Lane::X }), leaf(round, Leaf { input, lane: Lane::Y }));
    match input {
        Input::Rotation(_) | Input::Parameter(_, Type::Rotation) => Value::Rotation(x, y),
        Input::Position(_) | Input::LinearVelocity(_) | Input::Parameter(_, Type::Vector) => Value::Vector(x, y),
        _ => Value::Scalar(leaf(round, Leaf::whole(input))),
    }
}

/// How often a value is looked at.
pub(crate) const ROUNDS: u32 = 20;

/// Some twenty operations on numbers around 1 round by 1e-15 each way, a hundred times less than this.
pub(crate) const ROUNDING: f64 = 1e-12;

pub(crate) fn components(value: Value) -> Vec<f64> {
    match value {
        Value::Truth(truth) => vec![f64::from(u8::from(truth))],
        Value::Scalar(value) => vec![value],
        Value::Vector(x, y) | Value::Rotation(x, y) => vec![x, y],
    }
}

/// The values of a root at a round.
pub(crate) fn values(g: &VectorIr, root: Id, round: u32) -> Vec<f64> {
    components(evaluate(g, &[root], &|given| input(round, given))[0])
}

#[track_caller]
pub(crate) fn same(what: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        let off = (found - expected).abs();
        assert!(off <= ROUNDING * expected.abs().max(1.0), "{what}: {found} instead of {expected}");
    }
}

/// The simplified form of an expression: its text, which is asserted, and its value, which has stayed.
#[track_caller]
pub(crate) fn becomes(build: impl Fn(&mut VectorIr) -> Id, text: &str) {
    let mut plain = VectorIr::new();
    let root = build(&mut plain);
    let (simple, roots) = Simplifier::run(&plain, &[root]);
    assert_eq!(inline(&simple, roots[0], &bodies(), &parameters(), &[]), text);
    for round in 0..ROUNDS {
        same(text, &values(&simple, roots[0], round), &values(&plain, root, round));
    }
}

/// Scalars in an IR, after a pass.
pub(crate) fn taped(g: &VectorIr, roots: &[Id], pass: fn(&mut ScalarIr, &[Slot])) -> (ScalarIr, Vec<Slot>) {
    let lowered = lower(g, &bodies(), roots, Degenerate::Axis);
    let (mut ir, slots) = ScalarIr::new(&lowered.graph);
    let roots: Vec<Slot> = lowered.roots.iter().flat_map(|lanes| lanes.ids()).map(|id| slots[id]).collect();
    pass(&mut ir, &roots);
    (ir, roots)
}

/// The code of roots after a pass; its values equal those of the expressions.
#[track_caller]
pub(crate) fn code(build: impl Fn(&mut VectorIr) -> Vec<Id>, pass: fn(&mut ScalarIr, &[Slot])) -> Function {
    let mut plain = VectorIr::new();
    let roots = build(&mut plain);
    let (ir, slots) = taped(&plain, &roots, pass);
    let (bodies, glossary) = (bodies(), Glossary::default());
    let given = Given::new(&bodies, &parameters(), &glossary);
    let mut names = Names::new(&bodies, &given, &ir, &ir.order(&slots, &|_| false), &glossary);
    let function = schedule(&ir, &slots, &CachedFields::default(), &mut names);
    for round in 0..ROUNDS {
        let found = run(&function, round, &[], &[]);
        let expected: Vec<f64> = roots.iter().flat_map(|&root| values(&plain, root, round)).collect();
        same("code", &found, &expected);
    }
    function
}

pub(crate) fn operations(function: &Function) -> usize {
    function.operations().arithmetic
}

pub(crate) fn run(function: &Function, round: u32, setup: &[f64], prepared: &[f64]) -> Vec<f64> {
    execute(function, &Environment { given: &|given| leaf(round, given), setup, prepared, starts: &[] })
}

/// No pass.
pub(crate) fn nothing(_: &mut ScalarIr, _: &[Slot]) {}
