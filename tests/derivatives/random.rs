//! Random numbers that are the same on every machine: Vigna's splitmix64.

use constraint_core::{Scalar, Vec2};

/// A generator.
pub(crate) struct Random(u64);

impl Random {
    /// The generator whose numbers follow from `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Between `least` and `most`.
    #[allow(clippy::cast_precision_loss)] // 53 bits fit
    pub(crate) fn real(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The same as the world's scalar.
    #[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast)] // f32, or f64 with the feature
    pub(crate) fn scalar(&mut self, least: f64, most: f64) -> Scalar {
        self.real(least, most) as Scalar
    }

    /// A vector of components between −`size` and `size`.
    pub(crate) fn vector(&mut self, size: f64) -> Vec2 {
        Vec2::new(self.scalar(-size, size), self.scalar(-size, size))
    }

    /// `true` once in `n` times.
    pub(crate) fn once_in(&mut self, n: u64) -> bool {
        self.next().is_multiple_of(n)
    }
}
