//! The slopes of functions of scalars.

use crate::ir::vector::{Function, Id, Node, VectorIr};

/// What the arguments of a smooth function are given of the adjoint `w` of its value, each a coefficient times an amount.
///
/// Where a slope is infinite (of √x and of arcs that end), a pivot's 0 stands for it.
pub(super) fn adjoints(g: &mut VectorIr, function: Function, arguments: &[Id], value: Id, w: Id) -> Vec<(Id, f64, Id)> {
    let a = arguments[0];
    let (zero, one) = (g.constant(0.0), g.constant(1.0));
    match function {
        Function::Sin => {
            let slope = g.call(Function::Cos, &[a]);
            vec![(a, 1.0, g.mul(w, slope))]
        }
        Function::Cos => {
            let slope = g.call(Function::Sin, &[a]);
            vec![(a, -1.0, g.mul(w, slope))]
        }
        Function::Tan => {
            let square = g.power(value, 2);
            let slope = g.add(one, square);
            vec![(a, 1.0, g.mul(w, slope))]
        }
        Function::Asin | Function::Acos => {
            let square = g.power(a, 2);
            let under = g.sub(one, square);
            let root = g.call(Function::Sqrt, &[under]);
            let slope = g.pivot(root, zero);
            vec![(a, if function == Function::Asin { 1.0 } else { -1.0 }, g.mul(w, slope))]
        }
        Function::Atan => {
            let square = g.power(a, 2);
            let under = g.add(one, square);
            vec![(a, 1.0, g.div(w, under))]
        }
        Function::Atan2 => {
            let b = arguments[1];
            let (aa, bb) = (g.power(a, 2), g.power(b, 2));
            let square = g.add(aa, bb);
            let inverse = g.pivot(square, zero);
            let scaled = g.mul(w, inverse);
            vec![(a, 1.0, g.mul(scaled, b)), (b, -1.0, g.mul(scaled, a))]
        }
        Function::Sqrt => {
            let slope = g.pivot(value, zero);
            vec![(a, 0.5, g.mul(w, slope))]
        }
        Function::Exp => vec![(a, 1.0, g.mul(w, value))],
        Function::Ln => vec![(a, 1.0, g.div(w, a))],
        Function::Powf => {
            // d a^b = b a^(b−1) da + ln(a) a^b db
            let b = arguments[1];
            let less = g.sub(b, one);
            let lower = g.call(Function::Powf, &[a, less]);
            let da = g.intern(Node::Product(vec![(w, 1), (b, 1), (lower, 1)]));
            let ln = g.call(Function::Ln, &[a]);
            let db = g.intern(Node::Product(vec![(w, 1), (ln, 1), (value, 1)]));
            vec![(a, 1.0, da), (b, 1.0, db)]
        }
        Function::Curve { curve, order } => {
            let slope = g.call(Function::Curve { curve, order: order + 1 }, &[a]);
            vec![(a, 1.0, g.mul(w, slope))]
        }
        Function::Abs => {
            let negative = g.less(a, zero);
            let minus = g.neg(w);
            vec![(a, 1.0, g.choose(negative, minus, w))]
        }
        // Of two sides each has the adjoint as it is: the sweep gives it to them. A last normal moves with nothing.
        Function::Min | Function::Max | Function::AsLong => Vec::new(),
    }
}
