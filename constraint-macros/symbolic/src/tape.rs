//! Scalars that passes may rewrite in place, and the order in which to compute them.

mod mass;

use std::rc::Rc;

use crate::graph::{Graph, Id, Input, Node, Number, Stage};
use crate::quick::{PlaceMap, QuickMap};

pub(crate) use mass::is_in_range;

/// A place on a [`Tape`].
pub type Slot = usize;

/// When code runs: the functions of the fast path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Known to the compiler.
    Constant,
    /// Once for given parameters and masses.
    Setup,
    /// At each pose.
    Prepare,
    /// In every iteration.
    Solve,
}

impl From<Stage> for Phase {
    fn from(stage: Stage) -> Self {
        match stage {
            Stage::Constant => Self::Constant,
            Stage::Parameter | Stage::Mass => Self::Setup,
            Stage::Pose => Self::Prepare,
            Stage::Velocity => Self::Solve,
        }
    }
}

/// A scalar, by its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Op {
    Constant(crate::graph::Number),
    Truth(bool),
    Input(Leaf),
    Sum(Vec<(crate::graph::Number, Slot)>),
    Product(Vec<(Slot, i32)>),
    Call(crate::graph::Function, Vec<Slot>),
    Choose(Slot, Slot, Slot),
    Less(Slot, Slot),
    LessEqual(Slot, Slot),
    And(Slot, Slot),
    Or(Slot, Slot),
    Not(Slot),
    Pivot(Slot, Slot),
    Rounding(Slot),
    /// A value in another place.
    Again(Slot),
}

/// A scalar input: an input, or a component of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Leaf {
    /// What is given.
    pub input: Input,
    /// Which of its scalars.
    pub lane: Lane,
}

/// Which scalar of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lane {
    /// It is one.
    Whole,
    /// A vector's x, a rotation's cosine.
    X,
    /// A vector's y, a rotation's sine.
    Y,
}

impl Op {
    /// What it is made of.
    pub fn operands(&self) -> Vec<Slot> {
        let mut operands = Vec::new();
        self.each_operand(|operand| operands.push(operand));
        operands
    }

    /// What it is made of, one after another: no list of them is made.
    pub fn each_operand(&self, mut see: impl FnMut(Slot)) {
        match self {
            Self::Constant(_) | Self::Truth(_) | Self::Input(_) => {}
            Self::Sum(terms) => {
                for &(_, slot) in terms {
                    see(slot);
                }
            }
            Self::Product(factors) => {
                for &(slot, _) in factors {
                    see(slot);
                }
            }
            Self::Call(_, arguments) => {
                for &slot in arguments {
                    see(slot);
                }
            }
            &Self::Choose(a, b, c) => {
                see(a);
                see(b);
                see(c);
            }
            &(Self::Less(a, b) | Self::LessEqual(a, b) | Self::And(a, b) | Self::Or(a, b) | Self::Pivot(a, b)) => {
                see(a);
                see(b);
            }
            &(Self::Not(a) | Self::Rounding(a) | Self::Again(a)) => see(a),
        }
    }

    /// Whether it is −x, which costs nothing.
    pub fn is_sign(&self) -> bool {
        matches!(self, Self::Sum(terms) if terms.len() == 1 && terms[0].0.get().abs().to_bits() == 1.0_f64.to_bits())
    }

    /// Whether it is a truth, which is worked out anew rather than kept.
    pub fn is_truth(&self) -> bool {
        matches!(
            self,
            Self::Truth(_) | Self::Less(..) | Self::LessEqual(..) | Self::And(..) | Self::Or(..) | Self::Not(_)
        )
    }
}

/// The scalars.
#[derive(Clone, Debug)]
pub struct Tape {
    ops: Vec<Op>,
    phases: Vec<Phase>,
    /// See [`Tape::mass`].
    masses: Vec<i32>,
    /// Where in the order of things a slot belongs: a new one beside what it was made for. Of one place, the first made is first.
    places: Vec<usize>,
    names: PlaceMap<Slot, String>,
    index: QuickMap<Op, Slot>,
    /// What was reached from which roots when it was last asked for, until an op is replaced.
    reached: Option<(Vec<Slot>, Rc<[Slot]>)>,
    replacements: usize,
}

