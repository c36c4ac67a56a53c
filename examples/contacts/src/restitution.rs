//! Restitution: after a step, bodies that have met in it part at a share of the speed at which they met.

use constraint_core::prelude::*;
use constraint_core::{BodyKind, Error};

use crate::{Contact, Known};

/// Bodies that meet slower than this do not bounce, m/s.
const LEAST: Scalar = 1.0;

/// Lets the bodies of a contact bounce, if it has pushed them apart in the last substep of a step.
pub(crate) fn bounce(world: &mut World, known: &Known) -> Result<(), Error> {
    if known.restitution == 0.0 || known.approach < LEAST || world.impulse(known.joint)?[0] <= 0.0 {
        return Ok(());
    }
    let contact = world.joint(known.joint)?.clone();
    let [a, b] = world.joint_bodies(known.joint)?;
    let missing = known.restitution * known.approach - opening_speed(world, [a, b], &contact)?;
    if missing <= 0.0 {
        return Ok(());
    }
    let normal = world.body(a)?.state().rotation * contact.local_normal;
    let ends = [(a, contact.local_point_a, -1.0), (b, contact.local_point_b, 1.0)];
    let mut k = 0.0;
    for (id, local, _) in ends {
        let body = world.body(id)?;
        let arm = (body.state().rotation * local).perp_dot(normal);
        k += body.mass().recip() + arm * arm * body.inertia().recip();
    }
    for (id, local, sign) in ends {
        if world.body(id)?.kind() == BodyKind::Dynamic {
            let at = world.body(id)?.world_point(local);
            world.body_mut(id)?.apply_impulse_at(sign * missing / k * normal, at)?;
        }
    }
    Ok(())
}

/// The speed at which the points of a contact part, m/s.
pub(crate) fn opening_speed(world: &World, [a, b]: [BodyId; 2], contact: &Contact) -> Result<Scalar, Error> {
    let (a, b) = (world.body(a)?, world.body(b)?);
    let normal = a.state().rotation * contact.local_normal;
    let [on_a, on_b] = [a.world_point(contact.local_point_a), b.world_point(contact.local_point_b)];
    Ok(normal.dot(b.velocity_at(on_b) - a.velocity_at(on_a)))
}
