//! What a joint is told of the substep, and of the pass that solves it.

use crate::real::Real;

/// The substep that a joint is prepared for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<S> {
    /// Length h of the substep, s.
    pub h: S,
    /// 1/h, 1/s.
    pub inverse_h: S,
    /// The time at the poses, s.
    pub time: S,
}

/// How a pass over the joints treats the rows.
///
/// The first three are for rows that have no softness of their own; those that have one know theirs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass<S> {
    /// Rate at which a position error is taken out, 1/s.
    pub bias_rate: S,
    /// Share of the rigid impulse that is applied, from 0 to 1.
    pub mass_scale: S,
    /// Share of the accumulated impulse that is taken back.
    pub impulse_scale: S,
    /// Share of the impulses of rows that have a softness of their own: 1, or 0 where they have no part.
    pub spring_scale: S,
}

impl<S: Real> Pass<S> {
    /// Removes velocity errors only: rigid, and blind to position.
    ///
    /// Springs take no part: the velocity that their solve left is motion, not an error. A second solve at the new place
    /// would damp twice.
    pub fn relax() -> Self {
        let (zero, one) = (S::from_f64(0.0), S::from_f64(1.0));
        Self { bias_rate: zero, mass_scale: one, impulse_scale: zero, spring_scale: zero }
    }
}
