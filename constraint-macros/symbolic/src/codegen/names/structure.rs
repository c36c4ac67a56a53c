//! What a value is called that nobody has named: after what it is made of, as long as that can be said in a few words.

use crate::ir::scalar::{Lane, Leaf, Op, ScalarIr, Slot};
use crate::ir::vector::{Function, Input, Number};

/// A name of more letters than this says less than the code itself.
const LONGEST: usize = 40;

/// The products of two vectors' components that are one product of the vectors: u · v, u × v, |u|².
pub(super) fn of_vectors(ir: &ScalarIr, slot: Slot, name: &dyn Fn(Slot) -> Option<String>) -> Option<String> {
    let Op::Sum(terms) = ir.op(slot) else { return None };
    let &[(c, first), (d, second)] = &terms[..] else { return None };
    let sign = c.get() * d.get();
    if sign.abs().to_bits() != 1.0_f64.to_bits() || !c.is_unit() {
        return None;
    }
    let factors = |slot: Slot| -> Option<Vec<(String, char)>> {
        let Op::Product(factors) = ir.op(slot) else { return None };
        let each = factors.iter().flat_map(|&(factor, k)| std::iter::repeat_n(factor, usize::try_from(k).unwrap_or(0)));
        each.map(|factor| component(&name(factor)?)).collect()
    };
    let (first, second) = (factors(first)?, factors(second)?);
    let ([(u, u_axis), (v, v_axis)], [(w, w_axis), (z, z_axis)]) = (&first[..], &second[..]) else { return None };
    // The same two vectors in both products, in either order.
    let (w_axis, z_axis) = match () {
        () if u == w && v == z && u_axis != w_axis => (w_axis, z_axis),
        () if u == z && v == w => (z_axis, w_axis),
        () => return None,
    };
    let name = match (u_axis, v_axis, w_axis, z_axis) {
        ('x', 'x', 'y', 'y') | ('y', 'y', 'x', 'x') if sign > 0.0 && u == v => format!("{u}_length_squared"),
        ('x', 'x', 'y', 'y') | ('y', 'y', 'x', 'x') if sign > 0.0 => format!("{u}_dot_{v}"),
        ('x', 'y', 'y', 'x') if sign < 0.0 && c.get() > 0.0 => format!("{u}_cross_{v}"),
        ('x', 'y', 'y', 'x') if sign < 0.0 => format!("{v}_cross_{u}"),
        ('y', 'x', 'x', 'y') if sign < 0.0 && c.get() > 0.0 => format!("{v}_cross_{u}"),
        ('y', 'x', 'x', 'y') if sign < 0.0 => format!("{u}_cross_{v}"),
        _ => return None,
    };
    let name = if sign > 0.0 && c.get() < 0.0 { format!("minus_{name}") } else { name };
    (name.len() <= LONGEST).then_some(name)
}

/// The name of the value of which a duplicated field is a copy.
pub(super) fn without_copy(name: &str) -> &str {
    match name.rsplit_once("_copy") {
        Some((first, number)) if number.chars().all(|digit| digit == '_' || digit.is_ascii_digit()) => first,
        _ => name,
    }
}

/// The vector and the axis of which a name speaks.
fn component(name: &str) -> Option<(String, char)> {
    let vector = name.strip_suffix("_x").map(|vector| (vector, 'x'));
    vector
        .or_else(|| name.strip_suffix("_y").map(|vector| (vector, 'y')))
        .map(|(vector, axis)| (vector.to_owned(), axis))
}

/// A name made of those of the operands.
pub(super) fn of_operands(
    ir: &ScalarIr,
    slot: Slot,
    bodies: &[String],
    name: &dyn Fn(Slot) -> Option<String>,
) -> Option<String> {
    let wanted = match ir.op(slot) {
        Op::Sum(terms) => sum(ir, terms, name)?,
        Op::Product(factors) => product(ir, factors, bodies, name)?,
        Op::Call(function, arguments) => call(ir, *function, arguments, name)?,
        &Op::Duplicate(same) => format!("{}_copy", name(same)?),
        &Op::Choose(_, _, no) => format!("scaled_n_{}", last_normal(ir, no)?),
        op if op.is_truth() => "condition".to_owned(),
        _ => return None,
    };
    (wanted.len() <= LONGEST).then_some(wanted)
}

/// The axis of a component of the last normal, or of a multiple of it.
fn last_normal(ir: &ScalarIr, slot: Slot) -> Option<&'static str> {
    match ir.op(slot) {
        Op::Input(Leaf { input: Input::Memory(_), lane }) => Some(if *lane == Lane::X { "x" } else { "y" }),
        Op::Call(Function::AsLong, arguments) => last_normal(ir, arguments[0]),
        _ => None,
    }
}

