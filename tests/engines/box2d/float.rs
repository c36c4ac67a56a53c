//! The arithmetic of the engine around the joints, in any precision: rotations, its arctangent, its noise.

use constraint_core::Real;

/// A scalar that the engine can be run in: `f32` as Box2D is, `f64` to see what is rounding.
pub(super) trait Float: Real<Mask = bool> + PartialOrd + Into<f64> {
    const ZERO: Self;
    const ONE: Self;
}

impl Float for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
}

impl Float for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
}

/// A number of a recording as the engine holds it: rounded to `f32`, whatever it is computed with afterwards.
#[allow(clippy::cast_possible_truncation)] // that is the purpose
pub(super) fn rounded(value: f64) -> f32 {
    value as f32
}

/// Likewise, as a scalar of the engine.
pub(super) fn held<S: Float>(value: f64) -> S {
    S::from_f64(rounded(value).into())
}

/// The engine's clamp.
pub(super) fn clamped<S: Float>(value: S, least: S, most: S) -> S {
    value.max(least).min(most)
}

/// A rotation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<S> {
    pub(super) cos: S,
    pub(super) sin: S,
}

impl<S: Float> Turn<S> {
    pub(super) fn none() -> Self {
        Self { cos: S::ONE, sin: S::ZERO }
    }

    /// The rotation by an angle of a recording.
    pub(super) fn by(angle: f64) -> Self {
        Self { cos: held(angle.cos()), sin: held(angle.sin()) }
    }

    /// First `other`, then `self`.
    pub(super) fn after(self, other: Self) -> Self {
        Self { cos: self.cos * other.cos - self.sin * other.sin, sin: self.sin * other.cos + self.cos * other.sin }
    }

    pub(super) fn inverse(self) -> Self {
        Self { cos: self.cos, sin: -self.sin }
    }

    pub(super) fn apply(self, [x, y]: [S; 2]) -> [S; 2] {
        [self.cos * x - self.sin * y, self.sin * x + self.cos * y]
    }

    pub(super) fn normalized(self) -> Self {
        let size = (self.sin * self.sin + self.cos * self.cos).sqrt();
        Self { cos: self.cos / size, sin: self.sin / size }
    }

    /// A step of the engine: along the tangent, then back to the circle, which turns by atan(`angle`).
    pub(super) fn advanced(self, angle: S) -> Self {
        Self { cos: self.cos - angle * self.sin, sin: self.sin + angle * self.cos }.normalized()
    }

    /// The angle in −π..=π as the engine reads it: its arctangent is a polynomial, off by up to 1e-4 rad.
    pub(super) fn angle(self) -> S {
        let (x, y) = (self.cos.abs(), self.sin.abs());
        let (least, most) = (x.min(y), x.max(y));
        if most == S::ZERO {
            return S::ZERO;
        }
        let ratio = least / most;
        let square = ratio * ratio;
        let series = ARCTANGENT.iter().fold(S::ZERO, |sum, &coefficient| sum * square + S::from_f64(coefficient));
        let octant = ratio + ratio * square * series;
        let quadrant = if y > x { S::from_f64(core::f64::consts::FRAC_PI_2) - octant } else { octant };
        let half = if self.cos < S::ZERO { S::from_f64(core::f64::consts::PI) - quadrant } else { quadrant };
        if self.sin < S::ZERO { -half } else { half }
    }
}

/// (atan(x) − x)/x³ in powers of x², the highest first.
const ARCTANGENT: [f64; 4] = [0.024_840_285, -0.094_097_948, 0.186_814_18, -0.332_130_72];

/// An angle less the whole turns nearest to it.
pub(super) fn unwound<S: Float>(angle: S) -> S {
    let angle: f64 = angle.into();
    S::from_f64(angle - core::f64::consts::TAU * (angle / core::f64::consts::TAU).round_ties_even())
}

/// Random errors of the last place, to see what rounding does to a motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noise(Option<u64>);

impl Noise {
    pub(super) const NONE: Self = Self(None);

    pub(super) fn seeded(seed: u64) -> Self {
        Self(Some(seed))
    }

    /// The value, or one that rounding might have given instead.
    pub(super) fn on<S: Float>(&mut self, value: S) -> S {
        let Some(state) = &mut self.0 else { return value };
        // Knuth's linear congruence; its high bits are the good ones.
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let unit = S::epsilon() * S::from_f64(0.5);
        match *state >> 62 {
            0 => value + value * unit,
            1 => value - value * unit,
            _ => value,
        }
    }
}
