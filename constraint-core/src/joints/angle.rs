use crate::{BodyState, Canvas, Scalar, constraint};

/// The angle between two bodies kept within limits, one of them counted `ratio` times: a stop, a lock, a gear.
///
/// `C = ρ θ_b − θ_a` within `lower..=upper`, one row, in radians; angles count whole turns. Equal limits make a gear of
/// ratio ρ, or with ρ = 1 a lock of the angle. Nape's `AngleJoint` (*Nape Constraints* §3.3), Chipmunk's rotary limit and gear.
#[doc(alias = "GearJoint")]
#[doc(alias = "RotaryLimitJoint")]
#[constraint(
    |a, b| (self.ratio * b.angle - a.angle).within(self.lower..=self.upper),
    draw = Self::sketch,
)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AngleJoint {
    /// ρ: how often the second body's angle counts.
    pub ratio: Scalar,
    /// The least C, rad; −∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved::number"))]
    pub lower: Scalar,
    /// The greatest C, rad; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved::number"))]
    pub upper: Scalar,
}

impl AngleJoint {
    #[allow(clippy::unused_self)] // the option's form
    fn sketch(&self, a: &BodyState, b: &BodyState, canvas: &mut dyn Canvas) {
        super::hands::draw([a, b], canvas);
    }
}
