//! Nape's `UserConstraint`: callbacks, which are here the generated mathematics, in the order in which the engine calls them
//! (`callback_order` in the file of runs), and the engine's own factor of K between them.
//!
//! The order is: validate; prepare, effective mass, position if soft; an impulse for each body; in every iteration of velocity
//! the velocity, the clamp, an impulse for each body; and if stiff, in every iteration of position prepare, position, and
//! unless the error is small effective mass, clamp, an impulse for each body.

use constraint_core::{Limits, Velocity};

use super::body::Body;
use super::joint::{Base, Outcome, Side, Soft, Step, is_equality, length_squared, shorten};
use super::solve;

/// `Config.constraintLinearSlop`
const SLOP: f64 = 0.1;

/// Whose callbacks run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listing {
    /// What the attribute generates.
    Derived,
    /// The pivot as paper 001 prints it: its second velocity takes x where y belongs, of the first body.
    PivotOf001,
    /// The limited angle as paper 000 prints it: the weight is missing in K and at the first body's velocity.
    AngleOf000,
}

pub(crate) struct User {
    pub(crate) base: Base,
    listing: Listing,
    /// Holds a rate, not a position: `velocityOnly`.
    velocity_only: bool,
    factor: Vec<Vec<f64>>,
}

impl User {
    pub(crate) fn new(listing: Listing, velocity_only: bool, base: Base) -> Self {
        Self { base, listing, velocity_only, factor: Vec::new() }
    }

    /// `__prepare` and `__position`
    fn look(&mut self, bodies: &[Body]) {
        let values = self.base.look(bodies);
        let side = |(&value, limits): (&f64, &Limits<f64>)| {
            let side = Side::of(value, limits);
            if self.velocity_only {
                Side { sign: 1.0, error: 0.0 }
            } else if side.sign == 0.0 && [limits.lower, limits.upper].contains(&value) {
                // Unlike the joints of the engine, the listings hold a limit as soon as it is touched.
                Side { sign: if value < limits.upper { -1.0 } else { 1.0 }, error: 0.0 }
            } else {
                side
            }
        };
        self.base.sides = values.iter().zip(&self.base.limits).map(side).collect();
    }

    /// `__eff_mass`
    fn factor(&self, bodies: &[Body]) -> Vec<Vec<f64>> {
        solve::faulty_cholesky(&match self.listing {
            Listing::AngleOf000 => self.base.unsigned_effective_mass(bodies),
            _ => self.base.effective_mass(bodies),
        })
    }

    /// `__velocity`
    fn velocity(&self, bodies: &[Body]) -> Vec<f64> {
        let base = &self.base;
        match self.listing {
            Listing::Derived => base.velocity_error(bodies),
            Listing::PivotOf001 => {
                let wrong = |place| match base.velocity_of(place, bodies) {
                    of_first if place == 0 => Velocity { y: of_first.x, ..of_first },
                    velocity => velocity,
                };
                vec![base.velocity_error(bodies)[0], base.velocity(wrong)[1]]
            }
            Listing::AngleOf000 => {
                let only = |which: usize| {
                    move |place| if place == which { base.velocity_of(place, bodies) } else { Velocity::default() }
                };
                vec![base.sides[0].sign * base.velocity(only(1))[0] + base.velocity(only(0))[0]]
            }
        }
    }

    /// `__clamp`
    fn clamp(limits: &[Limits<f64>], lambda: &mut [f64]) {
        for (lambda, limits) in lambda.iter_mut().zip(limits) {
            if !is_equality(limits) {
                *lambda = lambda.min(0.0);
            }
        }
    }
}

impl Step for User {
    fn base(&self) -> &Base {
        &self.base
    }

    fn base_mut(&mut self) -> &mut Base {
        &mut self.base
    }

    fn prepare(&mut self, bodies: &[Body], dt: f64) -> Outcome {
        self.look(bodies);
        self.factor = self.factor(bodies);
        let base = &mut self.base;
        base.max_impulse = base.settings.max_force * dt;
        if base.settings.stiff || self.velocity_only {
            return Outcome::Holds;
        }
        let error = base.error();
        if base.settings.break_under_error && length_squared(&error) > base.settings.max_error.powi(2) {
            return Outcome::Breaks;
        }
        base.soft = Soft::new(&base.settings, dt);
        base.bias = error.iter().map(|error| -error * base.soft.bias_rate).collect();
        shorten(&mut base.bias, base.settings.max_error);
        Outcome::Holds
    }

    fn warm_start(&mut self, bodies: &mut [Body]) {
        self.base.push(&self.base.lambda, bodies);
    }

    fn correct_velocity(&mut self, bodies: &mut [Body]) -> Outcome {
        let velocity = self.velocity(bodies);
        let base = &mut self.base;
        let wanted: Vec<_> = base.bias.iter().zip(velocity).map(|(bias, velocity)| bias - velocity).collect();
        let old = base.lambda.clone();
        for (lambda, j) in base.lambda.iter_mut().zip(solve::substitute(&self.factor, &wanted)) {
            *lambda += j * base.soft.mass_scale - *lambda * base.soft.impulse_scale;
        }
        if !self.velocity_only {
            Self::clamp(&base.limits, &mut base.lambda);
        }
        let overloaded = length_squared(&base.lambda) > base.max_impulse.powi(2);
        if base.settings.break_under_force && overloaded {
            return Outcome::Breaks;
        }
        if !base.settings.stiff {
            shorten(&mut base.lambda, base.max_impulse);
        }
        let change: Vec<_> = base.lambda.iter().zip(old).map(|(new, old)| new - old).collect();
        base.push(&change, bodies);
        Outcome::Holds
    }

    /// All of the error at once.
    fn correct_position(&mut self, bodies: &mut [Body]) -> Outcome {
        if self.velocity_only || !self.base.settings.stiff {
            return Outcome::Holds;
        }
        self.look(bodies);
        let error = self.base.error();
        let settings = &self.base.settings;
        if settings.break_under_error && length_squared(&error) > settings.max_error.powi(2) {
            return Outcome::Breaks;
        }
        if length_squared(&error) < SLOP * SLOP {
            return Outcome::Holds;
        }
        let wanted: Vec<_> = error.iter().map(|error| -error).collect();
        let mut lambda = solve::substitute(&self.factor(bodies), &wanted);
        Self::clamp(&self.base.limits, &mut lambda);
        self.base.displace(&lambda, bodies);
        Outcome::Holds
    }
}
