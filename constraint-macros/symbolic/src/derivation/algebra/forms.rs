//! The two products of vectors: what comes out of them, and which way round they are written.

use super::Algebra;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Form, Id, Node, Stripped, Type};

impl Algebra {
    /// Takes what can be taken off a vector, but nothing apart that has a name.
    pub(super) fn strip(&self, vector: Id) -> Stripped {
        Stripped::of(&self.graph, vector, |id| self.is_named(id))
    }

    /// A vector as a scalar times another one, of which no scalar can be taken off.
    pub(in crate::derivation) fn direction_of(&mut self, v: Id) -> (Id, Id) {
        let Stripped { coefficient, scalars, quarter_turns, core } = self.strip(v);
        let factors: Vec<(Id, i32)> = scalars.map_vec(|&s| (s, 1));
        let product = self.product(&factors);
        let mut turned = core;
        for _ in 0..quarter_turns {
            turned = self.perp(turned);
        }
        let (sign, turned) = self.coefficient(turned);
        (self.sum(Type::Scalar, &[(sign * coefficient, product)]), turned)
    }

    /// u · v
    pub(in crate::derivation) fn dot(&mut self, u: Id, v: Id) -> Id {
        self.form(Form::Dot, u, v)
    }

    /// u × v
    pub(in crate::derivation) fn cross(&mut self, u: Id, v: Id) -> Id {
        self.form(Form::Cross, u, v)
    }

    /// Scalars and quarter turns come out: perp(u)·v = u × v, u·perp(v) = v × u, perp(u) × v = −u·v, u × perp(v) = u·v.
    fn form(&mut self, form: Form, u: Id, v: Id) -> Id {
        let (su, sv) = (self.strip(u), self.strip(v));
        // ⟨perpᵃ u, perpᵇ v⟩ = ⟨u, perpᵇ⁻ᵃ v⟩, as perp is a rotation.
        let (sign, form) = form.turned(sv.quarter_turns + 3 * su.quarter_turns);
        let (swap, value) = self.cores(form, su.core, sv.core, sign < 0.0);
        let mut factors: Vec<(Id, i32)> = [su.scalars, sv.scalars].concat().map_vec(|&s| (s, 1));
        factors.push((value, 1));
        let product = self.product(&factors);
        self.sum(Type::Scalar, &[(sign * swap * su.coefficient * sv.coefficient, product)])
    }

    /// The product of two vectors that are in one piece, and its sign. A new u × v is turned round where a sign vanishes.
    fn cores(&mut self, form: Form, u: Id, v: Id, is_negative: bool) -> (f64, Id) {
        if self.is_zero(u) || self.is_zero(v) || (form == Form::Cross && u == v) {
            return (1.0, self.zero(Type::Scalar));
        }
        if form == Form::Dot && u == v {
            if self.is_unit(u) {
                return (1.0, self.one());
            }
            // |v|² is |−v|².
            if matches!(self.graph.node(u), Node::Sum(_, terms) if terms.len() > 1 && terms[0].0.get() < 0.0)
                && !self.is_named(u)
            {
                let opposite = self.negative(u);
                return (1.0, self.dot(opposite, opposite));
            }
        }
        if form == Form::Dot
            && u == v
            && !self.is_named(u)
            && let Node::Vector(x, y) = *self.graph.node(u)
        {
            let (xx, yy) = (self.times(x, x), self.times(y, y));
            return (1.0, self.sum(Type::Scalar, &[(1.0, xx), (1.0, yy)]));
        }
        if form == Form::Dot
            && u == v
            && !self.is_named(u)
            && let Node::Choose(condition, yes, no) = *self.graph.node(u)
        {
            let (yes, no) = (self.dot(yes, yes), self.dot(no, no));
            return (1.0, self.choose(condition, yes, no));
        }
        // A vector and its own direction.
        let directs = |n: Id, v: Id| matches!(*self.graph.node(n), Node::Unit(of) if of == v);
        if directs(u, v) || directs(v, u) {
            let vector = if directs(u, v) { v } else { u };
            return (1.0, if form == Form::Dot { self.length(vector) } else { self.zero(Type::Scalar) });
        }
        if let Some(component) = self.along_axis(form, u, v) {
            return (1.0, component);
        }
        if let Some(component) = self.along_axis(form, v, u) {
            return (form.swapped(), component);
        }
        let known = self.forms.contains(&(form, u, v));
        let mirrored = self.forms.contains(&(form, v, u));
        let swap = !known && (mirrored || (form == Form::Cross && is_negative));
        let (first, second) = if swap { (v, u) } else { (u, v) };
        self.forms.insert((form, first, second));
        match form {
            Form::Dot => (1.0, self.graph.dot(first, second)),
            Form::Cross => (if swap { -1.0 } else { 1.0 }, self.graph.cross(first, second)),
        }
    }

    /// Whether its length is 1 for certain.
    pub(super) fn is_unit(&self, v: Id) -> bool {
        match *self.graph.node(v) {
            Node::Unit(_) => true,
            Node::Rotate(_, v) | Node::Perp(v) => self.is_unit(v),
            Node::Vector(x, y) => match (self.graph.node(x), self.graph.node(y)) {
                (Node::Constant(x), Node::Constant(y)) => {
                    (x.get().abs(), y.get().abs()) == (1.0, 0.0) || (x.get().abs(), y.get().abs()) == (0.0, 1.0)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// x·v, y·v, x × v and y × v for the axes x and y.
    fn along_axis(&mut self, form: Form, axis: Id, v: Id) -> Option<Id> {
        let Node::Vector(x, y) = *self.graph.node(axis) else { return None };
        let number = |id: Id| match self.graph.node(id) {
            Node::Constant(value) => Some(value.get()),
            _ => None,
        };
        let is_one = |value: f64| value.to_bits() == 1.0_f64.to_bits();
        match (number(x)?, number(y)?) {
            (one, 0.0) if is_one(one) => Some(if form == Form::Dot { self.x(v) } else { self.y(v) }),
            (0.0, one) if is_one(one) => Some(if form == Form::Dot {
                self.y(v)
            } else {
                let x = self.x(v);
                self.negative(x)
            }),
            _ => None,
        }
    }
}
