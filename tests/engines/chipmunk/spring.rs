//! The two springs, along a distance and in an angle.
//!
//! The elastic impulse is given once, before gravity and the damping of the space; the iterations then take away what is
//! left of the exponential damping of the velocity along the spring.

use constraint_core::joints::DistanceJoint;
use constraint_core::{Array, Constraint};

use super::clamp::{Reach, clamp};
use super::pair::{Body, Pair};
use super::space::Joint;

/// The law of a spring.
#[derive(Clone, Debug)]
pub(super) struct Law {
    /// N/m, or N·m/rad.
    pub(super) stiffness: f64,
    /// N·s/m, or N·m·s/rad.
    pub(super) damping: f64,
    /// How long the spring is, if it has a length: where that is zero, it has no direction.
    pub(super) length: Option<Pair<DistanceJoint>>,
}

#[derive(Clone, Debug)]
pub(super) struct Spring<J> {
    /// C is how far the spring is from rest.
    pair: Pair<J>,
    law: Law,
    reach: Reach,
    /// 1, or 0 if there is no direction.
    direction: f64,
    mass: f64,
    /// How much of the velocity the damping takes away.
    share: f64,
    /// Which velocity the damping has left.
    left: f64,
    impulse: f64,
}

impl<J: Constraint> Spring<J> {
    pub(super) fn new(pair: Pair<J>, law: Law, reach: Reach) -> Self {
        assert_eq!(J::ROWS, 1);
        Self { pair, law, reach, direction: 1.0, mass: 0.0, share: 0.0, left: 0.0, impulse: 0.0 }
    }

    fn push(&self, bodies: &mut [Body], impulse: f64) {
        let lambda = self.direction * impulse;
        self.pair.push(bodies, &Array::from_fn(|_| lambda));
    }
}

impl<J: Constraint> Joint for Spring<J> {
    fn pre_step(&mut self, bodies: &mut [Body], dt: f64) {
        self.pair.check(bodies);
        let nowhere = self.law.length.as_ref().is_some_and(|length| length.position(bodies) == [0.0]);
        self.direction = if nowhere { 0.0 } else { 1.0 };
        let k = self.pair.effective_mass(bodies).as_ref()[0].as_ref()[0];
        let k = if nowhere { self.pair.inverse_mass(bodies) } else { k };
        self.mass = k.recip();
        self.share = 1.0 - (-self.law.damping * dt * k).exp();
        self.left = 0.0;
        let force = -self.pair.position(bodies).as_ref()[0] * self.law.stiffness;
        self.impulse = clamp(force, -self.reach.max_force, self.reach.max_force) * dt;
        self.push(bodies, self.impulse);
    }

    fn apply_cached(&mut self, _: &mut [Body]) {}

    fn iterate(&mut self, bodies: &mut [Body], dt: f64) {
        let velocity = self.direction * self.pair.velocity(bodies).as_ref()[0];
        let change = (self.left - velocity) * self.share;
        self.left = velocity + change;
        let before = self.impulse;
        let most = self.reach.max_force * dt;
        self.impulse = clamp(before + change * self.mass, -most, most);
        self.push(bodies, self.impulse - before);
    }

    fn impulse(&self) -> Vec<f64> {
        vec![self.impulse]
    }
}
