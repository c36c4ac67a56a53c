//! How the rows of a joint act, for those who solve them by themselves.

use crate::math::{Scalar, nearest};

/// How a scalar row acts: what [`Constraint::laws`](crate::Constraint::laws) returns for each.
///
/// With [`limits`](crate::Constraint::limits) and [`velocity_at`](crate::Constraint::velocity_at), whose V has the wanted
/// rate in it, nothing of the closure is left untold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law<S> {
    /// What it does.
    pub action: Action<S>,
    /// The greatest force, N, or N·m for an angle, if the closure gives one. That of a vector is on its length.
    pub max_force: Option<S>,
    /// The row whose impulse bounds this one's, if the closure names one: |λ| ≤ factor·|λ of that row|, both as lengths.
    pub max_force_of: Option<ForceOf<S>>,
    /// The number of the first scalar row of the same row of the closure: a vector's y has that of its x.
    pub first: usize,
}

/// How the force of one row bounds that of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForceOf<S> {
    /// As a friction coefficient: the bound is so many times that row's force.
    pub factor: S,
    /// The first scalar row of that row. Its impulse is the one that the iteration before has left.
    pub row: usize,
}

/// What a row does.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Action<S> {
    /// c is held at its limits, which are equal.
    Hold,
    /// c is kept between its limits.
    Within,
    /// V is held at zero; the position is left alone.
    Rate,
    /// An implicit spring that pulls c to zero: see [`Softness`](crate::Softness).
    Soft {
        /// Undamped frequency, Hz.
        hertz: S,
        /// 1 is critical.
        damping_ratio: S,
    },
    /// An explicit spring that pulls c to zero: see [`Row::spring`](crate::Row::spring).
    Spring {
        /// N/m, or N·m/rad.
        stiffness: S,
        /// N·s/m, or N·m·s/rad.
        damping: S,
    },
}

impl Law<f64> {
    /// In the world's scalar.
    pub(crate) fn rounded(self) -> Law<Scalar> {
        let action = match self.action {
            Action::Hold => Action::Hold,
            Action::Within => Action::Within,
            Action::Rate => Action::Rate,
            Action::Soft { hertz, damping_ratio } => {
                Action::Soft { hertz: nearest(hertz), damping_ratio: nearest(damping_ratio) }
            }
            Action::Spring { stiffness, damping } => {
                Action::Spring { stiffness: nearest(stiffness), damping: nearest(damping) }
            }
        };
        let max_force_of = self.max_force_of.map(|ForceOf { factor, row }| ForceOf { factor: nearest(factor), row });
        Law { action, max_force: self.max_force.map(nearest), max_force_of, first: self.first }
    }
}

/// Between which values a row's c has to stay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits<S> {
    /// The least value; −∞ for none.
    pub lower: S,
    /// The greatest value; +∞ for none.
    pub upper: S,
}
