//! What a motion is worth, worked out alike for every engine: in `f64`, from the poses and velocities of bodies.

use constraint_core::{BodyKind, Vec2};

use crate::engine::State;
use crate::joint::{Joint, Kind};
use crate::scene::Scene;

/// Mean square distance between anchors that a joint should hold together, m²; NaN without such joints.
pub fn mean_square_error(scene: &Scene, states: &[State]) -> f64 {
    let anchored = scene.joints.iter().filter_map(|joint| Some((joint.bodies, joint.anchors()?)));
    let squares = anchored.map(|(bodies, anchors)| {
        let [a, b] = [0, 1].map(|side| states[bodies[side]].point(anchors[side].map(f64::from)));
        (b[0] - a[0]).powi(2) + (b[1] - a[1]).powi(2)
    });
    let (sum, count) = squares.fold((0.0, 0.0), |(sum, count), square| (sum + square, count + 1.0));
    sum / count
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
    /// The anchors that the joint holds together, in the frames of its bodies; none where it leaves them a way.
    const fn anchors(&self) -> Option<[[f32; 2]; 2]> {
        let (a, b) = match &self.kind {
            Kind::Pivot(joint) => (joint.local_anchor_a, joint.local_anchor_b),
            Kind::Hinge(joint) => (joint.local_anchor_a, joint.local_anchor_b),
            _ => return None,
        };
        Some([array(a), array(b)])
    }
}

/// A vector as an array.
const fn array(v: Vec2) -> [f32; 2] {
    [v.x, v.y]
}
