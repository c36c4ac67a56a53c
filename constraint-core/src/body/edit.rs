//! Changing a body that a world has.

use core::ops::Deref;

use super::rest::Touched;
use super::{Body, BodyKind};
use crate::error::Error;
use crate::math::{Scalar, Vec2};

/// A body to change: what [`World::body_mut`](crate::World::body_mut) returns. It reads like the [`Body`] it holds.
///
/// Each setter returns an error for what [`World::add_body`](crate::World::add_body) would refuse, and then leaves the body
/// as it was. One that does change the body wakes it, and with the next step what it is joined to.
#[derive(Debug)]
pub struct BodyMut<'a> {
    pub(super) body: &'a mut Body,
    pub(super) place: u32,
    pub(super) touched: &'a mut Touched,
}

impl Deref for BodyMut<'_> {
    type Target = Body;
    fn deref(&self) -> &Body {
        self.body
    }
}

impl<'a> BodyMut<'a> {
    pub(crate) const fn new(body: &'a mut Body, place: u32, touched: &'a mut Touched) -> Self {
        Self { body, place, touched }
    }

    /// Wakes it, with the next step.
    pub(crate) fn touch(&mut self) {
        self.body.touch(self.place, self.touched);
    }

    /// Makes the body what `change` makes of it, if that is a body.
    pub(super) fn change(&mut self, change: impl FnOnce(Body) -> Body) -> Result<(), Error> {
        let changed = change(self.body.clone());
        changed.validate()?;
        let differs = changed != *self.body;
        #[allow(clippy::float_cmp)] // whether it is the same, to the bit
        let is_elsewhere = changed.centre != self.body.centre || changed.angle != self.body.angle;
        *self.body = changed;
        if is_elsewhere {
            self.body.moved(self.place, self.touched);
        }
        if differs {
            self.body.touch(self.place, self.touched);
        }
        Ok(())
    }

    /// Changes what only a dynamic body has.
    fn change_mass(&mut self, quantity: &'static str, change: impl FnOnce(Body) -> Body) -> Result<(), Error> {
        if self.body.kind != BodyKind::Dynamic {
            return Err(Error::NotOfKind { quantity, kind: self.body.kind });
        }
        self.change(change)
    }

    /// Puts the centre of mass at `position`, m.
    ///
    /// # Errors
    /// [`Error::NotFinite`].
    pub fn set_position(&mut self, position: Vec2) -> Result<(), Error> {
        self.change(|body| body.at(position))
    }

    /// Puts the centre of mass at the x and y of `centre`, m: as [`set_position`](Self::set_position), but as precisely as
    /// [`Body::centre`] is kept.
    ///
    /// # Errors
    /// [`Error::NotFinite`], also for what is too large for the world's scalar.
    pub fn set_centre(&mut self, centre: [f64; 2]) -> Result<(), Error> {
        self.change(|body| body.centred_at(centre))
    }

    /// Turns the body to `angle`, rad. Whole turns count.
    ///
    /// # Errors
    /// [`Error::NotFinite`].
    pub fn set_angle(&mut self, angle: Scalar) -> Result<(), Error> {
        self.change(|body| body.rotated(angle))
    }

    /// Sets the velocity of the centre of mass, m/s.
    ///
    /// # Errors
    /// [`Error::NotFinite`]; [`Error::NotOfKind`] if the body is fixed and `velocity` is not zero.
    pub fn set_linear_velocity(&mut self, velocity: Vec2) -> Result<(), Error> {
        self.change(|body| body.moving(velocity))
    }

    /// Sets the angular velocity, rad/s, counter-clockwise.
    ///
    /// # Errors
    /// [`Error::NotFinite`]; [`Error::NotOfKind`] if the body is fixed and `velocity` is not zero.
    pub fn set_angular_velocity(&mut self, velocity: Scalar) -> Result<(), Error> {
        self.change(|body| body.spinning(velocity))
    }

    /// Sets the mass, kg.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::NotPositive`]; [`Error::NotOfKind`] if the body is not dynamic.
    pub fn set_mass(&mut self, mass: Scalar) -> Result<(), Error> {
        self.change_mass("mass", |body| Body { mass, ..body })
    }

    /// Sets the moment of inertia about the centre of mass, kg·m². Infinity: nothing turns the body.
    ///
    /// # Errors
    /// [`Error::NotPositive`]; [`Error::NotOfKind`] if the body is not dynamic.
    pub fn set_inertia(&mut self, inertia: Scalar) -> Result<(), Error> {
        self.change_mass("inertia", |body| Body { inertia, ..body })
    }

    /// Sets the constant force on the centre of mass, N. It acts at every step until it is set again.
    ///
    /// # Errors
    /// [`Error::NotFinite`].
    pub fn set_force(&mut self, force: Vec2) -> Result<(), Error> {
        self.change(|body| Body { force, ..body })
    }

    /// Sets the constant torque, N·m. It acts at every step until it is set again.
    ///
    /// # Errors
    /// [`Error::NotFinite`].
    pub fn set_torque(&mut self, torque: Scalar) -> Result<(), Error> {
        self.change(|body| Body { torque, ..body })
    }

    /// Sets the rate at which the linear velocity decays, 1/s.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::Negative`].
    pub fn set_linear_damping(&mut self, linear_damping: Scalar) -> Result<(), Error> {
        self.change(|body| Body { linear_damping, ..body })
    }

    /// Sets the rate at which the angular velocity decays, 1/s.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::Negative`].
    pub fn set_angular_damping(&mut self, angular_damping: Scalar) -> Result<(), Error> {
        self.change(|body| Body { angular_damping, ..body })
    }

    /// Sets how many times the world's gravity the body feels.
    ///
    /// # Errors
    /// [`Error::NotFinite`].
    pub fn set_gravity_scale(&mut self, gravity_scale: Scalar) -> Result<(), Error> {
        self.change(|body| Body { gravity_scale, ..body })
    }
}
