//! The compiler behind `#[constraint]`: from a joint's closure to the functions that its solver runs.
//!
//! Plain data goes in ([`frontend::syntax`]) and comes out ([`ir::emitted`]). Tokens are the business of the attribute's crate. No stage
//! imports a later one:
//!
//! ```text
//!  frontend ──► constraint ──► simplify ──► lower ──► optimize ──► codegen ──► emitted IR
//!  tree to      C, V, J, K,    rules of     vectors   passes on    functions,       │
//!  typed rows   impulses       algebra      to        the scalar   fields,          ▼
//!  vector IR    vector IR      vector IR    scalars   IR           names       derivation: the text
//! ```

#![forbid(unsafe_code)]

pub mod codegen;
pub mod constraint;
pub mod derivation;
pub mod frontend;
pub mod ir;
pub mod lower;
pub mod optimize;
#[doc(hidden)]
pub mod passes;
pub mod simplify;

use codegen::names::{Given, Glossary};
use codegen::staging;
use constraint::assemble::{self, Assembly, Check, Law};
use constraint::dependence::{self, Dependence};
use constraint::numeric_lint::{self, Momentum, NumericLints};
use frontend::diagnostics::Diagnostic;
use frontend::syntax;
use frontend::typing::{self, Parameter};
use ir::emitted::EmittedIr;
use ir::map_vec::MapVec as _;
use simplify::Simplifier;

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
    pub dependence: Dependence,
    /// What generated code calls its inputs.
    pub names: Given,
    /// What is probably wrong with it, though it compiles.
    pub lints: Vec<Diagnostic>,
    /// What its impulses do to the momenta.
    pub momentum: Momentum,
    /// The code.
    pub program: EmittedIr,
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
    let derivation = derivation::derive(&typed);
    let written = typed.rows.clone();
    let assembly = assemble::assemble(typed);
    let glossary = Glossary::new(&assembly, &bodies);
    #[cfg(feature = "direct")]
    let (stiff, stiffness) = constraint::stiffness::stiffness(&assembly);
    let mut assembly = assembly.rewritten(Simplifier::run);
    let places: Vec<_> = joint.bodies.map_vec(|body| (body.text.clone(), body.span));
    let NumericLints { lints, momentum } = numeric_lint::check(&assembly, &written, &places);
    let dependence = dependence::analyse(&assembly, &|index| is_single(joint, &parameters[index as usize]));
    let names = Given::new(&bodies, &parameters, &glossary);
    let program = staging::stage(&mut assembly, &bodies, &names, &glossary);
    #[cfg(feature = "direct")]
    let program = {
        let mut program = program;
        program.derived.stiffness = staging::stage_apart(&stiff, &stiffness, &bodies, &names, &glossary);
        program
    };
    let checks = labelled(&assembly, &parameters, &curves);
    let derivation = derivation::explain(&derivation, momentum, &program);
    let (rows, points) = (assembly.rows.len(), assembly.sketch.points.len());
    Ok(Compiled {
        bodies,
        parameters,
        curves,
        rows,
        points,
        laws: assembly.laws,
        checks,
        dependence,
        names,
        lints,
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
    let text = |id| derivation::inline(&assembly.graph, id, &[], parameters, curves);
    let label = |check: &Check| match *check {
        Check::Finite(index) => parameters[index as usize].path.join("."),
        Check::Ordered(lower, upper) => format!("{}..={}", text(lower), text(upper)),
        Check::NotNan(value) | Check::NotNegative(value) => text(value),
    };
    assembly.checks.map_vec(|check| (check.clone(), label(check)))
}
