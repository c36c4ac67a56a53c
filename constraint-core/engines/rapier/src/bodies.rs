//! Rapier's bodies as joints see them: a copy of those that joints hold, filled before the joints act and written back after.

use constraint_core::joint_set::{BodySet, SolverBody};
use constraint_core::{MassProperties, Scalar, Velocity};

use crate::error::Error;
use crate::rapier::prelude::{
    MultibodyJointSet, PhysicsWorld, RigidBody, RigidBodyHandle, RigidBodySet, RigidBodyType, Rotation, Vector,
};

/// A body that joints hold.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Slot {
    pub(crate) handle: RigidBodyHandle,
    /// Number of places that it has in joints. Zero for a slot without a body.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) uses: u32,
    /// Whether its index is listed in [`Bodies::held`].
    #[cfg_attr(feature = "serde", serde(skip))]
    is_listed: bool,
    /// Orientation, rad, whole turns included.
    pub(crate) angle: f64,
    /// Cosine and sine of the angle, as Rapier had them when the angle was read.
    pub(crate) rotation: [Scalar; 2],
}

/// All bodies that joints hold. A joint names a body by the index of its handle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bodies {
    /// By index.
    pub(crate) slots: Vec<Slot>,
    /// The indices of slots with a body, in the order of their first joint, and of some without one since the last step.
    held: Vec<u32>,
    /// By index: what joints read and write.
    copies: Vec<SolverBody>,
    /// By index: what Rapier's next step adds to a velocity before it solves contacts.
    gains: Vec<Velocity<Scalar>>,
}

/// The slot of no body.
const EMPTY: fn() -> Slot =
    || Slot { handle: RigidBodyHandle::invalid(), uses: 0, is_listed: false, angle: 0.0, rotation: [1.0, 0.0] };

/// The index that a body has among joints.
pub(crate) fn index_of(body: RigidBodyHandle) -> u32 {
    body.into_raw_parts().0
}

/// The body of this handle, which joints can hold.
pub(crate) fn free_body(physics: &PhysicsWorld, body: RigidBodyHandle) -> Result<&RigidBody, Error> {
    let found = physics.bodies.get(body).ok_or(Error::UnknownBody { body })?;
    if is_free(&physics.multibody_joints, body, found) { Ok(found) } else { Err(Error::NotFree { body }) }
}

/// Has Rapier find the mass of a body that joints can hold, if it has none yet. Rapier does so in its next step, which is too late.
pub(crate) fn weigh(physics: &mut PhysicsWorld, handle: RigidBodyHandle) -> Result<(), Error> {
    let body = free_body(physics, handle)?;
    if body.is_dynamic() && body.mass() == 0.0 {
        let PhysicsWorld { bodies, colliders, .. } = physics;
        bodies.get_mut(handle).into_iter().for_each(|body| body.recompute_mass_properties_from_colliders(colliders));
    }
    Ok(())
}

/// Saving and loading.
#[cfg(feature = "serde")]
impl Bodies {
    /// The bodies that joints hold, in the order of their first joints.
    pub(crate) fn held_slots(&self) -> impl Iterator<Item = &Slot> {
        self.held.iter().map(|&index| &self.slots[index as usize]).filter(|slot| slot.uses > 0)
    }

    /// The bodies of these slots, and of the joints that hold these indices.
    pub(crate) fn from_slots<'a>(saved: Vec<Slot>, uses: impl Iterator<Item = &'a u32>) -> Result<Self, String> {
        let mut bodies = Self::default();
        // An index is at most so large; a larger one is no index of a body, and would need much memory.
        for slot in saved {
            let index = index_of(slot.handle);
            if slot.handle.is_invalid()
                || index >= 1 << 28
                || bodies.slots.get(index as usize).is_some_and(|slot| slot.is_listed)
                || !slot.angle.is_finite()
            {
                return Err(format!("the body {index} is listed twice, or has no index or no angle"));
            }
            if bodies.slots.len() <= index as usize {
                bodies.slots.resize_with(index as usize + 1, EMPTY);
            }
            bodies.slots[index as usize] = Slot { is_listed: true, ..slot };
            bodies.held.push(index);
        }
        for &index in uses {
            let slot = bodies.slots.get_mut(index as usize).filter(|slot| slot.is_listed);
            slot.ok_or_else(|| format!("a joint holds the body {index}, which is not listed"))?.uses += 1;
        }
        Ok(bodies)
    }
}

