//! The energy of one island, and how what it has gained is taken from it.

use core::ops::Range;

use crate::body::Body;
use crate::math::{Vec2, double};
use crate::slots::Slots;

use super::{MOST_GUARDED, NEW, PERIODS, SUSPECT};

/// What is known of an island.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(clippy::struct_excessive_bools)] // independent of each other
pub(crate) struct Island {
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) bodies: Range<usize>,
    /// Whether joints hold it to what does not move.
    pub(crate) is_held: bool,
    /// Whether anything but gravity can do work on it: motors, springs, kinematic bodies.
    pub(crate) works: bool,
    /// Whether joints of it change their own parameters.
    pub(crate) is_animated: bool,
    /// Whether its masses make errors of the solver likely: then it is always watched.
    pub(crate) is_risky: bool,
    /// How much energy counts as its own, J.
    reference: f64,
    /// The greatest kinetic energy of late, J.
    swing: f64,
    /// How many more steps it is watched.
    watch: u32,
    /// Its energy and how much of it was kinetic when it was last looked at, J, and the greatest power of what works on it, W.
    energy: f64,
    kinetic: f64,
    power: f64,
    /// What its springs held when it last had too much, J.
    #[cfg_attr(feature = "serde", serde(skip))]
    elastic: f64,
    /// What was taken out of it in about the last second, J.
    pub(crate) taken: f64,
    /// Whether anything ever was: it is watched from then on.
    has_gained: bool,
    /// Whether its owner has changed a body since then.
    pub(crate) is_touched: bool,
    /// Whether a joint of it has other parameters since then, or a fixed body that holds it stands elsewhere: what is lifted by that
    /// has an energy of which nothing else is known.
    pub(crate) is_moved: bool,
    /// Whether a new joint may have joined it to another island, until the islands are found again.
    pub(crate) is_joined: bool,
}

/// What an island is like at present.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BodyView {
    /// With what springs hold, J.
    pub(crate) energy: f64,
    /// What springs hold, J.
    pub(crate) elastic: f64,
    /// Of motion, J; of a free island, of its bodies against each other: how it falls or flies says nothing about its joints.
    pub(crate) kinetic: f64,
    /// The rest of its motion, J.
    pub(crate) of_whole: f64,
    /// The greatest power of what works on it, W: [`UNBOUNDED`] where nothing bounds it.
    pub(crate) power: f64,
}

/// Share of the kinetic energy that true motion may seem to gain: a substep moves bodies along tangents, and the energy of a swing goes
/// up and down by about a hundredth of it.
const TOLERANCE: f64 = 0.03;

/// Share of the energy of a falling or flying island that rounding may add: 1e-7 in each of some hundred substeps.
const ROUNDING: f64 = 1e-4;

/// For how long an island remembers its greatest energies, s. Rigid joints give way a little, so what hangs on many of them bounces; and a
/// slow swing stands still for seconds.
const MEMORY: f64 = 10.0;

/// Over how long what was taken is added up, s.
const REPORTED: f64 = 1.0;

/// By how much the kinetic energy of an island with motors or springs has to grow between two looks for the island to be watched.
const SUSPICIOUS: f64 = 1.25;

/// The power of what nothing bounds, W. Finite, since it is saved and JSON has no infinity.
pub(crate) const UNBOUNDED: f64 = f64::MAX;

impl Island {
    /// Whether it is looked at in every step.
    pub(crate) const fn is_watched(&self) -> bool {
        self.is_risky || self.has_gained || self.watch > 0
    }

    /// After how many steps it has its turn if it is not watched.
    pub(crate) const fn period(&self) -> u32 {
        PERIODS[self.works as usize]
    }

    /// It is watched from now on, with what it has.
    pub(crate) const fn restart(&mut self, now: BodyView) {
        (self.reference, self.energy, self.kinetic, self.power) = (now.energy, now.energy, now.kinetic, now.power);
    }

    /// One that is new begins with what it has.
    pub(crate) fn begin(&mut self, now: BodyView) {
        self.restart(now);
        (self.swing, self.watch) = (now.kinetic, NEW);
    }

