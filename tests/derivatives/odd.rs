//! Joints of no catalogue, so that every operation of the language meets the same checks.

#![allow(clippy::float_cmp)] // `==` of scalars is part of the language

use constraint_core::{Rot2, Rows, Scalar, Softness, Vec2, constraint};

use crate::random::Random;
use crate::sample::{EXACT, Sample};

/// A bead on an elliptical wire.
#[constraint(|wire, bead| {
    let local = wire.rotation.inverse() * (bead.position - wire.position);
    (local.x / self.radii.x).powi(2) + (local.y / self.radii.y).powi(2) - 1.0
})]
#[derive(Debug)]
pub(crate) struct Bead {
    pub(crate) radii: Vec2,
}

/// Choices, of scalars and of vectors.
#[constraint(|a, b| {
    let d = b.position - a.position;
    let aside = d.y < 0.0 || b.angle > 5.0;
    let side = if d.x > self.edge && !aside { d.perp_dot(a.rotation * Vec2::X) } else { d.length() };
    let v = if a.angle <= b.angle || d.y > self.edge { b.rotation * d } else { d.perp() };
    (side, v, d.x.signum() * b.angle)
})]
pub(crate) struct Choice {
    edge: Scalar,
}

/// Choices of which the side that is not taken is infinite or NaN, inside of each other and sharing what they are made of.
#[constraint(|a, b| {
    let d = b.position - a.position;
    let power = if d.x > 0.0 { d.x.powf(1.5) + d.y } else { 0.5 * d.y };
    let inner = if d.y < 0.0 { (-d.y).sqrt() * power } else { power / (1.0 + d.y.ln().exp()) };
    let none = self.zero * d.x.abs();
    (
        if d.x > 0.0 { d.x.ln() * inner } else { inner - b.angle },
        if none > 0.0 { d / none } else { b.rotation * d },
        d.x.abs().sqrt().max(none.recip().min(1.0)) + power.min(1.0),
    )
}, allow(dependent_rows))]
pub(crate) struct Guards {
    zero: Scalar,
}

/// Conditions that are chosen themselves.
#[constraint(|a, b| {
    let apart = if a.angle > self.edge { b.angle > 1.0 } else { b.position.x < -1.0 };
    let near = !apart && (a.position.x >= self.edge || a.position.y != b.position.y);
    (if apart { a.angle * b.angle } else { b.angle.sin() }, if near { a.position } else { a.rotation * b.position })
})]
pub(crate) struct Conditions {
    edge: Scalar,
}

/// Minima, maxima and sizes.
#[constraint(|a, b| {
    let d = b.point(self.anchor) - a.position;
    (
        d.x.min(d.y) + d.x.abs() * d.y.max(a.angle),
        d.min(self.anchor).dot(d.abs()),
        d.max(-d).clamp(Vec2::NEG_ONE, self.anchor.abs()).x + b.angle.clamp(-1.0, 1.5),
    )
})]
pub(crate) struct Extremes {
    anchor: Vec2,
}

/// Angles of vectors.
#[constraint(|a, b| {
    let u = a.rotation * self.u;
    let v = b.point(self.v) - a.position;
    (v.y.atan2(v.x * 2.0), u.angle_to(v), (b.rotation * self.v).to_angle(), Vec2::from_angle(a.angle).dot(v))
})]
pub(crate) struct Headings {
    u: Vec2,
    v: Vec2,
}

/// Functions of scalars.
#[constraint(|a, b| {
    let s = 1.0 + a.position.distance_squared(b.position);
    let small = 0.9 * (a.angle - b.angle).sin();
    (
        s.powf(self.exponent) + s.ln() * (-s).exp(),
        s.powf(0.1 * b.angle),
        small.asin() * small.acos() + small.atan() + (0.5 * small).tan(),
        s.sqrt().recip() + s.hypot(a.angle) + small.mul_add(s, a.angle.cos()),
    )
}, allow(dependent_rows))]
pub(crate) struct Functions {
    exponent: Scalar,
}

/// Vectors made of vectors.
#[constraint(|a, b| {
    let u = a.point(self.anchor) - b.position;
    let v = b.rotation * self.anchor + b.position;
    (
        u.lerp(v, self.share * a.angle.sin()),
        u.project_onto(v),
        u.reject_from(v).length_squared() / (1.0 + v.length_squared()),
        u.rotate(v).dot(u.midpoint(v)) * 0.1,
        u.normalize().perp_dot(v.normalize()) * u.length_recip() * v.distance(u),
    )
}, allow(dependent_rows))]
pub(crate) struct Vectors {
    anchor: Vec2,
    share: Scalar,
}

