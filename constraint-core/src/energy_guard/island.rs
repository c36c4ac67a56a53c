//! The energy account of one island.

use core::ops::Range;

use super::{MOST_GUARDED, Measurement, NEW, PERIODS, SUSPECT, UNBOUNDED};

/// What the guard knows of an island.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[allow(clippy::struct_excessive_bools)] // independent of each other
pub(crate) struct Island {
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) bodies: Range<usize>,
    /// Whether joints hold it to something that does not move.
    pub(crate) is_held: bool,
    /// Whether anything but gravity can do work on it: motors, springs, kinematic bodies.
    pub(crate) is_driven: bool,
    /// Whether its joints change their own parameters.
    pub(crate) is_animated: bool,
    /// Whether one of its joints makes errors of the solver likely. Found when the island is new. Then it is always watched.
    pub(crate) is_risky: bool,
    /// The energy that counts as its own, J.
    reference: f64,
    /// The largest kinetic energy of about the last ten seconds, J.
    swing: f64,
    /// For how many more steps it is watched.
    watch: u32,
    /// For how many more steps its joints may correct position errors that are not the solver's: it is new, or its owner has changed it.
    settling: u32,
    /// The last measurement: J, J, J, W.
    energy: f64,
    kinetic: f64,
    elastic: f64,
    power: f64,
    /// The energy that was removed in about the last second, J.
    pub(crate) removed: f64,
    /// Whether it ever had an excess. It is watched from then on.
    has_gained: bool,
    /// Whether its owner has changed a body since the last measurement.
    pub(crate) is_touched: bool,
    /// Whether a joint has got new parameters since then, or a fixed body has moved. Both may lift bodies.
    pub(crate) is_moved: bool,
    /// Whether a new joint may connect it to another island, until the next search for islands.
    pub(crate) is_joined: bool,
}

/// Share of the kinetic energy that true motion may seem to gain. A substep moves bodies along tangents, and the energy of a swing
/// oscillates by about a hundredth.
const TOLERANCE: f64 = 0.03;

/// Share of the energy of a falling or flying island that rounding may add: 1e-7 in each of some hundred substeps.
const ROUNDING: f64 = 1e-4;

/// Share of the kinetic energy at the push-out speed that joints may add as they correct small errors: 0.1 m/s at 3 m/s, or a lift by
/// half a millimetre. Rigid joints are a little compliant. Where they become stiffer, as with more substeps, they lift their loads.
const SLACK: f64 = 1e-3;

/// The largest excess while joints correct errors of the owner, in energies at the push-out speed. One joint that comes
/// together at that speed may move others three times as fast.
const MOST_SETTLING: f64 = 10.0;

/// How long an island remembers its largest energies, s. Rigid joints are a little compliant, so a heavy load bounces on them, and a
/// slow swing stands still for seconds.
const MEMORY: f64 = 10.0;

/// Number of steps in which joints correct most of an error.
const SETTLING: u32 = 32;

/// The time over which removed energy is summed, s.
const REPORTED: f64 = 1.0;

/// Growth of the kinetic energy of a driven island between two measurements from which on it is watched.
const SUSPICIOUS: f64 = 1.25;

impl Island {
    /// Whether it is measured after every step.
    pub(crate) const fn is_watched(&self) -> bool {
        self.is_risky || self.has_gained || self.watch > 0
    }

    /// Steps between two measurements while it is not watched.
    pub(crate) const fn period(&self) -> u32 {
        PERIODS[self.is_driven as usize]
    }

    /// Its owner has changed it, or some of its joints start apart: they may correct position errors for a while.
    pub(crate) const fn settle(&mut self) {
        self.settling = SETTLING;
    }

    /// Whether an excess may come from joints that correct errors of its owner. These move bodies at the push-out speed at most.
    pub(crate) fn is_settling(&self, now: &Measurement) -> bool {
        self.settling > 0 && self.excess(now) <= MOST_SETTLING * now.push_out
    }

    /// Growth of the energy of its springs since the last measurement, J.
    pub(crate) const fn elastic_growth(&self, now: &Measurement) -> f64 {
        now.elastic - self.elastic
    }

