//! Dense algebra on the rows of one joint, from its derived mathematics. J is a block for each row and body, body after body and
//! row after row; K is row after row.

use crate::kernels::AnyJoint;
use crate::kernels::records::VelocityRecord;
use crate::kinematics::{MassProperties, Pose, Velocity, Wrench};
use crate::math::Scalar;
use crate::real::Real as _;

/// J over the bodies that there are: where one stands in several places, its first place has the sum of their blocks, and
/// the others have nothing.
///
/// J M⁻¹ Jᵀ of the result has the cross terms, which the sum over places would miss.
pub(crate) fn merge(bodies: &[u32], jacobian: &mut [Wrench<Scalar>]) {
    for (place, body) in bodies.iter().enumerate() {
        let Some(first) = bodies[..place].iter().position(|earlier| earlier == body) else { continue };
        for row in jacobian.chunks_exact_mut(bodies.len()) {
            let block = core::mem::take(&mut row[place]);
            let sum = &mut row[first];
            sum.x += block.x;
            sum.y += block.y;
            sum.angular += block.angular;
        }
    }
}

/// Works out J at exact poses, in the world's scalar; `exact` is room for it.
pub(crate) fn jacobian(
    joint: &dyn AnyJoint,
    poses: &[Pose<f64>],
    time: f64,
    exact: &mut [Wrench<f64>],
    jacobian: &mut [Wrench<Scalar>],
) {
    joint.write_jacobian(poses, time, exact);
    jacobian.iter_mut().zip(exact).for_each(|(own, exact)| *own = exact.rounded());
}

/// Works out K = J M⁻¹ Jᵀ.
pub(crate) fn effective_mass(jacobian: &[Wrench<Scalar>], masses: &[MassProperties<Scalar>], k: &mut [Scalar]) {
    let rows = || jacobian.chunks_exact(masses.len());
    let entries = rows().flat_map(|row| rows().map(move |column| entry(row, column, masses)));
    k.iter_mut().zip(entries).for_each(|(own, entry)| *own = entry);
}

fn entry(a: &[Wrench<Scalar>], b: &[Wrench<Scalar>], masses: &[MassProperties<Scalar>]) -> Scalar {
    let terms = a.iter().zip(b).zip(masses).map(|((a, b), mass)| {
        mass.inverse_mass * (a.x * b.x + a.y * b.y) + mass.inverse_inertia * (a.angular * b.angular)
    });
    terms.sum()
}

/// J v of one row.
pub(crate) fn rate(blocks: &[Wrench<Scalar>], bodies: &[u32], velocities: &[VelocityRecord]) -> Scalar {
    let terms = blocks.iter().zip(bodies).map(|(block, &body)| {
        let velocity = Velocity::from(velocities[body as usize]);
        block.x * velocity.x + block.y * velocity.y + block.angular * velocity.angular
    });
    terms.sum()
}

/// M⁻¹ Jᵀ λ of one row, for the body in each place.
pub(crate) fn motion<'a>(
    blocks: &'a [Wrench<Scalar>],
    masses: &'a [MassProperties<Scalar>],
    lambda: Scalar,
) -> impl Iterator<Item = Velocity<Scalar>> + use<'a> {
    blocks.iter().zip(masses).map(move |(block, mass)| {
        let (linear, angular) = (mass.inverse_mass * lambda, mass.inverse_inertia * lambda);
        Velocity { x: linear * block.x, y: linear * block.y, angular: angular * block.angular }
    })
}

/// Some of a joint's rows, in their order, and room to solve them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    rows: Vec<usize>,
    lower: Vec<Scalar>,
    inverse: Vec<Scalar>,
    scaled: Vec<Scalar>,
}

impl Selection {
    pub(crate) fn set(&mut self, rows: impl Iterator<Item = usize>) {
        self.rows.clear();
        self.rows.extend(rows);
    }

    pub(crate) fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// K⁻¹ b on these rows, where both have all of a joint's; what the other rows have of b stays as it is.
    ///
    /// By K = L D Lᵀ. A pivot that is only rounding gives a zero instead of its reciprocal, as in generated code: see
    /// [`Real::recip_or_zero`](crate::Real::recip_or_zero).
    pub(crate) fn solve(&mut self, k: &[Scalar], b: &mut [Scalar]) {
        let Self { rows, lower, inverse, scaled } = self;
        let (count, all) = (rows.len(), b.len());
        let k = |row: usize, column: usize| k[row * all + column];
        lower.resize(count * count, 0.0);
        inverse.resize(count, 0.0);
        scaled.resize(count, 0.0);
        for (i, &row) in rows.iter().enumerate() {
            let mut pivot = k(row, row);
            for (j, &column) in rows[..i].iter().enumerate() {
                let known = &lower[j * count..][..j];
                let products = scaled[..j].iter().zip(known).map(|(u, l)| u * l);
                let u = k(row, column) - products.sum::<Scalar>();
                let l = u * inverse[j];
                pivot -= u * l;
                scaled[j] = u;
                lower[i * count + j] = l;
            }
            let scale = if i == 0 { 0.0 } else { k(row, row) };
            inverse[i] = pivot.recip_or_zero(scale.rounding());
        }
        let lower = |i: usize, j: usize| lower[i * count + j];
        for (i, &row) in rows.iter().enumerate() {
            b[row] -= (0..i).map(|j| lower(i, j) * b[rows[j]]).sum::<Scalar>();
        }
        for (&row, inverse) in rows.iter().zip(inverse) {
            b[row] *= *inverse;
        }
        for (i, &row) in rows.iter().enumerate().rev() {
            b[row] -= (i + 1..count).map(|j| lower(j, i) * b[rows[j]]).sum::<Scalar>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(rows: &[usize], k: &[Scalar], b: &mut [Scalar]) {
        let mut selection = Selection::default();
        selection.set(rows.iter().copied());
        selection.solve(k, b);
    }

    #[test]
    fn some_rows_are_solved_and_the_others_left_alone() {
        let k = [4.0, 9.0, 2.0, 9.0, 9.0, 9.0, 2.0, 9.0, 3.0];
        let mut b = [8.0, 7.0, 8.0];
        solve(&[0, 2], &k, &mut b);
        // 4·1 + 2·2 = 8 and 2·1 + 3·2 = 8: small whole numbers, exact.
        assert!(b.iter().zip([1.0, 7.0, 2.0]).all(|(found, expected)| (found - expected).abs() < Scalar::EPSILON));
    }

    #[test]
    fn what_is_held_twice_is_held_once() {
        let k = [4.0, 4.0, 0.0, 4.0, 4.0, 0.0, 0.0, 0.0, 0.0];
        let mut b = [8.0, 8.0, 0.0];
        solve(&[0, 1, 2], &k, &mut b);
        // The second row and the third have no pivot.
        assert!(b.iter().zip([2.0, 0.0, 0.0]).all(|(found, expected)| (found - expected).abs() < Scalar::EPSILON));
    }
}
