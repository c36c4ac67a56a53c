//! The fast path: setup, prepare, the warm start and the blocks of an iteration, each of which finds what the ones before it
//! keep.

use super::{among, needed, planar_ids, scalars};
use crate::codegen::names::{Given, Glossary, Names};
use crate::codegen::schedule::schedule_signed;
use crate::constraint::assemble::Assembly;
use crate::ir::cached_fields::CachedFields;
use crate::ir::emitted::{Block, Duplicate, FastPath};
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Leaf, Op, Phase, ScalarIr, Sign, Slot};
use crate::ir::sorted_vec::sort_by_key;
use crate::ir::vector::Input;
use crate::lower::large_angles::{self, AngleAtStart};
use crate::lower::{Degenerate, lower};
use crate::optimize::share_remembered;
use crate::optimize::signs::{self, Purpose, Request, Signs};
use crate::optimize::slp::columns;
use crate::optimize::slp::limit_sides;
use crate::optimize::slp::neighbours;
use crate::optimize::slp::rates::{self, Rows};
use crate::optimize::slp::rotations::{self, Rotated};
use crate::passes::{Pass, is_on};

/// What the solver runs.
pub(super) fn fast_path(assembly: &Assembly, bodies: &[String], given: &Given, glossary: &Glossary) -> FastPath {
    let mut scalars = Scalars::new(assembly, bodies);
    let vectors = scalars.share(assembly, bodies);
    let roots = scalars.roots();
    let order = scalars.ir.order(&roots, &|_| false);
    let fields = Fields::new(&scalars, &vectors, &order);
    let work = Work::new(&fields, &scalars);
    let signs = fields.signs(&scalars, &work);
    let names = Names::new(bodies, given, &scalars.ir, &order, glossary);
    fields.code(&scalars, assembly, &work, &signs, names)
}

/// What the functions of an iteration give, as scalars.
struct Scalars {
    ir: ScalarIr,
    /// Sums of angles, which are told from the start of a step.
    starts: Vec<AngleAtStart>,
    /// The warm start, and the blocks after it.
    functions: Vec<Vec<Slot>>,
    /// The last unit vectors, or multiples of them, which prepare gives besides.
    memory: Vec<(Slot, Slot)>,
    /// Numbers that are read together.
    neighbours: Vec<Vec<Slot>>,
    /// J, row by row, of the rows that have a number of the pose for every velocity: they may be kept as they are, and what is
    /// made of them is to be found there.
    jacobian: Vec<Slot>,
    /// Rows in the order of the velocities.
    rows: Rows,
}

impl Scalars {
    fn new(assembly: &Assembly, bodies: &[String]) -> Self {
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
        let rows = all.len();
        for row in &assembly.rows {
            all.extend_from_slice(&planar_ids(&row.jacobian));
        }
        let lowered = lower(&assembly.graph, bodies, &all, Degenerate::Memory);
        let (ir, slots, sums) = large_angles::ir(&lowered);
        let between = |ends: &[usize]| scalars(&lowered.roots[ends[0]..ends[1]], &slots);
        let functions = starts.windows(2).map(between).collect();
        let neighbours = groups.windows(2).map(between).collect();
        let memory = lowered.memory.map_vec(|(x, y)| (slots[*x], slots[*y]));
        let mut jacobian = Vec::new();
        for row in lowered.roots[rows..].chunks(2 * bodies.len()) {
            let row = scalars(row, &slots);
            if row.iter().all(|&slot| ir.phase(slot) == Phase::Prepare) {
                jacobian.extend(row);
            }
        }
        Self { ir, starts: sums, functions, memory, neighbours, jacobian, rows: Rows::default() }
    }

    /// What an iteration gives.
    fn iterated(&self) -> Vec<Slot> {
        self.functions.concat()
    }

    /// What a step leaves to the next.
    fn remembered(&self) -> Vec<Slot> {
        let mut remembered = Vec::new();
        for &(x, y) in &self.memory {
            remembered.extend_from_slice(&[x, y]);
        }
        remembered
    }

    fn roots(&self) -> Vec<Slot> {
        [self.iterated(), self.remembered()].concat()
    }

