//! K⁻¹ of two rows, written out: what is left of K when the rows before them have been eliminated.

use super::Assembler;
use super::{Factors, Free};
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Input, Stage, Type};
use crate::passes::{Pass, is_on};
use crate::simplify::Simplifier;

/// A symmetric 2 × 2 matrix, its entry beside the diagonal with the other sign.
pub(super) struct Pair {
    first: Id,
    minus_off: Id,
    second: Id,
}

/// Two rows at right angles to each other, held by one lever: K = m 1 + μ p pᵀ.
struct Lever {
    mass: Id,
    inertia: Id,
    arm: [Id; 2],
}

/// Two rows at right angles to each other, held by a lever on each body: K = m 1 + Σ i p pᵀ.
struct Levers {
    mass: Id,
    /// i and p.
    arms: Vec<(Id, [Id; 2])>,
    /// m + Σ i p², which no entry of K exceeds. It is known at setup.
    greatest: Id,
}

impl Assembler {
    /// K⁻¹ of the last two rows: it takes as many operations as the factors do, but fewer one after another, and fewer numbers.
    ///
    /// Where the first of two rows only turns the bodies, its pivot is known at setup, and the factors are left.
    pub(super) fn last_pair(
        &mut self,
        rows: &[usize],
        k: &[Vec<Id>],
        factors: &Factors,
        free: Option<Free>,
    ) -> Option<Pair> {
        let &[.., a, b] = rows else { return None };
        if free.is_some() && rows.len() == 2 {
            return None;
        }
        let lever = if is_on(Pass::Lever) { self.lever(rows, [a, b], factors, free) } else { None };
        let levers = if is_on(Pass::Levers) && lever.is_none() { self.levers(rows) } else { None };
        let pair = if let Some(lever) = lever {
            self.of_lever(&lever)
        } else if let Some(levers) = levers {
            let is_followed = (0..k.len()).any(|row| !rows.contains(&row) && k[row][row] == k[a][a]);
            if !is_followed {
                self.of_levers(&levers)
            } else if self.are_zero(&[k[a][b]]) == [true] {
                // They are solved one by one.
                self.of_factors(factors)
            } else {
                self.of_entries(&levers, [k[a][a], k[a][b], k[b][b]])
            }
        } else {
            self.of_factors(factors)
        };
        let off = self.graph.neg(pair.minus_off);
        for (id, name) in [
            (pair.first, format!("inverse_k_{a}{a}")),
            (off, format!("inverse_k_{a}{b}")),
            (pair.minus_off, format!("minus_inverse_k_{a}{b}")),
            (pair.second, format!("inverse_k_{b}{b}")),
        ] {
            self.graph.set_name(id, &name);
        }
        self.neighbours.push(vec![pair.first, pair.second, pair.minus_off]);
        self.lay_arms(rows, [a, b]);
        Some(pair)
    }

    /// How an anchor moves as its body turns: x and y of that are read together, those of one body after another, with the
    /// inverse inertias beside each other where K of two rows is all that is made of them.
    fn lay_arms(&mut self, rows: &[usize], [a, b]: [usize; 2]) {
        let mut arms = Vec::new();
        for body in 0..self.bodies.len() {
            arms.extend_from_slice(&[a, b].map(|row| self.rows[row].jacobian[body].angular));
        }
        self.neighbours.push(arms);
        if rows.len() == 2 && self.pending.is_none() {
            let inertias = self.body_indices().map(|body| self.graph.input(Input::InverseInertia(body))).collect();
            self.neighbours.push(inertias);
        }
    }

    /// Of L D Lᵀ, so that a direction without a pivot is left alone:
    ///
    /// ```text
    /// 1/d₀ + l²/d₁   −l/d₁
    /// −l/d₁           1/d₁
    /// ```
    fn of_factors(&mut self, factors: &Factors) -> Pair {
        let last = factors.lower.len() - 1;
        let (l, first, second) =
            (factors.lower[last][last - 1], factors.inverse_diagonal[last - 1], factors.inverse_diagonal[last]);
        let g = &mut self.graph;
        let minus_off = g.mul(l, second);
        let square = g.mul(l, minus_off);
        Pair { first: g.add(first, square), minus_off, second }
    }

