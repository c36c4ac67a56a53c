//! How the unit of mass stands in a value.
//!
//! Masses differ by more than any length or time of a mechanism: a grain has 1e-9 kg, a planet 1e25 kg. In single precision
//! the product of two inverse masses of 1e-20 is zero, and the reciprocal of it no number. Neither comes about where factors
//! that cancel the unit meet first, as in `i_a · (i_b · 1/(i_a + i_b))`.

use super::{Op, ScalarIr, Slot};
use crate::ir::vector::{Function, Input};

/// The power of an inverse mass that a value is, where its operands are `of`: 1 of entries of K, −1 of impulses and of
/// entries of K⁻¹. What is made of parameters alone counts as none: nobody knows which of them are forces.
pub(super) fn power(op: &Op, of: &[i32]) -> i32 {
    let mut power: i32 = 0;
    // Of a sum, or of one of several values: the one that has a unit, for constants have none.
    let mut either = |operand: Slot| {
        if power == 0 {
            power = of[operand];
        }
    };
    match op {
        Op::Input(leaf) => match leaf.input {
            Input::InverseMass(_) | Input::InverseInertia(_) => power = 1,
            Input::Impulse(_) => power = -1,
            _ => {}
        },
        Op::Product(factors) => power = product(factors, of),
        &Op::Choose(_, yes, no) => {
            either(yes);
            either(no);
        }
        &Op::Pivot(d, _) => power = of[d].saturating_neg(),
        Op::Call(Function::Sqrt, arguments) => power = of[arguments[0]] / 2,
        Op::Call(Function::Min | Function::Max | Function::Abs, _)
        | Op::Sum(_)
        | Op::Rounding(_)
        | Op::Duplicate(_) => {
            op.each_operand(either);
        }
        _ => {}
    }
    power.clamp(-MOST, MOST)
}

fn product(factors: &[(Slot, i32)], of: &[i32]) -> i32 {
    let mut power: i32 = 0;
    for &(factor, k) in factors {
        power = power.saturating_add(k.saturating_mul(of[factor]));
    }
    power
}

/// No product that means anything has so many masses in it, and sums of such powers are numbers.
const MOST: i32 = 1 << 16;

/// Whether a value with this power of the unit is as large as masses or their inverses are: it may be kept.
pub(crate) fn is_in_range(power: i32) -> bool {
    power.abs() <= 1
}

impl ScalarIr {
    /// The power of an inverse mass that a product is.
    pub(crate) fn mass_of_product(&self, factors: &[(Slot, i32)]) -> i32 {
        product(factors, &self.masses)
    }

    /// Whether a product cancels units of mass, some of whose factors by themselves would be out of range.
    pub(crate) fn cancels_masses(&self, factors: &[(Slot, i32)]) -> bool {
        let (mut above, mut below) = (0_i32, 0_i32);
        for &(factor, k) in factors {
            let power = k.saturating_mul(self.masses[factor]);
            if power > 0 {
                above = power.saturating_add(above);
            } else {
                below = below.saturating_sub(power);
            }
        }
        above > 0 && below > 0 && above.saturating_add(below) > 2
    }
}
