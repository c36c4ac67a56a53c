//! Scalars by their operands, and when they can be known.

use super::Slot;
use crate::ir::fast_map::FastMap;
use crate::ir::vector::{Input, Number, Stage};

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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Op {
    Constant(crate::ir::vector::Number),
    Truth(bool),
    Input(Leaf),
    Sum(Vec<(crate::ir::vector::Number, Slot)>),
    Product(Vec<(Slot, i32)>),
    Call(crate::ir::vector::Function, Vec<Slot>),
    Choose(Slot, Slot, Slot),
    Less(Slot, Slot),
    LessEqual(Slot, Slot),
    And(Slot, Slot),
    Or(Slot, Slot),
    Not(Slot),
    Pivot(Slot, Slot),
    Rounding(Slot),
    /// A value in another place.
    Duplicate(Slot),
    /// A sum of angles as the step began, by its number: the sum of these if all angles were 0 then. What the angles are
    /// multiplied with is there, too, 0 times.
    AngleAtStart(u16, Vec<(crate::ir::vector::Number, Slot)>),
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
            // Slice patterns: an iterator is three calls for each item where nothing is inlined.
            Self::Sum(terms) | Self::AngleAtStart(_, terms) => {
                let mut terms = terms.as_slice();
                while let &[(_, slot), ref rest @ ..] = terms {
                    see(slot);
                    terms = rest;
                }
            }
            Self::Product(factors) => {
                let mut factors = factors.as_slice();
                while let &[(slot, _), ref rest @ ..] = factors {
                    see(slot);
                    factors = rest;
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
            &(Self::Not(a) | Self::Rounding(a) | Self::Duplicate(a)) => see(a),
        }
    }

    /// Replaces each operand.
    pub(crate) fn replace_operands(&mut self, new: impl Fn(Slot) -> Slot) {
        match self {
            Self::Constant(_) | Self::Truth(_) | Self::Input(_) => {}
            Self::Sum(terms) | Self::AngleAtStart(_, terms) => {
                for (_, slot) in terms {
                    *slot = new(*slot);
                }
            }
            Self::Product(factors) => {
                for (slot, _) in factors {
                    *slot = new(*slot);
                }
            }
            Self::Call(_, arguments) => {
                for slot in arguments {
                    *slot = new(*slot);
                }
            }
            Self::Choose(a, b, c) => (*a, *b, *c) = (new(*a), new(*b), new(*c)),
            Self::Less(a, b) | Self::LessEqual(a, b) | Self::And(a, b) | Self::Or(a, b) | Self::Pivot(a, b) => {
                (*a, *b) = (new(*a), new(*b));
            }
            Self::Not(a) | Self::Rounding(a) | Self::Duplicate(a) => *a = new(*a),
        }
    }

    /// Makes powers of one factor one power, and multiples of one term one multiple: passes look these up, and take the first for all
    /// there is of it.
    pub(crate) fn join_equals(&mut self) {
        match self {
            Self::Product(factors) => join(factors, |&(factor, _)| factor, |(_, k), (_, more)| *k += more),
            Self::Sum(terms) => {
                let before = terms.len();
                join(terms, |&(_, term)| term, |(c, _), (more, _)| *c = Number::new(c.get() + more.get()));
                if terms.len() < before {
                    terms.retain(|(c, _)| c.get() != 0.0);
                }
            }
            _ => {}
        }
    }

    /// Whether it is −x, which costs nothing.
    pub fn is_sign(&self) -> bool {
        matches!(self, Self::Sum(terms) if terms.len() == 1 && terms[0].0.is_unit())
    }

    /// Whether it is the number 0.
    pub(crate) fn is_zero(&self) -> bool {
        matches!(self, Self::Constant(number) if number.get() == 0.0)
    }

    /// Whether it is a truth, which is worked out anew rather than kept.
    pub fn is_truth(&self) -> bool {
        matches!(
            self,
            Self::Truth(_) | Self::Less(..) | Self::LessEqual(..) | Self::And(..) | Self::Or(..) | Self::Not(_)
        )
    }
}

/// As many as are sooner compared one by one.
const FEW: usize = 16;

/// Takes what is of one slot together.
fn join<T>(items: &mut Vec<T>, slot: impl Fn(&T) -> Slot, add: impl Fn(&mut T, T)) {
    if items.len() > FEW {
        let mut places: FastMap<Slot, usize> = FastMap::default();
        let before = std::mem::take(items);
        for item in before {
            let place = *places.entry(slot(&item)).or_insert(items.len());
            match items.get_mut(place) {
                Some(first) => add(first, item),
                None => items.push(item),
            }
        }
        return;
    }
    let mut place = 1;
    while place < items.len() {
        #[cfg(test)]
        (0..place).for_each(|_| crate::ir::visit_counter::visit());
        match (0..place).find(|&first| slot(&items[first]) == slot(&items[place])) {
            Some(first) => {
                let again = items.remove(place);
                add(&mut items[first], again);
            }
            None => place += 1,
        }
    }
}

/// Many are joined as few are: each where it stood first, with all there is of it, and not at all where that is none.
#[cfg(test)]
#[test]
fn many_are_joined_as_few_are() {
    // Of four slots in turn, every third term counts −2: of each slot, twelve terms leave nothing.
    let sum = |count: usize| {
        let term = |place: usize| (Number::new(if place.is_multiple_of(3) { -2.0 } else { 1.0 }), place % 4);
        let mut sum = Op::Sum((0..count).map(term).collect());
        sum.join_equals();
        sum
    };
    let rest = [(-2.0, 0), (1.0, 1), (1.0, 2), (-2.0, 3)].map(|(c, slot)| (Number::new(c), slot));
    for (few, many, left) in [(12, 36, Vec::new()), (16, 40, rest.to_vec())] {
        assert!(few <= FEW && FEW < many);
        assert_eq!([sum(few), sum(many)], [Op::Sum(left.clone()), Op::Sum(left)]);
    }
    // Of products, powers are added up, and stay where they are 0.
    for rounds in [3, 9] {
        let mut product = Op::Product((0..4 * rounds).map(|place| (place % 4, [1, -2, 1, 0][place % 4])).collect());
        product.join_equals();
        let times = i32::try_from(rounds).unwrap_or_default();
        assert_eq!(product, Op::Product(vec![(0, times), (1, -2 * times), (2, times), (3, 0)]));
    }
}
