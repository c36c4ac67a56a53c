//! What substeps change of a body, in records of four scalars: one aligned load each, one register, one line of the cache.

use crate::kinematics::Velocity;
use crate::lanes::Record;
use crate::math::{Rot2, Scalar};

/// How far the centre of mass has moved since the start of the step, m, and the rotation of the body.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(crate) struct Moved {
    pub(crate) x: Scalar,
    pub(crate) y: Scalar,
    pub(crate) cos: Scalar,
    pub(crate) sin: Scalar,
}

impl Moved {
    /// Of a body of this rotation at the start of the step.
    pub(super) const fn by(Rot2 { cos, sin }: Rot2) -> Self {
        Self { x: 0.0, y: 0.0, cos, sin }
    }

    pub(super) const fn rotation(&self) -> Rot2 {
        Rot2 { cos: self.cos, sin: self.sin }
    }

    #[inline]
    pub(super) const fn turn_to(&mut self, Rot2 { cos, sin }: Rot2) {
        (self.cos, self.sin) = (cos, sin);
    }
}

/// A velocity: m/s and rad/s.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub(crate) struct Moving {
    pub(crate) x: Scalar,
    pub(crate) y: Scalar,
    pub(crate) angular: Scalar,
    /// Nothing: it fills the record up.
    pub(crate) spare: Scalar,
}

impl From<Velocity<Scalar>> for Moving {
    #[inline]
    fn from(Velocity { x, y, angular }: Velocity<Scalar>) -> Self {
        Self { x, y, angular, spare: 0.0 }
    }
}

impl From<Moving> for Velocity<Scalar> {
    #[inline]
    fn from(Moving { x, y, angular, .. }: Moving) -> Self {
        Self { x, y, angular }
    }
}

impl Record for Moved {
    #[inline]
    fn scalars(&self) -> [Scalar; 4] {
        [self.x, self.y, self.cos, self.sin]
    }

    #[inline]
    fn of([x, y, cos, sin]: [Scalar; 4]) -> Self {
        Self { x, y, cos, sin }
    }
}

impl Record for Moving {
    #[inline]
    fn scalars(&self) -> [Scalar; 4] {
        [self.x, self.y, self.angular, self.spare]
    }

    #[inline]
    fn of([x, y, angular, spare]: [Scalar; 4]) -> Self {
        Self { x, y, angular, spare }
    }
}
