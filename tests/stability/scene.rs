//! A world, what its energy is measured against, and how much of it a run gains.

use constraint_core::joints::{PivotJoint, WeldJoint};
use constraint_core::{Body, BodyId, Scalar, Vec2, World};

use crate::random::Random;

/// Length of a step, s.
pub(crate) const DT: Scalar = 1.0 / 60.0;

/// A world at default settings, and what may enter its energy.
pub(crate) struct Scene {
    pub(crate) world: World,
    /// The greatest power of all motors together, W.
    pub(crate) power: Scalar,
    /// Springs between centres of mass: both bodies, stiffness in N/m, length at rest in m.
    pub(crate) springs: Vec<([BodyId; 2], Scalar, Scalar)>,
}

impl Scene {
    pub(crate) fn new() -> Self {
        Self { world: World::new(), power: 0.0, springs: Vec::new() }
    }

    pub(crate) fn weightless() -> Self {
        let mut scene = Self::new();
        scene.world.set_gravity(Vec2::ZERO).unwrap();
        scene
    }

    pub(crate) fn ground(&mut self) -> BodyId {
        self.world.add_body(Body::fixed()).unwrap()
    }

    pub(crate) fn add(&mut self, body: Body) -> BodyId {
        self.world.add_body(body).unwrap()
    }

    /// Pins both bodies together at a point of the world.
    pub(crate) fn pin(&mut self, bodies: [BodyId; 2], at: Vec2) {
        let [local_anchor_a, local_anchor_b] = self.local(bodies, at);
        self.world.add_joint(bodies, PivotJoint { local_anchor_a, local_anchor_b }).unwrap();
    }

    /// Welds both bodies together at a point of the world.
    pub(crate) fn weld(&mut self, bodies: [BodyId; 2], at: Vec2) {
        let [local_anchor_a, local_anchor_b] = self.local(bodies, at);
        let [a, b] = bodies.map(|id| self.world.body(id).unwrap().angle());
        let weld = WeldJoint { local_anchor_a, local_anchor_b, reference_angle: b - a };
        self.world.add_joint(bodies, weld).unwrap();
    }

    /// A point of the world in the frames of both bodies.
    pub(crate) fn local(&self, bodies: [BodyId; 2], at: Vec2) -> [Vec2; 2] {
        bodies.map(|id| {
            let body = self.world.body(id).unwrap();
            Vec2::from_angle(-body.angle()).rotate(at - body.position())
        })
    }

    /// Energy of motion, of gravity and of the springs, J.
    pub(crate) fn energy(&self) -> f64 {
        let elastic = self.springs.iter().map(|([a, b], stiffness, rest)| {
            let [a, b] = [a, b].map(|id| self.world.body(*id).unwrap().position());
            0.5 * f64::from(*stiffness) * f64::from(a.distance(b) - rest).powi(2)
        });
        f64::from(self.world.energy()) + elastic.sum::<f64>()
    }

    /// What a gain is measured by, J: the energy of the motion and of the springs, and a fall of all weights by a metre; of what has no
    /// weight, motion at a metre a second.
    pub(crate) fn scale(&self) -> f64 {
        let gravity = f64::from(self.world.gravity().length());
        let masses = self.world.bodies().map(|(_, body)| body).filter(|body| body.mass().is_finite());
        let of_mass = if gravity > 0.0 { gravity } else { 0.5 };
        let weight: f64 = masses.map(|body| f64::from(body.mass()) * of_mass).sum();
        let potential = f64::from(self.world.energy()) - f64::from(self.world.kinetic_energy());
        self.energy() - potential + weight
    }

    /// The most that the energy is above that of the beginning in so many seconds, less what motors can have done, in shares of
    /// the [scale](Self::scale). Infinite if the world has diverged.
    pub(crate) fn gain(&mut self, seconds: Scalar) -> f64 {
        let (start, scale) = (self.energy(), self.scale());
        let mut most: f64 = 0.0;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // some hundred steps
        for step in 1..=(seconds / DT).round() as u32 {
            if self.world.step(DT).is_err() {
                return f64::INFINITY;
            }
            let work = f64::from(self.power) * f64::from(DT) * f64::from(step);
            most = most.max((self.energy() - start - work) / scale);
        }
        most
    }
}

/// A number between both.
#[allow(clippy::unnecessary_cast)] // the world's scalar is f32 or f64
pub(crate) fn between(random: &mut Random, low: Scalar, high: Scalar) -> Scalar {
    let share = Scalar::from(u16::try_from(random.below(10_001)).expect("it is below 10001")) / 10_000.0;
    low + (high - low) * share
}

/// A number between both, alike in each order of magnitude.
pub(crate) fn scaled(random: &mut Random, low: Scalar, high: Scalar) -> Scalar {
    low * (high / low).powf(between(random, 0.0, 1.0))
}

pub(crate) fn direction(random: &mut Random) -> Vec2 {
    Vec2::from_angle(between(random, -3.2, 3.2))
}

/// A disc.
pub(crate) fn disc(mass: Scalar, radius: Scalar) -> Body {
    Body::dynamic(mass, 0.5 * mass * radius * radius)
}

/// A rod, about its middle.
pub(crate) fn rod(mass: Scalar, length: Scalar) -> Body {
    Body::dynamic(mass, mass * length * length / 12.0)
}
