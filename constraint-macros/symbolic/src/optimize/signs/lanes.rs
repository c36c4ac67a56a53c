//! The two components of a vector with one sign: what is done to both is done at once.

use super::{Choices, Parity};
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Lane, Leaf, Op, ScalarIr, Slot};
use crate::ir::sorted_vec::{SortedVec, sort_by_key};
use crate::ir::vector::Input;
use crate::optimize::slp::rotations::{Turned, turned};

/// What a function would like of its differences, given in the order in which it is computed: that those of positions have
/// the sign in y that they have in x, and that a rotated vector is a sum in both; and apart, that this is one of what setup keeps
/// with its sign.
pub(super) fn constraints(
    ir: &ScalarIr,
    choices: Choices,
    (function, order): (usize, &[Slot]),
    is_fixed: &[bool],
) -> [Vec<Parity>; 2] {
    let (mut constraints, mut turns) = (Vec::new(), Vec::new());
    let kept = |slot: Slot| if is_fixed[slot] { Parity::default() } else { Parity::of(choices.kept(slot)) };
    // Differences between the same bodies, by component.
    let mut between: SortedVec<Vec<u8>, [Vec<Parity>; 2]> = SortedVec::default();
    for &slot in order {
        let Op::Sum(terms) = ir.op(slot) else { continue };
        let difference = Parity::of(choices.difference(function, slot));
        let positions = terms.iter().filter_map(|&(c, term)| match ir.op(term) {
            &Op::Input(Leaf { input: Input::Position(body), lane }) => Some((body, lane, c.get() < 0.0)),
            _ => None,
        });
        let mut positions: Vec<(u8, Lane, bool)> = positions.collect();
        sort_by_key(&mut positions, |&position| position);
        match positions[..] {
            [(_, lane, minus), _, ..] => {
                let bodies = positions.map_vec(|&(body, ..)| body);
                let [of_x, of_y] = between.or_insert_with(bodies, Default::default);
                if lane == Lane::Y { of_y } else { of_x }.push(difference.turned(minus));
            }
            _ => {
                if let Some(Turned { with_cos, with_sin, .. }) = turned(ir, slot) {
                    let [of_cos, of_sin] = [with_cos, with_sin].map(|(c, local)| kept(local).turned(c.get() < 0.0));
                    constraints.push(of_cos.plus(&of_sin));
                    turns.extend([of_cos, of_sin]);
                }
            }
        }
    }
    for (_, [of_x, of_y]) in between.into_entries() {
        for (x, y) in of_x.into_iter().zip(&of_y) {
            constraints.push(x.plus(y));
        }
    }
    [constraints, turns]
}
