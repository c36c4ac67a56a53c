//! Vectors and rotations.

use super::Simplifier;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Function, Id, Node, Type};

impl Simplifier {
    /// s v: constants and signs outside, one scalar factor.
    pub fn scale(&mut self, s: Id, v: Id) -> Id {
        if self.is_zero(s) || self.is_zero(v) {
            return self.zero_of(Type::Vector);
        }
        if let Some(c) = self.as_constant(s) {
            return self.sum(Type::Vector, &[(c, v)]);
        }
        let (cs, s) = self.coefficient(s);
        let (cv, v) = self.coefficient(v);
        let scaled = match *self.graph.node(v) {
            Node::Scale(t, inner) => {
                let s = self.product(&[(s, 1), (t, 1)]);
                let (c, s) = self.coefficient(s);
                let scaled = self.graph.scale(s, inner);
                return self.sum(Type::Vector, &[(c * cs * cv, scaled)]);
            }
            Node::Vector(x, y) if self.as_constant(x).is_some() || self.as_constant(y).is_some() => {
                let (x, y) = (self.product(&[(s, 1), (x, 1)]), self.product(&[(s, 1), (y, 1)]));
                self.vector(x, y)
            }
            _ => self.graph.scale(s, v),
        };
        self.sum(Type::Vector, &[(cs * cv, scaled)])
    }

    /// The vector of two scalars.
    pub fn vector(&mut self, x: Id, y: Id) -> Id {
        match (self.graph.node(x), self.graph.node(y)) {
            (&Node::X(u), &Node::Y(v)) if u == v && self.graph.ty(u) == Type::Vector => u,
            _ => self.graph.vector(x, y),
        }
    }

    /// A vector's x, or a rotation's cosine.
    pub fn x(&mut self, v: Id) -> Id {
        self.component(v, true)
    }

    /// A vector's y, or a rotation's sine.
    pub fn y(&mut self, v: Id) -> Id {
        self.component(v, false)
    }

    fn component(&mut self, v: Id, is_x: bool) -> Id {
        if self.graph.ty(v) == Type::Rotation {
            return self.rotation_component(v, is_x);
        }
        let stripped = self.strip(v);
        let (sign, is_x) = stripped.component(is_x);
        let value = match *self.graph.node(stripped.core) {
            Node::Vector(x, y) => [y, x][usize::from(is_x)],
            Node::Sum(_, ref terms) if terms.is_empty() => self.graph.constant(0.0),
            _ if is_x => self.graph.x(stripped.core),
            _ => self.graph.y(stripped.core),
        };
        self.times(sign * stripped.coefficient, &stripped.scalars, value)
    }

    fn rotation_component(&mut self, rotation: Id, is_x: bool) -> Id {
        match *self.graph.node(rotation) {
            Node::Inverse(forward) => {
                let value = self.rotation_component(forward, is_x);
                self.sum(Type::Scalar, &[(if is_x { 1.0 } else { -1.0 }, value)])
            }
            Node::Turn(angle) => self.call(if is_x { Function::Cos } else { Function::Sin }, &[angle]),
            _ if is_x => self.graph.x(rotation),
            _ => self.graph.y(rotation),
        }
    }

    /// A quarter turn: signs and scalars outside, perp² = −1.
    pub fn perp(&mut self, v: Id) -> Id {
        if let Node::Vector(x, y) = *self.graph.node(v) {
            let minus = self.sum(Type::Scalar, &[(-1.0, y)]);
            return self.vector(minus, x);
        }
        match *self.graph.node(v) {
            Node::Perp(inner) => self.sum(Type::Vector, &[(-1.0, inner)]),
            Node::Scale(s, inner) => {
                let turned = self.perp(inner);
                self.scale(s, turned)
            }
            Node::Sum(_, ref terms) if terms.len() == 1 => {
                let (c, inner) = (terms[0].0.get(), terms[0].1);
                let turned = self.perp(inner);
                self.sum(Type::Vector, &[(c, turned)])
            }
            _ => self.graph.perp(v),
        }
    }

