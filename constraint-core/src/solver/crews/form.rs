//! What makes islands twins.

use super::Seat;

/// The joints of an island in the order of solving, without their numbers: islands of the same form are twins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Form {
    /// How many bodies move. The others are fixed: each twin may have its own, or they may share them.
    pub(crate) moving: u32,
    pub(crate) fixed: u32,
    pub(crate) joints: Vec<Joint>,
}

/// One joint of each twin.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Joint {
    /// The number of its type, in the order of solving.
    pub(crate) store: usize,
    /// Its colour: joints of one share no moving body, so that their order says nothing.
    pub(crate) colour: u32,
    /// Its bodies: as [`Island::bodies`] has them.
    pub(crate) bodies: Vec<u32>,
}

/// An island that may have twins.
#[derive(Debug)]
pub(crate) struct Island {
    /// The places of its bodies: those that move in their order, and then those that are fixed.
    pub(crate) bodies: Vec<u32>,
    /// Its joints, in the order of its form: their places among those of their type.
    pub(crate) joints: Vec<u32>,
}

impl Form {
    /// How many bodies an island has.
    pub(crate) const fn bodies(&self) -> u32 {
        self.moving + self.fixed
    }

    /// Where the bodies of a joint sit in a group.
    pub(crate) fn seats(&self, joint: &Joint, group: u32) -> Vec<Seat> {
        let seat = |&body: &u32| Seat::new(group * self.bodies() + body, body < self.moving);
        joint.bodies.iter().map(seat).collect()
    }
}

/// A joint of an island that is being looked at.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) store: usize,
    pub(crate) colour: u32,
    /// Its place among the joints of its type.
    pub(crate) joint: u32,
    /// The places of its bodies.
    pub(crate) bodies: Vec<u32>,
}

/// The form of an island of these joints and moving bodies.
pub(crate) fn form_of(mut moving: Vec<u32>, joints: &[Found]) -> (Form, Island) {
    moving.sort_unstable();
    let is_fixed = |body: &u32| moving.binary_search(body).is_err();
    let mut fixed: Vec<u32> = joints.iter().flat_map(|joint| &joint.bodies).copied().filter(is_fixed).collect();
    fixed.sort_unstable();
    fixed.dedup();
    #[allow(clippy::cast_possible_truncation)] // there are no more bodies than places
    let number = |body: &u32| match moving.binary_search(body) {
        Ok(at) => at as u32,
        Err(_) => (moving.len() + fixed.partition_point(|other| other < body)) as u32,
    };
    let named = |found: &Found| {
        let bodies = found.bodies.iter().map(number).collect();
        (Joint { store: found.store, colour: found.colour, bodies }, found.joint)
    };
    let mut both: Vec<(Joint, u32)> = joints.iter().map(named).collect();
    both.sort_unstable();
    let (joints, places) = both.into_iter().unzip();
    #[allow(clippy::cast_possible_truncation)] // as above
    let form = Form { moving: moving.len() as u32, fixed: fixed.len() as u32, joints };
    moving.append(&mut fixed);
    (form, Island { bodies: moving, joints: places })
}