    /// Has everything worked out once. Gives the vectors that are kept with their quarter turns.
    fn share(&mut self, assembly: &Assembly, bodies: &[String]) -> Vec<Rotated> {
        let (iterated, remembered) = (self.iterated(), self.remembered());
        let mut roots = [&iterated[..], &remembered, &self.jacobian].concat();
        share_remembered(&mut self.ir, &mut roots);
        let remembered = roots[iterated.len()..].chunks_exact(2);
        for (of_one, became) in self.memory.iter_mut().zip(remembered) {
            *of_one = (became[0], became[1]);
        }
        let roots = self.roots();
        let (mut solved, mut moved) = (Vec::new(), Vec::new());
        for (roots, block) in self.functions[1..].iter().zip(&assembly.blocks) {
            let (impulses, velocities) = roots.split_at(block.impulses.len());
            solved.push((impulses, velocities));
            moved.push(velocities);
        }
        if is_on(Pass::Columns) {
            columns::stand_apart(&mut self.ir, &self.functions[0], &moved);
        }
        if is_on(Pass::Rates) {
            self.rows = rates::in_order(&mut self.ir, &self.functions[0], &solved, bodies);
        }
        if is_on(Pass::Bounds) {
            signs::on_both_sides(&mut self.ir, &iterated);
        }
        let sides = if is_on(Pass::LimitSides) {
            limit_sides::side_by_side(&mut self.ir, &iterated)
        } else {
            limit_sides::Sides::default()
        };
        self.neighbours.extend(sides.neighbours);
        self.rows.sums.extend(sides.reaches);
        let read_as_arms = [&self.neighbours[..], &self.rows.across(&self.ir)].concat();
        if !is_on(Pass::Rotations) {
            return Vec::new();
        }
        rotations::beside_quarter_turns(&mut self.ir, &roots, &read_as_arms)
    }
}

/// What the functions find, and what is left for them to work out, in order.
struct Work {
    from_setup: CachedFields,
    from_both: CachedFields,
    prepare: Vec<Slot>,
    /// The warm start, and the blocks after it.
    functions: Vec<Vec<Slot>>,
}

impl Work {
    fn new(fields: &Fields, scalars: &Scalars) -> Self {
        let from_setup = CachedFields::new(&fields.setup, &[]);
        let from_both = CachedFields::new(&fields.setup, &fields.prepared);
        let prepare = from_setup.order(&scalars.ir, &fields.prepared);
        let functions = scalars.functions.map_vec(|roots| from_both.order(&scalars.ir, roots));
        Self { from_setup, from_both, prepare, functions }
    }
}

/// What setup and prepare keep, in the order in which it lies.
struct Fields {
    setup: Vec<Slot>,
    prepared: Vec<Slot>,
    /// The same, in the order in which it is computed: what a value is made of comes first, wherever it lies.
    computed: [Vec<Slot>; 2],
    /// M⁻¹Jᵀ of whole rows, among what prepare keeps.
    effects: Vec<Slot>,
}

impl Fields {
    /// Of scalars in that order of evaluation.
    fn new(scalars: &Scalars, vectors: &[Rotated], order: &[Slot]) -> Self {
        let (ir, iterated) = (&scalars.ir, scalars.iterated());
        let mut prepared = needed(ir, &iterated, Phase::Solve, Phase::Prepare);
        for slot in scalars.remembered() {
            if !prepared.contains(&slot) {
                prepared.push(slot);
            }
        }
        let prepare = among(order, &ir.marked(&prepared));
        let prepared = neighbours::together(ir, prepare.clone(), &scalars.neighbours);
        // A pass may have made a slot a name of another one, which is cached in its place.
        let itself = |slots: &[Slot]| slots.map_vec(|&slot| neighbours::itself(ir, slot));
        let effects = itself(&columns::of_rows(ir, &scalars.functions[0]));
        let rows = &scalars.rows;
        let prepared = columns::first(&prepared, &[itself(&rows.jacobian), effects.clone()].concat());
        let mut setup = needed(ir, &iterated, Phase::Solve, Phase::Setup);
        setup.extend(needed(ir, &prepared, Phase::Prepare, Phase::Setup));
        sort_by_key(&mut setup, |&slot| slot);
        setup.dedup();
        let vectors = rotations::in_order(vectors, &prepared);
        let set_up = among(order, &ir.marked(&setup));
        let setup = neighbours::together(ir, set_up.clone(), &scalars.neighbours);
        let setup = columns::first(&rotations::last(&setup, &vectors), &itself(&rows.diagonal));
        Self { setup, prepared, computed: [set_up, prepare], effects }
    }

