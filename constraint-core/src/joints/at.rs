//! Joints by points of the world: each fits the bodies where they are now.
//!
//! A constructor takes the bodies and the points in the world, and computes anchors, axes, lengths and reference angles. What else the
//! joint has is neutral, as in its `Default`: set it by `..`, as in `RevoluteJoint { lower: -1.0, ..RevoluteJoint::at(…)? }`.

use super::{
    DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint, LinearMotorJoint, MouseJoint, PivotJoint,
    PrismaticJoint, PulleyJoint, RailJoint, RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint,
    WeldJoint, WheelJoint,
};
use crate::math::{double, nearest};
use crate::{Body, BodyId, Error, Scalar, Softness, Vec2, World, check};

/// An anchor on each of two bodies, at the same point of the world or each at its own.
struct Anchors<'a> {
    a: &'a Body,
    b: &'a Body,
    local_anchor_a: Vec2,
    local_anchor_b: Vec2,
}

impl<'a> Anchors<'a> {
    fn new(world: &'a World, [a, b]: [BodyId; 2], [at_a, at_b]: [Vec2; 2]) -> Result<Self, Error> {
        let (a, b) = (world.body(a)?, world.body(b)?);
        let (local_anchor_a, local_anchor_b) = (anchor(a, at_a)?, anchor(b, at_b)?);
        Ok(Self { a, b, local_anchor_a, local_anchor_b })
    }

    /// The second body's angle less the first one's, rad.
    fn angle(&self) -> Scalar {
        nearest(self.b.in_solver().angle - self.a.in_solver().angle)
    }

    /// A direction of the world in the first body's frame, as a unit vector.
    fn direction(&self, direction: Vec2) -> Result<Vec2, Error> {
        check::finite_vector("direction of a joint", direction)?;
        check::finite_positive("length of the direction of a joint", direction.length())?;
        Ok(self.a.local_direction(direction).normalize())
    }
}

/// A point of the world in a body's frame.
fn anchor(body: &Body, point: Vec2) -> Result<Vec2, Error> {
    check::finite_vector("anchor of a joint", point)?;
    Ok(body.local_point(point))
}

fn distance(from: Vec2, to: Vec2) -> Scalar {
    nearest((double(to.x) - double(from.x)).hypot(double(to.y) - double(from.y)))
}

impl PivotJoint {
    /// Two bodies pinned together at a `point` of the world, m.
    ///
    /// # Errors
    /// [`Error::UnknownBody`], or [`Error::NotFinite`] for the point.
    pub fn at(world: &World, bodies: [BodyId; 2], point: Vec2) -> Result<Self, Error> {
        let Anchors { local_anchor_a, local_anchor_b, .. } = Anchors::new(world, bodies, [point; 2])?;
        Ok(Self { local_anchor_a, local_anchor_b })
    }
}

impl WeldJoint {
    /// Two bodies held as they are now, by a `point` of the world, m.
    ///
    /// # Errors
    /// [`Error::UnknownBody`], or [`Error::NotFinite`] for the point.
    pub fn at(world: &World, bodies: [BodyId; 2], point: Vec2) -> Result<Self, Error> {
        let anchors = Anchors::new(world, bodies, [point; 2])?;
        let (local_anchor_a, local_anchor_b) = (anchors.local_anchor_a, anchors.local_anchor_b);
        Ok(Self { local_anchor_a, local_anchor_b, reference_angle: anchors.angle() })
    }
}

impl RevoluteJoint {
    /// A hinge at a `point` of the world, m. Its angle is zero where the bodies are now. Without spring, motor and stops.
    ///
    /// # Errors
    /// [`Error::UnknownBody`], or [`Error::NotFinite`] for the point.
    pub fn at(world: &World, bodies: [BodyId; 2], point: Vec2) -> Result<Self, Error> {
        let anchors = Anchors::new(world, bodies, [point; 2])?;
        let (local_anchor_a, local_anchor_b) = (anchors.local_anchor_a, anchors.local_anchor_b);
        let reference_angle = anchors.angle();
        Ok(Self { local_anchor_a, local_anchor_b, reference_angle, ..Self::default() })
    }
}

