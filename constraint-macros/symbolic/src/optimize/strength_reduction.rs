//! Multiples of unit vectors: s n = d (s/|d|), where nobody needs n (rule 11).

use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Lane, Leaf, Op, Phase, ScalarIr, Slot};
use crate::ir::sorted_vec::{SortedVec, sort_by_key};
use crate::ir::vector::{Function, Input, Number};

/// What is linear in a unit vector is a dozen products and sums for each body; nobody looks further.
const MANY: usize = 100;

/// Where every reader takes a unit vector s times, s known at setup, there is s n instead of n: s goes to the length.
///
/// A reader takes n s times if it is a product with s in it; or if it is linear in n (n · v, r × n) and all that read it take
/// it s times. To remember n, s n is as good: where there is no length, it is made |s| long again, for s may have changed. Where n
/// itself is asked for otherwise, what is linear in n is made of s n if that is there already.
pub(super) fn scaled_units(ir: &mut ScalarIr, roots: &mut [Slot]) {
    let mut units: SortedVec<Slot, Vec<Slot>> = SortedVec::default();
    for &slot in ir.reached(roots).iter() {
        if let &Op::Choose(condition, ..) = ir.op(slot)
            && ir.phase(slot) == Phase::Prepare
        {
            units.or_insert_with(condition, Vec::new).push(slot);
        }
    }
    if units.entries().is_empty() {
        return;
    }
    // Until something is rewritten.
    let mut known = None;
    for (_, components) in units.into_entries() {
        let readers = known.take().unwrap_or_else(|| readers(ir, roots));
        let mut candidates: Vec<Slot> = Vec::new();
        for &component in &components {
            for &reader in readers.list(component) {
                candidates.extend(factors_known_early(ir, reader));
            }
        }
        sort_by_key(&mut candidates, |&slot| slot);
        candidates.dedup();
        let found = candidates.into_iter().find_map(|scale| {
            let search = Search { ir, roots, readers: &readers, scale };
            Some((scale, search.linear(&components)?))
        });
        match found {
            Some((scale, linear)) => rewrite(ir, &components, &linear, &readers, scale, roots),
            None => known = Some(readers),
        }
    }
}

fn readers(ir: &mut ScalarIr, roots: &[Slot]) -> SecondaryMap<Slot, Vec<Slot>> {
    let mut readers: SecondaryMap<Slot, Vec<Slot>> = SecondaryMap::default();
    for &slot in ir.reached(roots).iter() {
        ir.op(slot).each_operand(|operand| readers.or_insert_with(operand, Vec::new).push(slot));
    }
    readers
}

fn factors_known_early(ir: &ScalarIr, slot: Slot) -> Vec<Slot> {
    let Op::Product(factors) = ir.op(slot) else { return Vec::new() };
    factors.iter().filter(|&&(f, k)| k == 1 && ir.phase(f) == Phase::Setup).map(|&(f, _)| f).collect()
}

struct Search<'t> {
    ir: &'t ScalarIr,
    roots: &'t [Slot],
    readers: &'t SecondaryMap<Slot, Vec<Slot>>,
    scale: Slot,
}

impl Search<'_> {
    /// What is linear in the unit vector and taken `scale` times by all of its readers, the components included.
    fn linear(&self, components: &[Slot]) -> Option<Vec<Slot>> {
        let mut linear = components.to_vec();
        let mut pending = components.to_vec();
        while let Some(slot) = pending.pop() {
            let is_there = || last_normal(self.ir, slot).is_some() || self.scaled(slot).is_some();
            if self.roots.contains(&slot) && !(components.contains(&slot) && is_there()) {
                return None;
            }
            for &reader in self.readers.list(slot) {
                match self.ir.op(reader) {
                    Op::Product(factors) => match (power(factors, slot), power(factors, self.scale)) {
                        (k, s) if s >= k && k > 0 => continue,
                        (1, 0) => {}
                        _ => return None,
                    },
                    Op::Sum(_) => {}
                    _ => return None,
                }
                if !linear.contains(&reader) {
                    linear.push(reader);
                    pending.push(reader);
                }
                if linear.len() > MANY {
                    return None;
                }
            }
        }
        let is_linear = |&slot: &Slot| match self.ir.op(slot) {
            Op::Sum(terms) => terms.iter().all(|(_, term)| linear.contains(term)),
            Op::Product(factors) => factors.iter().filter(|(factor, _)| linear.contains(factor)).count() == 1,
            _ => components.contains(&slot),
        };
        let is_scaled = |&slot: &Slot| match self.ir.op(slot) {
            Op::Product(factors) => {
                linear.iter().map(|&of| power(factors, of)).sum::<i32>() <= power(factors, self.scale)
            }
            _ => false,
        };
        let is_read_well = |&slot: &Slot| {
            let mut readers = self.readers.list(slot).iter();
            readers.all(|reader| linear.contains(reader) || is_scaled(reader))
        };
        (linear.iter().all(is_linear) && linear.iter().all(is_read_well)).then_some(linear)
    }

    /// `scale` times the slot, if it is there.
    fn scaled(&self, slot: Slot) -> Option<Slot> {
        scaled(self.ir, self.readers, self.scale, slot)
    }
}

