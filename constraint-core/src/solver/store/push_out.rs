//! Joints that start apart, or are taken apart by their owner: they come together at a bounded speed.
//!
//! A soft pass takes a share of an error out in each substep, so a joint that is metres apart would move its bodies at hundreds of metres
//! a second, and the faster, the shorter the substep. Only a joint that is new, or of which the owner has changed a parameter or moved a
//! body, is looked at: in steps alone joints do not come apart so far. It is solved with the option
//! [`max_error`](crate::JointOptions::max_error) of an error that is taken out at that speed, until its error is smaller.

use crate::body_set::BodySet;
use crate::joint_options::JointOptions;
use crate::math::Scalar;
use crate::pass::Pass;
use crate::slots::Key;
use crate::solver::store::{Entry, JointStore};

/// How fast joints that are apart come together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PushOut {
    /// The error that a soft pass takes out at the greatest speed, m, or rad for an angle.
    error: Scalar,
}

impl PushOut {
    pub(crate) const NONE: Self = Self { error: Scalar::INFINITY };

    /// At this speed, m/s, and rad/s for an angle, where errors are taken out by this pass.
    pub(crate) fn new(speed: Scalar, soft: &Pass<Scalar>) -> Self {
        Self { error: speed / soft.bias_rate }
    }
}

/// By what share of the error that is taken out at the bounded speed the numbers of a joint's setup may change without its being looked
/// at: anchors and lengths are among them.
const SMALL_CHANGE: Scalar = 0.25;

impl JointStore {
    /// The owner has moved the body in this place: its joints may be apart.
    pub(crate) fn suspect(&mut self, body: u32) {
        let joints: Vec<Key> =
            self.adjacency.joints(body).filter_map(|at| self.entries.at(at)).map(|(key, _)| key).collect();
        for key in joints {
            self.mark(key);
            self.suspects.insert(key);
        }
    }

    /// Calls `act` with the bodies of each joint that is apart.
    pub(crate) fn each_apart(&self, mut act: impl FnMut(&[u32])) {
        for &key in self.apart.iter().filter(|&&key| self.entries.get(key).is_some()) {
            act(self.entries.places(key.index));
        }
    }

    /// Finds out which joints are apart: of the new ones and the suspects, and of those that were.
    pub(crate) fn find_apart(&mut self, bodies: &dyn BodySet, time: f64) {
        let mut apart = core::mem::take(&mut self.apart);
        apart.retain(|&key| self.is_still_apart(key, bodies, time));
        self.apart = apart;
        let has_come = |entry: &Entry| entry.place.is_none() && entry.sleeping.is_none();
        let is_new = |key: &&Key| self.entries.get(**key).is_some_and(has_come);
        let new: Vec<Key> = self.dirty_joints.iter().filter(is_new).copied().collect();
        let mut keys: Vec<Key> = new.into_iter().chain(core::mem::take(&mut self.suspects)).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let was_apart = self.entries.get(key).is_none_or(|entry| entry.apart.is_some() || !entry.options.enabled);
            if !was_apart && self.is_apart(key, bodies, time) {
                self.set_apart(key);
            }
        }
    }

    /// Whether a joint that was apart is so still. What changes for it is noted.
    fn is_still_apart(&mut self, key: Key, bodies: &dyn BodySet, time: f64) -> bool {
        let is_apart = self.is_apart(key, bodies, time);
        let most = self.push_out.error;
        let Some(entry) = self.entries.get_mut(key) else { return false };
        let options = is_apart.then(|| entry.with_bound(most));
        if entry.apart.as_deref() != options.as_ref() {
            entry.apart = options.map(Box::new);
            self.mark(key);
        }
        is_apart
    }

    /// Whether a joint that was not apart is so now, if its setup has changed by so much.
    pub(crate) fn has_come_apart(&mut self, key: Key, change: Scalar, bodies: &dyn BodySet, time: f64) -> bool {
        change > SMALL_CHANGE * self.push_out.error
            && self.entries.get(key).is_some_and(|entry| entry.apart.is_none())
            && self.is_apart(key, bodies, time)
    }

    /// The joint is solved with a bounded error from now on.
    pub(crate) fn set_apart(&mut self, key: Key) {
        let most = self.push_out.error;
        if let Some(entry) = self.entries.get_mut(key) {
            entry.apart = Some(Box::new(entry.with_bound(most)));
            self.apart.push(key);
        }
    }

    /// Whether a rigid joint has an error that a soft pass would take out faster than is allowed.
    fn is_apart(&mut self, key: Key, bodies: &dyn BodySet, time: f64) -> bool {
        let Self { entries, errors, push_out: PushOut { error: most, .. }, .. } = self;
        let (Some(entry), Some(joint)) = (entries.get(key), entries.joint(key)) else { return false };
        if *most == Scalar::INFINITY || entry.options.softness.is_some() {
            return false;
        }
        errors.at(entries.poses(key.index, bodies)).rigid_norm(joint, time) > *most
    }
}

impl Entry {
    /// The joint's options, with its error bounded.
    fn with_bound(&self, most: Scalar) -> JointOptions {
        JointOptions { max_error: self.options.max_error.min(most), ..self.options }
    }
}