/// Rotations made of rotations.
#[constraint(|a, b| {
    let between = (a.rotation * self.offset).inverse() * b.rotation;
    let turned = Rot2::from_angle(0.5 * b.angle) * a.rotation.inverse() * self.offset;
    (between.sin, between * self.arm - turned * (b.position - a.position), turned.cos * between.cos)
})]
pub(crate) struct Rotations {
    offset: Rot2,
    arm: Vec2,
}

/// One body.
#[constraint(|a| (a.point(self.grip) - self.target, a.angle * 0.5))]
pub(crate) struct Grip {
    grip: Vec2,
    target: Vec2,
}

/// One body, held altogether: when its angle is held, its point moves as its centre does.
#[constraint(|a| (a.point(self.grip) - self.target, a.angle - self.angle))]
pub(crate) struct Clamp {
    grip: Vec2,
    target: Vec2,
    angle: Scalar,
}

/// Two rows of one parameter's multiples, in one of which an angle stands twice.
#[constraint(|a, b, c, d| (
    self.ratio * (a.angle - b.angle) + self.ratio * (d.angle - c.angle),
    self.ratio * (a.angle - b.angle) + self.ratio * (a.angle - c.angle),
))]
pub(crate) struct Train {
    ratio: Scalar,
}

/// As many bodies as there can be.
#[constraint(|a, b, c, d, e, f, g, h| {
    let centre = (a.position + b.position + c.position + d.position + e.position + f.position + g.position) / 7.0;
    (
        (h.point(self.anchor) - centre).length() - 1.0,
        a.angle + b.angle - c.angle + d.angle * 2.0 - e.angle - f.angle * g.angle * 0.1 + h.angle,
    )
})]
pub(crate) struct Swarm {
    anchor: Vec2,
}

/// Bodies by their order, whichever way it is written.
#[constraint(|a, b| (b.angle - a.angle) / (2.0 + a.position.dot(b.position).sin()) - self.bounds.x.max(self.bounds.y))]
pub(crate) struct Fraction {
    bounds: Vec2,
}

/// A spring with one row.
#[constraint(|a, b| (b.point(self.anchor).distance(a.position) - 1.0).soft(self.softness))]
pub(crate) struct Spring {
    pub(crate) anchor: Vec2,
    pub(crate) softness: Softness,
}

/// A spring with two.
#[constraint(|a, b| (b.point(self.anchor) - a.position).soft(Softness::new(self.hertz, 0.75)))]
pub(crate) struct Bushing {
    pub(crate) anchor: Vec2,
    pub(crate) hertz: Scalar,
}

/// A limit on a sum of angles in which a quotient of one is added and taken away, with more of the sum around it.
#[constraint(|a, b| {
    let s = (a.angle + self.ratio) / self.ratio + self.ratio
        - (a.angle + (self.ratio * a.angle + a.angle / self.ratio));
    (self.ratio - (self.ratio * s + s) + b.angle).within(..=self.upper)
})]
pub(crate) struct Unwound {
    pub(crate) ratio: Scalar,
    pub(crate) upper: Scalar,
}

/// A pivot that gives way.
#[constraint(|a, b| (b.point(self.anchor) - a.position).max_force(self.force))]
pub(crate) struct Clutch {
    pub(crate) anchor: Vec2,
    pub(crate) force: Scalar,
}

/// A conveyor belt: two rates.
#[constraint(|a, b| (b.point(self.anchor) - a.position).at_rate(self.rate).max_force(self.force))]
pub(crate) struct Belt {
    pub(crate) anchor: Vec2,
    pub(crate) rate: Vec2,
    pub(crate) force: Scalar,
}

/// An arm that turns twice as fast as its body: it stands in C once, and in J twice.
#[constraint(|a, b| b.point(Vec2::from_angle(b.angle)) + a.position)]
pub(crate) struct Lever {}

