//! Kinematic bodies that are moved by their poses. Rapier moves one to its next pose within one of its steps; here that takes as many
//! as a step has.

use crate::rapier::prelude::{Pose, RigidBodyHandle, RigidBodySet, RigidBodyType};

/// A body on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving {
    body: RigidBodyHandle,
    from: Pose,
    to: Pose,
}

/// The kinematic bodies that are to move in this step, and where.
pub(crate) fn moving(bodies: &RigidBodySet) -> Vec<Moving> {
    let moved = bodies.iter().filter(|(_, body)| {
        body.body_type() == RigidBodyType::KinematicPositionBased && body.position() != body.next_position()
    });
    moved.map(|(handle, body)| Moving { body: handle, from: *body.position(), to: *body.next_position() }).collect()
}

/// Sets where these bodies are after a share of the step.
pub(crate) fn move_by(bodies: &mut RigidBodySet, moving: &[Moving], share: crate::constraint_core::Scalar) {
    for Moving { body, from, to } in moving {
        if let Some(body) = bodies.get_mut(*body) {
            body.set_next_kinematic_position(if share < 1.0 { from.lerp(to, share) } else { *to });
        }
    }
}
