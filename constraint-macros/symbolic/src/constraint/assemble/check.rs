//! What has to hold of a joint's parameters.

use crate::frontend::typing::{Action, Row};
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Input, Node, VectorIr};

/// What has to hold of the parameters.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Check {
    /// A parameter, by its place in the table, is finite.
    Finite(u32),
    /// The first is not above the second.
    Ordered(Id, Id),
    /// An infinite bound is no bound, but NaN is a mistake.
    NotNan(Id),
    NotNegative(Id),
}

/// What has to hold of the parameters of a joint with these rows.
pub(super) fn checks(graph: &mut VectorIr, rows: &[Row], parameters: u32) -> Vec<Check> {
    let mut bounds = Vec::new();
    let mut checks = Vec::new();
    for row in rows {
        match row.action {
            Action::Within(lower, upper) => {
                bounds.extend(lower);
                bounds.extend(upper);
                match (lower, upper) {
                    (Some(lower), Some(upper)) => checks.push(Check::Ordered(lower, upper)),
                    (Some(bound), None) | (None, Some(bound)) => checks.push(Check::NotNan(bound)),
                    (None, None) => {}
                }
            }
            Action::Soft(hard, damping) | Action::Spring(hard, damping) => {
                checks.push(Check::NotNegative(hard));
                checks.push(Check::NotNegative(damping));
            }
            Action::Hold | Action::AtRate(_) => {}
        }
        if let Some(force) = row.max_force {
            bounds.push(force);
            checks.push(Check::NotNegative(force));
        }
    }
    // A parameter that is nothing but a bound may be infinite.
    let elsewhere = finite_parameters(graph, rows, &bounds);
    let mut all: Vec<Check> = (0..parameters).filter(|index| elsewhere.contains(index)).map(Check::Finite).collect();
    all.append(&mut checks);
    all
}

/// The parameters that stand anywhere but alone as a bound.
fn finite_parameters(graph: &VectorIr, rows: &[Row], bounds: &[Id]) -> Vec<u32> {
    let mut roots: Vec<Id> = rows.map_vec(|row| row.value);
    for row in rows {
        match row.action {
            Action::AtRate(rate) => roots.push(rate),
            Action::Soft(hard, damping) | Action::Spring(hard, damping) => roots.extend_from_slice(&[hard, damping]),
            Action::Hold | Action::Within(..) => {}
        }
    }
    // Of a bound that is a formula, every part has to be finite; the bound itself need not.
    for &bound in bounds {
        graph.node(bound).each_operand(|operand| roots.push(operand));
    }
    let parameter = |id: Id| match *graph.node(id) {
        Node::Input(Input::Parameter(index, _)) => Some(index),
        _ => None,
    };
    graph.reached(roots).into_iter().filter_map(parameter).collect()
}