    /// Of m 1 + μ p pᵀ, by its eigenvectors p and perp(p), with one division at a pose, and a difference only where m = 0:
    ///
    /// ```text
    /// K⁻¹ = α (1 + κ perp(p) perp(p)ᵀ)   with α = 1/(m + μ p²), κ = μ/m
    /// ```
    ///
    /// Where m is only rounding of m + μ p², the impulse across the lever would be rounding of the one along it, as many
    /// times as large: κ is no more than if m were that rounding. Where m is 0, nothing gives way across, and κ = −μ α = −1/p²
    /// leaves the impulse along p alone. Both are min(μ/m, c α), with c known at setup. A lever of less than 10 nm is none where
    /// m = 0: its p⁴ would be no number in single precision.
    fn of_lever(&mut self, &Lever { mass, inertia, arm: [p, q] }: &Lever) -> Pair {
        let g = &mut self.graph;
        let (zero, one, p_square, q_square) = (g.constant(0.0), g.constant(1.0), g.mul(p, p), g.mul(q, q));
        let (of_p, of_q) = (g.mul(inertia, p_square), g.mul(inertia, q_square));
        let of_q = g.beside(of_q, of_p);
        let greatest = g.sum(Type::Scalar, &[(1.0, mass), (1.0, of_p), (1.0, of_q)]);
        let shortest = g.constant(1e-16);
        let shortest = g.mul(inertia, shortest);
        g.set_name(shortest, "shortest_lever");
        let least = g.pivot(greatest, shortest);
        g.set_name(greatest, "greatest_k");
        g.set_name(least, "least_inverse_k");
        let (inverse_mass, rounding) = (g.pivot(mass, zero), g.rounding(one));
        let (ratio, greatest_ratio, alone) = (g.mul(inertia, inverse_mass), g.div(inertia, rounding), g.neg(inertia));
        let gives_way = g.less(zero, mass);
        let bound = g.choose(gives_way, greatest_ratio, alone);
        g.set_name(ratio, "lever_ratio");
        g.set_name(bound, "lever_bound");
        let bound = g.mul(bound, least);
        let ratio = g.min(ratio, bound);
        let across = g.mul(ratio, least);
        g.set_name(across, "inverse_k_across");
        let (p_across, q_across) = (g.mul(across, p), g.mul(across, q));
        let (first, second) = (g.mul(q_across, q), g.mul(p_across, p));
        Pair { first: g.add(least, first), minus_off: g.mul(p_across, q), second: g.add(least, second) }
    }

    /// Of m 1 + Σ i p pᵀ, with one division at a pose: adj k/(T det k) with k = K/T and T = m + Σ i p², so that what is made of
    /// inverse masses is of the size of 1. What k₀₀ has beyond m/T, k₁₁ lacks to 1.
    ///
    /// Where det k is rounding, k in the place of its adjugate: of a K of rank one, K/T² is the inverse along what can give way,
    /// and 0 across. That is rare, and a branch of its own in a scalar.
    fn of_levers(&mut self, Levers { mass, arms, greatest }: &Levers) -> Pair {
        let unit = self.over_greatest(*greatest);
        let g = &mut self.graph;
        let one = g.constant(1.0);
        let (mut of_p, mut of_both) = (Vec::new(), Vec::new());
        for (&(inertia, [p, q]), body) in arms.iter().zip(&self.bodies) {
            let share = g.mul(unit, inertia);
            let by_p = g.mul(share, p);
            g.set_name(by_p, &format!("turning_{body}"));
            of_p.push((1.0, g.mul(by_p, p)));
            of_both.push((1.0, g.mul(by_p, q)));
        }
        let (turning, off) = (g.sum(Type::Scalar, &of_p), g.sum(Type::Scalar, &of_both));
        let mass = g.mul(unit, *mass);
        let k = [g.add(mass, turning), off, g.sub(one, turning)];
        self.of_scaled(unit, k, true)
    }

    /// The same of entries of K that are there anyway, for a rate is followed by them. More is prepared then than K⁻¹, and LLVM packs
    /// nothing of that across a branch: both sides are chosen from.
    fn of_entries(&mut self, &Levers { greatest, .. }: &Levers, entries: [Id; 3]) -> Pair {
        self.neighbours.push(vec![entries[0], entries[2], entries[1]]);
        let unit = self.over_greatest(greatest);
        let k = entries.map(|entry| self.graph.mul(unit, entry));
        self.of_scaled(unit, k, false)
    }

    /// 1/T
    fn over_greatest(&mut self, greatest: Id) -> Id {
        let g = &mut self.graph;
        let zero = g.constant(0.0);
        let unit = g.pivot(greatest, zero);
        g.set_name(greatest, "greatest_k");
        g.set_name(unit, "least_inverse_k");
        unit
    }

    /// adj k/(T det k), or k/T where det k is rounding.
    fn of_scaled(&mut self, unit: Id, [first, off, second]: [Id; 3], has_branch: bool) -> Pair {
        let g = &mut self.graph;
        let minus_off = g.neg(off);
        let (product, square) = (g.mul(first, second), g.mul(off, off));
        let determinant = g.sub(product, square);
        for (id, name) in
            [(first, "scaled_k_00"), (second, "scaled_k_11"), (off, "scaled_k_01"), (minus_off, "minus_scaled_k_01")]
        {
            g.set_name(id, name);
        }
        g.set_name(determinant, "determinant");
        let one = g.constant(1.0);
        let rounding = g.rounding(one);
        let inverse = g.div(unit, determinant);
        // `less(rounding, …)` is what code is told of as usual.
        let condition = if has_branch { g.less(rounding, determinant) } else { g.less_equal(determinant, rounding) };
        let [inverse, of_first, of_second, of_both] =
            [(inverse, unit), (second, first), (first, second), (minus_off, off)].map(|(usual, rare)| {
                let (yes, no) = if has_branch { (usual, rare) } else { (rare, usual) };
                g.choose(condition, yes, no)
            });
        g.set_name(inverse, "over_determinant");
        let off = g.mul(inverse, of_both);
        Pair { first: g.mul(inverse, of_first), minus_off: g.neg(off), second: g.mul(inverse, of_second) }
    }

