use crate::joints::draw_hands;
use crate::{BodyState, Canvas, Scalar, constraint};

/// The second body turns one way against the first, tooth by tooth, and not back: a socket wrench, a winch.
///
#[doc = include_str!("../pictures/ratchet.svg")]
///
/// `C = ±(θ_b − θ_a − tooth)`, at least zero, one row, in radians: the tooth moves on by whole `pitch`es as the angle passes
/// them, the sign is the pitch's. Chipmunk's ratchet joint (*Constraints in Chipmunk2D* IM10).
///
/// Teeth are counted in the world's scalar: in `f32` those of a pitch of 0.1 are uneven once the bodies are 1e6 rad apart.
///
/// ```
/// use constraint_core::joints::RatchetJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// let drum = world.add_body(Body::dynamic(5.0, 0.5).with_gravity_scale(0.0).spinning(2.0))?;
/// world.add_joint([ground, drum], RatchetJoint { pitch: 0.5, tooth: 0.0 })?;
/// // It winds freely: 2 rad in a second.
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!((world.body(drum)?.angle() - 2.0).abs() < 0.01);
/// // Pulled back, it holds at the last tooth.
/// world.body_mut(drum)?.set_torque(-3.0)?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!(world.body(drum)?.angle() > 1.99);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[doc(alias = "cpRatchetJoint")]
#[constraint(
    |a, b| {
        let way: Scalar = self.pitch.signum();
        (way * (b.angle - a.angle - self.tooth)).within(0.0..)
    },
    validate = Self::has_teeth,
    update = Self::advance,
    draw = Self::sketch,
)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RatchetJoint {
    /// The angle from tooth to tooth, rad; negative where it turns clockwise.
    pub pitch: Scalar,
    /// The angle of the tooth that holds now, rad; any angle of a tooth at or behind the bodies' own to begin with.
    pub tooth: Scalar,
}

impl RatchetJoint {
    #[allow(clippy::trivially_copy_pass_by_ref)] // the option's form
    fn has_teeth(&self) -> Result<(), String> {
        if self.pitch == 0.0 { Err("`pitch` is 0: the ratchet has no teeth".to_owned()) } else { Ok(()) }
    }

    #[allow(clippy::trivially_copy_pass_by_ref, clippy::unused_self)] // the option's form
    fn sketch(&self, a: &BodyState, b: &BodyState, canvas: &mut dyn Canvas) {
        draw_hands([a, b], canvas);
    }

    /// Moves to the last tooth that was passed. Inlined: callers then compute only the body data that it reads.
    #[inline]
    fn advance(&mut self, a: &BodyState, b: &BodyState) {
        let passed = ((b.angle - a.angle - self.tooth) / self.pitch).floor();
        if passed > 0.0 {
            self.tooth += passed * self.pitch;
        }
    }
}
