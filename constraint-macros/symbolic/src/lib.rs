//! The compiler behind `#[constraint]`: from a joint's closure to the program of its solver.
//!
//! Plain data goes in ([`syntax`]) and comes out ([`program`]); tokens are the business of the attribute's crate. Each stage
//! imports only the stages before it:
//!
//! ```text
//! syntax ─ typing ─ differentiate ─ assemble ─ simplify ─ lower ─ share ─ schedule ─ program ─ explain, execute
//!              └ graph ─ interpret            └ probe    └────── stage joins these ─────┘
//! ```

#![forbid(unsafe_code)]

pub mod assemble;
pub mod diagnostic;
pub mod differentiate;
mod effects;
#[cfg(feature = "testing")]
pub mod execute;
pub mod explain;
pub mod finding;
pub mod graph;
pub mod interpret;
mod layout;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod leftover;
pub mod lower;
mod mapped;
pub mod mistyping;
pub mod names;
pub mod near;
pub mod opaque;
mod ordered;
pub mod probe;
pub mod problem;
pub mod program;
pub mod quick;
mod rates;
pub mod reads;
mod rotations;
pub mod schedule;
pub mod share;
mod sides;
mod signs;
pub mod simplify;
pub mod stage;
mod starts;
pub mod syntax;
pub mod table;
pub mod tape;
pub mod typing;
#[cfg(test)]
mod work;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod yardstick;

use assemble::{Assembly, Check, Law};
use diagnostic::Diagnostic;
use mapped::Mapped as _;
use names::{Given, Glossary};
use probe::{Momentum, Probe};
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
    /// The fields that are curves, by their numbers.
    pub curves: Vec<String>,
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
    /// What is probably wrong with it, though it compiles.
    pub findings: Vec<Diagnostic>,
    /// What its impulses do to the momenta.
    pub momentum: Momentum,
    /// The code.
    pub program: Program,
    /// C, V, J, K and the impulses in plain text, with operation counts.
    pub derivation: String,
}

/// Compiles a joint.
///
/// # Errors
/// Every mistake that was found.
pub fn compile(joint: &syntax::Joint) -> Result<Compiled, Vec<Diagnostic>> {
    let typed = typing::check(joint)?;
    let (bodies, parameters, curves) = (typed.bodies.clone(), typed.parameters.clone(), typed.curves.clone());
    let derivation = explain::derive(&typed);
    let written = typed.rows.clone();
    let assembly = assemble::assemble(typed);
    let glossary = Glossary::new(&assembly, &bodies);
    let mut assembly = assembly.rewritten(Simplifier::run);
    let places: Vec<_> = joint.bodies.mapped(|body| (body.text.clone(), body.span));
    let Probe { findings, momentum } = probe::probe(&assembly, &written, &places);
    let reads = reads::reads(&assembly, &|index| is_single(joint, &parameters[index as usize]));
    let names = Given::new(&bodies, &parameters, &glossary);
    let program = stage::stage(&mut assembly, &bodies, &names, &glossary);
    let checks = labelled(&assembly, &parameters, &curves);
    let derivation = explain::explain(&derivation, momentum, &program);
    let (rows, points) = (assembly.rows.len(), assembly.sketch.points.len());
    Ok(Compiled {
        bodies,
        parameters,
        curves,
        rows,
        points,
        laws: assembly.laws,
        checks,
        reads,
        names,
        findings,
        momentum,
        program,
        derivation,
    })
}

/// Whether a parameter is a field that is no `f64`, as far as its type as written tells: the solver's scalar has all of it.
fn is_single(joint: &syntax::Joint, parameter: &Parameter) -> bool {
    let is_it = |field: &&syntax::Field| field.name.text == parameter.path[0];
    let field = joint.fields.iter().find(is_it).filter(|_| parameter.expression.is_none());
    field.is_some_and(|field| !field.written.ends_with("f64") && !field.written.ends_with("DVec2"))
}

fn labelled(assembly: &Assembly, parameters: &[Parameter], curves: &[String]) -> Vec<(Check, String)> {
    let text = |id| explain::inline(&assembly.graph, id, &[], parameters, curves);
    let label = |check: &Check| match *check {
        Check::Finite(index) => parameters[index as usize].path.join("."),
        Check::Ordered(lower, upper) => format!("{}..={}", text(lower), text(upper)),
        Check::NotNan(value) | Check::NotNegative(value) => text(value),
    };
    assembly.checks.mapped(|check| (check.clone(), label(check)))
}
