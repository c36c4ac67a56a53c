//! Counts in the form in which papers and tools are compared, of code that is made as the fast path's is.

use crate::assemble::{self, Planar};
use crate::diagnostic::Diagnostic;
use crate::graph::Id;
use crate::lower::{Degenerate, lower};
use crate::names::{Given, Glossary, Names};
use crate::program::Function;
use crate::schedule::{Kept, schedule};
use crate::share::share;
use crate::simplify::Simplifier;
use crate::stage::needed;
use crate::syntax;
use crate::tape::{Phase, Slot, Tape};
use crate::typing;

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
    let (assembly, extra) = assemble::whole(typed);
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
    let (mut tape, slots) = Tape::new(&lowered.graph);
    let scalars = |lanes: &[crate::lower::Lanes]| -> Vec<Slot> {
        lanes.iter().flat_map(|lanes| lanes.ids()).map(|id| slots[id]).collect()
    };
    let (prepared, iterated) = (scalars(&lowered.roots[..first]), scalars(&lowered.roots[first..]));
    let roots: Vec<Slot> = prepared.iter().chain(&iterated).copied().collect();
    share(&mut tape, &roots);
    let kept = needed(&tape, &iterated, Phase::Solve, Phase::Prepare);
    let with_products: Vec<Slot> = prepared.iter().chain(&kept).copied().collect();
    let mut setup = needed(&tape, &with_products, Phase::Prepare, Phase::Setup);
    setup.extend(needed(&tape, &iterated, Phase::Solve, Phase::Setup));
    setup.extend(with_products.iter().filter(|&&slot| tape.phase(slot) == Phase::Setup));
    let glossary = Glossary::default();
    let given = Given::new(&bodies, &parameters, &glossary);
    let mut names = Names::new(&bodies, &given, &tape, &tape.order(&roots, &|_| false), &glossary);
    let from_setup = Kept::new(&setup, &[]);
    Ok(Counted {
        prepare: schedule(&tape, &prepared, &from_setup, &mut names),
        with_products: schedule(&tape, &with_products, &from_setup, &mut names),
        iterate: schedule(&tape, &iterated, &Kept::new(&setup, &kept), &mut names),
    })
}
