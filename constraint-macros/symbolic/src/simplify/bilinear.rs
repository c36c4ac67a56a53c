//! Dot and cross: one bilinear form and its quarter turn.

use super::Simplifier;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Form, Id, Node, Type};
use crate::passes::{Pass, is_on};

impl Simplifier {
    /// u · v
    pub fn dot(&mut self, u: Id, v: Id) -> Id {
        self.form(Form::Dot, u, v)
    }

    /// u × v
    pub fn cross(&mut self, u: Id, v: Id) -> Id {
        self.form(Form::Cross, u, v)
    }

    /// Takes scalars and quarter turns out of both operands, then looks at what is left.
    fn form(&mut self, form: Form, u: Id, v: Id) -> Id {
        let (su, sv) = (self.strip(u), self.strip(v));
        // ⟨perpᵃ u, perpᵇ v⟩ = ⟨u, perpᵇ⁻ᵃ v⟩, as perp is a rotation.
        let (sign, form) = form.turned(sv.quarter_turns + 3 * su.quarter_turns);
        let value = self.cores(form, su.core, sv.core);
        let mut scalars = su.scalars;
        scalars.extend(sv.scalars);
        self.times(sign * su.coefficient * sv.coefficient, &scalars, value)
    }

    fn cores(&mut self, form: Form, u: Id, v: Id) -> Id {
        if self.is_zero(u) || self.is_zero(v) || (u == v && form == Form::Cross) {
            return self.graph.constant(0.0);
        }
        if let Some(value) = self.frames(form, u, v).or_else(|| self.lengths(form, u, v)) {
            return value;
        }
        if let Some(value) = self.axes(form, u, v) {
            return value;
        }
        if let Some(value) = self.axes(form, v, u) {
            return self.sum(Type::Scalar, &[(form.swapped(), value)]);
        }
        if let Some(value) = self.term_by_term(form, u, v) {
            return value;
        }
        if let Some(value) = self.term_by_term(form, v, u) {
            return self.sum(Type::Scalar, &[(form.swapped(), value)]);
        }
        let (sign, u, v) = if u <= v { (1.0, u, v) } else { (form.swapped(), v, u) };
        let node = match form {
            Form::Dot => self.graph.dot(u, v),
            Form::Cross => self.graph.cross(u, v),
        };
        self.sum(Type::Scalar, &[(sign, node)])
    }

    /// ⟨R u, R v⟩ = ⟨u, v⟩
    fn frames(&mut self, form: Form, u: Id, v: Id) -> Option<Id> {
        match (self.graph.node(u), self.graph.node(v)) {
            _ if !is_on(Pass::FrameInvariance) => None,
            (&Node::Rotate(r, u), &Node::Rotate(s, v)) if r == s => Some(self.form(form, u, v)),
            _ => None,
        }
    }

    /// n·n = 1, n·v = |v| and n × v = 0 for n = unit(v).
    fn lengths(&mut self, form: Form, u: Id, v: Id) -> Option<Id> {
        let is_unit_of = |n: Id, w: Id| matches!(*self.graph.node(n), Node::Unit(inner) if inner == w);
        if u == v && matches!(self.graph.node(u), Node::Unit(_)) {
            return Some(self.graph.constant(1.0));
        }
        let of = if is_unit_of(u, v) {
            v
        } else if is_unit_of(v, u) {
            u
        } else {
            return None;
        };
        Some(if form == Form::Dot { self.length(of) } else { self.graph.constant(0.0) })
    }

    /// An operand with a constant component is written out: axis vectors cost nothing.
    fn axes(&mut self, form: Form, u: Id, v: Id) -> Option<Id> {
        let Node::Vector(x, y) = *self.graph.node(u) else { return None };
        if self.as_constant(x).is_none() && self.as_constant(y).is_none() {
            return None;
        }
        let (vx, vy) = (self.x(v), self.y(v));
        let (sign, first, second) = match form {
            Form::Dot => (1.0, vx, vy),
            Form::Cross => (-1.0, vy, vx),
        };
        // u·v = x vx + y vy; u × v = x vy − y vx
        let (first, second) = (self.product(&[(x, 1), (first, 1)]), self.product(&[(y, 1), (second, 1)]));
        Some(self.sum(Type::Scalar, &[(1.0, first), (sign, second)]))
    }

    /// Where v is a sum, its terms that simplify against u are taken out of it.
    fn term_by_term(&mut self, form: Form, u: Id, v: Id) -> Option<Id> {
        let Node::Sum(_, terms) = self.graph.node(v) else { return None };
        if !is_on(Pass::TermByTerm) {
            return None;
        }
        let terms: Vec<(f64, Id)> = terms.map_vec(|&(c, id)| (c.get(), id));
        if let Some((ratio, whole)) = self.contained(u, &terms) {
            let rest = self.sum(Type::Vector, &[(1.0, v), (-ratio, whole)]);
            let (first, second) = (self.form(form, u, whole), self.form(form, u, rest));
            return Some(self.sum(Type::Scalar, &[(ratio, first), (1.0, second)]));
        }
        let (simple, rest): (Vec<_>, Vec<_>) = terms.into_iter().partition(|&(_, term)| self.simplifies(form, u, term));
        if simple.is_empty() {
            return None;
        }
        let rest = self.sum(Type::Vector, &rest);
        let mut parts: Vec<_> = simple.map_vec(|&(c, term)| (c, self.form(form, u, term)));
        parts.push((1.0, self.form(form, u, rest)));
        Some(self.sum(Type::Scalar, &parts))
    }

    /// Whether the form of u and a single term needs no new vector.
    fn simplifies(&self, form: Form, u: Id, term: Id) -> bool {
        let core = self.strip(term).core;
        match (self.graph.node(u), self.graph.node(core)) {
            (&Node::Rotate(r, _), &Node::Rotate(s, _)) => r == s && is_on(Pass::FrameInvariance),
            (&Node::Unit(w), _) if w == core => true,
            (_, &Node::Unit(w)) if w == u => true,
            _ => core == u && (form == Form::Cross || matches!(self.graph.node(u), Node::Unit(_))),
        }
    }

    /// Whether u is the unit vector of a sum that `terms` contain as a whole, and how many times.
    fn contained(&self, u: Id, terms: &[(f64, Id)]) -> Option<(f64, Id)> {
        let Node::Unit(whole) = *self.graph.node(u) else { return None };
        let Node::Sum(_, parts) = self.graph.node(whole) else { return None };
        let find = |id: Id| terms.iter().find(|&&(_, term)| term == id).map(|&(c, _)| c);
        let ratio = find(parts.first()?.1)? / parts[0].0.get();
        let all =
            parts.iter().all(|&(c, id)| find(id).is_some_and(|found| found.to_bits() == (ratio * c.get()).to_bits()));
        all.then_some((ratio, whole))
    }
}
