//! Adding, changing and removing joints of any type.

use super::{BodiesOf, World};
use crate::array::Array;
use crate::constraint::Constraint;
use crate::error::Error;
use crate::id::{BodyId, JointId};
use crate::joint_options::JointOptions;
use crate::joint_set::JointMut;
use crate::joint_set::check_parameters;

/// Joints.
impl World {
    /// Joins bodies: `world.add_joint([a, b], joint)?`.
    ///
    /// `bodies` is an array with one id for each parameter of the joint's closure, in that order, `[a]` of a joint of one. One body may
    /// stand in several places: a pulley over a moving block. The joint is one of the [catalogue](crate::joints), or a struct of your
    /// own below [`#[constraint]`](macro@crate::constraint). It acts from the next step on. Its bodies wake.
    ///
    /// ```
    /// use constraint_core::joints::{PivotJoint, RevoluteJoint};
    /// use constraint_core::{Body, JointOptions, Vec2, World};
    ///
    /// let mut world = World::new();
    /// let ground = world.add_body(Body::fixed())?;
    /// let door = world.add_body(Body::dynamic(20.0, 4.0).at(Vec2::new(0.5, 0.0)))?;
    ///
    /// // By a point of the world, where the bodies are now.
    /// let hinge = PivotJoint::at(&world, [ground, door], Vec2::ZERO)?;
    /// let hinge = world.add_joint([ground, door], hinge)?;
    ///
    /// // By anchors in the frames of the bodies, with a motor; what is not named is neutral.
    /// let local_anchor_b = Vec2::new(-0.5, 0.0);
    /// let motor = RevoluteJoint { local_anchor_b, motor_speed: 1.0, max_motor_torque: 50.0, ..RevoluteJoint::default() };
    /// let motor = world.add_joint([ground, door], motor)?;
    ///
    /// // Later: change it, let it break, remove it.
    /// world.joint_mut(motor)?.motor_speed = -1.0;
    /// world.set_joint_options(hinge, JointOptions { break_force: 2000.0, ..JointOptions::default() })?;
    /// world.remove_joint(motor)?;
    /// # Ok::<(), constraint_core::Error>(())
    /// ```
    ///
    /// A function of your own over joints of any type `J` needs the bound `where [BodyId; 2]: BodiesOf<J>`: see [`BodiesOf`].
    ///
    /// # Errors
    /// [`Error::InvalidJoint`] for a parameter, or [`Error::UnknownBody`].
    pub fn add_joint<J: Constraint>(&mut self, bodies: impl BodiesOf<J>, joint: J) -> Result<JointId<J>, Error> {
        let bodies = BodiesOf::array(bodies);
        check_parameters(&joint)?;
        bodies.as_ref().iter().try_for_each(|&id| self.body(id).map(|_| ()))?;
        let places = J::Bodies::from_fn(|body| bodies.as_ref()[body].key.index);
        self.touch(places.as_ref());
        Ok(self.joints.insert(places, joint))
    }

    /// The joint of this name.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn joint<J: Constraint>(&self, id: JointId<J>) -> Result<&J, Error> {
        self.joints.joint(id)
    }

    /// The joint of this name, to change its parameters. The next step checks them. It wakes its bodies.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn joint_mut<J: Constraint>(&mut self, id: JointId<J>) -> Result<JointMut<'_, J>, Error> {
        // The bodies stay as they are.
        let places = self.joints.joint_bodies(id)?;
        self.touch_only(places.as_ref());
        self.joints.joint_mut(id)
    }

    /// Removes a joint. Its bodies wake.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn remove_joint<J: Constraint>(&mut self, id: JointId<J>) -> Result<J, Error> {
        self.touch_joint(id)?;
        self.joints.remove_joint(id)
    }

    /// The joints of type `J`, each with its name, in an order that removal does not change.
    pub fn joints<J: Constraint>(&self) -> impl Iterator<Item = (JointId<J>, &J)> {
        self.joints.joints()
    }

    /// The bodies that the joint holds, in the order of its closure's parameters.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn joint_bodies<J: Constraint>(&self, id: JointId<J>) -> Result<J::Bodies<BodyId>, Error> {
        let places = self.joints.joint_bodies(id)?;
        Ok(J::Bodies::from_fn(|body| self.id_at(places.as_ref()[body])))
    }

    /// What the joint has besides its own parameters.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn joint_options<J: Constraint>(&self, id: JointId<J>) -> Result<JointOptions, Error> {
        self.joints.joint_options(id)
    }

    /// Sets what the joint has besides its own parameters. It wakes the joint's bodies, and mends the joint if it broke in
    /// the last step.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`]; [`Error::NotFinite`], [`Error::NotPositive`] or [`Error::Negative`] for an option.
    pub fn set_joint_options<J: Constraint>(&mut self, id: JointId<J>, options: JointOptions) -> Result<(), Error> {
        options.validate()?;
        self.touch_joint(id)?;
        self.joints.set_joint_options(id, options)
    }

    /// What holds the joint's bodies has changed.
    fn touch_joint<J: Constraint>(&mut self, id: JointId<J>) -> Result<(), Error> {
        let places = self.joints.joint_bodies(id)?;
        self.touch(places.as_ref());
        Ok(())
    }
}
