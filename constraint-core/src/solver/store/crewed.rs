//! The joints of one type whose bodies are in [crews](crate::solver::crews).

mod pool;
mod ranks;

use super::member::Kept;
use crate::constraint::{Pass, Step};
#[cfg(not(target_arch = "x86_64"))]
use crate::lanes::Simd128;
use crate::lanes::Width;
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Simd256, Simd512};
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::crews::{AnyCrew, Post, Row};
use crate::solver::kernels::{JointTable, Layout};
use ranks::Ranks;
pub(super) use ranks::{Comer, Rung};

/// The joints by the number of their crew, in lanes as wide as it is: see [`AnyCrew`].
pub(super) enum Crewed {
    #[cfg(target_arch = "x86_64")]
    Simd512(Ranks<Simd512>),
    /// Also where there are no crews.
    #[cfg(target_arch = "x86_64")]
    Simd256(Ranks<Simd256>),
    #[cfg(not(target_arch = "x86_64"))]
    Simd128(Ranks<Simd128>),
}

/// Calls the same method whatever the width.
macro_rules! each_width {
    ($crewed:expr, $ranks:ident => $call:expr) => {
        match $crewed {
            #[cfg(target_arch = "x86_64")]
            Crewed::Simd512($ranks) => $call,
            #[cfg(target_arch = "x86_64")]
            Crewed::Simd256($ranks) => $call,
            #[cfg(not(target_arch = "x86_64"))]
            Crewed::Simd128($ranks) => $call,
        }
    };
}

/// Calls the same method with the crew, which has the same width: one of another is disbanded before.
macro_rules! each_crew {
    ($crewed:expr, $crew:expr, ($ranks:ident, $bodies:ident) => $call:expr) => {
        match ($crewed, $crew) {
            #[cfg(target_arch = "x86_64")]
            (Crewed::Simd512($ranks), AnyCrew::Simd512($bodies)) => $call,
            #[cfg(target_arch = "x86_64")]
            (Crewed::Simd256($ranks), AnyCrew::Simd256($bodies)) => $call,
            #[cfg(not(target_arch = "x86_64"))]
            (Crewed::Simd128($ranks), AnyCrew::Simd128($bodies)) => $call,
            #[cfg(target_arch = "x86_64")]
            _ => debug_assert!(false, "a crew of another width"),
        }
    };
}

/// The owner's side.
impl Crewed {
    pub(super) const fn new(layout: Layout, width: Width) -> Self {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Simd512 => Self::Simd512(Ranks::new(layout)),
            #[cfg(target_arch = "x86_64")]
            _ => Self::Simd256(Ranks::new(layout)),
            #[cfg(not(target_arch = "x86_64"))]
            _ => Self::Simd128(Ranks::new(layout)),
        }
    }

    /// Joints side by side join a crew, after those before them, each in its lane. Returns where that of the first lane stands, or
    /// would; the others' follow. `None` if there are none.
    pub(super) fn join(&mut self, post: Post, row: &Row, joints: &[Option<Comer>]) -> Option<Rung> {
        each_width!(self, ranks => ranks.join(post, row, joints))
    }

    /// Whose joints an island has, and where they stand.
    pub(super) fn at_post(&self, post: Post) -> Vec<(Key, Rung)> {
        each_width!(self, ranks => ranks.at_post(post))
    }

    /// Removes a joint, whose island is leaving, or will leave before the next step.
    pub(super) fn remove(&mut self, rung: Rung) {
        each_width!(self, ranks => ranks.remove(rung));
    }

    /// A crew has no joints any more.
    pub(super) fn disband(&mut self, crew: u32) {
        each_width!(self, ranks => ranks.disband(crew));
    }

    pub(super) fn post(&self, rung: Rung) -> Post {
        each_width!(self, ranks => ranks.post(rung))
    }

    pub(super) fn colour(&self, rung: Rung) -> u32 {
        each_width!(self, ranks => ranks.colour(rung))
    }

    pub(super) fn setup(&self, rung: Rung) -> Vec<Scalar> {
        each_width!(self, ranks => ranks.setup(rung))
    }

    pub(super) fn kept(&self, rung: Rung) -> Kept {
        each_width!(self, ranks => ranks.kept(rung))
    }

    pub(super) fn impulses(&self, rung: Rung) -> Vec<Scalar> {
        each_width!(self, ranks => ranks.impulses(rung))
    }

    /// Gives one joint another setup.
    pub(super) fn set_setup(&mut self, rung: Rung, setup: &[Scalar]) {
        each_width!(self, ranks => ranks.set_setup(rung, setup));
    }

    pub(super) fn scale_impulses(&mut self, factor: Scalar) {
        each_width!(self, ranks => ranks.scale_impulses(factor));
    }

    pub(super) fn forget(&mut self) {
        each_width!(self, ranks => ranks.forget());
    }
}

/// The passes' side.
impl Crewed {
    /// Prepares the joints where the bodies are at the start of a step, and carries their impulses to its first substep.
    pub(super) fn begin(&mut self, kernels: &JointTable, number: u32, crew: &mut AnyCrew, step: Step<Scalar>) {
        each_crew!(self, crew, (ranks, bodies) => ranks.begin(kernels, number, bodies, step));
    }

    pub(super) fn solve(&mut self, kernels: &JointTable, number: u32, crew: &mut AnyCrew, pass: &Pass<Scalar>) {
        each_crew!(self, crew, (ranks, bodies) => ranks.solve(kernels, number, bodies, pass));
    }

    pub(super) fn relax(
        &mut self,
        kernels: &JointTable,
        number: u32,
        crew: &mut AnyCrew,
        step: Step<Scalar>,
        is_last: bool,
    ) {
        each_crew!(self, crew, (ranks, bodies) => ranks.relax(kernels, number, bodies, step, is_last));
    }
}
