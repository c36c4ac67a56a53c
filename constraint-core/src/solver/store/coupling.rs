//! How much each joint shares of its bodies, as far as is needed to see that a body is no hub: which nearly none is.
//!
//! What a joint shares exactly is asked of its kernel, which takes a while. From J alone the same is found at once, for both bodies:
//! the greatest eigenvalue of (K + K')⁻¹ K, with K = J M⁻¹ Jᵀ of the one body and K' of the other.

use crate::kernels::Layout;
use crate::kinematics::{MassProperties, Pose, Wrench};
use crate::math::{Scalar, double};
use crate::slots::Key;
use crate::solver::store::entries::Entries;

/// What joints of two bodies share of each, at most.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shares {
    /// By slot, as far as anybody has asked since the joint last changed.
    of: Vec<Option<[f32; 2]>>,
    /// By place, whether a body has been looked at.
    seen: Vec<bool>,
    blocks: Vec<Wrench<f64>>,
}

/// Poses at which joints are looked at, the same for all: in which both bodies are turned alike, as they mostly are where a joint is
/// made. So no world finds another answer than one that is saved, loaded and goes on.
pub(crate) const POSES: [Pose<f64>; 2] = [
    Pose { x: 0.4, y: -0.2, angle: 0.0, cos: 1.0, sin: 0.0 },
    Pose { x: -0.6, y: 0.8, angle: 0.0, cos: 1.0, sin: 0.0 },
];

impl Shares {
    /// A joint is new, or has changed.
    pub(crate) fn forget(&mut self, key: Key) {
        let slot = key.index as usize;
        if self.of.len() <= slot {
            self.of.resize(slot + 1, None);
        }
        self.of[slot] = None;
    }

    /// What the joint in this slot shares of each of its bodies.
    pub(crate) fn of(
        &mut self,
        slot: u32,
        layout: &Layout,
        entries: &Entries,
        masses: &[MassProperties<Scalar>],
    ) -> [f32; 2] {
        let known = self.of.get(slot as usize).copied().flatten();
        known.unwrap_or_else(|| self.find(slot, layout, entries, masses).unwrap_or([1.0; 2]))
    }

    fn find(
        &mut self,
        slot: u32,
        layout: &Layout,
        entries: &Entries,
        masses: &[MassProperties<Scalar>],
    ) -> Option<[f32; 2]> {
        let (key, _) = entries.at(slot)?;
        let joint = entries.joint(key)?;
        self.blocks.resize(layout.rows * layout.bodies, Wrench::default());
        joint.write_jacobian(&POSES, 0.0, &mut self.blocks);
        let &[first, second] = entries.places(slot) else { return None };
        let masses = [first, second].map(|body| masses[body as usize]);
        #[allow(clippy::cast_possible_truncation)] // from 0 to 1
        let shares = shares(&self.blocks, masses).map(|share| share as f32);
        self.forget(key);
        self.of[slot as usize] = Some(shares);
        Some(shares)
    }

    /// Whether a body is looked at for the first time since that was [forgotten](Self::forget_looks).
    pub(crate) fn look_at(&mut self, body: u32) -> bool {
        let place = body as usize;
        if self.seen.len() <= place {
            self.seen.resize(place + 1, false);
        }
        !core::mem::replace(&mut self.seen[place], true)
    }

    /// Forgets that these bodies have been looked at.
    pub(crate) fn forget_looks(&mut self, bodies: &[u32]) {
        for &body in bodies {
            self.seen[body as usize] = false;
        }
    }
}

/// What one or two rows share of both bodies; of more rows, bounds of it.
fn shares(blocks: &[Wrench<f64>], masses: [MassProperties<Scalar>; 2]) -> [f64; 2] {
    let k = |a: usize, b: usize, side: usize| {
        let (a, b, masses) = (&blocks[2 * a + side], &blocks[2 * b + side], masses[side]);
        double(masses.inverse_mass) * (a.x * b.x + a.y * b.y) + double(masses.inverse_inertia) * (a.angular * b.angular)
    };
    let bounded = |share: f64| if share.is_finite() { share.clamp(0.0, 1.0) } else { 1.0 };
    match blocks.len() / 2 {
        1 => {
            let [own, other] = [k(0, 0, 0), k(0, 0, 1)];
            [own / (own + other), other / (own + other)].map(bounded)
        }
        2 => {
            let [a, b, c] = [k(0, 0, 0), k(0, 1, 0), k(1, 1, 0)];
            let [d, e, f] = [a + k(0, 0, 1), b + k(0, 1, 1), c + k(1, 1, 1)];
            // The eigenvalues of (K + K')⁻¹ K, by its trace and determinant.
            let whole = d * f - e * e;
            let (half, product) = (0.5 * (a * f - 2.0 * b * e + c * d) / whole, (a * c - b * b) / whole);
            let apart = (half * half - product).max(0.0).sqrt();
            [half + apart, 1.0 - (half - apart)].map(bounded)
        }
        _ => [1.0; 2],
    }
}
