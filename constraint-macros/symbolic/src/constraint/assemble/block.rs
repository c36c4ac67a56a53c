//! Rows that hold their value: rigid ones as one block, springs and motors each on their own.

use super::rows::Bound;
use super::{Assembler, Block, Group};
use crate::frontend::typing::Action;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Function, Id, Input, Node, Stage, Type};
use crate::passes::{Pass, is_on};

impl Assembler {
    /// The rigid equalities together: Δλ = −mₛ K⁻¹(V + b c) − iₛ λ, with the pass's b, mₛ and iₛ.
    pub(super) fn held(&mut self, rows: &[usize], k: &[Vec<Id>]) -> Block {
        let rows = &self.earliest_first(rows)[..];
        let factors = self.factorise(k, rows);
        let mut wanted = Vec::new();
        for &row in rows {
            let g = &mut self.graph;
            let (rate, share) = (g.input(Input::BiasRate), g.input(Input::MassScale));
            let error = self.error(row);
            let g = &mut self.graph;
            let bias = g.mul(rate, error);
            let velocity = self.velocity(row);
            let total = self.graph.add(velocity, bias);
            let residual = self.graph.mul(share, total);
            self.name_residual(row, residual);
            wanted.push(residual);
        }
        let removed = self.solved(&factors, &wanted);
        let back = self.graph.input(Input::ImpulseScale);
        let changes: Vec<(usize, Id)> =
            rows.iter().zip(removed).map(|(&row, removed)| (row, self.change(row, removed, Some(back)))).collect();
        self.applied(&changes, None)
    }

    /// What a row lacks, and the change of rate that makes it up.
    fn name_residual(&mut self, row: usize, residual: Id) {
        let suffix = self.row_suffix(row);
        let wanted = self.graph.neg(residual);
        self.graph.set_name(residual, &format!("residual{suffix}"));
        self.graph.set_name(wanted, &format!("wanted{suffix}"));
    }

    /// c less the value that an equality asks for.
    fn error(&mut self, row: usize) -> Id {
        let (value, target) = (self.rows[row].value, self.rows[row].limits.0);
        match target {
            Some(target) => self.graph.sub(value, target),
            None => value,
        }
    }

    /// A spring, a motor, or an equality of limited force.
    pub(super) fn driven(&mut self, group: &Group, k: &[Vec<Id>]) -> Block {
        if let Action::Spring(stiffness, damping) = group.action {
            return self.explicit_spring(group, stiffness, damping, k);
        }
        let rows: Vec<usize> = group.rows.map_vec(|(row, _)| *row);
        if let (Action::Soft(hertz, damping), &[row]) = (group.action, &rows[..])
            && self.is_alone(k, row)
        {
            return self.lone_spring(row, (hertz, damping), k[row][row], group.max_force);
        }
        let factors = self.factorise(k, &rows);
        let mut wanted = Vec::new();
        let mut back = None;
        let spring = match group.action {
            Action::Soft(hertz, damping) => Some(self.spring(hertz, damping, &self.row_suffix(rows[0]))),
            _ => None,
        };
        for &row in &rows {
            let velocity = self.velocity(row);
            let value = self.rows[row].value;
            let g = &mut self.graph;
            let residual = match (group.action, &spring) {
                (_, Some(spring)) => {
                    back = Some(spring.impulse_scale);
                    let (rate, place) = (g.mul(spring.mass_scale, velocity), g.mul(spring.bias_scale, value));
                    g.add(rate, place)
                }
                (Action::AtRate(_), _) => velocity,
                _ => {
                    back = Some(g.input(Input::ImpulseScale));
                    let (rate, share) = (g.input(Input::BiasRate), g.input(Input::MassScale));
                    let bias = g.mul(rate, value);
                    let total = g.add(velocity, bias);
                    g.mul(share, total)
                }
            };
            self.name_residual(row, residual);
            wanted.push(residual);
        }
        // One row: K⁻¹ goes into the spring's coefficients, which are known with the pose.
        let removed = match (&spring, &rows[..]) {
            (Some(spring), &[row]) => vec![self.one_spring(&factors, spring, row)],
            _ => self.solved(&factors, &wanted),
        };
        let mut changes: Vec<(usize, Id)> =
            rows.iter().zip(removed).map(|(&row, removed)| (row, self.change(row, removed, back))).collect();
        if spring.is_some() {
            for (_, change) in &mut changes {
                let share = self.graph.input(Input::SpringScale);
                *change = self.graph.mul(share, *change);
            }
        }
        self.applied(&changes, group.max_force)
    }

