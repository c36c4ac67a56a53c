//! Signs that cost nothing: what is kept is kept with the sign in which it is read.
//!
//! A processor has no cheap negation of a scalar: it is an `xorps` with a constant from memory. A sum takes up the signs of its
//! terms; a minimum, a choice or a store does not. And velocities that a joint only adds to are packed by LLVM, where those of
//! one body that adds and one that subtracts are not, or worse, are both done and blended.
//!
//! A sign is a bit, that of a product the sum of its factors' bits. So what code would like of the signs are linear equations
//! over the field of two elements, and those that do not contradict the ones before them can all be had.

mod alike;
mod bounds;
mod differences;
mod lanes;
mod parity;

use crate::ir::cached_fields::CachedFields;
use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Op, ScalarIr, Sign, Slot};
use crate::optimize::slp::neighbours;
use crate::optimize::slp::rates::Rows;
use crate::passes::{Pass, is_on};

use alike::Alike;
pub(crate) use bounds::on_both_sides;
use differences::Differences;
use parity::Parity;

/// What has a sign to choose, numbered: a difference in one of the functions, which can be taken either way, as can what it is as
/// a step begins, or, after all of these, a kept value.
#[derive(Clone, Copy, Debug, Default)]
struct Choices {
    functions: usize,
    slots: usize,
}

impl Choices {
    fn difference(self, function: usize, slot: Slot) -> usize {
        self.slots * function + slot
    }

    fn kept(self, slot: Slot) -> usize {
        self.slots * self.functions + slot
    }

    fn count(self) -> usize {
        self.slots * (self.functions + 1)
    }
}

/// A function of which the signs are to be chosen.
pub(crate) struct Request<'s> {
    /// What it gives.
    pub(crate) roots: &'s [Slot],
    /// What it works out, in order.
    pub(crate) order: &'s [Slot],
    /// What it finds.
    pub(crate) kept: &'s CachedFields,
    /// What it does with its roots.
    pub(crate) purpose: Purpose,
    /// Whether a slot is the effect of a whole row: these are added to neighbours at once.
    pub(crate) is_effect: &'s [bool],
    /// Rows in the order of the velocities.
    pub(crate) rows: &'s Rows,
}

impl Request<'_> {
    /// Whether a term is a product with the effect of a whole row.
    fn is_effect(&self, ir: &ScalarIr, term: Slot) -> bool {
        let mut is_effect = false;
        ir.op(term).each_operand(|factor| is_effect |= self.is_effect[neighbours::itself(ir, factor)]);
        is_effect
    }
}

/// What a function does with its roots.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It adds to velocities.
    Update,
    /// It keeps them.
    Keep,
}

/// The signs that were chosen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signs {
    choices: Choices,
    /// Equations without contradiction, each with a choice that no later one has.
    equations: Vec<(usize, Parity)>,
    /// Which equation says what a choice is: its number, beginning with 1, or 0 for none.
    settled: Vec<usize>,
    /// Which choices are minus.
    minus: Vec<bool>,
}

