//! M⁻¹Jᵀ as it is kept: what a unit of a row's impulse changes, in the order of the velocities.
//!
//! Velocities lie together, x, y and angular of each body. Where what a row does to them lies in the same order, LLVM loads
//! four numbers at once, multiplies them by the impulse and adds them.

use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Leaf, Op, Phase, ScalarIr, Slot};
use crate::ir::vector::Input;
use crate::passes::{Pass, is_on};

/// A row's part in all velocities, Σ effect · impulse.
struct Column {
    /// For each velocity the sum, the term of it that is the row's, and the effect.
    parts: Vec<(Slot, Slot, Slot)>,
    impulse: Slot,
}

impl Column {
    fn effects(&self) -> Vec<Slot> {
        self.parts.map_vec(|&(.., effect)| effect)
    }

    /// Whether each velocity has an effect of its own: of one that two have, the product with the impulse is one value.
    fn is_of_one_each(&self) -> bool {
        all_differ(&self.parts, |&(.., effect)| effect)
    }
}

/// What is multiplied with an impulse, a change of one, or a sum of them, where that changes all of the velocities, each in its
/// own measure.
fn columns(ir: &ScalarIr, velocities: &[Slot]) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for &sum in velocities {
        let Op::Sum(terms) = ir.op(sum) else { continue };
        for &(_, term) in terms {
            let Op::Product(factors) = ir.op(term) else { continue };
            let &[(a, 1), (b, 1)] = &factors[..] else { continue };
            let (effect, impulse) = match (ir.phase(a), ir.phase(b)) {
                (Phase::Prepare, Phase::Solve) => (a, b),
                (Phase::Solve, Phase::Prepare) => (b, a),
                _ => continue,
            };
            let part = (sum, term, effect);
            match columns.iter_mut().find(|column| column.impulse == impulse) {
                Some(column) => column.parts.push(part),
                None => columns.push(Column { parts: vec![part], impulse }),
            }
        }
    }
    let is_whole = |column: &Column| column.parts.iter().map(|&(sum, ..)| sum).eq(velocities.iter().copied());
    columns.retain(|column| is_whole(column) && column.is_of_one_each());
    columns
}

/// Two rows along and across one direction have effects in common, up to their signs, but not in one order. The second row
/// keeps its own: a number more for each, and four velocities are changed at once where each would take its turn.
pub(crate) fn stand_apart(ir: &mut ScalarIr, warm_start: &[Slot], blocks: &[&[Slot]]) {
    let mut taken: SecondaryMap<Slot, ()> = SecondaryMap::default();
    for column in columns(ir, warm_start) {
        let effects = column.effects();
        let own: Vec<bool> = effects.map_vec(|&effect| taken.add(effect));
        if own.iter().all(|&own| own) {
            continue;
        }
        let own_or_again = |(&effect, &own)| if own { effect } else { ir.duplicate(effect) };
        let copies: Vec<Slot> = effects.iter().zip(&own).map(own_or_again).collect();
        let everywhere = blocks.iter().flat_map(|velocities| columns(ir, velocities));
        let same = everywhere.filter(|other| other.effects() == effects);
        for column in same.chain([column]).collect::<Vec<_>>() {
            for (&(sum, term, _), &copy) in column.parts.iter().zip(&copies) {
                let product = ir.add(Op::Product(vec![(copy, 1), (column.impulse, 1)]), sum);
                if let Op::Sum(mut terms) = ir.op(sum).clone() {
                    terms.iter_mut().filter(|(_, of)| *of == term).for_each(|(_, of)| *of = product);
                    ir.replace(sum, Op::Sum(terms));
                }
            }
        }
    }
}

/// The effects of whole rows, row after row, each in the order of the velocities.
pub(crate) fn of_rows(ir: &ScalarIr, warm_start: &[Slot]) -> Vec<Slot> {
    columns(ir, warm_start).map_vec(Column::effects).concat()
}

/// For each velocity the sign in which a row's impulse has what the row's effect is made of. None for what is no row.
pub(crate) fn signs(ir: &ScalarIr, warm_start: &[Slot], effects: &[Slot]) -> Vec<f64> {
    let columns = columns(ir, warm_start);
    let row = columns.iter().filter(|column| column.effects() == effects).take(1);
    let signs = row.flat_map(|column| &column.parts).map(|&(sum, term, effect)| {
        let Op::Sum(terms) = ir.op(sum) else { return 1.0 };
        let outside = terms.iter().find(|&&(_, of)| of == term).map_or(1.0, |&(c, _)| c.get());
        let (mut inside, mut slot) = (1.0, effect);
        while let Op::Sum(terms) = ir.op(slot)
            && let &[(c, of)] = &terms[..]
        {
            (inside, slot) = (inside * c.get(), of);
        }
        outside * inside
    });
    signs.collect()
}

/// The first row that has these effects.
pub(crate) fn row(ir: &ScalarIr, warm_start: &[Slot], effects: &[Slot]) -> Option<u8> {
    let column = columns(ir, warm_start).into_iter().find(|column| column.effects() == effects)?;
    let row = |slot: Slot| match ir.op(slot) {
        Op::Input(Leaf { input: Input::Impulse(row), .. }) => Some(*row),
        _ => None,
    };
    row(column.impulse).or_else(|| ir.op(column.impulse).operands().into_iter().filter_map(row).min())
}

/// The same slots, but `together` first, in their order: stores are packed from the first one on, four by four.
pub(crate) fn first(slots: &[Slot], together: &[Slot]) -> Vec<Slot> {
    if !is_on(Pass::Columns) {
        return slots.to_vec();
    }
    let mut missing: SecondaryMap<Slot, ()> = SecondaryMap::default();
    for &slot in slots {
        missing.add(slot);
    }
    let mut first: Vec<Slot> = Vec::with_capacity(slots.len());
    for &slot in together.iter().chain(slots) {
        if missing.remove(slot).is_some() {
            first.push(slot);
        }
    }
    first
}

/// Whether no slot is there twice. Of the few that an op has, none is worth a set.
fn all_differ<T>(mut items: &[T], slot: impl Fn(&T) -> Slot) -> bool {
    while let [first, rest @ ..] = items {
        let first = slot(first);
        let mut others = rest;
        while let [other, rest @ ..] = others {
            if slot(other) == first {
                return false;
            }
            others = rest;
        }
        items = rest;
    }
    true
}
