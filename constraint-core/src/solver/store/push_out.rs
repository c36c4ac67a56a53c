//! Joints that start apart, or that their owner moves apart, come together at a bounded speed: the push-out speed.
//!
//! A soft pass removes a share of an error in each substep. A joint that is metres apart would move its bodies at hundreds of metres per
//! second, and faster in shorter substeps. Only new joints, changed joints and joints of bodies that were moved are checked, since steps
//! alone do not move joints so far apart. Such a joint is solved with the option [`max_error`](crate::JointOptions::max_error) until its
//! error is below that bound.

use crate::body_set::BodySet;
use crate::joint_options::JointOptions;
use crate::math::Scalar;
use crate::pass::Pass;
use crate::slots::Key;
use crate::solver::store::{Entry, JointStore};

/// How fast joints that are apart come together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PushOut {
    /// The error that a soft pass removes at the push-out speed, m, or rad for an angle.
    error: Scalar,
}

impl PushOut {
    pub(crate) const NONE: Self = Self { error: Scalar::INFINITY };

    /// For a speed in m/s, or rad/s for an angle, and the pass that removes position errors.
    pub(crate) fn new(speed: Scalar, soft: &Pass<Scalar>) -> Self {
        Self { error: speed / soft.bias_rate }
    }
}

/// A joint is checked if a number of its setup, such as an anchor or a length, changes by more than this share of the bound.
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

    /// Finds the joints that are apart among new joints, suspects, and joints that were apart before.
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

    /// Whether a joint that was apart still is. Marks it if its options change.
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

    /// Whether a joint has come apart by a change of its setup of this size.
    pub(crate) fn has_come_apart(&mut self, key: Key, change: Scalar, bodies: &dyn BodySet, time: f64) -> bool {
        change > SMALL_CHANGE * self.push_out.error
            && self.entries.get(key).is_some_and(|entry| entry.apart.is_none())
            && self.is_apart(key, bodies, time)
    }

    /// Solves the joint with a bounded error from now on.
    pub(crate) fn set_apart(&mut self, key: Key) {
        let most = self.push_out.error;
        if let Some(entry) = self.entries.get_mut(key) {
            entry.apart = Some(Box::new(entry.with_bound(most)));
            self.apart.push(key);
        }
    }

    /// Whether a rigid joint has an error that a soft pass would remove faster than at the push-out speed.
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
