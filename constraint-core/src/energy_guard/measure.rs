//! The energy of an island, measured from its bodies.

use crate::body::Body;
use crate::math::{Vec2, double};
use crate::slots::Slots;

/// The energy of an island at one time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Measurement {
    /// All of it, J: kinetic, of gravity, of constant forces, of springs.
    pub(crate) energy: f64,
    /// Of springs, J.
    pub(crate) elastic: f64,
    /// Of motion, J. Of a free island only the motion about its centre of mass: how it falls says nothing about its joints.
    pub(crate) kinetic: f64,
    /// Of the motion of the centre of mass of a free island, J.
    pub(crate) of_centre: f64,
    /// The kinetic energy of all bodies at the push-out speed, J.
    pub(crate) push_out: f64,
    /// The largest power of motors and kinematic bodies, W. [`UNBOUNDED`] where nothing limits it.
    pub(crate) power: f64,
}

/// The power of a drive without a limit, W. Finite, since it is saved and JSON has no infinity.
pub(crate) const UNBOUNDED: f64 = f64::MAX;

/// Energy of bodies, J.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Energy {
    pub(crate) kinetic: f64,
    /// The part of it that belongs to the motion of the common centre of mass.
    pub(crate) of_centre: f64,
    /// Of gravity and of constant forces and torques.
    pub(crate) potential: f64,
    /// The kinetic energy at 1 m/s and 1 rad/s.
    pub(crate) unit: f64,
}

/// The change of a body's potential energy over a displacement of its centre and angle, J.
pub(crate) fn potential(body: &Body, [x, y]: [f64; 2], angle: f64, gravity: Vec2) -> f64 {
    let [g_x, g_y] = gravity.to_array().map(double);
    let [f_x, f_y] = body.force().to_array().map(double);
    let weight = double(body.mass()) * double(body.gravity_scale());
    let turning = if body.torque() == 0.0 { 0.0 } else { double(body.torque()) * angle };
    -(weight * g_x + f_x) * x - (weight * g_y + f_y) * y - turning
}

/// Energy of the dynamic bodies with these indices.
pub(crate) fn mechanical_energy(places: &[u32], bodies: &Slots<Body>, gravity: Vec2) -> Energy {
    let mut sum = Energy::default();
    let (mut mass, mut momentum) = (0.0, [0.0; 2]);
    for (_, body) in places.iter().filter_map(|&place| bodies.at(place)) {
        sum.kinetic += body.kinetic_energy();
        sum.potential += potential(body, body.centre(), body.exact_angle().exactly(), gravity);
        let (own, [v_x, v_y]) = (double(body.mass()), body.linear_velocity().to_array().map(double));
        mass += own;
        sum.unit += 0.5 * (own + if body.inertia().is_finite() { double(body.inertia()) } else { 0.0 });
        momentum = [momentum[0] + own * v_x, momentum[1] + own * v_y];
    }
    if mass > 0.0 {
        sum.of_centre = 0.5 * (momentum[0] * momentum[0] + momentum[1] * momentum[1]) / mass;
    }
    sum
}
