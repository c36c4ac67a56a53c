//! What a joint type gives the solver: a table of functions for each lane width, and its mathematics behind one trait.
//!
//! Everything else in the solver knows a joint only by this table. It is compiled once, with this crate; a user's crate compiles
//! what the table points at. A kernel runs over a *span*: joint packs one after another, with one joint in each lane, and their
//! numbers in plain arrays. It reads and writes bodies by the places that a pack names, and runs one phase:
//!
//! ```text
//!              prepare             pass: solve         pass: apply
//! reads        poses, step         velocities, λ       velocities, λ
//! changes      prepared numbers    velocities, λ       velocities
//! ```

mod joint;
pub(crate) mod masked_body;
mod phases;
pub(crate) mod place;
pub(crate) mod records;
mod span;

use crate::id::AnyJointId;
use crate::lanes::{Gather, Simd128};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Simd256, Simd512};
use crate::math::Scalar;
use crate::slots::Key;

pub(crate) use crate::kernels::joint::{AnyJoint, Parameters};
pub(crate) use crate::kernels::masked_body::BodySlot;
pub(crate) use crate::kernels::phases::{AskSpokes, ImpulsePass, Iteration, LEAST_IMPULSE, Phase, Prepare, Turns};
pub(crate) use crate::kernels::place::{BatchPlace, BodyPlaces, Poses, Start, Velocities, gather, scatter};
pub(crate) use crate::kernels::span::{Span, base_of};

/// How many numbers a joint of a type keeps, and what it reads.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // one for each question that a type answers
pub(crate) struct Layout {
    pub(crate) bodies: usize,
    pub(crate) rows: usize,
    /// With the slot of the joint, if it reads curves: see `setup_size`.
    pub(crate) setup: usize,
    /// At least one: a slice of packs cannot be cut into chunks of length zero.
    pub(crate) prepared: usize,
    /// See [`Constraint::MEMORY`](crate::Constraint::MEMORY).
    pub(crate) memory: &'static [usize],
    /// See [`Constraint::CURVES`](crate::Constraint::CURVES).
    pub(crate) curves: usize,
    /// See [`Constraint::RELATIVE`](crate::Constraint::RELATIVE), and the constants after it.
    pub(crate) is_relative: bool,
    pub(crate) reads_angle_itself: bool,
    pub(crate) reads_time: bool,
    pub(crate) holds: bool,
    pub(crate) is_rigid: bool,
    pub(crate) relaxes: bool,
    pub(crate) updates: bool,
}

impl Layout {
    /// What a joint has prepared before it ever was: its last normals are the x axis.
    pub(crate) fn unprepared(&self) -> impl Iterator<Item = Scalar> {
        let is_x = |number: usize| self.memory.iter().step_by(2).any(|&x| x == number);
        (0..self.prepared).map(move |number| if is_x(number) { 1.0 } else { 0.0 })
    }
}

/// The kernel of a joint type for one lane width.
pub(crate) type Kernel<L> = fn(&mut Span<'_, L>, &mut Phase<'_, L>);

/// What a joint type gives the solver.
#[derive(Debug)]
pub struct JointTable {
    pub(crate) layout: Layout,
    #[cfg(target_arch = "x86_64")]
    pub(crate) simd512: Kernel<Simd512>,
    #[cfg(target_arch = "x86_64")]
    pub(crate) simd256: Kernel<Simd256>,
    pub(crate) simd128: Kernel<Simd128>,
    /// Room for the parameters of such joints.
    pub(crate) parameters: fn() -> Box<dyn Parameters>,
    /// The name of such a joint in the world of this number.
    pub(crate) id: fn(u64, Key) -> AnyJointId,
}

/// A lane width for which joint types have kernels.
pub(crate) trait HasKernels: Gather {
    /// The kernel of this width.
    fn kernel(table: &JointTable) -> Kernel<Self>;
}

#[cfg(target_arch = "x86_64")]
impl HasKernels for Simd512 {
    fn kernel(table: &JointTable) -> Kernel<Self> {
        table.simd512
    }
}

#[cfg(target_arch = "x86_64")]
impl HasKernels for Simd256 {
    fn kernel(table: &JointTable) -> Kernel<Self> {
        table.simd256
    }
}

impl HasKernels for Simd128 {
    fn kernel(table: &JointTable) -> Kernel<Self> {
        table.simd128
    }
}
