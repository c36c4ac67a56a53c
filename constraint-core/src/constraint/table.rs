//! The table of a joint type: its sizes, flags and kernels.

use super::Constraint;
use super::run::{run, setup_size, stored};
use super::typed::Typed;
use crate::array::Values as _;
use crate::id::JointId;
use crate::kernels::{JointTable, Layout};
use crate::math::Scalar;

impl JointTable {
    /// The table of the joints of type `J`.
    pub const fn of<J: Constraint>() -> &'static Self {
        const {
            &Self {
                layout: Layout {
                    bodies: J::BODIES,
                    rows: J::ROWS,
                    setup: setup_size::<J>(),
                    prepared: stored(J::Prepared::<Scalar>::COUNT),
                    memory: J::MEMORY,
                    curves: J::CURVES,
                    is_relative: J::RELATIVE,
                    reads_angle_itself: J::READS_ANGLE_ITSELF,
                    reads_time: J::READS_TIME,
                    holds: J::HOLDS,
                    is_rigid: J::RIGID,
                    relaxes: J::RELAXES,
                    updates: J::UPDATES,
                },
                #[cfg(target_arch = "x86_64")]
                simd512: run::<J, _>,
                #[cfg(target_arch = "x86_64")]
                simd256: run::<J, _>,
                simd128: run::<J, _>,
                parameters: || Box::new(Typed::<J>::default()),
                id: |world, key| JointId::<J>::new(world, key).into(),
            }
        }
    }
}
