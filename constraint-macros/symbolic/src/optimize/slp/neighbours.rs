//! What is read together lies together: LLVM packs what it loads and stores as neighbours.

use crate::ir::fast_map::SecondaryMap;
use crate::ir::scalar::{Op, ScalarIr, Slot};

/// The same slots, those of each group one after another where the first of them is.
pub(crate) fn together(ir: &ScalarIr, slots: Vec<Slot>, groups: &[Vec<Slot>]) -> Vec<Slot> {
    let mut group_of: SecondaryMap<Slot, usize> = SecondaryMap::default();
    let mut members: Vec<Vec<Slot>> = Vec::new();
    for group in groups {
        let mut present = Vec::new();
        for slot in group.iter().map(|&slot| itself(ir, slot)).filter(|slot| slots.contains(slot)) {
            // Once, even where two of a group are the same.
            group_of.or_insert_with(slot, || {
                present.push(slot);
                members.len()
            });
        }
        members.push(present);
    }
    let mut laid = Vec::with_capacity(slots.len());
    for slot in slots {
        match group_of.get(slot) {
            Some(&group) => laid.append(&mut members[group]),
            None => laid.push(slot),
        }
    }
    laid
}

/// What a slot is a mere name or sign of.
pub(crate) fn itself(ir: &ScalarIr, mut slot: Slot) -> Slot {
    while let Op::Sum(terms) = ir.op(slot)
        && ir.op(slot).is_sign()
    {
        slot = terms[0].1;
    }
    slot
}
