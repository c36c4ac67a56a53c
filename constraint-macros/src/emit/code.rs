//! Straight-line code: locals, expressions, inputs.

use std::slice;

use constraint_symbolic::ir::emitted::{Arithmetic, Expr, Function};
use constraint_symbolic::ir::scalar::{Lane, Leaf};
use constraint_symbolic::ir::vector::{Function as Call, Input, Type};

use super::joint::Joint;
use super::text::{Name, Text, name, names, parameter_method};

const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const UNARY: u8 = 3;
const ATOM: u8 = 4;

/// A component of a parameter.
pub(super) type Component = (u32, Type, Lane);

/// What the code of one function refers to.
pub(super) struct Code<'c> {
    joint: &'c Joint<'c>,
    pub(super) locals: Vec<Name<'c>>,
    /// Which of these ask that a value is not all rounding.
    usual: Vec<bool>,
    /// Whether there is a joint in each lane, not one joint.
    is_in_lanes: bool,
}

impl<'c> Code<'c> {
    /// The names of a function.
    pub(super) fn new(joint: &'c Joint<'c>, function: &'c Function) -> Self {
        let locals = names(function.locals.iter().map(|local| &local.name));
        let usual = function.locals.iter().map(|local| is_more_than_rounding(&local.value)).collect();
        Self { joint, locals, usual, is_in_lanes: false }
    }

    /// The same of a function that is told the curves of each lane.
    pub(super) fn in_lanes(joint: &'c Joint<'c>, function: &'c Function) -> Self {
        Self { is_in_lanes: true, ..Self::new(joint, function) }
    }

    /// `let` for each parameter that the function reads, as the function's scalar, and for each local.
    pub(super) fn lets(&self, function: &Function, into: &mut Text) {
        self.parameters(function, into);
        for number in 0..function.locals.len() {
            self.local(number, function, into);
        }
    }

    /// `let` for each parameter that the function reads.
    pub(super) fn parameters(&self, function: &Function, into: &mut Text) {
        for parameter in components(function) {
            self.parameter_line(parameter, "self", into);
        }
    }

    /// `let` for a component of a parameter of `joint`.
    pub(super) fn parameter_line(&self, (index, ty, lane): Component, joint: &str, into: &mut Text) {
        write!(into, "let {}=S::of(", self.parameter(index, lane));
        self.field(index as usize, ty, lane, joint, into);
        into.push(");");
    }

    /// `let` for a local, given by its number.
    pub(super) fn local(&self, number: usize, function: &Function, into: &mut Text) {
        write!(into, "let {}=", self.locals[number]);
        self.write(&function.locals[number].value, 0, into);
        into.push(";");
    }

    pub(super) fn parameter(&self, index: u32, lane: Lane) -> &str {
        &self.joint.parameters[index as usize][usize::from(lane == Lane::Y)]
    }

    /// `joint.field.member`
    pub(super) fn field(&self, index: usize, ty: Type, lane: Lane, joint: &str, into: &mut Text) {
        let parameter = &self.joint.compiled.parameters[index];
        if let Some(index) = parameter.expression {
            write!(into, "{}::{}({joint})", self.joint.own, parameter_method(index as usize));
        } else {
            write!(into, "{joint}.{}", name(&parameter.path[0]));
        }
        for member in &parameter.path[1..] {
            write!(into, ".{}", name(member));
        }
        into.push(match (ty, lane) {
            (Type::Vector, Lane::Y) => ".y",
            (Type::Vector, _) => ".x",
            (Type::Rotation, Lane::Y) => ".sin",
            (Type::Rotation, _) => ".cos",
            _ => "",
        });
    }

    /// `path::to::function(a, b, …)`
    pub(super) fn call(&self, path: &str, values: &[Expr], into: &mut Text) {
        into.push(path);
        into.push("(");
        into.separated(values, ",", &|value, into| self.write(value, 0, into));
        into.push(")");
    }

    /// What an expression is called, if it has a name and is nothing else.
    pub(super) fn name(&self, expr: &Expr) -> Option<&str> {
        match expr {
            Expr::Local(index) => Some(&self.locals[*index]),
            Expr::Given(Leaf { input: Input::Parameter(index, _), lane }) => Some(self.parameter(*index, *lane)),
            _ => None,
        }
    }

    /// Writes an expression, in parentheses where it binds less tightly than what it stands in.
    pub(super) fn write(&self, expr: &Expr, outside: u8, into: &mut Text) {
        if strength(expr) < outside {
            into.push("(");
            self.write_bare(expr, into);
            into.push(")");
        } else {
            self.write_bare(expr, into);
        }
    }

