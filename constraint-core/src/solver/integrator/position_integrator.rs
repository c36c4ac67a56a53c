//! How a substep moves bodies on by their velocities.

use crate::lanes::Lanes;
use crate::math::Scalar;
use crate::pass::Pass;

use crate::kernels::records::that_moves;

/// Bound on the shortening of arms, as a share of their length. It is reached at a third of a radian in a substep. Without
/// a bound, a rope whose end cracks explodes.
const MOST_SHORTENED: Scalar = 0.2;

/// Share of the excess spin that a substep keeps, except the last of a step. Removing all of it pulls joints of the body
/// apart, and long ropes with a heavy or light end then blow up. From .29 on, none of 50 to 400 links did; larger shares
/// increase the error of large grids.
const SPARED: Scalar = 0.29;

/// Of what is beyond so many times the greatest speed nothing is left.
const BEYOND: Scalar = 6.0;

/// What bodies are moved on by in a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionIntegrator<S> {
    /// The substep, s.
    h: S,
    /// The greatest angular speed, rad/s.
    most_angular: S,
    /// What is left of a speed beyond that.
    spared: S,
    /// Shortening of arms, as a share of their length, for a turn of 1 rad in the substep: see [`PositionIntegrator::shortened`].
    shortening: S,
}

impl PositionIntegrator<Scalar> {
    /// Of a substep in which the `soft` pass corrects joints.
    pub(crate) fn new(h: Scalar, most_angular: Scalar, soft: &Pass<Scalar>) -> Self {
        // Where next to nothing is taken back, as in next to no time, it would be infinite, and of a body at rest no number.
        let shortening = (0.5 / (h * soft.bias_rate * soft.mass_scale)).min(Scalar::MAX);
        Self { h, most_angular, spared: SPARED, shortening }
    }

    /// As the last substep of a step has it: nothing spins faster when that has ended.
    pub(crate) const fn last(self) -> Self {
        Self { spared: 0.0, ..self }
    }

    /// Of one in which positions are corrected by themselves, or not at all.
    pub(crate) const fn plain(h: Scalar, most_angular: Scalar) -> Self {
        Self { h, most_angular, spared: 0.0, shortening: 0.0 }
    }

    /// The same in every lane.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    pub(crate) fn splat<L: Lanes>(self) -> PositionIntegrator<L> {
        let Self { h, most_angular, spared, shortening } = self;
        PositionIntegrator {
            h: L::splat(h),
            most_angular: L::splat(most_angular),
            spared: L::splat(spared),
            shortening: L::splat(shortening),
        }
    }
}

#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
impl<L: Lanes> PositionIntegrator<L> {
    /// Whether a body turns too fast. Hardly ever; not at NaN, which has to be seen at the end of the step.
    #[inline(always)]
    pub(crate) fn is_too_fast(&self, angular: L) -> bool {
        L::any(self.most_angular.less(angular.abs()))
    }

    /// The angular velocity, with what is left of it beyond the greatest one, either way: two and a half times that at most. NaN
    /// stays what it is.
    #[inline(always)]
    pub(crate) fn braked(&self, angular: L) -> L {
        let bounded = |most: L| (-most).max(most.min(angular));
        let (within, beyond) = (bounded(self.most_angular), bounded(L::splat(BEYOND) * self.most_angular));
        within + self.spared * (beyond - within)
    }

    /// How far this velocity takes a body in the substep, m or rad.
    #[inline(always)]
    pub(crate) fn by(&self, velocity: L) -> L {
        self.h * that_moves(velocity)
    }

    /// The cosine and sine of a body that has turned `by` so many rad in a substep, both a little less than they are.
    ///
    /// A joint's rate takes its anchors along tangents, from which the arc departs by (h ω)²/2 of the arm in the next substep. C does not
    /// know that before it has happened, and then the soft pass takes back only a share of it. With arms that much shorter,
    /// divided by that share, it asks for the arc from the start.
    ///
    /// J has these arms as well. Where K has the length of a turned vector, which is known, an iteration is off by as little.
    #[inline(always)]
    pub(crate) fn shortened(&self, [cos, sin]: [L; 2], by: L) -> [L; 2] {
        let less = (self.shortening * (by * by)).min(L::splat(MOST_SHORTENED));
        let rest = L::splat(1.0) - less;
        [rest * cos, rest * sin]
    }
}
