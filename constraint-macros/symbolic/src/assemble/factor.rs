//! The factors L D Lᵀ of a symmetric K, written out.

use super::Assembler;
use crate::graph::{Id, Type};

/// K = L D Lᵀ with the reciprocals of D, of which those of immovable directions are 0.
pub(super) struct Factors {
    /// lᵢₖ for k < i.
    lower: Vec<Vec<Id>>,
    /// 1/dᵢ
    inverse_diagonal: Vec<Id>,
}

impl Assembler {
    /// Factorises the block of K that belongs to `rows`.
    ///
    /// A pivot that is only rounding stands for a direction that no body can give way in, or that an earlier row holds
    /// already. Its reciprocal is taken as 0, which leaves the impulse of that row at zero (seed 000 §2) and the others
    /// right.
    pub(super) fn factorise(&mut self, k: &[Vec<Id>], rows: &[usize]) -> Factors {
        let mut factors = Factors { lower: Vec::new(), inverse_diagonal: Vec::new() };
        for (i, &row) in rows.iter().enumerate() {
            let mut lower: Vec<Id> = Vec::new();
            let mut scaled: Vec<Id> = Vec::new();
            for (j, &column) in rows[..i].iter().enumerate() {
                // uᵢⱼ = kᵢⱼ − Σₘ uᵢₘ lⱼₘ
                let u = self.less_products(k[row][column], &scaled, &factors.lower[j]);
                lower.push(self.graph.mul(u, factors.inverse_diagonal[j]));
                scaled.push(u);
            }
            let diagonal = self.diagonal(k, row, &rows[..i]);
            let d = self.less_products(diagonal, &scaled, &lower);
            let scale = if i == 0 { self.graph.constant(0.0) } else { diagonal };
            let inverse = self.graph.pivot(d, scale);
            self.name_factors(row, &rows[..i], inverse, &lower);
            factors.lower.push(lower);
            factors.inverse_diagonal.push(inverse);
        }
        factors
    }

    /// An entry of K's diagonal where those of `before` are there already.
    pub(super) fn diagonal(&mut self, k: &[Vec<Id>], row: usize, before: &[usize]) -> Id {
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
        let mut x: Vec<Id> = Vec::new();
        for (i, &b) in b.iter().enumerate() {
            let y = self.less_products(b, &factors.lower[i], &x);
            self.name_reduced(b, y);
            x.push(y);
        }
        for (value, &inverse) in x.iter_mut().zip(&factors.inverse_diagonal) {
            *value = self.graph.mul(*value, inverse);
        }
        for i in (0..x.len()).rev() {
            let column: Vec<Id> = factors.lower[i + 1..].iter().map(|row| row[i]).collect();
            x[i] = self.less_products(x[i], &column, &x[i + 1..]);
        }
        x
    }
}
