//! Joints as an expert of Box2D or Chipmunk writes them: scalar, hoisted, and meaning what the generated ones mean.
//!
//! Inlined whatever it costs, as the generated ones are.
//!
//! Whoever includes this module says at the root of the crate in which precision: `type Float`.
#![allow(clippy::inline_always)]

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
    const X: Self = Self { x: 1.0, y: 0.0 };

    fn from_world(v: Vec2) -> Self {
        Self { x: number(v.x), y: number(v.y) }
    }

    #[inline(always)]
    fn dot(self, other: Self) -> Float {
        self.x * other.x + self.y * other.y
    }

    /// The vector along this one that is `to` long, and the length of this one; for no length, along what this gave last.
    #[inline(always)]
    fn along(self, to: Float, last: Self) -> (Self, Float) {
        let length = self.dot(self).sqrt();
        if length > 0.0 {
            let share = to / length;
            (Self { x: self.x * share, y: self.y * share }, length)
        } else {
            (last.again(to), length)
        }
    }

    /// This one, as long as `to`. A call of its own makes a branch that is hardly ever taken of what would be worked out each
    /// time, to be chosen by masks.
    #[cold]
    #[inline(never)]
    fn again(self, to: Float) -> Self {
        let share = to.abs() * recip(self.dot(self).sqrt());
        Self { x: self.x * share, y: self.y * share }
    }

    #[inline(always)]
    fn cross(self, other: Self) -> Float {
        self.x * other.y - self.y * other.x
    }
}

/// A vector of a body, and its quarter turn: both are rotated by a sum, which packs, where one alone takes a difference too.
#[derive(Clone, Copy)]
struct Local {
    vector: Vector,
    perp: Vector,
}

impl Local {
    fn new(vector: Vector) -> Self {
        Self { vector, perp: Vector { x: -vector.y, y: vector.x } }
    }

    fn from_world(v: Vec2) -> Self {
        Self::new(Vector::from_world(v))
    }

    #[inline(always)]
    fn rotated(&self, pose: &Pose<Float>) -> Vector {
        Vector {
            x: pose.cos * self.vector.x + pose.sin * self.perp.x,
            y: pose.cos * self.vector.y + pose.sin * self.perp.y,
        }
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
    /// The diagonal of M⁻¹, in the order of the velocities.
    diagonal: [Velocity<Float>; 2],
    minus_m_a: Float,
    minus_i_a: Float,
    m_b: Float,
    i_b: Float,
    m: Float,
}

impl Masses {
    fn new(&[a, b]: &[MassProperties<Float>; 2]) -> Self {
        let of = |body: MassProperties<Float>| Velocity {
            x: body.inverse_mass,
            y: body.inverse_mass,
            angular: body.inverse_inertia,
        };
        Self {
            diagonal: [of(a), of(b)],
            minus_m_a: -a.inverse_mass,
            minus_i_a: -a.inverse_inertia,
            m_b: b.inverse_mass,
            i_b: b.inverse_inertia,
            m: a.inverse_mass + b.inverse_mass,
        }
    }
}

/// 1/x; 0 where nothing can move.
#[inline(always)]
fn recip(x: Float) -> Float {
    if x > 0.0 { 1.0 / x } else { 0.0 }
}

/// A number that stands for no limit: larger than any rate, and its square is still finite.
const FAR: Float = 1e30;

// One instruction each: `f32::min` spends two more on NaN.
#[inline(always)]
fn smaller(a: Float, b: Float) -> Float {
    if a < b { a } else { b }
}

#[inline(always)]
fn larger(a: Float, b: Float) -> Float {
    if a > b { a } else { b }
}

/// An impulse within ±`most`.
#[inline(always)]
fn within(impulse: Float, most: Float) -> Float {
    smaller(larger(impulse, -most), most)
}

/// An impulse along a vector, no longer than `most`.
#[inline(always)]
fn no_longer(impulse: Vector, most: Float) -> Vector {
    let square = impulse.dot(impulse);
    if square <= most * most {
        return impulse;
    }
    let share = most / square.sqrt();
    Vector { x: share * impulse.x, y: share * impulse.y }
}