    /// Takes over what is known of an island with the same bodies.
    pub(super) fn inherit(&mut self, old: &Self) {
        *self = Self {
            bodies: self.bodies.clone(),
            is_held: self.is_held,
            works: self.works,
            is_animated: self.is_animated,
            is_risky: self.is_risky,
            is_joined: false,
            ..old.clone()
        };
    }

    /// Its owner has changed bodies of it, which is watched: what they have more or less counts as its own.
    pub(crate) fn touch(&mut self, now: BodyView) {
        self.reference += now.energy - self.energy;
        (self.energy, self.kinetic, self.power) = (now.energy, now.kinetic, now.power);
        self.is_touched = false;
    }

    /// What is too much of its energy after a step of `dt`, if it has been watched.
    pub(crate) fn follow(&mut self, now: BodyView, dt: f64) -> Option<f64> {
        self.watch = self.watch.saturating_sub(1);
        let power = self.power.max(now.power);
        self.power = now.power;
        if self.is_moved || self.is_animated || power >= UNBOUNDED {
            // Nobody knows how much energy that has put in.
            self.accept(now, dt);
            return None;
        }
        self.reference += power * dt;
        self.judge(now, dt)
    }

    /// As [`follow`](Self::follow), if it has not been looked at for a time `passed`. What works on it may have done anything.
    pub(crate) fn look(&mut self, now: BodyView, passed: f64) -> Option<f64> {
        self.power = now.power;
        if !self.works && !self.is_touched && !self.is_moved {
            return self.judge(now, passed);
        }
        if now.kinetic > SUSPICIOUS * self.swing {
            self.watch = SUSPECT;
        }
        self.accept(now, passed);
        None
    }

    fn judge(&mut self, now: BodyView, passed: f64) -> Option<f64> {
        if self.is_joined || self.bodies.len() > MOST_GUARDED {
            self.accept(now, passed);
            return None;
        }
        let gain = now.energy - self.reference - ROUNDING * now.of_whole;
        // The tolerance is of the motion that is left, if that is more than what there was of late.
        let of_motion = (gain - TOLERANCE * now.kinetic) / (1.0 - TOLERANCE);
        let excess = (gain - TOLERANCE * self.swing).min(of_motion);
        // Not of what is not a number: a step that ends there is refused.
        if excess > 0.0 {
            (self.watch, self.has_gained) = (SUSPECT, true);
            (self.energy, self.kinetic, self.elastic) = (now.energy, now.kinetic, now.elastic);
            self.swing = self.swing.max(now.kinetic - excess);
            return Some(excess);
        }
        self.remember(now, passed);
        None
    }

    /// All that it has counts as its own.
    fn accept(&mut self, now: BodyView, passed: f64) {
        self.reference = self.reference.max(now.energy);
        (self.is_touched, self.is_moved) = (false, false);
        self.remember(now, passed);
    }

    fn remember(&mut self, now: BodyView, passed: f64) {
        let (forgotten, past) = ((passed / MEMORY).min(1.0), (passed / REPORTED).min(1.0));
        self.reference -= (self.reference - now.energy).max(0.0) * forgotten;
        self.swing = now.kinetic.max(self.swing * (1.0 - forgotten));
        self.taken *= 1.0 - past;
        (self.energy, self.kinetic) = (now.energy, now.kinetic);
    }

    /// So much of its excess was taken. What is left is no motion. What springs hold of it becomes motion later and is taken then;
    /// the rest counts as the island's own from now on. Returns what was taken in about the last second.
    pub(crate) fn take(&mut self, excess: f64, taken: f64) -> f64 {
        (self.energy, self.kinetic) = (self.energy - taken, self.kinetic - taken);
        self.reference += (excess - taken - self.elastic).max(0.0);
        self.taken += taken;
        self.taken
    }
}

/// What is too much of the kinetic energy of some bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Excess {
    /// J.
    pub(crate) energy: f64,
    /// Whether joints hold the bodies to what does not move.
    pub(crate) is_held: bool,
}

/// Mechanical energy, J.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Energy {
    pub(crate) kinetic: f64,
    /// What of that is the motion of the common centre of mass.
    pub(crate) of_centre: f64,
    /// Of gravity and of what pushes.
    pub(crate) potential: f64,
}

