//! What a joint type gives the solver: a table of functions for each lane width, and its mathematics behind one trait.
//!
//! Everything else in the solver knows a joint only by this table. It is compiled once, with this crate; a user's crate compiles
//! what the table points at. A kernel runs over a *span*: joint packs one after another, with one joint in each lane, and their
//! numbers in plain arrays. It reads and writes bodies by the places that a pack names.
//!
//! ```text
//!              begin        prepare            solve               apply
//! reads        angles       poses, step        velocities, pass    velocities
//! changes      prepared     prepared           velocities, λ       velocities
//! ```

mod joint;
mod phases;
mod place;
mod span;

use crate::constraint::{Constraint, Pass, Step, Values as _};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Avx, Wide};
use crate::lanes::{Gather, Narrow};
use crate::math::Scalar;

pub(crate) use joint::{AnyJoint, array};
pub(crate) use place::{Angles, BatchPlace, BodyPlaces, Poses, Velocities, gather, scatter};
pub(crate) use span::{Setups, Span};

/// How many numbers a joint of a type keeps, and what it reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) bodies: usize,
    pub(crate) rows: usize,
    pub(crate) setup: usize,
    pub(crate) prepared: usize,
    /// See [`Constraint::MEMORY`].
    pub(crate) memory: &'static [usize],
    /// See [`Constraint::RELATIVE`], and the constants after it.
    pub(crate) is_relative: bool,
    pub(crate) reads_angle: bool,
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

/// The kernels of a joint type for one lane width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernels<L: Gather> {
    /// Sums of angles at the start of a step, in double precision. Only of joints that read angles.
    pub(crate) begin: fn(Span<'_, L>, Angles<'_>),
    /// C, J and K⁻¹ at the present poses.
    pub(crate) prepare: fn(Span<'_, L>, &Poses<'_, L>, &Step<Scalar>),
    /// One iteration.
    pub(crate) solve: fn(Span<'_, L>, Velocities<'_, L>, &Pass<Scalar>),
    /// v ← v + M⁻¹ Jᵀ λ
    pub(crate) apply: fn(Span<'_, L>, Velocities<'_, L>),
}

/// The table of a joint type.
#[derive(Debug)]
pub(crate) struct JointKernels {
    pub(crate) layout: Layout,
    #[cfg(target_arch = "x86_64")]
    wide: Kernels<Wide>,
    #[cfg(target_arch = "x86_64")]
    avx: Kernels<Avx>,
    narrow: Kernels<Narrow>,
}

impl JointKernels {
    /// The table of the joints of type `J`.
    pub(crate) const fn of<J: Constraint>() -> &'static Self {
        const {
            &Self {
                layout: Layout {
                    bodies: J::BODIES,
                    rows: J::ROWS,
                    setup: J::Setup::<Scalar>::COUNT,
                    prepared: J::Prepared::<Scalar>::COUNT,
                    memory: J::MEMORY,
                    is_relative: J::RELATIVE,
                    reads_angle: J::READS_ANGLE,
                    reads_angle_itself: J::READS_ANGLE_ITSELF,
                    reads_time: J::READS_TIME,
                    holds: J::HOLDS,
                    is_rigid: J::RIGID,
                    relaxes: J::RELAXES,
                    updates: J::UPDATES,
                },
                #[cfg(target_arch = "x86_64")]
                wide: Kernels::of::<J>(),
                #[cfg(target_arch = "x86_64")]
                avx: Kernels::of::<J>(),
                narrow: Kernels::of::<J>(),
            }
        }
    }
}

/// A lane width for which joint types have kernels.
pub(crate) trait HasKernels: Gather {
    /// The kernels of this width.
    fn kernels(table: &JointKernels) -> &Kernels<Self>;
}

#[cfg(target_arch = "x86_64")]
impl HasKernels for Wide {
    fn kernels(table: &JointKernels) -> &Kernels<Self> {
        &table.wide
    }
}

#[cfg(target_arch = "x86_64")]
impl HasKernels for Avx {
    fn kernels(table: &JointKernels) -> &Kernels<Self> {
        &table.avx
    }
}

impl HasKernels for Narrow {
    fn kernels(table: &JointKernels) -> &Kernels<Self> {
        &table.narrow
    }
}
