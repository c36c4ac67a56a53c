//! How each scalar row acts, for those who solve the rows by themselves.

use super::Group;
use crate::frontend::typing::Action;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::Id;

/// How a scalar row acts. Its limits and its rate are told with its position and its velocity.
#[derive(Clone, Debug)]
pub struct Law {
    /// What it does.
    pub kind: Kind,
    /// The greatest force, if there is one; with `force_of`, a factor of that row's force.
    pub max_force: Option<Id>,
    /// The first scalar row of the row that bounds this one.
    pub force_of: Option<usize>,
    /// The first scalar row of the closure's row: a vector's y has the number of its x.
    pub first: usize,
}

/// What a row does.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// c is held at its limits, which are equal.
    Hold,
    /// c is kept between its limits.
    Within,
    /// V is held at zero.
    Rate,
    /// A spring: frequency in hertz, damping ratio.
    Soft(Id, Id),
    /// A spring: stiffness, damping.
    Spring(Id, Id),
}

impl Law {
    /// The laws of a group of rows.
    pub(super) fn of(group: &Group) -> impl Iterator<Item = Self> + '_ {
        let kind = match group.action {
            Action::Soft(hertz, damping) => Kind::Soft(hertz, damping),
            Action::Spring(stiffness, damping) => Kind::Spring(stiffness, damping),
            Action::AtRate(_) => Kind::Rate,
            Action::Within(..) if group.is_held() => Kind::Hold,
            Action::Within(..) => Kind::Within,
            Action::Hold => Kind::Hold,
        };
        let first = group.rows[0].0;
        let max_force = group.max_force.map(|bound| bound.force);
        let force_of = group.max_force.and_then(|bound| bound.of).map(|(first, _)| first);
        group.rows.iter().map(move |_| Self { kind, max_force, force_of, first })
    }

    /// Its values: the two of a spring, then the force.
    pub fn values(&self) -> Vec<Id> {
        let mut law = self.clone();
        law.values_mut().map_vec(|id| **id)
    }

    pub(super) fn values_mut(&mut self) -> Vec<&mut Id> {
        let mut values = match &mut self.kind {
            Kind::Hold | Kind::Within | Kind::Rate => Vec::new(),
            Kind::Soft(a, b) | Kind::Spring(a, b) => vec![a, b],
        };
        values.extend(self.max_force.as_mut());
        values
    }
}

impl Group {
    /// Whether its row is an equality that was written as equal limits.
    pub(super) fn is_held(&self) -> bool {
        matches!(self.action, Action::Within(Some(lower), Some(upper)) if lower == upper) && self.max_force.is_none()
    }
}
