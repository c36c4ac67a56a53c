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

/// Does the same for each body of a joint, one after another in the code: what it does to their places is too long for the
/// compiler to take a loop apart by itself, and the bodies would go through memory.
macro_rules! each_body {
    ($joint:ident, $body:ident => $act:expr) => {{
        each_body!($joint, 0, $body => $act);
        each_body!($joint, 1, $body => $act);
        each_body!($joint, 2, $body => $act);
        each_body!($joint, 3, $body => $act);
        for $body in 4..$joint::BODIES {
            $act;
        }
    }};
    ($joint:ident, $number:literal, $body:ident => $act:expr) => {
        if $joint::BODIES > $number {
            let $body = $number;
            $act;
        }
    };
}

pub mod driver;
mod joint;
pub(crate) mod masked_body;
mod phases;
mod place;
mod span;
#[cfg(test)]
pub(crate) mod tests;

use crate::array::Values as _;
use crate::constraint::Constraint;
use crate::id::{AnyJointId, JointId};
use crate::lanes::{Gather, Simd128};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Simd256, Simd512};
use crate::math::Scalar;
use crate::slots::Key;

pub(crate) use crate::solver::kernels::joint::{AnyJoint, Parameters, Typed, array};
pub(crate) use crate::solver::kernels::phases::{AskSpokes, ImpulsePass, LEAST_IMPULSE, Phase, Prepare, Turns};
pub(crate) use crate::solver::kernels::place::{Angles, BatchPlace, BodyPlaces, Poses, Velocities, gather, scatter};
pub(crate) use crate::solver::kernels::span::Span;

/// How many numbers a joint of a type keeps, and what it reads.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // one for each question that a type answers
pub(crate) struct Layout {
    pub(crate) bodies: usize,
    pub(crate) rows: usize,
    /// With the slot of the joint, if it reads curves: see [`setup_size`].
    pub(crate) setup: usize,
    /// At least one, so that numbers can be told pack from pack.
    pub(crate) prepared: usize,
    /// See [`Constraint::MEMORY`].
    pub(crate) memory: &'static [usize],
    /// See [`Constraint::CURVES`].
    pub(crate) curves: usize,
    /// See [`Constraint::RELATIVE`], and the constants after it.
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

/// As how many numbers so many are stored.
const fn stored(count: usize) -> usize {
    if count == 0 { 1 } else { count }
}

/// How many numbers the setup of a joint is in a pack. The last one of a joint that reads curves is its slot: they are read where its
/// parameters are, since they are of any length.
const fn setup_size<J: Constraint>() -> usize {
    J::Setup::<Scalar>::COUNT + if J::CURVES == 0 { 0 } else { 1 }
}

/// The kernel of a joint type for one lane width.
pub(crate) type Kernel<L> = fn(&mut Span<'_, L>, &mut Phase<'_, L>);

/// What a joint type gives the solver.
#[derive(Debug)]
pub struct JointTable {
    pub(crate) layout: Layout,
    #[cfg(target_arch = "x86_64")]
    simd512: Kernel<Simd512>,
    #[cfg(target_arch = "x86_64")]
    simd256: Kernel<Simd256>,
    simd128: Kernel<Simd128>,
    /// Room for the parameters of such joints.
    pub(crate) parameters: fn() -> Box<dyn Parameters>,
    /// The name of such a joint in the world of this number.
    pub(crate) id: fn(u64, Key) -> AnyJointId,
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
                simd512: phases::run::<J, _>,
                #[cfg(target_arch = "x86_64")]
                simd256: phases::run::<J, _>,
                simd128: phases::run::<J, _>,
                parameters: || Box::new(Typed::<J>::default()),
                id: |world, key| JointId::<J>::new(world, key).into(),
            }
        }
    }
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
