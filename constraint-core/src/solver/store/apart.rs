//! Joints that start apart, or are taken apart by their owner: they come together at a bounded speed.
//!
//! A soft pass takes a share of an error out in each substep, so a joint that is metres apart would move its bodies at hundreds of metres
//! a second, and the faster, the shorter the substep. Only a joint that is new, or of which the owner has changed a parameter or moved a
//! body, is looked at: in steps alone joints do not come apart so far. It is solved alone, with its error bounded as by
//! [`max_error`](crate::JointOptions::max_error), until its error is so small that the bound means nothing.

use crate::body::Body;
use crate::constraint::Pass;
use crate::math::Scalar;
use crate::slots::{Key, Slots};
use crate::solver::store::JointStore;
use crate::solver::store::active_joints::JointLocation;

/// How fast joints that are apart come together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PushOut {
    /// m/s, and rad/s for an angle.
    pub(crate) speed: Scalar,
    /// The error that a soft pass takes out at that speed.
    pub(crate) error: Scalar,
}

impl PushOut {
    pub(crate) const NONE: Self = Self { speed: Scalar::INFINITY, error: Scalar::INFINITY };

    /// At this speed, where errors are taken out by this pass.
    pub(crate) fn new(speed: Scalar, soft: &Pass<Scalar>) -> Self {
        Self { speed, error: speed / soft.bias_rate }
    }
}

/// By what share of the error that is taken out at the bounded speed the numbers of a joint's setup may change without its being looked
/// at: anchors and lengths are among them.
const SMALL_CHANGE: Scalar = 0.25;

impl JointStore {
    /// Joints come together at this speed from the next step on.
    pub(crate) const fn set_push_out(&mut self, push_out: PushOut) {
        self.push_out = push_out;
    }

    /// The owner has moved the body in this place: its joints may be apart.
    pub(crate) fn suspect(&mut self, body: u32) {
        let joints: Vec<Key> =
            self.adjacency.joints(body).filter_map(|at| self.entries.at(at)).map(|(key, _)| key).collect();
        for key in joints {
            self.mark(key);
            self.suspects.insert(key);
        }
    }

    /// Finds out which joints are apart: of the new ones and the suspects, and of those that were.
    pub(crate) fn find_apart(&mut self, bodies: &Slots<Body>, time: f64) {
        for key in core::mem::take(&mut self.apart) {
            if self.is_apart(key, bodies, time) {
                self.apart.push(key);
            } else if let Some(entry) = self.entries.get_mut(key) {
                entry.is_apart = false;
                self.mark(key);
            }
        }
        let has_come = |entry: &crate::solver::store::Entry| entry.place.is_none() && entry.sleeping.is_none();
        let is_new = |key: &&Key| self.entries.get(**key).is_some_and(has_come);
        let new: Vec<Key> = self.dirty_joints.iter().filter(is_new).copied().collect();
        let mut keys: Vec<Key> = new.into_iter().chain(core::mem::take(&mut self.suspects)).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let was_apart = self.entries.get(key).is_none_or(|entry| entry.is_apart || !entry.options.enabled);
            if !was_apart && self.is_apart(key, bodies, time) {
                self.set_apart(key);
            }
        }
    }

    /// Whether a joint is, if its setup has changed by so much.
    pub(crate) fn has_come_apart(&mut self, key: Key, change: Scalar, bodies: &Slots<Body>, time: f64) -> bool {
        change > SMALL_CHANGE * self.push_out.error && self.is_apart(key, bodies, time)
    }

    pub(crate) fn set_apart(&mut self, key: Key) {
        if let Some(entry) = self.entries.get_mut(key) {
            entry.is_apart = true;
            self.apart.push(key);
        }
    }

    /// Whether a rigid joint has an error that a soft pass would take out faster than is allowed.
    fn is_apart(&mut self, key: Key, bodies: &Slots<Body>, time: f64) -> bool {
        let Self { entries, errors, push_out: PushOut { error: most, .. }, .. } = self;
        let (Some(entry), Some(joint)) = (entries.get(key), entries.joint(key)) else { return false };
        if *most == Scalar::INFINITY || entry.options.softness.is_some() {
            return false;
        }
        errors.at(entries.poses(key.index, bodies)).rigid_norm(joint, time) > *most
    }

    /// Bounds the speed of the joints that are apart.
    pub(crate) fn bound_apart(&mut self) {
        let speed = self.push_out.speed;
        for &key in &self.apart {
            match self.entries.get(key).and_then(|entry| entry.place) {
                Some(JointLocation::ScalarJoints(at)) => self.active.scalar.bound_speed(at, speed),
                Some(JointLocation::DenseJoint(at)) => self.active.dense[at].option_state.bound_speed(speed),
                Some(JointLocation::Lane { .. } | JointLocation::IslandBatch(_)) | None => {}
            }
        }
    }
}
