//! The joint as one block whose K⁻¹ and bias are given: the form in which papers and tools are compared.

use constraint_symbolic::constraint::assemble::{Assembler, Assembly, Block, Sketch, Turning};
use constraint_symbolic::frontend::typing::Joint;
use constraint_symbolic::ir::vector::{Id, Input, Type};

/// The joint with one iteration λ = −K⁻¹(J v + b), v ← v + M⁻¹ Jᵀ λ of all rows in place of its own. K⁻¹ and b are given
/// with the pose: as angles of bodies that are not there, of which there are as many more as this tells.
pub(crate) fn whole(joint: Joint) -> (Assembly, usize) {
    let mut assembler = Assembler::of(joint);
    take_limits_off(&mut assembler);
    let mut effective_mass = assembler.effective_mass();
    let rows: Vec<usize> = (0..effective_mass.len()).collect();
    for row in 0..rows.len() {
        effective_mass[row][row] = assembler.diagonal(&effective_mass, row, &rows[..row]);
    }
    let mut extra = Given { first: assembler.bodies.len(), count: 0 };
    let block = solved_with(&mut assembler, &mut extra);
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
        sketch: Sketch::default(),
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

/// C of a row with limits is what it is beyond them, f − clamp(f, lower, upper), and J is that of f (rule 9).
fn take_limits_off(joint: &mut Assembler) {
    for row in &mut joint.rows {
        if let (Some(lower), Some(upper)) = row.limits
            && lower != upper
        {
            let raised = joint.graph.max(row.value, lower);
            let clamped = joint.graph.min(raised, upper);
            row.value = joint.graph.sub(row.value, clamped);
        }
    }
}

fn solved_with(joint: &mut Assembler, given: &mut Given) -> Block {
    let count = joint.rows.len();
    let mut inverse: Vec<Vec<Id>> = Vec::new();
    for row in 0..count {
        let mut entries: Vec<Id> = inverse.iter().map(|above: &Vec<Id>| above[row]).collect();
        for _ in row..count {
            entries.push(joint.graph.input(given.next()));
        }
        inverse.push(entries);
    }
    let mut wanted = Vec::new();
    for row in 0..count {
        joint.rows[row].bias = None;
        let velocity = joint.velocity(row);
        let bias = joint.graph.input(given.next());
        wanted.push(joint.graph.add(velocity, bias));
    }
    let mut impulses: Vec<(usize, Id)> = Vec::new();
    for (row, entries) in inverse.iter().enumerate() {
        let mut terms = Vec::new();
        for (&entry, &wanted) in entries.iter().zip(&wanted) {
            terms.push((-1.0, joint.graph.mul(entry, wanted)));
        }
        impulses.push((row, joint.graph.sum(Type::Scalar, &terms)));
    }
    Block { velocities: joint.accelerated_by(Turning::Rows, &[impulses.clone()]), impulses }
}