fn power(factors: &[(Slot, i32)], of: Slot) -> i32 {
    factors.iter().filter(|&&(factor, _)| factor == of).map(|&(_, k)| k).sum()
}

fn scaled(ir: &ScalarIr, readers: &SecondaryMap<Slot, Vec<Slot>>, scale: Slot, slot: Slot) -> Option<Slot> {
    let is_it = |&reader: &Slot| match ir.op(reader) {
        Op::Product(factors) => factors.len() == 2 && power(factors, slot) == 1 && power(factors, scale) == 1,
        _ => false,
    };
    readers.list(slot).iter().copied().find(is_it)
}

fn rewrite(
    ir: &mut ScalarIr,
    components: &[Slot],
    linear: &[Slot],
    readers: &SecondaryMap<Slot, Vec<Slot>>,
    scale: Slot,
    roots: &mut [Slot],
) {
    let order = ir.order(linear, &|slot| !linear.contains(&slot));
    let mut became: SortedVec<Slot, Slot> = SortedVec::default();
    for slot in order {
        let there = scaled(ir, readers, scale, slot);
        let last = last_normal(ir, slot);
        if let (Some(there), None) = (there.filter(|_| components.contains(&slot) && roots.contains(&slot)), last) {
            became.insert(slot, there);
            continue;
        }
        let op = match ir.op(slot).clone() {
            Op::Choose(condition, yes, no) => {
                let no = match last {
                    Some(last) => as_long(ir, scale, last, slot),
                    None => times(ir, scale, no, slot),
                };
                Op::Choose(condition, times(ir, scale, yes, slot), no)
            }
            Op::Sum(terms) => Op::Sum(terms.map_vec(|&(c, term)| (c, became.get(&term).copied().unwrap_or(term)))),
            Op::Product(factors) => Op::Product(with(&factors, &became)),
            op => op,
        };
        // The product with `scale` is the new value: what it was called stays.
        let new = there.unwrap_or_else(|| ir.add(op.clone(), slot));
        ir.replace(new, op);
        became.insert(slot, new);
        if last.is_some() {
            roots.iter_mut().filter(|root| **root == slot).for_each(|root| *root = new);
        }
    }
    for &(slot, new) in became.entries() {
        for &reader in readers.list(slot).iter().filter(|&reader| !linear.contains(reader)) {
            let Op::Product(mut factors) = ir.op(reader).clone() else { continue };
            let k = power(&factors, slot);
            if reader == new || k == 0 {
                continue;
            }
            factors.iter_mut().filter(|(factor, _)| *factor == scale).for_each(|(_, s)| *s -= k);
            factors.retain(|&(factor, s)| factor != slot && s != 0);
            factors.push((new, k));
            sort_by_key(&mut factors, |&factor| factor);
            ir.replace(reader, Op::Product(factors));
        }
    }
}

fn with(factors: &[(Slot, i32)], became: &SortedVec<Slot, Slot>) -> Vec<(Slot, i32)> {
    let mut factors: Vec<_> = factors.map_vec(|&(f, k)| (became.get(&f).copied().unwrap_or(f), k));
    sort_by_key(&mut factors, |&factor| factor);
    factors
}

/// What is chosen where there is no length, if it is the last unit vector.
fn last_normal(ir: &ScalarIr, slot: Slot) -> Option<Leaf> {
    let &Op::Choose(_, _, no) = ir.op(slot) else { return None };
    match *ir.op(no) {
        Op::Input(leaf @ Leaf { input: Input::Memory(_), .. }) => Some(leaf),
        _ => None,
    }
}

/// A component of the last multiple of a unit vector, for one that has the length of `scale`.
fn as_long(ir: &mut ScalarIr, scale: Slot, last: Leaf, user: Slot) -> Slot {
    let across = Leaf { lane: if last.lane == Lane::X { Lane::Y } else { Lane::X }, ..last };
    let [last, across] = [last, across].map(|leaf| ir.add(Op::Input(leaf), user));
    ir.add(Op::Call(Function::AsLong, vec![last, across, scale]), user)
}

fn times(ir: &mut ScalarIr, scale: Slot, slot: Slot, user: Slot) -> Slot {
    match ir.op(slot).clone() {
        Op::Constant(Number::ONE) => scale,
        Op::Constant(number) if number.get() == 0.0 => slot,
        Op::Constant(number) => ir.add(Op::Sum(vec![(number, scale)]), user),
        Op::Product(mut factors) if power(&factors, scale) == 0 => {
            factors.push((scale, 1));
            sort_by_key(&mut factors, |&factor| factor);
            ir.add(Op::Product(factors), user)
        }
        _ => ir.add(Op::Product(vec![(scale.min(slot), 1), (scale.max(slot), 1)]), user),
    }
}