impl DriveJoint {
    /// The second body driven against the first one, at a `point` of the world, m. At rest where the bodies are now. Without forces.
    ///
    /// # Errors
    /// [`Error::UnknownBody`], or [`Error::NotFinite`] for the point.
    pub fn at(world: &World, bodies: [BodyId; 2], point: Vec2) -> Result<Self, Error> {
        let anchors = Anchors::new(world, bodies, [point; 2])?;
        let (local_anchor_a, local_anchor_b) = (anchors.local_anchor_a, anchors.local_anchor_b);
        let reference_angle = anchors.angle();
        Ok(Self { local_anchor_a, local_anchor_b, reference_angle, ..Self::default() })
    }
}

impl DistanceJoint {
    /// A rod between two `points` of the world, m, one on each body, as long as they are apart now. A rope: `lower: 0.0`.
    ///
    /// # Errors
    /// [`Error::UnknownBody`], or [`Error::NotFinite`] for a point.
    pub fn at(world: &World, bodies: [BodyId; 2], points: [Vec2; 2]) -> Result<Self, Error> {
        let Anchors { local_anchor_a, local_anchor_b, .. } = Anchors::new(world, bodies, points)?;
        let length = distance(points[0], points[1]);
        Ok(Self { local_anchor_a, local_anchor_b, lower: length, upper: length })
    }
}

impl SoftDistanceJoint {
    /// A spring between two `points` of the world, m, one on each body, without force where they are now. Its softness is yet to be set.
    ///
    /// # Errors
    /// [`Error::UnknownBody`], or [`Error::NotFinite`] for a point.
    pub fn at(world: &World, bodies: [BodyId; 2], points: [Vec2; 2]) -> Result<Self, Error> {
        let Anchors { local_anchor_a, local_anchor_b, .. } = Anchors::new(world, bodies, points)?;
        let rest_length = distance(points[0], points[1]);
        Ok(Self { local_anchor_a, local_anchor_b, rest_length, ..Self::default() })
    }
}

impl DampedSpring {
    /// A spring between two `points` of the world, m, one on each body, without force where they are now. Its constants are yet to be set.
    ///
    /// # Errors
    /// [`Error::UnknownBody`], or [`Error::NotFinite`] for a point.
    pub fn at(world: &World, bodies: [BodyId; 2], points: [Vec2; 2]) -> Result<Self, Error> {
        let Anchors { local_anchor_a, local_anchor_b, .. } = Anchors::new(world, bodies, points)?;
        let rest_length = distance(points[0], points[1]);
        Ok(Self { local_anchor_a, local_anchor_b, rest_length, ..Self::default() })
    }
}

impl StrutJoint {
    /// A strut between two `points` of the world, m, one on each body, as long as they are apart now. Without spring, motor and stops.
    ///
    /// # Errors
    /// [`Error::UnknownBody`], or [`Error::NotFinite`] for a point.
    pub fn at(world: &World, bodies: [BodyId; 2], points: [Vec2; 2]) -> Result<Self, Error> {
        let Anchors { local_anchor_a, local_anchor_b, .. } = Anchors::new(world, bodies, points)?;
        let length = distance(points[0], points[1]);
        Ok(Self { local_anchor_a, local_anchor_b, length, ..Self::default() })
    }
}

impl LineJoint {
    /// A slot through a `point` of the world, m, along a `direction` of the world of any length. The second body is at 0 m of it now.
    /// Without limits.
    ///
    /// # Errors
    /// [`Error::UnknownBody`]; [`Error::NotFinite`] for the point or the direction; [`Error::NotPositive`] for a direction of no length.
    pub fn at(world: &World, bodies: [BodyId; 2], point: Vec2, direction: Vec2) -> Result<Self, Error> {
        let anchors = Anchors::new(world, bodies, [point; 2])?;
        let (local_anchor_a, local_anchor_b) = (anchors.local_anchor_a, anchors.local_anchor_b);
        let local_direction_a = anchors.direction(direction)?;
        Ok(Self { local_anchor_a, local_direction_a, local_anchor_b, ..Self::default() })
    }
}