    /// Whether two rows are all of their block, and held by levers of known lengths.
    fn levers(&mut self, rows: &[usize]) -> Option<Levers> {
        let &[a, b] = rows else { return None };
        if !self.is_upright(a, b) {
            return None;
        }
        let (mut masses, mut sizes, mut arms) = (Vec::new(), Vec::new(), Vec::new());
        for body in self.body_indices() {
            let (of_a, of_b) = (self.rows[a].jacobian[usize::from(body)], self.rows[b].jacobian[usize::from(body)]);
            let g = &mut self.graph;
            let (m, square) = (g.input(Input::InverseMass(body)), g.dot(of_a.linear, of_a.linear));
            masses.push((1.0, g.mul(m, square)));
            let (inertia, p, q) = (g.input(Input::InverseInertia(body)), of_a.angular, of_b.angular);
            let (p_square, q_square) = (g.mul(p, p), g.mul(q, q));
            let (of_p, of_q) = (g.mul(inertia, p_square), g.mul(inertia, q_square));
            let of_q = g.beside(of_q, of_p);
            sizes.extend([(1.0, of_p), (1.0, of_q)]);
            arms.push((inertia, [p, q]));
        }
        let mass = self.graph.sum(Type::Scalar, &masses);
        sizes.push((1.0, mass));
        let greatest = self.graph.sum(Type::Scalar, &sizes);
        let (simple, roots) = Simplifier::run(&self.graph, &[greatest]);
        (simple.stage(roots[0]) < Stage::Pose).then_some(Levers { mass, arms, greatest })
    }

    /// Whether the last two rows are held by one lever: that of one body, or of two whose angle a row before them holds.
    fn lever(&mut self, rows: &[usize], [a, b]: [usize; 2], factors: &Factors, free: Option<Free>) -> Option<Lever> {
        if rows.len() > 3 || free.is_some() != (rows.len() == 3) || !self.is_upright(a, b) {
            return None;
        }
        let mut masses = Vec::new();
        for body in self.body_indices() {
            let linear = self.rows[a].jacobian[usize::from(body)].linear;
            let g = &mut self.graph;
            let (m, square) = (g.input(Input::InverseMass(body)), g.dot(linear, linear));
            masses.push((1.0, g.mul(m, square)));
        }
        let mass = self.graph.sum(Type::Scalar, &masses);
        if let Some(free) = free {
            // Of one body, nothing turns any more that the rows could use: K is m 1, as the factors have it.
            let (inertia, arm) = self.free_turning((rows[0], free), factors, [a, b])?;
            return Some(Lever { mass, inertia, arm });
        }
        let arms: Vec<[Id; 2]> = self.rows[a]
            .jacobian
            .iter()
            .zip(&self.rows[b].jacobian)
            .map(|(of_a, of_b)| [of_a.angular, of_b.angular])
            .collect();
        let is_zero = self.are_zero(&arms.concat());
        let mut turning =
            self.body_indices().zip(arms).zip(is_zero.chunks(2)).filter(|(_, is_zero)| **is_zero != [true; 2]);
        let (Some(((body, arm), _)), None) = (turning.next(), turning.next()) else { return None };
        let inertia = self.graph.input(Input::InverseInertia(body));
        Some(Lever { mass, inertia, arm })
    }

    /// Whether two rows push each body at right angles to each other, and equally hard.
    fn is_upright(&mut self, a: usize, b: usize) -> bool {
        let mut zeros = Vec::new();
        for body in 0..self.bodies.len() {
            let (u, v) = (self.rows[a].jacobian[body].linear, self.rows[b].jacobian[body].linear);
            let g = &mut self.graph;
            let (of_u, of_v) = (g.dot(u, u), g.dot(v, v));
            zeros.extend_from_slice(&[g.dot(u, v), g.sub(of_u, of_v)]);
        }
        self.are_zero(&zeros).iter().all(|&is_zero| is_zero)
    }

    /// Which of these are zero, whatever the joint's state.
    fn are_zero(&self, ids: &[Id]) -> Vec<bool> {
        let (simple, roots) = Simplifier::run(&self.graph, ids);
        let simplifier = Simplifier { graph: simple };
        roots.map_vec(|&root| simplifier.is_zero(root))
    }

    /// The matrix times a vector, its own part of each first.
    pub(super) fn times(&mut self, pair: &Pair, [a, b]: [Id; 2]) -> [Id; 2] {
        let g = &mut self.graph;
        let (first, second) = (g.mul(pair.first, a), g.mul(pair.second, b));
        let (of_b, of_a) = (g.mul(pair.minus_off, b), g.mul(pair.minus_off, a));
        [g.sub(first, of_b), g.sub(second, of_a)]
    }
}