/// All kinds of rows at once.
#[constraint(|a, b| {
    let axis = a.rotation * self.axis;
    let d = b.point(self.anchor) - a.position;
    (
        axis.perp_dot(d),
        axis.dot(d).soft(Softness { hertz: 4.0, damping_ratio: self.damping }),
        axis.dot(d).within(self.lower..),
        (b.angle - a.angle).at_rate(self.rate).max_force(self.torque),
        (b.angle - a.angle).within(..=self.upper).max_force(self.torque),
        (b.angle + a.angle).max_force(self.torque),
        (0.5 * b.angle - a.angle).within(self.fixed..=self.fixed),
    )
})]
pub(crate) struct Wheel {
    axis: Vec2,
    anchor: Vec2,
    damping: Scalar,
    lower: Scalar,
    upper: Scalar,
    rate: Scalar,
    torque: Scalar,
    fixed: Scalar,
}

/// Rows along and across one axis, of which one has a body's place in it once, and the other one twice.
#[constraint(|a, b| {
    let axis = a.rotation * self.axis;
    let place = b.point(self.anchor);
    (axis.dot(place - a.position).within(self.lower..), axis.perp_dot(place - 2.0 * a.position))
})]
pub(crate) struct Slide {
    axis: Vec2,
    anchor: Vec2,
    lower: Scalar,
}

/// Rows whose forces other rows bound: a vector by a limit that is listed after it, an angle by that vector, a limit by that angle.
#[constraint(|a, b| {
    let d = b.point(self.anchor) - a.position;
    let stop = (b.angle - a.angle).within(self.lower..);
    let sum = (b.angle + a.angle).max_force_of(self.grip, d);
    (d.max_force_of(self.grip, stop), stop, sum, (0.5 * b.angle + a.angle).within(..=self.lower).max_force_of(2.0, sum))
})]
pub(crate) struct Rubbing {
    anchor: Vec2,
    lower: Scalar,
    grip: Scalar,
}

fn two(random: &mut Random) -> Vec2 {
    random.vector(2.0)
}

macro_rules! sample {
    ($constant:ident: $joint:ident, $make:expr, |$j:ident| ($($body:literal),*), $bias:expr) => {
        pub(crate) const $constant: Sample<$joint> = Sample {
            name: stringify!($joint),
            make: $make,
            rows: |$j, s| $j.rows($(&s[$body]),*).to_vec(),
            bias: $bias,
            tolerance: EXACT,
        };
    };
}

#[allow(clippy::useless_conversion)] // not with the feature `f64` off
fn less(value: Scalar) -> f64 {
    let value: f64 = value.into();
    -value
}

