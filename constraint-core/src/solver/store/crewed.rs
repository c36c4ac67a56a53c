//! The joints of one type whose bodies are in [crews](crate::solver::crews).

mod passes;
mod pool;
mod ranks;

use super::active::{Memory, gather};
use crate::constraint::{Constraint, Pass, Step};
use crate::kinematics::MassProperties;
#[cfg(not(target_arch = "x86_64"))]
use crate::lanes::Narrow;
use crate::lanes::Width;
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Avx, Wide};
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::crews::{AnyCrew, Post, Row};
use ranks::Ranks;
pub(super) use ranks::{Comer, Rung};

/// The joints by the number of their crew, in lanes as wide as it is: see [`AnyCrew`].
pub(super) enum Crewed<J: Constraint> {
    #[cfg(target_arch = "x86_64")]
    Wide(Ranks<J, Wide>),
    /// Also where there are no crews.
    #[cfg(target_arch = "x86_64")]
    Avx(Ranks<J, Avx>),
    #[cfg(not(target_arch = "x86_64"))]
    Narrow(Ranks<J, Narrow>),
}

/// Calls the same method whatever the width.
macro_rules! each_width {
    ($crewed:expr, $ranks:ident => $call:expr) => {
        match $crewed {
            #[cfg(target_arch = "x86_64")]
            Crewed::Wide($ranks) => $call,
            #[cfg(target_arch = "x86_64")]
            Crewed::Avx($ranks) => $call,
            #[cfg(not(target_arch = "x86_64"))]
            Crewed::Narrow($ranks) => $call,
        }
    };
}

/// Calls the same method with the crew, which has the same width: one of another is disbanded before.
macro_rules! each_crew {
    ($crewed:expr, $crew:expr, ($ranks:ident, $bodies:ident) => $call:expr) => {
        match ($crewed, $crew) {
            #[cfg(target_arch = "x86_64")]
            (Crewed::Wide($ranks), AnyCrew::Wide($bodies)) => $call,
            #[cfg(target_arch = "x86_64")]
            (Crewed::Avx($ranks), AnyCrew::Avx($bodies)) => $call,
            #[cfg(not(target_arch = "x86_64"))]
            (Crewed::Narrow($ranks), AnyCrew::Narrow($bodies)) => $call,
            #[cfg(target_arch = "x86_64")]
            _ => debug_assert!(false, "a crew of another width"),
        }
    };
}

/// The owner's side.
impl<J: Constraint> Crewed<J> {
    pub(super) const fn new(width: Width) -> Self {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Wide => Self::Wide(Ranks::NEW),
            #[cfg(target_arch = "x86_64")]
            _ => Self::Avx(Ranks::NEW),
            #[cfg(not(target_arch = "x86_64"))]
            _ => Self::Narrow(Ranks::NEW),
        }
    }

    /// Joints side by side join a crew, after those before them, each in its lane. Returns where that of the first lane stands, or
    /// would; the others' follow. `None` if there are none.
    pub(super) fn join(&mut self, post: Post, row: &Row, joints: &[Option<Comer<J>>]) -> Option<Rung> {
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

    pub(super) fn setup(&self, rung: Rung) -> J::Setup<Scalar> {
        each_width!(self, ranks => ranks.setup(rung))
    }

    pub(super) fn memory(&self, rung: Rung) -> Memory<J> {
        each_width!(self, ranks => ranks.memory(rung))
    }

    pub(super) fn impulses(&self, rung: Rung) -> J::Rows<Scalar> {
        each_width!(self, ranks => ranks.impulses(rung))
    }

    /// Makes the setup of one joint anew.
    pub(super) fn set_up(&mut self, rung: Rung, joint: &J, bodies: &J::Bodies<u32>, masses: &[MassProperties<Scalar>]) {
        let setup = joint.setup::<Scalar>(&gather::<J, _>(bodies, masses));
        each_width!(self, ranks => ranks.set_up(rung, setup));
    }

    pub(super) fn scale_impulses(&mut self, factor: Scalar) {
        each_width!(self, ranks => ranks.scale_impulses(factor));
    }

    pub(super) fn forget(&mut self) {
        each_width!(self, ranks => ranks.forget());
    }
}

/// The passes' side.
impl<J: Constraint> Crewed<J> {
    /// As [`Blocks::begin`](super::blocks::Blocks::begin).
    pub(super) fn begin(&mut self, number: u32, crew: &mut AnyCrew, step: Step<Scalar>) {
        each_crew!(self, crew, (ranks, bodies) => ranks.begin(number, bodies, step));
    }

    pub(super) fn solve(&mut self, number: u32, crew: &mut AnyCrew, pass: &Pass<Scalar>) {
        each_crew!(self, crew, (ranks, bodies) => ranks.solve(number, bodies, pass));
    }

    pub(super) fn relax(&mut self, number: u32, crew: &mut AnyCrew, step: Step<Scalar>, is_last: bool) {
        each_crew!(self, crew, (ranks, bodies) => ranks.relax(number, bodies, step, is_last));
    }
}