/// Whether the velocity of a body is its own.
fn is_free(multibodies: &MultibodyJointSet, handle: RigidBodyHandle, body: &RigidBody) -> bool {
    !body.is_dynamic() || (!body.is_soft_frame() && multibodies.rigid_body_link(handle).is_none())
}

impl Bodies {
    /// Notes one more place of a body in joints.
    pub(crate) fn hold(&mut self, handle: RigidBodyHandle, body: &RigidBody) {
        let index = index_of(handle) as usize;
        if self.slots.len() <= index {
            self.slots.resize_with(index + 1, EMPTY);
        }
        self.make_room();
        let slot = &mut self.slots[index];
        if slot.uses == 0 {
            let rotation = body.rotation();
            let angle = f64::from(rotation.angle());
            if !slot.is_listed {
                self.held.push(index_of(handle));
            }
            *slot = Slot { handle, uses: 0, is_listed: true, angle, rotation: [rotation.re, rotation.im] };
        }
        slot.uses += 1;
    }

    /// Notes that a joint is gone, which held these.
    pub(crate) fn release(&mut self, indices: &[u32]) {
        for &index in indices {
            let slot = &mut self.slots[index as usize];
            slot.uses -= 1;
            if slot.uses == 0 {
                self.copies[index as usize] = SolverBody::default();
            }
        }
    }

    /// The indices of the bodies that joints hold.
    pub(crate) fn held(&mut self) -> &[u32] {
        let Self { slots, held, .. } = self;
        held.retain(|&index| {
            let slot = &mut slots[index as usize];
            slot.is_listed = slot.uses > 0;
            slot.is_listed
        });
        held
    }

    /// The handle of the body that joints know by this index.
    pub(crate) fn handle(&self, index: u32) -> RigidBodyHandle {
        self.slots.get(index as usize).map_or(RigidBodyHandle::invalid(), |slot| slot.handle)
    }

    /// Whether joints hold the body of this index.
    pub(crate) fn is_held(&self, index: u32) -> bool {
        self.slots.get(index as usize).is_some_and(|slot| slot.uses > 0)
    }

    /// The angle of a body that joints hold, rad, whole turns included.
    pub(crate) fn angle(&self, body: RigidBodyHandle) -> Option<f64> {
        let slot = self.slots.get(index_of(body) as usize)?;
        (slot.uses > 0 && slot.handle == body).then_some(slot.angle)
    }

    /// As many copies as slots.
    fn make_room(&mut self) {
        self.copies.resize(self.slots.len(), SolverBody::default());
        self.gains.resize(self.slots.len(), Velocity::default());
    }

    /// Copies the bodies from Rapier, and finds what its next step of length `h` adds to their velocities.
    ///
    /// `dt` is the time in which kinematic bodies come to their next poses, at the start of that.
    pub(crate) fn copy_from(&mut self, physics: &PhysicsWorld, h: Scalar, dt: Option<Scalar>) {
        self.make_room();
        let Self { slots, held, copies, gains } = self;
        for &index in &*held {
            let slot = &mut slots[index as usize];
            let Some(body) = physics.bodies.get(slot.handle) else { continue };
            slot.follow(*body.rotation());
            let is_free = is_free(&physics.multibody_joints, slot.handle, body);
            let copy = &mut copies[index as usize];
            *copy = slot.copy(body, is_free);
            if let Some(dt) = dt.filter(|_| body.body_type() == RigidBodyType::KinematicPositionBased) {
                copy.velocity = velocity_to_next(body, dt);
            }
            gains[index as usize] = gain(body, physics.gravity, h);
        }
    }

    /// Adds what Rapier's next step will add, so joints see velocities as they would be without them.
    pub(crate) fn add_gains(&mut self) {
        self.each_gain(1.0);
    }

    /// The opposite of [`add_gains`](Self::add_gains), before Rapier adds the same.
    pub(crate) fn subtract_gains(&mut self) {
        self.each_gain(-1.0);
    }

    fn each_gain(&mut self, times: Scalar) {
        for &index in &self.held {
            let copy = &mut self.copies[index as usize];
            if copy.mass != MassProperties::default() && !copy.is_asleep {
                let (velocity, gain) = (&mut copy.velocity, self.gains[index as usize]);
                velocity.x += times * gain.x;
                velocity.y += times * gain.y;
                velocity.angular += times * gain.angular;
            }
        }
    }

