//! Scalars that passes may rewrite in place, and the order in which to compute them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};

use crate::graph::{Graph, Id, Input, Node, Stage};

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
        match self {
            Self::Constant(_) | Self::Truth(_) | Self::Input(_) => Vec::new(),
            Self::Sum(terms) => terms.iter().map(|&(_, slot)| slot).collect(),
            Self::Product(factors) => factors.iter().map(|&(slot, _)| slot).collect(),
            Self::Call(_, arguments) => arguments.clone(),
            &Self::Choose(a, b, c) => vec![a, b, c],
            &(Self::Less(a, b) | Self::LessEqual(a, b) | Self::And(a, b) | Self::Or(a, b) | Self::Pivot(a, b)) => {
                vec![a, b]
            }
            &Self::Not(a) => vec![a],
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
    /// Where in the order of things a slot belongs; a new one goes before what it was made for.
    keys: Vec<(usize, usize)>,
    names: HashMap<Slot, String>,
    opposites: HashSet<Slot>,
    index: BTreeMap<Op, Slot>,
}

impl Tape {
    /// The scalars of a lowered graph, and what became of its ids.
    pub fn new(graph: &Graph) -> (Self, HashMap<Id, Slot>) {
        let mut tape = Self {
            ops: Vec::new(),
            phases: Vec::new(),
            keys: Vec::new(),
            names: HashMap::new(),
            opposites: HashSet::new(),
            index: BTreeMap::new(),
        };
        let mut slots: HashMap<Id, Slot> = HashMap::new();
        for id in graph.ids() {
            let at = |id: &Id| slots[id];
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
                Node::Pivot(d, scale) => Op::Pivot(at(d), at(scale)),
                // Lowering leaves no vector expression.
                _ => continue,
            };
            let slot = tape.add(op, usize::MAX);
            tape.phases[slot] = graph.stage(id).into();
            if let Some(name) = graph.name(id) {
                tape.names.insert(slot, name.to_owned());
                if graph.is_opposite(id) {
                    tape.opposites.insert(slot);
                }
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
        &self.ops[slot]
    }

    /// When a slot can be known.
    pub fn phase(&self, slot: Slot) -> Phase {
        self.phases[slot]
    }

    /// What a slot is called.
    pub fn name(&self, slot: Slot) -> Option<&str> {
        self.names.get(&slot).map(String::as_str)
    }

    /// Whether a slot is the opposite of what it is called.
    pub(crate) fn is_opposite(&self, slot: Slot) -> bool {
        self.opposites.contains(&slot)
    }

    /// The slot of an op, made for `user` if it is new (`usize::MAX`: for nobody yet).
    pub fn add(&mut self, op: Op, user: Slot) -> Slot {
        if let Some(&slot) = self.index.get(&op) {
            // It has to come before its new user.
            if user != usize::MAX && self.keys[slot] > self.keys[user] {
                self.keys[slot] = (self.keys[user].0, slot);
            }
            return slot;
        }
        let slot = self.ops.len();
        let phase = op.operands().iter().map(|&operand| self.phases[operand]).max().unwrap_or(Phase::Constant);
        self.phases.push(phase);
        self.keys.push((if user == usize::MAX { slot } else { self.keys[user].0 }, slot));
        self.index.insert(op.clone(), slot);
        self.ops.push(op);
        slot
    }

    /// Gives a slot another op of the same value.
    pub fn replace(&mut self, slot: Slot, op: Op) {
        self.index.insert(op.clone(), slot);
        self.ops[slot] = op;
    }

    /// The slots that `roots` are made of, themselves included.
    pub fn reachable(&self, roots: &[Slot]) -> Vec<bool> {
        let mut marked = vec![false; self.len()];
        let mut pending = roots.to_vec();
        while let Some(slot) = pending.pop() {
            if !std::mem::replace(&mut marked[slot], true) {
                pending.extend(self.op(slot).operands());
            }
        }
        marked
    }

    /// What is needed to compute `roots`, in an order of evaluation that keeps to the order in which it was written.
    /// What `given` holds is not computed.
    pub fn order(&self, roots: &[Slot], given: &dyn Fn(Slot) -> bool) -> Vec<Slot> {
        let mut waiting: HashMap<Slot, usize> = HashMap::new();
        let mut users: HashMap<Slot, Vec<Slot>> = HashMap::new();
        let mut pending: Vec<Slot> = roots.iter().copied().filter(|&root| !given(root)).collect();
        while let Some(slot) = pending.pop() {
            if waiting.contains_key(&slot) {
                continue;
            }
            let mut operands = self.op(slot).operands();
            operands.retain(|&operand| !given(operand));
            operands.sort_unstable();
            operands.dedup();
            waiting.insert(slot, operands.len());
            for operand in operands {
                users.entry(operand).or_default().push(slot);
                pending.push(operand);
            }
        }
        let ready = waiting.iter().filter(|&(_, &count)| count == 0).map(|(&slot, _)| Reverse((self.keys[slot], slot)));
        let mut ready: BinaryHeap<_> = ready.collect();
        let mut order = Vec::new();
        while let Some(Reverse((_, slot))) = ready.pop() {
            order.push(slot);
            for &user in users.get(&slot).into_iter().flatten() {
                if let Some(count) = waiting.get_mut(&user) {
                    *count -= 1;
                    if *count == 0 {
                        ready.push(Reverse((self.keys[user], user)));
                    }
                }
            }
        }
        order
    }
}
