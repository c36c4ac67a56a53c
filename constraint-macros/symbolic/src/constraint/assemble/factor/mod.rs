//! The factors L D Lᵀ of a symmetric K, written out.

mod pair;

use super::{Assembler, Planar};
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Input, Node, Stage, Type};
use crate::simplify::Simplifier;
use pair::Pair;

/// K = L D Lᵀ with the reciprocals of D, of which those of immovable directions are 0.
pub(super) struct Factors {
    /// lᵢₖ for k < i.
    pub(super) lower: Vec<Vec<Id>>,
    /// 1/dᵢ
    pub(super) inverse_diagonal: Vec<Id>,
    /// K⁻¹ of the last two rows, where they are solved by it.
    pair: Option<Pair>,
}

/// How bodies may still turn beside a row that only turns them.
#[derive(Clone, Copy)]
pub(super) enum Free {
    /// Not at all: there is one.
    Nothing,
    /// Together, at right angles to the row.
    Both,
    /// The one that the row does not turn.
    Body(u8),
}

impl Assembler {
    /// Factorises the block of K that belongs to `rows`.
    ///
    /// A pivot that is only rounding stands for a direction that no body can give way in, or that an earlier row holds
    /// already. Its reciprocal is taken as 0, which leaves the impulse of that row at zero (*Nape Constraints* §2) and the others
    /// right.
    pub(super) fn factorise(&mut self, k: &[Vec<Id>], rows: &[usize]) -> Factors {
        let mut factors = Factors { lower: Vec::new(), inverse_diagonal: Vec::new(), pair: None };
        // How many pivots the entries of K that are left are free of already.
        let free = rows.first().and_then(|&row| self.free_beside(row));
        let done = usize::from(free.is_some());
        for (i, &row) in rows.iter().enumerate() {
            let mut lower: Vec<Id> = Vec::new();
            let mut scaled: Vec<Id> = Vec::new();
            for (j, &column) in rows[..i].iter().enumerate() {
                // uᵢⱼ = kᵢⱼ − Σₘ uᵢₘ lⱼₘ
                let u = if j < done {
                    k[row][column]
                } else {
                    let entry = match free {
                        Some(free) => self.left_by((rows[0], free), &factors, row, column),
                        None => k[row][column],
                    };
                    self.less_products(entry, &scaled[done..], &factors.lower[j][done..])
                };
                lower.push(self.graph.mul(u, factors.inverse_diagonal[j]));
                scaled.push(u);
            }
            let (diagonal, done) = match free {
                Some(free) if i > 0 => (self.left_by((rows[0], free), &factors, row, row), done),
                _ => (self.diagonal(k, row, &rows[..i]), 0),
            };
            let d = self.less_products(diagonal, &scaled[done..], &lower[done..]);
            let scale = if i == done { self.graph.constant(0.0) } else { diagonal };
            let rounding = self.graph.rounding(scale);
            let inverse = self.graph.pivot(d, rounding);
            self.name_factors(row, &rows[..i], inverse, &lower);
            factors.lower.push(lower);
            factors.inverse_diagonal.push(inverse);
        }
        factors.pair = self.last_pair(rows, k, &factors, free);
        factors
    }

    /// The rows with those first whose pivot is known before the pose (rule 13): what they take from the others is known
    /// without a division, and nothing that follows is divided by what the pose makes small.
    pub(super) fn earliest_first(&self, rows: &[usize]) -> Vec<usize> {
        let (lean, others): (Vec<usize>, Vec<usize>) = rows.iter().partition(|&&row| self.is_lean(row));
        [lean, others].concat()
    }

    /// Whether a row turns bodies only, at rates that are known before the pose.
    pub(super) fn is_lean(&self, row: usize) -> bool {
        self.rows[row].jacobian.iter().all(|block| {
            let still = matches!(self.graph.node(block.linear), Node::Sum(_, terms) if terms.is_empty());
            still && self.graph.stage(block.angular) < Stage::Pose
        })
    }

    /// How the bodies may still turn beside a row that only turns its one or two bodies, at rates that are known to be zero or
    /// not to be: where a rate may turn out to be zero, so may the row's share of K, and then it takes nothing from the others.
    fn free_beside(&self, row: usize) -> Option<Free> {
        let blocks = &self.rows[row].jacobian;
        if blocks.len() > 2 || !self.is_lean(row) {
            return None;
        }
        let (simple, rates) = Simplifier::run(&self.graph, &blocks.map_vec(|block| block.angular));
        let simplifier = Simplifier { graph: simple };
        let is_still = rates.map_vec(|&rate| Some(simplifier.as_constant(rate)?.abs() <= 0.0));
        match is_still[..] {
            [Some(false)] => Some(Free::Nothing),
            [Some(false), Some(false)] => Some(Free::Both),
            [Some(true), Some(false)] => Some(Free::Body(0)),
            [Some(false), Some(true)] => Some(Free::Body(1)),
            _ => None,
        }
    }

