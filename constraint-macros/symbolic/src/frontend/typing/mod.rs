//! From the untyped tree to typed rows over a graph.

mod expression;
mod linear;
mod member;
mod opaque;
mod operator;
mod row;

use crate::frontend::diagnostics::problem::Problem;
use crate::frontend::diagnostics::type_error::{TypeError, type_name};
use crate::frontend::diagnostics::{Diagnostic, Diagnostics};
use crate::frontend::syntax::{self, Span};
use crate::ir::fast_map::{FastMap, SecondaryMap};
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Input, Stage, Type, VectorIr};

/// A joint whose expressions have types.
#[derive(Clone, Debug)]
pub struct Joint {
    /// The struct's name.
    pub name: String,
    /// The bodies' names, in order.
    pub bodies: Vec<String>,
    /// What the closure reads of `self`.
    pub parameters: Vec<Parameter>,
    /// The curves that it reads, by their fields.
    pub curves: Vec<String>,
    /// The rows, in the order of the closure's value.
    pub rows: Vec<Row>,
    /// The points of bodies that the closure names.
    pub points: Vec<Id>,
    /// What the rows are expressions of.
    pub graph: VectorIr,
}

impl Joint {
    /// How many scalar rows a row of the closure is.
    pub fn scalar_rows(&self, row: &Row) -> usize {
        if self.graph.ty(row.value) == Type::Vector { 2 } else { 1 }
    }
}

/// Something that does not change with the bodies: a field, a member of a field, or an expression of the user's.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The field, and the member where there is one: `["suspension", "hertz"]`. Of an expression, the name it is bound to.
    pub path: Vec<String>,
    /// Its type.
    pub ty: Type,
    /// The expression, by its place among those of the tree, if it is no field.
    pub expression: Option<u32>,
}

/// A row of the closure's value: one scalar or one vector.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// c(x).
    pub value: Id,
    /// How it acts.
    pub action: Action,
    /// The greatest force, N or N·m; of a row with [`force_of`](Self::force_of), the factor of the other row's force.
    pub max_force: Option<Id>,
    /// The row that bounds this one by its own force, by its place among the closure's rows.
    pub force_of: Option<usize>,
    /// Where it stands.
    pub span: Span,
    /// What the closure calls its value, if it has a name.
    pub name: Option<String>,
    /// Whether it is a rate already: it mentions velocities, and has no position.
    pub is_rate: bool,
}

/// How a row acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// c = 0
    Hold,
    /// lower ≤ c ≤ upper
    Within(Option<Id>, Option<Id>),
    /// dc/dt = rate
    AtRate(Id),
    /// A spring: frequency in hertz, damping ratio.
    Soft(Id, Id),
    /// A spring: stiffness, damping.
    Spring(Id, Id),
}

impl Row {
    /// A method that the row was given, if it was given one.
    fn method(&self) -> &'static str {
        let of_force = if self.force_of.is_some() { "max_force_of" } else { "max_force" };
        self.action.method().unwrap_or(of_force)
    }
}

impl Action {
    /// The method that says so.
    pub fn method(self) -> Option<&'static str> {
        match self {
            Self::Hold => None,
            Self::Within(..) => Some("within"),
            Self::AtRate(_) => Some("at_rate"),
            Self::Soft(..) => Some("soft"),
            Self::Spring(..) => Some("spring"),
        }
    }
}

/// Types a joint.
///
/// # Errors
/// Every mistake that was found.
pub fn check(joint: &syntax::Joint) -> Result<Joint, Vec<Diagnostic>> {
    let mut checker = Checker {
        joint,
        graph: VectorIr::new(),
        parameters: Vec::new(),
        curves: Vec::new(),
        variables: FastMap::default(),
        spans: SecondaryMap::default(),
        points: Vec::new(),
        bounding: Vec::new(),
        diagnostics: Diagnostics::new(),
    };
    for (index, body) in (0..).zip(&joint.bodies) {
        checker.variables.insert(body.text.clone(), Value::Body(index));
    }
    if let Some(time) = &joint.time {
        let input = checker.graph.input(Input::Time);
        checker.variables.insert(time.text.clone(), Value::Typed(input));
    }
    let value = checker.expression(&joint.body);
    let rows = checker.rows(value, value_of(&joint.body).span);
    checker.every_row_and_body_counts(&rows);
    let Checker { graph, parameters, curves, points, diagnostics, .. } = checker;
    diagnostics.finish(Joint {
        name: joint.name.clone(),
        bodies: joint.bodies.map_vec(|body| body.text.clone()),
        parameters,
        curves,
        rows,
        points,
        graph,
    })
}