    /// The sign in which each value is kept, and each difference taken.
    ///
    /// A last normal is read from outside, too, and a parameter stays what the user named. What a sign costs in setup does not
    /// count.
    fn signs(&self, scalars: &Scalars, work: &Work) -> Signs {
        let (is_effect, rows) = (&scalars.ir.marked(&self.effects)[..], &scalars.rows);
        let (roots, kept, purpose) = (&self.prepared, &work.from_setup, Purpose::Keep);
        let mut request = vec![Request { roots, order: &work.prepare, kept, purpose, is_effect, rows }];
        for (roots, order) in scalars.functions.iter().zip(&work.functions) {
            request.push(Request { roots, order, kept: &work.from_both, purpose: Purpose::Update, is_effect, rows });
        }
        let mut fixed = scalars.remembered();
        for &slot in &self.setup {
            if matches!(scalars.ir.op(slot), Op::Input(Leaf { input: Input::Parameter(..), .. })) {
                fixed.push(slot);
            }
        }
        if !is_on(Pass::Signs) {
            return Signs::none(&scalars.ir, request.len());
        }
        Signs::choose(&scalars.ir, &request, &fixed)
    }

    /// The functions, in the order in which they run, in which names are given.
    fn code(
        &self,
        scalars: &Scalars,
        assembly: &Assembly,
        work: &Work,
        signs: &Signs,
        mut names: Names<'_>,
    ) -> FastPath {
        let ir = &scalars.ir;
        // What a value is made of has its name first.
        let mut name_all = |computed: &[Slot], slots: &[Slot]| -> Vec<String> {
            for &slot in computed {
                names.of(slot, signs.kept(slot));
            }
            slots.map_vec(|&slot| names.of(slot, signs.kept(slot)))
        };
        let [setup, prepare] = &self.computed;
        let (setup_fields, prepared_fields) = (name_all(setup, &self.setup), name_all(prepare, &self.prepared));
        let as_begun = |slot: Slot| signs.difference(0, slot);
        let start_fields = scalars.starts.map_vec(|start| names.at_start(start.slot, as_begun(start.slot)));
        let (as_kept, plus) = (|slot: Slot| signs.kept(slot), |_: Slot| Sign::Plus);
        let mut write = |number: Option<usize>,
                         roots: &[Slot],
                         sign: &dyn Fn(Slot) -> Sign,
                         order: &[Slot],
                         found: &CachedFields| {
            let roots: Vec<(Slot, Sign)> = roots.map_vec(|&slot| (slot, sign(slot)));
            let wanted = |slot: Slot| number.map_or(Sign::Plus, |number| signs.difference(number, slot));
            schedule_signed(ir, &roots, order, found, &wanted, &mut names)
        };
        let from_nothing = CachedFields::default();
        let setup = write(None, &self.setup, &as_kept, &from_nothing.order(ir, &self.setup), &from_nothing);
        let begin = large_angles::begin(ir, &scalars.starts, &as_begun, &self.setup, &as_kept);
        let from_setup = CachedFields::signed(&self.setup, &[], &as_kept);
        let prepare = write(Some(0), &self.prepared, &as_kept, &work.prepare, &from_setup);
        let from_both = CachedFields::signed(&self.setup, &self.prepared, &as_kept);
        let mut iterated = |number: usize| {
            write(Some(1 + number), &scalars.functions[number], &plus, &work.functions[number], &from_both)
        };
        let warm_start = iterated(0);
        let mut solve = Vec::new();
        for (number, block) in assembly.blocks.iter().enumerate() {
            let code = iterated(1 + number);
            solve.push(Block { rows: block.impulses.map_vec(|&(row, _)| row), code });
        }
        let place = |slot: Slot| self.prepared.iter().position(|&kept| kept == slot).unwrap_or(0);
        FastPath {
            memory: scalars.memory.map_vec(|&(x, y)| (place(x), place(y))),
            setup,
            begin,
            prepare,
            warm_start,
            solve,
            setup_fields,
            prepared_fields,
            start_fields,
            setup_duplicates: kept_again(ir, &self.setup, signs),
            prepared_duplicates: kept_again(ir, &self.prepared, signs),
        }
    }
}

/// Which of the slots are there once more, after another one of them.
fn kept_again(ir: &ScalarIr, slots: &[Slot], signs: &Signs) -> Vec<Option<Duplicate>> {
    let mut found = Vec::new();
    for &slot in slots {
        let first = ir.first(slot);
        if first == slot {
            found.push(None);
            continue;
        }
        let is_opposite = signs.kept(slot) != signs.kept(first);
        found.push(slots.iter().position(|&kept| kept == first).map(|first| Duplicate { first, is_opposite }));
    }
    found
}
