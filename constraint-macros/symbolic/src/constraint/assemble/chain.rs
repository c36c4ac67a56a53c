//! The order of an iteration, whose rates are all measured at once and then followed.

use super::motion::Together;
use super::{Assembler, Block, Group, Planar};
use crate::frontend::typing::Action;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Type};
use crate::passes::{Pass, is_on};

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
            Step::Driven(group) | Step::Limited(group, ..) => group.rows.map_vec(|&(row, _)| row),
            Step::Held(rows) => rows.clone(),
        }
    }
}

/// Δ of the rows of one Jacobian, one after another.
type Column = Vec<(usize, Id)>;

/// The impulses Δ that rows have been given so far, which the bodies' velocities do not have in them yet.
#[derive(Debug)]
pub(super) struct Pending {
    k: Vec<Vec<Id>>,
    /// Of each chain, the last of which is being solved.
    chains: Vec<Vec<Column>>,
}

impl Assembler {
    /// The bodies' velocities after the impulses of the step before, of which those of one Jacobian are one impulse.
    pub(super) fn warm_start(&mut self, groups: &[Group]) -> Vec<Planar> {
        let steps = steps(groups);
        let mut together: Vec<Together> = Vec::new();
        for chain in self.chains(&steps) {
            let mut columns = Vec::new();
            for step in chain {
                for row in step.rows() {
                    let impulse = self.impulse_input(row);
                    self.add_to(&mut columns, (row, impulse));
                }
            }
            together.push(columns.map_vec(|column| (column[0].0, self.total(column, "impulse"))));
        }
        self.accelerated(&together)
    }

    /// Springs and motors first, then limits, then the equalities as one block: what is solved last holds best.
    ///
    /// All rates are measured at once, and each row finds the one that it would have measured after the rows before it:
    ///
    /// ```text
    /// r = J v, Δ₀ = …(r₀), r₁ += k₁₀ Δ₀, Δ₁ = …(r₁), …, v += M⁻¹ Jᵀ Δ
    /// ```
    ///
    /// as J M⁻¹ Jᵀ = K. So the bodies move once, and what comes next waits less. Nothing is divided by k: where no body can
    /// move, it is 0 and the rate stays.
    pub(super) fn blocks(&mut self, groups: &[Group], k: &[Vec<Id>]) -> Vec<Block> {
        let steps = steps(groups);
        if let [only] = &steps[..] {
            return vec![self.step(only, k)];
        }
        if !is_on(Pass::Chain) {
            return steps.map_vec(|step| self.step(step, k));
        }
        self.pending = Some(Pending { k: k.to_vec(), chains: Vec::new() });
        let mut all = Block { impulses: Vec::new(), velocities: Vec::new() };
        for chain in self.chains(&steps) {
            if let Some(pending) = &mut self.pending {
                pending.chains.push(Vec::new());
            }
            for step in chain {
                let block = self.step(step, k);
                all.impulses.extend(block.impulses);
                all.velocities = block.velocities;
            }
        }
        if let Some(Pending { k, chains }) = self.pending.take() {
            self.lay_couplings(&k, &chains);
        }
        vec![all]
    }

    /// Where a row's impulse changes one rate after its own, both entries of K lie together, and not beside what the later row
    /// lacks: that is multiplied at another time, but as neighbours LLVM would pack both.
    fn lay_couplings(&mut self, k: &[Vec<Id>], chains: &[Vec<Column>]) {
        for (place, chain) in chains.iter().enumerate() {
            let later: Vec<usize> = chains[place + 1..].iter().flatten().map(|column| column[0].0).collect();
            if let &[row] = &later[..] {
                let own = chain.iter().map(|column| column[0].0);
                self.neighbours.extend(own.map(|own| vec![k[own][own], k[row][own]]));
            }
        }
    }

    /// The steps, those together that follow each other with one Jacobian.
    fn chains<'s>(&self, steps: &'s [Step<'s>]) -> Vec<&'s [Step<'s>]> {
        let jacobians = |step: &Step| step.rows().into_iter().map(|row| &self.rows[row].jacobian).collect::<Vec<_>>();
        steps.chunk_by(|a, b| jacobians(a) == jacobians(b)).collect()
    }

    fn step(&mut self, step: &Step, k: &[Vec<Id>]) -> Block {
        match *step {
            Step::Driven(group) => self.driven(group, k),
            Step::Limited(group, lower, upper) => self.limited(group, lower, upper, k),
            Step::Held(ref rows) => self.held(rows, k),
        }
    }

    /// Puts an impulse of a row to those of its Jacobian.
    fn add_to(&self, columns: &mut Vec<Column>, (row, impulse): (usize, Id)) {
        let jacobian = |row: usize| &self.rows[row].jacobian;
        match columns.iter_mut().find(|column| jacobian(column[0].0) == jacobian(row)) {
            Some(column) => column.push((row, impulse)),
            None => columns.push(vec![(row, impulse)]),
        }
    }

    /// Σ k ΣΔ of the rows before, by which a row's rate has changed.
    pub(super) fn pending_rate(&mut self, row: usize) -> Option<Id> {
        let pending = self.pending.take()?;
        let mut terms = Vec::new();
        for chain in &pending.chains {
            for column in chain {
                let total = self.total(column, "change");
                terms.push((1.0, self.graph.mul(pending.k[row][column[0].0], total)));
            }
        }
        self.pending = Some(pending);
        (!terms.is_empty()).then(|| self.graph.sum(Type::Scalar, &terms))
    }

    /// The velocities after these changes of impulse, and after those that are pending.
    pub(super) fn moved(&mut self, changes: &[(usize, Id)]) -> Vec<Planar> {
        let Some(mut pending) = self.pending.take() else { return self.accelerated(&[changes.to_vec()]) };
        let mut together: Vec<Together> = Vec::new();
        if let Some(chain) = pending.chains.last_mut() {
            for &change in changes {
                self.add_to(chain, change);
            }
        }
        for chain in &pending.chains {
            together.push(chain.map_vec(|column| (column[0].0, self.total(column, "change"))));
        }
        self.pending = Some(pending);
        self.accelerated(&together)
    }

    /// The sum of what rows of one Jacobian have, and its name.
    fn total(&mut self, impulses: &[(usize, Id)], what: &str) -> Id {
        let terms: Vec<(f64, Id)> = impulses.map_vec(|&(_, impulse)| (1.0, impulse));
        let total = self.graph.sum(Type::Scalar, &terms);
        if impulses.len() > 1 {
            let rows: String = impulses.iter().map(|(row, _)| row.to_string()).collect();
            self.graph.set_name(total, &format!("{what}_{rows}"));
        }
        total
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