    /// Its energy now is its own.
    pub(crate) const fn restart(&mut self, now: &Measurement) {
        self.reference = now.energy;
        self.store(now);
    }

    /// A new island starts with the energy that it has.
    pub(crate) const fn begin(&mut self, now: &Measurement) {
        self.restart(now);
        (self.swing, self.watch) = (now.kinetic, NEW);
        self.settle();
    }

    /// Takes over the account of an island with the same bodies.
    pub(super) fn inherit(&mut self, old: &Self) {
        *self = Self {
            bodies: self.bodies.clone(),
            is_held: self.is_held,
            is_driven: self.is_driven,
            is_animated: self.is_animated,
            is_joined: false,
            ..old.clone()
        };
    }

    /// The owner has changed bodies of a watched island: the difference is its own.
    pub(crate) fn touch(&mut self, now: &Measurement) {
        self.reference += now.energy - self.energy;
        self.store(now);
        self.settle();
        self.is_touched = false;
    }

    /// Whether a watched island has an excess after a step of length `dt`.
    pub(crate) fn gains_in_step(&mut self, now: &Measurement, dt: f64) -> bool {
        self.watch = self.watch.saturating_sub(1);
        self.settling = self.settling.saturating_sub(1);
        let power = self.power.max(now.power);
        if self.is_moved || self.is_animated || power >= UNBOUNDED {
            // The work of these is not known.
            self.settle();
            self.accept(now, dt);
            return false;
        }
        self.reference += power * dt;
        self.gains(now, dt)
    }

    /// Whether an unwatched island has an excess after a time `passed`. Its drives may have done any work.
    pub(crate) fn gains_in_period(&mut self, now: &Measurement, passed: f64) -> bool {
        if !self.is_driven && !self.is_touched && !self.is_moved {
            return self.gains(now, passed);
        }
        if now.kinetic > SUSPICIOUS * self.swing {
            self.watch = SUSPECT;
        }
        self.accept(now, passed);
        false
    }

    fn gains(&mut self, now: &Measurement, passed: f64) -> bool {
        if self.is_joined || self.bodies.len() > MOST_GUARDED {
            self.accept(now, passed);
            return false;
        }
        // False for NaN: a step that ends with one is refused.
        if self.excess(now) > 0.0 {
            (self.watch, self.has_gained) = (SUSPECT, true);
            return true;
        }
        self.remember(now, passed);
        false
    }

    /// How much energy is above the reference and the tolerance, J. Not positive where nothing is wrong.
    pub(crate) fn excess(&self, now: &Measurement) -> f64 {
        let gain = now.energy - self.reference - ROUNDING * now.of_centre - SLACK * now.push_out;
        // Where motion begins, there is more of it now than of late.
        if gain > TOLERANCE * now.kinetic { gain - TOLERANCE * self.swing } else { 0.0 }
    }

    /// All its energy is its own.
    pub(crate) fn accept(&mut self, now: &Measurement, passed: f64) {
        self.reference = self.reference.max(now.energy);
        (self.is_touched, self.is_moved) = (false, false);
        self.remember(now, passed);
    }

    fn remember(&mut self, now: &Measurement, passed: f64) {
        let (forgotten, past) = ((passed / MEMORY).min(1.0), (passed / REPORTED).min(1.0));
        self.reference -= (self.reference - now.energy).max(0.0) * forgotten;
        self.swing = now.kinetic.max(self.swing * (1.0 - forgotten));
        self.removed *= 1.0 - past;
        self.store(now);
    }

    const fn store(&mut self, now: &Measurement) {
        (self.energy, self.kinetic, self.elastic, self.power) = (now.energy, now.kinetic, now.elastic, now.power);
    }

    /// An excess was removed: the energy was `before` and is `now`. If only velocities were slowed, what remains of it is not motion, and
    /// counts as the island's own from now on. Returns the energy that was removed in about the last second.
    pub(crate) fn end_removal(&mut self, before: &Measurement, now: &Measurement, were_poses_known: bool) -> f64 {
        if !were_poses_known {
            self.reference += self.excess(now).max(0.0);
        }
        self.swing = self.swing.max(now.kinetic);
        self.removed += (before.energy - now.energy).max(0.0);
        self.store(now);
        self.removed
    }
}