    /// Gives Rapier the velocities that joints have changed.
    pub(crate) fn copy_to(&self, bodies: &mut RigidBodySet) {
        for &index in &self.held {
            let copy = &self.copies[index as usize];
            if copy.mass == MassProperties::default() || copy.is_asleep {
                continue;
            }
            let handle = self.slots[index as usize].handle;
            let Velocity { x, y, angular } = copy.velocity;
            let is_other = |body: &&RigidBody| {
                let (linear, own) = (body.linvel(), [x, y, angular].map(Scalar::to_bits));
                [linear.x, linear.y, body.angvel()].map(Scalar::to_bits) != own
            };
            let Some(inverse) =
                bodies.get(handle).filter(is_other).map(|body| body.mass_properties().effective_inv_mass)
            else {
                continue;
            };
            if let Some(body) = bodies.get_mut(handle) {
                // A locked axis keeps what Rapier has.
                let old = body.linvel();
                let x = if inverse.x == 0.0 { old.x } else { x };
                let y = if inverse.y == 0.0 { old.y } else { y };
                body.set_linvel(Vector::new(x, y), false);
                body.set_angvel(angular, false);
            }
        }
    }
}

/// Of the angles that are whole turns from this one, the nearest to another, rad.
pub(crate) fn nearest_turn(angle: f64, to: f64) -> f64 {
    angle + core::f64::consts::TAU * ((to - angle) / core::f64::consts::TAU).round()
}

impl Slot {
    /// Counts turns on to this orientation: the nearest angle that has it.
    fn follow(&mut self, rotation: Rotation) {
        let now = [rotation.re, rotation.im];
        if now.map(Scalar::to_bits) != self.rotation.map(Scalar::to_bits) {
            (self.angle, self.rotation) = (nearest_turn(f64::from(rotation.angle()), self.angle), now);
        }
    }

    /// The body as joints see it.
    fn copy(&self, body: &RigidBody, is_free: bool) -> SolverBody {
        let (centre, linear) = (centre_of_mass(body), body.linvel());
        let mass = body.mass_properties();
        let mass = MassProperties {
            inverse_mass: mass.effective_inv_mass.x.max(mass.effective_inv_mass.y),
            inverse_inertia: mass.effective_world_inv_inertia,
        };
        SolverBody {
            mass: if body.is_dynamic() && is_free { mass } else { MassProperties::default() },
            centre: [f64::from(centre.x), f64::from(centre.y)],
            angle: self.angle,
            velocity: Velocity { x: linear.x, y: linear.y, angular: body.angvel() },
            is_asleep: body.is_sleeping() || !body.is_enabled(),
        }
    }
}

/// Where the centre of mass of a body is. Rapier's own tells where it was in the last step.
pub(crate) fn centre_of_mass(body: &RigidBody) -> Vector {
    body.position().transform_point(body.local_center_of_mass())
}

/// The velocity of a kinematic body that comes to its next pose in this time.
fn velocity_to_next(body: &RigidBody, dt: Scalar) -> Velocity<Scalar> {
    let (from, to, centre) = (body.position(), body.next_position(), body.local_center_of_mass());
    let way = to.transform_point(centre) - from.transform_point(centre);
    let turn = (from.rotation.inverse() * to.rotation).angle();
    Velocity { x: way.x / dt, y: way.y / dt, angular: turn / dt }
}

/// What a step of length `h` adds to the velocity of a body by gravity and forces.
fn gain(body: &RigidBody, gravity: Vector, h: Scalar) -> Velocity<Scalar> {
    let mass = body.mass_properties();
    let inverse = mass.effective_inv_mass;
    let force = body.user_force() + gravity * mass.effective_mass() * body.gravity_scale();
    let torque = body.user_torque() * mass.effective_world_inv_inertia;
    Velocity { x: h * force.x * inverse.x, y: h * force.y * inverse.y, angular: h * torque }
}

impl BodySet for Bodies {
    fn count(&self) -> usize {
        self.copies.len()
    }

    fn body(&self, index: u32) -> SolverBody {
        self.copies[index as usize]
    }

    fn velocity(&self, index: u32) -> Velocity<Scalar> {
        self.copies[index as usize].velocity
    }

    fn set_velocity(&mut self, index: u32, velocity: Velocity<Scalar>) {
        self.copies[index as usize].velocity = velocity;
    }
}
