//! Two anchors, and K of both their coordinates.

use constraint_core::math::Vec2;
use constraint_core::{Pass, Pose, Velocity};

use super::{Masses, Vector, larger, recip};
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
    pub(super) fn scaled(&self, by: Float) -> Self {
        Self { xx: by * self.xx, xy: by * self.xy, yy: by * self.yy }
    }

    #[inline(always)]
    pub(super) fn times(&self, v: Vector) -> Vector {
        Vector { x: self.xx * v.x + self.xy * v.y, y: self.xy * v.x + self.yy * v.y }
    }
}

/// The anchors, in their bodies' frames, and their quarter turns: two by two, since both are rotated at once.
#[derive(Clone, Copy)]
pub(super) struct Anchors {
    arms: [Vector; 2],
    turns: [Vector; 2],
}

impl Anchors {
    pub(super) fn new(a: Vec2, b: Vec2) -> Self {
        let arms = [a, b].map(Vector::from_world);
        Self { arms, turns: arms.map(|arm| Vector { x: -arm.y, y: arm.x }) }
    }

    /// The arms, and what the second anchor lacks to the first.
    #[inline(always)]
    pub(super) fn at(&self, masses: &Masses, [a, b]: &[Pose<Float>; 2]) -> (Pin, Vector) {
        let turned = |pose: &Pose<Float>, turn: Vector, arm: Vector| Vector {
            x: pose.cos * turn.x - pose.sin * arm.x,
            y: pose.cos * turn.y - pose.sin * arm.y,
        };
        let (turn_a, turn_b) = (turned(a, self.turns[0], self.arms[0]), turned(b, self.turns[1], self.arms[1]));
        let missing = Vector { x: a.x - b.x + (turn_a.y - turn_b.y), y: a.y - b.y + (turn_b.x - turn_a.x) };
        let &Masses { minus_i_a, i_b, .. } = masses;
        let spin_a = Vector { x: minus_i_a * turn_a.x, y: minus_i_a * turn_a.y };
        let spin_b = Vector { x: i_b * turn_b.x, y: i_b * turn_b.y };
        (Pin { turn_a, turn_b, spin_a, spin_b }, missing)
    }
}

/// The quarter turns of two anchors' arms, perp(r): how the anchors move as the bodies turn. J is `[−1 | −perp(r_a)]` and
/// `[1 | perp(r_b)]`. Their x and y do alike in all that follows, where those of arms change places and signs.
#[derive(Clone, Copy, Default)]
pub(super) struct Pin {
    pub(super) turn_a: Vector,
    pub(super) turn_b: Vector,
    /// What a unit of impulse along x and along y changes each body's angular velocity by.
    spin_a: Vector,
    spin_b: Vector,
}

impl Pin {
    /// −V.
    #[inline(always)]
    pub(super) fn missing_rate(&self, [a, b]: &[Velocity<Float>; 2]) -> Vector {
        Vector {
            x: a.x - b.x + (self.turn_a.x * a.angular - self.turn_b.x * b.angular),
            y: a.y - b.y + (self.turn_a.y * a.angular - self.turn_b.y * b.angular),
        }
    }

    /// How much of −V a unit of torque between the bodies takes.
    #[inline(always)]
    pub(super) fn missing_by_torque(&self) -> Vector {
        Vector { x: self.spin_a.x - self.spin_b.x, y: self.spin_a.y - self.spin_b.y }
    }

    /// v ← v + M⁻¹ Jᵀ λ.
    #[inline(always)]
    pub(super) fn apply(&self, masses: &Masses, p: Vector, [a, b]: &mut [Velocity<Float>; 2]) {
        a.x += masses.minus_m_a * p.x;
        a.y += masses.minus_m_a * p.y;
        b.x += masses.m_b * p.x;
        b.y += masses.m_b * p.y;
        a.angular += self.spin_a.dot(p);
        b.angular += self.spin_b.dot(p);
    }

