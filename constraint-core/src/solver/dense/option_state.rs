//! What the options of a joint ask of a step.

use crate::constraint::Pass;
use crate::event::Cause;
use crate::joint::JointOptions;
use crate::math::{Scalar, saturated};

/// What a joint does beyond what every joint does.
pub(crate) struct OptionState {
    options: JointOptions,
    /// How a soft joint is solved, at the present length of the substep.
    pub(crate) spring: Option<Pass<Scalar>>,
    /// The bound on the impulse of a substep, N·s.
    pub(crate) max_impulse: Scalar,
    /// How much of the present position error the joint acts on.
    share: Scalar,
    /// The greatest speed at which a rigid joint takes out its error, m/s, and the error.
    speed: Scalar,
    error: Scalar,
    /// What has broken the joint in this step, or in the last one.
    pub(crate) broken: Option<Cause>,
}

impl OptionState {
    /// Whether the joint is one whose position is corrected.
    pub(crate) const fn is_rigid(&self) -> bool {
        self.spring.is_none() && self.broken.is_none()
    }

    pub(crate) const fn new(options: &JointOptions) -> Self {
        Self {
            options: *options,
            spring: None,
            max_impulse: Scalar::INFINITY,
            share: 1.0,
            speed: Scalar::INFINITY,
            error: 0.0,
            broken: None,
        }
    }

    /// Readies the options for substeps of length `h`.
    pub(crate) fn begin(&mut self, h: Scalar) {
        self.spring = self.options.softness.map(|softness| softness.pass(h));
        self.max_impulse = self.options.max_force * h;
    }

    /// The pass as the joint sees it: its own spring, and its error bounded.
    pub(crate) fn pass(&self, pass: &Pass<Scalar>) -> Pass<Scalar> {
        if let Some(spring) = &self.spring {
            return Pass { bias_rate: spring.bias_rate * self.share, ..*spring };
        }
        let mut bias_rate = pass.bias_rate * self.share;
        if bias_rate * self.error > self.speed {
            bias_rate = self.speed / self.error;
        }
        Pass { bias_rate, ..*pass }
    }

    /// Bounds the position error at the present poses, whose norm over the rows without a spring of their own is `error`.
    pub(crate) fn bound_error(&mut self, mut error: impl FnMut() -> Scalar) {
        let bound = self.options.max_error;
        if bound < Scalar::INFINITY || self.speed < Scalar::INFINITY {
            self.error = error();
            self.share = if self.error > bound { bound / self.error } else { 1.0 };
        }
    }

    /// Has the joint take out its error no faster than at this speed, if it is rigid.
    pub(crate) const fn bound_speed(&mut self, speed: Scalar) {
        self.speed = speed;
    }

    /// Breaks the joint, if the substep that has just ended was too much for it: its impulses, or the norm of its position
    /// error.
    pub(crate) fn check_breaking(
        &mut self,
        impulses: impl Iterator<Item = Scalar>,
        inverse_h: Scalar,
        mut error: impl FnMut() -> Scalar,
    ) {
        let JointOptions { break_force, break_error, .. } = self.options;
        if self.broken.is_none() && break_force < Scalar::INFINITY {
            let force = impulses.map(|impulse| impulse * impulse).sum::<Scalar>().sqrt() * inverse_h;
            self.broken = (force > break_force).then_some(Cause::Force(saturated(force)));
        }
        if self.broken.is_none() && break_error < Scalar::INFINITY {
            let error = error();
            self.broken = (error > break_error).then_some(Cause::Error(saturated(error)));
        }
    }
}
