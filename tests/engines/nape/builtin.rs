//! The seven joints that Nape has, in its order: one loop for all, and for each what the engine does differently there.

use super::body::Body;
use super::joint::{Base, Outcome, Side, Soft, Step, is_equality, length_squared, shorten};
use super::position;
use super::solve;

/// Below this square of a distance a `DistanceJoint` holds nothing (`Config.epsilon`).
const NO_DISTANCE_SQUARED: f64 = 1e-8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Pivot,
    Weld,
    Angle,
    Distance,
    Line,
    Motor,
    Pulley,
}

impl Kind {
    /// Holds one row within limits, and does nothing between them.
    pub(crate) const fn is_single(self) -> bool {
        matches!(self, Self::Angle | Self::Distance | Self::Pulley)
    }
}

pub(crate) struct Builtin {
    pub(crate) kind: Kind,
    pub(crate) base: Base,
    /// K⁻¹ of the last step in which the joint was not slack.
    pub(crate) inverse: Vec<Vec<f64>>,
}

impl Builtin {
    pub(crate) fn new(kind: Kind, base: Base) -> Self {
        let rows = base.lambda.len();
        Self { kind, base, inverse: vec![vec![0.0; rows]; rows] }
    }

    /// C and the sign of each row, at the poses of now.
    pub(crate) fn look(&mut self, bodies: &[Body]) {
        let values = self.base.look(bodies);
        let side = |(&value, limits)| match self.kind {
            // A rate has no limits, and always acts.
            Kind::Motor => Side { sign: 1.0, error: 0.0 },
            // Anchors that meet have no direction.
            Kind::Distance if value * value < NO_DISTANCE_SQUARED => Side::SLACK,
            _ => Side::of(value, limits),
        };
        self.base.sides = values.iter().zip(&self.base.limits).map(side).collect();
    }

    pub(crate) fn is_slack(&self) -> bool {
        self.kind.is_single() && self.base.sides[0].sign == 0.0
    }

    /// Whether the impulse of a row must not pull back. The engine's fault: a line's does not even where its limits are
    /// equal, so that an equality holds on one side only.
    pub(crate) fn is_one_sided(&self, row: usize) -> bool {
        match self.kind {
            Kind::Angle | Kind::Distance | Kind::Pulley => !is_equality(&self.base.limits[row]),
            Kind::Line => row == 1,
            Kind::Pivot | Kind::Weld | Kind::Motor => false,
        }
    }

    fn is_overloaded(&self) -> bool {
        let (lambda, most) = (&self.base.lambda, self.base.max_impulse);
        match self.kind {
            Kind::Distance | Kind::Pulley => lambda[0] < -most,
            _ => length_squared(lambda) > most * most,
        }
    }

    fn clamp_to_force(&mut self) {
        let (lambda, most) = (&mut self.base.lambda, self.base.max_impulse);
        match self.kind {
            Kind::Distance | Kind::Pulley => lambda[0] = lambda[0].max(-most),
            _ => shorten(lambda, most),
        }
    }
}

impl Step for Builtin {
    fn base(&self) -> &Base {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base {
        &mut self.base
    }

    fn prepare(&mut self, bodies: &[Body], dt: f64) -> Outcome {
        self.look(bodies);
        if self.is_slack() {
            return Outcome::Holds; // keeping its impulse for when it is taut again
        }
        let base = &mut self.base;
        let k = base.effective_mass(bodies);
        if self.kind == Kind::Motor {
            self.inverse = vec![vec![1.0 / k[0][0]]];
        } else {
            let (inverse, idle) = solve::inverse(&k);
            self.inverse = inverse;
            for (lambda, _) in base.lambda.iter_mut().zip(idle).filter(|(_, idle)| *idle) {
                *lambda = 0.0;
            }
        }
        base.max_impulse = base.settings.max_force * dt;
        let error = base.error();
        if base.settings.stiff || self.kind == Kind::Motor {
            return Outcome::Holds;
        }
        if base.settings.break_under_error && length_squared(&error) > base.settings.max_error.powi(2) {
            return Outcome::Breaks;
        }
        base.soft = Soft::new(&base.settings, dt);
        self.inverse.iter_mut().flatten().for_each(|entry| *entry *= base.soft.mass_scale);
        base.bias = error.iter().map(|error| -error * base.soft.bias_rate).collect();
        shorten(&mut base.bias, base.settings.max_error);
        Outcome::Holds
    }

    fn warm_start(&mut self, bodies: &mut [Body]) {
        if !self.is_slack() {
            self.base.push(&self.base.lambda, bodies);
        }
    }

    fn correct_velocity(&mut self, bodies: &mut [Body]) -> Outcome {
        if self.is_slack() {
            return Outcome::Holds;
        }
        let base = &mut self.base;
        let wanted: Vec<_> =
            base.bias.iter().zip(base.velocity_error(bodies)).map(|(bias, error)| bias - error).collect();
        let old = base.lambda.clone();
        for (lambda, j) in base.lambda.iter_mut().zip(solve::times(&self.inverse, &wanted)) {
            *lambda += j - *lambda * base.soft.impulse_scale;
        }
        for row in 0..old.len() {
            if self.is_one_sided(row) {
                self.base.lambda[row] = self.base.lambda[row].min(0.0);
            }
        }
        let settings = &self.base.settings;
        if settings.break_under_force {
            if self.is_overloaded() {
                return Outcome::Breaks;
            }
        } else if !settings.stiff || self.kind == Kind::Motor {
            self.clamp_to_force();
        }
        let change: Vec<_> = self.base.lambda.iter().zip(old).map(|(new, old)| new - old).collect();
        self.base.push(&change, bodies);
        Outcome::Holds
    }

    fn correct_position(&mut self, bodies: &mut [Body]) -> Outcome {
        if self.kind == Kind::Motor || !self.base.settings.stiff {
            return Outcome::Holds;
        }
        position::correct(self, bodies)
    }
}
