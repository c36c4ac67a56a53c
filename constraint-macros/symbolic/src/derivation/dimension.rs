//! Whether a row is a length or an angle, as far as a closure tells.

use crate::ir::vector::{Function, Id, Input, Node, VectorIr};

/// Twice the power of a length that an expression is, or none where that depends on parameters: an anchor is a length, an axis is
/// none. Times are not counted.
pub(super) fn twice_the_length(graph: &VectorIr, id: Id) -> Option<i32> {
    let of = |id: Id| twice_the_length(graph, id);
    match *graph.node(id) {
        Node::Input(Input::Position(_) | Input::LinearVelocity(_)) => Some(2),
        // What it is has to fit to what it stands beside.
        Node::Input(Input::Parameter(..)) | Node::Constant(_) | Node::Call(Function::Curve { .. }, _) => None,
        Node::Input(_) | Node::Turn(_) | Node::Unit(_) => Some(0),
        Node::Sum(_, ref terms) => terms.iter().find_map(|&(_, term)| of(term)),
        // A number has no dimension as a factor.
        Node::Product(ref factors) => factors.iter().map(|&(factor, k)| Some(k * factor_of(graph, factor)?)).sum(),
        Node::Scale(a, b) | Node::Dot(a, b) | Node::Cross(a, b) => Some(factor_of(graph, a)? + factor_of(graph, b)?),
        Node::Vector(x, y) => of(x).or_else(|| of(y)),
        Node::X(v) | Node::Y(v) | Node::Perp(v) | Node::Length(v) | Node::Rotate(_, v) => of(v),
        Node::Choose(_, yes, no) => of(yes).or_else(|| of(no)),
        Node::Call(Function::Abs | Function::Min | Function::Max, ref arguments) => arguments.iter().find_map(|&a| of(a)),
        Node::Call(Function::Sqrt, ref a) => of(a[0]).map(|twice| twice / 2),
        Node::Call(Function::Powf, _) => None,
        Node::Call(..) => Some(0),
        _ => None,
    }
}

fn factor_of(graph: &VectorIr, factor: Id) -> Option<i32> {
    match graph.node(factor) {
        Node::Constant(_) => Some(0),
        _ => twice_the_length(graph, factor),
    }
}
