//! From expressions to the staged program: each function computes what is its own, and keeps what a later one needs.

use crate::assemble::{Assembly, Check, Law, Planar};
use crate::effects;
use crate::graph::{Id, Input};
use crate::lower::{Degenerate, Lanes, Lowered, lower};
use crate::names::{Given, Glossary, Names};
use crate::program::{Block, Derived, FastPath, Program};
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

fn planar_ids(planar: &[Planar]) -> impl Iterator<Item = Id> {
    planar.iter().flat_map(|planar| [planar.linear, planar.angular])
}

/// Each function of the derived mathematics starts from nothing but parameters and its arguments.
fn derived(assembly: &mut Assembly, bodies: &[String], given: &Given, glossary: &Glossary) -> Derived {
    let far = |assembly: &mut Assembly, sign: f64| assembly.graph.constant(sign * f64::INFINITY);
    let (least, most) = (far(assembly, -1.0), far(assembly, 1.0));
    let limits: Vec<Id> =
        assembly.rows.iter().flat_map(|row| [row.limits.0.unwrap_or(least), row.limits.1.unwrap_or(most)]).collect();
    let laws: Vec<Id> = assembly.laws.iter().flat_map(Law::values).collect();
    let checks: Vec<Id> = assembly.checks.iter().flat_map(Check::values).collect();
    let ends = assembly.sketch.segments.iter().flat_map(|&(from, to)| [from, to]);
    let sketch: Vec<Id> = assembly.sketch.points.iter().copied().chain(ends).collect();
    let function = |roots: &[Id]| {
        let Lowered { graph, roots, .. } = lower(&assembly.graph, bodies, roots, Degenerate::Axis);
        let (mut tape, slots) = Tape::new(&graph);
        let roots: Vec<Slot> = roots.iter().flat_map(|lanes| lanes.ids()).map(|id| slots[id]).collect();
        share_in_place(&mut tape, &roots);
        let mut names = Names::new(bodies, given, &tape, &roots, glossary);
        schedule(&tape, &roots, &Kept::default(), &mut names)
    };
    Derived {
        position: function(&assembly.rows.iter().map(|row| row.value).collect::<Vec<_>>()),
        limits: function(&limits),
        velocity: function(&assembly.velocity),
        jacobian: function(&assembly.rows.iter().flat_map(|row| planar_ids(&row.jacobian)).collect::<Vec<_>>()),
        effective_mass: function(&assembly.effective_mass.concat()),
        impulse: function(&planar_ids(&assembly.impulse).collect::<Vec<_>>()),
        laws: function(&laws),
        checks: function(&checks),
        sketch: function(&sketch),
    }
}

