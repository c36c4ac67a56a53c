//! What is simulated, as data that every engine is built from.

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, Vec2};

use crate::joint::{Joint, Kind};

/// Acceleration, m/s²: Box2D's own.
pub const GRAVITY: f32 = -10.0;

/// Bodies and the joints between them.
pub struct Scene {
    /// As reports call it.
    pub name: String,
    /// Numbered by their places here.
    pub bodies: Vec<Body>,
    /// In the order in which every engine is given them.
    pub joints: Vec<Joint>,
    /// Whether gravity acts.
    pub falls: bool,
    /// The energy against which drift is counted, J: what moving through the size of one island is worth.
    pub energy_scale: f64,
}

impl Scene {
    /// An empty scene under gravity.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), bodies: Vec::new(), joints: Vec::new(), falls: true, energy_scale: 1.0 }
    }

    /// Adds a body and gives its number.
    pub fn add(&mut self, body: Body) -> usize {
        self.bodies.push(body);
        self.bodies.len() - 1
    }

    /// Holds `anchor_a` of body `a` and `anchor_b` of body `b` together.
    pub fn pivot(&mut self, a: usize, b: usize, anchor_a: Vec2, anchor_b: Vec2) {
        let pivot = PivotJoint { local_anchor_a: anchor_a, local_anchor_b: anchor_b };
        self.join(a, b, Kind::Pivot(pivot));
    }

    /// Adds a joint of two bodies.
    pub fn join(&mut self, a: usize, b: usize, kind: Kind) {
        self.joints.push(Joint { bodies: [a, b, a, a], kind });
    }

    /// Acceleration of every body, m/s², along y.
    pub const fn gravity(&self) -> f32 {
        if self.falls { GRAVITY } else { 0.0 }
    }

    /// Sets the scale of energies to that of all bodies falling by `reach`, m.
    pub fn scale_by_fall(&mut self, reach: f64) {
        let mass: f64 = self.bodies.iter().map(|body| f64::from(body.mass())).filter(|mass| mass.is_finite()).sum();
        self.energy_scale = mass * f64::from(-GRAVITY) * reach;
    }

    /// Sets the scale of energies to the motion that the scene begins with.
    pub fn scale_by_motion(&mut self) {
        let energy = |body: &Body| {
            let linear = body.mass() * body.linear_velocity().length_squared();
            let angular = body.inertia() * body.angular_velocity() * body.angular_velocity();
            0.5 * f64::from(linear + angular)
        };
        self.energy_scale = self.bodies.iter().filter(|body| body.mass().is_finite()).map(energy).sum();
    }
}
