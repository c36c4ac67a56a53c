//! The compiler behind `#[constraint]`: from a joint's closure to the program of its solver.
//!
//! Plain data goes in ([`syntax`]) and comes out ([`program`]); tokens are the business of the attribute's crate. Each stage
//! imports only the stages before it:
//!
//! ```text
//! syntax ─ typing ─ differentiate ─ assemble ─ simplify ─ lower ─ share ─ schedule ─ program ─ explain, execute
//!              └ graph ─ interpret                       └────── stage joins these ─────┘
//! ```

#![forbid(unsafe_code)]

pub mod assemble;
pub mod diagnostic;
pub mod differentiate;
pub mod execute;
pub mod explain;
pub mod graph;
pub mod interpret;
pub mod lower;
pub mod mistyping;
pub mod names;
pub mod near;
pub mod problem;
pub mod program;
pub mod reads;
pub mod schedule;
pub mod share;
pub mod simplify;
pub mod stage;
pub mod syntax;
pub mod table;
pub mod tape;
pub mod typing;
#[doc(hidden)]
pub mod yardstick;

use assemble::{Assembly, Check, Law};
use names::Given;
use program::Program;
use reads::Reads;
use simplify::Simplifier;
use typing::Parameter;

/// A joint, compiled: what the attribute prints as tokens.
#[derive(Debug)]
pub struct Compiled {
    /// The bodies' names, in order.
    pub bodies: Vec<String>,
    /// What does not change with the bodies.
    pub parameters: Vec<Parameter>,
    /// Number of scalar rows.
    pub rows: usize,
    /// Number of points in a drawing.
    pub points: usize,
    /// How each row acts. What its numbers are is the program's to say.
    pub laws: Vec<Law>,
    /// What has to hold of the parameters, and how a user would call what it is about.
    pub checks: Vec<(Check, String)>,
    /// What it depends on besides differences.
    pub reads: Reads,
    /// What generated code calls its inputs.
    pub names: Given,
    /// The code.
    pub program: Program,
    /// C, V, J, K and the impulses in plain text, with operation counts.
    pub derivation: String,
}

/// Compiles a joint.
///
/// # Errors
/// Every mistake that was found.
pub fn compile(joint: &syntax::Joint) -> Result<Compiled, Vec<diagnostic::Diagnostic>> {
    let typed = typing::check(joint)?;
    let (name, bodies, parameters) = (typed.name.clone(), typed.bodies.clone(), typed.parameters.clone());
    let mut assembly = assemble::assemble(typed).rewritten(Simplifier::run);
    let reads = reads::reads(&assembly);
    let program = stage::stage(&mut assembly, &bodies, &parameters);
    let checks = labelled(&assembly, &parameters);
    let derivation = explain::explain(&name, &bodies, &parameters, &assembly, &program);
    let names = Given::new(&bodies, &parameters);
    let (rows, points) = (assembly.rows.len(), assembly.sketch.points.len());
    Ok(Compiled { bodies, parameters, rows, points, laws: assembly.laws, checks, reads, names, program, derivation })
}

fn labelled(assembly: &Assembly, parameters: &[Parameter]) -> Vec<(Check, String)> {
    let text = |id| explain::inline(&assembly.graph, id, &[], parameters);
    let label = |check: &Check| match *check {
        Check::Finite(index) => parameters[index as usize].path.join("."),
        Check::Ordered(lower, upper) => format!("{}..={}", text(lower), text(upper)),
        Check::NotNan(value) | Check::NotNegative(value) => text(value),
    };
    assembly.checks.iter().map(|check| (check.clone(), label(check))).collect()
}