sample!(BEAD: Bead, |r| Bead { radii: Vec2::new(r.scalar(0.5, 2.0), r.scalar(0.5, 2.0)) }, |j| (0, 1), |_| vec![0.0]);
sample!(CHOICE: Choice, |r| Choice { edge: r.scalar(-1.0, 1.0) }, |j| (0, 1), |_| vec![0.0; 4]);
sample!(GUARDS: Guards, |_| Guards { zero: 0.0 }, |j| (0, 1), |_| vec![0.0; 4]);
sample!(CONDITIONS: Conditions, |r| Conditions { edge: r.scalar(-1.0, 1.0) }, |j| (0, 1), |_| vec![0.0; 3]);
sample!(EXTREMES: Extremes, |r| Extremes { anchor: two(r) }, |j| (0, 1), |_| vec![0.0; 3]);
sample!(HEADINGS: Headings, |r| Headings { u: two(r), v: two(r) }, |j| (0, 1), |_| vec![0.0; 4]);
sample!(FUNCTIONS: Functions, |r| Functions { exponent: r.scalar(-1.5, 1.5) }, |j| (0, 1), |_| vec![0.0; 4]);
sample!(VECTORS: Vectors, |r| Vectors { anchor: two(r), share: r.scalar(-1.0, 1.0) }, |j| (0, 1), |_| vec![0.0; 7]);
/// The compiler takes a rotation for one: cos² + sin² = 1. The parameter is one to the rounding of the world's scalar.
#[allow(clippy::cast_lossless, clippy::unnecessary_cast)] // f32, or f64 with the feature
pub(crate) const ROTATIONS: Sample<Rotations> = Sample {
    name: "Rotations",
    make: |r| Rotations { offset: Rot2::from_angle(r.scalar(-3.0, 3.0)), arm: two(r) },
    rows: |j, s| j.rows(&s[0], &s[1]).to_vec(),
    bias: |_| vec![0.0; 4],
    tolerance: EXACT + 4.0 * Scalar::EPSILON as f64,
};
sample!(LEVER: Lever, |_| Lever {}, |j| (0, 1), |_| vec![0.0; 2]);
sample!(GRIP: Grip, |r| Grip { grip: two(r), target: two(r) }, |j| (0), |_| vec![0.0; 3]);
sample!(
    CLAMP: Clamp,
    |r| Clamp { grip: two(r), target: two(r), angle: r.scalar(-3.0, 3.0) },
    |j| (0),
    |_| vec![0.0; 3]
);
sample!(TRAIN: Train, |r| Train { ratio: r.scalar(0.5, 3.0) }, |j| (0, 1, 2, 3), |_| vec![0.0; 2]);
sample!(SWARM: Swarm, |r| Swarm { anchor: two(r) }, |j| (0, 1, 2, 3, 4, 5, 6, 7), |_| vec![0.0; 2]);
sample!(FRACTION: Fraction, |r| Fraction { bounds: two(r) }, |j| (0, 1), |_| vec![0.0]);
sample!(
    SPRING: Spring,
    |r| Spring { anchor: two(r), softness: Softness::new(r.scalar(0.0, 30.0), r.scalar(0.0, 2.0)) },
    |j| (0, 1),
    |_| vec![0.0]
);
sample!(BUSHING: Bushing, |r| Bushing { anchor: two(r), hertz: r.scalar(0.0, 30.0) }, |j| (0, 1), |_| vec![0.0; 2]);
sample!(
    UNWOUND: Unwound,
    |r| Unwound { ratio: r.scalar(0.5, 3.0), upper: r.scalar(-3.0, 3.0) },
    |j| (0, 1),
    |_| vec![0.0]
);
sample!(CLUTCH: Clutch, |r| Clutch { anchor: two(r), force: r.scalar(0.0, 300.0) }, |j| (0, 1), |_| vec![0.0; 2]);
sample!(
    BELT: Belt,
    |r| Belt { anchor: two(r), rate: two(r), force: r.scalar(0.0, 300.0) },
    |j| (0, 1),
    |j| vec![less(j.rate.x), less(j.rate.y)]
);
sample!(
    WHEEL: Wheel,
    |r| Wheel {
        axis: two(r),
        anchor: two(r),
        damping: r.scalar(0.0, 2.0),
        lower: r.scalar(-3.0, 3.0),
        upper: r.scalar(-3.0, 3.0),
        rate: r.scalar(-3.0, 3.0),
        torque: r.scalar(0.0, 99.0),
        fixed: r.scalar(-3.0, 3.0),
    },
    |j| (0, 1),
    |j| vec![0.0, 0.0, 0.0, less(j.rate), 0.0, 0.0, 0.0]
);

sample!(
    SLIDE: Slide,
    |r| Slide { axis: two(r), anchor: two(r), lower: r.scalar(-3.0, 3.0) },
    |j| (0, 1),
    |_| vec![0.0; 2]
);

sample!(
    RUBBING: Rubbing,
    |r| Rubbing { anchor: two(r), lower: r.scalar(-2.0, 2.0), grip: r.scalar(0.1, 2.0) },
    |j| (0, 1),
    |_| vec![0.0; 5]
);

macro_rules! tests {
    ($($name:ident: $sample:expr),* $(,)?) => {$(
        #[test]
        fn $name() {
            $sample.derived();
        }
    )*};
}
tests! {
    bead_on_an_ellipse: BEAD,
    choices: CHOICE,
    choices_around_what_is_not_finite: GUARDS,
    choices_of_conditions: CONDITIONS,
    minima_maxima_and_sizes: EXTREMES,
    angles_of_vectors: HEADINGS,
    functions_of_scalars: FUNCTIONS,
    vectors_of_vectors: VECTORS,
    rotations_of_rotations: ROTATIONS,
    an_arm_that_turns_twice: LEVER,
    one_body: GRIP,
    one_body_held_altogether: CLAMP,
    multiples_of_an_angle_once_and_twice: TRAIN,
    eight_bodies: SWARM,
    fractions: FRACTION,
    a_spring: SPRING,
    a_spring_of_two_rows: BUSHING,
    limited_force: CLUTCH,
    limited_rates: BELT,
    all_kinds_of_rows: WHEEL,
    places_once_and_twice: SLIDE,
    forces_bounded_by_rows: RUBBING,
}
