//! Joints of the testbed itself. Each is one closure; nobody derived a formula for them.

use constraint_core::Canvas;
use constraint_core::prelude::*;

/// A bead on an elliptical wire, and the wire is a body that moves.
///
/// Seen from the wire and squeezed along its long axis, the ellipse is a circle: C is the bead's distance from that.
#[constraint(|wire, bead| {
    let seen = wire.rotation.inverse() * (bead.position - wire.position);
    let squeezed = Vec2::new(seen.x / self.aspect, seen.y);
    squeezed.length() - self.half_height
}, draw = Self::draw_wire)]
#[derive(Clone, Debug)]
pub struct BeadOnWire {
    /// How many times wider than high the ellipse is. Its width is along the wire's x.
    pub aspect: Scalar,
    /// Half of its height, m.
    pub half_height: Scalar,
}

impl BeadOnWire {
    fn draw_wire(&self, wire: &BodyState, bead: &BodyState, canvas: &mut dyn Canvas) {
        let corner = |nth: u8| {
            let unit = Vec2::from_angle(consts::TAU * Scalar::from(nth) / 64.0);
            wire.point(self.half_height * Vec2::new(self.aspect * unit.x, unit.y))
        };
        (0..64).for_each(|nth| canvas.segment(corner(nth), corner(nth + 1)));
        canvas.point(bead.position);
    }
}

/// A point of a body that stands on a floor, with friction. There are no collisions in this crate: this is a contact as a joint.
#[constraint(|body| {
    let foot = body.point(self.local_foot);
    (foot.y.within(self.floor..), foot.x.at_rate(0.0).max_force(self.friction_now))
}, update = Self::touch, draw = Self::draw_nothing)]
#[derive(Clone, Debug)]
pub struct FloorContact {
    /// The point, in the body's frame, m.
    pub local_foot: Vec2,
    /// The height of the floor, m.
    pub floor: Scalar,
    /// The greatest friction while the point is on the floor, N.
    pub friction: Scalar,
    /// The greatest friction in this step, N: none in the air.
    pub friction_now: Scalar,
}

/// A point this near the floor is on it, m.
const TOUCH: Scalar = 0.01;

impl FloorContact {
    fn touch(&mut self, body: &BodyState) {
        let is_down = body.point(self.local_foot).y < self.floor + TOUCH;
        self.friction_now = if is_down { self.friction } else { 0.0 };
    }

    #[allow(clippy::unused_self)] // the form of the option
    fn draw_nothing(&self, _: &BodyState, _: &mut dyn Canvas) {}
}

/// A tyre on a road that is given by a curve: it does not sink in, and it rolls until the grip is not enough.
#[constraint(|wheel| {
    let slope = self.slope.at(wheel.position.x);
    let along = Vec2::new(1.0, slope).normalize();
    // The height above the road, seen square to it.
    let above = along.x * (wheel.position.y - self.height.at(wheel.position.x));
    (
        above.within(self.radius..),
        (along.dot(wheel.linear_velocity) + self.radius * wheel.angular_velocity).at_rate(0.0).max_force(self.grip_now),
    )
}, update = Self::touch, draw = Self::draw_nothing)]
#[derive(Clone, Debug)]
pub struct Tyre {
    /// The height of the road over x, m.
    pub height: Curve,
    /// The slope of the road over x.
    pub slope: Curve,
    /// Of the wheel, m.
    pub radius: Scalar,
    /// The greatest force along the road, N.
    pub grip: Scalar,
    /// The same in this step, N: none in the air.
    pub grip_now: Scalar,
}

impl Tyre {
    fn touch(&mut self, wheel: &BodyState) {
        let slope = self.slope.at(wheel.position.x);
        let above = (wheel.position.y - self.height.at(wheel.position.x)) / (1.0 + slope * slope).sqrt();
        self.grip_now = if above < self.radius + TOUCH { self.grip } else { 0.0 };
    }

    #[allow(clippy::unused_self)] // the form of the option
    fn draw_nothing(&self, _: &BodyState, _: &mut dyn Canvas) {}
}

/// A weight on a cord that is wound on a drum.
#[constraint(|drum, weight| {
    (drum.position.y - weight.position.y) - self.radius * drum.angle - self.length
}, draw = Self::draw_cord)]
#[derive(Clone, Debug)]
pub struct Winding {
    /// Of the drum, m.
    pub radius: Scalar,
    /// How far the weight is below the drum at angle zero, m.
    pub length: Scalar,
}

impl Winding {
    #[allow(clippy::unused_self)] // the form of the option
    fn draw_cord(&self, drum: &BodyState, weight: &BodyState, canvas: &mut dyn Canvas) {
        canvas.segment(Vec2::new(weight.position.x, drum.position.y), weight.position);
    }
}
