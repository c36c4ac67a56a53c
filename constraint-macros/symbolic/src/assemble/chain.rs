//! The order of an iteration, and rows of one Jacobian, whose rate is measured once.

use super::motion::Together;
use super::{Assembler, Block, Group, Planar};
use crate::graph::{Id, Type};
use crate::mapped::Mapped as _;
use crate::typing::Action;

/// What is solved together.
enum Step<'a> {
    /// A spring, a motor, or an equality of limited force.
    Driven(&'a Group),
    /// A row between limits.
    Limited(&'a Group, Option<Id>, Option<Id>),
    /// The rigid equalities.
    Held(Vec<usize>),
}

impl Step<'_> {
    fn rows(&self) -> Vec<usize> {
        match self {
            Step::Driven(group) | Step::Limited(group, ..) => group.rows.mapped(|&(row, _)| row),
            Step::Held(rows) => rows.clone(),
        }
    }

    /// Its row, where it has one only.
    fn only_row(&self) -> Option<usize> {
        match self.rows()[..] {
            [row] => Some(row),
            _ => None,
        }
    }
}

/// The impulses Δ that rows of one Jacobian have been given so far, which the bodies' velocities do not have in them yet.
pub(super) struct Pending {
    /// Δ of each row.
    changes: Vec<(usize, Id)>,
    /// k ΣΔ, by which the rate has changed: J M⁻¹ Jᵀ is k.
    rate: Option<Id>,
}

impl Assembler {
    /// The bodies' velocities after the impulses of the step before, of which those of one Jacobian are one impulse.
    pub(super) fn warm_start(&mut self, groups: &[Group]) -> Vec<Planar> {
        let steps = steps(groups);
        let mut together: Vec<Together> = Vec::new();
        for chain in self.chains(&steps) {
            let impulses: Vec<(usize, Id)> =
                chain.iter().flat_map(Step::rows).map(|row| (row, self.impulse_input(row))).collect();
            together.push(match chain {
                [_] => impulses,
                _ => vec![(impulses[0].0, self.sum_of(&impulses))],
            });
        }
        self.accelerated(&together)
    }

    /// Springs and motors first, then limits, then the equalities as one block: what is solved last holds best.
    pub(super) fn blocks(&mut self, groups: &[Group], k: &[Vec<Id>]) -> Vec<Block> {
        let steps = steps(groups);
        self.chains(&steps).into_iter().map(|chain| self.chained(chain, k)).collect()
    }

    /// The steps, those together that follow each other with one Jacobian.
    fn chains<'s>(&self, steps: &'s [Step<'s>]) -> Vec<&'s [Step<'s>]> {
        let chains = steps.chunk_by(|a, b| match (a.only_row(), b.only_row()) {
            (Some(a), Some(b)) => self.rows[a].jacobian == self.rows[b].jacobian,
            _ => false,
        });
        chains.collect()
    }

    /// Rows of one Jacobian, one after another, each by its own law:
    ///
    /// ```text
    /// r = J v, Δ₀ = …(r), r += k Δ₀, Δ₁ = …(r), …, v += M⁻¹ Jᵀ (Δ₀ + Δ₁ + …)
    /// ```
    ///
    /// Each row finds the rate that it would have measured after the row before it, as J M⁻¹ Jᵀ = k. Nothing is divided by
    /// k: where no body can move, it is 0 and the rate stays.
    fn chained(&mut self, chain: &[Step], k: &[Vec<Id>]) -> Block {
        let [first, others @ ..] = chain else { return Block { impulses: Vec::new(), velocities: Vec::new() } };
        if !others.is_empty() {
            self.pending = Some(Pending { changes: Vec::new(), rate: None });
        }
        let mut block = self.step(first, k);
        for step in others {
            self.follow(k);
            let next = self.step(step, k);
            block.impulses.extend(next.impulses);
            block.velocities = next.velocities;
        }
        self.pending = None;
        block
    }

    fn step(&mut self, step: &Step, k: &[Vec<Id>]) -> Block {
        match *step {
            Step::Driven(group) => self.driven(group, k),
            Step::Limited(group, lower, upper) => self.limited(group, lower, upper, k),
            Step::Held(ref rows) => self.held(rows, k),
        }
    }

    /// Tells the next row how the rows before it have changed its rate.
    fn follow(&mut self, k: &[Vec<Id>]) {
        let Some(pending) = &self.pending else { return };
        let changes = pending.changes.clone();
        let Some(&(row, _)) = changes.first() else { return };
        let total = self.total(&changes);
        let rate = self.graph.mul(k[row][row], total);
        self.pending = Some(Pending { changes, rate: Some(rate) });
    }

    /// k ΣΔ of the rows before, where there are any.
    pub(super) fn pending_rate(&self) -> Option<Id> {
        self.pending.as_ref().and_then(|pending| pending.rate)
    }

    /// The velocities after these changes of impulse, and after those that are pending.
    pub(super) fn moved(&mut self, changes: &[(usize, Id)]) -> Vec<Planar> {
        let Some(pending) = &mut self.pending else { return self.accelerated(&[changes.to_vec()]) };
        pending.changes.extend(changes);
        let changes = pending.changes.clone();
        let total = self.total(&changes);
        self.accelerated(&[vec![(changes[0].0, total)]])
    }

    /// ΣΔ of rows of one Jacobian.
    fn total(&mut self, changes: &[(usize, Id)]) -> Id {
        let total = self.sum_of(changes);
        if changes.len() > 1 {
            let rows: String = changes.iter().map(|(row, _)| row.to_string()).collect();
            let back = self.graph.neg(total);
            self.graph.set_name(total, &format!("change_{rows}"));
            self.graph.set_name(back, &format!("taken_back_{rows}"));
        }
        total
    }

    fn sum_of(&mut self, impulses: &[(usize, Id)]) -> Id {
        let terms: Vec<(f64, Id)> = impulses.mapped(|&(_, impulse)| (1.0, impulse));
        self.graph.sum(Type::Scalar, &terms)
    }
}

/// The steps of an iteration in their order.
fn steps(groups: &[Group]) -> Vec<Step<'_>> {
    let is_driven = |group: &&Group| match group.action {
        Action::Soft(..) | Action::Spring(..) | Action::AtRate(_) => true,
        Action::Hold => group.max_force.is_some(),
        Action::Within(..) => false,
    };
    let mut steps: Vec<Step> = groups.iter().filter(is_driven).map(Step::Driven).collect();
    let mut held: Vec<usize> = Vec::new();
    for group in groups.iter().filter(|group| !is_driven(group)) {
        match group.action {
            Action::Within(..) if group.is_held() => held.push(group.rows[0].0),
            Action::Within(lower, upper) => steps.push(Step::Limited(group, lower, upper)),
            _ => held.extend(group.rows.iter().map(|(row, _)| *row)),
        }
    }
    if !held.is_empty() {
        steps.push(Step::Held(held));
    }
    steps
}
