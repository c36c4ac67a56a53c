//! Bodies that a test keeps for a `JointSet`, in a list.

use constraint_core::joint_set::{BodySet, SolverBody};
use constraint_core::{Scalar, Velocity};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bodies(pub(crate) Vec<SolverBody>);

impl BodySet for Bodies {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn body(&self, index: u32) -> SolverBody {
        self.0[index as usize]
    }

    fn set_velocity(&mut self, index: u32, velocity: Velocity<Scalar>) {
        self.0[index as usize].velocity = velocity;
    }
}
