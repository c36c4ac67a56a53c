//! Reverse-mode differentiation on vectors.
//!
//! The adjoint of a scalar is a scalar, of a vector a vector, and of a rotation the scalar by which its angle counts, since
//! d(R v) = perp(R v) dθ. So one sweep gives the linear gradient (a vector) and the angular one (a scalar) of every body.
//! The result is again expressions of the graph: differentiation is closed under itself.

pub(crate) mod slope;

use crate::ir::map_vec::MapVec as _;
use crate::ir::sorted_vec::SortedVec;
use crate::ir::vector::{Function, Id, Input, Node, Type, VectorIr};

/// The derivative of the scalar `of` by the time and every input of the closure's bodies that it depends on, in their order.
///
/// A scalar input has a scalar derivative, a vector input a vector, a rotation input the derivative by its angle.
pub fn gradient(graph: &mut VectorIr, of: Id) -> Vec<(Input, Id)> {
    let reached = graph.reached([of]);
    let (moving, risky) = (depends_on_bodies(graph, &reached), may_not_be_finite(graph, &reached));
    let adjoints = (0..=of.index()).map(|_| Vec::new()).collect();
    let mut sweep = Sweep { graph, moving, risky, adjoints, sides: Vec::new(), side: None };
    let one = sweep.graph.constant(1.0);
    sweep.give(of, 1.0, one);
    let mut derivatives = SortedVec::default();
    for id in reached.into_iter().rev() {
        let terms = std::mem::take(&mut sweep.adjoints[id.index()]);
        if terms.is_empty() {
            continue;
        }
        let input = match sweep.graph.node(id) {
            Node::Input(input) => Some(*input),
            _ => None,
        };
        sweep.side = if input.is_some() { None } else { sweep.common_side(&terms) };
        let adjoint = sweep.joined(adjoint_type(sweep.graph.ty(id)), terms);
        match input {
            Some(input) => {
                derivatives.insert(input, adjoint);
            }
            None => sweep.pass_on(id, adjoint),
        }
    }
    derivatives.into_entries()
}

