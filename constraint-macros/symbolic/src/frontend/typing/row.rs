//! Rows: what the closure's value holds, and how.

use super::{Action, Checker, Row, Value};
use crate::frontend::builtins;
use crate::frontend::diagnostics::type_error::{TypeError, type_name};
use crate::frontend::syntax::{Expr, Name, Span};
use crate::ir::evaluate::{self, evaluate};
use crate::ir::vector::{Id, Node, Stage, Type};

/// How many rows a joint has at most: those of the longest tuple that is a list of rows.
const MOST_ROWS: usize = 12;

impl Checker<'_> {
    /// The rows that the closure's value lists.
    pub(super) fn rows(&mut self, value: Value, span: Span) -> Vec<Row> {
        let items = match value {
            Value::Tuple(items) if items.is_empty() => {
                self.report(span, TypeError::NoRows);
                Vec::new()
            }
            Value::Tuple(items) if items.len() > MOST_ROWS => {
                self.report(items[MOST_ROWS].1, TypeError::TooManyRows(items.len()));
                Vec::new()
            }
            Value::Tuple(items) => items,
            value => vec![(value, span)],
        };
        let mut rows: Vec<Row> = items.into_iter().filter_map(|(value, span)| self.row(value, span)).collect();
        self.find_bounding(&mut rows);
        rows
    }

    /// Finds the rows whose forces bound others among the rows of the closure.
    fn find_bounding(&mut self, rows: &mut [Row]) {
        let written = rows.to_vec();
        for (own, row) in rows.iter_mut().enumerate() {
            let Some(other) = row.force_of.map(|number| self.bounding[number].clone()) else { continue };
            let is_same = |row: &Row| {
                let acts = |row: &Row| (row.value, row.action, row.max_force, row.force_of);
                acts(row) == acts(&other)
            };
            // A value stands for the row that is made of it, if there is one only.
            let is_value = other.action == Action::Hold && other.max_force.is_none();
            let of_value: Vec<usize> =
                (0..written.len()).filter(|&at| at != own && is_value && written[at].value == other.value).collect();
            let found = written.iter().position(is_same).or(match of_value[..] {
                [only] => Some(only),
                _ => None,
            });
            match found {
                Some(at) if at != own => row.force_of = Some(at),
                None if other.value != row.value => drop(self.report(other.span, TypeError::ForceOfNoRow)),
                _ => drop(self.report(other.span, TypeError::ForceOfItself)),
            }
        }
    }

    /// A value as a row: what already acts, or what holds at zero.
    fn row(&mut self, value: Value, span: Span) -> Option<Row> {
        let id = match value {
            Value::Row(row) => return Some(row),
            Value::Tuple(_) => {
                self.report(span, TypeError::NestedTuple);
                return None;
            }
            value => self.typed(&value, span)?,
        };
        if !matches!(self.graph.ty(id), Type::Scalar | Type::Vector) {
            let found = type_name(self.graph.ty(id)).to_owned();
            self.report(span, TypeError::NotARow(found));
            return None;
        }
        let is_rate = self.mentions_velocity(id);
        if is_rate {
            self.linear_in_velocities(id, span);
        }
        let name = self.graph.name(id).map(str::to_owned);
        let held = Row { value: id, action: Action::Hold, max_force: None, force_of: None, span, name: None, is_rate };
        Some(self.limit(id).unwrap_or(held)).map(|row| Row { span, name, ..row })
    }

    /// f − clamp(f, lower, upper) is f within its limits: the clamp gates the row, and J = ∇f.
    fn limit(&self, id: Id) -> Option<Row> {
        let Node::Sum(Type::Scalar, terms) = self.graph.node(id) else { return None };
        let &[(plus, f), (minus, clamped)] = &terms[..] else { return None };
        if (plus.get(), minus.get()) != (1.0, -1.0) {
            return None;
        }
        let Node::Call(crate::ir::vector::Function::Min, upper) = self.graph.node(clamped) else { return None };
        let Node::Call(crate::ir::vector::Function::Max, lower) = self.graph.node(upper[0]) else { return None };
        let constant = |bound: Id| !self.varies(bound);
        (lower[0] == f && constant(lower[1]) && constant(upper[1])).then_some(Row {
            value: f,
            action: Action::Within(Some(lower[1]), Some(upper[1])),
            max_force: None,
            force_of: None,
            span: Span::default(),
            name: None,
            is_rate: false,
        })
    }

    /// `.within(…)`, `.at_rate(…)`, `.soft(…)`, `.max_force(…)`, `.max_force_of(…)`
    pub(super) fn row_method(&mut self, receiver: &Expr, name: &Name, arguments: &[Expr]) -> Value {
        let value = self.expression(receiver);
        let invalid = matches!(value, Value::Invalid);
        let row = self.row(value, receiver.span);
        let expected =
            builtins::ROW_METHODS.iter().find(|(known, _)| *known == name.text).map_or(1, |&(_, count)| count);
        if arguments.len() != expected {
            let found = arguments.len();
            return self.report(name.span, TypeError::ArgumentCount { name: name.text.clone(), expected, found });
        }
        let argument = &arguments[0];
        let given = self.expression(argument);
        let second = arguments.get(1).map(|argument| (self.expression(argument), argument.span));
        let Some(mut row) = row.filter(|_| !invalid) else { return Value::Invalid };
        if matches!(name.text.as_str(), "max_force" | "max_force_of") {
            return self.bounded(row, (&given, argument.span), name, second);
        }
        let action = match name.text.as_str() {
            "within" => self.within(&row, &given, receiver.span, argument.span),
            "soft" => self.soft(&given, argument.span),
            "spring" => {
                let (stiffness, damping) = ((given, argument.span), second.unwrap_or((Value::Invalid, argument.span)));
                self.spring(&row, receiver.span, [&stiffness, &damping])
            }
            _ => {
                let ty = self.graph.ty(row.value);
                self.parameter_value(&given, argument.span, ty, "at_rate").map(Action::AtRate)
            }
        };
        let Some(action) = action else { return Value::Invalid };
        if let (true, Some(method @ ("within" | "soft" | "spring"))) = (row.is_rate, action.method()) {
            return self.report(name.span, TypeError::RateHasNoPosition(method));
        }
        if let (Some(first), Some(second)) = (row.action.method(), action.method()) {
            return self.report(name.span, TypeError::TwoActions { first, second });
        }
        row.action = action;
        Value::Row(row)
    }

    /// A row with a greatest force, or with a factor of the force of another row.
    fn bounded(&mut self, row: Row, (given, span): (&Value, Span), name: &Name, other: Option<(Value, Span)>) -> Value {
        if row.max_force.is_some() {
            return self.report(name.span, TypeError::ForceTwice(row.force_of.is_some()));
        }
        let method = if other.is_some() { "max_force_of" } else { "max_force" };
        let Some(force) = self.parameter_value(given, span, Type::Scalar, method) else { return Value::Invalid };
        let Some((other, span)) = other else { return Value::Row(Row { max_force: Some(force), ..row }) };
        if matches!(other, Value::Invalid) {
            return Value::Invalid;
        }
        let Some(other) = self.row(other, span) else { return Value::Invalid };
        self.bounding.push(Row { span, ..other });
        Value::Row(Row { max_force: Some(force), force_of: Some(self.bounding.len() - 1), ..row })
    }

    fn within(&mut self, row: &Row, given: &Value, receiver: Span, span: Span) -> Option<Action> {
        if self.graph.ty(row.value) == Type::Vector {
            self.report(receiver, TypeError::WithinVector);
            return None;
        }
        let problem = match *given {
            Value::Range { end: Some(_), inclusive: false, .. } => TypeError::WithinExclusive,
            Value::Range { start, end, .. } => match self.unfit_range(start, end) {
                Some(problem) => problem,
                None => return Some(Action::Within(start, end)),
            },
            Value::Invalid => return None,
            _ => TypeError::WithinNotARange,
        };
        self.report(span, problem);
        None
    }

    /// What is wrong with the two ends of a range, as far as it can be known.
    fn unfit_range(&self, start: Option<Id>, end: Option<Id>) -> Option<TypeError> {
        if [start, end].into_iter().flatten().any(|bound| self.varies(bound)) {
            return Some(TypeError::DependsOnBodies("a limit"));
        }
        // An end that is absent is infinite; of one that is a parameter nothing is known.
        let known = |end: Option<Id>, absent: f64| end.map_or(Some(absent), |id| self.literal(id));
        let (lower, upper) = (known(start, f64::NEG_INFINITY)?, known(end, f64::INFINITY)?);
        if lower > upper {
            return Some(TypeError::RangeBackwards { lower, upper });
        }
        (lower == f64::NEG_INFINITY && upper == f64::INFINITY).then_some(TypeError::WithinNoBounds)
    }

    fn soft(&mut self, given: &Value, span: Span) -> Option<Action> {
        match *given {
            Value::Softness(hertz, damping) => {
                if self.varies(hertz) || self.varies(damping) {
                    self.report(span, TypeError::DependsOnBodies("a softness"));
                    return None;
                }
                self.not_negative(hertz, "a frequency", span)?;
                self.not_negative(damping, "a damping ratio", span)?;
                Some(Action::Soft(hertz, damping))
            }
            Value::Invalid => None,
            _ => {
                let found = self.describe(given);
                self.report(span, TypeError::SoftNotSoftness(found));
                None
            }
        }
    }

    fn spring(&mut self, row: &Row, receiver: Span, constants: [&(Value, Span); 2]) -> Option<Action> {
        if self.graph.ty(row.value) == Type::Vector {
            self.report(receiver, TypeError::SpringVector);
            return None;
        }
        let mut values = Vec::new();
        for (value, span) in constants {
            values.push(self.parameter_value(value, *span, Type::Scalar, "spring"));
        }
        match values[..] {
            [Some(stiffness), Some(damping)] => Some(Action::Spring(stiffness, damping)),
            _ => None,
        }
    }

    /// The value of what is made of literals only.
    fn literal(&self, id: Id) -> Option<f64> {
        let is_constant = self.graph.stage(id) == Stage::Constant;
        is_constant.then(|| evaluate(&self.graph, &[id], &|_| evaluate::Value::Scalar(f64::NAN))[0].scalar())
    }

    /// Reports a literal below zero.
    fn not_negative(&self, id: Id, what: &'static str, span: Span) -> Option<()> {
        match self.literal(id) {
            Some(value) if value < 0.0 => {
                self.report(span, TypeError::NegativeLiteral { what, value });
                None
            }
            _ => Some(()),
        }
    }

    /// Whether a body moves it.
    fn depends_on_bodies(&self, id: Id) -> bool {
        let moves = |&id: &Id| matches!(self.graph.node(id), Node::Input(input) if input.body().is_some());
        self.graph.reached([id]).iter().any(moves)
    }

    /// A value of the given type that no body changes. A rate may change with the time.
    fn parameter_value(&mut self, given: &Value, span: Span, ty: Type, name: &'static str) -> Option<Id> {
        let id = self.typed(given, span)?;
        let found = self.graph.ty(id);
        if found != ty {
            let (expected, found) = (type_name(ty).to_owned(), type_name(found).to_owned());
            self.report(span, TypeError::ArgumentType { name: name.to_owned(), expected, found });
            return None;
        }
        let (what, varies) = match name {
            "at_rate" => ("a rate", self.depends_on_bodies(id)),
            "spring" => ("a spring's stiffness or damping", self.varies(id)),
            "max_force_of" => ("a factor of a force", self.varies(id)),
            _ => ("a greatest force", self.varies(id)),
        };
        if varies {
            self.report(span, TypeError::DependsOnBodies(what));
            return None;
        }
        if name != "at_rate" {
            self.not_negative(id, what, span)?;
        }
        Some(id)
    }

    /// A row that no body changes, or a body that no row mentions, is a slip of the pen.
    pub(super) fn every_row_and_body_counts(&mut self, rows: &[Row]) {
        let mut used = vec![false; self.joint.bodies.len()];
        let mut idle = Vec::new();
        for row in rows {
            let mut any = false;
            for id in self.graph.reached([row.value]) {
                if let &Node::Input(input) = self.graph.node(id)
                    && let Some(body) = input.body()
                {
                    used[usize::from(body)] = true;
                    any = true;
                }
            }
            if !any {
                idle.push(row.span);
            }
        }
        if self.diagnostics.is_empty() {
            for &span in &idle {
                self.report(span, TypeError::RowDependsOnNothing);
            }
            // A body may well be missing from a row that has none.
            if !idle.is_empty() {
                return;
            }
            for (body, used) in self.joint.bodies.iter().zip(used) {
                if !used && !body.text.starts_with('_') {
                    self.report(body.span, TypeError::UnusedBody(body.text.clone()));
                }
            }
        }
    }
}