/// What an expression of the tree stands for.
#[derive(Clone, Debug)]
enum Value {
    /// An expression of the graph.
    Typed(Id),
    Body(u8),
    Joint,
    Integer(String),
    /// Frequency and damping ratio.
    Softness(Id, Id),
    /// The number of a curve.
    Curve(u8),
    Range {
        start: Option<Id>,
        end: Option<Id>,
        inclusive: bool,
    },
    Row(Row),
    Tuple(Vec<(Value, Span)>),
    /// Already reported.
    Invalid,
}

struct Checker<'j> {
    joint: &'j syntax::Joint,
    graph: VectorIr,
    parameters: Vec<Parameter>,
    curves: Vec<String>,
    variables: FastMap<String, Value>,
    /// Where an expression was first written.
    spans: SecondaryMap<Id, Span>,
    /// The points of bodies that were named.
    points: Vec<Id>,
    /// The rows that `max_force_of` was given, until the rows are listed.
    bounding: Vec<Row>,
    diagnostics: Diagnostics,
}

impl Checker<'_> {
    fn report(&self, span: Span, problem: TypeError) -> Value {
        self.diagnostics.report(span, Problem::TypeError(problem));
        Value::Invalid
    }

    /// What a user would call a value.
    fn describe(&self, value: &Value) -> String {
        match value {
            Value::Typed(id) => type_name(self.graph.ty(*id)).to_owned(),
            Value::Body(index) => format!("the body `{}`", self.joint.bodies[usize::from(*index)].text),
            Value::Joint => "`self`".to_owned(),
            Value::Integer(_) => "an integer".to_owned(),
            Value::Softness(..) => "a `Softness`".to_owned(),
            Value::Curve(_) => "a `Curve`".to_owned(),
            Value::Range { .. } => "a range".to_owned(),
            Value::Row(row) => format!("a row with `{}`", row.method()),
            Value::Tuple(_) => "a tuple".to_owned(),
            Value::Invalid => "a mistake".to_owned(),
        }
    }

    /// The expression that a value is, or why it is none.
    fn typed(&mut self, value: &Value, span: Span) -> Option<Id> {
        let problem = match value {
            Value::Typed(id) => return Some(*id),
            Value::Invalid => return None,
            Value::Body(index) => TypeError::BodyAsValue(self.joint.bodies[usize::from(*index)].text.clone()),
            Value::Joint => TypeError::SelfAsValue,
            Value::Integer(written) => TypeError::IntegerLiteral(written.clone()),
            Value::Softness(..) => TypeError::SoftnessAsValue,
            Value::Curve(curve) => TypeError::CurveAsValue(self.curves[usize::from(*curve)].clone()),
            Value::Range { .. } => TypeError::RangeAsValue,
            Value::Row(row) => TypeError::RowInside(row.method().to_owned()),
            Value::Tuple(_) => TypeError::TupleAsValue,
        };
        self.report(span, problem);
        None
    }

    /// The input of a parameter, entered in the table the first time.
    fn parameter(&mut self, path: &[&str], ty: Type, expression: Option<u32>) -> Id {
        let path: Vec<String> = path.map_vec(|&part| part.to_owned());
        let parameter = Parameter { path, ty, expression };
        let known = self.parameters.iter().position(|known| *known == parameter);
        let index = known.unwrap_or_else(|| {
            self.parameters.push(parameter);
            self.parameters.len() - 1
        });
        self.graph.input(Input::Parameter(u32::try_from(index).unwrap_or(u32::MAX), ty))
    }

    /// The number of the curve in this field, entered the first time.
    fn curve(&mut self, field: &str) -> Value {
        let known = self.curves.iter().position(|known| known == field);
        let number = known.unwrap_or_else(|| {
            self.curves.push(field.to_owned());
            self.curves.len() - 1
        });
        Value::Curve(u8::try_from(number).unwrap_or(u8::MAX))
    }

    /// Whether a body moves it, or the time does.
    fn varies(&self, id: Id) -> bool {
        self.graph.stage(id) > Stage::Parameter
    }
}

/// The expression that a block's value is.
fn value_of(expr: &syntax::Expr) -> &syntax::Expr {
    match &expr.kind {
        syntax::ExprKind::Block(_, tail) => value_of(tail),
        _ => expr,
    }
}