/// Marks what depends on the time or the state of a body.
fn depends_on_bodies(graph: &VectorIr, reached: &[Id]) -> Vec<bool> {
    let mut moving = vec![false; graph.len()];
    for &id in reached {
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

/// Marks what may be infinite or NaN though all bodies are well: on the side of a choice that is not taken,
/// that is nobody's business.
fn may_not_be_finite(graph: &VectorIr, reached: &[Id]) -> Vec<bool> {
    use Function::{Acos, Asin, Exp, Ln, Powf, Sqrt, Tan};
    let mut risky = vec![false; graph.len()];
    for &id in reached {
        let node = graph.node(id);
        risky[id.index()] = match node {
            Node::Product(factors) => factors.iter().any(|&(_, k)| k < 0),
            Node::Call(function, _) => matches!(function, Acos | Asin | Exp | Ln | Powf | Sqrt | Tan),
            _ => false,
        } || node.operands().iter().any(|operand| risky[operand.index()]);
    }
    risky
}

fn adjoint_type(of: Type) -> Type {
    match of {
        Type::Vector => Type::Vector,
        Type::Scalar | Type::Rotation | Type::Truth => Type::Scalar,
    }
}

/// A side of a choice, within a side of another.
#[derive(Clone, Copy, PartialEq)]
struct Side {
    within: Option<usize>,
    condition: Id,
    holds: bool,
}

/// A part of an adjoint, and the side on which it counts.
struct Term {
    coefficient: f64,
    amount: Id,
    side: Option<usize>,
}

struct Sweep<'g> {
    graph: &'g mut VectorIr,
    moving: Vec<bool>,
    risky: Vec<bool>,
    /// What each node has been given so far.
    adjoints: Vec<Vec<Term>>,
    /// The sides that were met, inner ones after outer ones.
    sides: Vec<Side>,
    /// The side on which the node at hand stands.
    side: Option<usize>,
}

impl Sweep<'_> {
    /// Adds `coefficient * amount` to the adjoint of `to`.
    fn give(&mut self, to: Id, coefficient: f64, amount: Id) {
        if self.moving[to.index()] {
            self.adjoints[to.index()].push(Term { coefficient, amount, side: self.side });
        }
    }

    /// Gives an adjoint to a side of a choice.
    ///
    /// It is zero where the other side is taken. A zero times a slope that is infinite there would be NaN, so where that can
    /// be, the adjoint goes on as it is, and the choice is made of what comes out of the side.
    fn give_side(&mut self, to: Id, condition: Id, holds: bool, w: Id) {
        if self.risky[to.index()] {
            let side = Side { within: self.side, condition, holds };
            let index = self.sides.iter().position(|known| *known == side).unwrap_or(self.sides.len());
            if index == self.sides.len() {
                self.sides.push(side);
            }
            let outside = self.side.replace(index);
            self.give(to, 1.0, w);
            self.side = outside;
        } else {
            let zero = self.graph.zero(self.graph.ty(w));
            let amount = self.chosen(condition, holds, w, zero);
            self.give(to, 1.0, amount);
        }
    }

    /// The innermost side on which all terms count.
    fn common_side(&self, terms: &[Term]) -> Option<usize> {
        let outer = |side: Option<usize>| std::iter::successors(side, |&index| self.sides[index].within);
        outer(terms.first()?.side).find(|side| terms.iter().all(|term| outer(term.side).any(|index| index == *side)))
    }

    /// The sum of the terms on the side at hand; inner ones are chosen first.
    fn joined(&mut self, ty: Type, mut terms: Vec<Term>) -> Id {
        while let Some(index) =
            terms.iter().filter_map(|term| term.side).max().filter(|&inner| Some(inner) != self.side)
        {
            let side = self.sides[index];
            let opposite = Side { holds: !side.holds, ..side };
            let opposite = self.sides.iter().position(|known| *known == opposite);
            let mut take = |wanted: Option<usize>| {
                let (taken, rest) = terms.drain(..).partition(|term| wanted.is_some() && term.side == wanted);
                terms = rest;
                self.sum(ty, &taken)
            };
            let (inside, outside) = (take(Some(index)), take(opposite));
            let amount = self.chosen(side.condition, side.holds, inside, outside);
            terms.push(Term { coefficient: 1.0, amount, side: side.within });
        }
        self.sum(ty, &terms)
    }

    /// An amount that is given once is itself, so that f and f − c have one gradient.
    fn sum(&mut self, ty: Type, terms: &[Term]) -> Id {
        if let [only] = terms
            && only.coefficient.to_bits() == 1.0_f64.to_bits()
        {
            return only.amount;
        }
        let terms: Vec<(f64, Id)> = terms.map_vec(|term| (term.coefficient, term.amount));
        self.graph.sum(ty, &terms)
    }

    /// `inside` where the condition is as said, else `outside`.
    fn chosen(&mut self, condition: Id, holds: bool, inside: Id, outside: Id) -> Id {
        let (yes, no) = if holds { (inside, outside) } else { (outside, inside) };
        self.graph.choose(condition, yes, no)
    }

    /// Hands the adjoint `w` of a node on to its operands: the transpose of the node's differential.
    fn pass_on(&mut self, id: Id, w: Id) {
        let node = self.graph.node(id).clone();
        match node {
            // Constant where it is smooth.
            Node::Constant(_)
            | Node::Input(_)
            | Node::Rounding(_)
            | Node::Truth(_)
            | Node::Less(..)
            | Node::LessEqual(..)
            | Node::And(..)
            | Node::Or(..)
            | Node::Not(_) => {}
            // d(1/x) = −dx/x². A closure has no pivots, only first derivatives do.
            Node::Pivot(divisor, _) => {
                let amount = self.graph.intern(Node::Product(vec![(w, 1), (id, 2)]));
                self.give(divisor, -1.0, amount);
            }
            Node::Beside(entry, _) => self.give(entry, 1.0, w),
            Node::Sum(_, terms) => {
                for (coefficient, term) in terms {
                    self.give(term, coefficient.get(), w);
                }
            }
            Node::Product(factors) => self.product(&factors, w),
            Node::Call(function, arguments) => self.call(function, &arguments, id, w),
            Node::X(v) | Node::Y(v) => self.component(&node, v, w),
            Node::Choose(condition, yes, no) => {
                self.give_side(yes, condition, true, w);
                self.give_side(no, condition, false, w);
            }
            Node::Rotate(..) | Node::Compose(..) | Node::Inverse(_) | Node::Turn(_) => self.rotation(&node, id, w),
            Node::Scale(..)
            | Node::Vector(..)
            | Node::Dot(..)
            | Node::Cross(..)
            | Node::Perp(_)
            | Node::Length(_)
            | Node::Unit(_) => self.vector(&node, id, w),
        }
    }

    /// The same for what is made of vectors.
    fn vector(&mut self, node: &Node, id: Id, w: Id) {
        let g = &mut *self.graph;
        match *node {
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
            _ => {}
        }
    }

    /// The same for what is made of rotations: d(R v) = perp(R v) dθ + R dv.
    fn rotation(&mut self, node: &Node, id: Id, w: Id) {
        let g = &mut *self.graph;
        match *node {
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
            _ => {}
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
        if let (Function::Min | Function::Max, &[a, b]) = (function, arguments) {
            let g = &mut *self.graph;
            let first = if function == Function::Min { g.less_equal(a, b) } else { g.less_equal(b, a) };
            self.give_side(a, first, true, w);
            self.give_side(b, first, false, w);
            return;
        }
        for (argument, coefficient, amount) in slope::adjoints(self.graph, function, arguments, value, w) {
            self.give(argument, coefficient, amount);
        }
    }
}
