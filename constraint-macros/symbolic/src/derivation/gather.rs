//! Sums of products that share a vector.

use super::algebra::Algebra;
use crate::ir::map_vec::MapVec as _;
use crate::ir::sorted_vec::sort_by_key;
use crate::ir::vector::{Form, Id, Node, Type};

impl Algebra {
    /// u·v ± u·w as u·(v ± w), and v × u ± w × u as (v ± w) × u.
    pub(super) fn gathered(&mut self, sum: Id) -> Id {
        let (outside, core) = self.coefficient(sum);
        let Node::Sum(Type::Scalar, terms) = self.graph.node(core) else { return sum };
        let mut terms: Vec<(f64, Id)> = terms.map_vec(|&(c, id)| (outside * c.get(), id));
        let mut gathered = Vec::new();
        while !terms.is_empty() {
            let (c, first) = terms.remove(0);
            let shared = self
                .sides(first)
                .into_iter()
                .find(|side| terms.iter().any(|&(_, term)| self.against(term, side.form, side.shared).is_some()));
            let Some(side) = shared else {
                gathered.push((c, first));
                continue;
            };
            let mut others = vec![(c * side.sign, side.other)];
            terms.retain(|&(c, term)| {
                let met = self.against(term, side.form, side.shared);
                others.extend(met.map(|(sign, other)| (c * sign, other)));
                met.is_none()
            });
            sort_by_key(&mut others, |&(_, other)| other);
            let outside = others[0].0;
            let others: Vec<(f64, Id)> = others.map_vec(|&(c, other)| (c / outside, other));
            let other = self.sum(Type::Vector, &others);
            let product = match side.form {
                Form::Dot => self.dot(side.shared, other),
                Form::Cross => self.cross(other, side.shared),
            };
            gathered.push((outside, product));
        }
        self.sum(Type::Scalar, &gathered)
    }

    /// A product of two vectors by either of them.
    fn sides(&self, id: Id) -> Vec<Side> {
        let side = |form, sign, shared, other| Side { form, sign, shared, other };
        match *self.graph.node(id) {
            Node::Dot(u, v) if u != v => vec![side(Form::Dot, 1.0, u, v), side(Form::Dot, 1.0, v, u)],
            Node::Cross(u, v) => vec![side(Form::Cross, 1.0, v, u), side(Form::Cross, -1.0, u, v)],
            _ => Vec::new(),
        }
    }

    /// What stands against a vector in a product of the same kind, and its sign.
    fn against(&self, id: Id, form: Form, shared: Id) -> Option<(f64, Id)> {
        let side = self.sides(id).into_iter().find(|side| (side.form, side.shared) == (form, shared))?;
        Some((side.sign, side.other))
    }
}

/// sign · (shared · other), or sign · (other × shared).
#[derive(Clone, Copy)]
struct Side {
    form: Form,
    sign: f64,
    shared: Id,
    other: Id,
}
