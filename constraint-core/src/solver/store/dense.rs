//! Dense algebra on the rows of one joint, from its derived mathematics. No allocation: every array is as long as the joint
//! has rows.

use crate::constraint::{Array, Constraint};
use crate::kinematics::{MassProperties, Pose, Velocity, Wrench};
use crate::math::{Scalar, nearest};
use crate::real::Real as _;
use crate::solver::motion::Moving;

/// A value for each body and row: J.
pub(super) type Blocks<J> = <J as Constraint>::Rows<<J as Constraint>::Bodies<Wrench<Scalar>>>;

/// A value for each pair of rows: K.
pub(super) type Square<J> = <J as Constraint>::Rows<<J as Constraint>::Rows<Scalar>>;

/// J over the bodies that there are: where one stands in several places, its first place has the sum of their blocks, and
/// the others have nothing.
///
/// J M⁻¹ Jᵀ of the result has the cross terms, which the sum over places would miss.
pub(super) fn merge<J: Constraint>(bodies: &J::Bodies<u32>, jacobian: &mut Blocks<J>) {
    let bodies = bodies.as_ref();
    for (place, body) in bodies.iter().enumerate() {
        let Some(first) = bodies[..place].iter().position(|earlier| earlier == body) else { continue };
        for row in jacobian.as_mut() {
            let block = core::mem::take(&mut row.as_mut()[place]);
            let sum = &mut row.as_mut()[first];
            sum.x += block.x;
            sum.y += block.y;
            sum.angular += block.angular;
        }
    }
}

/// Values of the rows, in the world's scalar.
pub(super) fn rounded<J: Constraint>(rows: &J::Rows<f64>) -> J::Rows<Scalar> {
    J::Rows::from_fn(|row| nearest(rows.as_ref()[row]))
}

/// J at exact poses, in the world's scalar.
pub(super) fn jacobian<J: Constraint>(joint: &J, poses: &J::Bodies<Pose<f64>>, time: f64) -> Blocks<J> {
    let exact = joint.jacobian_at(poses, time);
    J::Rows::from_fn(|row| J::Bodies::from_fn(|body| exact.as_ref()[row].as_ref()[body].rounded()))
}

/// K = J M⁻¹ Jᵀ
pub(super) fn effective_mass<J: Constraint>(
    jacobian: &Blocks<J>,
    masses: &J::Bodies<MassProperties<Scalar>>,
) -> Square<J> {
    J::Rows::from_fn(|row| J::Rows::from_fn(|column| entry::<J>(jacobian, masses, row, column)))
}

fn entry<J: Constraint>(
    jacobian: &Blocks<J>,
    masses: &J::Bodies<MassProperties<Scalar>>,
    row: usize,
    column: usize,
) -> Scalar {
    let (a, b) = (jacobian.as_ref()[row].as_ref(), jacobian.as_ref()[column].as_ref());
    let blocks = a.iter().zip(b).zip(masses.as_ref());
    let terms = blocks.map(|((a, b), mass)| {
        mass.inverse_mass * (a.x * b.x + a.y * b.y) + mass.inverse_inertia * (a.angular * b.angular)
    });
    terms.sum()
}

/// J v of one row.
pub(super) fn rate<J: Constraint>(
    blocks: &J::Bodies<Wrench<Scalar>>,
    bodies: &J::Bodies<u32>,
    velocities: &[Moving],
) -> Scalar {
    let terms = blocks.as_ref().iter().zip(bodies.as_ref()).map(|(block, &body)| {
        let velocity = Velocity::from(velocities[body as usize]);
        block.x * velocity.x + block.y * velocity.y + block.angular * velocity.angular
    });
    terms.sum()
}

/// M⁻¹ Jᵀ λ of one row, for the body in each place.
pub(super) fn motion<J: Constraint>(
    blocks: &J::Bodies<Wrench<Scalar>>,
    masses: &J::Bodies<MassProperties<Scalar>>,
    lambda: Scalar,
) -> J::Bodies<Velocity<Scalar>> {
    J::Bodies::from_fn(|place| {
        let (block, mass) = (&blocks.as_ref()[place], &masses.as_ref()[place]);
        let (linear, angular) = (mass.inverse_mass * lambda, mass.inverse_inertia * lambda);
        Velocity { x: linear * block.x, y: linear * block.y, angular: angular * block.angular }
    })
}

