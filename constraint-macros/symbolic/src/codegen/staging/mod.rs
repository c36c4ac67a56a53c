//! From expressions to the staged program: each function computes what is its own, and keeps what a later one needs.

mod fast_path;

use crate::codegen::names::{Given, Glossary, Names};
use crate::codegen::schedule::schedule_signed;
use crate::constraint::assemble::{Assembly, Check, Planar};
use crate::ir::cached_fields::CachedFields;
use crate::ir::emitted::{Derived, EmittedIr, Function};
use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::Sign;
use crate::ir::scalar::{Phase, ScalarIr, Slot};
use crate::ir::vector::{Id, VectorIr};
use crate::lower::{Degenerate, Lanes, Lowered, lower};
use crate::optimize::share_in_place;

/// Stages a joint.
pub fn stage(assembly: &mut Assembly, bodies: &[String], given: &Given, glossary: &Glossary) -> EmittedIr {
    let derived = derived(assembly, bodies, given, glossary);
    let fast = fast_path::fast_path(assembly, bodies, given, glossary);
    EmittedIr { fast, derived }
}

// Lists are put together by loops here: a chain of iterators is a dozen functions to compile, for every user's debug build.

fn planar_ids(planar: &[Planar]) -> Vec<Id> {
    let mut ids = Vec::new();
    for planar in planar {
        ids.extend_from_slice(&[planar.linear, planar.angular]);
    }
    ids
}

/// The scalars that `roots` became.
fn scalars(roots: &[Lanes], slots: &SecondaryMap<Id, Slot>) -> Vec<Slot> {
    let mut scalars = Vec::new();
    for lanes in roots {
        match *lanes {
            Lanes::One(only) => scalars.push(slots[only]),
            Lanes::Two(x, y) => scalars.extend_from_slice(&[slots[x], slots[y]]),
        }
    }
    scalars
}

/// Each function of the derived mathematics starts from nothing but parameters and its arguments.
fn derived(assembly: &mut Assembly, bodies: &[String], given: &Given, glossary: &Glossary) -> Derived {
    let far = |assembly: &mut Assembly, sign: f64| assembly.graph.constant(sign * f64::INFINITY);
    let (least, most) = (far(assembly, -1.0), far(assembly, 1.0));
    let (mut positions, mut limits, mut jacobian) = (Vec::new(), Vec::new(), Vec::new());
    for row in &assembly.rows {
        positions.push(row.value);
        limits.extend_from_slice(&[row.limits.0.unwrap_or(least), row.limits.1.unwrap_or(most)]);
        jacobian.extend_from_slice(&planar_ids(&row.jacobian));
    }
    let (mut laws, mut checks, mut sketch) = (Vec::new(), Vec::new(), assembly.sketch.points.clone());
    for law in &assembly.laws {
        laws.extend_from_slice(&law.values());
    }
    for check in &assembly.checks {
        checks.extend_from_slice(&check.values());
    }
    for &(from, to) in &assembly.sketch.segments {
        sketch.extend_from_slice(&[from, to]);
    }
    let graph = &assembly.graph;
    // The drawing stands apart. It has points of the world, and a difference of two such points would be taken from them:
    // that is rounded far from the origin, where the mathematics subtracts places first.
    let [sketch] = whole([&sketch], graph, bodies, given, glossary);
    let mathematics: [&[Id]; 8] = [
        &positions,
        &limits,
        &assembly.velocity,
        &jacobian,
        &assembly.effective_mass.concat(),
        &planar_ids(&assembly.impulse),
        &laws,
        &checks,
    ];
    let [position, limits, velocity, jacobian, effective_mass, impulse, laws, checks] =
        whole(mathematics, graph, bodies, given, glossary);
    let stiffness = Function { locals: Vec::new(), outputs: Vec::new() };
    Derived { position, limits, velocity, jacobian, effective_mass, impulse, stiffness, laws, checks, sketch }
}

/// Expressions that stand apart from those of a joint: nothing of them changes other functions.
#[cfg(feature = "direct")]
pub fn stage_apart(graph: &VectorIr, values: &[Id], bodies: &[String], given: &Given, glossary: &Glossary) -> Function {
    let (graph, values) = crate::simplify::Simplifier::run(graph, values);
    let [function] = whole([&values], &graph, bodies, given, glossary);
    function
}

/// Functions that each run as a whole. What they are made of is taken apart and shared once for all of them, since most of it
/// is the same.
fn whole<const N: usize>(
    functions: [&[Id]; N],
    graph: &VectorIr,
    bodies: &[String],
    given: &Given,
    glossary: &Glossary,
) -> [Function; N] {
    let Lowered { graph, roots, .. } = lower(graph, bodies, &functions.concat(), Degenerate::Axis);
    let (mut ir, slots) = ScalarIr::new(&graph);
    let all = scalars(&roots, &slots);
    share_in_place(&mut ir, &all);
    let order = ir.order(&all, &|_| false);
    let mut names = Names::new(bodies, given, &ir, &order, glossary);
    let nothing = CachedFields::default();
    let worked_out = order.into_iter().filter(|&slot| !nothing.is_given(&ir, slot)).collect::<Vec<Slot>>();
    let mut rest = &roots[..];
    functions.map(|values| {
        let (own, others) = rest.split_at(values.len());
        rest = others;
        names.forget();
        let own = scalars(own, &slots);
        let order = among(&worked_out, &ir.reachable(&own));
        let own = own.map_vec(|&slot| (slot, Sign::Plus));
        schedule_signed(&ir, &own, &order, &nothing, &|_| Sign::Plus, &mut names)
    })
}

/// What code of phase `by`, computing `roots`, needs of phase `of`. Truths, constants and mere signs are worked out where
/// they are used.
pub fn needed(ir: &ScalarIr, roots: &[Slot], by: Phase, of: Phase) -> Vec<Slot> {
    let is_seen = &mut vec![false; ir.len()][..];
    let mut pending = roots.to_vec();
    let mut found = Vec::new();
    while let Some(slot) = pending.pop() {
        if is_seen[slot] {
            continue;
        }
        is_seen[slot] = true;
        let phase = ir.phase(slot);
        if phase < by && phase != Phase::Constant && !ir.op(slot).is_truth() && !ir.op(slot).is_sign() {
            if phase == of {
                found.push(slot);
            }
        } else {
            ir.op(slot).each_operand(|operand| pending.push(operand));
        }
    }
    found
}

/// The slots of an order that are marked. Of all that they are made of, this is the order of these alone as well: what is
/// computed beside them takes no turn of theirs.
fn among(order: &[Slot], is_marked: &[bool]) -> Vec<Slot> {
    let mut among = Vec::new();
    for &slot in order {
        if is_marked[slot] {
            among.push(slot);
        }
    }
    among
}

impl Check {
    /// The expressions that it looks at.
    pub fn values(&self) -> Vec<Id> {
        match *self {
            Self::Finite(_) => Vec::new(),
            Self::Ordered(a, b) => vec![a, b],
            Self::NotNan(a) | Self::NotNegative(a) => vec![a],
        }
    }
}
