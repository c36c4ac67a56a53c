//! The slopes of functions of scalars.

use crate::ir::vector::{Function, Id, Node, VectorIr};

/// The slopes of a smooth function by its arguments, each a coefficient times an expression.
///
/// Where a slope is infinite (of √x and of arcs that end), a pivot's 0 stands for it.
pub(crate) fn slopes(g: &mut VectorIr, function: Function, arguments: &[Id], value: Id) -> Vec<(Id, f64, Id)> {
    let a = arguments[0];
    let (zero, one) = (g.constant(0.0), g.constant(1.0));
    match function {
        Function::Sin => vec![(a, 1.0, g.call(Function::Cos, &[a]))],
        Function::Cos => vec![(a, -1.0, g.call(Function::Sin, &[a]))],
        Function::Tan => {
            let square = g.power(value, 2);
            vec![(a, 1.0, g.add(one, square))]
        }
        Function::Asin | Function::Acos => {
            let square = g.power(a, 2);
            let under = g.sub(one, square);
            let root = g.call(Function::Sqrt, &[under]);
            vec![(a, if function == Function::Asin { 1.0 } else { -1.0 }, g.pivot(root, zero))]
        }
        Function::Atan => {
            let square = g.power(a, 2);
            let under = g.add(one, square);
            vec![(a, 1.0, g.power(under, -1))]
        }
        Function::Atan2 => {
            let b = arguments[1];
            let (aa, bb) = (g.power(a, 2), g.power(b, 2));
            let square = g.add(aa, bb);
            let inverse = g.pivot(square, zero);
            vec![(a, 1.0, g.mul(inverse, b)), (b, -1.0, g.mul(inverse, a))]
        }
        Function::Sqrt => vec![(a, 0.5, g.pivot(value, zero))],
        Function::Exp => vec![(a, 1.0, value)],
        Function::Ln => vec![(a, 1.0, g.power(a, -1))],
        Function::Powf => {
            // d a^b = b a^(b−1) da + ln(a) a^b db
            let b = arguments[1];
            let less = g.sub(b, one);
            let (lower, ln) = (g.call(Function::Powf, &[a, less]), g.call(Function::Ln, &[a]));
            vec![(a, 1.0, g.mul(b, lower)), (b, 1.0, g.mul(ln, value))]
        }
        Function::Curve { curve, order } => {
            vec![(a, 1.0, g.call(Function::Curve { curve, order: order + 1 }, &[a]))]
        }
        Function::Abs => {
            let (negative, minus) = (g.less(a, zero), g.constant(-1.0));
            vec![(a, 1.0, g.choose(negative, minus, one))]
        }
        // The derivative of a minimum is that of one of its arguments. The last normal is constant.
        Function::Min | Function::Max | Function::AsLong => Vec::new(),
    }
}

/// What the arguments of a smooth function are given of the adjoint `w` of its value, each a coefficient times an amount.
pub(super) fn adjoints(g: &mut VectorIr, function: Function, arguments: &[Id], value: Id, w: Id) -> Vec<(Id, f64, Id)> {
    let mut adjoints = slopes(g, function, arguments, value);
    for (_, _, slope) in &mut adjoints {
        *slope = match *g.node(*slope) {
            // A choice of signs costs nothing where the choice is between w and −w.
            Node::Choose(condition, _, _) if function == Function::Abs => {
                let minus = g.neg(w);
                g.choose(condition, minus, w)
            }
            _ => g.mul(w, *slope),
        };
    }
    adjoints
}
