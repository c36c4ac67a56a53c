//! Counts in the form in which papers and tools are compared, of code that is made as the fast path's is.

use crate::whole::whole;
use constraint_symbolic::codegen::names::{Given, Glossary, Names};
use constraint_symbolic::codegen::schedule::schedule;
use constraint_symbolic::codegen::staging::needed;
use constraint_symbolic::constraint::assemble::Planar;
use constraint_symbolic::frontend::diagnostics::Diagnostic;
use constraint_symbolic::frontend::syntax;
use constraint_symbolic::frontend::typing;
use constraint_symbolic::ir::cached_fields::CachedFields;
use constraint_symbolic::ir::emitted::Function;
use constraint_symbolic::ir::scalar::{Phase, ScalarIr, Slot};
use constraint_symbolic::ir::vector::Id;
use constraint_symbolic::lower::{Degenerate, lower};
use constraint_symbolic::optimize::share;
use constraint_symbolic::simplify::Simplifier;

/// A joint's mathematics as two functions. What is known before the pose is not counted.
#[derive(Debug)]
pub struct Counted {
    /// C, J and K.
    pub prepare: Function,
    /// The same, and the products of M⁻¹ Jᵀ that the iteration reads besides them.
    pub with_products: Function,
    /// λ and the new velocities, for K⁻¹ and a bias that are given.
    pub iterate: Function,
}

/// Counts a joint, all of its rows as one block.
///
/// # Errors
/// Every mistake that was found.
pub fn count(joint: &syntax::Joint) -> Result<Counted, Vec<Diagnostic>> {
    let typed = typing::check(joint)?;
    let parameters = typed.parameters.clone();
    let mut bodies = typed.bodies.clone();
    let (assembly, extra) = whole(typed);
    let assembly = assembly.rewritten(Simplifier::run);
    bodies.extend((0..extra).map(|index| format!("given_{index}")));
    let planar = |planar: &Planar| [planar.linear, planar.angular];
    let mut prepared: Vec<Id> = Vec::new();
    for (row, entries) in assembly.rows.iter().zip(&assembly.effective_mass) {
        prepared.push(row.value);
        prepared.extend(row.jacobian.iter().flat_map(planar));
        prepared.extend(entries);
    }
    let block = &assembly.blocks[0];
    let iterated = block.impulses.iter().map(|&(_, id)| id).chain(block.velocities.iter().flat_map(planar));
    let first = prepared.len();
    let all: Vec<Id> = prepared.into_iter().chain(iterated).collect();
    let lowered = lower(&assembly.graph, &bodies, &all, Degenerate::Axis);
    let (mut ir, slots) = ScalarIr::new(&lowered.graph);
    let scalars = |lanes: &[constraint_symbolic::lower::Lanes]| -> Vec<Slot> {
        lanes.iter().flat_map(|lanes| lanes.ids()).map(|id| slots[id]).collect()
    };
    let (prepared, iterated) = (scalars(&lowered.roots[..first]), scalars(&lowered.roots[first..]));
    let roots: Vec<Slot> = prepared.iter().chain(&iterated).copied().collect();
    share(&mut ir, &roots);
    let kept = needed(&ir, &iterated, Phase::Solve, Phase::Prepare);
    let with_products: Vec<Slot> = prepared.iter().chain(&kept).copied().collect();
    let mut setup = needed(&ir, &with_products, Phase::Prepare, Phase::Setup);
    setup.extend(needed(&ir, &iterated, Phase::Solve, Phase::Setup));
    setup.extend(with_products.iter().filter(|&&slot| ir.phase(slot) == Phase::Setup));
    let glossary = Glossary::default();
    let given = Given::new(&bodies, &parameters, &glossary);
    let mut names = Names::new(&bodies, &given, &ir, &ir.order(&roots, &|_| false), &glossary);
    let from_setup = CachedFields::new(&setup, &[]);
    Ok(Counted {
        prepare: schedule(&ir, &prepared, &from_setup, &mut names),
        with_products: schedule(&ir, &with_products, &from_setup, &mut names),
        iterate: schedule(&ir, &iterated, &CachedFields::new(&setup, &kept), &mut names),
    })
}
