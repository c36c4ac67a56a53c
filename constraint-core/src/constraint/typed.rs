//! A joint by its type, as the untyped solver takes it.

use super::Constraint;
use crate::array::{Array, Values as _, array};
use crate::canvas::Canvas;
use crate::curve::Curve;
use crate::kernels::{AnyJoint, Parameters};
use crate::kinematics::{BodyState, MassProperties, Pose, Velocity, Wrench};
use crate::law::{Law, Limits};
use crate::math::{Scalar, nearest};
use crate::parameter::InvalidParameter;

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

    #[cfg(feature = "direct")]
    fn write_stiffness(&self, poses: &[Pose<f64>], lambda: &[f64], time: f64, entries: &mut [f64]) {
        let (poses, lambda) = (array::<_, J::Bodies<Pose<f64>>>(poses), array::<_, J::Rows<f64>>(lambda));
        self.stiffness_at(&poses, &lambda, time, entries);
    }

    fn write_limits(&self, rows: &mut [Limits<f64>]) {
        rows.copy_from_slice(self.limits::<f64>().as_ref());
    }

    fn write_laws(&self, rows: &mut [Law<f64>]) {
        rows.copy_from_slice(self.laws::<f64>().as_ref());
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
