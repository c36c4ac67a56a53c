//! The bodies of a world: adding, reading, changing and removing them, and as its joints see them.

use super::{RemovedBody, World};
use crate::angle::Angle;
use crate::body::{Body, BodyKind, BodyMut, Rest};
use crate::body_set::{Motions, MovedBodySet, TakesMotion};
use crate::error::Error;
use crate::id::BodyId;
use crate::joint_set::{BodySet, SolverBody};
use crate::kinematics::Velocity;
use crate::lanes::Lanes;
use crate::math::{Scalar, Vec2};
use crate::slots::{Key, Slots};
use crate::solver::bodies::VelocityUpdate;
use crate::solver::dirty::Change;
use crate::threads::Threads;

/// Bodies.
impl World {
    /// Adds a body.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::NotPositive`], [`Error::Negative`] or [`Error::NotOfKind`] for what the body has.
    pub fn add_body(&mut self, mut body: Body) -> Result<BodyId, Error> {
        body.validate()?;
        body.rest = Rest::NONE;
        let key = self.bodies.insert(body);
        self.mark_body(key.index);
        Ok(self.body_id(key))
    }

    /// The body of this name.
    ///
    /// # Errors
    /// [`Error::UnknownBody`].
    pub fn body(&self, id: BodyId) -> Result<&Body, Error> {
        let body = self.bodies.get(id.key).filter(|_| id.world == self.joints.number);
        body.ok_or_else(|| self.unknown_body(id))
    }

    /// The body of this name, to change. What changes wakes it.
    ///
    /// # Errors
    /// [`Error::UnknownBody`].
    pub fn body_mut(&mut self, id: BodyId) -> Result<BodyMut<'_>, Error> {
        if self.body(id)?.is_dynamic() {
            self.mark_body(id.key.index);
        } else {
            // Islands everywhere may hold it.
            self.joints.mark(Change::AllBodies);
        }
        let unknown = self.unknown_body(id);
        let body = self.bodies.get_mut(id.key).ok_or(unknown)?;
        Ok(BodyMut::new(body, id.key.index, &mut self.touched))
    }

    /// Removes a body and the joints that hold it. What they held as well wakes.
    ///
    /// # Errors
    /// [`Error::UnknownBody`].
    pub fn remove_body(&mut self, id: BodyId) -> Result<RemovedBody, Error> {
        self.touch_joints_of(id);
        let body = if id.world == self.joints.number { self.bodies.remove(id.key) } else { None };
        let body = body.ok_or_else(|| self.unknown_body(id))?;
        self.mark_body(id.key.index);
        self.touched.applied.retain(|applied| applied.place != id.key.index);
        self.sleepers -= usize::from(body.rest.asleep);
        Ok(RemovedBody { body, joints: self.joints.remove_body(id.key.index) })
    }

    /// The bodies, each with its name, in an order that removal does not change.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Body)> {
        self.bodies.iter().map(|(key, body)| (self.body_id(key), body))
    }

    /// The next step loads the body in this place again.
    pub(super) fn mark_body(&mut self, index: u32) {
        self.joints.mark(Change::Body { index, of: self.bodies.len() });
    }

    pub(super) const fn body_id(&self, key: Key) -> BodyId {
        BodyId { world: self.joints.number, key }
    }

    /// The name of the body in this place.
    pub(super) fn id_at(&self, place: u32) -> BodyId {
        self.body_id(self.bodies.at(place).map_or(Key { index: place, generation: 0 }, |(key, _)| key))
    }

    const fn unknown_body(&self, id: BodyId) -> Error {
        Error::UnknownBody { body: id, missing: self.joints.missing(id.world) }
    }
}

impl BodySet for Slots<Body> {
    fn count(&self) -> usize {
        self.places()
    }

    fn body(&self, index: u32) -> SolverBody {
        self.at(index).map(|(_, body)| body.in_solver()).unwrap_or_default()
    }

    fn set_velocity(&mut self, index: u32, velocity: Velocity<Scalar>) {
        if let Some(body) = self.value_mut(index as usize) {
            body.set_velocity(&velocity);
        }
    }
}

impl MovedBodySet for Slots<Body> {
    fn is_fixed(&self, index: u32) -> bool {
        self.at(index).is_none_or(|(_, body)| body.kind() == BodyKind::Fixed)
    }

    fn drive(&self, index: u32, gravity: Vec2, h: Scalar) -> VelocityUpdate {
        let dynamic = self.at(index).map(|(_, body)| body).filter(|body| body.is_dynamic());
        dynamic.map_or(VelocityUpdate::NONE, |body| drive(body, gravity, h))
    }

    fn take_motions(&mut self, motions: &impl Motions, threads: &Threads, parts: usize) {
        let places = self.places_mut();
        let size = places.len().div_ceil(parts);
        threads.each_chunk(places, size, |first, places| {
            let of = first..first + places.len();
            motions.give(&mut BodyChunk { first, places }, of);
        });
    }
}

/// Bodies in places that follow each other.
struct BodyChunk<'a> {
    first: usize,
    places: &'a mut [Option<Body>],
}

impl TakesMotion for BodyChunk<'_> {
    #[inline]
    fn set_motion(&mut self, place: usize, centre: [f64; 2], angle: Angle, velocity: &Velocity<Scalar>) {
        if let Some(Some(body)) = self.places.get_mut(place.wrapping_sub(self.first)) {
            body.follow(centre, angle, velocity);
        }
    }

    #[inline]
    fn prefetch<L: Lanes>(&self, place: usize) {
        if let Some(body) = self.places.get(place.wrapping_sub(self.first)) {
            L::fetch(body);
        }
    }
}

/// Gravity, force and torque over a time `h`, and damping by implicit Euler: v ← v / (1 + h·damping), which never
/// turns a velocity round.
fn drive(body: &Body, gravity: Vec2, h: Scalar) -> VelocityUpdate {
    let mass = body.mass_properties();
    let acceleration = gravity * body.gravity_scale() + body.force() * mass.inverse_mass;
    let angular = h * body.torque() * mass.inverse_inertia;
    let kept = [body.linear_damping(), body.angular_damping()].map(|damping| (1.0 + h * damping).recip());
    VelocityUpdate::new(Velocity { x: h * acceleration.x, y: h * acceleration.y, angular }, kept)
}
