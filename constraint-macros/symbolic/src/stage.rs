//! From expressions to the staged program: each function computes what is its own, and keeps what a later one needs.

use crate::assemble::{Assembly, Check, Planar};
use crate::effects;
use crate::graph::{Graph, Id, Input};
use crate::layout;
use crate::lower::{Degenerate, Lanes, Lowered, lower};
use crate::names::{Given, Glossary, Names};
use crate::ordered::sort_by_key;
use crate::program::{Again, Block, Derived, FastPath, Function, Program};
use crate::quick::PlaceMap;
use crate::rotations;
use crate::schedule::{Kept, schedule, schedule_signed};
use crate::share::{share, share_in_place};
use crate::signs::{Asking, Purpose, Sign, Signs};
use crate::tape::{Leaf, Op, Phase, Slot, Tape};

/// Stages a joint.
pub fn stage(assembly: &mut Assembly, bodies: &[String], given: &Given, glossary: &Glossary) -> Program {
    let derived = derived(assembly, bodies, given, glossary);
    let fast = fast_path(assembly, bodies, given, glossary);
    Program { fast, derived }
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
fn scalars(roots: &[Lanes], slots: &PlaceMap<Id, Slot>) -> Vec<Slot> {
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
    Derived { position, limits, velocity, jacobian, effective_mass, impulse, laws, checks, sketch }
}

/// Functions that each run as a whole. What they are made of is taken apart and shared once for all of them, since most of it
/// is the same.
fn whole<const N: usize>(
    functions: [&[Id]; N],
    graph: &Graph,
    bodies: &[String],
    given: &Given,
    glossary: &Glossary,
) -> [Function; N] {
    let Lowered { graph, roots, .. } = lower(graph, bodies, &functions.concat(), Degenerate::Axis);
    let (mut tape, slots) = Tape::new(&graph);
    let all = scalars(&roots, &slots);
    share_in_place(&mut tape, &all);
    let mut names = Names::new(bodies, given, &tape, &all, glossary);
    let mut rest = &roots[..];
    functions.map(|values| {
        let (own, others) = rest.split_at(values.len());
        rest = others;
        names.forget();
        schedule(&tape, &scalars(own, &slots), &Kept::default(), &mut names)
    })
}

fn fast_path(assembly: &Assembly, bodies: &[String], given: &Given, glossary: &Glossary) -> FastPath {
    // What the functions give, one after another, and where each of them begins.
    let mut all = planar_ids(&assembly.warm_start);
    let mut starts = vec![0, all.len()];
    for block in &assembly.blocks {
        for &(_, impulse) in &block.impulses {
            all.push(impulse);
        }
        all.extend_from_slice(&planar_ids(&block.velocities));
        starts.push(all.len());
    }
    let mut groups = vec![all.len()];
    for group in &assembly.neighbours {
        all.extend_from_slice(group);
        groups.push(all.len());
    }
    let lowered = lower(&assembly.graph, bodies, &all, Degenerate::Memory);
    let (mut tape, slots) = Tape::new(&lowered.graph);
    let functions: Vec<Vec<Slot>> =
        starts.windows(2).map(|ends| scalars(&lowered.roots[ends[0]..ends[1]], &slots)).collect();
    let iterated = functions.concat();
    let (mut memory, mut remembered) = (Vec::new(), Vec::new());
    for (x, y) in &lowered.memory {
        memory.push((slots[*x], slots[*y]));
        remembered.extend_from_slice(&[slots[*x], slots[*y]]);
    }
    let (warm_start, blocks) = (&functions[0], &functions[1..]);
    let roots = [&iterated[..], &remembered].concat();
    share(&mut tape, &roots);
    let moved: Vec<&[Slot]> =
        blocks.iter().zip(&assembly.blocks).map(|(roots, block)| &roots[block.impulses.len()..]).collect();
    effects::stand_apart(&mut tape, warm_start, &moved);
    let vectors = rotations::beside_quarter_turns(&mut tape, &roots);

    let mut prepared = needed(&tape, &iterated, Phase::Solve, Phase::Prepare);
    for &slot in &remembered {
        if !prepared.contains(&slot) {
            prepared.push(slot);
        }
    }
    let neighbours: Vec<Vec<Slot>> =
        groups.windows(2).map(|ends| scalars(&lowered.roots[ends[0]..ends[1]], &slots)).collect();
    let prepared = layout::together(&tape, in_order(&tape, &prepared), &neighbours);
    let effects = effects::of_rows(&tape, warm_start);
    let prepared = effects::first(&prepared, &effects);
    let mut setup = needed(&tape, &iterated, Phase::Solve, Phase::Setup);
    setup.extend(needed(&tape, &prepared, Phase::Prepare, Phase::Setup));
    sort_by_key(&mut setup, |&slot| slot);
    setup.dedup();
    let setup = rotations::last(&in_order(&tape, &setup), &vectors);

    let nothing = Kept::default();
    let field = |slot: Slot| prepared.iter().position(|&kept| kept == slot).unwrap_or(0);
    let signs = {
        let (from_setup, from_both) = (Kept::new(&setup, &[]), Kept::new(&setup, &prepared));
        let update = |roots| Asking { roots, kept: &from_both, purpose: Purpose::Update, effects: &effects };
        let mut asking =
            vec![Asking { roots: &prepared, kept: &from_setup, purpose: Purpose::Keep, effects: &effects }];
        for function in &functions {
            asking.push(update(function));
        }
        // A last normal is read from outside, too, and a parameter stays what the user named. What a sign costs in setup does
        // not count.
        let mut fixed = remembered.clone();
        for &slot in &setup {
            if matches!(tape.op(slot), Op::Input(Leaf { input: Input::Parameter(..), .. })) {
                fixed.push(slot);
            }
        }
        Signs::choose(&tape, &asking, &fixed)
    };
    let mut names = Names::new(bodies, given, &tape, &roots, glossary);
    let name_all = |names: &mut Names, slots: &[Slot]| -> Vec<String> {
        slots.iter().map(|&slot| names.of(slot, signs.kept(slot))).collect()
    };
    let (setup_fields, prepared_fields) = (name_all(&mut names, &setup), name_all(&mut names, &prepared));
    let (setup_again, prepared_again) = (kept_again(&tape, &setup, &signs), kept_again(&tape, &prepared, &signs));
    let from_setup = Kept::signed(&setup, &[], &|slot| signs.kept(slot));
    let from_both = Kept::signed(&setup, &prepared, &|slot| signs.kept(slot));
    let mut function = |number: Option<usize>, roots: &[Slot], kept: &Kept, purpose: Purpose| {
        let sign = |slot: Slot| if purpose == Purpose::Keep { signs.kept(slot) } else { Sign::Plus };
        let roots: Vec<(Slot, Sign)> = roots.iter().map(|&slot| (slot, sign(slot))).collect();
        let wanted = |slot: Slot| number.map_or(Sign::Plus, |number| signs.difference(number, slot));
        schedule_signed(&tape, &roots, kept, &wanted, &mut names)
    };
    // In the order in which they run, in which names are given.
    let setup_code = function(None, &setup, &nothing, Purpose::Keep);
    let prepare = function(Some(0), &prepared, &from_setup, Purpose::Keep);
    let warm_start = function(Some(1), warm_start, &from_both, Purpose::Update);
    let mut solve = Vec::new();
    for (number, (roots, block)) in blocks.iter().zip(&assembly.blocks).enumerate() {
        let code = function(Some(2 + number), roots, &from_both, Purpose::Update);
        solve.push(Block { rows: block.impulses.iter().map(|&(row, _)| row).collect(), code });
    }
    FastPath {
        memory: memory.iter().map(|&(x, y)| (field(x), field(y))).collect(),
        setup: setup_code,
        prepare,
        warm_start,
        solve,
        setup_fields,
        prepared_fields,
        setup_again,
        prepared_again,
    }
}

/// Which of the slots are there once more, after another one of them.
fn kept_again(tape: &Tape, slots: &[Slot], signs: &Signs) -> Vec<Option<Again>> {
    let mut found = Vec::new();
    for &slot in slots {
        let &Op::Again(first) = tape.op(slot) else {
            found.push(None);
            continue;
        };
        let is_opposite = signs.kept(slot) != signs.kept(first);
        found.push(slots.iter().position(|&kept| kept == first).map(|first| Again { first, is_opposite }));
    }
    found
}

/// What code of phase `by`, computing `roots`, needs of phase `of`. Truths, constants and mere signs are worked out where
/// they are used.
pub(crate) fn needed(tape: &Tape, roots: &[Slot], by: Phase, of: Phase) -> Vec<Slot> {
    let mut seen = vec![false; tape.len()];
    let mut pending = roots.to_vec();
    let mut found = Vec::new();
    while let Some(slot) = pending.pop() {
        if std::mem::replace(&mut seen[slot], true) {
            continue;
        }
        let phase = tape.phase(slot);
        if phase < by && phase != Phase::Constant && !tape.op(slot).is_truth() && !tape.op(slot).is_sign() {
            if phase == of {
                found.push(slot);
            }
        } else {
            pending.extend(tape.op(slot).operands());
        }
    }
    found
}

/// The same slots, in the order in which they are computed.
fn in_order(tape: &Tape, slots: &[Slot]) -> Vec<Slot> {
    let mut order = tape.order(slots, &|_| false);
    order.retain(|slot| slots.contains(slot));
    order
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
