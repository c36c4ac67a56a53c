//! The joint as one block whose K⁻¹ and bias are given: the form in which papers and tools are compared.

use super::motion::Turning;
use super::{Assembler, Assembly, Block, rows};
use crate::graph::{Id, Input, Type};
use crate::mapped::Mapped as _;
use crate::typing::Joint;

/// The joint with one iteration λ = −K⁻¹(J v + b), v ← v + M⁻¹ Jᵀ λ of all rows in place of its own. K⁻¹ and b are given
/// with the pose: as angles of bodies that are not there, of which there are as many more as this tells.
pub fn whole(joint: Joint) -> (Assembly, usize) {
    let Joint { mut graph, bodies, rows, .. } = joint;
    let groups = rows::groups(&mut graph, &rows, &bodies);
    let rows = groups.into_iter().flat_map(|group| group.rows).map(|(_, row)| row).collect();
    let mut assembler = Assembler { graph, bodies, rows, pending: None, neighbours: Vec::new() };
    assembler.take_limits_off();
    let mut effective_mass = assembler.effective_mass();
    let rows: Vec<usize> = (0..effective_mass.len()).collect();
    for row in 0..rows.len() {
        effective_mass[row][row] = assembler.diagonal(&effective_mass, row, &rows[..row]);
    }
    let mut extra = Given { first: assembler.bodies.len(), count: 0 };
    let block = assembler.solved_with(&mut extra);
    let Assembler { graph, rows, .. } = assembler;
    let assembly = Assembly {
        graph,
        rows,
        velocity: Vec::new(),
        effective_mass,
        impulse: Vec::new(),
        warm_start: Vec::new(),
        blocks: vec![block],
        laws: Vec::new(),
        checks: Vec::new(),
        sketch: super::Sketch::default(),
        neighbours: Vec::new(),
    };
    (assembly, extra.count)
}

/// Scalars that are given with the pose.
struct Given {
    first: usize,
    count: usize,
}

impl Given {
    fn next(&mut self) -> Input {
        self.count += 1;
        Input::Angle(u8::try_from(self.first + self.count - 1).unwrap_or(u8::MAX))
    }
}

impl Assembler {
    /// C of a row with limits is what it is beyond them, f − clamp(f, lower, upper), and J is that of f (rule 9).
    fn take_limits_off(&mut self) {
        for row in &mut self.rows {
            if let (Some(lower), Some(upper)) = row.limits
                && lower != upper
            {
                let raised = self.graph.max(row.value, lower);
                let clamped = self.graph.min(raised, upper);
                row.value = self.graph.sub(row.value, clamped);
            }
        }
    }

    fn solved_with(&mut self, given: &mut Given) -> Block {
        let count = self.rows.len();
        let mut inverse: Vec<Vec<Id>> = Vec::new();
        for row in 0..count {
            let mut entries: Vec<Id> = inverse.mapped(|above| above[row]);
            for _ in row..count {
                entries.push(self.graph.input(given.next()));
            }
            inverse.push(entries);
        }
        let mut wanted = Vec::new();
        for row in 0..count {
            self.rows[row].bias = None;
            let velocity = self.velocity(row);
            let bias = self.graph.input(given.next());
            wanted.push(self.graph.add(velocity, bias));
        }
        let mut impulses: Vec<(usize, Id)> = Vec::new();
        for (row, entries) in inverse.iter().enumerate() {
            let mut terms = Vec::new();
            for (&entry, &wanted) in entries.iter().zip(&wanted) {
                terms.push((-1.0, self.graph.mul(entry, wanted)));
            }
            impulses.push((row, self.graph.sum(Type::Scalar, &terms)));
        }
        Block { velocities: self.accelerated_by(Turning::Rows, &[impulses.clone()]), impulses }
    }
}