impl RailJoint {
    /// A rail through a `point` of the world, m, along a `direction` of the world of any length.
    ///
    /// # Errors
    /// [`Error::UnknownBody`]; [`Error::NotFinite`] for the point or the direction; [`Error::NotPositive`] for a direction of no length.
    pub fn at(world: &World, bodies: [BodyId; 2], point: Vec2, direction: Vec2) -> Result<Self, Error> {
        let anchors = Anchors::new(world, bodies, [point; 2])?;
        let (local_anchor_a, local_anchor_b) = (anchors.local_anchor_a, anchors.local_anchor_b);
        let local_direction_a = anchors.direction(direction)?;
        Ok(Self { local_anchor_a, local_direction_a, local_anchor_b })
    }
}

impl SoftRailJoint {
    /// A rail through a `point` of the world, m, along a `direction` of the world of any length. Its softness is yet to be set.
    ///
    /// # Errors
    /// [`Error::UnknownBody`]; [`Error::NotFinite`] for the point or the direction; [`Error::NotPositive`] for a direction of no length.
    pub fn at(world: &World, bodies: [BodyId; 2], point: Vec2, direction: Vec2) -> Result<Self, Error> {
        let anchors = Anchors::new(world, bodies, [point; 2])?;
        let (local_anchor_a, local_anchor_b) = (anchors.local_anchor_a, anchors.local_anchor_b);
        let local_direction_a = anchors.direction(direction)?;
        Ok(Self { local_anchor_a, local_direction_a, local_anchor_b, ..Self::default() })
    }
}

impl LinearMotorJoint {
    /// A motor that acts at a `point` of the world, m, along a `direction` of the world of any length. Its speed and its force are yet
    /// to be set.
    ///
    /// # Errors
    /// [`Error::UnknownBody`]; [`Error::NotFinite`] for the point or the direction; [`Error::NotPositive`] for a direction of no length.
    pub fn at(world: &World, bodies: [BodyId; 2], point: Vec2, direction: Vec2) -> Result<Self, Error> {
        let anchors = Anchors::new(world, bodies, [point; 2])?;
        let (local_anchor_a, local_anchor_b) = (anchors.local_anchor_a, anchors.local_anchor_b);
        let local_direction_a = anchors.direction(direction)?;
        Ok(Self { local_anchor_a, local_direction_a, local_anchor_b, ..Self::default() })
    }
}

impl SliderJoint {
    /// A slider along a `direction` of the world of any length, which holds the bodies together at a `point` of the world, m, and their
    /// angle as it is now.
    ///
    /// # Errors
    /// [`Error::UnknownBody`]; [`Error::NotFinite`] for the point or the direction; [`Error::NotPositive`] for a direction of no length.
    pub fn at(world: &World, bodies: [BodyId; 2], point: Vec2, direction: Vec2) -> Result<Self, Error> {
        let anchors = Anchors::new(world, bodies, [point; 2])?;
        let (local_anchor_a, local_anchor_b) = (anchors.local_anchor_a, anchors.local_anchor_b);
        let local_axis_a = anchors.direction(direction)?;
        Ok(Self { local_anchor_a, local_anchor_b, local_axis_a, reference_angle: anchors.angle() })
    }
}

impl PrismaticJoint {
    /// A slider along a `direction` of the world of any length, which holds the bodies together at a `point` of the world, m, and their
    /// angle as it is now. Its place is 0 m now. Without spring, motor and stops.
    ///
    /// # Errors
    /// [`Error::UnknownBody`]; [`Error::NotFinite`] for the point or the direction; [`Error::NotPositive`] for a direction of no length.
    pub fn at(world: &World, bodies: [BodyId; 2], point: Vec2, direction: Vec2) -> Result<Self, Error> {
        let anchors = Anchors::new(world, bodies, [point; 2])?;
        let (local_anchor_a, local_anchor_b) = (anchors.local_anchor_a, anchors.local_anchor_b);
        let local_axis_a = anchors.direction(direction)?;
        let reference_angle = anchors.angle();
        Ok(Self { local_anchor_a, local_anchor_b, local_axis_a, reference_angle, ..Self::default() })
    }
}

