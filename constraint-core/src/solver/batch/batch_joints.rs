//! The joints of one type whose bodies are in [batches](crate::solver::batch).

mod packs;
mod setup_pool;

use crate::kernels::{JointTable, Layout, Parameters};
#[cfg(not(target_arch = "x86_64"))]
use crate::lanes::Simd128;
use crate::lanes::Width;
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Simd256, Simd512};
use crate::math::Scalar;
use crate::pass::{Pass, Step};
use crate::slots::Key;
pub(crate) use crate::solver::batch::batch_joints::packs::{BatchJointHandle, IncomingJoint};
use crate::solver::batch::batch_joints::packs::{BatchJoints, BatchRange};
use crate::solver::batch::{AnyBatch, BatchPack, BatchSlot};
use crate::solver::packs::joint_data::WarmStartCache;

/// What the joints of a type are prepared by.
#[derive(Clone, Copy)]
pub(crate) struct OfType<'a> {
    pub(crate) table: &'a JointTable,
    /// See [`Prepare::joints`](crate::kernels::Prepare::joints).
    pub(crate) joints: &'a dyn Parameters,
}

/// The joints by the number of their batch, in lanes as wide as it is: see [`AnyBatch`].
#[derive(Clone)]
pub(crate) enum AnyBatchJoints {
    #[cfg(target_arch = "x86_64")]
    Simd512(BatchJoints<Simd512>),
    /// Also where there are no batches.
    #[cfg(target_arch = "x86_64")]
    Simd256(BatchJoints<Simd256>),
    #[cfg(not(target_arch = "x86_64"))]
    Simd128(BatchJoints<Simd128>),
}

