//! The closure's rows as scalar rows: values, gradients, rates.

use super::{Planar, ScalarRow};
use crate::constraint::differentiate::gradient;
use crate::frontend::typing::{Action, Row};
use crate::ir::fast_map::SecondaryMap;
use crate::ir::vector::{Id, Input, Node, Type, VectorIr};

/// A row of the closure as its scalar rows, each with its number.
pub(super) struct Group {
    pub(super) rows: Vec<(usize, ScalarRow)>,
    pub(super) action: Action,
    pub(super) max_force: Option<Bound>,
}

/// What the force of a row does not exceed.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    /// A force, or a factor of the force of another row.
    pub(super) force: Id,
    /// That row: its first scalar row, and whether it has two.
    pub(super) of: Option<(usize, bool)>,
}

/// Splits the closure's rows into scalar ones and differentiates these.
pub(super) fn groups(graph: &mut VectorIr, rows: &[Row], bodies: &[String]) -> Vec<Group> {
    let mut number = 0;
    let mut groups = Vec::new();
    for row in rows {
        let is_vector = graph.ty(row.value) == Type::Vector;
        let components: &[fn(&mut VectorIr, Id) -> Id] =
            if is_vector { &[VectorIr::x, VectorIr::y] } else { &[|_, scalar| scalar] };
        let mut scalar_rows = Vec::new();
        for component in components {
            let value = component(graph, row.value);
            let of = if row.is_rate { of_rate } else { of_position };
            let scalar_row = of(graph, value, bodies.len());
            let limits = limits(graph, row);
            let bias = match row.action {
                Action::AtRate(rate) => {
                    let rate = component(graph, rate);
                    Some(match scalar_row.bias {
                        Some(bias) => graph.sub(bias, rate),
                        None => graph.neg(rate),
                    })
                }
                _ => scalar_row.bias,
            };
            scalar_rows.push((number, ScalarRow { bias, limits, ..scalar_row }));
            number += 1;
        }
        // A row of velocities is a rate that is held.
        let action = match row.action {
            Action::Hold if row.is_rate => Action::AtRate(graph.constant(0.0)),
            action => action,
        };
        let max_force = row.max_force.map(|force| Bound { force, of: None });
        groups.push(Group { rows: scalar_rows, action, max_force });
    }
    let firsts: Vec<(usize, bool)> = groups.iter().map(|group| (group.rows[0].0, group.rows.len() > 1)).collect();
    for (group, row) in groups.iter_mut().zip(rows) {
        if let Some(bound) = &mut group.max_force {
            bound.of = row.force_of.map(|other| firsts[other]);
        }
    }
    groups
}

/// Between which values a row's c has to stay.
fn limits(graph: &mut VectorIr, row: &Row) -> (Option<Id>, Option<Id>) {
    let zero = graph.constant(0.0);
    match row.action {
        Action::Hold | Action::Soft(..) | Action::Spring(..) if !row.is_rate => (Some(zero), Some(zero)),
        Action::Within(lower, upper) => (lower, upper),
        _ => (None, None),
    }
}

/// The row of a position c(x, t): J = ∂c/∂x, β = ∂c/∂t.
fn of_position(graph: &mut VectorIr, value: Id, bodies: usize) -> ScalarRow {
    let derivatives = gradient(graph, value);
    // A body's rotation and its angle turn together.
    let jacobian = jacobian(graph, &derivatives, bodies, Input::Position, &[Input::Rotation, Input::Angle]);
    ScalarRow { value, jacobian, bias: by(&derivatives, Input::Time), limits: (None, None) }
}

/// The derivative by an input, if there is one.
fn by(derivatives: &[(Input, Id)], input: Input) -> Option<Id> {
    derivatives.iter().find(|(by, _)| *by == input).map(|&(_, derivative)| derivative)
}

/// The row of a rate V(v), which is linear in the velocities: J = ∂V/∂v, and β is what V is at rest. It has no position.
fn of_rate(graph: &mut VectorIr, value: Id, bodies: usize) -> ScalarRow {
    let derivatives = gradient(graph, value);
    let jacobian = jacobian(graph, &derivatives, bodies, Input::LinearVelocity, &[Input::AngularVelocity]);
    let bias = at_rest(graph, value);
    ScalarRow { value: graph.constant(0.0), jacobian, bias: Some(bias), limits: (None, None) }
}

/// The same expression with all velocities zero.
fn at_rest(graph: &mut VectorIr, root: Id) -> Id {
    let mut still: SecondaryMap<Id, Id> = SecondaryMap::default();
    for id in graph.reached([root]) {
        let new = match graph.node(id) {
            Node::Input(Input::LinearVelocity(_)) => graph.zero(Type::Vector),
            Node::Input(Input::AngularVelocity(_)) => graph.zero(Type::Scalar),
            node => {
                let node = node.map_operands(&|operand| still[operand]);
                graph.intern(node)
            }
        };
        still.insert(id, new);
    }
    still[root]
}

/// A block for each body: the derivative by what moves it, and the sum of those by what turns it.
fn jacobian(
    graph: &mut VectorIr,
    derivatives: &[(Input, Id)],
    bodies: usize,
    moving: fn(u8) -> Input,
    turning: &[fn(u8) -> Input],
) -> Vec<Planar> {
    (0..bodies)
        .map(|body| {
            let body = u8::try_from(body).unwrap_or(u8::MAX);
            let given = |input: Input| by(derivatives, input);
            let linear = given(moving(body)).unwrap_or_else(|| graph.zero(Type::Vector));
            let turning: Vec<(f64, Id)> =
                turning.iter().filter_map(|input| given(input(body))).map(|id| (1.0, id)).collect();
            Planar { linear, angular: graph.sum(Type::Scalar, &turning) }
        })
        .collect()
}