impl WheelJoint {
    /// A wheel, the second body, with its axle at a `point` of the world, m, which moves along a `direction` of the world of any length.
    /// Without suspension, motor and stops.
    ///
    /// # Errors
    /// [`Error::UnknownBody`]; [`Error::NotFinite`] for the point or the direction; [`Error::NotPositive`] for a direction of no length.
    pub fn at(world: &World, bodies: [BodyId; 2], point: Vec2, direction: Vec2) -> Result<Self, Error> {
        let anchors = Anchors::new(world, bodies, [point; 2])?;
        let (local_anchor_a, local_anchor_b) = (anchors.local_anchor_a, anchors.local_anchor_b);
        let local_axis_a = anchors.direction(direction)?;
        Ok(Self { local_anchor_a, local_anchor_b, local_axis_a, ..Self::default() })
    }
}

impl MouseJoint {
    /// A body held where it is now by a `point` of the world, m, with a hand of 5 Hz that does not swing, of any force.
    ///
    /// # Errors
    /// [`Error::UnknownBody`], or [`Error::NotFinite`] for the point.
    pub fn at(world: &World, [body]: [BodyId; 1], point: Vec2) -> Result<Self, Error> {
        let local_anchor = anchor(world.body(body)?, point)?;
        Ok(Self { local_anchor, target: point, softness: Softness::new(5.0, 1.0), max_force: Scalar::INFINITY })
    }
}

impl PulleyJoint {
    /// A rope over two wheels, with its ends at four `points` of the world, m, one on each body. It is taut now: `lower` is 0, and `upper`
    /// is the length of both stretches, the second one counted `ratio` times.
    ///
    /// # Errors
    /// [`Error::UnknownBody`], or [`Error::NotFinite`] for a point or the ratio.
    pub fn at(world: &World, [a, b, c, d]: [BodyId; 4], points: [Vec2; 4], ratio: Scalar) -> Result<Self, Error> {
        check::finite("ratio of a pulley", ratio)?;
        let [first, second] = [[points[0], points[1]], [points[2], points[3]]];
        let (ab, cd) = (Anchors::new(world, [a, b], first)?, Anchors::new(world, [c, d], second)?);
        Ok(Self {
            local_anchor_a: ab.local_anchor_a,
            local_anchor_b: ab.local_anchor_b,
            local_anchor_c: cd.local_anchor_a,
            local_anchor_d: cd.local_anchor_b,
            ratio,
            lower: 0.0,
            upper: distance(first[0], first[1]) + ratio * distance(second[0], second[1]),
        })
    }
}

impl GroundPulleyJoint {
    /// A rope from one body over two fixed points `ground` of the world, m, to another, with its ends at two `points` of the world. It is
    /// as long as it is now, the first stretch counted `ratio` times.
    ///
    /// # Errors
    /// [`Error::UnknownBody`], or [`Error::NotFinite`] for a point or the ratio.
    pub fn at(
        world: &World,
        bodies: [BodyId; 2],
        ground: [Vec2; 2],
        points: [Vec2; 2],
        ratio: Scalar,
    ) -> Result<Self, Error> {
        check::finite("ratio of a pulley", ratio)?;
        let [ground_a, ground_b] = ground;
        check::finite_vector("anchor of a joint", ground_a)?;
        check::finite_vector("anchor of a joint", ground_b)?;
        let Anchors { local_anchor_a, local_anchor_b, .. } = Anchors::new(world, bodies, points)?;
        let length = ratio * distance(ground_a, points[0]) + distance(ground_b, points[1]);
        Ok(Self { ground_a, ground_b, local_anchor_a, local_anchor_b, ratio, length })
    }
}