impl Signs {
    /// Chooses for all functions together. A `fixed` value is kept as it is.
    ///
    /// Which sums are differences depends on the signs of their terms, so that the choice is made twice: first as if all were
    /// that could be, then with those that are.
    pub(crate) fn choose(ir: &ScalarIr, functions: &[Request<'_>], fixed: &[Slot]) -> Self {
        let choices = Choices { functions: functions.len(), slots: ir.len() };
        let is_fixed = &ir.marked(fixed)[..];
        let mut lanes = [Vec::new(), Vec::new()];
        for (index, request) in functions
            .iter()
            .enumerate()
            .filter(|(_, request)| request.purpose == Purpose::Keep && is_on(Pass::SignsLanes))
        {
            for (all, of_one) in lanes.iter_mut().zip(lanes::constraints(ir, choices, (index, request.order), is_fixed))
            {
                all.extend(of_one);
            }
        }
        let could_be = SignConstraints::of_all(ir, choices, functions, is_fixed, None);
        let first = Self::satisfying(choices, &could_be.in_turn(&lanes));
        let are = SignConstraints::of_all(ir, choices, functions, is_fixed, Some(&first));
        // What was taken for a sum may be a difference after all, with a sign to choose.
        Self::satisfying(choices, &[&are.in_turn(&lanes)[..], &[&could_be.updates[..]]].concat())
    }

    /// The signs that fulfil constraint after constraint, as long as it contradicts none before it.
    fn satisfying(choices: Choices, constraints: &[&[Parity]]) -> Self {
        let mut signs = Self::new(choices);
        for of_one_worth in constraints {
            for constraint in *of_one_worth {
                signs.demand(constraint);
            }
        }
        signs.solve();
        signs
    }

    /// All plus.
    pub(crate) fn none(ir: &ScalarIr, functions: usize) -> Self {
        Self::new(Choices { functions, slots: ir.len() })
    }

    fn new(choices: Choices) -> Self {
        let count = choices.count();
        Self { choices, equations: Vec::new(), settled: vec![0; count], minus: vec![false; count] }
    }

    /// Whether a sign is minus.
    fn is_minus(&self, parity: &Parity) -> bool {
        let mut is_minus = parity.minus;
        for &choice in parity.choices() {
            is_minus ^= self.minus[choice];
        }
        is_minus
    }

    /// The sign with which a slot is kept.
    pub(crate) fn kept(&self, slot: Slot) -> Sign {
        self.of(self.choices.kept(slot))
    }

    /// The sign with which a function works out a difference, or is told a sum of angles as a step begins.
    pub(crate) fn difference(&self, function: usize, slot: Slot) -> Sign {
        self.of(self.choices.difference(function, slot))
    }

    fn of(&self, choice: usize) -> Sign {
        if self.minus[choice] { Sign::Minus } else { Sign::Plus }
    }

    /// From the last equation to the first: a choice that none settles is plus.
    fn solve(&mut self) {
        for equation in (0..self.equations.len()).rev() {
            let (choice, ref parity) = self.equations[equation];
            // As long as the choice itself is plus, what is minus are the others.
            let is_minus = self.is_minus(parity);
            self.minus[choice] = is_minus;
        }
    }

    /// Asks for a sign to be plus, if it can still be had.
    fn demand(&mut self, constraint: &Parity) {
        let mut constraint = constraint.clone();
        while let Some(first) = self.first_settled(&constraint) {
            constraint = constraint.plus(&self.equations[first].1);
        }
        if let Some(&choice) = constraint.choices().last() {
            self.equations.push((choice, constraint));
            self.settled[choice] = self.equations.len();
        }
    }

    /// The first equation that settles one of the choices of a constraint.
    fn first_settled(&self, constraint: &Parity) -> Option<usize> {
        let mut least = 0;
        for &choice in constraint.choices() {
            let number = self.settled[choice];
            if number != 0 && (least == 0 || number < least) {
                least = number;
            }
        }
        least.checked_sub(1)
    }
}

/// What one function would like to be plus, or all of them.
#[derive(Default)]
struct SignConstraints {
    /// Of minima, choices and the like in what is iterated: these come before anything else.
    iterated: Vec<Parity>,
    /// What is added to velocities that lie together, and the rates of these.
    rows: Vec<Parity>,
    /// What else is added to velocities.
    updates: Vec<Parity>,
    /// What is stored.
    stores: Vec<Parity>,
    /// Of other minima, choices and the like.
    operands: Vec<Parity>,
    /// Of sums with a number from memory.
    differences: Differences,
}

impl SignConstraints {
    /// In the order of their worth, with those of the components of vectors; that these have their signs comes after what is
    /// stored, which may be the opposite.
    fn in_turn<'w>(&'w self, [lanes, turns]: &'w [Vec<Parity>; 2]) -> [&'w [Parity]; 8] {
        [
            &self.iterated,
            &self.rows,
            &self.updates,
            lanes,
            &self.stores,
            turns,
            &self.operands,
            &self.differences.constraints,
        ]
    }

