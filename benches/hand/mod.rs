//! Joints as an expert of Box2D or Chipmunk writes them: scalar, hoisted, and meaning what the generated ones mean.
//!
//! Whoever includes this module says at the root of the crate in which precision: `type Float`.

mod angle;
mod axis;
mod damped_rotary_spring;
mod damped_spring;
mod distance;
mod drive;
mod ground_pulley;
mod line;
mod linear_motor;
mod motor;
mod mouse;
mod pin;
mod pivot;
mod prismatic;
mod pulley;
mod rail;
mod rail_joint;
mod ratchet;
mod revolute;
mod slider;
mod soft_distance;
mod soft_rail;
mod spring;
mod stop;
mod strut;
mod track;
mod weld;
mod wheel;

use constraint_core::math::{Scalar, Vec2};
use constraint_core::{Constraint, MassProperties, Pass, Pose, Softness, Step, Velocity};

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

    pub(crate) fn direction(&mut self) -> Vec2 {
        let angle = self.between(-3.0, 3.0);
        Vec2::new(angle.cos(), angle.sin())
    }

    pub(crate) fn softness(&mut self) -> Softness {
        Softness::new(self.between(1.0, 20.0), self.between(0.1, 2.0))
    }
}

/// A vector of the plane.
#[derive(Clone, Copy, Default)]
struct Vector {
    x: Float,
    y: Float,
}

impl Vector {
    fn from_world(v: Vec2) -> Self {
        Self { x: number(v.x), y: number(v.y) }
    }

    #[inline]
    fn rotated(self, pose: &Pose<Float>) -> Self {
        Self { x: pose.cos * self.x - pose.sin * self.y, y: pose.sin * self.x + pose.cos * self.y }
    }

    #[inline]
    fn dot(self, other: Self) -> Float {
        self.x * other.x + self.y * other.y
    }

    /// The unit vector, and the length; for no length, `last`.
    #[inline]
    fn direction(self, last: Self) -> (Self, Float) {
        let length = self.dot(self).sqrt();
        if length > 0.0 {
            let inverse = 1.0 / length;
            (Self { x: self.x * inverse, y: self.y * inverse }, length)
        } else {
            (last, length)
        }
    }

    #[inline]
    fn cross(self, other: Self) -> Float {
        self.x * other.y - self.y * other.x
    }
}

/// A number of a joint, in the precision of the yardstick.
#[allow(clippy::useless_conversion)] // not where the precision is not the world's
fn number(x: Scalar) -> Float {
    x.into()
}

/// The inverse masses of two bodies, the first one's with the sign of what pushes it, and the sum of both.
#[derive(Clone, Copy)]
struct Masses {
    minus_m_a: Float,
    minus_i_a: Float,
    m_b: Float,
    i_b: Float,
    m: Float,
}

impl Masses {
    fn new(&[a, b]: &[MassProperties<Float>; 2]) -> Self {
        Self {
            minus_m_a: -a.inverse_mass,
            minus_i_a: -a.inverse_inertia,
            m_b: b.inverse_mass,
            i_b: b.inverse_inertia,
            m: a.inverse_mass + b.inverse_mass,
        }
    }
}

/// 1/x; 0 where nothing can move.
#[inline]
fn recip(x: Float) -> Float {
    if x > 0.0 { 1.0 / x } else { 0.0 }
}

/// A number that stands for no limit: larger than any rate, and its square is still finite.
const FAR: Float = 1e30;

// One instruction each: `f32::min` spends two more on NaN.
#[inline]
fn smaller(a: Float, b: Float) -> Float {
    if a < b { a } else { b }
}

#[inline]
fn larger(a: Float, b: Float) -> Float {
    if a > b { a } else { b }
}

/// An impulse within ±`most`.
#[inline]
fn within(impulse: Float, most: Float) -> Float {
    smaller(larger(impulse, -most), most)
}

/// An impulse along a vector, no longer than `most`.
#[inline]
fn no_longer(impulse: Vector, most: Float) -> Vector {
    let square = impulse.dot(impulse);
    if square <= most * most {
        return impulse;
    }
    let share = most / square.sqrt();
    Vector { x: share * impulse.x, y: share * impulse.y }
}
