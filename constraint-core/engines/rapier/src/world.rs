//! A Rapier world with joints of this crate: adding, changing and removing them.

use std::collections::HashMap;

use constraint_core::{AnyJointId, Array, Constraint, JointId, JointMut, JointOptions, JointSet};

use crate::bodies::{Bodies, free_body, index_of, weigh};
use crate::error::Error;
use crate::event::Event;
use crate::links;
use crate::locked::{LockedAxis, LockedBody};
use crate::rapier::prelude::{ImpulseJointHandle, PhysicsWorld, RigidBodyHandle};

/// Rapier's [`PhysicsWorld`], and any `#[constraint]` joints between its bodies.
///
/// Bodies, colliders, queries and Rapier's own joints are [`physics`](Self::physics). Step by [`step`](Self::step) of this type: in a step
/// of `physics` itself, Rapier moves bodies without the joints.
///
/// ```
/// use constraint_rapier::JointedWorld;
/// use constraint_rapier::constraint_core::joints::PulleyJoint;
/// use constraint_rapier::rapier::prelude::*;
///
/// let mut world = JointedWorld::default();
/// let beam = world.physics.insert_body(RigidBodyBuilder::fixed().translation(Vector::new(0.0, 10.0)));
/// let mut weight = |x: Real, density| {
///     let body = RigidBodyBuilder::dynamic().translation(Vector::new(x, 0.0));
///     world.physics.insert(body, ColliderBuilder::cuboid(0.5, 0.5).density(density)).0
/// };
/// let (left, right) = (weight(-2.0, 3.0), weight(2.0, 2.0));
/// let (above_left, above_right) = (Vector::new(-2.0, 0.0), Vector::new(2.0, 0.0));
/// let rope = PulleyJoint { local_anchor_a: above_left, local_anchor_c: above_right, upper: 20.0, ..PulleyJoint::default() };
/// let rope = world.add_joint([beam, left, beam, right], rope)?;
/// for _ in 0..60 {
///     world.step()?;
/// }
/// // Atwood's machine: a = g (m₁ − m₂)/(m₁ + m₂) after one second, and the rope pulls by 2 g m₁ m₂/(m₁ + m₂).
/// assert!((world.physics.bodies[right].linvel().y - 9.81 / 5.0).abs() < 1e-3);
/// assert!((world.reaction(rope)?[3].y - 2.0 * 9.81 * 6.0 / 5.0).abs() < 1e-2);
/// # Ok::<(), constraint_rapier::Error>(())
/// ```
#[derive(Default)]
pub struct JointedWorld {
    /// Rapier's world. Bodies may be added, changed and removed in it at any time between steps.
    ///
    /// Its joints without an axis link the bodies of this type's joints, which then sleep and wake together.
    pub physics: PhysicsWorld,
    pub(crate) set: JointSet,
    pub(crate) bodies: Bodies,
    pub(crate) joints: HashMap<AnyJointId, Held>,
    pub(crate) locked: Vec<LockedBody>,
    /// Joints that broke in the last substep. The next one removes them, or disables them.
    pub(crate) broken: Vec<(AnyJointId, bool)>,
    /// Of the last step, and what has happened since.
    pub(crate) events: Vec<Event>,
    /// Number of events that the last step has returned.
    pub(crate) returned: usize,
}

/// What a joint holds.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Held {
    /// By their indices, in the order of the closure's parameters.
    pub(crate) bodies: Box<[u32]>,
    pub(crate) links: Box<[ImpulseJointHandle]>,
}

impl JointedWorld {
    /// The joints of a Rapier world that there is already.
    pub fn new(physics: PhysicsWorld) -> Self {
        Self { physics, ..Self::default() }
    }

    /// Number of joints, disabled ones included. Rapier's own are not counted.
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// Whether there are no joints.
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// Adds a joint between these bodies: an array with one for each parameter of its closure, in that order, `[a]` of a joint of one.
    /// One body may stand in several places. The joint acts from the next step on, and wakes its bodies.
    ///
    /// Its anchors are in the frames of its bodies, from the centre of mass: [`local_point`](Self::local_point) finds them. Contacts
    /// between its bodies stay on, as with Rapier's joints: see [`set_contacts_enabled`](Self::set_contacts_enabled).
    ///
    /// # Errors
    /// [`Error::UnknownBody`], [`Error::NotFree`], or [`Error::Joint`] for a parameter.
    pub fn add_joint<J: Constraint>(
        &mut self,
        bodies: J::Bodies<RigidBodyHandle>,
        joint: J,
    ) -> Result<JointId<J>, Error> {
        let handles = bodies.as_ref();
        handles.iter().try_for_each(|&body| weigh(&mut self.physics, body))?;
        // A slot may still have the body that had this index before.
        for &body in handles {
            self.forget_unless(index_of(body), body);
            self.bodies.hold(body, free_body(&self.physics, body)?);
        }
        let indices = J::Bodies::from_fn(|body| index_of(handles[body]));
        let added = self.set.add_joint(&self.bodies, indices, joint);
        let Ok(id) = added else {
            self.bodies.release(indices.as_ref());
            return Ok(added?);
        };
        let links = links::link(&mut self.physics.impulse_joints, handles, true).into();
        self.joints.insert(id.into(), Held { bodies: indices.as_ref().into(), links });
        self.wake(id.into());
        Ok(id)
    }