/// The joints of some batches, which a step may take beside others.
pub(crate) enum AnyBatchRange<'a> {
    #[cfg(target_arch = "x86_64")]
    Simd512(BatchRange<'a, Simd512>),
    #[cfg(target_arch = "x86_64")]
    Simd256(BatchRange<'a, Simd256>),
    #[cfg(not(target_arch = "x86_64"))]
    Simd128(BatchRange<'a, Simd128>),
}

/// Calls the same method whatever the width.
macro_rules! each_width {
    ($batch_joints:expr, $of_width:ident => $call:expr) => {
        match $batch_joints {
            #[cfg(target_arch = "x86_64")]
            AnyBatchJoints::Simd512($of_width) => $call,
            #[cfg(target_arch = "x86_64")]
            AnyBatchJoints::Simd256($of_width) => $call,
            #[cfg(not(target_arch = "x86_64"))]
            AnyBatchJoints::Simd128($of_width) => $call,
        }
    };
}

/// Makes a range of another one, for lanes of any width.
macro_rules! each_range {
    ($from:ident, $any:expr, $of_width:ident => $range:expr) => {
        match $any {
            #[cfg(target_arch = "x86_64")]
            $from::Simd512($of_width) => $range.map(AnyBatchRange::Simd512),
            #[cfg(target_arch = "x86_64")]
            $from::Simd256($of_width) => $range.map(AnyBatchRange::Simd256),
            #[cfg(not(target_arch = "x86_64"))]
            $from::Simd128($of_width) => $range.map(AnyBatchRange::Simd128),
        }
    };
}

/// Calls the same method with the batch, which has the same width: one of another is freed before.
macro_rules! each_batch {
    ($batch_joints:expr, $batch:expr, ($of_width:ident, $bodies:ident) => $call:expr) => {
        match ($batch_joints, $batch) {
            #[cfg(target_arch = "x86_64")]
            (AnyBatchRange::Simd512($of_width), AnyBatch::Simd512($bodies)) => $call,
            #[cfg(target_arch = "x86_64")]
            (AnyBatchRange::Simd256($of_width), AnyBatch::Simd256($bodies)) => $call,
            #[cfg(not(target_arch = "x86_64"))]
            (AnyBatchRange::Simd128($of_width), AnyBatch::Simd128($bodies)) => $call,
            #[cfg(target_arch = "x86_64")]
            _ => debug_assert!(false, "a batch of another width"),
        }
    };
}

/// The owner's side.
impl AnyBatchJoints {
    pub(crate) const fn new(layout: Layout, width: Width) -> Self {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Simd512 => Self::Simd512(BatchJoints::new(layout)),
            #[cfg(target_arch = "x86_64")]
            _ => Self::Simd256(BatchJoints::new(layout)),
            #[cfg(not(target_arch = "x86_64"))]
            _ => Self::Simd128(BatchJoints::new(layout)),
        }
    }

    /// Joints side by side join a batch, after those before them, each in its lane. Returns where that of the first lane stands, or
    /// would; the others' follow. `None` if there are none.
    pub(crate) fn join(
        &mut self,
        batch_slot: BatchSlot,
        row: &BatchPack,
        joints: &[Option<IncomingJoint>],
    ) -> Option<BatchJointHandle> {
        each_width!(self, of_width => of_width.join(batch_slot, row, joints))
    }

    /// Whose joints an island has, and where they stand.
    pub(crate) fn at_slot(&self, batch_slot: BatchSlot) -> Vec<(Key, BatchJointHandle)> {
        each_width!(self, of_width => of_width.at_slot(batch_slot))
    }

    /// Removes a joint, whose island is leaving, or will leave before the next step.
    pub(crate) fn remove(&mut self, handle: BatchJointHandle) {
        each_width!(self, of_width => of_width.remove(handle));
    }

    /// A batch has no joints any more.
    pub(crate) fn free(&mut self, batch: u32) {
        each_width!(self, of_width => of_width.free(batch));
    }

    pub(crate) fn batch_slot(&self, handle: BatchJointHandle) -> BatchSlot {
        each_width!(self, of_width => of_width.batch_slot(handle))
    }

    pub(crate) fn colour(&self, handle: BatchJointHandle) -> u32 {
        each_width!(self, of_width => of_width.colour(handle))
    }

    pub(crate) fn setup(&self, handle: BatchJointHandle) -> Vec<Scalar> {
        each_width!(self, of_width => of_width.setup(handle))
    }

    pub(crate) fn kept(&self, handle: BatchJointHandle) -> WarmStartCache {
        each_width!(self, of_width => of_width.kept(handle))
    }

    pub(crate) fn impulses(&self, handle: BatchJointHandle) -> Vec<Scalar> {
        each_width!(self, of_width => of_width.impulses(handle))
    }

    /// Appends the impulses of one joint.
    pub(crate) fn read_impulses(&self, handle: BatchJointHandle, into: &mut Vec<Scalar>) {
        each_width!(self, of_width => of_width.read_impulses(handle, into));
    }

    /// Gives one joint another setup. By how much a number of it has changed at most.
    pub(crate) fn set_setup(&mut self, handle: BatchJointHandle, setup: &[Scalar]) -> Scalar {
        let old = each_width!(self, of_width => of_width.setup(handle));
        each_width!(self, of_width => of_width.set_setup(handle, setup));
        old.iter().zip(setup).map(|(old, new)| (new - old).abs()).fold(0.0, Scalar::max)
    }

    /// Scales the impulses of one joint.
    pub(crate) fn scale_impulses_of(&mut self, handle: BatchJointHandle, factor: Scalar) {
        each_width!(self, of_width => of_width.scale_impulses_of(handle, factor));
    }

    pub(crate) fn scale_impulses(&mut self, factor: Scalar) {
        each_width!(self, of_width => of_width.scale_impulses(factor));
    }

    pub(crate) fn forget(&mut self) {
        each_width!(self, of_width => of_width.forget());
    }
}

/// The step's side.
impl AnyBatchJoints {
    /// The joints of all batches, to be split into so many pieces at most.
    pub(crate) fn all(&mut self, pieces: usize) -> AnyBatchRange<'_> {
        let [all] = each_range!(AnyBatchJoints, self, of_width => [of_width.all(pieces)]);
        all
    }
}

/// The passes' side.
impl AnyBatchRange<'_> {
    /// The joints of the batches before this one, as a piece of work of its own, and those of the others.
    pub(crate) fn split(self, batch: u32) -> [Self; 2] {
        each_range!(AnyBatchRange, self, of_width => of_width.split(batch))
    }

    pub(crate) fn reborrow(&mut self) -> AnyBatchRange<'_> {
        let [all] = each_range!(AnyBatchRange, self, of_width => [of_width.reborrow()]);
        all
    }

    /// Prepares the joints where the bodies are at the start of a step, and carries their impulses to its first substep.
    pub(crate) fn begin(&mut self, kernels: OfType<'_>, number: u32, batch: &mut AnyBatch, step: Step<Scalar>) {
        each_batch!(self, batch, (of_width, bodies) => of_width.begin(kernels, number, bodies, step));
    }

    pub(crate) fn solve(&mut self, kernels: &JointTable, number: u32, batch: &mut AnyBatch, pass: &Pass<Scalar>) {
        each_batch!(self, batch, (of_width, bodies) => of_width.solve(kernels, number, bodies, pass));
    }

    pub(crate) fn relax(
        &mut self,
        kernels: OfType<'_>,
        number: u32,
        batch: &mut AnyBatch,
        step: Step<Scalar>,
        is_last: bool,
    ) {
        each_batch!(self, batch, (of_width, bodies) => of_width.relax(kernels, number, bodies, step, is_last));
    }
}
