//! A user's crate that allows nothing stays clean.
#![deny(warnings, missing_docs, unreachable_pub, clippy::all, clippy::pedantic, clippy::nursery, clippy::cargo)]
#![deny(clippy::missing_inline_in_public_items, clippy::must_use_candidate)]

use constraint_core::{Scalar, Softness, Vec2, constraint};

/// Copy, small, and private: each would be found fault with in the method that repeats the closure.
#[constraint(|a, b| b.angle - self.ratio * a.angle)]
#[derive(Clone, Copy, Debug)]
struct Gear {
    ratio: Scalar,
}

/// Nothing but bodies, and many of them.
#[constraint(|a, b, c, d, e, f, g, h| (a.angle + b.angle + c.angle + d.angle, e.angle - f.angle + g.angle - h.angle))]
#[derive(Debug)]
struct Differential {}

/// Named by the letters of physics.
#[constraint(|a, b| {
    let d = b.point(self.anchor) - a.position;
    let n = d.normalize();
    (n.dot(d), d.perp_dot(n))
})]
#[derive(Debug)]
struct Held {
    anchor: Vec2,
}

/// What every kind of row makes, and a closure in parentheses.
#[constraint(|a, b| (
    (b.angle - a.angle).at_rate(self.speed).max_force(self.torque),
    b.position.dot(self.axis).soft(self.suspension),
    b.position.perp_dot(self.axis).within(self.lower..=self.upper),
    a.position.distance(b.position),
))]
#[derive(Debug)]
struct Driven {
    axis: Vec2,
    speed: Scalar,
    torque: Scalar,
    suspension: Softness,
    lower: Scalar,
    upper: Scalar,
}

/// Uses them.
#[allow(clippy::redundant_pub_crate)] // a module of another test, too
pub(crate) fn main() {
    let suspension = Softness { hertz: 1.0, damping_ratio: 1.0 };
    let driven = Driven { axis: Vec2::X, speed: 1.0, torque: 1.0, suspension, lower: 0.0, upper: 1.0 };
    println!("{:?} {:?} {:?} {driven:?}", Gear { ratio: 2.0 }, Differential {}, Held { anchor: Vec2::ZERO });
}
