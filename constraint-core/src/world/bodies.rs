//! The bodies of a world, as its joints see them.

use crate::angle::Angle;
use crate::body::{Body, BodyKind};
use crate::body_set::{Motions, MovedBodySet, TakesMotion};
use crate::joint_set::{BodySet, SolverBody};
use crate::kinematics::Velocity;
use crate::lanes::Lanes;
use crate::math::{Scalar, Vec2};
use crate::slots::Slots;
use crate::solver::bodies::VelocityUpdate;
use crate::threads::Threads;

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
