//! Random joints and states.

use constraint_core::Softness;
use constraint_core::math::{Scalar, Vec2};

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
