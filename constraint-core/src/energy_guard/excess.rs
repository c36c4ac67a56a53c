//! Removes an excess of energy from the bodies of an island.

use super::measure::potential;
use crate::angle::Angle;
use crate::body::Body;
use crate::math::{Vec2, double};
use crate::slots::Slots;

/// Where a body was before a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Previous {
    pub(crate) centre: [f64; 2],
    pub(crate) angle: Angle,
}

impl Previous {
    pub(crate) const fn of(body: &Body) -> Self {
        Self { centre: body.centre(), angle: body.exact_angle() }
    }
}

/// Energy that an island has gained in a step and must lose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Excess<'a> {
    /// J.
    pub(crate) energy: f64,
    /// Growth of the energy of springs in the step, J.
    pub(crate) elastic: f64,
    /// Whether joints hold the bodies to something that does not move.
    pub(crate) is_held: bool,
    /// The bodies before the step. Without them only velocities are changed.
    pub(crate) previous: Option<&'a [Previous]>,
    pub(crate) gravity: Vec2,
}

impl Excess<'_> {
    /// Shortens the step of the bodies by one factor from 0 to 1, and returns it. It scales velocities and displacements. The momentum
    /// of a free island stays, and the displacement of its centre of mass.
    pub(crate) fn remove(self, places: &[u32], bodies: &mut Slots<Body>) -> f64 {
        let mut whole = if self.is_held { RigidMotion::default() } else { RigidMotion::of(places, bodies) };
        let shift = if self.is_held { [0.0; 2] } else { self.shift(places, bodies) };
        let potential = self.previous.map_or(0.0, |_| self.elastic + self.potential(places, bodies, shift));
        let mut kinetic = whole.relative_energy(places, bodies);
        if self.energy > kinetic + potential.max(0.0) {
            // Joints that are far apart act at two points and turn the whole island. That motion is an error, too.
            whole.spin = 0.0;
            kinetic = whole.relative_energy(places, bodies);
        }
        let factor = factor(kinetic, potential, self.energy);
        for (at, &place) in places.iter().enumerate() {
            let Some((_, body)) = bodies.at_mut(place) else { continue };
            whole.scale(body, factor);
            if let Some(previous) = self.previous {
                step_back(body, &previous[at], shift, factor);
            }
        }
        factor
    }

    /// The displacement of the centre of mass in the step.
    fn shift(&self, places: &[u32], bodies: &Slots<Body>) -> [f64; 2] {
        let (mut mass, mut moved) = (0.0, [0.0; 2]);
        for (body, before) in self.steps(places, bodies) {
            let (m, at) = (double(body.mass()), body.centre());
            mass += m;
            moved = [0, 1].map(|axis| moved[axis] + m * (at[axis] - before.centre[axis]));
        }
        if mass > 0.0 { moved.map(|sum| sum / mass) } else { moved }
    }

    /// Growth of the potential energy of the bodies, besides by the shift, J.
    fn potential(&self, places: &[u32], bodies: &Slots<Body>, shift: [f64; 2]) -> f64 {
        let growths = self.steps(places, bodies).map(|(body, before)| {
            let at = body.centre();
            let moved = [0, 1].map(|axis| at[axis] - before.centre[axis] - shift[axis]);
            potential(body, moved, body.exact_angle().exactly() - before.angle.exactly(), self.gravity)
        });
        growths.sum()
    }

    /// The bodies now and before the step.
    fn steps<'b>(&'b self, places: &'b [u32], bodies: &'b Slots<Body>) -> impl Iterator<Item = (&'b Body, Previous)> {
        let previous = self.previous.unwrap_or_default();
        places.iter().zip(previous).filter_map(|(&place, previous)| Some((bodies.at(place)?.1, *previous)))
    }
}

/// The factor f of a step with f² `kinetic` + f `potential` = `kinetic` + `potential` − `excess`: kinetic energy grows with the square of
/// a velocity, potential energy with a displacement. If no factor reaches that energy, the one with the least energy.
fn factor(kinetic: f64, potential: f64, excess: f64) -> f64 {
    let left = kinetic + potential - excess;
    let factor = if kinetic > 0.0 {
        ((potential * potential + 4.0 * kinetic * left).max(0.0).sqrt() - potential) / (2.0 * kinetic)
    } else if potential > 0.0 {
        left / potential
    } else {
        1.0
    };
    if factor.is_nan() { 0.0 } else { factor.clamp(0.0, 1.0) }
}

