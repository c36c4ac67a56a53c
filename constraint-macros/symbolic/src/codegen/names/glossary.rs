//! What values are called, by the values themselves.
//!
//! Rewriting leaves few expressions as they were written, but none with another value. So a name that was given to an
//! expression before is found again at one state of the joint, at which every expression of it has a value of its own.

use crate::constraint::assemble::{Assembly, FAR, Planar};
use crate::constraint::numeric_lint::state::State;
use crate::ir::evaluate::{Order, Value, function, pivot, rounding};
use crate::ir::fast_map::FastMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::Sign;
use crate::ir::scalar::{Lane, Op, ScalarIr, Slot};
use crate::ir::sorted_vec::sort_by_key;
use crate::ir::vector::{Function, Id, Input, Node};

/// Names with the values that their expressions have at one state.
#[derive(Clone, Debug, Default)]
pub struct Glossary {
    bodies: usize,
    /// In order of the size of the values.
    entries: Vec<Entry>,
    by_name: FastMap<String, Vec<f64>>,
}

#[derive(Clone, Debug)]
struct Entry {
    value: f64,
    name: String,
    /// Whether it is a block of J or Jᵀλ, which gets its name only where there is no other.
    is_block: bool,
}

/// Two ways to work out one value differ by rounding, which is far below the distance of two values.
const ROUNDING: f64 = 1e-9;

impl Glossary {
    /// What the user and the compiler have named in a joint, and its Jacobian.
    pub fn new(assembly: &Assembly, bodies: &[String]) -> Self {
        let graph = &assembly.graph;
        let (mut ids, mut names) = (Vec::new(), Vec::new());
        for id in graph.ids() {
            if let Some(name) = graph.name(id).filter(|_| speaks(graph.node(id))) {
                ids.push(id);
                names.push((name.to_owned(), false));
            }
        }
        for (id, name) in blocks(assembly, bodies) {
            ids.push(id);
            names.push((name, true));
        }
        let state = State::near(0, 0, bodies.len());
        let values = Order::new(graph, &ids).evaluate(graph, &|input| positive(&state, input));
        let mut glossary = Self { bodies: bodies.len(), ..Self::default() };
        for ((name, is_block), value) in names.into_iter().zip(values) {
            match value {
                Value::Scalar(x) => glossary.add(name, is_block, x),
                Value::Vector(x, y) => {
                    glossary.add(format!("{name}_x"), is_block, x);
                    glossary.add(format!("{name}_y"), is_block, y);
                }
                Value::Rotation(..) | Value::Truth(_) => {}
            }
        }
        // Without their signs, numbers are in the order of their bits.
        sort_by_key(&mut glossary.entries, |entry| entry.value.abs().to_bits());
        glossary
    }

    fn add(&mut self, name: String, is_block: bool, value: f64) {
        // What is 0 or 1 here may be another 0 or 1, and beside what stands for infinity nothing else is seen.
        if value.abs() < FAR / 1e10 && value != 0.0 && value.abs().to_bits() != 1.0_f64.to_bits() {
            self.by_name.entry(name.clone()).or_default().push(value);
            self.entries.push(Entry { value, name, is_block });
        }
    }

    /// The name of a value, or else of its opposite; of a block of J or Jᵀλ, or of its opposite, only where there is none.
    pub(super) fn find(&self, value: f64) -> Option<(&str, Sign)> {
        let least = self.entries.partition_point(|known| known.value.abs() < value.abs() * (1.0 - ROUNDING));
        let near = self.entries[least..].iter();
        let near = near.take_while(|known| known.value.abs() <= value.abs() * (1.0 + ROUNDING));
        let is_opposite = |known: &Entry| known.value.is_sign_positive() != value.is_sign_positive();
        let best = near.min_by_key(|known| (known.is_block, is_opposite(known)))?;
        Some((&best.name, if is_opposite(best) { Sign::Minus } else { Sign::Plus }))
    }

