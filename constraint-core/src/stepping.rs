//! How a world gets from one step to the next.

use crate::check;
use crate::error::Error;
use crate::math::Scalar;

/// How a step moves the bodies: what [`World::set_stepping`](crate::World::set_stepping) takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Stepping {
    /// Substeps with one soft and one rigid pass over the joints each, as in Box2D v3: [`World::set_substeps`](crate::World::set_substeps)
    /// says how many. The best there is for its cost.
    ///
    /// From the second substep on, a joint with any rigid row sees its anchors a little nearer to the centres of bodies that spin, by
    /// 2 (h ω)² of that distance where steps are equal, and at most by a fifth: it so asks for the arcs along which they are about to
    /// move, not for the tangents.
    ///
    /// Joints of one type that share much of one body, a hub, are solved at once if they [only hold](crate::Constraint::HOLDS). With limits
    /// or motors they are solved in several sweeps, at most 16. How much they share is 1/m over 1/m + 1/m' of the bodies that the hub of
    /// mass m holds by them, added up; from three on, one sweep alone would gain energy.
    #[default]
    Substeps,
    /// One step of many iterations, as in Nape and in Chipmunk.
    SequentialImpulses(SequentialImpulses),
    /// Each island solved as a whole, in one step: no joint gains energy, and the motion is that of an integrator of high order. For
    /// mechanisms that have to be right, and for what other steppings cannot hold: see [`guide::stepping`](crate::guide::stepping).
    ///
    /// The number of substeps plays a part only for islands that are left to substeps. These have a joint with a bounded force on a
    /// vector, or with one of the [options](crate::JointOptions) `max_error`, `max_force` of several rows, or `softness` of a limit.
    #[cfg(feature = "direct")]
    Direct {
        /// Of the error: see [`Order`].
        order: Order,
    },
}

/// How the error of a [direct](Stepping::Direct) step falls as steps shrink.
#[cfg(feature = "direct")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Order {
    /// With the square of the step.
    #[default]
    Two,
    /// With its fourth power, at ten times the cost. An island takes a step of order two while a limit acts in it, and if it has
    /// damping, springs with a frequency, or greatest forces.
    Four,
}

/// Stepping in Nape's order (*Nape Constraints*; *User-defined Constraints in Nape* §4).
///
/// C, J and K at the poses before the step; gravity and forces; the impulses of the last step again; iterations that take
/// out velocity errors, and with it the position errors of springs; the motion; and then iterations that move the bodies of
/// rigid joints to where these would have them, each with a C and a J of its own. The number of substeps plays no part.
///
/// Where Nape waits until a limit is passed, this lets a row come as far as the limit within the step and no further.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SequentialImpulses {
    /// How often the velocities are corrected: once or more.
    pub velocity_iterations: u32,
    /// How often the positions are corrected.
    pub position_iterations: u32,
    /// The share of a position error that an iteration takes out, from 0 to 1. All of it makes joints that share a body
    /// overshoot.
    pub correction: Scalar,
    /// The position error that is left alone: the norm over a joint's rows, m, with rad for an angle. Without some, bodies
    /// at rest would go on trembling.
    pub slop: Scalar,
}

impl Default for SequentialImpulses {
    /// Ten iterations of each kind, half of the error, a millimetre: Nape's, at a hundred of its pixels to the metre.
    fn default() -> Self {
        Self { velocity_iterations: 10, position_iterations: 10, correction: 0.5, slop: 0.001 }
    }
}

impl Stepping {
    pub(crate) fn validate(&self) -> Result<(), Error> {
        let Self::SequentialImpulses(options) = self else { return Ok(()) };
        if options.velocity_iterations == 0 {
            return Err(Error::NoIterations);
        }
        check::share("correction of position errors", options.correction)?;
        check::finite_not_negative("slop of position errors", options.slop)
    }
}
