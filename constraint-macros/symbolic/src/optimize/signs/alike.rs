//! Sums that are alike, as those of x and of y are, with one sign in each place: what is done to both is done at once.
//!
//! An angular velocity, or the impulse of a torque, stands in both, times numbers that are kept: J of an anchor is
//! `−perp(r) = (r_y, −r_x)`, and so are these kept.

use super::Parity;
use crate::ir::cached_fields::CachedFields;
use crate::ir::scalar::{Op, Phase, ScalarIr, Slot};
use crate::ir::vector::{Input, Number};

/// What kept numbers are multiplied with: the sign of such a term, and of another one of its sum.
#[derive(Default)]
pub(super) struct Alike(Vec<(Slot, [Parity; 2])>);

impl Alike {
    /// What a sum would like of its signs, given with those of its terms: what another one has that has the same factor.
    pub(super) fn constraints(
        &mut self,
        ir: &ScalarIr,
        kept: &CachedFields,
        terms: &[(Number, Slot)],
        signs: &[Parity],
    ) -> Vec<Parity> {
        let mut constraints = Vec::new();
        for (place, &(_, term)) in terms.iter().enumerate() {
            let Some(factor) = factor(ir, kept, term) else { continue };
            let pair = [&signs[usize::from(place == 0)], &signs[place]];
            match self.0.iter().find(|(other, _)| *other == factor) {
                Some((_, other)) => {
                    for (sign, other) in pair.into_iter().zip(other) {
                        constraints.push(sign.plus(other));
                    }
                }
                None => self.0.push((factor, pair.map(Parity::clone))),
            }
        }
        constraints
    }
}

/// What a number of the pose is multiplied with: an angular velocity, or what an iteration works out.
fn factor(ir: &ScalarIr, kept: &CachedFields, term: Slot) -> Option<Slot> {
    let Op::Product(factors) = ir.op(term) else { return None };
    let &[(a, 1), (b, 1)] = &factors[..] else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(number, factor)| {
        let is_one = match ir.op(factor) {
            Op::Sum(_) | Op::Product(_) => !kept.holds(factor),
            Op::Input(leaf) => matches!(leaf.input, Input::AngularVelocity(_)),
            _ => false,
        };
        (kept.holds(number) && ir.phase(number) == Phase::Prepare && is_one).then_some(factor)
    })
}
