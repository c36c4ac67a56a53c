//! The joints, as the attribute takes them.

use constraint_core::{Constraint, Pose, Vec2, Wrench, constraint};

use crate::Evaluated;
use crate::peers::Coordinates;

/// Two anchors held together.
#[constraint(|a, b| b.point(self.anchor_b) - a.point(self.anchor_a))]
pub(crate) struct Pivot {
    pub(crate) anchor_a: Vec2,
    pub(crate) anchor_b: Vec2,
}

/// Two bodies held as one.
#[constraint(|a, b| (b.point(self.anchor_b) - a.point(self.anchor_a), b.angle - a.angle))]
pub(crate) struct Weld {
    pub(crate) anchor_a: Vec2,
    pub(crate) anchor_b: Vec2,
}

/// Two anchors at a distance.
#[constraint(|a, b| (b.point(self.anchor_b) - a.point(self.anchor_a)).length() - self.length)]
pub(crate) struct Distance {
    pub(crate) anchor_a: Vec2,
    pub(crate) anchor_b: Vec2,
    pub(crate) length: f64,
}

/// An anchor of the second body on a line of the first.
#[constraint(|a, b| (a.rotation * self.direction).perp_dot(b.point(self.anchor_b) - a.point(self.anchor_a)))]
pub(crate) struct Line {
    pub(crate) anchor_a: Vec2,
    pub(crate) anchor_b: Vec2,
    pub(crate) direction: Vec2,
}

/// C and J as they come: rows of a block for each body.
pub(crate) type Blocks<const ROWS: usize> = ([f64; ROWS], [[Wrench<f64>; 2]; ROWS]);

/// C and J of a joint of two bodies.
pub(crate) trait Evaluate<const ROWS: usize> {
    fn evaluate(&self, x: &Coordinates) -> Blocks<ROWS>;
}

macro_rules! evaluate {
    ($($joint:ident $rows:literal)*) => {$(
        impl Evaluate<$rows> for $joint {
            fn evaluate(&self, x: &Coordinates) -> Blocks<$rows> {
                let poses = [Pose::new(x[0], x[1], x[2]), Pose::new(x[3], x[4], x[5])];
                (self.position(&poses), self.jacobian(&poses))
            }
        }
    )*};
}
evaluate! { Pivot 2 Weld 3 Distance 1 Line 1 }

/// The same in the order of the coordinates.
pub(crate) fn by_coordinates<const ROWS: usize>((value, jacobian): &Blocks<ROWS>) -> Evaluated<ROWS> {
    (*value, jacobian.map(|[a, b]| [a.x, a.y, a.angular, b.x, b.y, b.angular]))
}