    fn write_bare(&self, expr: &Expr, into: &mut Text) {
        let Joint { setup, prepared, .. } = self.joint;
        match expr {
            Expr::Constant(value) => constant(*value, into),
            Expr::Given(leaf) => self.leaf(*leaf, into),
            Expr::Setup(index) => setup.read(*index, into),
            Expr::Prepared(index) => prepared.read(*index, into),
            Expr::AngleAtStart(number, _) => {
                let fields = self.joint.compiled.program.fast.prepared_fields.len();
                prepared.read(fields + usize::from(*number), into);
            }
            Expr::Local(index) => into.push(&self.locals[*index]),
            Expr::Negate(a) => {
                into.push(" -");
                self.write(a, UNARY, into);
            }
            Expr::Binary(op, a, b) => {
                // The right operand in parentheses at equal strength: the order of operations is the program's.
                let binds = strength(expr);
                self.write(a, binds, into);
                into.push(sign(*op));
                self.write(b, binds + 1, into);
            }
            Expr::Call(Call::Curve { curve, order }, arguments) => self.on_curve(*curve, *order, &arguments[0], into),
            Expr::Call(function, arguments) => self.method(&arguments[0], call(*function), &arguments[1..], into),
            Expr::Choose(condition, yes, no) if let Expr::Call(Call::AsLong, last) = &**no => {
                into.push("S::usually_along(");
                into.separated([condition, yes], ",", &|value, into| self.write(value, 0, into));
                into.push(",[");
                into.separated(&last[..2], ",", &|value, into| self.write(value, 0, into));
                into.push("],");
                self.write(&last[2], 0, into);
                into.push(")");
            }
            Expr::Choose(condition, yes, no) => {
                let is_usual = is_remembered(no) || self.is_usual(condition);
                into.push(if is_usual { "S::usually(" } else { "S::select(" });
                into.separated([condition, yes, no], ",", &|value, into| self.write(value, 0, into));
                into.push(")");
            }
            Expr::Pivot(d, rounding) => self.method(d, self.reciprocal(), slice::from_ref(rounding), into),
            Expr::Rounding(size) => self.method(size, "rounding", &[], into),
            // A truth as a mask: known conditions are simplified away, and what remains is written as a comparison.
            Expr::Truth(truth) => {
                into.push(if *truth { "S::of(0.0).less(S::of(1.0))" } else { "S::of(0.0).less(S::of(-1.0))" });
            }
            Expr::Less(a, b) => self.method(a, "less", slice::from_ref(b), into),
            Expr::LessEqual(a, b) => self.method(a, "less_equal", slice::from_ref(b), into),
            Expr::And(a, b) => {
                self.write(a, ATOM, into);
                into.push("&");
                self.write(b, ATOM, into);
            }
            Expr::Or(a, b) => {
                self.write(a, ATOM, into);
                into.push("|");
                self.write(b, ATOM, into);
            }
            Expr::Not(a) => {
                into.push("!");
                self.write(a, ATOM, into);
            }
        }
    }

    /// `x.on_curve(…, order)`: of the joint at hand, or of the joint in each lane.
    fn on_curve(&self, curve: u8, order: u8, x: &Expr, into: &mut Text) {
        self.write(x, ATOM, into);
        if self.is_in_lanes {
            write!(into, ".on_curve(|lane|curves({curve},lane),{order})");
        } else {
            write!(
                into,
                ".on_curve(|_|::core::option::Option::Some(&self.{}),{order})",
                self.joint.curves[usize::from(curve)]
            );
        }
    }

    /// Whether a condition asks that a value is not all rounding, which hardly any is.
    fn is_usual(&self, condition: &Expr) -> bool {
        match condition {
            Expr::Local(index) => self.usual[*index],
            _ => is_more_than_rounding(condition),
        }
    }

