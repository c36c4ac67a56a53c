//! The same joints for tools that know nothing of bodies.

pub(crate) mod dual;
pub(crate) mod symbolic;

use constraint_core::Vec2;

/// Position and angle of the first body, then of the second.
pub(crate) type Coordinates = [f64; 6];

/// What the joints are made with.
#[derive(Clone, Copy)]
pub(crate) struct Parameters {
    pub(crate) anchor_a: Vec2,
    pub(crate) anchor_b: Vec2,
    /// Of length 1.
    pub(crate) direction: Vec2,
    pub(crate) length: f64,
}

impl Parameters {
    pub(crate) fn some() -> Self {
        Self {
            anchor_a: Vec2::new(0.3, -0.7),
            anchor_b: Vec2::new(-0.5, 0.2),
            direction: Vec2::new(0.6, 0.8),
            length: 2.5,
        }
    }
}
