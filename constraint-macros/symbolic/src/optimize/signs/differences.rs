//! Numbers that lie in memory, as terms of sums: one that is added or subtracted is read where it is needed, one that others are
//! subtracted from is loaded before.

use super::{Parity, Purpose, Request, Signs};
use crate::ir::scalar::{Op, Phase, ScalarIr, Slot};
use crate::ir::vector::Number;

/// What the functions would like of such sums.
#[derive(Default)]
pub(super) struct Differences {
    pub(super) constraints: Vec<Parity>,
    /// That prepare has 1 + x for 1 − (−x).
    shifted: Vec<Parity>,
}

impl Differences {
    /// Adds the constraints of a sum, given with the signs of its terms.
    ///
    /// Of what is kept and what is not, one is to be added where the other is subtracted: then either may be.
    ///
    /// The numbers of a spring have the sign of its ω: 1 + x in prepare and −(impulse + …) in the iteration may exclude each other,
    /// and which of them is had is all the same. Where neither was had before, the other sign of ω gives both.
    pub(super) fn add(
        &mut self,
        ir: &ScalarIr,
        request: &Request<'_>,
        terms: &[(Number, Slot)],
        signs: &[Parity],
        before: Option<&Signs>,
    ) {
        let is_opposite =
            |a: &Parity, b: &Parity| before.is_some_and(|before| before.is_minus(a) != before.is_minus(b));
        if let [a, b] = signs
            && terms.iter().any(|&(_, term)| matches!(ir.op(term), Op::Constant(_)))
            && is_opposite(a, b)
        {
            self.shifted.push(a.plus(b));
        }
        let is_free = |slot: Slot| match ir.op(slot) {
            Op::AngleAtStart(..) => true,
            _ => request.kept.holds(slot) && ir.phase(slot) == Phase::Prepare,
        };
        let Some(place) = terms.iter().position(|&(_, term)| is_free(term)) else { return };
        let kept = &signs[place];
        self.constraints.push(kept.plus(&signs[usize::from(place == 0)]).turned(true));
        let mut others = (0..signs.len()).filter(|&other| other != place);
        if request.purpose == Purpose::Update && signs.len() > 2 && others.all(|other| is_opposite(kept, &signs[other]))
        {
            self.constraints.append(&mut self.shifted);
        }
    }
}