    /// The guarded reciprocal. A joint with a last normal stores everything after its last branch, so its zero is marked as rare,
    /// and the compiler moves that branch out of the way. Other joints store before the reciprocal, and the mark would cost them
    /// instructions (docs/experiments/028-rare-branches.md).
    fn reciprocal(&self) -> &'static str {
        if self.joint.compiled.program.fast.memory.is_empty() { "recip_or_zero" } else { "recip_usually" }
    }

    /// `of.name(others, …)`
    fn method(&self, of: &Expr, name: &str, others: &[Expr], into: &mut Text) {
        self.write(of, ATOM, into);
        write!(into, ".{name}(");
        into.separated(others, ",", &|value, into| self.write(value, 0, into));
        into.push(")");
    }

    /// A scalar input, by the names that the functions give to their arguments.
    pub(super) fn leaf(&self, leaf: Leaf, into: &mut Text) {
        let is_y = leaf.lane == Lane::Y;
        let axis = if is_y { ".y" } else { ".x" };
        let Joint { bodies, masses, velocities, .. } = self.joint;
        let mut of_body = |names: &[Name], body: u8, member: &str| {
            into.push(&names[usize::from(body)]);
            into.push(member);
        };
        match leaf.input {
            Input::Parameter(index, _) => into.push(self.parameter(index, leaf.lane)),
            Input::InverseMass(b) => of_body(masses, b, ".inverse_mass"),
            Input::InverseInertia(b) => of_body(masses, b, ".inverse_inertia"),
            Input::Position(b) => of_body(bodies, b, axis),
            Input::Rotation(b) => of_body(bodies, b, if is_y { ".sin" } else { ".cos" }),
            Input::Angle(b) => of_body(bodies, b, ".angle"),
            Input::LinearVelocity(b) => of_body(velocities, b, axis),
            Input::AngularVelocity(b) => of_body(velocities, b, ".angular"),
            Input::Memory(slot) => {
                let (x, y) = self.joint.compiled.program.fast.memory[usize::from(slot)];
                self.joint.prepared.read(if is_y { y } else { x }, into);
            }
            Input::Impulse(row) => write!(into, "impulses[{row}]"),
            Input::Time => into.push("time"),
            Input::StepLength => into.push("step.h"),
            Input::InverseStepLength => into.push("step.inverse_h"),
            Input::BiasRate => into.push("pass.bias_rate"),
            Input::MassScale => into.push("pass.mass_scale"),
            Input::ImpulseScale => into.push("pass.impulse_scale"),
            Input::SpringScale => into.push("pass.spring_scale"),
        }
    }
}

/// Whether a value is a last normal, or made of one: what is chosen where there is no length.
fn is_remembered(expr: &Expr) -> bool {
    let mut is_remembered = matches!(expr, Expr::Given(Leaf { input: Input::Memory(_), .. }));
    expr.each_operand(|operand| is_remembered |= self::is_remembered(operand));
    is_remembered
}

fn is_more_than_rounding(condition: &Expr) -> bool {
    matches!(condition, Expr::Less(rounding, _) if matches!(**rounding, Expr::Rounding(_)))
}

/// How tightly an expression binds.
pub(super) fn strength(expr: &Expr) -> u8 {
    match expr {
        Expr::And(..) | Expr::Or(..) => 0,
        Expr::Binary(Arithmetic::Add | Arithmetic::Subtract, ..) => SUM,
        Expr::Binary(..) => PRODUCT,
        Expr::Negate(_) | Expr::Not(_) => UNARY,
        _ => ATOM,
    }
}

pub(super) fn sign(op: Arithmetic) -> &'static str {
    match op {
        Arithmetic::Add => "+",
        Arithmetic::Subtract => "-",
        Arithmetic::Multiply => "*",
        Arithmetic::Divide => "/",
    }
}

/// A number in every lane, as one would write it: `-1.0`, `1e30`.
fn constant(value: f64, into: &mut Text) {
    match value {
        f64::INFINITY => into.push("S::of(f64::INFINITY)"),
        f64::NEG_INFINITY => into.push("S::of(f64::NEG_INFINITY)"),
        value if value.is_nan() => into.push("S::of(f64::NAN)"),
        value => write!(into, "S::of({value:?})"),
    }
}

/// The components of parameters that the function reads, in order.
pub(super) fn components(function: &Function) -> Vec<Component> {
    let mut read = Vec::new();
    for local in &function.locals {
        parameters(&local.value, &mut read);
    }
    for output in &function.outputs {
        parameters(output, &mut read);
    }
    read.sort_unstable();
    read
}

/// The components of parameters that an expression reads, each once.
fn parameters(expr: &Expr, into: &mut Vec<Component>) {
    if let Expr::Given(Leaf { input: Input::Parameter(index, ty), lane }) = *expr
        && !into.contains(&(index, ty, lane))
    {
        into.push((index, ty, lane));
    }
    expr.each_operand(|operand| parameters(operand, into));
}

/// The scalar inputs that an expression reads, each as often as it does.
pub(super) fn leaves(expr: &Expr, into: &mut Vec<Leaf>) {
    if let Expr::Given(leaf) = expr {
        into.push(*leaf);
    }
    expr.each_operand(|operand| leaves(operand, into));
}

fn call(function: Call) -> &'static str {
    match function {
        Call::Sin => "sin",
        Call::Cos => "cos",
        Call::Tan => "tan",
        Call::Asin => "asin",
        Call::Acos => "acos",
        Call::Atan => "atan",
        Call::Atan2 => "atan2",
        Call::Sqrt => "sqrt",
        Call::Exp => "exp",
        Call::Ln => "ln",
        Call::Powf => "powf",
        Call::Abs => "abs",
        Call::Min => "min",
        Call::Max => "max",
        Call::AsLong => "as_long",
        // Written by itself.
        Call::Curve { .. } => "on_curve",
    }
}
