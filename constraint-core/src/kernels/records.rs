//! What substeps change of a body, in records of four scalars. A record is one aligned load, fits one register, and stays
//! within a cache line.

use crate::angle::Angle;
use crate::kinematics::{Pose, Velocity};
use crate::lanes::{Lanes, Record, rotation};
use crate::math::{Rot2, Scalar, double, nearest};

/// How far the centre of mass has moved since the start of the step, m, and the rotation of the body: x, y, cosine, sine.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(crate) struct DeltaPose([Scalar; 4]);

impl DeltaPose {
    /// A place without a body.
    pub(crate) const NOTHING: Self = Self::by(Rot2::IDENTITY);

    /// Of a body of this rotation at the start of the step.
    pub(crate) const fn by(Rot2 { cos, sin }: Rot2) -> Self {
        Self([0.0, 0.0, cos, sin])
    }

    /// How far the centre of mass has moved.
    #[inline]
    pub(crate) const fn offset(&self) -> [Scalar; 2] {
        let Self([x, y, ..]) = *self;
        [x, y]
    }

    #[inline]
    pub(crate) const fn shift(&mut self, by: [Scalar; 2]) {
        let Self([x, y, ..]) = self;
        *x += by[0];
        *y += by[1];
    }

    #[inline]
    pub(crate) const fn turn_to(&mut self, Rot2 { cos, sin }: Rot2) {
        let Self([x, y, ..]) = *self;
        self.0 = [x, y, cos, sin];
    }
}

/// A centre of mass at the start of the step, m: the scalars nearest to x and y, and the remainders. Differences of such
/// pairs are exact far from the origin, in lanes of scalars.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub(crate) struct SplitPosition([Scalar; 4]);

impl SplitPosition {
    #[inline]
    pub(crate) const fn of([x, y]: [f64; 2]) -> Self {
        let (near_x, near_y) = (nearest(x), nearest(y));
        Self([near_x, near_y, nearest(x - double(near_x)), nearest(y - double(near_y))])
    }
}

/// How a body has turned: cosine and sine of its rotation at the start of the step, its angle then and how far it has turned
/// since, rad.
///
/// Every substep computes the rotation from these numbers, so rounding does not accumulate.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(crate) struct DeltaRotation([Scalar; 4]);

impl DeltaRotation {
    /// A place without a body.
    pub(crate) const NOTHING: Self = Self::from(Rot2::IDENTITY, 0.0);

    /// Of a body of this rotation and angle at the start of the step.
    pub(crate) const fn from(Rot2 { cos, sin }: Rot2, angle: Scalar) -> Self {
        Self([cos, sin, angle, 0.0])
    }

    /// How far the body has turned since the start of the step, rad.
    #[inline]
    pub(crate) const fn since_start(&self) -> Scalar {
        let Self([.., by]) = *self;
        by
    }

    /// Has it turned by so many rad since the start of the step.
    #[inline]
    pub(crate) const fn turn_to(&mut self, by: Scalar) {
        self.0[3] = by;
    }

    /// Turns it further.
    #[inline]
    pub(crate) fn turn(&mut self, by: Scalar) {
        self.0[3] += by;
    }

    /// The rotation now.
    #[inline]
    pub(crate) fn rotation(&self) -> Rot2 {
        let [cos, sin] = rotated(self.0);
        Rot2 { cos, sin }
    }
}

/// The rotation of bodies that have [`DeltaRotation`] so far.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
pub(crate) fn rotated<L: Lanes>([cos, sin, _, by]: [L; 4]) -> [L; 2] {
    let [cos_by, sin_by] = rotation(by);
    [cos * cos_by - sin * sin_by, sin * cos_by + cos * sin_by]
}

/// The least velocity, m/s or rad/s, that moves a body: an angle that it adds up to has a square that is a normal number.
///
/// What goes along a rope decays link by link, and would end among the denormals, where a product costs a hundred times as
/// much. No motion of a machine is as slow: in a century it comes to 30 μm, and with `f64` to nothing.
pub(crate) const LEAST_VELOCITY: Scalar = if size_of::<Scalar>() == 4 { 1e-14 } else { 1e-140 };

/// Zero below [`LEAST_VELOCITY`].
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
pub(crate) fn that_moves<L: Lanes>(velocity: L) -> L {
    velocity.unless_below(L::splat(LEAST_VELOCITY))
}

/// A velocity: x and y, m/s, angular, rad/s, and nothing.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub(crate) struct VelocityRecord([Scalar; 4]);

impl VelocityRecord {
    #[inline]
    pub(crate) fn add(&mut self, change: &Velocity<Scalar>) {
        let Self([x, y, angular, _]) = self;
        *x += change.x;
        *y += change.y;
        *angular += change.angular;
    }
}

impl From<Velocity<Scalar>> for VelocityRecord {
    #[inline]
    fn from(Velocity { x, y, angular }: Velocity<Scalar>) -> Self {
        Self([x, y, angular, 0.0])
    }
}

impl From<VelocityRecord> for Velocity<Scalar> {
    #[inline]
    fn from(VelocityRecord([x, y, angular, _]): VelocityRecord) -> Self {
        Self { x, y, angular }
    }
}

macro_rules! impl_record {
    ($($record:ident),*) => {$(
        impl Record for $record {
            #[inline]
            fn scalars(&self) -> &[Scalar; 4] {
                &self.0
            }

            #[inline]
            fn scalars_mut(&mut self) -> &mut [Scalar; 4] {
                &mut self.0
            }
        }
    )*};
}
impl_record!(DeltaPose, SplitPosition, DeltaRotation, VelocityRecord);

/// What joints read of the bodies that no batch has, by their places.
pub(crate) struct BodyView<'a> {
    /// The centres at the start of the step, in high and low parts.
    pub(crate) splits: &'a [SplitPosition],
    pub(crate) angles: &'a [Angle],
    pub(crate) moved: &'a [DeltaPose],
    pub(crate) turned: &'a [DeltaRotation],
}

/// The pose of a body as a joint sees it that has no rigid row, and to which arms are as long as they are.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
pub(crate) fn as_long<L: Lanes>(pose: Pose<L>) -> Pose<L> {
    let Pose { cos, sin, .. } = pose;
    let longer = L::splat(1.0) / (cos * cos + sin * sin).sqrt();
    Pose { cos: longer * cos, sin: longer * sin, ..pose }
}