/// The energy of the dynamic bodies in these places.
pub(crate) fn energy(places: &[u32], bodies: &Slots<Body>, gravity: Vec2) -> Energy {
    let [g_x, g_y] = gravity.to_array().map(double);
    let mut sum = Energy::default();
    let (mut mass, mut momentum) = (0.0, [0.0; 2]);
    for (_, body) in places.iter().filter_map(|&place| bodies.at(place)) {
        let ([x, y], [f_x, f_y]) = (body.centre(), body.force().to_array().map(double));
        let weight = double(body.mass()) * double(body.gravity_scale());
        sum.kinetic += body.kinetic_energy();
        let (own, [v_x, v_y]) = (double(body.mass()), body.linear_velocity().to_array().map(double));
        mass += own;
        momentum = [momentum[0] + own * v_x, momentum[1] + own * v_y];
        sum.potential -= (weight * g_x + f_x) * x + (weight * g_y + f_y) * y;
        if body.torque() != 0.0 {
            sum.potential -= double(body.torque()) * double(body.angle());
        }
    }
    if mass > 0.0 {
        sum.of_centre = 0.5 * (momentum[0] * momentum[0] + momentum[1] * momentum[1]) / mass;
    }
    sum
}

impl Excess {
    /// Takes it out of the motion of the bodies against each other, as far as there is any, and else out of how they turn as a whole.
    /// Returns how much that was, J, and the factor by which velocities have shrunk.
    pub(crate) fn take(self, places: &[u32], bodies: &mut Slots<Body>) -> (f64, f64) {
        let mut whole = if self.is_held { Rigid::default() } else { Rigid::of(places, bodies) };
        let mut relative = whole.energy_apart(places, bodies);
        if self.energy > relative {
            // Joints that are far apart act at two points, and turn the whole: that is no more of its own than the rest.
            whole.spin = 0.0;
            relative = whole.energy_apart(places, bodies);
        }
        if relative <= 0.0 {
            return (0.0, 1.0);
        }
        let left = (1.0 - self.energy / relative).max(0.0);
        let factor = left.sqrt();
        for &place in places {
            if let Some((_, body)) = bodies.at_mut(place) {
                whole.slow(body, factor);
            }
        }
        (relative * (1.0 - left), factor)
    }
}

/// How bodies would move if they were one.
#[derive(Clone, Copy, Debug, Default)]
struct Rigid {
    centre: [f64; 2],
    velocity: [f64; 2],
    spin: f64,
}

impl Rigid {
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

    /// How a body would move as a part of the whole.
    fn velocity(&self, body: &Body) -> [f64; 3] {
        let [x, y] = body.centre();
        let [x, y] = [x - self.centre[0], y - self.centre[1]];
        [self.velocity[0] - self.spin * y, self.velocity[1] + self.spin * x, self.spin]
    }

    /// How a body moves against the whole.
    fn apart(&self, body: &Body) -> [f64; 3] {
        let (own, [v_x, v_y]) = (self.velocity(body), body.linear_velocity().to_array().map(double));
        [v_x - own[0], v_y - own[1], double(body.angular_velocity()) - own[2]]
    }

    /// The energy of that, J.
    fn energy_apart(&self, places: &[u32], bodies: &Slots<Body>) -> f64 {
        let apart = places.iter().filter_map(|&place| bodies.at(place)).map(|(_, body)| {
            let [v_x, v_y, spin] = self.apart(body);
            let turning = if body.inertia().is_finite() { double(body.inertia()) * spin * spin } else { 0.0 };
            0.5 * (double(body.mass()) * (v_x * v_x + v_y * v_y) + turning)
        });
        apart.sum()
    }

    /// Shrinks that by a factor.
    fn slow(&self, body: &mut Body, factor: f64) {
        let (own, apart) = (self.velocity(body), self.apart(body));
        let [v_x, v_y, spin] = [0, 1, 2].map(|axis| own[axis] + factor * apart[axis]);
        body.set_motion([v_x, v_y], spin);
    }
}
