//! A joint without its type.

use core::any::Any;

use crate::canvas::Canvas;
use crate::curve::Curve;
use crate::kinematics::{BodyState, MassProperties, Pose, Wrench};
use crate::law::Law;
use crate::law::Limits;
use crate::math::Scalar;
use crate::parameter::InvalidParameter;

/// What the solver asks of one joint of any type. Slices are as long as its [`Layout`](crate::kernels::Layout) says.
///
/// The mathematics is in double precision. It serves the joints that kernels cannot solve, position correction, and readings.
pub(crate) trait AnyJoint: Send + Sync {
    /// As [`Constraint::validate`](crate::Constraint::validate).
    fn check(&self) -> Result<(), InvalidParameter>;
    /// As [`Constraint::update`](crate::Constraint::update).
    fn update_with(&mut self, bodies: &[BodyState]);
    /// As [`Constraint::draw`](crate::Constraint::draw).
    fn draw_with(&self, bodies: &[BodyState], canvas: &mut dyn Canvas);
    /// Writes the numbers of the setup of the joint in this slot, between bodies of these masses.
    fn write_setup(&self, slot: u32, masses: &[MassProperties<Scalar>], setup: &mut [Scalar]);
    /// As [`Constraint::curve`](crate::Constraint::curve).
    fn curve_at(&self, number: usize) -> Option<&Curve>;
    /// Writes c of each row.
    fn write_position(&self, poses: &[Pose<f64>], time: f64, rows: &mut [f64]);
    /// Writes β: V of each row where nothing moves.
    fn write_bias(&self, poses: &[Pose<f64>], time: f64, rows: &mut [f64]);
    /// Writes J: a block for each row and body, body after body and row after row.
    fn write_jacobian(&self, poses: &[Pose<f64>], time: f64, blocks: &mut [Wrench<f64>]);
    /// Writes the lower triangle of H, as [`Constraint::stiffness_at`](crate::Constraint::stiffness_at).
    #[cfg(feature = "direct")]
    fn write_stiffness(&self, poses: &[Pose<f64>], lambda: &[f64], time: f64, entries: &mut [f64]);
    /// Writes between which values c of each row has to stay.
    fn write_limits(&self, rows: &mut [Limits<f64>]);
    /// Writes how each row acts.
    fn write_laws(&self, rows: &mut [Law<f64>]);
}

/// The parameters of joints, by their slots.
pub(crate) trait Parameters: Any + Send + Sync {
    fn get(&self, slot: u32) -> Option<&dyn AnyJoint>;
    fn get_mut(&mut self, slot: u32) -> Option<&mut dyn AnyJoint>;
    fn forget(&mut self, slot: u32);
    /// A copy of all of them.
    fn duplicate(&self) -> Box<dyn Parameters>;
}

impl Clone for Box<dyn Parameters> {
    fn clone(&self) -> Self {
        (**self).duplicate()
    }
}
