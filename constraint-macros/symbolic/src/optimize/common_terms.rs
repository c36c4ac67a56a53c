//! Terms that sums have in common, two at a time, where none of them is within the other.

use super::reaches;
use super::usage::Users;
use crate::ir::scalar::{Leaf, Op, Phase, ScalarIr, Slot};
use crate::ir::vector::{Input, Number};

/// In longer sums no pair is looked for: there are too many.
const MANY: usize = 24;

/// Two terms, a + b or a − b.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Pair {
    phase: Phase,
    terms: (Slot, Slot),
    alike: bool,
}

/// The pair of terms that most sums share becomes one term, again and again.
///
/// Products; what is known at setup; velocities and impulses; positions and angles. Any other pair may put what is large and
/// far from the origin together with what is not.
pub(super) fn common_terms(ir: &mut ScalarIr, roots: &[Slot]) {
    let mut users: Users<Pair> = Users::default();
    for &slot in ir.reached(roots).iter() {
        each_pair(ir, slot, &mut |pair| users.add(pair, slot));
    }
    while let Some((pair, sums)) = users.take_most_used() {
        let (a, b) = pair.terms;
        let of_b = Number::new(if pair.alike { 1.0 } else { -1.0 });
        let next = ir.len();
        let together = ir.add(Op::Sum(vec![(Number::ONE, a), (of_b, b)]), sums[0]);
        for sum in sums.into_iter().filter(|&sum| sum != together) {
            // What was there before may be written in another way by now.
            if together < next && reaches(ir, together, sum) {
                continue;
            }
            let Op::Sum(mut terms) = ir.op(sum).clone() else { continue };
            let of_a = terms.iter().find(|&&(_, term)| term == a).map(|&(c, _)| c);
            let Some(of_a) = of_a else { continue };
            each_pair(ir, sum, &mut |pair| users.remove(pair, sum));
            terms.retain(|&(_, term)| term != a && term != b);
            terms.push((of_a, together));
            ir.replace(sum, Op::Sum(terms));
            each_pair(ir, sum, &mut |pair| users.add(pair, sum));
        }
    }
}

/// Sees the pairs of a sum that may be shared, each once.
fn each_pair(ir: &ScalarIr, slot: Slot, see: &mut dyn FnMut(Pair)) {
    let Op::Sum(terms) = ir.op(slot) else { return };
    if terms.len() < 2 {
        return;
    }
    let mut kinds = Vec::new();
    for &(c, term) in terms {
        if c.is_unit() {
            kinds.push((c, term, Kind::of(ir, term)));
        }
    }
    if kinds.len() > MANY {
        return;
    }
    let mut kinds = &kinds[..];
    while let &[(c, a, kind), ref others @ ..] = kinds {
        for &(d, b, other) in others {
            if a != b && kind.meets(other) {
                let phase = kind.phase.max(other.phase);
                see(Pair { phase, terms: (a.min(b), a.max(b)), alike: c == d });
            }
        }
        kinds = others;
    }
}

/// What decides with which others a term may be paired.
#[derive(Clone, Copy)]
struct Kind {
    phase: Phase,
    is_product: bool,
    is_place: bool,
}

impl Kind {
    fn of(ir: &ScalarIr, term: Slot) -> Self {
        let is_product = matches!(ir.op(term), Op::Product(_));
        Self { phase: ir.phase(term), is_product, is_place: is_place(ir, term) }
    }

    fn meets(self, other: Self) -> bool {
        let is_alike = self.phase == other.phase && matches!(self.phase, Phase::Setup | Phase::Solve);
        is_alike || (self.is_product && other.is_product) || (self.is_place && other.is_place)
    }
}

/// A position, an angle, or a multiple of an angle that is known at setup.
fn is_place(ir: &ScalarIr, slot: Slot) -> bool {
    match ir.op(slot) {
        Op::Input(leaf) => matches!(leaf.input, Input::Position(_) | Input::Angle(_)),
        Op::Product(factors) => match factors[..] {
            [(a, 1), (b, 1)] => [(a, b), (b, a)].into_iter().any(|(ratio, angle)| {
                let is_angle = |leaf: &Leaf| matches!(leaf.input, Input::Angle(_));
                ir.phase(ratio) == Phase::Setup && matches!(ir.op(angle), Op::Input(leaf) if is_angle(leaf))
            }),
            _ => false,
        },
        _ => false,
    }
}
