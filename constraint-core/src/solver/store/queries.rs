//! What tools, drawing and readings ask of the joints of one type.

use crate::body_set::BodySet;
use crate::canvas::Canvas;
use crate::id::AnyJointId;
use crate::math::{Scalar, saturated};
use crate::slots::Key;

use crate::solver::position_errors::PositionErrors;
use crate::solver::store::JointStore;

impl JointStore {
    /// Their names, in an order that removal does not change.
    pub(crate) fn ids(&self) -> impl Iterator<Item = AnyJointId> {
        self.entries.iter().map(|(key, _)| self.id(key))
    }

    /// The bodies of each enabled joint that holds the body in this place.
    pub(crate) fn links(&self, body: u32, link: &mut dyn FnMut(&[u32])) {
        let joints = self.adjacency.joints(body).filter_map(|joint| self.entries.at(joint));
        joints.filter(|(_, entry)| entry.options.enabled).for_each(|(key, _)| link(self.entries.places(key.index)));
    }

    /// The bodies that joints hold, disabled ones included.
    pub(crate) fn held_bodies(&self) -> impl Iterator<Item = u32> {
        self.adjacency.bodies()
    }

    /// Draws the joints that are enabled.
    pub(crate) fn draw(&self, bodies: &dyn BodySet, canvas: &mut dyn Canvas) {
        self.entries.enabled().for_each(|(key, _)| self.draw_joint(key, bodies, canvas));
    }

    /// Draws the joints that are enabled, one after another, and tells after each which bodies it holds.
    pub(crate) fn draw_each<C: Canvas>(
        &self,
        bodies: &dyn BodySet,
        canvas: &mut C,
        drawn: &mut dyn FnMut(&mut C, &[u32]),
    ) {
        for (key, _) in self.entries.enabled() {
            self.draw_joint(key, bodies, canvas);
            drawn(canvas, self.entries.places(key.index));
        }
    }

    /// Draws one joint, if it is of this type.
    pub(crate) fn draw_one(&self, id: AnyJointId, bodies: &dyn BodySet, canvas: &mut dyn Canvas) -> Option<()> {
        self.draw_joint(self.key(id)?, bodies, canvas);
        Some(())
    }

    fn draw_joint(&self, key: Key, bodies: &dyn BodySet, canvas: &mut dyn Canvas) {
        if let Some(joint) = self.entries.joint(key) {
            joint.draw_with(&self.entries.states(key.index, bodies).collect::<Vec<_>>(), canvas);
        }
    }

    /// How far each row of one joint, if it is of this type, is from where the joint would have it.
    pub(crate) fn error(&self, id: AnyJointId, bodies: &dyn BodySet, time: f64) -> Option<Vec<Scalar>> {
        let key = self.key(id)?;
        let mut errors = PositionErrors::new(&self.kernels.layout);
        let error = errors.at(self.entries.poses(key.index, bodies)).all(self.entries.joint(key)?, time);
        Some(error.iter().copied().map(saturated).collect())
    }

    /// The largest norm of a position error, of the joints that are enabled.
    pub(crate) fn max_error(&self, bodies: &dyn BodySet, time: f64) -> Scalar {
        let mut errors = PositionErrors::new(&self.kernels.layout);
        let joints = self.entries.enabled().filter_map(|(key, _)| Some((key, self.entries.joint(key)?)));
        let norm = |(key, joint): (Key, _)| {
            let error = errors.at(self.entries.poses(key.index, bodies)).all(joint, time);
            for row in &mut *error {
                *row = saturated(*row);
            }
            crate::solver::packs::joint_data::norm(error)
        };
        joints.map(norm).fold(0.0, Scalar::max).min(Scalar::MAX)
    }

    /// The name of a joint.
    pub(crate) fn id(&self, key: Key) -> AnyJointId {
        (self.kernels.id)(self.world, key)
    }

    /// The key of the joint of this name, if it is of this type.
    fn key(&self, id: AnyJointId) -> Option<Key> {
        let key = id.key();
        (self.id(key) == id && self.entries.get(key).is_some()).then_some(key)
    }
}