    /// The constraints of all functions.
    fn of_all(
        ir: &ScalarIr,
        choices: Choices,
        functions: &[Request<'_>],
        is_fixed: &[bool],
        before: Option<&Signs>,
    ) -> Self {
        let mut constraints = Self::default();
        for (number, request) in functions.iter().enumerate() {
            constraints.add(ir, choices, (number, request), is_fixed, before);
        }
        constraints
    }

    /// Adds those of a function, given with its number.
    fn add(
        &mut self,
        ir: &ScalarIr,
        choices: Choices,
        (function, request): (usize, &Request<'_>),
        is_fixed: &[bool],
        before: Option<&Signs>,
    ) {
        let (mut parities, mut alike): (SecondaryMap<Slot, Parity>, _) =
            (SecondaryMap::with_room(ir.len(), request.order.len()), Alike::default());
        let kept = |slot: Slot| if is_fixed[slot] { Parity::default() } else { Parity::of(choices.kept(slot)) };
        let (is_root, is_one_signed) = (ir.marked(request.roots), ir.marked(&request.rows.sums));
        for &slot in request.order {
            let sign = |slot: Slot| match parities.get(slot) {
                Some(parity) => parity.clone(),
                None if request.kept.holds(slot) => kept(slot),
                None if matches!(ir.op(slot), Op::AngleAtStart(..)) => Parity::of(choices.difference(function, slot)),
                None => Parity::default(),
            };
            let parity = match ir.op(slot) {
                // Whoever asks for a value once more may take its opposite.
                &Op::Duplicate(_) => Parity::of(choices.difference(function, slot)),
                Op::Sum(terms) if terms.len() == 1 => sign(terms[0].1).turned(terms[0].0.get() < 0.0),
                Op::Sum(terms) => {
                    let of_terms = terms;
                    let terms: Vec<Parity> = terms.map_vec(|&(c, term)| sign(term).turned(c.get() < 0.0));
                    if request.purpose == Purpose::Update && is_root[slot] {
                        for (&(_, term), parity) in of_terms.iter().zip(&terms) {
                            let is_of_row = request.is_effect(ir, term);
                            let constraints = if is_of_row { &mut self.rows } else { &mut self.updates };
                            constraints.push(parity.clone());
                        }
                    }
                    if is_on(Pass::SignsDifferences) {
                        self.differences.add(ir, request, of_terms, &terms, before);
                    }
                    if is_one_signed[slot] {
                        self.rows.extend(terms.iter().map(|term| term.plus(&terms[0])));
                    } else if request.purpose == Purpose::Update && !is_root[slot] && is_on(Pass::SignsAlike) {
                        self.rows.extend(alike.constraints(ir, request.kept, of_terms, &terms));
                    }
                    // A constant has whichever sign the whole is to have.
                    let is_shifted =
                        of_terms.iter().any(|&(_, term)| matches!(ir.op(term), Op::Constant(_) | Op::AngleAtStart(..)));
                    let is_difference = is_shifted
                        || match before {
                            Some(signs) => terms.iter().any(|term| signs.is_minus(term) != signs.is_minus(&terms[0])),
                            None => terms.iter().any(|term| *term != terms[0]),
                        };
                    // A sign that all terms have stands outside.
                    match terms.into_iter().next() {
                        Some(first) if !is_difference => first,
                        Some(_) => Parity::of(choices.difference(function, slot)),
                        None => Parity::default(),
                    }
                }
                Op::Product(factors) => {
                    let mut product = Parity::default();
                    for &(factor, k) in factors {
                        if k % 2 != 0 {
                            product = sign(factor).plus(&product);
                        }
                    }
                    product
                }
                &Op::Less(a, b) | &Op::LessEqual(a, b) if ir.op(a).is_zero() || ir.op(b).is_zero() => Parity::default(),
                op => {
                    let is_iterated = request.purpose == Purpose::Update;
                    let constraints = if is_iterated { &mut self.iterated } else { &mut self.operands };
                    op.each_operand(|operand| constraints.push(sign(operand)));
                    Parity::default()
                }
            };
            parities.insert(slot, parity);
        }
        if request.purpose == Purpose::Keep {
            // With one sign, whichever: so J and M⁻¹Jᵀ differ by that alone.
            if let [first, others @ ..] = &request.rows.diagonal[..] {
                self.updates.extend(others.iter().map(|&mass| kept(mass).plus(&kept(*first))));
            }
        }
        for &root in request.roots {
            let parity = parities.remove(root).unwrap_or_default();
            self.stores.push(match request.purpose {
                Purpose::Update => parity,
                Purpose::Keep => parity.plus(&kept(root)),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHOICES: usize = 8;

    /// A constraint about some of the choices, drawn by its bits.
    fn constraint(bits: u64) -> Parity {
        let mut constraint = Parity::default().turned(bits >> CHOICES & 1 == 1);
        (0..CHOICES).filter(|&slot| bits >> slot & 1 == 1).for_each(|slot| constraint.push(slot));
        constraint
    }

    /// Whether the choices that are minus in `signs` fulfil a constraint.
    fn satisfies(signs: u64, constraint: &Parity) -> bool {
        let minus = (0..CHOICES).filter(|&slot| signs >> slot & 1 == 1 && constraint.choices().contains(&slot));
        (minus.count() % 2 != 0) == constraint.minus
    }

    /// Among all assignments, those that fulfil constraint after constraint, as long as one is left.
    #[test]
    fn every_wish_that_contradicts_none_before_it_comes_true() {
        let mut bits = 1_u64;
        for _ in 0..200 {
            let mut signs = Signs::new(Choices { functions: 0, slots: CHOICES });
            let mut left: Vec<u64> = (0..1 << CHOICES).collect();
            for _ in 0..12 {
                bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let constraint = constraint(bits >> 40);
                signs.demand(&constraint);
                let satisfying: Vec<u64> =
                    left.iter().copied().filter(|&signs| satisfies(signs, &constraint)).collect();
                left = if satisfying.is_empty() { left } else { satisfying };
            }
            signs.solve();
            let found = (0..CHOICES).filter(|&slot| signs.kept(slot) == Sign::Minus).map(|slot| 1 << slot).sum();
            assert!(left.contains(&found), "{found:b} is not one of {left:?}");
        }
    }
}