impl Tape {
    /// The scalars of a lowered graph, and what became of its ids.
    pub fn new(graph: &Graph) -> (Self, PlaceMap<Id, Slot>) {
        let mut tape = Self {
            ops: Vec::new(),
            phases: Vec::new(),
            masses: Vec::new(),
            places: Vec::new(),
            names: PlaceMap::default(),
            index: QuickMap::default(),
            reached: None,
            replacements: 0,
        };
        let mut slots: PlaceMap<Id, Slot> = PlaceMap::default();
        for id in graph.ids() {
            let at = |id: &Id| slots[*id];
            let leaf = |input: Input, lane: Lane| Op::Input(Leaf { input, lane });
            let op = match graph.node(id) {
                Node::Constant(number) => Op::Constant(*number),
                Node::Truth(truth) => Op::Truth(*truth),
                Node::Input(input) => leaf(*input, Lane::Whole),
                Node::X(v) | Node::Y(v) => {
                    let Node::Input(input) = *graph.node(*v) else { continue };
                    leaf(input, if matches!(graph.node(id), Node::X(_)) { Lane::X } else { Lane::Y })
                }
                Node::Sum(_, terms) => Op::Sum(terms.iter().map(|(c, id)| (*c, at(id))).collect()),
                Node::Product(factors) => Op::Product(factors.iter().map(|(id, k)| (at(id), *k)).collect()),
                Node::Call(function, arguments) => Op::Call(*function, arguments.iter().map(at).collect()),
                Node::Choose(c, yes, no) => Op::Choose(at(c), at(yes), at(no)),
                Node::Less(a, b) => Op::Less(at(a), at(b)),
                Node::LessEqual(a, b) => Op::LessEqual(at(a), at(b)),
                Node::And(a, b) => Op::And(at(a), at(b)),
                Node::Or(a, b) => Op::Or(at(a), at(b)),
                Node::Not(a) => Op::Not(at(a)),
                Node::Pivot(d, rounding) => Op::Pivot(at(d), at(rounding)),
                Node::Rounding(size) => Op::Rounding(at(size)),
                // Lowering leaves no vector expression.
                _ => continue,
            };
            let slot = tape.add(op, usize::MAX);
            tape.phases[slot] = graph.stage(id).into();
            if let Some(name) = graph.name(id) {
                tape.names.insert(slot, name.to_owned());
            }
            slots.insert(id, slot);
        }
        (tape, slots)
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
        crate::work::visit();
        &self.ops[slot]
    }

    /// When a slot can be known.
    pub fn phase(&self, slot: Slot) -> Phase {
        self.phases[slot]
    }

    /// The power of an inverse mass that a slot's value is: 1 of entries of K, −1 of impulses.
    pub fn mass(&self, slot: Slot) -> i32 {
        self.masses[slot]
    }

    /// What a slot is called.
    pub fn name(&self, slot: Slot) -> Option<&str> {
        self.names.get(slot).map(String::as_str)
    }

    /// The slot of an op, made for `user` if it is new (`usize::MAX`: for nobody yet).
    pub fn add(&mut self, op: Op, user: Slot) -> Slot {
        let slot = self.ops.len();
        if let Some(&known) = self.index.known_or_insert(&op, slot) {
            let slot = itself(&self.ops, known);
            // It has to come before its new user.
            if user != usize::MAX && (self.places[slot], slot) > (self.places[user], user) {
                self.places[slot] = self.places[user];
            }
            return slot;
        }
        let mut phase = Phase::Constant;
        op.each_operand(|operand| phase = phase.max(self.phases[operand]));
        self.phases.push(phase);
        self.masses.push(mass::power(&op, &self.masses));
        self.places.push(if user == usize::MAX { slot } else { self.places[user] });
        self.ops.push(op);
        slot
    }

    /// The value of another slot in a place of its own: always the same one, which is none of the passes' to merge.
    pub fn again(&mut self, slot: Slot) -> Slot {
        let first = if let Op::Again(first) = self.ops[slot] { first } else { slot };
        let again = self.add(Op::Again(first), usize::MAX);
        self.places[again] = self.places[first];
        again
    }

    /// Gives a slot another op of the same value.
    pub fn replace(&mut self, slot: Slot, op: Op) {
        self.index.insert(op.clone(), slot);
        self.ops[slot] = op;
        self.reached = None;
        self.replacements += 1;
    }

    /// How often an op has been replaced.
    pub(crate) fn replacements(&self) -> usize {
        self.replacements
    }

