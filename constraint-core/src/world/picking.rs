//! Picking: which body is under the mouse.

use super::World;
use crate::check;
use crate::error::Error;
use crate::id::BodyId;
use crate::joint_set::{Near, distance};
use crate::math::{Scalar, Vec2, double};

/// Picking.
impl World {
    /// The dynamic body under a point: for a click, a touch, a drag with the mouse.
    ///
    /// Bodies have no shapes. So a body is found by its centre of mass, and by the anchors that its joints
    /// [draw](Self::draw). The nearest of them counts, if it is within `radius` of `point`, m. An anchor that several bodies share
    /// stands for the one with the nearest centre. Fixed and kinematic bodies are not found, since no joint moves them.
    ///
    /// ```
    /// use constraint_core::joints::{MouseJoint, PivotJoint};
    /// use constraint_core::{Body, Vec2, World};
    ///
    /// let mut world = World::new();
    /// let ground = world.add_body(Body::fixed())?;
    /// let door = world.add_body(Body::dynamic(20.0, 4.0).at(Vec2::new(0.5, 0.0)))?;
    /// world.add_joint([ground, door], PivotJoint::at(&world, [ground, door], Vec2::ZERO)?)?;
    ///
    /// // The door has its centre at 0.5 m, and its hinge at the origin.
    /// assert_eq!(world.body_at(Vec2::new(0.45, 0.1), 0.2)?, Some(door));
    /// assert_eq!(world.body_at(Vec2::new(0.0, 0.1), 0.2)?, Some(door));
    /// assert_eq!(world.body_at(Vec2::new(0.0, 1.0), 0.2)?, None);
    ///
    /// // Drag it by the point that was clicked.
    /// let mouse = Vec2::new(0.5, 0.1);
    /// if let Some(body) = world.body_at(mouse, 0.2)? {
    ///     world.add_joint([body], MouseJoint::at(&world, [body], mouse)?)?;
    /// }
    /// # Ok::<(), constraint_core::Error>(())
    /// ```
    ///
    /// It looks at every body and draws every joint: a click takes about as long as a step.
    ///
    /// # Errors
    /// [`Error::NotFinite`] for the point; [`Error::Negative`] for a radius that is negative or NaN. An infinite one finds the nearest
    /// body of all.
    pub fn body_at(&self, point: Vec2, radius: Scalar) -> Result<Option<BodyId>, Error> {
        check::finite_vector("point to pick at", point)?;
        check::not_negative("radius to pick within", radius)?;
        let within = double(radius);
        let dynamic = self.bodies.iter().filter(|(_, body)| body.is_dynamic());
        let centres = dynamic.map(|(key, body)| Near { what: key.index, distance: distance(body.centre(), point) });
        let centre =
            centres.filter(|near| near.distance <= within).reduce(|a, b| if b.distance < a.distance { b } else { a });
        // Of what is equally far, the centre counts.
        let closer = centre.map_or(within.next_up(), |centre| centre.distance);
        let is_dynamic = |place: u32| self.bodies.at(place).is_some_and(|(_, body)| body.is_dynamic());
        let anchor = self.joints.nearest_anchor(&self.bodies, point, closer, &is_dynamic);
        Ok(anchor.or(centre).map(|near| self.id_at(near.what)))
    }
}
