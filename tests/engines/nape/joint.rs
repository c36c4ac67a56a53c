//! What every joint of Nape has: its generated mathematics, the engine's own parameters, and the sign that it gives each row.
//!
//! Nape does not hold lower ≤ c ≤ upper but turns a row around: C = s·(c − limit) ≤ 0 with s = −1 at the lower limit, 1 at
//! the upper one, 0 between them. So wherever the generated mathematics gives a row, the engine's row is s times it.

use std::f64::consts::TAU;

use constraint_core::{Limits, MassProperties, Pose, Velocity, Wrench};

use super::body::Body;
use super::derived::{self, Derived};
use crate::oracle;

/// Whether a joint went on, or broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Holds,
    Breaks,
}

/// A joint in the hands of the engine's loop.
pub(crate) trait Step {
    fn base(&self) -> &Base;
    fn base_mut(&mut self) -> &mut Base;
    /// At the poses that the step begins with.
    fn prepare(&mut self, bodies: &[Body], dt: f64) -> Outcome;
    fn warm_start(&mut self, bodies: &mut [Body]);
    fn correct_velocity(&mut self, bodies: &mut [Body]) -> Outcome;
    fn correct_position(&mut self, bodies: &mut [Body]) -> Outcome;
}

/// The engine's row against the generated one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    /// s
    pub(crate) sign: f64,
    /// C
    pub(crate) error: f64,
}

impl Side {
    pub(crate) const SLACK: Self = Self { sign: 0.0, error: 0.0 };

    pub(crate) fn of(value: f64, limits: &Limits<f64>) -> Self {
        if is_equality(limits) || value > limits.upper {
            Self { sign: 1.0, error: value - limits.upper }
        } else if value < limits.lower {
            Self { sign: -1.0, error: limits.lower - value }
        } else {
            Self::SLACK
        }
    }
}

#[allow(clippy::float_cmp)] // as the engine has it
pub(crate) fn is_equality(limits: &Limits<f64>) -> bool {
    limits.lower == limits.upper
}

/// The parameters that every joint has.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) stiff: bool,
    pub(crate) frequency: f64,
    pub(crate) damping: f64,
    pub(crate) max_force: f64,
    pub(crate) max_error: f64,
    pub(crate) break_under_force: bool,
    pub(crate) break_under_error: bool,
}

impl Settings {
    fn new(joint: &oracle::Joint) -> Self {
        Self {
            stiff: joint.flag("stiff"),
            frequency: joint.number("frequency"),
            damping: joint.number("damping"),
            max_force: joint.upper("max_force"),
            max_error: joint.upper("max_error"),
            break_under_force: joint.has("break_under_force") && joint.flag("break_under_force"),
            break_under_error: joint.has("break_under_error") && joint.flag("break_under_error"),
        }
    }
}

/// What turns an error into the bias of a soft joint, and K⁻¹ into its softened one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Soft {
    /// Of K⁻¹: 1/(1 + γ).
    pub(crate) mass_scale: f64,
    /// Of the impulse that is taken back: γ/(1 + γ).
    pub(crate) impulse_scale: f64,
    /// Of the error: hω²γ.
    pub(crate) bias_rate: f64,
}

impl Soft {
    pub(crate) const STIFF: Self = Self { mass_scale: 1.0, impulse_scale: 0.0, bias_rate: 0.0 };

    pub(crate) fn new(settings: &Settings, h: f64) -> Self {
        let omega = TAU * settings.frequency;
        let gamma = 1.0 / (h * omega * (2.0 * settings.damping + omega * h));
        let mass_scale = 1.0 / (1.0 + gamma);
        Self { mass_scale, impulse_scale: gamma * mass_scale, bias_rate: h * omega * omega * gamma }
    }
}

pub(crate) struct Base {
    derived: Box<dyn Derived>,
    /// Which body stands in each place of the joint.
    at: Vec<usize>,
    pub(crate) settings: Settings,
    pub(crate) limits: Vec<Limits<f64>>,
    /// Where the bodies were last looked at.
    poses: Vec<Pose<f64>>,
    pub(crate) sides: Vec<Side>,
    pub(crate) soft: Soft,
    pub(crate) bias: Vec<f64>,
    pub(crate) max_impulse: f64,
    /// The accumulated impulse of the engine's rows: jAcc.
    pub(crate) lambda: Vec<f64>,
}