fn fast_path(assembly: &Assembly, bodies: &[String], given: &Given, glossary: &Glossary) -> FastPath {
    let warm_start: Vec<Id> = planar_ids(&assembly.warm_start).collect();
    let blocks: Vec<Vec<Id>> = assembly
        .blocks
        .iter()
        .map(|block| block.impulses.iter().map(|&(_, id)| id).chain(planar_ids(&block.velocities)).collect())
        .collect();
    let all: Vec<Id> = warm_start.iter().chain(blocks.iter().flatten()).copied().collect();
    let lowered = lower(&assembly.graph, bodies, &all, Degenerate::Memory);
    let (mut tape, slots) = Tape::new(&lowered.graph);
    let mut became: PlaceMap<Id, Lanes> = PlaceMap::default();
    for (&id, &lanes) in all.iter().zip(&lowered.roots) {
        became.insert(id, lanes);
    }
    let scalars =
        |ids: &[Id]| -> Vec<Slot> { ids.iter().flat_map(|id| became[*id].ids()).map(|id| slots[id]).collect() };
    let memory: Vec<(Slot, Slot)> = lowered.memory.iter().map(|(x, y)| (slots[*x], slots[*y])).collect();
    let remembered: Vec<Slot> = memory.iter().flat_map(|&(x, y)| [x, y]).collect();
    let (warm_start, blocks) = (scalars(&warm_start), blocks.iter().map(|block| scalars(block)).collect::<Vec<_>>());
    let iterated: Vec<Slot> = warm_start.iter().chain(blocks.iter().flatten()).copied().collect();
    let roots: Vec<Slot> = iterated.iter().chain(&remembered).copied().collect();
    share(&mut tape, &roots);
    let moved: Vec<&[Slot]> =
        blocks.iter().zip(&assembly.blocks).map(|(roots, block)| &roots[block.impulses.len()..]).collect();
    effects::stand_apart(&mut tape, &warm_start, &moved);
    let vectors = rotations::beside_quarter_turns(&mut tape, &roots);

    let mut prepared = needed(&tape, &iterated, Phase::Solve, Phase::Prepare);
    prepared.extend(remembered.iter().filter(|slot| !prepared.contains(slot)).copied().collect::<Vec<_>>());
    let effects = effects::of_rows(&tape, &warm_start);
    let prepared = effects::first(&in_order(&tape, &prepared), &effects);
    let mut setup = needed(&tape, &iterated, Phase::Solve, Phase::Setup);
    setup.extend(needed(&tape, &prepared, Phase::Prepare, Phase::Setup));
    setup.sort_unstable();
    setup.dedup();
    let setup = rotations::last(in_order(&tape, &setup), &vectors);

    let nothing = Kept::default();
    let field = |slot: Slot| prepared.iter().position(|&kept| kept == slot).unwrap_or(0);
    let signs = {
        let (from_setup, from_both) = (Kept::new(&setup, &[]), Kept::new(&setup, &prepared));
        let update = |roots| Asking { roots, kept: &from_both, purpose: Purpose::Update, effects: &effects };
        let mut asking = vec![
            Asking { roots: &prepared, kept: &from_setup, purpose: Purpose::Keep, effects: &effects },
            update(&warm_start),
        ];
        asking.extend(blocks.iter().map(|block| update(block)));
        // A last normal is read from outside, too, and a parameter stays what the user named. What a sign costs in setup does
        // not count.
        let is_parameter = |slot: &Slot| matches!(tape.op(*slot), Op::Input(Leaf { input: Input::Parameter(..), .. }));
        let fixed: Vec<Slot> =
            remembered.iter().chain(setup.iter().filter(|slot| is_parameter(slot))).copied().collect();
        Signs::choose(&tape, &asking, &fixed)
    };
    let mut names = Names::new(bodies, given, &tape, &roots, glossary);
    let name_all = |names: &mut Names, slots: &[Slot]| -> Vec<String> {
        slots.iter().map(|&slot| names.of(slot, signs.kept(slot))).collect()
    };
    let (setup_fields, prepared_fields) = (name_all(&mut names, &setup), name_all(&mut names, &prepared));
    let from_setup = Kept::signed(&setup, &[], &|slot| signs.kept(slot));
    let from_both = Kept::signed(&setup, &prepared, &|slot| signs.kept(slot));
    let mut function = |number: Option<usize>, roots: &[Slot], kept: &Kept, purpose: Purpose| {
        let sign = |slot: Slot| if purpose == Purpose::Keep { signs.kept(slot) } else { Sign::Plus };
        let roots: Vec<(Slot, Sign)> = roots.iter().map(|&slot| (slot, sign(slot))).collect();
        let wanted = |slot: Slot| number.map_or(Sign::Plus, |number| signs.difference(number, slot));
        schedule_signed(&tape, &roots, kept, &wanted, &mut names)
    };
    FastPath {
        memory: memory.iter().map(|&(x, y)| (field(x), field(y))).collect(),
        setup: function(None, &setup, &nothing, Purpose::Keep),
        prepare: function(Some(0), &prepared, &from_setup, Purpose::Keep),
        warm_start: function(Some(1), &warm_start, &from_both, Purpose::Update),
        solve: blocks
            .iter()
            .zip(&assembly.blocks)
            .enumerate()
            .map(|(index, (roots, block))| Block {
                rows: block.impulses.iter().map(|&(row, _)| row).collect(),
                code: function(Some(2 + index), roots, &from_both, Purpose::Update),
            })
            .collect(),
        setup_fields,
        prepared_fields,
    }
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
    tape.order(slots, &|_| false).into_iter().filter(|slot| slots.contains(slot)).collect()
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
