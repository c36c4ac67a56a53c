//! Two anchors, and K of both their coordinates.

use constraint_core::math::Vec2;
use constraint_core::{Pass, Pose, Velocity};

use super::{Local, Masses, Vector, larger, recip};
use crate::Float;

/// A symmetric matrix.
#[derive(Clone, Copy, Default)]
pub(super) struct Symmetric {
    pub(super) xx: Float,
    pub(super) xy: Float,
    pub(super) yy: Float,
}

impl Symmetric {
    #[inline(always)]
    pub(super) fn times(&self, v: Vector) -> Vector {
        Vector { x: self.xx * v.x + self.xy * v.y, y: self.xy * v.x + self.yy * v.y }
    }
}

/// The anchors, in their bodies' frames.
#[derive(Clone, Copy)]
pub(super) struct Anchors {
    a: Local,
    b: Local,
}

impl Anchors {
    pub(super) fn new(a: Vec2, b: Vec2) -> Self {
        Self { a: Local::from_world(a), b: Local::from_world(b) }
    }

    /// The arms, and what the second anchor lacks to the first.
    #[inline(always)]
    pub(super) fn at(&self, [a, b]: &[Pose<Float>; 2]) -> (Pin, Vector) {
        let (r_a, r_b) = (self.a.rotated(a), self.b.rotated(b));
        let missing = Vector { x: a.x - b.x + (r_a.x - r_b.x), y: a.y - b.y + (r_a.y - r_b.y) };
        (Pin { r_a, r_b }, missing)
    }
}

/// The arms of two anchors. J is `[−1 | −perp(r_a)]` and `[1 | perp(r_b)]`.
#[derive(Clone, Copy, Default)]
pub(super) struct Pin {
    pub(super) r_a: Vector,
    pub(super) r_b: Vector,
}

impl Pin {
    /// −V.
    #[inline(always)]
    pub(super) fn missing_rate(&self, [a, b]: &[Velocity<Float>; 2]) -> Vector {
        Vector {
            x: a.x - b.x + (self.r_b.y * b.angular - self.r_a.y * a.angular),
            y: a.y - b.y + (self.r_a.x * a.angular - self.r_b.x * b.angular),
        }
    }

    /// v ← v + M⁻¹ Jᵀ λ.
    #[inline(always)]
    pub(super) fn apply(&self, masses: &Masses, p: Vector, velocities: &mut [Velocity<Float>; 2]) {
        push(masses, p, [self.r_a.cross(p), self.r_b.cross(p)], velocities);
    }
}

/// Inverse masses over `T = m + i_a a² + i_b b²`, which no entry of K exceeds in any pose. What is made of them is of the
/// size of 1, so that neither a planet's inverse mass nor its square leaves the range of single precision.
#[derive(Clone, Copy)]
pub(super) struct Ease {
    m: Float,
    i_a: Float,
    i_b: Float,
    /// Of K. Arms keep their lengths, so the poses do not change it.
    trace: Float,
    /// 1/T
    unit: Float,
}

impl Ease {
    pub(super) fn new(&Anchors { a, b }: &Anchors, &Masses { minus_i_a, i_b, m, .. }: &Masses) -> Self {
        let (a, b) = (a.vector, b.vector);
        let turning = i_b * b.dot(b) - minus_i_a * a.dot(a);
        let unit = recip(m + turning);
        let m_of_it = m * unit;
        Self { m: m_of_it, i_a: -minus_i_a * unit, i_b: i_b * unit, trace: m_of_it + (m + turning) * unit, unit }
    }

    /// K⁻¹. Where the rest of K is rounding beside one direction of it, as it is between bodies that only turn, that direction
    /// is moved alone. Box2D's guard, a determinant of 0, would give it no impulse, and a determinant of rounding any.
    #[inline(always)]
    pub(super) fn inverse_k(&self, &Pin { r_a, r_b }: &Pin) -> Symmetric {
        let &Self { m, i_a, i_b, trace, unit } = self;
        let (i_a_y, i_b_y) = (i_a * r_a.y, i_b * r_b.y);
        let xx = m + (i_a_y * r_a.y + i_b_y * r_b.y);
        let yx = i_a_y * r_a.x + i_b_y * r_b.x; // negated
        let yy = trace - xx;
        let determinant = xx * yy - yx * yx;
        if determinant > 16.0 * Float::EPSILON {
            let inverse = unit / determinant;
            Symmetric { xx: inverse * yy, xy: inverse * yx, yy: inverse * xx }
        } else {
            of_one_direction(xx, yy, unit)
        }
    }
}

/// The inverse of the greater entry of the diagonal.
#[cold]
fn of_one_direction(xx: Float, yy: Float, unit: Float) -> Symmetric {
    let inverse = unit * recip(larger(xx, yy));
    let none = Symmetric::default();
    if xx > yy { Symmetric { xx: inverse, ..none } } else { Symmetric { yy: inverse, ..none } }
}

/// An impulse between two bodies, and what it turns them by.
#[inline(always)]
pub(super) fn push(masses: &Masses, p: Vector, turning: [Float; 2], [a, b]: &mut [Velocity<Float>; 2]) {
    a.x += masses.minus_m_a * p.x;
    a.y += masses.minus_m_a * p.y;
    a.angular += masses.minus_i_a * turning[0];
    b.x += masses.m_b * p.x;
    b.y += masses.m_b * p.y;
    b.angular += masses.i_b * turning[1];
}

/// Anchors that are held together.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pinned {
    pub(super) pin: Pin,
    missing: Vector,
    inverse_k: Symmetric,
}

impl Pinned {
    #[inline(always)]
    pub(super) fn set(&mut self, anchors: &Anchors, ease: &Ease, poses: &[Pose<Float>; 2]) {
        (self.pin, self.missing) = anchors.at(poses);
        self.inverse_k = ease.inverse_k(&self.pin);
    }

    #[inline(always)]
    pub(super) fn warm_start(&self, masses: &Masses, [x, y]: [Float; 2], velocities: &mut [Velocity<Float>; 2]) {
        self.pin.apply(masses, Vector { x, y }, velocities);
    }

    /// The impulses after a pass, applied.
    #[inline(always)]
    pub(super) fn solve(
        &self,
        masses: &Masses,
        pass: &Pass<Float>,
        impulses: [Float; 2],
        velocities: &mut [Velocity<Float>; 2],
    ) -> [Float; 2] {
        let rate = self.pin.missing_rate(velocities);
        let p = self.inverse_k.times(Vector {
            x: pass.mass_scale * (rate.x + pass.bias_rate * self.missing.x),
            y: pass.mass_scale * (rate.y + pass.bias_rate * self.missing.y),
        });
        let p = Vector { x: p.x - pass.impulse_scale * impulses[0], y: p.y - pass.impulse_scale * impulses[1] };
        self.pin.apply(masses, p, velocities);
        [impulses[0] + p.x, impulses[1] + p.y]
    }
}
