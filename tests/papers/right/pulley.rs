//! C31 … C36: Nape's pulley, on four, three and two bodies (paper 000 §3.7).

use constraint_core::joints::PulleyJoint;
use glam::DVec2;

use crate::derived::{effective_mass, impulse, jacobian, velocity};
use crate::forms::{PulleyOfTwo, PulleyOverFirst, PulleyOverSecond, PulleyStop};
use crate::state::{Body, Random, limits_for, scalar, vec2, weight};
use crate::table::{Right, sides};

/// Four places of a pulley; which bodies are there, two places may say alike.
struct Pulley {
    bodies: [Body; 4],
    local: [DVec2; 4],
    ratio: f64,
    n12: DVec2,
    n34: DVec2,
    c: [f64; 4],
}

impl Pulley {
    /// With body `at[k]` in place k.
    fn random(random: &mut Random, at: [usize; 4], w: f64) -> Self {
        let of: [Body; 4] = core::array::from_fn(|_| Body::random(random));
        let local: [DVec2; 4] = core::array::from_fn(|_| random.vector());
        let bodies = at.map(|index| of[index]);
        let ratio = random.positive();
        let point = |k: usize| bodies[k].point(local[k]);
        let arm = |k: usize| bodies[k].arm(local[k]);
        let n12 = w * (point(1) - point(0)).normalize();
        let n34 = w * ratio * (point(3) - point(2)).normalize();
        let c = [arm(0).perp_dot(n12), arm(1).perp_dot(n12), arm(2).perp_dot(n34), arm(3).perp_dot(n34)];
        Self { bodies, local, ratio, n12, n34, c }
    }

    fn stop(random: &mut Random) -> (Self, PulleyStop) {
        let w = weight(random);
        let pulley = Self::random(random, [0, 1, 2, 3], w);
        let [p1, p2, p3, p4]: [DVec2; 4] = core::array::from_fn(|k| pulley.bodies[k].point(pulley.local[k]));
        let (lower, upper) = limits_for((p2 - p1).length() + pulley.ratio * (p4 - p3).length(), w);
        let [local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d] = pulley.local.map(vec2);
        let ratio = scalar(pulley.ratio);
        let joint = PulleyStop { local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d, ratio, lower, upper };
        (pulley, joint)
    }

    /// K of four different bodies, with w = 1.
    fn k(&self) -> f64 {
        let [one, two, three, four] = self.bodies;
        let [c1, c2, c3, c4] = self.c;
        let rho2 = self.ratio * self.ratio;
        (1.0 / one.m + 1.0 / two.m + rho2 / three.m + rho2 / four.m)
            + (c1 * c1 / one.i + c2 * c2 / two.i + c3 * c3 / three.i + c4 * c4 / four.i)
    }

    /// What bodies 2 and 3 being one adds to K.
    fn shared_23(&self) -> f64 {
        -2.0 * (self.n12.dot(self.n34) / self.bodies[1].m + self.c[1] * self.c[2] / self.bodies[1].i)
    }

    /// What bodies 1 and 4 being one adds to K.
    fn shared_14(&self) -> f64 {
        -2.0 * (self.n12.dot(self.n34) / self.bodies[0].m + self.c[0] * self.c[3] / self.bodies[0].i)
    }
}

pub const ROWS: &[Right] = &[
    Right {
        number: 31,
        place: "000 §3.7 (l.380, l.386)",
        formula: "V = n₁₂ · ((v₂ + ω₂ × r₂) − (v₁ + ω₁ × r₁)) + n₃₄ · (…), = n₁₂ · (v₂ − v₁) + (ω₂c₂ − ω₁c₁) + …",
        at: |random| {
            let (pulley, joint) = Pulley::stop(random);
            let Pulley { bodies, local, n12, n34, c, .. } = &pulley;
            let at = |k: usize| bodies[k].velocity_at(local[k]);
            let [one, two, three, four] = bodies;
            let rearranged = n12.dot(two.v - one.v)
                + (two.w * c[1] - one.w * c[0])
                + n34.dot(four.v - three.v)
                + (four.w * c[3] - three.w * c[2]);
            let v = velocity(&joint, bodies);
            sides((n12.dot(at(1) - at(0)) + n34.dot(at(3) - at(2)), rearranged), (v.clone(), v))
        },
    },
    Right {
        number: 32,
        place: "000 §3.7 (l.390), and l.416 times λ",
        formula: "J = (−n₁₂ᵀ, −c₁, n₁₂ᵀ, c₂, −n₃₄ᵀ, −c₃, n₃₄ᵀ, c₄)",
        at: |random| {
            let (pulley, joint) = Pulley::stop(random);
            let Pulley { bodies, n12, n34, c: [c1, c2, c3, c4], .. } = pulley;
            let j = ((-n12, -c1, n12, c2), (-n34, -c3, n34, c4));
            sides((j, j), (jacobian(&joint, &bodies), impulse(&joint, &bodies, &[1.0])))
        },
    },
    Right {
        number: 33,
        place: "000 §3.7 (l.398), w = 1",
        formula: "K = 1/m₁ + 1/m₂ + ρ²/m₃ + ρ²/m₄ + c₁²/i₁ + c₂²/i₂ + c₃²/i₃ + c₄²/i₄",
        at: |random| {
            let p = Pulley::random(random, [0, 1, 2, 3], 1.0);
            let [local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d] = p.local.map(vec2);
            let (ratio, lower, upper) = (scalar(p.ratio), 0.0, 1.0);
            let joint =
                PulleyJoint { local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d, ratio, lower, upper };
            sides(p.k(), effective_mass(&joint, &p.bodies))
        },
    },
    Right {
        number: 34,
        place: "000 §3.7 (l.400, l.408)",
        formula: "K₂₌₃ = K − 2(n₁₂ · n₃₄/m + c₂c₃/i)",
        at: |random| {
            let p = Pulley::random(random, [0, 1, 1, 3], 1.0);
            let [local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d] = p.local.map(vec2);
            let ratio = scalar(p.ratio);
            let joint = PulleyOverSecond { local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d, ratio };
            sides(p.k() + p.shared_23(), effective_mass(&joint, &[p.bodies[0], p.bodies[1], p.bodies[3]]))
        },
    },
    Right {
        number: 35,
        place: "000 §3.7 (l.402, l.410)",
        formula: "K₁₌₄ = K − 2(n₁₂ · n₃₄/m + c₁c₄/i)",
        at: |random| {
            let p = Pulley::random(random, [0, 1, 2, 0], 1.0);
            let [local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d] = p.local.map(vec2);
            let ratio = scalar(p.ratio);
            let joint = PulleyOverFirst { local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d, ratio };
            sides(p.k() + p.shared_14(), effective_mass(&joint, &p.bodies[..3]))
        },
    },
    Right {
        number: 36,
        place: "000 §3.7 (l.412)",
        formula: "K with 2 = 3 and 1 = 4: both terms",
        at: |random| {
            let p = Pulley::random(random, [0, 1, 1, 0], 1.0);
            let [local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d] = p.local.map(vec2);
            let ratio = scalar(p.ratio);
            let joint = PulleyOfTwo { local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d, ratio };
            sides(p.k() + p.shared_23() + p.shared_14(), effective_mass(&joint, &p.bodies[..2]))
        },
    },
];
