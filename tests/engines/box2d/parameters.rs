//! The parameters of a recorded joint as Box2D holds them: in `f32`, at the type of the world's scalar.

use constraint_core::{Scalar, Softness, Vec2};

use super::float::rounded;
use crate::oracle::Joint;

/// The least length of a distance joint, m.
const LINEAR_SLOP: Scalar = 0.005;

/// A number of a recording.
#[allow(clippy::useless_conversion)] // not with the feature `f64`
pub(super) fn scalar(value: f64) -> Scalar {
    Scalar::from(rounded(value))
}

/// A number that has to be there.
pub(super) fn number(joint: &Joint, name: &str) -> Scalar {
    scalar(joint.number(name))
}

/// A spring by the names of its frequency and its damping.
pub(super) fn spring(joint: &Joint, hertz: &str, damping_ratio: &str) -> Softness {
    Softness::new(number(joint, hertz), number(joint, damping_ratio))
}

/// The greatest force of something that a switch turns off.
pub(super) fn force_if(on: bool, force: f64) -> Scalar {
    if on { scalar(force) } else { 0.0 }
}

/// The limits, infinite if they are off.
pub(super) fn limits(joint: &Joint) -> [Scalar; 2] {
    let on = joint.flag("enable_limit");
    if on {
        [scalar(joint.lower("lower")), scalar(joint.upper("upper"))]
    } else {
        [Scalar::NEG_INFINITY, Scalar::INFINITY]
    }
}

/// The limits of a length, which the engine keeps away from zero.
pub(super) fn lengths(joint: &Joint) -> [Scalar; 2] {
    let lower = scalar(joint.lower("lower"));
    [lower.max(LINEAR_SLOP), scalar(joint.upper("upper")).max(lower)]
}

/// The length of a distance joint, which the engine keeps away from zero.
pub(super) fn length(joint: &Joint) -> Scalar {
    number(joint, "length").max(LINEAR_SLOP)
}

/// A joint's two frames.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frames {
    pub(super) anchors: [Vec2; 2],
    /// The direction of the first frame's x in its body.
    pub(super) axis: Vec2,
    /// `φ = φ_a − φ_b`: the angle between the bodies where that between the frames is zero.
    pub(super) reference_angle: Scalar,
}

impl Frames {
    pub(super) fn of(joint: &Joint) -> Self {
        let [a, b] = [joint.numbers::<3>("frame_a"), joint.numbers::<3>("frame_b")];
        let anchor = |[x, y, _]: [f64; 3]| Vec2::new(scalar(x), scalar(y));
        let (sin, cos) = a[2].sin_cos();
        Self {
            anchors: [anchor(a), anchor(b)],
            axis: Vec2::new(scalar(cos), scalar(sin)),
            reference_angle: scalar(a[2]) - scalar(b[2]),
        }
    }
}