    /// |v|: |R u| = |perp(u)| = |u|, |c u| = |c| |u|, |unit| = 1.
    pub fn length(&mut self, v: Id) -> Id {
        if let Some((x, y)) = self.as_constant_vector(v) {
            return self.graph.constant(x.hypot(y));
        }
        let stripped = self.strip(v);
        let value = match *self.graph.node(stripped.core) {
            Node::Rotate(_, inner) => self.length(inner),
            Node::Unit(_) => self.graph.constant(1.0),
            Node::Vector(x, y) if self.is_zero(x) => self.call(Function::Abs, &[y]),
            Node::Vector(x, y) if self.is_zero(y) => self.call(Function::Abs, &[x]),
            _ => self.graph.length(stripped.core),
        };
        let sizes: Vec<_> = stripped.scalars.map_vec(|&s| self.call(Function::Abs, &[s]));
        self.times(stripped.coefficient.abs(), &sizes, value)
    }

    /// v/|v|: unit(R u) = R unit(u), the same for perp and signs.
    pub fn unit(&mut self, v: Id) -> Id {
        if let Some((x, y)) = self.as_constant_vector(v).filter(|&v| v != (0.0, 0.0)) {
            let (x, y) = (self.graph.constant(x / x.hypot(y)), self.graph.constant(y / x.hypot(y)));
            return self.graph.vector(x, y);
        }
        let (c, core) = self.coefficient(v);
        let value = match *self.graph.node(core) {
            Node::Perp(inner) => {
                let n = self.unit(inner);
                self.perp(n)
            }
            Node::Rotate(r, inner) => {
                let n = self.unit(inner);
                self.rotate(r, n)
            }
            Node::Unit(_) => core,
            _ => self.graph.unit(core),
        };
        self.sum(Type::Vector, &[(1.0_f64.copysign(c), value)])
    }

    /// R v: signs, scalars and quarter turns outside; R R⁻¹ u = u, term by term.
    pub fn rotate(&mut self, r: Id, v: Id) -> Id {
        if self.is_zero(v) || self.is_identity(r) {
            return v;
        }
        match self.graph.node(v).clone() {
            Node::Perp(inner) => {
                let rotated = self.rotate(r, inner);
                self.perp(rotated)
            }
            Node::Scale(s, inner) => {
                let rotated = self.rotate(r, inner);
                self.scale(s, rotated)
            }
            Node::Rotate(s, inner) if self.inverse(s) == r => inner,
            Node::Sum(_, terms) => {
                let back = self.inverse(r);
                let is_back = |g: &Self, id: Id| match *g.graph.node(g.strip(id).core) {
                    Node::Rotate(s, _) => s == back,
                    _ => false,
                };
                let (cancelling, rest): (Vec<_>, Vec<_>) =
                    terms.iter().map(|&(c, id)| (c.get(), id)).partition(|&(_, id)| is_back(self, id));
                if cancelling.is_empty() && rest.len() > 1 {
                    return self.graph.rotate(r, v);
                }
                let mut parts: Vec<_> = cancelling.map_vec(|&(c, id)| (c, self.rotate(r, id)));
                let (c, rest) = match rest[..] {
                    [(c, only)] => (c, only),
                    _ => (1.0, self.sum(Type::Vector, &rest)),
                };
                parts.push((c, self.rotate(r, rest)));
                self.sum(Type::Vector, &parts)
            }
            _ => self.graph.rotate(r, v),
        }
    }

    fn is_identity(&self, rotation: Id) -> bool {
        matches!(*self.graph.node(rotation), Node::Turn(angle) if self.is_zero(angle))
    }

    /// R S
    pub fn compose(&mut self, r: Id, s: Id) -> Id {
        if self.is_identity(r) {
            s
        } else if self.is_identity(s) {
            r
        } else if self.inverse(r) == s {
            let zero = self.graph.constant(0.0);
            self.graph.intern(Node::Turn(zero))
        } else {
            self.graph.intern(Node::Compose(r, s))
        }
    }

    /// R⁻¹
    pub fn inverse(&mut self, r: Id) -> Id {
        match *self.graph.node(r) {
            Node::Inverse(forward) => forward,
            Node::Compose(a, b) => {
                let (a, b) = (self.inverse(a), self.inverse(b));
                self.compose(b, a)
            }
            Node::Turn(angle) => {
                let back = self.sum(Type::Scalar, &[(-1.0, angle)]);
                self.graph.intern(Node::Turn(back))
            }
            _ => self.graph.inverse(r),
        }
    }
}
