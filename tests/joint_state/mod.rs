//! What a joint finds in the middle of a step, at random.

use constraint_core::{Array, Constraint, MassProperties, Pose, Real, Velocity};

/// Its bodies and its impulses.
pub(crate) struct State<J: Constraint, S: Real> {
    pub(crate) masses: J::Bodies<MassProperties<S>>,
    pub(crate) poses: J::Bodies<Pose<S>>,
    pub(crate) velocities: J::Bodies<Velocity<S>>,
    pub(crate) impulses: J::Rows<S>,
}

impl<J: Constraint, S: Real> State<J, S> {
    /// Of numbers between two others.
    pub(crate) fn random(mut number: impl FnMut(f32, f32) -> S) -> Self {
        Self {
            masses: J::Bodies::from_fn(|_| MassProperties {
                inverse_mass: number(0.1, 2.0),
                inverse_inertia: number(0.1, 2.0),
            }),
            poses: J::Bodies::from_fn(|_| Pose::new(number(-2.0, 2.0), number(-2.0, 2.0), number(-4.0, 4.0))),
            velocities: J::Bodies::from_fn(|_| Velocity {
                x: number(-3.0, 3.0),
                y: number(-3.0, 3.0),
                angular: number(-3.0, 3.0),
            }),
            impulses: J::Rows::from_fn(|_| number(-0.5, 0.5)),
        }
    }
}
