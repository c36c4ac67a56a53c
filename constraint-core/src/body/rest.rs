//! How a body rests.

use crate::math::{Scalar, Vec2};

use super::{AppliedForce, Body};

/// Since when a body has not moved, and whether it sleeps.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Rest {
    /// It is not integrated, nor is what holds it solved.
    pub(crate) asleep: bool,
    /// Its owner has changed it, or what holds it: the next step wakes its island.
    pub(crate) touched: bool,
    /// For how long it has been slow, s.
    pub(crate) slow_for: Scalar,
    /// Its owner has put it elsewhere since the last step: its joints may be apart.
    pub(crate) moved: bool,
}

impl Rest {
    pub(crate) const NONE: Self = Self { asleep: false, touched: false, slow_for: 0.0, moved: false };
}

/// How a body rests is not what it is: bodies are equal without it.
impl PartialEq for Rest {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Bodies that their owner has changed, by their places, each once in a list; and what acts on them for a step.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_field_names)] // what was touched is one list of three
pub(crate) struct Touched {
    pub(crate) touched: Vec<u32>,
    pub(crate) moved: Vec<u32>,
    /// Forces of the next step only. Several may act on one body.
    pub(crate) applied: Vec<AppliedForce>,
}

impl Body {
    /// What holds the body in this place has changed, or it has itself.
    pub(crate) fn touch(&mut self, place: u32, touched: &mut Touched) {
        if !core::mem::replace(&mut self.rest.touched, true) {
            touched.touched.push(place);
        }
    }

    /// The body in this place stands elsewhere.
    pub(super) fn moved(&mut self, place: u32, touched: &mut Touched) {
        if !core::mem::replace(&mut self.rest.moved, true) {
            touched.moved.push(place);
        }
    }

    /// Stops it, until it is touched.
    pub(crate) const fn fall_asleep(&mut self) {
        (self.linear_velocity, self.angular_velocity) = (Vec2::ZERO, 0.0);
        self.rest.asleep = true;
    }

    /// Whether it goes somewhere though nothing pulls at it: a lift on its way.
    pub(crate) fn is_driven(&self) -> bool {
        !self.is_dynamic() && (self.linear_velocity != Vec2::ZERO || self.angular_velocity != 0.0)
    }
}