    /// The same with a torque between the bodies.
    #[inline(always)]
    pub(super) fn apply_with(&self, masses: &Masses, p: Vector, torque: Float, [a, b]: &mut [Velocity<Float>; 2]) {
        a.x += masses.minus_m_a * p.x;
        a.y += masses.minus_m_a * p.y;
        b.x += masses.m_b * p.x;
        b.y += masses.m_b * p.y;
        a.angular += self.spin_a.dot(p) + masses.minus_i_a * torque;
        b.angular += self.spin_b.dot(p) + masses.i_b * torque;
    }
}

/// Inverse masses over `T = m + i_a a² + i_b b²`, which no entry of K exceeds in any pose. What is made of them is of the
/// size of 1, so that neither a planet's inverse mass nor its square leaves the range of single precision.
#[derive(Clone, Copy)]
pub(super) struct Ease {
    m: Float,
    i_a: Float,
    i_b: Float,
    /// Of K/T. Arms keep their lengths, so the poses do not change it.
    trace: Float,
    /// T
    pub(super) size: Float,
    /// 1/T
    unit: Float,
}

impl Ease {
    pub(super) fn new(&Anchors { arms: [a, b], .. }: &Anchors, &Masses { minus_i_a, i_b, m, .. }: &Masses) -> Self {
        let size = m - minus_i_a * a.dot(a) + i_b * b.dot(b);
        let unit = recip(size);
        Self { m: m * unit, i_a: -minus_i_a * unit, i_b: i_b * unit, trace: (m + size) * unit, size, unit }
    }

    /// K/T at these arms.
    #[inline(always)]
    pub(super) fn k(&self, &Pin { turn_a, turn_b, .. }: &Pin) -> Symmetric {
        let (i_a_x, i_b_x) = (self.i_a * turn_a.x, self.i_b * turn_b.x);
        let xx = self.m + (i_a_x * turn_a.x + i_b_x * turn_b.x);
        Symmetric { xx, xy: i_a_x * turn_a.y + i_b_x * turn_b.y, yy: self.trace - xx }
    }

    /// K⁻¹ of K/T. Where the rest of K is rounding beside one direction of it, as it is between bodies that only turn, that
    /// direction is moved alone. Box2D's guard, a determinant of 0, would give it no impulse, and a determinant of rounding
    /// any.
    #[inline(always)]
    pub(super) fn inverse(&self, &Symmetric { xx, xy, yy }: &Symmetric) -> Symmetric {
        let determinant = xx * yy - xy * xy;
        if determinant > 16.0 * Float::EPSILON {
            let inverse = self.unit / determinant;
            Symmetric { xx: inverse * yy, xy: -inverse * xy, yy: inverse * xx }
        } else {
            of_one_direction(xx, yy, self.unit)
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

/// Anchors that are held together.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pinned {
    pub(super) pin: Pin,
    missing: Vector,
    inverse_k: Symmetric,
}

impl Pinned {
    #[inline(always)]
    pub(super) fn set(&mut self, anchors: &Anchors, ease: &Ease, masses: &Masses, poses: &[Pose<Float>; 2]) {
        (self.pin, self.missing) = anchors.at(masses, poses);
        self.inverse_k = ease.inverse(&ease.k(&self.pin));
    }

    #[inline(always)]
    pub(super) fn warm_start(&self, masses: &Masses, [x, y]: [Float; 2], velocities: &mut [Velocity<Float>; 2]) {
        self.pin.apply(masses, Vector { x, y }, velocities);
    }

    /// One pass, from −V. The impulses are changed in place: an aggregate that is returned goes through general registers.
    #[inline(always)]
    pub(super) fn solve(
        &self,
        masses: &Masses,
        pass: &Pass<Float>,
        rate: Vector,
        [x, y]: [&mut Float; 2],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        let p = self.inverse_k.times(Vector {
            x: pass.mass_scale * (rate.x + pass.bias_rate * self.missing.x),
            y: pass.mass_scale * (rate.y + pass.bias_rate * self.missing.y),
        });
        let p = Vector { x: p.x - pass.impulse_scale * *x, y: p.y - pass.impulse_scale * *y };
        *x += p.x;
        *y += p.y;
        self.pin.apply(masses, p, velocities);
    }
}
