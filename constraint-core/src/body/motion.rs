//! Points of a body, and what pushes it for a moment.

use super::{AppliedForce, Body, BodyKind, BodyMut};
use crate::check;
use crate::error::Error;
use crate::math::{Scalar, Vec2, double, nearest};

/// Points and velocities, each computed in `f64`: exact to the last digit, also far from the origin.
impl Body {
    /// Where a point of the body is in the world, m. `local` is in the body's frame, from its centre of mass.
    ///
    /// ```
    /// # use constraint_core::{Body, Vec2, consts};
    /// let door = Body::dynamic(10.0, 2.0).at(Vec2::new(1.0, 0.0)).rotated(consts::FRAC_PI_2);
    /// assert!(door.world_point(Vec2::new(0.5, 0.0)).distance(Vec2::new(1.0, 0.5)) < 1e-6);
    /// ```
    pub fn world_point(&self, local: Vec2) -> Vec2 {
        let [x, y] = self.arm_of(local);
        Vec2::new(nearest(self.centre[0] + x), nearest(self.centre[1] + y))
    }

    /// Which point of the body is at this point of the world, in the body's frame, m: the inverse of
    /// [`world_point`](Self::world_point). What the anchors of a joint are given by.
    ///
    /// ```
    /// # use constraint_core::{Body, Vec2, consts};
    /// let door = Body::dynamic(10.0, 2.0).at(Vec2::new(1.0, 0.0)).rotated(consts::FRAC_PI_2);
    /// assert!(door.local_point(Vec2::new(1.0, 0.5)).distance(Vec2::new(0.5, 0.0)) < 1e-6);
    /// ```
    pub fn local_point(&self, world: Vec2) -> Vec2 {
        self.local_direction_of(self.arm_to(world))
    }

    /// The velocity of the body's material at this point of the world, m/s: v + ω × r.
    ///
    /// ```
    /// # use constraint_core::{Body, Vec2};
    /// let wheel = Body::dynamic(10.0, 2.0).at(Vec2::new(0.0, 0.5)).moving(Vec2::X).spinning(-2.0);
    /// // It rolls to the right: the point on the ground stands still, the top moves twice as fast as the axle.
    /// assert_eq!(wheel.velocity_at(Vec2::ZERO), Vec2::ZERO);
    /// assert_eq!(wheel.velocity_at(Vec2::new(0.0, 1.0)), Vec2::new(2.0, 0.0));
    /// ```
    pub fn velocity_at(&self, point: Vec2) -> Vec2 {
        let ([x, y], spin) = (self.arm_to(point), double(self.angular_velocity));
        let [v_x, v_y] = self.linear_velocity.to_array().map(double);
        Vec2::new(nearest(v_x - spin * y), nearest(v_y + spin * x))
    }

    /// A direction of the world in the body's frame.
    pub(crate) fn local_direction(&self, world: Vec2) -> Vec2 {
        self.local_direction_of(world.to_array().map(double))
    }

    fn local_direction_of(&self, [x, y]: [f64; 2]) -> Vec2 {
        let [cos, sin] = self.turn();
        Vec2::new(nearest(cos * x + sin * y), nearest(cos * y - sin * x))
    }

    /// A point of the body, from its centre, in the directions of the world.
    fn arm_of(&self, local: Vec2) -> [f64; 2] {
        let ([cos, sin], [x, y]) = (self.turn(), local.to_array().map(double));
        [cos * x - sin * y, sin * x + cos * y]
    }

    fn arm_to(&self, world: Vec2) -> [f64; 2] {
        let [x, y] = world.to_array().map(double);
        [x - self.centre[0], y - self.centre[1]]
    }

    fn turn(&self) -> [f64; 2] {
        let rotation = self.rotation();
        [rotation.cos, rotation.sin].map(double)
    }

    /// The torque about the centre of what acts at a point, N·m; of an impulse, N·m·s.
    fn moment(&self, action: Vec2, point: Vec2) -> Scalar {
        let ([x, y], [f_x, f_y]) = (self.arm_to(point), action.to_array().map(double));
        nearest(x * f_y - y * f_x)
    }
}