    /// The joint of this name.
    ///
    /// # Errors
    /// [`Error::Joint`] for an unknown joint.
    pub fn joint<J: Constraint>(&self, id: JointId<J>) -> Result<&J, Error> {
        Ok(self.set.joint(id)?)
    }

    /// The joint of this name, to change its parameters. The next step checks them. It wakes its bodies.
    ///
    /// # Errors
    /// [`Error::Joint`] for an unknown joint.
    pub fn joint_mut<J: Constraint>(&mut self, id: JointId<J>) -> Result<JointMut<'_, J>, Error> {
        self.wake(id.into());
        Ok(self.set.joint_mut(id)?)
    }

    /// Removes a joint. Its bodies wake.
    ///
    /// # Errors
    /// [`Error::Joint`] for an unknown joint.
    pub fn remove_joint<J: Constraint>(&mut self, id: JointId<J>) -> Result<J, Error> {
        let joint = self.set.remove_joint(id)?;
        self.forget(id.into());
        Ok(joint)
    }

    /// The joints of type `J`, each with its name, in an order that removal does not change.
    pub fn joints<J: Constraint>(&self) -> impl Iterator<Item = (JointId<J>, &J)> {
        self.set.joints()
    }

    /// The names of all joints, type after type.
    pub fn joint_ids(&self) -> impl Iterator<Item = AnyJointId> {
        self.set.joint_ids().filter(|id| id.downcast::<LockedAxis>().is_none())
    }

    /// The bodies that the joint holds, in the order of its closure's parameters.
    ///
    /// # Errors
    /// [`Error::Joint`] for an unknown joint.
    pub fn joint_bodies<J: Constraint>(&self, id: JointId<J>) -> Result<J::Bodies<RigidBodyHandle>, Error> {
        let indices = self.set.joint_bodies(id)?;
        Ok(J::Bodies::from_fn(|body| self.bodies.handle(indices.as_ref()[body])))
    }

    /// What the joint has besides its own parameters: softness, bounds, breaking, whether it is enabled.
    ///
    /// # Errors
    /// [`Error::Joint`] for an unknown joint.
    pub fn joint_options<J: Constraint>(&self, id: JointId<J>) -> Result<JointOptions, Error> {
        Ok(self.set.joint_options(id)?)
    }

    /// Sets what the joint has besides its own parameters. It wakes the joint's bodies, and mends the joint if it broke in the last
    /// step.
    ///
    /// # Errors
    /// [`Error::Joint`] for an unknown joint or an option that means nothing.
    pub fn set_joint_options<J: Constraint>(&mut self, id: JointId<J>, options: JointOptions) -> Result<(), Error> {
        self.set.set_joint_options(id, options)?;
        let id = id.into();
        self.broken.retain(|(broken, _)| *broken != id);
        if let Some(held) = self.joints.get(&id) {
            links::set_enabled(&mut self.physics.impulse_joints, &held.links, options.enabled);
        }
        self.wake(id);
        Ok(())
    }

    /// Turns contacts between the bodies of a joint on or off. They are on unless this is called.
    ///
    /// # Errors
    /// [`Error::Joint`] for an unknown joint.
    pub fn set_contacts_enabled<J: Constraint>(&mut self, id: JointId<J>, are_enabled: bool) -> Result<(), Error> {
        self.set.joint(id)?;
        if let Some(held) = self.joints.get(&id.into()) {
            links::set_contacts(&mut self.physics.impulse_joints, &held.links, are_enabled);
        }
        Ok(())
    }

    /// Wakes the bodies of a joint, if there is such a joint.
    fn wake(&mut self, id: AnyJointId) {
        let Self { physics: PhysicsWorld { islands, bodies: all, .. }, bodies, joints, .. } = self;
        let held = joints.get(&id).into_iter().flat_map(|held| &held.bodies);
        held.for_each(|&index| islands.wake_up(all, bodies.handle(index), true));
    }

    /// Forgets a joint that the set has removed. Its bodies wake.
    pub(crate) fn forget(&mut self, id: AnyJointId) {
        self.wake(id);
        self.broken.retain(|(broken, _)| *broken != id);
        if let Some(Held { bodies, links }) = self.joints.remove(&id) {
            links::unlink(&mut self.physics.impulse_joints, &links);
            self.bodies.release(&bodies);
        }
    }

    /// Removes the joints of the body that has this index among joints, unless it is `body`.
    fn forget_unless(&mut self, index: u32, body: RigidBodyHandle) {
        let known = self.bodies.handle(index);
        if known == body {
            return;
        }
        for joint in self.set.remove_body(index) {
            self.locked.retain(|locked| joint != locked.joint);
            if self.joints.contains_key(&joint) {
                self.forget(joint);
                self.events.push(Event::BodyGone { joint, body: known });
            }
        }
    }

    /// Removes the joints of bodies that are gone.
    pub(crate) fn forget_gone(&mut self) {
        let Self { physics, bodies, .. } = self;
        let held: Vec<u32> = bodies.held().to_vec();
        let is_gone = |index: &u32| !physics.bodies.contains(bodies.handle(*index));
        let gone: Vec<u32> = held.into_iter().filter(is_gone).collect();
        for index in gone {
            self.forget_unless(index, RigidBodyHandle::invalid());
        }
    }
}
