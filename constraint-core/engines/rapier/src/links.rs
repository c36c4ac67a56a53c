//! Rapier's own joints that hold nothing, between the bodies of a joint: Rapier then lets these sleep and wake together, and can
//! turn contacts between them off.

use crate::rapier::prelude::{GenericJoint, ImpulseJointHandle, ImpulseJointSet, RigidBodyHandle};

/// Marks them among the joints of a world: the letters of the name of this crate, as a number.
const MARK: u128 = 0x636f_6e73_7472_6169_6e74;

/// Links each two of these bodies.
pub(crate) fn link(
    joints: &mut ImpulseJointSet,
    bodies: &[RigidBodyHandle],
    is_enabled: bool,
) -> Vec<ImpulseJointHandle> {
    let mut links = Vec::new();
    for (place, &a) in bodies.iter().enumerate() {
        for (before, &b) in bodies[..place].iter().enumerate() {
            if a != b && !bodies[..before].contains(&b) && !bodies[..place].contains(&a) {
                let mut link = GenericJoint { user_data: MARK, ..GenericJoint::default() };
                link.set_enabled(is_enabled);
                links.push(joints.insert(b, a, link, true));
            }
        }
    }
    links
}

/// Removes links. Some may have gone with their bodies.
pub(crate) fn unlink(joints: &mut ImpulseJointSet, links: &[ImpulseJointHandle]) {
    for &link in links {
        joints.remove(link, true);
    }
}

/// Enables or disables links.
pub(crate) fn set_enabled(joints: &mut ImpulseJointSet, links: &[ImpulseJointHandle], is_enabled: bool) {
    for &link in links {
        if let Some(joint) = joints.get_mut(link, true) {
            joint.data.set_enabled(is_enabled);
        }
    }
}

/// Turns contacts between linked bodies on or off.
pub(crate) fn set_contacts(joints: &mut ImpulseJointSet, links: &[ImpulseJointHandle], are_enabled: bool) {
    for &link in links {
        if let Some(joint) = joints.get_mut(link, true) {
            joint.data.set_contacts_enabled(are_enabled);
        }
    }
}
