//! The geometric stiffness H = ∂(Jᵀλ)/∂x: how the impulses on the bodies change as the bodies move.

use super::assemble::{Assembly, Planar};
use super::differentiate::gradient;
use crate::ir::vector::{Id, Input, Node, Type, VectorIr};

/// The lower triangle of H, row by row, in the order x, y, angle of each body.
///
/// H is symmetric for rows that are derivatives of a position. Of rows of velocities this is the symmetric part.
pub fn stiffness(assembly: &Assembly) -> (VectorIr, Vec<Id>) {
    let mut graph = assembly.graph.clone();
    let mut rows = Vec::new();
    for &Planar { linear, angular } in &assembly.impulse {
        for force in [graph.x(linear), graph.y(linear), angular] {
            rows.push(slopes(&mut graph, force, assembly.impulse.len()));
        }
    }
    let is_zero = |id: Id| matches!(assembly.graph.node(id), Node::Constant(value) if value.get() == 0.0);
    let is_symmetric = !assembly.rows.iter().any(|row| is_zero(row.value));
    let mut lower = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        for (j, &entry) in row.iter().enumerate().take(i + 1) {
            lower.push(if is_symmetric { entry } else { graph.sum(Type::Scalar, &[(0.5, entry), (0.5, rows[j][i])]) });
        }
    }
    (graph, lower)
}

/// The derivatives of a scalar by x, y and angle of each body.
fn slopes(graph: &mut VectorIr, of: Id, bodies: usize) -> Vec<Id> {
    let derivatives = gradient(graph, of);
    let by = |input: Input| derivatives.iter().find(|(by, _)| *by == input).map(|&(_, derivative)| derivative);
    let mut slopes = Vec::new();
    for body in 0..u8::try_from(bodies).unwrap_or(u8::MAX) {
        let linear = by(Input::Position(body)).unwrap_or_else(|| graph.zero(Type::Vector));
        slopes.extend([graph.x(linear), graph.y(linear)]);
        let mut turning = Vec::new();
        for input in [Input::Rotation(body), Input::Angle(body)] {
            turning.extend(by(input).map(|derivative| (1.0, derivative)));
        }
        slopes.push(graph.sum(Type::Scalar, &turning));
    }
    slopes
}
