//! Products within products.

use std::cmp::Reverse;

use super::split;
use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Op, Phase, ScalarIr, Slot};
use crate::ir::sorted_vec::sort_by_key;

/// What of a product of velocities and impulses is known with the pose is a product by itself.
pub(super) fn prepared_parts(ir: &mut ScalarIr, roots: &[Slot]) {
    for &slot in ir.reached(roots).iter() {
        let Some((early, mut late)) = by_pose(ir, slot) else { continue };
        late.push((ir.add(Op::Product(early), slot), 1));
        ir.replace(slot, Op::Product(late));
    }
}

/// The factors of a product of velocities and impulses that are known with the pose, if they make a product by themselves, and
/// the others.
pub(super) fn by_pose(ir: &ScalarIr, slot: Slot) -> Option<(Factors, Factors)> {
    let Op::Product(factors) = ir.op(slot) else { return None };
    if ir.phase(slot) <= Phase::Prepare || factors.len() < 2 {
        return None;
    }
    let (mut moves, mut size) = (false, 0);
    for &(factor, k) in factors {
        if ir.phase(factor) <= Phase::Prepare {
            moves |= ir.phase(factor) == Phase::Prepare;
            size += k.unsigned_abs();
        }
    }
    if !moves || size < 2 {
        return None;
    }
    let (early, late) = split(factors.clone(), |&(factor, _)| ir.phase(factor) <= Phase::Prepare);
    (!late.is_empty()).then_some((early, late))
}

/// Slots and their powers.
pub(super) type Factors = Vec<(Slot, i32)>;

/// A product of the pose that another one contains is a factor of it: i h² is (i h) h, whatever h is a product of.
pub(super) fn products_within_products(ir: &mut ScalarIr, roots: &[Slot]) {
    let mut sized: Vec<(Reverse<u32>, Slot)> = Vec::new();
    for &slot in ir.reached(roots).iter() {
        let size = size(ir, slot);
        if size > 1 {
            sized.push((Reverse(size), slot));
        }
    }
    sort_by_key(&mut sized, |&product| product);
    let products: Vec<Slot> = sized.map_vec(|&(_, slot)| slot);
    // By the factor that fewest have, for whatever contains the product contains that.
    let mut common = vec![0; ir.len()];
    for &product in &products {
        ir.op(product).each_operand(|factor| common[factor] += 1);
    }
    let mut having: SecondaryMap<Slot, Vec<usize>> = SecondaryMap::default();
    for (place, &product) in products.iter().enumerate().filter(|&(_, &slot)| ir.phase(slot) == Phase::Prepare) {
        if let Op::Product(factors) = ir.op(product)
            && let Some(&(rarest, _)) = factors.iter().min_by_key(|&&(factor, _)| common[factor])
        {
            having.or_insert_with(rarest, Vec::new).push(place);
        }
    }
    for &whole in &products {
        // No product of two factors has another one in it, nor has any after it.
        if size(ir, whole) < 3 {
            break;
        }
        let mut places: Vec<usize> = Vec::new();
        ir.op(whole).each_operand(|factor| places.extend_from_slice(having.list(factor)));
        sort_by_key(&mut places, |&place| place);
        for part in places.into_iter().map(|place| products[place]) {
            if size(ir, part) < size(ir, whole)
                && let Some(factors) = containing(ir, whole, part)
            {
                ir.replace(whole, Op::Product(factors));
            }
        }
    }
}

/// How many factors a product has, powers counted.
fn size(ir: &ScalarIr, slot: Slot) -> u32 {
    match ir.op(slot) {
        Op::Product(factors) => factors.iter().map(|&(_, k)| k.unsigned_abs()).sum(),
        _ => 0,
    }
}

/// The factors of `whole` with `part` as one of them, as often as its factors are there.
fn containing(ir: &ScalarIr, whole: Slot, part: Slot) -> Option<Vec<(Slot, i32)>> {
    let (Op::Product(outer), Op::Product(inner)) = (ir.op(whole), ir.op(part)) else { return None };
    let times = |&(slot, k): &(Slot, i32)| {
        let found = outer.iter().find(|&&(factor, _)| factor == slot)?.1;
        Some(found / k)
    };
    let times = inner.iter().map(times).collect::<Option<Vec<i32>>>()?.into_iter().min().filter(|&times| times > 0)?;
    let taken = |slot: Slot| inner.iter().find(|&&(factor, _)| factor == slot).map_or(0, |&(_, k)| k * times);
    let mut factors: Vec<_> = outer.iter().map(|&(slot, k)| (slot, k - taken(slot))).filter(|&(_, k)| k != 0).collect();
    factors.push((part, times));
    Some(factors)
}
