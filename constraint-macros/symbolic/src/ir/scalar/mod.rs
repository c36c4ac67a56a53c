//! Scalars that passes may rewrite in place.

mod mass;
mod op;
mod order;
mod sign;

use std::rc::Rc;

use crate::ir::fast_map::{HashIndex, SecondaryMap, hash};
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Input, Node, Number, VectorIr};

pub(crate) use mass::is_in_range;
pub use op::{Lane, Leaf, Op, Phase};
pub use sign::Sign;

/// An index into a [`ScalarIr`].
pub type Slot = usize;

/// The scalars.
#[derive(Clone, Debug, Default)]
pub struct ScalarIr {
    ops: Vec<Op>,
    phases: Vec<Phase>,
    /// See [`ScalarIr::mass`].
    masses: Vec<i32>,
    /// Where in the order of things a slot belongs: a new one beside what it was made for. Of one place, the first made is first.
    places: Vec<usize>,
    names: SecondaryMap<Slot, String>,
    /// Where ops are found: those that have been replaced are not.
    index: HashIndex,
    /// What was reached from which roots when it was last asked for, until an op is replaced.
    reached: Option<(Vec<Slot>, Rc<[Slot]>)>,
    replacements: usize,
}

impl ScalarIr {
    /// The scalars of a lowered graph, and what became of its ids.
    pub fn new(graph: &VectorIr) -> (Self, SecondaryMap<Id, Slot>) {
        let mut ir = Self::with_room(graph.len());
        let mut slots: SecondaryMap<Id, Slot> = SecondaryMap::with_room(graph.len(), graph.len());
        for id in graph.ids() {
            if let Some(slot) = ir.add_node(graph, id, &|id| slots[id]) {
                slots.insert(id, slot);
            }
        }
        (ir, slots)
    }

    /// No scalars, with room for so many and half as many again.
    pub(crate) fn with_room(count: usize) -> Self {
        let count = count + count / 2;
        Self {
            ops: Vec::with_capacity(count),
            phases: Vec::with_capacity(count),
            masses: Vec::with_capacity(count),
            places: Vec::with_capacity(count),
            index: HashIndex::with_room(count),
            ..Self::default()
        }
    }

    /// The slot of an expression of a lowered graph, whose operands are `at` their slots. None of a vector.
    pub(crate) fn add_node(&mut self, graph: &VectorIr, id: Id, at: &dyn Fn(Id) -> Slot) -> Option<Slot> {
        let leaf = |input: Input, lane: Lane| Op::Input(Leaf { input, lane });
        let op = match graph.node(id) {
            Node::Constant(number) => Op::Constant(*number),
            Node::Truth(truth) => Op::Truth(*truth),
            Node::Input(input) => leaf(*input, Lane::Whole),
            Node::X(v) | Node::Y(v) => {
                let Node::Input(input) = *graph.node(*v) else { return None };
                leaf(input, if matches!(graph.node(id), Node::X(_)) { Lane::X } else { Lane::Y })
            }
            Node::Sum(_, terms) => Op::Sum(terms.map_vec(|&(c, id)| (c, at(id)))),
            Node::Product(factors) => Op::Product(factors.map_vec(|&(id, k)| (at(id), k))),
            Node::Call(function, arguments) => Op::Call(*function, arguments.map_vec(|&id| at(id))),
            &Node::Choose(c, yes, no) => Op::Choose(at(c), at(yes), at(no)),
            &Node::Less(a, b) => Op::Less(at(a), at(b)),
            &Node::LessEqual(a, b) => Op::LessEqual(at(a), at(b)),
            &Node::And(a, b) => Op::And(at(a), at(b)),
            &Node::Or(a, b) => Op::Or(at(a), at(b)),
            &Node::Not(a) => Op::Not(at(a)),
            &Node::Pivot(d, rounding) => Op::Pivot(at(d), at(rounding)),
            &Node::Rounding(size) => Op::Rounding(at(size)),
            // Lowering leaves no vector expression.
            _ => return None,
        };
        let slot = self.add(op, usize::MAX);
        self.phases[slot] = graph.stage(id).into();
        if let Some(name) = graph.name(id) {
            self.set_name(slot, name);
        }
        Some(slot)
    }

    /// Calls a slot something.
    pub(crate) fn set_name(&mut self, slot: Slot, name: &str) {
        self.names.insert(slot, name.to_owned());
    }

    /// Number of slots.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether there are no slots.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// What a slot holds.
    pub fn op(&self, slot: Slot) -> &Op {
        #[cfg(test)]
        crate::ir::visit_counter::visit();
        &self.ops.as_slice()[slot]
    }

