//! A body as Nape keeps it: with an axis beside its angle, turned by a series where the turn is small.

use std::f64::consts::TAU;

use constraint_core::{MassProperties, Pose, Velocity, Wrench};

use crate::oracle;

/// The largest square of a turn for which the axis follows the series, not the angle.
const SMALL_TURN_SQUARED: f64 = 0.0001;

#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) pose: Pose<f64>,
    pub(crate) velocity: Velocity<f64>,
    pub(crate) mass: MassProperties<f64>,
}

impl Body {
    pub(crate) fn new(body: &oracle::Body) -> Self {
        Self {
            pose: Pose::new(body.x, body.y, body.angle),
            velocity: Velocity { x: body.vx, y: body.vy, angular: body.w },
            mass: MassProperties { inverse_mass: body.inverse_mass(), inverse_inertia: body.inverse_inertia() },
        }
    }

    /// The axis after the angle, which a step lets drift apart.
    pub(crate) fn validate(&mut self) {
        let Pose { x, y, angle, .. } = self.pose;
        self.pose = Pose::new(x, y, angle);
    }

    pub(crate) fn accelerate(&mut self, gravity: [f64; 2], dt: f64) {
        if self.mass.inverse_mass > 0.0 {
            self.velocity.x += gravity[0] * dt;
            self.velocity.y += gravity[1] * dt;
        }
    }

    /// Less than a whole turn a step.
    pub(crate) fn advance(&mut self, dt: f64) {
        self.pose.x += self.velocity.x * dt;
        self.pose.y += self.velocity.y * dt;
        let turn = self.velocity.angular % (TAU / dt);
        self.turn(turn * dt);
    }

    /// v ← v + M⁻¹ Jᵀλ
    pub(crate) fn push(&mut self, impulse: &Wrench<f64>) {
        self.velocity.x += impulse.x * self.mass.inverse_mass;
        self.velocity.y += impulse.y * self.mass.inverse_mass;
        self.velocity.angular += impulse.angular * self.mass.inverse_inertia;
    }

    /// x ← x + m⁻¹ (Jᵀλ), of the linear part alone.
    pub(crate) fn shift(&mut self, impulse: &Wrench<f64>) {
        self.pose.x += impulse.x * self.mass.inverse_mass;
        self.pose.y += impulse.y * self.mass.inverse_mass;
    }

    /// θ ← θ + I⁻¹ (Jᵀλ), of the angular part alone.
    pub(crate) fn twist(&mut self, impulse: &Wrench<f64>) {
        self.turn(impulse.angular * self.mass.inverse_inertia);
    }

    /// What rounding has a hand in.
    pub(crate) fn numbers_mut(&mut self) -> [&mut f64; 6] {
        let Self { pose, velocity, .. } = self;
        [&mut pose.x, &mut pose.y, &mut pose.angle, &mut velocity.x, &mut velocity.y, &mut velocity.angular]
    }

    fn turn(&mut self, turn: f64) {
        let Pose { angle, cos, sin, .. } = &mut self.pose;
        *angle += turn;
        let squared = turn * turn;
        if squared > SMALL_TURN_SQUARED {
            (*sin, *cos) = angle.sin_cos();
        } else {
            let (p, m) = (1.0 - 0.5 * squared, 1.0 - squared * squared / 8.0);
            (*sin, *cos) = ((p * *sin + turn * *cos) * m, (p * *cos - turn * *sin) * m);
        }
    }
}
