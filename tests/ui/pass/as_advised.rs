//! What messages advise to write instead.

#![deny(warnings)]

use constraint_core::prelude::*;

/// A part of a `let` that Rust works out has a `let` of its own; a variable in an argument is written out.
#[constraint(|a, b| {
    let total = 2.0 * self.ratio + 1.0;
    let first: Scalar = self.masses[0];
    let share = first / total;
    let gain: Scalar = double(2.0 * self.ratio);
    b.angle - share * gain * a.angle
})]
pub(crate) struct Shares {
    masses: [Scalar; 2],
    ratio: Scalar,
}

fn double(of: Scalar) -> Scalar {
    2.0 * of
}

/// A table that is read at a body's angle: as a spline, and as a field that `update` sets.
#[constraint(
    |cam, follower| {
        let spline = self.c0 * (cam.angle - self.x0).max(0.0).powi(3) + self.c1 * (cam.angle - self.x1).max(0.0).powi(3);
        (follower.position.y - spline, follower.position.x - self.looked_up)
    },
    update = Self::look_up,
)]
pub(crate) struct Cam {
    c0: Scalar,
    c1: Scalar,
    x0: Scalar,
    x1: Scalar,
    table: [Scalar; 2],
    looked_up: Scalar,
}

impl Cam {
    fn look_up(&mut self, cam: &BodyState, _: &BodyState) {
        self.looked_up = self.table[usize::from(cam.angle > 1.0)];
    }
}

/// The table as a curve.
#[constraint(|cam, follower| (follower.position.y - self.profile.at(cam.angle), follower.position.x))]
pub(crate) struct CurvedCam {
    profile: Curve,
}

/// A constant that is no scalar, a list, and a function that is called as a row's method.
#[constraint(|a, b| {
    let arm: Vec2 = ARM;
    let reach: Scalar = self.lengths.iter().sum();
    let rate: Scalar = spring(self.rate);
    b.position.distance(a.point(arm)) - reach * rate
})]
pub(crate) struct Bound {
    lengths: [Scalar; 3],
    rate: Scalar,
}

const ARM: Vec2 = Vec2::X;

fn spring(rate: Scalar) -> Scalar {
    2.0 * rate
}

/// A point and a vector of the world in a body's frame.
#[constraint(|a, p| {
    let local = a.rotation.inverse() * (p.position - a.position);
    let axis = a.rotation.inverse() * self.axis;
    local.dot(axis)
})]
pub(crate) struct Framed {
    axis: Vec2,
}

/// No alias.
type Metres = Scalar;

#[constraint(|a, b| {
    let length: Scalar = self.length;
    b.position.distance(a.position) - length
})]
pub(crate) struct Rope {
    length: Metres,
}

pub(crate) fn main() {
    let states = [BodyState::default(); 2];
    let mut cam = Cam { c0: 1.0, c1: 1.0, x0: 0.0, x1: 1.0, table: [1.0, 2.0], looked_up: 0.0 };
    cam.update(&states);
    assert!((cam.looked_up - 1.0).abs() < 1e-6);
    let _ = Shares { masses: [1.0; 2], ratio: 1.0 }.rows(&states[0], &states[1]);
    let profile = Curve::spline([(0.0, 0.0), (1.0, 2.0)], Ends::Straight).unwrap();
    let _ = CurvedCam { profile }.rows(&states[0], &states[1]);
    // |0 − 1| − (1 + 2 + 3)·2·0.5
    let row = Bound { lengths: [1.0, 2.0, 3.0], rate: 0.5 }.rows(&states[0], &states[1]);
    assert!((row.to_vec()[0] + 5.0).abs() < 1e-6);
    let _ = Framed { axis: Vec2::X }.rows(&states[0], &states[1]);
    let _ = Rope { length: 1.0 }.rows(&states[0], &states[1]);
}
