//! Reverse-mode differentiation on vectors.
//!
//! The adjoint of a scalar is a scalar, of a vector a vector, and of a rotation the scalar by which its angle counts, since
//! d(R v) = perp(R v) dθ. So one sweep gives the linear gradient (a vector) and the angular one (a scalar) of every body.
//! The result is again expressions of the graph: differentiation is closed under itself.

use std::collections::BTreeMap;

use crate::graph::{Function, Graph, Id, Input, Node, Type};

/// The derivative of the scalar `of` by the time and every input of the closure's bodies that it depends on.
///
/// A scalar input has a scalar derivative, a vector input a vector, a rotation input the derivative by its angle.
pub fn gradient(graph: &mut Graph, of: Id) -> BTreeMap<Input, Id> {
    let moving = depends_on_bodies(graph, of);
    let mut sweep = Sweep { graph, moving, adjoints: BTreeMap::new() };
    let one = sweep.graph.constant(1.0);
    sweep.give(of, 1.0, one);
    let mut derivatives = BTreeMap::new();
    while let Some((id, terms)) = sweep.adjoints.pop_last() {
        let ty = adjoint_type(sweep.graph.ty(id));
        let adjoint = sweep.graph.sum(ty, &terms);
        if let &Node::Input(input) = sweep.graph.node(id) {
            derivatives.insert(input, adjoint);
        } else {
            sweep.pass_on(id, adjoint);
        }
    }
    derivatives
}

/// Marks, up to `root`, what depends on the time or the state of a body.
fn depends_on_bodies(graph: &Graph, root: Id) -> Vec<bool> {
    let mut moving = vec![false; root.index() + 1];
    for id in graph.ids().take(root.index() + 1) {
        moving[id.index()] = match graph.node(id) {
            Node::Input(input) => matches!(
                input,
                Input::Position(_)
                    | Input::Rotation(_)
                    | Input::Angle(_)
                    | Input::LinearVelocity(_)
                    | Input::AngularVelocity(_)
                    | Input::Time
            ),
            node => node.operands().iter().any(|operand| moving[operand.index()]),
        };
    }
    moving
}

fn adjoint_type(of: Type) -> Type {
    match of {
        Type::Vector => Type::Vector,
        Type::Scalar | Type::Rotation | Type::Truth => Type::Scalar,
    }
}

struct Sweep<'g> {
    graph: &'g mut Graph,
    moving: Vec<bool>,
    /// What each node has been given so far, latest node last.
    adjoints: BTreeMap<Id, Vec<(f64, Id)>>,
}