/// Some of a joint's rows, in their order.
pub(super) struct Selection<J: Constraint> {
    rows: J::Rows<usize>,
    count: usize,
}

impl<J: Constraint> Selection<J> {
    pub(super) fn new(rows: impl Iterator<Item = usize>) -> Self {
        let mut selection = Self { rows: J::Rows::repeat(0), count: 0 };
        for row in rows {
            selection.rows.as_mut()[selection.count] = row;
            selection.count += 1;
        }
        selection
    }

    pub(super) fn rows(&self) -> &[usize] {
        &self.rows.as_ref()[..self.count]
    }

    /// K⁻¹ b on these rows, where both have all of a joint's; what the other rows have of b stays as it is.
    ///
    /// By K = L D Lᵀ. A pivot that is only rounding gives a zero instead of its reciprocal, as in generated code: see
    /// [`Real::recip_or_zero`](crate::Real::recip_or_zero).
    pub(super) fn solve(&self, k: &Square<J>, b: &mut J::Rows<Scalar>) {
        let (rows, k) = (self.rows(), |row: usize, column: usize| k.as_ref()[row].as_ref()[column]);
        let mut lower: Square<J> = J::Rows::repeat(J::Rows::repeat(0.0));
        let mut inverse: J::Rows<Scalar> = J::Rows::repeat(0.0);
        for (i, &row) in rows.iter().enumerate() {
            let mut pivot = k(row, row);
            let mut scaled: J::Rows<Scalar> = J::Rows::repeat(0.0);
            for (j, &column) in rows[..i].iter().enumerate() {
                let known = lower.as_ref()[j].as_ref();
                let products = scaled.as_ref()[..j].iter().zip(known).map(|(u, l)| u * l);
                let u = k(row, column) - products.sum::<Scalar>();
                let l = u * inverse.as_ref()[j];
                pivot -= u * l;
                scaled.as_mut()[j] = u;
                lower.as_mut()[i].as_mut()[j] = l;
            }
            let scale = if i == 0 { 0.0 } else { k(row, row) };
            inverse.as_mut()[i] = pivot.recip_or_zero(scale.rounding());
        }
        let (lower, b) = (|i: usize, j: usize| lower.as_ref()[i].as_ref()[j], b.as_mut());
        for (i, &row) in rows.iter().enumerate() {
            b[row] -= (0..i).map(|j| lower(i, j) * b[rows[j]]).sum::<Scalar>();
        }
        for (&row, inverse) in rows.iter().zip(inverse.as_ref()) {
            b[row] *= inverse;
        }
        for (i, &row) in rows.iter().enumerate().rev() {
            b[row] -= (i + 1..rows.len()).map(|j| lower(j, i) * b[rows[j]]).sum::<Scalar>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joints::WeldJoint;

    /// A weld has three rows.
    type Three = Selection<WeldJoint>;

    #[test]
    fn some_rows_are_solved_and_the_others_left_alone() {
        let k = [[4.0, 9.0, 2.0], [9.0, 9.0, 9.0], [2.0, 9.0, 3.0]];
        let mut b = [8.0, 7.0, 8.0];
        Three::new([0, 2].into_iter()).solve(&k, &mut b);
        // 4·1 + 2·2 = 8 and 2·1 + 3·2 = 8: small whole numbers, exact.
        assert!(b.iter().zip([1.0, 7.0, 2.0]).all(|(found, expected)| (found - expected).abs() < Scalar::EPSILON));
    }

    #[test]
    fn what_is_held_twice_is_held_once() {
        let k = [[4.0, 4.0, 0.0], [4.0, 4.0, 0.0], [0.0, 0.0, 0.0]];
        let mut b = [8.0, 8.0, 0.0];
        Three::new(0..3).solve(&k, &mut b);
        // The second row and the third have no pivot.
        assert!(b.iter().zip([2.0, 0.0, 0.0]).all(|(found, expected)| (found - expected).abs() < Scalar::EPSILON));
    }
}
