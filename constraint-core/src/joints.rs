//! The catalogue: every joint of the papers and of three engines, each one closure.
//!
//! Where two engines mean the same joint, it is one struct. Any of them is soft, or of limited force, by the options of its
//! entry in the world ([`JointOptions`](crate::JointOptions)).
//!
//! | here | Nape: *Nape Constraints* | Chipmunk2D: *Constraints in Chipmunk2D* | Box2D v3 | derivation sheet |
//! |---|---|---|---|---|
//! | [`PivotJoint`] | `PivotJoint` | `PivotJoint` | revolute, without spring, limit and motor | revolute §1.2 |
//! | [`WeldJoint`] | `WeldJoint` | | weld | weld §1.7 |
//! | [`AngleJoint`] | `AngleJoint` | `RotaryLimitJoint`, `GearJoint` | | angle §1.5 |
//! | [`DistanceJoint`] | `DistanceJoint` | `PinJoint`, `SlideJoint` | distance, without spring and motor | distance §1.1 |
//! | [`LineJoint`] | `LineJoint` | `GrooveJoint` | | |
//! | [`RailJoint`], [`SoftRailJoint`] | | | | line §1.3; 003 |
//! | [`MotorJoint`] | `MotorJoint` | `SimpleMotor` | | |
//! | [`LinearMotorJoint`] | | | | linear motor §1.4 |
//! | [`PulleyJoint`] | `PulleyJoint` with 4 bodies; with 3 or 2, a body twice | | | |
//! | [`GroundPulleyJoint`] | | | | pulley §1.8 |
//! | [`SliderJoint`] | | | prismatic, without spring, limit and motor | prismatic §1.6 |
//! | [`RevoluteJoint`] | | | revolute | motored revolute §1.9 |
//! | [`PrismaticJoint`] | | | prismatic | |
//! | [`WheelJoint`] | | | wheel | |
//! | [`StrutJoint`] | | | distance | |
//! | [`DriveJoint`] | | | motor joint | |
//! | [`MouseJoint`] | | | mouse, before v3.1 | mouse §1.10 |
//! | [`SoftDistanceJoint`] | `DistanceJoint`, not stiff | | | soft constraints §2 |
//! | [`DampedSpring`] | | `DampedSpring` | | |
//! | [`DampedRotarySpring`] | | `DampedRotarySpring` | | |
//! | [`RatchetJoint`] | | `RatchetJoint` | | |
//!
//! # Joints of your own
//!
//! What the catalogue lacks is a closure of its own. A cam follower reads its profile from a [`Curve`](crate::Curve):
//!
//! ```
//! use constraint_core::prelude::*;
//!
//! /// A follower that slides along an axis of a frame, and a cam that turns in it. The profile is the distance of the follower from
//! /// the centre of the cam, m, by the angle of the cam, rad.
//! #[constraint(|frame, cam, follower| {
//!     let axis = frame.rotation * self.local_axis;
//!     let d = follower.position - cam.position;
//!     (axis.dot(d) - self.profile.at(cam.angle - frame.angle), axis.perp_dot(d))
//! })]
//! #[derive(Clone, Debug)]
//! pub struct CamJoint {
//!     pub local_axis: Vec2,
//!     pub profile: Curve,
//! }
//!
//! // 50 mm from the centre, and 20 mm more on the other side.
//! let points = (0..36).map(|point| {
//!     let angle = consts::TAU * point as Scalar / 36.0;
//!     (angle, 0.06 - 0.01 * angle.cos())
//! });
//! let profile = Curve::spline(points, Ends::Turn)?;
//! let mut world = World::new();
//! let frame = world.add_body(Body::fixed())?;
//! let cam = world.add_body(Body::kinematic().spinning(consts::PI))?;
//! let follower = world.add_body(Body::dynamic(0.2, 1e-4).at(Vec2::new(0.0, 0.05)))?;
//! let joint = world.add_joint([frame, cam, follower], CamJoint { local_axis: Vec2::Y, profile })?;
//! for _ in 0..60 {
//!     world.step(1.0 / 60.0)?;
//! }
//! // Half a turn later.
//! assert!((world.body(follower)?.position().y - 0.07).abs() < 1e-4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Sources
//!
//! The papers that documentation cites by name and section:
//!
//! - *Nape Constraints*: L. Deltodesco, November 2012.
//! - *User-defined Constraints in Nape*: L. Deltodesco, January 2012.
//! - *Constraints in Chipmunk2D*: A. Halliwushka, *Software Requirements Specification for Constraints in Chipmunk2D*,
//!   January 2016.
//! - The *line joint page*: an undated web page with listings in JavaScript.
//! - The *derivation sheet*: equality constraints (§1) and soft ones (§2), half of it in Hungarian, without a date.
//!
//! All five have wrong formulas. The joints here are derived from their closures and tested against exact motion.

use crate::{BodyState, Canvas, Vec2};

mod angle;
mod at;
mod damped_rotary_spring;
mod damped_spring;
mod distance;
mod drive;
mod ground_pulley;
mod line;
mod linear_motor;
mod motor;
mod mouse;
mod neutral;
mod pivot;
mod prismatic;
mod pulley;
mod rail;
mod ratchet;
mod revolute;
mod slider;
mod soft_distance;
mod soft_rail;
mod strut;
mod weld;
mod wheel;

pub use angle::AngleJoint;
pub use damped_rotary_spring::DampedRotarySpring;
pub use damped_spring::DampedSpring;
pub use distance::DistanceJoint;
pub use drive::DriveJoint;
pub use ground_pulley::GroundPulleyJoint;
pub use line::LineJoint;
pub use linear_motor::LinearMotorJoint;
pub use motor::MotorJoint;
pub use mouse::MouseJoint;
pub use pivot::PivotJoint;
pub use prismatic::PrismaticJoint;
pub use pulley::PulleyJoint;
pub use rail::RailJoint;
pub use ratchet::RatchetJoint;
pub use revolute::RevoluteJoint;
pub use slider::SliderJoint;
pub use soft_distance::SoftDistanceJoint;
pub use soft_rail::SoftRailJoint;
pub use strut::StrutJoint;
pub use weld::WeldJoint;
pub use wheel::WheelJoint;

/// Draws a joint of angles, which names no points: the line between the centres of two bodies, and on each body a hand that turns
/// with it. For the option `draw` of a joint of your own.
///
/// ```
/// use constraint_core::joints::draw_hands;
/// use constraint_core::{BodyState, Canvas, Scalar, constraint};
///
/// #[constraint(|a, b| b.angle - self.ratio * a.angle, draw = Self::sketch)]
/// struct Gear {
///     ratio: Scalar,
/// }
///
/// impl Gear {
///     fn sketch(&self, a: &BodyState, b: &BodyState, canvas: &mut dyn Canvas) {
///         draw_hands([a, b], canvas);
///     }
/// }
/// ```
pub fn draw_hands(bodies: [&BodyState; 2], canvas: &mut dyn Canvas) {
    let [a, b] = bodies.map(|body| body.position);
    canvas.segment(a, b);
    let length = 0.25 * a.distance(b);
    for body in bodies {
        canvas.point(body.position);
        canvas.segment(body.position, body.point(Vec2::X * length));
    }
}
