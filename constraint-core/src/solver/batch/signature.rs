//! What makes islands identical islands.

use std::collections::BTreeMap;

/// The joints of an island in the order of solving, without their numbers: islands of the same form are identical islands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Signature {
    /// How many bodies move. The others are fixed: each identical island may have its own, or they may share them.
    pub(crate) moving: u32,
    pub(crate) fixed: u32,
    pub(crate) joints: Vec<Joint>,
}

/// One joint of each identical island.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Joint {
    /// The number of its type, in the order of solving.
    pub(crate) store: usize,
    /// Its colour. Joints of one colour share no moving body, so their order does not matter.
    pub(crate) colour: u32,
    /// Its bodies: as [`Island::bodies`] has them.
    pub(crate) bodies: Vec<u32>,
}

/// An island that may have identical islands.
#[derive(Debug)]
pub(crate) struct Island {
    /// The places of its bodies: those that move, as its joints come upon them, and then those that are fixed.
    pub(crate) bodies: Vec<u32>,
    /// Its joints, in the order of its form: their places among those of their type.
    pub(crate) joints: Vec<u32>,
}

impl Signature {
    /// How many bodies an island has.
    pub(crate) const fn bodies(&self) -> u32 {
        self.moving + self.fixed
    }
}

/// A joint of an island that is being looked at.
#[derive(Debug)]
pub(crate) struct FoundJoint {
    pub(crate) store: usize,
    pub(crate) colour: u32,
    /// Its place among the joints of its type.
    pub(crate) joint: u32,
    /// The places of its bodies.
    pub(crate) bodies: Vec<u32>,
}

/// The form of an island of these joints and moving bodies. Bodies have their numbers as joints come upon them in the order of
/// solving: so joints of the first colour have the same in all islands, and more of the others than by the places of bodies.
pub(crate) fn signature_of(mut moving: Vec<u32>, mut joints: Vec<FoundJoint>) -> (Signature, Island) {
    moving.sort_unstable();
    joints.sort_unstable_by(|a, b| (a.store, a.colour, &a.bodies).cmp(&(b.store, b.colour, &b.bodies)));
    let mut numbers = BTreeMap::new();
    let (mut bodies, mut fixed) = (Vec::with_capacity(moving.len()), Vec::new());
    for &place in joints.iter().flat_map(|joint| &joint.bodies).chain(&moving) {
        let moves = moving.binary_search(&place).is_ok();
        numbers.entry(place).or_insert_with(|| {
            let alike = if moves { &mut bodies } else { &mut fixed };
            alike.push(place);
            alike.len() - 1 + if moves { 0 } else { moving.len() }
        });
    }
    #[allow(clippy::cast_possible_truncation)] // there are no more bodies than places
    let named = |found: &FoundJoint| Joint {
        store: found.store,
        colour: found.colour,
        bodies: found.bodies.iter().map(|body| numbers[body] as u32).collect(),
    };
    #[allow(clippy::cast_possible_truncation)] // as above
    let form = Signature {
        moving: moving.len() as u32,
        fixed: fixed.len() as u32,
        joints: joints.iter().map(named).collect(),
    };
    bodies.append(&mut fixed);
    (form, Island { bodies, joints: joints.iter().map(|found| found.joint).collect() })
}