/// Pushes. Each wakes the body. A body that is not dynamic refuses them.
impl BodyMut<'_> {
    /// Changes the velocity of the centre of mass at once by `impulse`/m, N·s: a kick through the centre.
    ///
    /// ```
    /// # use constraint_core::{Body, Vec2, World};
    /// let mut world = World::new();
    /// let ball = world.add_body(Body::dynamic(0.5, 0.01))?;
    /// world.body_mut(ball)?.apply_impulse(Vec2::new(2.0, 0.0))?;
    /// assert_eq!(world.body(ball)?.linear_velocity(), Vec2::new(4.0, 0.0));
    /// # Ok::<(), constraint_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotFinite`], also for the velocity after it; [`Error::NotOfKind`] if the body is not dynamic.
    pub fn apply_impulse(&mut self, impulse: Vec2) -> Result<(), Error> {
        check::finite_vector("impulse on a body", impulse)?;
        self.kick(impulse, 0.0)
    }

    /// Changes the velocities at once by an `impulse`, N·s, at a `point` of the world, m: a hit with a hammer there.
    ///
    /// ```
    /// # use constraint_core::{Body, Vec2, World};
    /// let mut world = World::new();
    /// // A rod of 2 kg and 3 m: m·l²/12.
    /// let rod = world.add_body(Body::dynamic(2.0, 1.5))?;
    /// world.body_mut(rod)?.apply_impulse_at(Vec2::new(0.0, 3.0), Vec2::new(1.5, 0.0))?;
    /// assert_eq!(world.body(rod)?.linear_velocity(), Vec2::new(0.0, 1.5));
    /// assert_eq!(world.body(rod)?.angular_velocity(), 3.0);
    /// // Its centre of percussion, a third of the length from the other end, stands still.
    /// assert_eq!(world.body(rod)?.velocity_at(Vec2::new(-0.5, 0.0)), Vec2::ZERO);
    /// # Ok::<(), constraint_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`apply_impulse`](Self::apply_impulse).
    pub fn apply_impulse_at(&mut self, impulse: Vec2, point: Vec2) -> Result<(), Error> {
        check::finite_vector("impulse on a body", impulse)?;
        check::finite_vector("point of an impulse", point)?;
        self.kick(impulse, self.moment(impulse, point))
    }

    /// Changes the angular velocity at once by `impulse`/I, N·m·s.
    ///
    /// # Errors
    /// As [`apply_impulse`](Self::apply_impulse).
    pub fn apply_angular_impulse(&mut self, impulse: Scalar) -> Result<(), Error> {
        check::finite("angular impulse on a body", impulse)?;
        self.kick(Vec2::ZERO, impulse)
    }

    /// Pushes the centre of mass with a `force`, N, during the next step, and no longer. Several of them add up, and so does the
    /// constant [`force`](Body::force), which [`set_force`](Self::set_force) sets.
    ///
    /// ```
    /// # use constraint_core::{Body, Vec2, World};
    /// let mut world = World::new();
    /// world.set_gravity(Vec2::ZERO)?;
    /// let rocket = world.add_body(Body::dynamic(10.0, 1.0))?;
    /// for _ in 0..60 {
    ///     world.body_mut(rocket)?.apply_force(Vec2::new(0.0, 50.0))?;
    ///     world.step(1.0 / 60.0)?;
    /// }
    /// // A second at 5 m/s². Without another call the rocket then flies on as it is.
    /// world.step(1.0)?;
    /// assert!((world.body(rocket)?.linear_velocity().y - 5.0).abs() < 1e-5);
    /// # Ok::<(), constraint_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotFinite`]; [`Error::NotOfKind`] if the body is not dynamic.
    pub fn apply_force(&mut self, force: Vec2) -> Result<(), Error> {
        self.push(force, 0.0)
    }

    /// Pushes with a `force`, N, at a `point` of the world, m, during the next step, and no longer: see
    /// [`apply_force`](Self::apply_force). The torque is that about the centre where the body is now.
    ///
    /// ```
    /// # use constraint_core::{Body, Vec2, World};
    /// let mut world = World::new();
    /// world.set_gravity(Vec2::ZERO)?;
    /// let wheel = world.add_body(Body::dynamic(10.0, 2.0))?;
    /// world.body_mut(wheel)?.apply_force_at(Vec2::new(0.0, 6.0), Vec2::new(0.5, 0.0))?;
    /// world.step(0.1)?;
    /// // 3 N·m on 2 kg·m² for 0.1 s.
    /// assert!((world.body(wheel)?.angular_velocity() - 0.15).abs() < 1e-6);
    /// assert!((world.body(wheel)?.linear_velocity().y - 0.06).abs() < 1e-6);
    /// # Ok::<(), constraint_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`apply_force`](Self::apply_force).
    pub fn apply_force_at(&mut self, force: Vec2, point: Vec2) -> Result<(), Error> {
        check::finite_vector("force on a body", force)?;
        check::finite_vector("point of a force", point)?;
        self.push(force, self.moment(force, point))
    }

    /// Turns the body with a `torque`, N·m, during the next step, and no longer: see [`apply_force`](Self::apply_force).
    ///
    /// # Errors
    /// As [`apply_force`](Self::apply_force).
    pub fn apply_torque(&mut self, torque: Scalar) -> Result<(), Error> {
        self.push(Vec2::ZERO, torque)
    }

    fn kick(&mut self, impulse: Vec2, angular: Scalar) -> Result<(), Error> {
        self.refuse_unless_dynamic("response to impulses")?;
        let mass = self.mass_properties();
        let linear_velocity = self.linear_velocity + impulse * mass.inverse_mass;
        let angular_velocity = self.angular_velocity + angular * mass.inverse_inertia;
        self.change(|body| body.moving(linear_velocity).spinning(angular_velocity))
    }

    fn push(&mut self, force: Vec2, torque: Scalar) -> Result<(), Error> {
        let applied = AppliedForce { place: self.place, force, torque };
        applied.validate()?;
        self.refuse_unless_dynamic("response to forces")?;
        self.touched.applied.push(applied);
        self.touch();
        Ok(())
    }

    fn refuse_unless_dynamic(&self, quantity: &'static str) -> Result<(), Error> {
        let kind = self.kind;
        if kind == BodyKind::Dynamic { Ok(()) } else { Err(Error::NotOfKind { quantity, kind }) }
    }
}

impl Body {
    /// Adds a force and a torque to the constant ones. Returns what these were.
    pub(crate) fn push(&mut self, applied: &AppliedForce) -> (Vec2, Scalar) {
        let constant = (self.force, self.torque);
        (self.force, self.torque) = (self.force + applied.force, self.torque + applied.torque);
        constant
    }

    /// Sets the constant force and torque.
    pub(crate) const fn set_constant_force(&mut self, (force, torque): (Vec2, Scalar)) {
        (self.force, self.torque) = (force, torque);
    }
}