fn sum(ir: &ScalarIr, terms: &[(Number, Slot)], name: &dyn Fn(Slot) -> Option<String>) -> Option<String> {
    let all = |is: fn(Input) -> bool| terms.iter().all(|&(_, term)| input(ir, term).is_some_and(is));
    if all(|input| matches!(input, Input::InverseMass(_))) {
        return Some("inverse_mass".to_owned());
    }
    if all(|input| matches!(input, Input::InverseInertia(_))) {
        return Some("inverse_inertia".to_owned());
    }
    let is_difference = terms.len() == 2 && (terms[0].0.get() + terms[1].0.get()).to_bits() == 0;
    if is_difference && all(|input| matches!(input, Input::LinearVelocity(_))) {
        let is_x = matches!(ir.op(terms[0].1), Op::Input(Leaf { lane: Lane::X, .. }));
        return Some(format!("relative_velocity_{}", if is_x { "x" } else { "y" }));
    }
    if is_difference && all(|input| matches!(input, Input::AngularVelocity(_))) {
        return Some("relative_spin".to_owned());
    }
    match *terms {
        [(c, slot)] => {
            let (c, name) = (c.get(), name(slot)?);
            let is = |value: f64| c.to_bits() == value.to_bits();
            Some(match () {
                () if is(-1.0) => format!("minus_{name}"),
                () if is(2.0) => format!("twice_{name}"),
                () if is(0.5) => format!("half_{name}"),
                () => format!("scaled_{name}"),
            })
        }
        [(c, a), (d, b)] => {
            let (a, b) = (name(a)?, name(b)?);
            let is = |value: Number, wanted: f64| value.get().to_bits() == wanted.to_bits();
            match () {
                () if is(c, 1.0) && is(d, 1.0) => Some(match (a.strip_prefix("minus_"), b.strip_prefix("minus_")) {
                    (None, Some(b)) => format!("{a}_minus_{b}"),
                    (Some(a), None) => format!("{b}_minus_{a}"),
                    _ => format!("{a}_plus_{b}"),
                }),
                () if is(c, 1.0) && is(d, -1.0) => Some(format!("{a}_minus_{b}")),
                () if is(c, -1.0) && is(d, 1.0) => Some(format!("{b}_minus_{a}")),
                () => None,
            }
        }
        _ => None,
    }
}

/// What is divided by a mass says so.
fn product(
    ir: &ScalarIr,
    factors: &[(Slot, i32)],
    bodies: &[String],
    name: &dyn Fn(Slot) -> Option<String>,
) -> Option<String> {
    match *factors {
        [(a, -1)] => Some(format!("inverse_{}", name(a)?)),
        [(a, 2)] => Some(format!("{}_squared", name(a)?)),
        [(a, 1), (b, -1)] | [(b, -1), (a, 1)] => Some(format!("{}_over_{}", name(a)?, name(b)?)),
        [(a, 1), (b, 1)] => {
            for (light, other) in [(a, b), (b, a)] {
                let (what, body) = match input(ir, light) {
                    Some(Input::InverseMass(body)) => ("mass", body),
                    Some(Input::InverseInertia(body)) => ("inertia", body),
                    _ => continue,
                };
                return Some(format!("{}_per_{what}_{}", name(other)?, bodies[usize::from(body)]));
            }
            let (a, b) = (name(a)?, name(b)?);
            Some(match (a.strip_prefix("inverse_"), b.strip_prefix("inverse_")) {
                (None, Some(b)) => format!("{a}_over_{b}"),
                (Some(a), None) => format!("{b}_over_{a}"),
                _ => format!("{a}_times_{b}"),
            })
        }
        _ => None,
    }
}

fn call(
    ir: &ScalarIr,
    function: Function,
    arguments: &[Slot],
    name: &dyn Fn(Slot) -> Option<String>,
) -> Option<String> {
    let mut known = arguments.iter().filter(|&&argument| !matches!(ir.op(argument), Op::Constant(_)));
    let (first, has_more) = (name(*known.next()?)?, known.next().is_some());
    let word = match function {
        Function::Asin | Function::Acos | Function::Atan | Function::Atan2 => return Some("angle".to_owned()),
        // The other argument only keeps it finite.
        Function::Min | Function::Max if !has_more => return Some(format!("finite_{first}")),
        Function::Min => return Some("least".to_owned()),
        Function::Max => return Some("greatest".to_owned()),
        Function::AsLong => return None,
        Function::Curve { order: 0, .. } => "curve_at",
        Function::Curve { .. } => "slope_at",
        Function::Powf => return Some(format!("power_of_{first}")),
        Function::Sin => "sin",
        Function::Cos => "cos",
        Function::Tan => "tan",
        Function::Exp => "exp",
        Function::Ln => "ln",
        Function::Abs => "abs",
        Function::Sqrt => match first.strip_suffix("_length_squared") {
            Some(vector) => return Some(format!("{vector}_length")),
            None => "root",
        },
    };
    Some(format!("{word}_{first}"))
}

fn input(ir: &ScalarIr, slot: Slot) -> Option<Input> {
    match ir.op(slot) {
        Op::Input(Leaf { input, .. }) => Some(*input),
        &Op::Duplicate(same) => self::input(ir, same),
        _ => None,
    }
}