    /// The slots that `roots` are made of, themselves included, in order of their place on the tape.
    pub(crate) fn reached(&mut self, roots: &[Slot]) -> Rc<[Slot]> {
        if let Some((from, slots)) = &self.reached
            && from == roots
        {
            return Rc::clone(slots);
        }
        let mut slots = Vec::new();
        for (slot, is_reached) in self.reachable(roots).into_iter().enumerate() {
            if is_reached {
                slots.push(slot);
            }
        }
        let slots: Rc<[Slot]> = slots.into();
        self.reached = Some((roots.to_vec(), Rc::clone(&slots)));
        slots
    }

    /// The slots that `roots` are made of, themselves included.
    pub fn reachable(&self, roots: &[Slot]) -> Vec<bool> {
        let mut marked = vec![false; self.len()];
        let mut pending = roots.to_vec();
        while let Some(slot) = pending.pop() {
            if !marked[slot] {
                marked[slot] = true;
                self.op(slot).each_operand(|operand| pending.push(operand));
            }
        }
        marked
    }

    /// What is needed to compute `roots`, in an order of evaluation that keeps to the order in which it was written.
    /// What `given` holds is not computed.
    pub fn order(&self, roots: &[Slot], given: &dyn Fn(Slot) -> bool) -> Vec<Slot> {
        // Of each slot that is needed, how many operands it waits for, and the last who was found to wait for it: its number in
        // the list of all who wait, each with the number of the one before. Numbers begin with 1, for a list of zeros costs
        // nothing to make.
        let mut is_met = vec![false; self.len()];
        let mut waiting = vec![0_usize; self.len()];
        let mut last = vec![0_usize; self.len()];
        let mut users: Vec<(Slot, usize)> = Vec::new();
        let mut ready = Ready::new(&self.places);
        let mut pending: Vec<Slot> = Vec::new();
        for &root in roots {
            if !given(root) {
                pending.push(root);
            }
        }
        while let Some(slot) = pending.pop() {
            if is_met[slot] {
                continue;
            }
            is_met[slot] = true;
            let mut count = 0;
            self.op(slot).each_operand(|operand| {
                // Of the same operand again, it is the last who waits for it.
                let before = last[operand];
                if !given(operand) && (before == 0 || users[before - 1].0 != slot) {
                    users.push((slot, before));
                    last[operand] = users.len();
                    pending.push(operand);
                    count += 1;
                }
            });
            waiting[slot] = count;
            if count == 0 {
                ready.insert(slot);
            }
        }
        let mut order = Vec::new();
        while let Some(slot) = ready.take() {
            order.push(slot);
            let mut next = last[slot];
            while next != 0 {
                let (user, before) = users[next - 1];
                waiting[user] -= 1;
                if waiting[user] == 0 {
                    ready.insert(user);
                }
                next = before;
            }
        }
        order
    }
}

/// The slots that can be computed: the one whose place comes first is taken first, of one place the one that was made first.
///
/// Places are small numbers, so that those with a slot are bits. A heap does the same in several times as many steps.
struct Ready<'t> {
    places: &'t [usize],
    /// Whether a place has a slot, 64 in a word. Before the word `least`, none has.
    words: Vec<u64>,
    least: usize,
    /// The first slot of each place, and the one after each slot: numbers that begin with 1.
    first: Vec<usize>,
    after: Vec<usize>,
}

impl<'t> Ready<'t> {
    fn new(places: &'t [usize]) -> Self {
        let count = places.len();
        Self { places, words: vec![0; count / 64 + 1], least: 0, first: vec![0; count], after: vec![0; count] }
    }

    fn insert(&mut self, slot: Slot) {
        let place = self.places[slot];
        self.words[place / 64] |= 1 << (place % 64);
        self.least = self.least.min(place / 64);
        let number = slot + 1;
        let mut next = self.first[place];
        if next == 0 || number < next {
            (self.first[place], self.after[slot]) = (number, next);
            return;
        }
        let mut before = next;
        while next != 0 && next < number {
            (before, next) = (next, self.after[next - 1]);
        }
        (self.after[before - 1], self.after[slot]) = (number, next);
    }

    fn take(&mut self) -> Option<Slot> {
        while self.least < self.words.len() {
            let word = self.words[self.least];
            if word == 0 {
                self.least += 1;
                continue;
            }
            let place = 64 * self.least + word.trailing_zeros() as usize;
            let slot = self.first[place] - 1;
            self.first[place] = self.after[slot];
            if self.first[place] == 0 {
                self.words[self.least] = word & (word - 1);
            }
            return Some(slot);
        }
        None
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