    /// When a slot can be known.
    pub fn phase(&self, slot: Slot) -> Phase {
        self.phases[slot]
    }

    /// The power of an inverse mass that a slot's value is: 1 of entries of K, −1 of impulses.
    pub fn mass(&self, slot: Slot) -> i32 {
        self.masses[slot]
    }

    /// Which slots are in a list, each by its place: to look them up there would take all of it.
    pub(crate) fn marked(&self, slots: &[Slot]) -> Box<[bool]> {
        let mut marks = vec![false; self.len()].into_boxed_slice();
        for &slot in slots {
            marks[slot] = true;
        }
        marks
    }

    /// What a slot is called.
    pub fn name(&self, slot: Slot) -> Option<&str> {
        self.names.get(slot).map(String::as_str)
    }

    /// The slot of an op, made for `user` if it is new (`usize::MAX`: for nobody yet).
    pub fn add(&mut self, mut op: Op, user: Slot) -> Slot {
        op.join_equals();
        self.normalise(&mut op, user);
        let slot = self.ops.len();
        let hash = hash(&op);
        if let Some(known) = self.index.find(hash, |place| self.ops[place] == op) {
            let slot = itself(&self.ops, known);
            // It has to come before its new user.
            if user != usize::MAX && (self.places[slot], slot) > (self.places[user], user) {
                self.places[slot] = self.places[user];
            }
            return slot;
        }
        self.index.push(hash, slot);
        let mut phase = Phase::Constant;
        op.each_operand(|operand| phase = phase.max(self.phases[operand]));
        match op {
            Op::AngleAtStart(..) => phase = Phase::Prepare,
            // A curve is a parameter.
            Op::Call(crate::ir::vector::Function::Curve { .. }, _) => phase = phase.max(Phase::Setup),
            _ => {}
        }
        self.phases.push(phase);
        self.masses.push(mass::power(&op, &self.masses));
        self.places.push(if user == usize::MAX { slot } else { self.places[user] });
        self.ops.push(op);
        slot
    }

    /// One form for one value. What a sum has of constants is ± a positive one, for x − 1 is not x + (−1), too; those of a product stand
    /// before it; −x < −y is y < x; and what nothing was taken off is no rounding of itself.
    fn normalise(&mut self, op: &mut Op, user: Slot) {
        match op {
            Op::Sum(terms) => {
                terms.retain(|&(_, term)| self.number(term) != Some(0.0));
                for (c, term) in terms {
                    let Op::Constant(number) = self.ops[*term] else { continue };
                    let value = c.get() * number.get();
                    if !c.is_unit() || number.get() < 0.0 {
                        *c = Number::new(1.0_f64.copysign(value));
                        *term = self.add(Op::Constant(Number::new(value.abs())), user);
                    }
                }
            }
            Op::Product(factors) => {
                let (before, mut value) = (factors.len(), 1.0);
                factors.retain(|&(factor, k)| {
                    let Some(number) = self.number(factor) else { return true };
                    value *= number.powi(k);
                    false
                });
                if factors.len() == before {
                    return;
                }
                *op = match factors[..] {
                    _ if value == 0.0 => Op::Constant(Number::new(0.0)),
                    [] => Op::Constant(Number::new(value)),
                    [(only, 1)] => Op::Sum(vec![(Number::new(value), only)]),
                    _ if Number::new(value) == Number::ONE => return,
                    _ => {
                        let product = self.add(Op::Product(std::mem::take(factors)), user);
                        Op::Sum(vec![(Number::new(value), product)])
                    }
                };
            }
            &mut (Op::Less(a, b) | Op::LessEqual(a, b)) => {
                if let (Some(of_a), Some(of_b)) = (self.opposite(a), self.opposite(b))
                    && (of_a, of_b) != (a, b)
                {
                    *op = if matches!(op, Op::Less(..)) { Op::Less(of_b, of_a) } else { Op::LessEqual(of_b, of_a) };
                }
            }
            Op::And(a, b) | Op::Or(a, b) if *a > *b => std::mem::swap(a, b),
            Op::Pivot(d, rounding) if self.ops[*rounding] == Op::Rounding(*d) => {
                *rounding = self.add(Op::Constant(Number::new(0.0)), user);
            }
            _ => {}
        }
    }

    /// What a slot is the opposite of; zero is of itself.
    fn opposite(&self, slot: Slot) -> Option<Slot> {
        match &self.ops[slot] {
            Op::Sum(terms) if let &[(c, only)] = &terms[..] => (c == Number::new(-1.0)).then_some(only),
            op => op.is_zero().then_some(slot),
        }
    }

