//! Shapes of bodies: for drawing, for picking, and for mass and inertia.

use constraint_core::{Body, Scalar, Vec2, consts};

/// The outline of a body, in its frame, m. The origin is the centre of mass.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A rectangle with these half extents.
    Rectangle(Vec2),
    /// A disc of this radius.
    Disc(Scalar),
    /// A gear: a disc with teeth.
    Gear {
        /// Pitch radius, m.
        radius: Scalar,
        /// Number of teeth.
        teeth: u16,
    },
    /// A thin ring of this radius that stands for a hollow part.
    Ring(Scalar),
    /// A triangle.
    Triangle([Vec2; 3]),
}

impl Shape {
    /// A thin bar along x.
    pub fn bar(length: Scalar, width: Scalar) -> Self {
        Self::Rectangle(0.5 * Vec2::new(length, width))
    }

    /// Area, m².
    pub fn area(&self) -> Scalar {
        match self {
            Self::Rectangle(half) => 4.0 * half.x * half.y,
            Self::Disc(radius) | Self::Gear { radius, .. } => consts::PI * radius * radius,
            Self::Ring(radius) => consts::TAU * radius * RING_WIDTH,
            Self::Triangle([a, b, c]) => 0.5 * (b - a).perp_dot(c - a).abs(),
        }
    }

    /// Moment of inertia about the centre for a mass of 1 kg, m².
    pub fn inertia_per_mass(&self) -> Scalar {
        match self {
            Self::Rectangle(half) => half.length_squared() / 3.0,
            Self::Disc(radius) | Self::Gear { radius, .. } => 0.5 * radius * radius,
            Self::Ring(radius) => radius * radius,
            Self::Triangle([a, b, c]) => {
                ((b - a).length_squared() + (c - b).length_squared() + (a - c).length_squared()) / 36.0
            }
        }
    }

    /// A body of this shape and mass, kg.
    pub fn of_mass(&self, mass: Scalar) -> Body {
        Body::dynamic(mass, mass * self.inertia_per_mass())
    }

    /// A body of this shape and density, kg/m².
    pub fn of_density(&self, density: Scalar) -> Body {
        self.of_mass(density * self.area())
    }

    /// How far a point in the shape's frame is from it, m. Zero inside.
    pub fn distance(&self, point: Vec2) -> Scalar {
        match self {
            Self::Rectangle(half) => (point.abs() - *half).max(Vec2::ZERO).length(),
            Self::Disc(radius) | Self::Gear { radius, .. } => (point.length() - radius).max(0.0),
            Self::Ring(radius) => (point.length() - radius).abs(),
            Self::Triangle(corners) => {
                let [a, b, c] = *corners;
                let turn = (b - a).perp_dot(c - a).signum();
                let sides = [(a, b), (b, c), (c, a)];
                if sides.iter().all(|&(from, to)| turn * (to - from).perp_dot(point - from) >= 0.0) {
                    return 0.0;
                }
                sides.iter().map(|&(from, to)| distance_to_segment(point, from, to)).fold(Scalar::INFINITY, Scalar::min)
            }
        }
    }
}

/// The width with which rings are weighed, m.
const RING_WIDTH: Scalar = 0.05;

/// How far a point is from a segment, m.
pub fn distance_to_segment(point: Vec2, from: Vec2, to: Vec2) -> Scalar {
    let along = to - from;
    let length_squared = along.length_squared();
    let share = if length_squared > 0.0 { (along.dot(point - from) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
    (from + share * along).distance(point)
}

/// The point at distance `from_a` from `a` and `from_b` from `b`. It is on the left of the way from `a` to `b`, or on the right if
/// `is_left` is false. On the way itself if the circles do not meet.
pub fn circles_meet(a: Vec2, from_a: Scalar, b: Vec2, from_b: Scalar, is_left: bool) -> Vec2 {
    let way = b - a;
    let length = way.length();
    let along = 0.5 * (length + (from_a * from_a - from_b * from_b) / length);
    let height = (from_a * from_a - along * along).max(0.0).sqrt();
    let normal = if is_left { way.perp() } else { -way.perp() };
    a + (along * way + height * normal) / length
}