impl Base {
    pub(crate) fn new(derived: Box<dyn Derived>, joint: &oracle::Joint) -> Self {
        let at: Vec<_> = [Some(joint.a), Some(joint.b), joint.c, joint.d].into_iter().flatten().collect();
        let limits = derived.limits();
        Self {
            derived,
            at,
            settings: Settings::new(joint),
            poses: Vec::new(),
            sides: vec![Side::SLACK; limits.len()],
            soft: Soft::STIFF,
            bias: vec![0.0; limits.len()],
            max_impulse: f64::INFINITY,
            lambda: vec![0.0; limits.len()],
            limits,
        }
    }

    /// c at the poses of now, at which all that follows is taken until the next look.
    pub(crate) fn look(&mut self, bodies: &[Body]) -> Vec<f64> {
        self.poses = self.at.iter().map(|&body| bodies[body].pose).collect();
        self.derived.position(&self.poses)
    }

    pub(crate) fn error(&self) -> Vec<f64> {
        self.sides.iter().map(|side| side.error).collect()
    }

    /// s∘V
    pub(crate) fn velocity_error(&self, bodies: &[Body]) -> Vec<f64> {
        self.signed(&self.velocity(|place| bodies[self.at[place]].velocity))
    }

    /// V, unsigned, as if the body in each place had the velocity that is given for it.
    pub(crate) fn velocity(&self, of_place: impl Fn(usize) -> Velocity<f64>) -> Vec<f64> {
        let velocities: Vec<_> = (0..self.at.len()).map(of_place).collect();
        self.derived.velocity(&self.poses, &velocities)
    }

    pub(crate) fn velocity_of(&self, place: usize, bodies: &[Body]) -> Velocity<f64> {
        bodies[self.at[place]].velocity
    }

    /// s∘K∘s
    pub(crate) fn effective_mass(&self, bodies: &[Body]) -> Vec<Vec<f64>> {
        let rows = self.unsigned_effective_mass(bodies);
        let sign = |row: usize| self.sides[row].sign;
        let signed = |(i, row): (usize, &Vec<f64>)| (0..row.len()).map(|j| sign(i) * sign(j) * row[j]).collect();
        rows.iter().enumerate().map(signed).collect()
    }

    pub(crate) fn unsigned_effective_mass(&self, bodies: &[Body]) -> Vec<Vec<f64>> {
        let masses: Vec<MassProperties<f64>> = self.at.iter().map(|&body| bodies[body].mass).collect();
        derived::effective_mass(&*self.derived, &self.at, &self.poses, &masses)
    }

    /// Jᵀ(s∘λ), of each place.
    pub(crate) fn impulse(&self, lambda: &[f64]) -> Vec<Wrench<f64>> {
        self.unsigned_impulse(&self.signed(lambda))
    }

    /// Jᵀλ, of each place.
    pub(crate) fn unsigned_impulse(&self, lambda: &[f64]) -> Vec<Wrench<f64>> {
        self.derived.impulse(&self.poses, lambda)
    }

    fn signed(&self, rows: &[f64]) -> Vec<f64> {
        rows.iter().zip(&self.sides).map(|(row, side)| row * side.sign).collect()
    }

    /// v ← v + M⁻¹ Jᵀ(s∘λ)
    pub(crate) fn push(&self, lambda: &[f64], bodies: &mut [Body]) {
        for (&body, impulse) in self.at.iter().zip(&self.impulse(lambda)) {
            bodies[body].push(impulse);
        }
    }

    /// The same for positions: first all shift, then all turn.
    pub(crate) fn displace(&self, lambda: &[f64], bodies: &mut [Body]) {
        let impulses = self.impulse(lambda);
        self.shift(&impulses, bodies);
        for (&body, impulse) in self.at.iter().zip(&impulses) {
            bodies[body].twist(impulse);
        }
    }

    pub(crate) fn shift(&self, impulses: &[Wrench<f64>], bodies: &mut [Body]) {
        for (&body, impulse) in self.at.iter().zip(impulses) {
            bodies[body].shift(impulse);
        }
    }

    /// 1/m of the first two places together.
    pub(crate) fn inverse_mass_of_first_two(&self, bodies: &[Body]) -> f64 {
        self.at[..2].iter().map(|&body| bodies[body].mass.inverse_mass).sum()
    }
}

pub(crate) fn length_squared(vector: &[f64]) -> f64 {
    vector.iter().map(|component| component * component).sum()
}

/// Shortened to `longest`, if it is longer.
pub(crate) fn shorten(vector: &mut [f64], longest: f64) {
    let squared = length_squared(vector);
    if squared > longest * longest {
        let scale = longest / squared.sqrt();
        for component in vector {
            *component *= scale;
        }
    }
}
