//! Contacts as joints: parry2d finds them, and a [`World`] of constraint-core solves them.
//!
//! A contact point is a joint of two rows. The gap along the normal stays at zero or above, and the slip along the surface is braked by
//! a force of at most μ times that of the first row: Coulomb's law.
//!
//! Three things make piles stand and sleep:
//!
//! - *Identity.* A point that is found again, by the features of both shapes, is the same joint. So its impulse is known from the step
//!   before.
//! - *Tolerance.* A joint that is changed wakes its bodies. So a joint is changed only if its points have moved by more than a tenth of
//!   a millimetre.
//! - *Margin.* Contacts are found shortly before bodies touch, and act when they do.

mod restitution;

use std::collections::HashMap;

use constraint_core::prelude::*;
use constraint_core::{BodyKind, Error};
use parry2d::bounding_volume::BoundingVolume;
use parry2d::math::Pose;
use parry2d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry2d::shape::SharedShape;

/// A point where two bodies touch.
#[constraint(|a, b| {
    let normal = a.rotation * self.local_normal;
    let apart = b.point(self.local_point_b) - a.point(self.local_point_a);
    let gap = normal.dot(apart).within(0.0..);
    (gap, normal.perp_dot(apart).at_rate(0.0).max_force_of(self.friction, gap))
})]
#[derive(Clone, Debug)]
pub struct Contact {
    /// On the surface of the first body, in its frame, m.
    pub local_point_a: Vec2,
    /// On the surface of the second body, in its frame, m.
    pub local_point_b: Vec2,
    /// A unit vector in the first body's frame, from the first body to the second.
    pub local_normal: Vec2,
    /// The coefficient of friction μ.
    pub friction: Scalar,
}

/// How far bodies are from touching when a contact is found, m.
const MARGIN: Scalar = 0.02;
/// How far a point moves before its joint is changed, m. A change wakes the bodies.
const TOLERANCE: Scalar = 1e-4;

/// A body with a shape.
struct Collider {
    body: BodyId,
    shape: SharedShape,
    friction: Scalar,
    restitution: Scalar,
}

/// The two colliders by their numbers, and the features of both shapes: what stays the same from step to step.
type Key = [u32; 4];

/// A contact point that has a joint.
struct Known {
    joint: JointId<Contact>,
    /// Whether the present step has found it.
    is_found: bool,
    /// How fast the bodies came together before the step, m/s.
    approach: Scalar,
    restitution: Scalar,
}

/// Colliders and the contacts between them.
#[derive(Default)]
pub struct Collisions {
    colliders: Vec<Collider>,
    contacts: HashMap<Key, Known>,
}

impl Collisions {
    /// Gives a body a shape, a coefficient of friction, and one of restitution. Of two bodies the geometric mean of both frictions
    /// counts, and the greater restitution.
    pub fn add(&mut self, body: BodyId, shape: SharedShape, friction: Scalar, restitution: Scalar) {
        self.colliders.push(Collider { body, shape, friction, restitution });
    }

    /// Number of contact points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.contacts.len()
    }

    /// Whether nothing touches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.contacts.is_empty()
    }

    /// Finds the contacts, steps the world, and lets bodies bounce.
    ///
    /// # Errors
    /// Those of [`World::step`].
    pub fn step(&mut self, world: &mut World, dt: Scalar) -> Result<(), Error> {
        self.find(world)?;
        world.step(dt)?;
        self.contacts.values().try_for_each(|known| restitution::bounce(world, known))
    }

    /// Brings the joints up to date with the poses of the bodies.
    fn find(&mut self, world: &mut World) -> Result<(), Error> {
        let mut poses = Vec::new();
        for collider in &self.colliders {
            let body = world.body(collider.body)?;
            poses
                .push((Pose::new(body.position(), body.angle()), body.is_asleep() || body.kind() != BodyKind::Dynamic));
        }
        let boxes = self.colliders.iter().zip(&poses).map(|(collider, (pose, _))| collider.shape.compute_aabb(pose));
        let boxes: Vec<_> = boxes.map(|own| own.loosened(0.5 * MARGIN)).collect();
        let rest = |[first, second]: [usize; 2]| poses[first].1 && poses[second].1;
        for (key, known) in &mut self.contacts {
            // The contacts of two bodies that rest are kept.
            (known.is_found, known.approach) = (rest([key[0] as usize, key[1] as usize]), 0.0);
        }
        for second in 0..poses.len() {
            for first in 0..second {
                if !rest([first, second]) && boxes[first].intersects(&boxes[second]) {
                    self.find_pair(world, [first, second], &poses[first].0.inv_mul(&poses[second].0))?;
                }
            }
        }
        let mut over = Vec::new();
        self.contacts.retain(|_, known| {
            if !known.is_found {
                over.push(known.joint);
            }
            known.is_found
        });
        over.into_iter().try_for_each(|joint| world.remove_joint(joint).map(|_| ()))
    }

    /// Finds the contacts of two bodies, of which the second has this pose in the frame of the first.
    fn find_pair(&mut self, world: &mut World, pair: [usize; 2], relative: &Pose) -> Result<(), Error> {
        let [a, b] = pair.map(|place| &self.colliders[place]);
        let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
        let query = DefaultQueryDispatcher;
        if query.contact_manifolds(relative, &*a.shape, &*b.shape, MARGIN, &mut manifolds, &mut None).is_err() {
            // parry2d knows no contacts of such shapes.
            return Ok(());
        }
        let (friction, restitution) = ((a.friction * b.friction).sqrt(), a.restitution.max(b.restitution));
        for (manifold, point) in
            manifolds.iter().flat_map(|manifold| manifold.points.iter().map(move |point| (manifold, point)))
        {
            let (local_point_a, local_point_b) = (point.local_p1, point.local_p2);
            let contact = Contact { local_point_a, local_point_b, local_normal: manifold.local_n1, friction };
            let approach = -restitution::opening_speed(world, [a.body, b.body], &contact)?;
            let key = [number(pair[0]), number(pair[1]), point.fid1.0, point.fid2.0];
            if let Some(known) = self.contacts.get_mut(&key) {
                if has_moved(world.joint(known.joint)?, &contact) {
                    *world.joint_mut(known.joint)? = contact;
                }
                (known.is_found, known.approach) = (true, approach);
            } else {
                let joint = world.add_joint([a.body, b.body], contact)?;
                self.contacts.insert(key, Known { joint, is_found: true, approach, restitution });
            }
        }
        Ok(())
    }
}

fn has_moved(old: &Contact, new: &Contact) -> bool {
    let points = [(old.local_point_a, new.local_point_a), (old.local_point_b, new.local_point_b)];
    let turned = old.local_normal.distance(new.local_normal);
    turned > TOLERANCE || points.iter().any(|(old, new)| old.distance(*new) > TOLERANCE)
}

#[allow(clippy::cast_possible_truncation)] // nobody has that many colliders here
const fn number(place: usize) -> u32 {
    place as u32
}