    /// What is left of an entry of K when a row that only turns its one or two bodies, at rates s, has been eliminated:
    ///
    /// ```text
    /// Σ i hₚ h_q − (Σ i s hₚ)(Σ i s h_q)/Σ i s² = i_a i_b/Σ i s² · (hₚ × s)(h_q × s)
    /// ```
    ///
    /// with `h × s = h_a s_b − h_b s_a`, which is Lagrange's identity. Nothing is subtracted that could have been most of it.
    fn left_by(&mut self, (lean, free): (usize, Free), factors: &Factors, row: usize, column: usize) -> Id {
        let mut terms = Vec::new();
        for body in self.body_indices() {
            let (a, b) = (self.rows[row].jacobian[usize::from(body)], self.rows[column].jacobian[usize::from(body)]);
            let g = &mut self.graph;
            let (m, square) = (g.input(Input::InverseMass(body)), g.dot(a.linear, b.linear));
            terms.push((1.0, g.mul(m, square)));
        }
        if let Some((inertia, [p, q])) = self.free_turning((lean, free), factors, [row, column]) {
            let square = self.graph.mul(p, q);
            terms.push((1.0, self.graph.mul(inertia, square)));
        }
        self.graph.sum(Type::Scalar, &terms)
    }

    /// The inverse inertia of what turns freely beside a row, and how two others turn it.
    ///
    /// A body that the row does not turn does so by itself, whether or not the other one can: where that cannot rotate,
    /// `i_a i_b/Σ i s² · s²` would be 0/0.
    pub(super) fn free_turning(
        &mut self,
        (lean, free): (usize, Free),
        factors: &Factors,
        rows: [usize; 2],
    ) -> Option<(Id, [Id; 2])> {
        match (free, &self.rows[lean].jacobian[..]) {
            (Free::Body(body), _) => {
                let arms = rows.map(|row| self.rows[row].jacobian[usize::from(body)].angular);
                Some((self.graph.input(Input::InverseInertia(body)), arms))
            }
            (Free::Both, &[a, b]) => {
                let arms = rows.map(|row| self.across((a, b), row));
                let g = &mut self.graph;
                let (i_a, i_b) = (g.input(Input::InverseInertia(0)), g.input(Input::InverseInertia(1)));
                Some((g.intern(Node::Product(vec![(i_a, 1), (i_b, 1), (factors.inverse_diagonal[0], 1)])), arms))
            }
            _ => None,
        }
    }

    /// `h_a s_b − h_b s_a` of a row.
    fn across(&mut self, (a, b): (Planar, Planar), row: usize) -> Id {
        let (h_a, h_b) = (self.rows[row].jacobian[0].angular, self.rows[row].jacobian[1].angular);
        let g = &mut self.graph;
        let (first, second) = (g.mul(h_a, b.angular), g.mul(h_b, a.angular));
        g.sub(first, second)
    }

    /// An entry of K's diagonal where those of `before` are there already.
    pub fn diagonal(&mut self, k: &[Vec<Id>], row: usize, before: &[usize]) -> Id {
        before.iter().fold(k[row][row], |entry, &other| self.graph.beside(entry, k[other][other]))
    }

    fn name_factors(&mut self, row: usize, before: &[usize], inverse: Id, lower: &[Id]) {
        let suffix = self.row_suffix(row);
        self.graph.set_name(
            inverse,
            &if before.is_empty() { format!("inverse_k{suffix}") } else { format!("inverse_d{suffix}") },
        );
        for (&column, &l) in before.iter().zip(lower) {
            self.graph.set_name(l, &format!("l_{row}{column}"));
        }
    }

    /// What the rows before it leave of a right side, and its opposite, after what the side is called.
    fn name_reduced(&mut self, b: Id, y: Id) {
        let (minus_b, minus_y) = (self.graph.neg(b), self.graph.neg(y));
        for (whole, reduced) in [(b, y), (minus_b, minus_y)] {
            if let Some(name) = self.graph.name(whole).map(|name| format!("reduced_{name}")) {
                self.graph.set_name(reduced, &name);
            }
        }
    }

    /// from − Σ aₘ bₘ
    fn less_products(&mut self, from: Id, a: &[Id], b: &[Id]) -> Id {
        let mut terms = vec![(1.0, from)];
        for (&a, &b) in a.iter().zip(b) {
            terms.push((-1.0, self.graph.mul(a, b)));
        }
        self.graph.sum(Type::Scalar, &terms)
    }

    /// K⁻¹ b
    pub(super) fn solved(&mut self, factors: &Factors, b: &[Id]) -> Vec<Id> {
        let head = b.len() - if factors.pair.is_some() { 2 } else { 0 };
        let mut x: Vec<Id> = Vec::new();
        for (i, &b) in b.iter().enumerate() {
            let done = i.min(head);
            let y = self.less_products(b, &factors.lower[i][..done], &x[..done]);
            self.name_reduced(b, y);
            x.push(y);
        }
        for (value, &inverse) in x[..head].iter_mut().zip(&factors.inverse_diagonal) {
            *value = self.graph.mul(*value, inverse);
        }
        if let (Some(pair), &mut [ref mut first, ref mut second]) = (&factors.pair, &mut x[head..]) {
            [*first, *second] = self.times(pair, [*first, *second]);
        }
        for i in (0..head).rev() {
            let column: Vec<Id> = factors.lower[i + 1..].map_vec(|row| row[i]);
            x[i] = self.less_products(x[i], &column, &x[i + 1..]);
        }
        x
    }
}
