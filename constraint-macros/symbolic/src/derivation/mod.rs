//! The derivation in plain text: C, V, J, K and the impulses, vectors as vectors, with the counts of operations.
//!
//! It is written from the closure, not from what the compiler makes of it: `algebra` has rules of its own, few of them, so
//! that the formulas stay close to the user's. `tangent` differentiates forward, `algebra::matrix` reads J off the result,
//! `wrench` makes K and Jᵀλ of it, `equations` puts all in order, `naming` decides what gets a name, and `text` and `layout` write.

mod algebra;
mod dimension;
mod equations;
mod gather;
mod layout;
mod naming;
mod piece;
mod rebuild;
#[cfg(feature = "direct")]
mod stiffness;
mod tangent;
mod text;
mod wrench;

use crate::ir::fast_map::SecondaryMap;
use std::fmt::Write as _;

use crate::constraint::numeric_lint::Momentum;
use crate::frontend::typing::{Joint, Parameter};
use crate::ir::emitted::{EmittedIr, Operations};
use crate::ir::vector::{Id, VectorIr};
use algebra::Algebra;
use text::Printer;

/// What a closure's formulas are, before there is a program.
#[derive(Clone, Debug)]
pub struct Derivation {
    head: String,
    formulas: Vec<String>,
}

/// Derives a joint as one would on paper.
pub fn derive(joint: &Joint) -> Derivation {
    let mut algebra = Algebra::new(&joint.bodies);
    let lines = equations::equations(&mut algebra, joint);
    let named = naming::names(&algebra, &lines, &joint.parameters);
    let is_one_row = joint.rows.len() == 1;
    let (bodies, parameters, curves) = (&joint.bodies, &joint.parameters, &joint.curves);
    let printer = Printer { graph: &algebra.graph, bodies, parameters, curves, named, is_one_row };
    let rows: usize = joint.rows.iter().map(|row| joint.scalar_rows(row)).sum();
    let bodies = counted(joint.bodies.len(), "body", "bodies");
    let head = format!("{}: {bodies}, {}", joint.name, counted(rows, "row", "rows"));
    Derivation { head, formulas: layout::lines(&printer, &lines) }
}

/// The derivation of a joint, with what it does to the momenta and what its program takes.
pub fn explain(derivation: &Derivation, momentum: Momentum, program: &EmittedIr) -> String {
    let mut text = format!("{}\n\n", derivation.head);
    for line in &derivation.formulas {
        let _ = writeln!(text, "{line}");
    }
    let _ = write!(text, "\n{momentum}");
    let fast = &program.fast;
    text.push_str("operations:");
    let counts = [
        ("setup", fast.setup.operations()),
        ("step", fast.begin.operations()),
        ("prepare", fast.prepare.operations()),
        ("warm start", fast.warm_start.operations()),
        ("iteration", fast.iteration()),
        ("stiffness", program.derived.stiffness.operations()),
    ];
    let mut listed = Vec::new();
    for (name, count) in counts {
        // Most joints ask nothing of the beginning of a step.
        let is_shown = match name {
            "step" => !fast.start_fields.is_empty(),
            "stiffness" => cfg!(feature = "direct"),
            _ => true,
        };
        if is_shown {
            listed.push(format!(" {name} {}", operations(count)));
        }
    }
    text.push_str(&listed.join(","));
    let _ = write!(text, "\ncached: {} at setup, ", fast.setup_fields.len());
    if !fast.start_fields.is_empty() {
        let _ = write!(text, "{} at each step, ", fast.start_fields.len());
    }
    let _ = writeln!(text, "{} at each pose", fast.prepared_fields.len());
    text
}

fn operations(count: Operations) -> String {
    let mut text = count.arithmetic.to_string();
    if count.choices > 0 {
        let _ = write!(text, " + {} choices", count.choices);
    }
    if count.functions > 0 {
        let _ = write!(text, " + {} functions", count.functions);
    }
    text
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// An expression on one line, nothing in it named.
pub fn inline(graph: &VectorIr, id: Id, bodies: &[String], parameters: &[Parameter], curves: &[String]) -> String {
    Printer { graph, bodies, parameters, curves, named: SecondaryMap::default(), is_one_row: false }.text(id, 0)
}
