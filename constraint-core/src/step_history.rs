//! What a step depends on of the lengths of earlier steps. With it, steps may vary in length, as frames do.

use crate::math::Scalar;
use crate::pass::{Pass, Step};
use crate::softness::Softness;

/// How often an impulse may be as large as in the substep before.
///
/// An impulse that carries a load is proportional to the substep. But impulses also hold velocity errors that the
/// iterations left, and these are not. After a substep of a microsecond, such a rest would look like ten thousand times the
/// force.
const MOST_LONGER: Scalar = 4.0;

/// How much of what passes is taken off the substep H that rows are stiff for: much less than what they take out of an error.
///
/// At the stiffness for H an error C decays at .55/H a second, the slower mode of the spring of [`StepHistory::default_pass`]. With a share of
/// .55 the rate C/H at which it is corrected would stay the same. But in a loop of joints an iteration takes out less, and
/// lengths may go up and down: of 300 random mechanisms with loops, in steps of 1 to 33 ms at random, 97 gained more than a tenth of
/// their weight times a metre at a share of .1, 11 at .05, none at .02 nor at this one.
const SHARE: Scalar = 0.01;

/// Joints that are stiff for a substep so many times as long as the last one are [softened](StepHistory::is_softened).
const SOFTENED: Scalar = 2.0;

/// The longest substep whose stiffness outlasts it, s. A pause of a minute must not leave joints soft for ten.
const LONGEST: Scalar = 1.0 / 60.0;

/// The lengths of the substeps so far, as far as the next one depends on them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepHistory {
    /// The last substep, s, if joints have impulses of it.
    pub(crate) last: Option<Scalar>,
    /// The least substep, s, to whose length rows are as stiff.
    ///
    /// The shorter a substep, the stiffer the rows. A short substep after a long one would remove the stretch of the long
    /// one at a great velocity, so the stiffness rises slowly.
    pub(crate) stiff_for: Scalar,
}

impl StepHistory {
    /// How many times as large impulses are in a substep of length `h` as in the last one, if that was of another length.
    pub(crate) fn longer(&self, h: Scalar) -> Option<Scalar> {
        self.last.filter(|last| last.to_bits() != h.to_bits()).map(|last| warm_start_delta(last, h))
    }

    /// Whether rigid joints are softer than the last substep asks for, since a longer one was taken not long ago.
    pub(crate) fn is_softened(&self) -> bool {
        self.last.is_some_and(|last| self.stiff_for > SOFTENED * last)
    }

    /// How rows without a softness of their own are treated by the pass that corrects positions: a spring of 0.2525/H Hz and
    /// damping ratio 1.6.
    ///
    /// At a substep of 1/240 s that is 60.6 Hz, where Box2D v3 has 60 Hz: about the stiffest spring that a substep resolves well. Its damping
    /// ratio of 2 takes less out of an error, .25 for .29, and applies more of the rigid impulse, .90 for .88, by which joints that are
    /// solved one after another blow up more trees and nets; at 1.5 ropes of distances with a heavy end do so. A fixed
    /// frequency would leave a joint under load stretched by g/ω², however short the substep. This one stiffens as the
    /// substep shrinks, and the motion converges to the exact constrained motion.
    pub(crate) fn default_pass(&self, h: Scalar) -> Pass<Scalar> {
        Softness::new(0.2525 * h.max(self.stiff_for).recip(), 1.6).pass(h)
    }

    /// After a step of some substeps, `dt` altogether: rows have been as stiff as for the last of them, and no stiffer.
    pub(crate) fn advance(&mut self, step: &Step<Scalar>, dt: Scalar) {
        self.last = Some(step.h);
        self.stiff_for = (self.stiff_for - SHARE * dt).max(step.h).min(LONGEST);
    }
}

/// How many times as large an impulse of a substep of length `last` is in one of length `h`.
pub(crate) fn warm_start_delta(last: Scalar, h: Scalar) -> Scalar {
    (h / last).min(MOST_LONGER)
}