    /// Chipmunk's spring: an elastic impulse λₑ = −κ c h, and a damping one that leaves the share γ = exp(−ζ h K) of the rate
    /// (*Constraints in Chipmunk2D* IM6 and IM8, with the sign and the step that Chipmunk itself has).
    ///
    /// With u = V + K(λₑ − λ) the rate under the elastic impulse alone, the row's impulse is λₑ − (1 − γ) u/K.
    fn explicit_spring(&mut self, group: &Group, stiffness: Id, damping: Id, k: &[Vec<Id>]) -> Block {
        let row = group.rows[0].0;
        let factors = self.factorise(k, &[row]);
        let value = self.rows[row].value;
        let (velocity, lambda) = (self.velocity(row), self.impulse_input(row));
        let g = &mut self.graph;
        let (h, one) = (g.input(Input::StepLength), g.constant(1.0));
        let elastic = g.intern(Node::Product(vec![(stiffness, 1), (h, 1), (value, 1)]));
        let elastic = g.neg(elastic);
        g.set_name(elastic, "elastic_impulse");
        let decay = g.intern(Node::Product(vec![(damping, 1), (h, 1), (k[row][row], 1)]));
        let decay = g.neg(decay);
        let kept = g.call(Function::Exp, &[decay]);
        g.set_name(kept, "kept_share");
        let lost = g.sub(one, kept);
        let damped = self.solved(&factors, &[lost])[0];
        let g = &mut self.graph;
        let missing = g.sub(elastic, lambda);
        let (pulled, braked) = (g.mul(kept, missing), g.mul(damped, velocity));
        let (change, share) = (g.sub(pulled, braked), g.input(Input::SpringScale));
        let change = g.mul(share, change);
        self.applied(&[(row, change)], group.max_force)
    }

    fn one_spring(&mut self, factors: &super::factor::Factors, spring: &Spring, row: usize) -> Id {
        let suffix = self.row_suffix(row);
        let one = self.graph.constant(1.0);
        let inverse = self.solved(factors, &[one])[0];
        let g = &mut self.graph;
        let (rate, place) = (g.mul(inverse, spring.mass_scale), g.mul(inverse, spring.bias_scale));
        g.set_name(rate, &format!("soft_inverse_k{suffix}"));
        self.pulled(row, rate, place)
    }

    /// Whether K of a row is known with the pose, and no other row's.
    fn is_alone(&self, k: &[Vec<Id>], row: usize) -> bool {
        let own = k[row][row];
        is_on(Pass::LoneSpring)
            && self.graph.stage(own) == Stage::Pose
            && (0..k.len()).filter(|&row| k[row][row] == own).count() == 1
    }

    /// A spring whose row nobody else solves: one division, W = 1/((1 + a) K), or none where nothing gives way.
    ///
    /// iₛ = 1/(1 + a) is K W, to rounding, however stiff the spring. Where K is zero that is zero too: an impulse that moves
    /// nothing stays, as a motor's does.
    fn lone_spring(&mut self, row: usize, (hertz, damping): (Id, Id), k: Id, max_force: Option<Bound>) -> Block {
        let suffix = self.row_suffix(row);
        let spring = self.spring(hertz, damping, &suffix);
        let g = &mut self.graph;
        let softened = g.mul(k, spring.total);
        let zero = g.constant(0.0);
        let rounding = g.rounding(zero);
        let inverse = g.pivot(softened, rounding);
        let rate = g.mul(inverse, spring.damping);
        let (place, back) = (g.mul(inverse, spring.stiffness), g.mul(k, inverse));
        for (value, name) in [(inverse, "inverse_softened_k"), (rate, "soft_inverse_k"), (back, "soft_impulse_scale")] {
            g.set_name(value, &format!("{name}{suffix}"));
        }
        let removed = self.pulled(row, rate, place);
        let change = self.change(row, removed, Some(back));
        let share = self.graph.input(Input::SpringScale);
        let change = self.graph.mul(share, change);
        self.applied(&[(row, change)], max_force)
    }

    /// What a spring's row takes back of its rate and its value.
    fn pulled(&mut self, row: usize, rate: Id, place: Id) -> Id {
        let (velocity, suffix) = (self.velocity(row), self.row_suffix(row));
        let value = self.rows[row].value;
        let g = &mut self.graph;
        let (rate, place) = (g.mul(rate, velocity), g.mul(place, value));
        let pull = g.neg(place);
        g.set_name(pull, &format!("spring_impulse{suffix}"));
        g.add(rate, place)
    }

    /// Δλ = −removed − back λ
    fn change(&mut self, row: usize, removed: Id, back: Option<Id>) -> Id {
        let lambda = self.impulse_input(row);
        let mut terms = vec![(-1.0, removed)];
        if let Some(back) = back {
            terms.push((-1.0, self.graph.mul(back, lambda)));
        }
        self.graph.sum(Type::Scalar, &terms)
    }

