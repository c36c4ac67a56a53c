//! A joint without its type.

use core::any::Any;

use crate::canvas::Canvas;
use crate::constraint::{Array, Constraint, InvalidParameter, Limits, Values as _};
use crate::curve::Curve;
use crate::kinematics::{BodyState, MassProperties, Pose, Velocity, Wrench};
use crate::law::Law;
use crate::math::{Scalar, nearest};

/// What the solver asks of one joint, whatever its type. Slices are as long as its [`Layout`](crate::solver::kernels::Layout) says.
///
/// The mathematics is in double precision. It serves the joints that kernels cannot solve, position correction, and readings.
pub(crate) trait AnyJoint: Send + Sync {
    /// As [`Constraint::validate`].
    fn check(&self) -> Result<(), InvalidParameter>;
    /// As [`Constraint::update`].
    fn update_with(&mut self, bodies: &[BodyState]);
    /// As [`Constraint::draw`].
    fn draw_with(&self, bodies: &[BodyState], canvas: &mut dyn Canvas);
    /// Writes the numbers of the setup of the joint in this slot, between bodies of these masses.
    fn write_setup(&self, slot: u32, masses: &[MassProperties<Scalar>], setup: &mut [Scalar]);
    /// As [`Constraint::curve`].
    fn curve_at(&self, number: usize) -> Option<&Curve>;
    /// Writes c of each row.
    fn write_position(&self, poses: &[Pose<f64>], time: f64, rows: &mut [f64]);
    /// Writes β: V of each row where nothing moves.
    fn write_bias(&self, poses: &[Pose<f64>], time: f64, rows: &mut [f64]);
    /// Writes J: a block for each row and body, body after body and row after row.
    fn write_jacobian(&self, poses: &[Pose<f64>], time: f64, blocks: &mut [Wrench<f64>]);
    /// Writes between which values c of each row has to stay.
    fn write_limits(&self, rows: &mut [Limits<f64>]);
    /// Writes how each row acts.
    fn write_laws(&self, rows: &mut [Law<f64>]);
}

impl<J: Constraint> AnyJoint for J {
    fn check(&self) -> Result<(), InvalidParameter> {
        self.validate()
    }

    fn update_with(&mut self, bodies: &[BodyState]) {
        self.update(&array::<_, J::Bodies<BodyState>>(bodies));
    }

    fn draw_with(&self, bodies: &[BodyState], canvas: &mut dyn Canvas) {
        self.draw(&array::<_, J::Bodies<BodyState>>(bodies), canvas);
    }

    fn write_setup(&self, slot: u32, masses: &[MassProperties<Scalar>], setup: &mut [Scalar]) {
        self.setup(&array::<_, J::Bodies<MassProperties<Scalar>>>(masses)).store(setup);
        if J::CURVES > 0 {
            // Exact below 2²⁴ joints of one type.
            setup[J::Setup::<Scalar>::COUNT] = nearest(f64::from(slot));
        }
    }

    fn curve_at(&self, number: usize) -> Option<&Curve> {
        self.curve(number)
    }

    fn write_position(&self, poses: &[Pose<f64>], time: f64, rows: &mut [f64]) {
        rows.copy_from_slice(self.position_at(&array::<_, J::Bodies<Pose<f64>>>(poses), time).as_ref());
    }

    fn write_bias(&self, poses: &[Pose<f64>], time: f64, rows: &mut [f64]) {
        let at_rest = J::Bodies::repeat(Velocity::default());
        rows.copy_from_slice(self.velocity_at(&array::<_, J::Bodies<Pose<f64>>>(poses), &at_rest, time).as_ref());
    }

    fn write_jacobian(&self, poses: &[Pose<f64>], time: f64, blocks: &mut [Wrench<f64>]) {
        let jacobian = self.jacobian_at(&array::<_, J::Bodies<Pose<f64>>>(poses), time);
        for (blocks, row) in blocks.chunks_exact_mut(J::BODIES).zip(jacobian.as_ref()) {
            blocks.copy_from_slice(row.as_ref());
        }
    }

    fn write_limits(&self, rows: &mut [Limits<f64>]) {
        rows.copy_from_slice(self.limits::<f64>().as_ref());
    }

    fn write_laws(&self, rows: &mut [Law<f64>]) {
        rows.copy_from_slice(self.laws::<f64>().as_ref());
    }
}

/// The values of a slice that is as long as the array.
pub(crate) fn array<T: crate::constraint::Element, A: Array<T>>(values: &[T]) -> A {
    A::from_fn(|place| values[place])
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

/// Those of joints of type `J`.
pub(crate) struct Typed<J>(pub(crate) Vec<Option<J>>);

impl<J> Default for Typed<J> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<J: Constraint> Parameters for Typed<J> {
    fn get(&self, slot: u32) -> Option<&dyn AnyJoint> {
        Some(self.0.get(slot as usize)?.as_ref()?)
    }

    fn get_mut(&mut self, slot: u32) -> Option<&mut dyn AnyJoint> {
        Some(self.0.get_mut(slot as usize)?.as_mut()?)
    }

    fn forget(&mut self, slot: u32) {
        self.0[slot as usize] = None;
    }

    fn duplicate(&self) -> Box<dyn Parameters> {
        Box::new(Self(self.0.iter().map(|joint| joint.as_ref().map(J::duplicate)).collect()))
    }
}
