//! Which way a world is stepped.

use super::World;
use crate::constraint::Step;
use crate::error::Error;
use crate::lanes::Width;
use crate::math::Scalar;
use crate::solver;
use crate::stepping::Stepping;

impl World {
    /// How a step moves the bodies.
    pub const fn stepping(&self) -> Stepping {
        self.stepping
    }

    /// Sets how a step moves the bodies.
    ///
    /// # Errors
    /// [`Error::NoIterations`]; [`Error::NotAShare`], [`Error::NotFinite`] or [`Error::Negative`] for an option.
    pub fn set_stepping(&mut self, stepping: Stepping) -> Result<(), Error> {
        stepping.validate()?;
        self.stepping = stepping;
        Ok(())
    }

    /// Solves at most so many joints at once; the processor may have fewer lanes. For tests: no result depends on it.
    #[doc(hidden)]
    pub fn set_lanes(&mut self, most: usize) {
        self.motion.width = Width::at_most(most);
        self.bodies_changed = true;
    }

    /// How many parts a step has.
    pub(super) const fn parts(&self) -> u32 {
        match self.stepping {
            Stepping::Substeps => self.substeps,
            Stepping::SequentialImpulses(_) => 1,
        }
    }

    /// Moves what [`step`](Self::step) has loaded.
    pub(super) fn solve(&mut self, step: Step<Scalar>, are_ready: bool) {
        self.joints_ready = matches!(self.stepping, Stepping::Substeps);
        let (motion, joints) = (&mut self.motion, &mut self.joints);
        match &self.stepping {
            Stepping::Substeps => solver::advance(motion, joints, step, self.substeps, self.time, are_ready),
            Stepping::SequentialImpulses(options) => {
                solver::impulses::advance(motion, joints, step, options, self.time);
            }
        }
    }
}