    /// Accumulates changes of impulse, within ±force·h where there is a greatest force, or within the share of another row's impulse
    /// that bounds this one, and applies them.
    ///
    /// The force of a vector row is limited by its length, as Nape and Chipmunk do.
    pub(super) fn applied(&mut self, changes: &[(usize, Id)], max_force: Option<Bound>) -> Block {
        let mut impulses: Vec<(usize, Id)> = Vec::new();
        for &(row, change) in changes {
            let lambda = self.impulse_input(row);
            impulses.push((row, self.graph.add(lambda, change)));
        }
        let Some(force) = max_force else {
            for &(row, change) in changes {
                self.name_change(row, change);
            }
            return Block { impulses, velocities: self.moved(changes) };
        };
        for (&(row, change), &(_, impulse)) in changes.iter().zip(&impulses) {
            let suffix = self.row_suffix(row);
            self.graph.set_name(change, &format!("free_change{suffix}"));
            self.graph.set_name(impulse, &format!("free_impulse{suffix}"));
        }
        let suffix = self.row_suffix(changes[0].0);
        let most = self.greatest_impulse(force, &suffix);
        let g = &mut self.graph;
        match impulses[..] {
            [(_, ref mut only)] => {
                let least = g.neg(most);
                let raised = g.max(*only, least);
                *only = g.min(raised, most);
            }
            [(_, ref mut x), (_, ref mut y)] => {
                let v = g.vector(*x, *y);
                let (square, most_square) = (g.dot(v, v), g.mul(most, most));
                let (length, one) = (g.length(v), g.constant(1.0));
                // By squares: the root and the division are for the rare case.
                let (within, ratio) = (g.less_equal(square, most_square), g.div(most, length));
                let share = g.choose(within, one, ratio);
                g.set_name(length, &format!("free_impulse_length{suffix}"));
                g.set_name(share, &format!("impulse_share{suffix}"));
                (*x, *y) = (g.mul(share, *x), g.mul(share, *y));
            }
            _ => {}
        }
        self.accumulated(impulses)
    }

    /// The block that brings the accumulated impulses to the given ones.
    pub(super) fn accumulated(&mut self, impulses: Vec<(usize, Id)>) -> Block {
        let mut changes = Vec::new();
        for &(row, impulse) in &impulses {
            let lambda = self.impulse_input(row);
            let change = self.graph.sub(impulse, lambda);
            let name = format!("impulse{}", self.row_suffix(row));
            self.graph.set_name(impulse, &name);
            self.name_change(row, change);
            changes.push((row, change));
        }
        Block { impulses, velocities: self.moved(&changes) }
    }

    /// Δλ
    fn name_change(&mut self, row: usize, change: Id) {
        let suffix = self.row_suffix(row);
        self.graph.set_name(change, &format!("change{suffix}"));
    }

    /// force·h, or the factor of |λ| of the row that bounds this one, as the iteration before has left it. An infinite force or factor
    /// stays a finite number, of which no impulse comes near.
    pub(super) fn greatest_impulse(&mut self, Bound { force, of }: Bound, suffix: &str) -> Id {
        let unit = match of {
            None => self.graph.input(Input::StepLength),
            Some((first, is_vector)) => self.size_of_impulse(first, is_vector),
        };
        let g = &mut self.graph;
        let far = g.constant(super::limit::FAR);
        let force = g.min(force, far);
        let most = g.mul(force, unit);
        g.set_name(most, &format!("max_impulse{suffix}"));
        most
    }

    /// |λ| of a row.
    fn size_of_impulse(&mut self, first: usize, is_vector: bool) -> Id {
        let x = self.impulse_input(first);
        if is_vector {
            let y = self.impulse_input(first + 1);
            let lambda = self.graph.vector(x, y);
            return self.graph.length(lambda);
        }
        let opposite = self.graph.neg(x);
        self.graph.max(x, opposite)
    }

    /// The coefficients of a spring (see `Softness::pass`), in a form that has no division by zero: with no frequency
    /// there is no spring.
    fn spring(&mut self, hertz: Id, damping: Id, suffix: &str) -> Spring {
        let g = &mut self.graph;
        let (h, one) = (g.input(Input::StepLength), g.constant(1.0));
        let omega = g.sum(Type::Scalar, &[(std::f64::consts::TAU, hertz)]);
        let phase = g.mul(h, omega);
        let rate = g.sum(Type::Scalar, &[(2.0, damping), (1.0, phase)]);
        let a = g.mul(phase, rate);
        let total = g.add(one, a);
        let impulse_scale = g.power(total, -1);
        let mass_scale = g.mul(a, impulse_scale);
        let stiffness = g.mul(phase, omega);
        let bias_scale = g.mul(stiffness, impulse_scale);
        let omega_squared = g.mul(omega, omega);
        for (value, name) in [
            (omega, "omega"),
            (omega_squared, "omega_squared"),
            (phase, "h_omega"),
            (rate, "effective_damping"),
            (a, "implicit_stiffness"),
            (stiffness, "h_omega_squared"),
            (impulse_scale, "soft_impulse_scale"),
            (mass_scale, "soft_mass_scale"),
            (bias_scale, "soft_bias_scale"),
        ] {
            g.set_name(value, &format!("{name}{suffix}"));
        }
        Spring { damping: a, stiffness, total, mass_scale, bias_scale, impulse_scale }
    }
}

/// a = h ω (2ζ + h ω), h ω² and 1 + a of a spring; mₛ, mₛ b and iₛ, which are these over 1 + a.
struct Spring {
    damping: Id,
    stiffness: Id,
    total: Id,
    mass_scale: Id,
    bias_scale: Id,
    impulse_scale: Id,
}
