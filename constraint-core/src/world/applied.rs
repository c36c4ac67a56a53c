//! Forces that act during one step only.

use super::World;
use crate::body::AppliedForce;
use crate::math::{Scalar, Vec2};

impl World {
    /// Adds the forces that act during this step to the constant ones. Returns the constant ones, in the order of the forces.
    pub(super) fn push_bodies(&mut self) -> Vec<(Vec2, Scalar)> {
        let Self { touched, bodies, .. } = self;
        let mut push = |applied: &AppliedForce| Some(bodies.at_mut(applied.place)?.1.push(applied));
        touched.applied.iter().map(|applied| push(applied).unwrap_or_default()).collect()
    }

    /// Gives bodies back their constant forces, and has the next step load them. The others act no longer if the step `is_done`.
    pub(super) fn release_bodies(&mut self, constant: &[(Vec2, Scalar)], is_done: bool) {
        let applied = core::mem::take(&mut self.touched.applied);
        // Backwards: several forces may act on one body.
        for (applied, &constant) in applied.iter().zip(constant).rev() {
            if let Some((_, body)) = self.bodies.at_mut(applied.place) {
                body.set_constant_force(constant);
                // As if its owner had set the force back: the energy guard counts from here.
                body.touch(applied.place, &mut self.touched);
                self.mark_body(applied.place);
            }
        }
        if !is_done {
            self.touched.applied = applied;
        }
    }
}
