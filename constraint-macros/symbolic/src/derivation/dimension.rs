//! Whether a row is a length or an angle, as far as a closure tells.

use crate::ir::vector::{Function, Id, Input, Node, VectorIr};

/// Twice the power of a length that an expression is, or none where that depends on parameters: an anchor is a length, an axis is
/// none. Times are not counted.
pub(super) fn twice_the_length(graph: &VectorIr, id: Id) -> Option<i32> {
    let mut lengths = vec![None; graph.len()];
    for id in graph.reached([id]) {
        lengths[id.index()] = of_node(graph, id, &|operand: Id| lengths[operand.index()]);
    }
    lengths[id.index()]
}

fn of_node(graph: &VectorIr, id: Id, of: &dyn Fn(Id) -> Option<i32>) -> Option<i32> {
    // A number has no dimension as a factor; as a term, it has that of what it stands beside.
    let factor = |id: Id| if matches!(graph.node(id), Node::Constant(_)) { Some(0) } else { of(id) };
    let product = |a: Id, b: Id| factor(a)?.checked_add(factor(b)?);
    match *graph.node(id) {
        Node::Input(Input::Position(_) | Input::LinearVelocity(_)) => Some(2),
        Node::Input(Input::Parameter(..))
        | Node::Constant(_)
        | Node::Call(Function::Powf | Function::Curve { .. }, _) => None,
        Node::Sum(_, ref terms) => terms.iter().find_map(|&(_, term)| of(term)),
        Node::Product(ref factors) => {
            factors.iter().try_fold(0, |sum: i32, &(id, k)| sum.checked_add(factor(id)?.checked_mul(k)?))
        }
        Node::Scale(a, b) | Node::Dot(a, b) | Node::Cross(a, b) => product(a, b),
        Node::Vector(a, b) | Node::Choose(_, a, b) => of(a).or_else(|| of(b)),
        Node::X(v) | Node::Y(v) | Node::Perp(v) | Node::Length(v) | Node::Rotate(_, v) => of(v),
        Node::Call(Function::Abs | Function::Min | Function::Max, ref arguments) => {
            arguments.iter().find_map(|&argument| of(argument))
        }
        Node::Call(Function::Sqrt, ref arguments) => of(arguments[0]).map(|twice| twice / 2),
        Node::Input(_) | Node::Turn(_) | Node::Unit(_) | Node::Call(..) => Some(0),
        _ => None,
    }
}
