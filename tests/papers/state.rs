//! Random states for formulas to be compared at, in the symbols of the papers.
//!
//! Every number is a multiple of 1/1024 below 8, so that it is the same in `f32` and `f64`: a joint keeps its parameters in
//! the world's scalar, while its generated code and the printed formulas are evaluated in `f64`.

use constraint_core::{MassProperties, Pose, Scalar, Vec2, Velocity};
use glam::DVec2;

/// A linear congruential generator with Knuth's constants: the same states in every run.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn bits(&mut self, count: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> (64 - count)).expect("at most 32 bits")
    }

    /// One of `0..count`.
    pub fn choice(&mut self, count: u32) -> u32 {
        self.bits(16) % count
    }

    /// From −2 to 2.
    pub fn number(&mut self) -> f64 {
        f64::from(self.bits(12)) / 1024.0 - 2.0
    }

    /// From 1/2 to 5/2.
    pub fn positive(&mut self) -> f64 {
        0.5 + f64::from(self.bits(11)) / 1024.0
    }

    pub fn vector(&mut self) -> DVec2 {
        DVec2::new(self.number(), self.number())
    }
}

/// A parameter of a joint. Exact: see above.
#[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast)]
pub fn scalar(value: f64) -> Scalar {
    value as Scalar
}

/// A parameter of a joint, as the formulas take it.
#[allow(clippy::useless_conversion)] // not with the feature `f64` off
pub fn double(value: Scalar) -> f64 {
    value.into()
}

/// A parameter of a joint.
pub fn vec2(value: DVec2) -> Vec2 {
    Vec2::new(scalar(value.x), scalar(value.y))
}

/// A body, as the papers know one.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub x: DVec2,
    pub angle: f64,
    pub v: DVec2,
    pub w: f64,
    /// Mass; infinite for a fixed body.
    pub m: f64,
    /// Moment of inertia; infinite for a fixed body.
    pub i: f64,
}

impl Body {
    pub fn random(random: &mut Random) -> Self {
        Self {
            x: random.vector(),
            angle: random.number(),
            v: random.vector(),
            w: random.number(),
            m: random.positive(),
            i: random.positive(),
        }
    }

    /// At rest, of mass 1 and moment of inertia 1.
    pub fn at(x: f64, y: f64) -> Self {
        Self { x: DVec2::new(x, y), angle: 0.0, v: DVec2::ZERO, w: 0.0, m: 1.0, i: 1.0 }
    }

    pub fn fixed(x: f64, y: f64) -> Self {
        Self { m: f64::INFINITY, i: f64::INFINITY, ..Self::at(x, y) }
    }

    /// The world vector r = R(θ) a from the centre to an anchor.
    pub fn arm(&self, local: DVec2) -> DVec2 {
        DVec2::from_angle(self.angle).rotate(local)
    }

    /// p = x + r.
    pub fn point(&self, local: DVec2) -> DVec2 {
        self.x + self.arm(local)
    }

    /// v + ω × r.
    pub fn velocity_at(&self, local: DVec2) -> DVec2 {
        self.v + self.w * self.arm(local).perp()
    }

    /// Symplectic Euler, after the velocities.
    pub fn advance(&mut self, h: f64) {
        self.x += h * self.v;
        self.angle += h * self.w;
    }

    /// An impulse `j` at the arm `r`: the update that the papers print.
    pub fn push(&mut self, j: DVec2, r: DVec2) {
        self.v += j / self.m;
        self.w += r.perp_dot(j) / self.i;
    }

    pub fn pose(&self) -> Pose<f64> {
        Pose::new(self.x.x, self.x.y, self.angle)
    }

    pub fn velocity(&self) -> Velocity<f64> {
        Velocity { x: self.v.x, y: self.v.y, angular: self.w }
    }

    pub fn mass(&self) -> MassProperties<f64> {
        MassProperties { inverse_mass: self.m.recip(), inverse_inertia: self.i.recip() }
    }
}

/// Every body of a scene, by its velocity.
pub fn advance(bodies: &mut [Body], h: f64) {
    for body in bodies {
        body.advance(h);
    }
}

/// Two bodies with an anchor each, by the papers' names.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    pub x1: DVec2,
    pub x2: DVec2,
    pub th1: f64,
    pub th2: f64,
    pub v1: DVec2,
    pub v2: DVec2,
    pub w1: f64,
    pub w2: f64,
    pub m1: f64,
    pub m2: f64,
    pub i1: f64,
    pub i2: f64,
    /// The anchors in the bodies' frames.
    pub a1: DVec2,
    pub a2: DVec2,
    /// The anchors from the bodies' centres, in the world.
    pub r1: DVec2,
    pub r2: DVec2,
    /// From the first anchor to the second.
    pub d: DVec2,
    /// ρ, or β: a ratio of either sign, not near zero.
    pub ratio: f64,
    /// φ: an angle or a rate.
    pub phi: f64,
    /// λ, as many of it as a joint has rows.
    pub lambda: [f64; 3],
}

impl Pair {
    pub fn random(random: &mut Random) -> Self {
        let (a, b) = (Body::random(random), Body::random(random));
        let (a1, a2) = (random.vector(), random.vector());
        let sign = if random.choice(2) == 0 { 1.0 } else { -1.0 };
        Self {
            ratio: sign * random.positive(),
            phi: random.number(),
            lambda: [random.number(), random.number(), random.number()],
            ..Self::of(a, b, a1, a2)
        }
    }

    /// Two given bodies; ratio 1, the rest zero.
    pub fn of(a: Body, b: Body, a1: DVec2, a2: DVec2) -> Self {
        Self {
            x1: a.x,
            x2: b.x,
            th1: a.angle,
            th2: b.angle,
            v1: a.v,
            v2: b.v,
            w1: a.w,
            w2: b.w,
            m1: a.m,
            m2: b.m,
            i1: a.i,
            i2: b.i,
            a1,
            a2,
            r1: a.arm(a1),
            r2: b.arm(a2),
            d: b.point(a2) - a.point(a1),
            ratio: 1.0,
            phi: 0.0,
            lambda: [0.0; 3],
        }
    }

    pub fn bodies(&self) -> [Body; 2] {
        [
            Body { x: self.x1, angle: self.th1, v: self.v1, w: self.w1, m: self.m1, i: self.i1 },
            Body { x: self.x2, angle: self.th2, v: self.v2, w: self.w2, m: self.m2, i: self.i2 },
        ]
    }

    /// λ of a joint of two rows.
    pub fn lambda_xy(&self) -> DVec2 {
        DVec2::new(self.lambda[0], self.lambda[1])
    }

    /// dd/dt, the relative velocity of the anchors.
    pub fn rv(&self) -> DVec2 {
        (self.v2 + self.w2 * self.r2.perp()) - (self.v1 + self.w1 * self.r1.perp())
    }
}

/// Limits of a row whose value is `c`, so that Nape's weight is `w`: −1 below the limits, 0 between them, 1 above.
pub fn limits_for(c: f64, w: f64) -> (Scalar, Scalar) {
    let middle = c.round() - 4.0 * w;
    (scalar(middle - 2.0), scalar(middle + 2.0))
}

/// One of Nape's weights.
pub fn weight(random: &mut Random) -> f64 {
    f64::from(random.choice(3)) - 1.0
}