impl Sweep<'_> {
    /// Adds `coefficient * amount` to the adjoint of `to`.
    fn give(&mut self, to: Id, coefficient: f64, amount: Id) {
        if self.moving[to.index()] {
            self.adjoints.entry(to).or_default().push((coefficient, amount));
        }
    }

    /// Hands the adjoint `w` of a node on to its operands: the transpose of the node's differential.
    fn pass_on(&mut self, id: Id, w: Id) {
        let node = self.graph.node(id).clone();
        let g = &mut *self.graph;
        match node {
            // Constant where it is smooth.
            Node::Constant(_)
            | Node::Input(_)
            | Node::Pivot(..)
            | Node::Truth(_)
            | Node::Less(..)
            | Node::LessEqual(..)
            | Node::And(..)
            | Node::Or(..)
            | Node::Not(_) => {}
            Node::Sum(_, terms) => {
                for (coefficient, term) in terms {
                    self.give(term, coefficient.get(), w);
                }
            }
            Node::Product(factors) => self.product(&factors, w),
            Node::Call(function, arguments) => self.call(function, &arguments, id, w),
            Node::Scale(s, v) => {
                let (ds, dv) = (g.dot(v, w), g.scale(s, w));
                self.give(s, 1.0, ds);
                self.give(v, 1.0, dv);
            }
            Node::Vector(x, y) => {
                let (dx, dy) = (g.x(w), g.y(w));
                self.give(x, 1.0, dx);
                self.give(y, 1.0, dy);
            }
            Node::X(v) | Node::Y(v) => self.component(&node, v, w),
            Node::Dot(u, v) => {
                let (du, dv) = (g.scale(w, v), g.scale(w, u));
                self.give(u, 1.0, du);
                self.give(v, 1.0, dv);
            }
            Node::Cross(u, v) => {
                // u × v = perp(u)·v = −perp(v)·u
                let (pu, pv) = (g.perp(u), g.perp(v));
                let (du, dv) = (g.scale(w, pv), g.scale(w, pu));
                self.give(u, -1.0, du);
                self.give(v, 1.0, dv);
            }
            Node::Perp(v) => {
                let dv = g.perp(w);
                self.give(v, -1.0, dv);
            }
            Node::Length(v) => {
                let n = g.unit(v);
                g.set_name(n, "n");
                let dv = g.scale(w, n);
                self.give(v, 1.0, dv);
            }
            Node::Unit(v) => {
                // dn = perp(n) (n × dv)/|v|
                let (t, length) = (g.perp(id), g.length(v));
                let along = g.dot(t, w);
                let zero = g.constant(0.0);
                let inverse = g.pivot(length, zero);
                let amount = g.mul(along, inverse);
                let dv = g.scale(amount, t);
                self.give(v, 1.0, dv);
            }
            Node::Rotate(r, v) => {
                let back = g.inverse(r);
                let (dr, dv) = (g.cross(id, w), g.rotate(back, w));
                self.give(r, 1.0, dr);
                self.give(v, 1.0, dv);
            }
            Node::Compose(r, s) => {
                self.give(r, 1.0, w);
                self.give(s, 1.0, w);
            }
            Node::Inverse(r) => self.give(r, -1.0, w),
            Node::Turn(angle) => self.give(angle, 1.0, w),
            Node::Choose(condition, yes, no) => {
                let zero = g.zero(g.ty(w));
                let (dy, dn) = (g.choose(condition, w, zero), g.choose(condition, zero, w));
                self.give(yes, 1.0, dy);
                self.give(no, 1.0, dn);
            }
        }
    }

    /// A vector's component, or a rotation's cosine (d cos = −sin dθ) and sine (d sin = cos dθ).
    fn component(&mut self, node: &Node, of: Id, w: Id) {
        let g = &mut *self.graph;
        let is_x = matches!(node, Node::X(_));
        if g.ty(of) == Type::Rotation {
            let other = if is_x { g.y(of) } else { g.x(of) };
            let amount = g.mul(w, other);
            self.give(of, if is_x { -1.0 } else { 1.0 }, amount);
        } else {
            let axis = if is_x { g.axis_x() } else { g.axis_y() };
            let amount = g.scale(w, axis);
            self.give(of, 1.0, amount);
        }
    }

    /// d Π xᵢ^kᵢ = Σ kᵢ xᵢ^(kᵢ−1) Π_{j≠i} xⱼ^kⱼ dxᵢ
    fn product(&mut self, factors: &[(Id, i32)], w: Id) {
        for (i, &(factor, exponent)) in factors.iter().enumerate() {
            let mut rest = factors.to_vec();
            rest[i].1 -= 1;
            rest.push((w, 1));
            let amount = self.graph.intern(Node::Product(rest));
            self.give(factor, f64::from(exponent), amount);
        }
    }

    fn call(&mut self, function: Function, arguments: &[Id], value: Id, w: Id) {
        let a = arguments[0];
        let g = &mut *self.graph;
        let (zero, one) = (g.constant(0.0), g.constant(1.0));
        let times = |g: &mut Graph, factor: Id| g.mul(w, factor);
        match function {
            Function::Sin => {
                let slope = g.call(Function::Cos, &[a]);
                let amount = times(g, slope);
                self.give(a, 1.0, amount);
            }
            Function::Cos => {
                let slope = g.call(Function::Sin, &[a]);
                let amount = times(g, slope);
                self.give(a, -1.0, amount);
            }
            Function::Tan => {
                let square = g.power(value, 2);
                let slope = g.add(one, square);
                let amount = times(g, slope);
                self.give(a, 1.0, amount);
            }
            Function::Asin | Function::Acos => {
                // The slope is infinite at ±1, where the pivot's 0 stands for it.
                let square = g.power(a, 2);
                let under = g.sub(one, square);
                let root = g.call(Function::Sqrt, &[under]);
                let slope = g.pivot(root, zero);
                let amount = times(g, slope);
                self.give(a, if function == Function::Asin { 1.0 } else { -1.0 }, amount);
            }
            Function::Atan => {
                let square = g.power(a, 2);
                let under = g.add(one, square);
                let amount = g.div(w, under);
                self.give(a, 1.0, amount);
            }
            Function::Atan2 => {
                let b = arguments[1];
                let (aa, bb) = (g.power(a, 2), g.power(b, 2));
                let square = g.add(aa, bb);
                let inverse = g.pivot(square, zero);
                let scaled = times(g, inverse);
                let (da, db) = (g.mul(scaled, b), g.mul(scaled, a));
                self.give(a, 1.0, da);
                self.give(b, -1.0, db);
            }
            Function::Sqrt => {
                let slope = g.pivot(value, zero);
                let amount = times(g, slope);
                self.give(a, 0.5, amount);
            }
            Function::Exp => {
                let amount = times(g, value);
                self.give(a, 1.0, amount);
            }
            Function::Ln => {
                let amount = g.div(w, a);
                self.give(a, 1.0, amount);
            }
            Function::Powf => {
                // d a^b = b a^(b−1) da + ln(a) a^b db
                let b = arguments[1];
                let less = g.sub(b, one);
                let lower = g.call(Function::Powf, &[a, less]);
                let da = g.intern(Node::Product(vec![(w, 1), (b, 1), (lower, 1)]));
                let ln = g.call(Function::Ln, &[a]);
                let db = g.intern(Node::Product(vec![(w, 1), (ln, 1), (value, 1)]));
                self.give(a, 1.0, da);
                self.give(b, 1.0, db);
            }
            Function::Abs => {
                let negative = g.less(a, zero);
                let minus = g.neg(w);
                let amount = g.choose(negative, minus, w);
                self.give(a, 1.0, amount);
            }
            Function::Min | Function::Max => {
                let b = arguments[1];
                let first = if function == Function::Min { g.less_equal(a, b) } else { g.less_equal(b, a) };
                let (da, db) = (g.choose(first, w, zero), g.choose(first, zero, w));
                self.give(a, 1.0, da);
                self.give(b, 1.0, db);
            }
        }
    }
}