    /// Whether something has that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// How a value relates to a name, if it does.
    pub(super) fn sign(&self, name: &str, value: f64) -> Option<Sign> {
        let known = self.by_name.get(name)?;
        let near = |a: f64| (a - value).abs() <= value.abs() * ROUNDING;
        let is = |sign: f64| known.iter().any(|&known| near(sign * known));
        if is(1.0) { Some(Sign::Plus) } else { is(-1.0).then_some(Sign::Minus) }
    }

    /// The values of slots at the same state, given in an order of evaluation; of a truth, 1 or 0; of other slots, none.
    pub(super) fn values(&self, ir: &ScalarIr, order: &[Slot]) -> Vec<f64> {
        let state = State::near(0, 0, self.bodies);
        let mut values = vec![f64::NAN; ir.len()];
        for &slot in order {
            values[slot] = op(ir.op(slot), &|slot: Slot| values[slot], &state);
        }
        values
    }
}

/// The blocks of J and Jᵀλ. As they have no names of their own in the graph, that of a dot or cross product goes before
/// theirs.
fn blocks(assembly: &Assembly, bodies: &[String]) -> Vec<(Id, String)> {
    let suffix = |row: usize| if assembly.rows.len() == 1 { String::new() } else { format!("_{row}") };
    let mut named = Vec::new();
    let mut add = |blocks: &[Planar], what: &str| {
        for (block, body) in blocks.iter().zip(bodies) {
            named.push((block.linear, format!("linear{what}_{body}")));
            named.push((block.angular, format!("angular{what}_{body}")));
        }
    };
    for (number, row) in assembly.rows.iter().enumerate() {
        add(&row.jacobian, &suffix(number));
    }
    add(&assembly.impulse, "_impulse");
    for (number, &rate) in assembly.velocity.iter().enumerate() {
        named.push((rate, format!("rate{}", suffix(number))));
    }
    named
}

/// Whether an expression's value is its own: that of a choice is one of its operands'.
fn speaks(node: &Node) -> bool {
    !matches!(node, Node::Choose(..) | Node::Call(Function::Min | Function::Max, _))
}

/// The state's inputs; but masses, steps and the like are above zero.
fn positive(state: &State, input: Input) -> Value {
    match (input, state.input(input)) {
        (
            Input::InverseMass(_)
            | Input::InverseInertia(_)
            | Input::StepLength
            | Input::InverseStepLength
            | Input::BiasRate
            | Input::MassScale
            | Input::ImpulseScale
            | Input::SpringScale,
            Value::Scalar(x),
        ) => Value::Scalar(x.abs()),
        (_, value) => value,
    }
}

fn op(op: &Op, value: &dyn Fn(Slot) -> f64, state: &State) -> f64 {
    let truth = |slot: Slot| value(slot) > 0.5;
    let from_truth = |truth: bool| f64::from(u8::from(truth));
    match *op {
        Op::Constant(number) => number.get(),
        Op::Truth(truth) => from_truth(truth),
        Op::Input(leaf) => match (positive(state, leaf.input), leaf.lane) {
            (Value::Vector(x, _) | Value::Rotation(x, _), Lane::X) => x,
            (Value::Vector(_, y) | Value::Rotation(_, y), Lane::Y) => y,
            (value, _) => value.scalar(),
        },
        // Of a start, all angles were 0.
        Op::Sum(ref terms) | Op::AngleAtStart(_, ref terms) => {
            terms.iter().map(|&(c, slot)| c.get() * value(slot)).sum()
        }
        Op::Product(ref factors) => factors.iter().map(|&(slot, k)| value(slot).powi(k)).product(),
        Op::Call(f, ref arguments) => function(f, &arguments.map_vec(|&a| value(a))),
        Op::Choose(c, yes, no) => value(if truth(c) { yes } else { no }),
        Op::Less(a, b) => from_truth(value(a) < value(b)),
        Op::LessEqual(a, b) => from_truth(value(a) <= value(b)),
        Op::And(a, b) => from_truth(truth(a) && truth(b)),
        Op::Or(a, b) => from_truth(truth(a) || truth(b)),
        Op::Not(a) => from_truth(!truth(a)),
        Op::Duplicate(same) => value(same),
        Op::Pivot(d, by) => pivot(value(d), value(by)),
        Op::Rounding(size) => rounding(value(size)),
    }
}
