//! Joints as an expert of Box2D or Chipmunk writes them: scalar, hoisted, and meaning what the generated ones mean.
//!
//! Whoever includes this module says at the root of the crate in which precision: `type Float`.

mod distance;
mod line;
mod motor;
mod pivot;

use constraint_core::math::{Scalar, Vec2};
use constraint_core::{Constraint, MassProperties, Pass, Pose, Step, Velocity};

use crate::Float;

/// The fast path of a joint, by hand. What the functions mean is said at [`Constraint`].
pub(crate) trait ByHand: Constraint {
    /// What is known before the poses are.
    type Known: Copy;
    /// What is kept of a pose.
    type Kept: Copy + Default;

    /// A joint with random parameters.
    fn sample(dice: &mut Dice) -> Self;
    fn known(&self, masses: &Self::Bodies<MassProperties<Float>>) -> Self::Known;
    fn prepare(known: &Self::Known, poses: &Self::Bodies<Pose<Float>>, step: &Step<Float>, kept: &mut Self::Kept);
    fn warm_start(
        known: &Self::Known,
        kept: &Self::Kept,
        impulses: &Self::Rows<Float>,
        velocities: &mut Self::Bodies<Velocity<Float>>,
    );
    fn solve(
        known: &Self::Known,
        kept: &Self::Kept,
        pass: &Pass<Float>,
        impulses: &mut Self::Rows<Float>,
        velocities: &mut Self::Bodies<Velocity<Float>>,
    );
}

/// Numbers that are the same in every run (the generator `SplitMix64`).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number between `low` and `high`.
    #[allow(clippy::cast_precision_loss)] // 24 bits
    pub(crate) fn between(&mut self, low: Scalar, high: Scalar) -> Scalar {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let share = ((bits >> 40) as Scalar) / ((1_u64 << 24) as Scalar);
        low + share * (high - low)
    }

    pub(crate) fn vector(&mut self, reach: Scalar) -> Vec2 {
        Vec2::new(self.between(-reach, reach), self.between(-reach, reach))
    }
}

/// A vector of the plane.
#[derive(Clone, Copy, Default)]
struct Vector {
    x: Float,
    y: Float,
}

impl Vector {
    #[allow(clippy::useless_conversion)] // not where the precision is not the world's
    fn from_world(v: Vec2) -> Self {
        Self { x: v.x.into(), y: v.y.into() }
    }

    #[inline]
    fn rotated(self, pose: &Pose<Float>) -> Self {
        Self { x: pose.cos * self.x - pose.sin * self.y, y: pose.sin * self.x + pose.cos * self.y }
    }

    #[inline]
    fn dot(self, other: Self) -> Float {
        self.x * other.x + self.y * other.y
    }

    #[inline]
    fn cross(self, other: Self) -> Float {
        self.x * other.y - self.y * other.x
    }
}

/// The masses of two bodies, and their sum.
#[derive(Clone, Copy)]
struct Masses {
    m_a: Float,
    i_a: Float,
    m_b: Float,
    i_b: Float,
    m: Float,
}

impl Masses {
    fn new(&[a, b]: &[MassProperties<Float>; 2]) -> Self {
        let (m_a, m_b) = (a.inverse_mass, b.inverse_mass);
        Self { m_a, i_a: a.inverse_inertia, m_b, i_b: b.inverse_inertia, m: m_a + m_b }
    }
}

/// 1/x; 0 where nothing can move.
#[inline]
fn recip(x: Float) -> Float {
    if x > 0.0 { 1.0 / x } else { 0.0 }
}

/// A number that stands for no limit: larger than any rate, and its square is still finite.
const FAR: Float = 1e30;

/// What is known of a limited row: its limits, and how far an equality reaches ahead.
#[derive(Clone, Copy)]
struct Limits {
    lower: Float,
    upper: Float,
    slack: Float,
}

impl Limits {
    #[allow(clippy::useless_conversion)] // not where the precision is not the world's
    fn new(lower: Scalar, upper: Scalar) -> Self {
        let (lower, upper): (Float, Float) = (lower.into(), upper.into());
        let slack = if upper <= lower { FAR } else { 0.0 };
        Self { lower: lower.max(-FAR), upper: upper.min(FAR), slack }
    }
}

/// How far a row is from its limits, and at which rates it meets them at the end of the step.
#[derive(Clone, Copy, Default)]
struct Stop {
    to_lower: Float,
    reach_lower: Float,
    to_upper: Float,
    reach_upper: Float,
    outside: bool,
}

impl Stop {
    #[inline]
    fn new(limits: &Limits, c: Float, inverse_h: Float) -> Self {
        let (to_lower, to_upper) = (limits.lower - c, limits.upper - c);
        Self {
            to_lower,
            reach_lower: to_lower * inverse_h + limits.slack,
            to_upper,
            reach_upper: to_upper * inverse_h - limits.slack,
            outside: to_lower > 0.0 || to_upper < 0.0,
        }
    }

    /// λ of the row whose rate without it is `free_rate`.
    #[inline]
    fn impulse(&self, free_rate: Float, inverse_k: Float, pass: &Pass<Float>) -> Float {
        let least = smaller(self.to_lower * pass.bias_rate, self.reach_lower);
        let most = larger(self.to_upper * pass.bias_rate, self.reach_upper);
        let scale = if self.outside { pass.mass_scale } else { 1.0 };
        (smaller(larger(free_rate, least), most) - free_rate) * (inverse_k * scale)
    }
}

// One instruction each: `f32::min` spends two more on NaN.
#[inline]
fn smaller(a: Float, b: Float) -> Float {
    if a < b { a } else { b }
}

#[inline]
fn larger(a: Float, b: Float) -> Float {
    if a > b { a } else { b }
}

/// A row along `n` with its arms, and what a unit of its impulse does.
#[derive(Clone, Copy, Default)]
struct Axis {
    n: Vector,
    s_a: Float,
    s_b: Float,
}

impl Axis {
    /// V of the row.
    #[inline]
    fn rate(&self, [a, b]: &[Velocity<Float>; 2]) -> Float {
        self.n.x * (b.x - a.x) + self.n.y * (b.y - a.y) + (self.s_b * b.angular - self.s_a * a.angular)
    }

    /// K of the row.
    #[inline]
    fn k(&self, masses: &Masses) -> Float {
        masses.m + masses.i_a * self.s_a * self.s_a + masses.i_b * self.s_b * self.s_b
    }

    /// v ← v + M⁻¹ Jᵀ λ.
    #[inline]
    fn apply(&self, masses: &Masses, impulse: Float, [a, b]: &mut [Velocity<Float>; 2]) {
        let (x, y) = (self.n.x * impulse, self.n.y * impulse);
        a.x -= masses.m_a * x;
        a.y -= masses.m_a * y;
        a.angular -= masses.i_a * (self.s_a * impulse);
        b.x += masses.m_b * x;
        b.y += masses.m_b * y;
        b.angular += masses.i_b * (self.s_b * impulse);
    }
}
