//! A line through the first body, and an anchor of the second.

use constraint_core::math::Vec2;
use constraint_core::{MassProperties, Pose};

use super::axis::Axis;
use super::{Local, Masses, Vector, recip};
use crate::Float;

/// The first body's anchor is known along and across the line, so that only the line's direction has to be rotated.
#[derive(Clone, Copy)]
pub(super) struct Rail {
    direction: Local,
    anchor_b: Local,
    /// `n · r_a`
    pub(super) along: Float,
    /// `n × r_a`
    pub(super) across: Float,
}

impl Rail {
    /// Along a direction of any length.
    pub(super) fn new(anchor_a: Vec2, direction: Vec2, anchor_b: Vec2) -> Self {
        Self::of(anchor_a, unit(direction), anchor_b)
    }

    /// Across a direction of any length: what has no row along it rotates the quarter turn alone.
    pub(super) fn across(anchor_a: Vec2, direction: Vec2, anchor_b: Vec2) -> Self {
        let Vector { x, y } = unit(direction);
        Self::of(anchor_a, Vector { x: -y, y: x }, anchor_b)
    }

    /// Along a unit vector.
    pub(super) fn along(anchor_a: Vec2, direction: Vec2, anchor_b: Vec2) -> Self {
        Self::of(anchor_a, Vector::from_world(direction), anchor_b)
    }

    fn of(anchor_a: Vec2, direction: Vector, anchor_b: Vec2) -> Self {
        let anchor_a = Vector::from_world(anchor_a);
        Self {
            direction: Local::new(direction),
            anchor_b: Local::from_world(anchor_b),
            along: direction.dot(anchor_a),
            across: direction.cross(anchor_a),
        }
    }

    /// The masses of rows along the line and across. A unit vector in single precision is not one in double.
    pub(super) fn masses(&self, masses: &[MassProperties<Float>; 2]) -> Masses {
        let (masses, direction) = (Masses::new(masses), self.direction.vector());
        Masses { m: masses.m * direction.dot(direction), ..masses }
    }

    #[inline(always)]
    pub(super) fn at(&self, [a, b]: &[Pose<Float>; 2]) -> Place {
        let n = self.direction.rotated(a);
        let r_b = self.anchor_b.rotated(b);
        let d = Vector { x: b.x - a.x + r_b.x, y: b.y - a.y + r_b.y };
        Place { n, r_b, along: n.dot(d), across: d.cross(n) }
    }
}

fn unit(direction: Vec2) -> Vector {
    let direction = Vector::from_world(direction);
    let inverse = recip(direction.dot(direction).sqrt());
    Vector { x: direction.x * inverse, y: direction.y * inverse }
}

/// Where the second body's anchor is, seen from the first body's centre. The line turns with the first body, so this is its
/// arm.
pub(super) struct Place {
    n: Vector,
    r_b: Vector,
    /// n · d
    pub(super) along: Float,
    /// d × n
    pub(super) across: Float,
}

impl Place {
    /// The row along the line.
    #[inline(always)]
    pub(super) fn lengthwise(&self, masses: &Masses, axis: &mut Axis) {
        axis.set_along(masses, self.n, -self.across, self.r_b.cross(self.n));
    }

    /// The row across the line.
    #[inline(always)]
    pub(super) fn crosswise(&self, masses: &Masses, axis: &mut Axis) {
        let across = Vector { x: -self.n.y, y: self.n.x };
        axis.set_along(masses, across, -self.along, self.n.dot(self.r_b));
    }
}