    /// The value of a constant, or of the opposite of one.
    fn number(&self, slot: Slot) -> Option<f64> {
        match &self.ops[slot] {
            Op::Constant(number) => Some(number.get()),
            Op::Sum(terms) => match terms[..] {
                [] => Some(0.0),
                [(c, only)] => Some(c.get() * self.number(only)?),
                _ => None,
            },
            _ => None,
        }
    }

    /// The first place of a slot's value: itself, unless it is there again.
    pub(crate) fn first(&self, mut slot: Slot) -> Slot {
        while let Op::Duplicate(same) = *self.op(slot) {
            slot = same;
        }
        slot
    }

    /// The value of another slot in a place of its own: always the same one, which is none of the passes' to merge.
    pub fn duplicate(&mut self, slot: Slot) -> Slot {
        self.another(self.first(slot))
    }

    /// The value of another slot in one more place: of a place of its own, once more.
    pub fn another(&mut self, slot: Slot) -> Slot {
        let another = self.add(Op::Duplicate(slot), usize::MAX);
        self.places[another] = self.places[slot];
        another
    }

    /// Gives a slot another op of the same value. Where another slot has that op already, this one becomes a name of it.
    pub fn replace(&mut self, slot: Slot, mut op: Op) {
        op.join_equals();
        self.normalise(&mut op, slot);
        let hash = hash(&op);
        let same = self.index.find(hash, |place| place != slot && self.ops[place] == op);
        let same = same.map(|same| itself(&self.ops, same));
        if let Some(same) = same.filter(|&same| same != slot && !op.is_sign()) {
            if (self.places[same], same) > (self.places[slot], slot) {
                self.places[same] = self.places[slot];
            }
            self.ops[slot] = Op::Sum(vec![(Number::ONE, same)]);
        } else {
            self.index.push(hash, slot);
            self.ops[slot] = op;
        }
        self.reached = None;
        self.replacements += 1;
    }

    /// Writes the ops that `roots` are made of once more: passes may have made their operands zero, or names of others.
    pub(crate) fn settle(&mut self, roots: &[Slot]) {
        for slot in self.order(roots, &|_| false) {
            let mut op = self.op(slot).clone();
            op.replace_operands(|operand| itself(&self.ops, operand));
            self.replace(slot, op);
        }
    }

    /// How often an op has been replaced.
    pub(crate) fn replacements(&self) -> usize {
        self.replacements
    }

    /// The slots that `roots` are made of, themselves included, in order of their place in the IR.
    pub(crate) fn reached(&mut self, roots: &[Slot]) -> Rc<[Slot]> {
        if let Some((from, slots)) = &self.reached
            && from == roots
        {
            return Rc::clone(slots);
        }
        let (mut slots, mut next) = (Vec::with_capacity(self.len()), 0);
        let mut marks = &self.reachable(roots)[..];
        while let &[is_reached, ref rest @ ..] = marks {
            if is_reached {
                slots.push(next);
            }
            (next, marks) = (next + 1, rest);
        }
        let slots: Rc<[Slot]> = slots.into();
        self.reached = Some((roots.to_vec(), Rc::clone(&slots)));
        slots
    }

    /// Whether what is looked for is a slot, or something that it is made of.
    pub(crate) fn finds(&self, from: Slot, is_it: impl Fn(Slot) -> bool) -> bool {
        let is_met = &mut vec![false; self.len()][..];
        let mut pending = vec![from];
        while let Some(slot) = pending.pop() {
            if is_it(slot) {
                return true;
            }
            self.op(slot).each_operand(|operand| {
                if !is_met[operand] {
                    is_met[operand] = true;
                    pending.push(operand);
                }
            });
        }
        false
    }

    /// The slots that `roots` are made of, themselves included.
    pub fn reachable(&self, roots: &[Slot]) -> Vec<bool> {
        let mut marked = vec![false; self.len()];
        let is_marked = &mut marked[..];
        let mut pending = Vec::with_capacity(self.len());
        let mut mark = |slot: Slot, pending: &mut Vec<Slot>| {
            if !is_marked[slot] {
                is_marked[slot] = true;
                pending.push(slot);
            }
        };
        for &root in roots {
            mark(root, &mut pending);
        }
        while let Some(slot) = pending.pop() {
            self.op(slot).each_operand(|operand| mark(operand, &mut pending));
        }
        marked
    }
}

/// The slot that another one is a mere name of.
fn itself(ops: &[Op], mut slot: Slot) -> Slot {
    while let Op::Sum(terms) = &ops[slot]
        && let [(Number::ONE, only)] = terms[..]
    {
        slot = only;
    }
    slot
}
