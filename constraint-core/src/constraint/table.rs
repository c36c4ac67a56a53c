//! The table of a joint type: its sizes, flags and kernels.

use super::Constraint;
use super::run::run;
use super::typed::Typed;
use crate::array::Values as _;
use crate::id::JointId;
use crate::kernels::{JointTable, Layout};
use crate::math::Scalar;

/// As how many numbers so many are stored.
pub(super) const fn stored(count: usize) -> usize {
    if count == 0 { 1 } else { count }
}

/// How many numbers the setup of a joint is in a pack. The last one of a joint that reads curves is its slot: they are read where its
/// parameters are, since they are of any length.
pub(super) const fn setup_size<J: Constraint>() -> usize {
    J::Setup::<Scalar>::COUNT + if J::CURVES == 0 { 0 } else { 1 }
}

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
