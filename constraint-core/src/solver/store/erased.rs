//! Joints whose type is not known: for tools, drawing, and whatever asks of all of them.

use crate::body::Body;
use crate::canvas::Canvas;
use crate::constraint::{Array, Constraint};
use crate::id::{AnyJointId, BodyId, JointId};
use crate::kinematics::Pose;
use crate::math::{Scalar, saturated};
use crate::slots::{Key, Slots};

use super::active::norm;
use super::error::error;
use super::{Entry, TypedStore};

/// The joints of one type, without the type.
pub(crate) trait Joints {
    /// Their names, in an order that removal does not change.
    fn ids(&self) -> Box<dyn Iterator<Item = AnyJointId> + '_>;
    /// The bodies of each enabled joint that holds the body in this place.
    fn links(&self, body: u32, link: &mut dyn FnMut(&[BodyId]));
    /// Draws the joints that are enabled.
    fn draw(&self, bodies: &Slots<Body>, canvas: &mut dyn Canvas);
    /// Draws one joint, if it is of this type.
    fn draw_one(&self, id: AnyJointId, bodies: &Slots<Body>, canvas: &mut dyn Canvas) -> Option<()>;
    /// The position error of one joint, if it is of this type.
    fn error(&self, id: AnyJointId, bodies: &Slots<Body>, time: f64) -> Option<Vec<Scalar>>;
    /// The largest norm of a position error, of the joints that are enabled.
    fn max_error(&self, bodies: &Slots<Body>, time: f64) -> Scalar;
}

impl<J: Constraint> Joints for TypedStore<J> {
    fn ids(&self) -> Box<dyn Iterator<Item = AnyJointId> + '_> {
        Box::new(self.entries.iter().map(|(key, _)| JointId::<J>::new(self.world, key).into()))
    }

    fn links(&self, body: u32, link: &mut dyn FnMut(&[BodyId])) {
        let joints = self.attached.joints(body).filter_map(|joint| self.entries.at(joint));
        joints.filter(|(_, entry)| entry.options.enabled).for_each(|(_, entry)| link(entry.bodies.as_ref()));
    }

    fn draw(&self, bodies: &Slots<Body>, canvas: &mut dyn Canvas) {
        self.enabled().for_each(|entry| entry.joint.draw(&entry.states(bodies), canvas));
    }

    fn draw_one(&self, id: AnyJointId, bodies: &Slots<Body>, canvas: &mut dyn Canvas) -> Option<()> {
        let entry = self.entries.get(self.key(id)?)?;
        entry.joint.draw(&entry.states(bodies), canvas);
        Some(())
    }

    fn error(&self, id: AnyJointId, bodies: &Slots<Body>, time: f64) -> Option<Vec<Scalar>> {
        let entry = self.entries.get(self.key(id)?)?;
        Some(entry.error(bodies, time).as_ref().to_vec())
    }

    fn max_error(&self, bodies: &Slots<Body>, time: f64) -> Scalar {
        self.enabled().map(|entry| norm(entry.error(bodies, time).as_ref())).fold(0.0, Scalar::max).min(Scalar::MAX)
    }
}

impl<J: Constraint> TypedStore<J> {
    fn enabled(&self) -> impl Iterator<Item = &Entry<J>> {
        self.entries.iter().map(|(_, entry)| entry).filter(|entry| entry.options.enabled)
    }

    fn key(&self, id: AnyJointId) -> Option<Key> {
        id.downcast::<J>().filter(|id| id.world == self.world).map(|id| id.key)
    }
}

impl<J: Constraint> Entry<J> {
    /// How far each row is from where the joint would have it.
    pub(crate) fn error(&self, bodies: &Slots<Body>, time: f64) -> J::Rows<Scalar> {
        let error = error(&self.joint, &self.poses(bodies), time);
        J::Rows::from_fn(|row| saturated(error.as_ref()[row]))
    }

    /// Where the joint's bodies are, exactly.
    pub(crate) fn poses(&self, bodies: &Slots<Body>) -> J::Bodies<Pose<f64>> {
        // A joint's bodies are there: removing one removes the joint.
        J::Bodies::from_fn(|i| bodies.get(self.bodies.as_ref()[i].key).map(Body::pose).unwrap_or_default())
    }
}
