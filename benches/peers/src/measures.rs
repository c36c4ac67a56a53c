//! What a motion is worth, worked out alike for every engine: in `f64`, from the poses and velocities of bodies.

use constraint_core::{BodyKind, Vec2};

use crate::engine::State;
use crate::joint::Joint;
use crate::scene::Scene;

/// Mean square distance between anchors that a joint should hold together, m²; none without such joints.
pub fn mean_square_error(scene: &Scene, states: &[State]) -> f64 {
    let squares = scene.joints.iter().map(|joint| {
        let (bodies, anchors) = joint.anchors();
        let [a, b] = [0, 1].map(|side| states[bodies[side]].point(anchors[side].map(f64::from)));
        (b[0] - a[0]).powi(2) + (b[1] - a[1]).powi(2)
    });
    squares.sum::<f64>() / scene.joints.len() as f64
}

/// Kinetic energy and that of gravity, J.
pub fn energy(scene: &Scene, states: &[State]) -> f64 {
    let dynamic = scene.bodies.iter().zip(states).filter(|(body, _)| body.kind() == BodyKind::Dynamic);
    let energies = dynamic.map(|(body, state)| {
        let (mass, inertia) = (f64::from(body.mass()), f64::from(body.inertia()));
        let [u, v] = state.velocity;
        let kinetic = mass * (u * u + v * v) + inertia * state.angular_velocity * state.angular_velocity;
        0.5 * kinetic - mass * f64::from(scene.gravity()) * state.position[1]
    });
    energies.sum()
}

impl Joint {
    /// The anchors that the joint holds together: bodies, and points in their frames.
    const fn anchors(&self) -> ([usize; 2], [[f32; 2]; 2]) {
        let (bodies, a, b) = match self {
            Self::Pivot(bodies, joint) => (bodies, joint.local_anchor_a, joint.local_anchor_b),
            Self::Hinge(bodies, joint) => (bodies, joint.local_anchor_a, joint.local_anchor_b),
        };
        (*bodies, [array(a), array(b)])
    }
}

const fn array(v: Vec2) -> [f32; 2] {
    [v.x, v.y]
}