/// Moves a body back to a part of its displacement.
fn step_back(body: &mut Body, before: &Previous, shift: [f64; 2], factor: f64) {
    let (at, turned) = (body.centre(), body.exact_angle().exactly() - before.angle.exactly());
    let centre = [0, 1].map(|axis| {
        let own = at[axis] - before.centre[axis] - shift[axis];
        before.centre[axis] + shift[axis] + factor * own
    });
    body.put(centre, Angle::exact(before.angle.exactly() + factor * turned));
}

/// The motion of an island as one rigid body.
#[derive(Clone, Copy, Debug, Default)]
struct RigidMotion {
    centre: [f64; 2],
    velocity: [f64; 2],
    spin: f64,
}

impl RigidMotion {
    fn of(places: &[u32], bodies: &Slots<Body>) -> Self {
        let all = || places.iter().filter_map(|&place| bodies.at(place)).map(|(_, body)| body);
        let (mut mass, mut centre, mut velocity) = (0.0, [0.0; 2], [0.0; 2]);
        for body in all() {
            let m = double(body.mass());
            let (at, v) = (body.centre(), body.linear_velocity().to_array().map(double));
            mass += m;
            for axis in 0..2 {
                centre[axis] += m * at[axis];
                velocity[axis] += m * v[axis];
            }
        }
        let (centre, velocity) = (centre.map(|sum| sum / mass), velocity.map(|sum| sum / mass));
        let (mut inertia, mut momentum) = (0.0, 0.0);
        for body in all() {
            let m = double(body.mass());
            let ([x, y], [v_x, v_y]) = (body.centre(), body.linear_velocity().to_array().map(double));
            let ([x, y], [v_x, v_y]) = ([x - centre[0], y - centre[1]], [v_x - velocity[0], v_y - velocity[1]]);
            inertia += m * (x * x + y * y);
            momentum += m * (x * v_y - y * v_x);
            if body.inertia().is_finite() {
                inertia += double(body.inertia());
                momentum += body.spin();
            }
        }
        let spin = if inertia > 0.0 { momentum / inertia } else { 0.0 };
        Self { centre, velocity, spin }
    }

    /// The velocity of a body as a part of the rigid island: x, y, angular.
    fn velocity_of(&self, body: &Body) -> [f64; 3] {
        let [x, y] = body.centre();
        let [x, y] = [x - self.centre[0], y - self.centre[1]];
        [self.velocity[0] - self.spin * y, self.velocity[1] + self.spin * x, self.spin]
    }

    /// The velocity of a body relative to the rigid island.
    fn relative_velocity(&self, body: &Body) -> [f64; 3] {
        let (own, [v_x, v_y]) = (self.velocity_of(body), body.linear_velocity().to_array().map(double));
        [v_x - own[0], v_y - own[1], double(body.angular_velocity()) - own[2]]
    }

    /// The kinetic energy of the relative velocities, J.
    fn relative_energy(&self, places: &[u32], bodies: &Slots<Body>) -> f64 {
        let energies = places.iter().filter_map(|&place| bodies.at(place)).map(|(_, body)| {
            let [v_x, v_y, spin] = self.relative_velocity(body);
            let turning = if body.inertia().is_finite() { double(body.inertia()) * spin * spin } else { 0.0 };
            0.5 * (double(body.mass()) * (v_x * v_x + v_y * v_y) + turning)
        });
        energies.sum()
    }

    /// Scales the relative velocity of a body.
    fn scale(&self, body: &mut Body, factor: f64) {
        let (own, relative) = (self.velocity_of(body), self.relative_velocity(body));
        let [v_x, v_y, spin] = [0, 1, 2].map(|axis| own[axis] + factor * relative[axis]);
        body.set_motion([v_x, v_y], spin);
    }
}
