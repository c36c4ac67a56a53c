//! C12 … C30: Nape's joints on two bodies (papers 000 and 001).

use constraint_core::joints::{MotorJoint, PivotJoint, WeldJoint};
use glam::DVec2;

use crate::derived::{effective_mass, impulse, jacobian, position, updated, velocities, velocity};
use crate::forms::{AngleStop, DistanceStop, LineStop, WeightedRows};
use crate::state::{Body, Pair, Random, double, limits_for, scalar, vec2, weight};
use crate::table::{Right, sides};

pub fn pivot(pair: &Pair) -> PivotJoint {
    PivotJoint { local_anchor_a: vec2(pair.a1), local_anchor_b: vec2(pair.a2) }
}

pub fn weld(pair: &Pair) -> WeldJoint {
    let reference_angle = scalar(pair.phi);
    WeldJoint { local_anchor_a: vec2(pair.a1), local_anchor_b: vec2(pair.a2), reference_angle }
}

/// An angle joint at which the weight is `w`.
pub fn angle_stop(pair: &Pair, w: f64) -> AngleStop {
    let (lower, upper) = limits_for(pair.ratio * pair.th2 - pair.th1, w);
    AngleStop { ratio: scalar(pair.ratio), lower, upper }
}

/// A distance joint at which the weight is `w`, and n, c₁ and c₂ of §3.4.
pub fn distance_stop(pair: &Pair, w: f64) -> (DistanceStop, DVec2, f64, f64) {
    let (lower, upper) = limits_for(pair.d.length(), w);
    let n = w * pair.d / pair.d.length();
    let joint = DistanceStop { local_anchor_a: vec2(pair.a1), local_anchor_b: vec2(pair.a2), lower, upper };
    (joint, n, pair.r1.perp_dot(n), pair.r2.perp_dot(n))
}

/// A line joint of §3.5, and the abbreviations there (d₁ and c₁ as they should be).
pub struct Line {
    pub joint: LineStop,
    pub pair: Pair,
    pub w: f64,
    pub n: DVec2,
    pub d1: f64,
    pub d2: f64,
    pub c1: f64,
    pub c2: f64,
}

impl Line {
    pub fn random(random: &mut Random) -> Self {
        let w = weight(random);
        Self::weighted(random, w)
    }

    pub fn weighted(random: &mut Random, w: f64) -> Self {
        let pair = Pair::random(random);
        let local = DVec2::new(random.positive(), random.number());
        let n = pair.bodies()[0].arm(local.normalize());
        let (lower, upper) = limits_for(n.dot(pair.d), w);
        let (local_anchor_a, local_anchor_b) = (vec2(pair.a1), vec2(pair.a2));
        let joint = LineStop { local_anchor_a, local_direction_a: vec2(local), local_anchor_b, lower, upper };
        let arm = pair.d + pair.r1;
        let (d1, d2) = (n.dot(arm), n.dot(pair.r2));
        Self { joint, w, n, d1, d2, c1: n.perp_dot(arm), c2: n.perp_dot(pair.r2), pair }
    }
}

pub const PIVOT: &[Right] = &[
    Right {
        number: 12,
        place: "000 §3.1 (l.185), 001 p.3, 002 DD5, 004 (14)",
        formula: "V = (v₂ + ω₂ × r₂) − (v₁ + ω₁ × r₁)",
        at: |random| {
            let s = Pair::random(random);
            let Pair { v1, v2, w1, w2, r1, r2, .. } = s;
            sides((v2 + w2 * r2.perp()) - (v1 + w1 * r1.perp()), velocity(&pivot(&s), &s.bodies()))
        },
    },
    Right {
        number: 13,
        place: "000 §3.1 (l.194), 001, 004 §1.2.3",
        formula: "J = (−E₂, −[r₁]ₓ, E₂, [r₂]ₓ)",
        at: |random| {
            let s = Pair::random(random);
            let Pair { r1, r2, .. } = s;
            let printed = [[-1.0, 0.0, r1.y, 1.0, 0.0, -r2.y], [0.0, -1.0, -r1.x, 0.0, 1.0, r2.x]];
            sides(printed, jacobian(&pivot(&s), &s.bodies()))
        },
    },
    Right {
        number: 14,
        place: "000, 001 §3.1 (l.201), block form",
        formula: "K = (1/m₁ + 1/m₂) E₂ + r₁⊙r₁/i₁ + r₂⊙r₂/i₂",
        at: |random| {
            let s = Pair::random(random);
            let Pair { m1, m2, i1, i2, r1, r2, .. } = s;
            let odot = |r: DVec2| [r.y * r.y, -r.y * r.x, -r.x * r.y, r.x * r.x];
            let (one, two) = (odot(r1), odot(r2));
            let identity = [1.0, 0.0, 0.0, 1.0];
            let entry = |k: usize| (1.0 / m1 + 1.0 / m2) * identity[k] + one[k] / i1 + two[k] / i2;
            sides([entry(0), entry(1), entry(2), entry(3)], effective_mass(&pivot(&s), &s.bodies()))
        },
    },
    Right {
        number: 15,
        place: "001 p.4, 002 DD6 (l.162), 004 (19)",
        formula: "K₁₁ = 1/m₁ + 1/m₂ + r₁y²/I₁ + r₂y²/I₂, K₁₂ = −r₁x r₁y/I₁ − r₂x r₂y/I₂",
        at: |random| {
            let s = Pair::random(random);
            let Pair { m1, m2, i1, i2, r1, r2, .. } = s;
            let k11 = 1.0 / m1 + 1.0 / m2 + r1.y * r1.y / i1 + r2.y * r2.y / i2;
            let k12 = -r1.x * r1.y / i1 - r2.x * r2.y / i2;
            let k22 = 1.0 / m1 + 1.0 / m2 + r1.x * r1.x / i1 + r2.x * r2.x / i2;
            sides([k11, k12, k12, k22], effective_mass(&pivot(&s), &s.bodies()))
        },
    },
    Right {
        number: 16,
        place: "000, 001 §3.1 (l.210)",
        formula: "Jᵀλ = (−λ, −r₁ × λ, λ, r₂ × λ), v₁' = v₁ − λ/m₁, ω₁' = ω₁ − (r₁ × λ)/i₁, …",
        at: |random| {
            let s = Pair::random(random);
            let Pair { v1, v2, w1, w2, m1, m2, i1, i2, r1, r2, .. } = s;
            let l = s.lambda_xy();
            let (t1, t2) = (r1.perp_dot(l), r2.perp_dot(l));
            let update = (v1 - l / m1, w1 - t1 / i1, v2 + l / m2, w2 + t2 / i2);
            let derived = velocities(&updated(&pivot(&s), &s.bodies(), &s.lambda));
            sides(((-l, -t1, l, t2), update), (impulse(&pivot(&s), &s.bodies(), &s.lambda), derived))
        },
    },
    Right {
        number: 17,
        place: "000 §4.1, 001 §3.1, UserPivotJoint.__eff_mass",
        formula: "eff[0..2] of inverse masses and inertias",
        at: |random| {
            let s = Pair::random(random);
            let Pair { r1: rel1, r2: rel2, .. } = s;
            let (m1, m2, i1, i2) = (1.0 / s.m1, 1.0 / s.m2, 1.0 / s.i1, 1.0 / s.i2);
            let eff = [
                m1 + m2 + (rel1.y * rel1.y * i1) + (rel2.y * rel2.y * i2),
                -(rel1.x * rel1.y * i1) - (rel2.x * rel2.y * i2),
                m1 + m2 + (rel1.x * rel1.x * i1) + (rel2.x * rel2.x * i2),
            ];
            let k = effective_mass(&pivot(&s), &s.bodies());
            sides((eff, eff[1]), [k[0], k[1], k[3], k[2]])
        },
    },
    Right {
        number: 18,
        place: "000 §4.1, 001 §3.1, UserPivotJoint.__impulse",
        formula: "out = scale (imp[0], imp[1], relv × imp)",
        at: |random| {
            let s = Pair::random(random);
            let imp = s.lambda;
            let out = |scale: f64, relv: DVec2| {
                [scale * imp[0], scale * imp[1], scale * relv.perp_dot(DVec2::new(imp[0], imp[1]))]
            };
            sides([out(-1.0, s.r1), out(1.0, s.r2)], impulse(&pivot(&s), &s.bodies(), &imp))
        },
    },
    Right {
        number: 19,
        place: "000 §3.2 (l.224)",
        formula: "weld V = ((v₂ + ω₂ × r₂) − (v₁ + ω₁ × r₁), ω₂ − ω₁)",
        at: |random| {
            let s = Pair::random(random);
            let Pair { v1, v2, w1, w2, r1, r2, .. } = s;
            let printed = ((v2 + w2 * r2.perp()) - (v1 + w1 * r1.perp()), w2 - w1);
            sides(printed, velocity(&weld(&s), &s.bodies()))
        },
    },
    Right {
        number: 20,
        place: "000 §3.2 (l.229)",
        formula: "weld J, three rows",
        at: |random| {
            let s = Pair::random(random);
            let Pair { r1, r2, .. } = s;
            let printed = [
                [-1.0, 0.0, r1.y, 1.0, 0.0, -r2.y],
                [0.0, -1.0, -r1.x, 0.0, 1.0, r2.x],
                [0.0, 0.0, -1.0, 0.0, 0.0, 1.0],
            ];
            sides(printed, jacobian(&weld(&s), &s.bodies()))
        },
    },
    Right {
        number: 21,
        place: "000 §3.2 (l.239)",
        formula: "weld Jᵀλ = (−λ_xy, −r₁ × λ_xy − λ_z, λ_xy, r₂ × λ_xy + λ_z)",
        at: |random| {
            let s = Pair::random(random);
            let (l, z) = (s.lambda_xy(), s.lambda[2]);
            let printed = (-l, -s.r1.perp_dot(l) - z, l, s.r2.perp_dot(l) + z);
            sides(printed, impulse(&weld(&s), &s.bodies(), &s.lambda))
        },
    },
];

pub const LIMITS: &[Right] = &[
    Right {
        number: 22,
        place: "000 §3.3 (l.253-264)",
        formula: "C = x₀ − c, 0, c − x₁; V = w(ρω₂ − ω₁), J = (0, −w, 0, wρ), K = w²(1/i₁ + ρ²/i₂), Jᵀλ = wλ(0, −1, 0, ρ)",
        at: |random| {
            let (s, w) = (Pair::random(random), weight(random));
            let joint = angle_stop(&s, w);
            let (rho, lambda, o) = (s.ratio, s.lambda[0], 0.0);
            let c = rho * s.th2 - s.th1;
            let (x0, x1) = (double(joint.lower), double(joint.upper));
            let value = if c <= x0 {
                x0 - c
            } else if c >= x1 {
                c - x1
            } else {
                0.0
            };
            let v = w * (rho * s.w2 - s.w1);
            let j = [o, o, -w, o, o, w * rho];
            let k = w * w * (1.0 / s.i1 + rho * rho / s.i2);
            let applied = [o, o, -(w * lambda), o, o, w * lambda * rho];
            let all = (velocity(&joint, &s.bodies()), jacobian(&joint, &s.bodies()));
            let rest = (effective_mass(&joint, &s.bodies()), impulse(&joint, &s.bodies(), &s.lambda));
            sides((value, v, j, k, applied), (position(&joint, &s.bodies()), all, rest))
        },
    },
    Right {
        number: 23,
        place: "000 §3.6 (l.355-364)",
        formula: "motor V = ρω₂ − ω₁ − φ, J = (0, −1, 0, ρ), K = 1/i₁ + ρ²/i₂, Jᵀλ = (0, −λ, 0, ρλ)",
        at: |random| {
            let s = Pair::random(random);
            let (ratio, rate) = (scalar(s.ratio), scalar(s.phi));
            let joint = MotorJoint { ratio, rate, max_torque: 1e3 };
            let (rho, l, o) = (s.ratio, s.lambda[0], 0.0);
            let v = rho * s.w2 - s.w1 - s.phi;
            let (j, k) = ([o, o, -1.0, o, o, rho], 1.0 / s.i1 + rho * rho / s.i2);
            let all = (velocity(&joint, &s.bodies()), jacobian(&joint, &s.bodies()));
            let rest = (effective_mass(&joint, &s.bodies()), impulse(&joint, &s.bodies(), &s.lambda));
            sides((v, j, k, [o, o, -l, o, o, rho * l]), (all, rest))
        },
    },
    Right {
        number: 24,
        place: "000 §3.4 (l.277, l.283)",
        formula: "distance V = n · ((v₂ + ω₂ × r₂) − (v₁ + ω₁ × r₁)), n = w unit(d)",
        at: |random| {
            let (s, w) = (Pair::random(random), weight(random));
            let (joint, n, ..) = distance_stop(&s, w);
            let Pair { v1, v2, w1, w2, r1, r2, d, .. } = s;
            let rv = (v2 + w2 * r2.perp()) - (v1 + w1 * r1.perp());
            let v = velocity(&joint, &s.bodies());
            sides((w / d.length() * d.dot(rv), n.dot(rv)), (v.clone(), v))
        },
    },
    Right {
        number: 25,
        place: "000 §3.4 (l.292)",
        formula: "distance J = (−nᵀ, −c₁, nᵀ, c₂), c = r × n",
        at: |random| {
            let (s, w) = (Pair::random(random), weight(random));
            let (joint, n, c1, c2) = distance_stop(&s, w);
            sides((-n, -c1, n, c2), jacobian(&joint, &s.bodies()))
        },
    },
    Right {
        number: 26,
        place: "000 §3.4 (l.300)",
        formula: "distance Jᵀλ = λ(−n, −c₁, n, c₂)",
        at: |random| {
            let (s, w) = (Pair::random(random), weight(random));
            let (joint, n, c1, c2) = distance_stop(&s, w);
            let l = s.lambda[0];
            sides((l * -n, l * -c1, l * n, l * c2), impulse(&joint, &s.bodies(), &s.lambda))
        },
    },
];

pub const LINE: &[Right] = &[
    Right {
        number: 27,
        place: "000 §3.5 (l.316, l.318)",
        formula: "line V = w⃗ ((ω₁ × n) × d + n × dd/dt, (ω₁ × n) · d + n · dd/dt), expanded",
        at: |random| {
            let Line { joint, pair: s, w, n, .. } = Line::random(random);
            let Pair { v1, v2, w1, w2, r1, r2, d, .. } = s;
            let turned = w1 * n.perp();
            let (s1, s2) = (w1 * r1.perp(), w2 * r2.perp());
            let (across, along) = (|u: DVec2| n.perp_dot(u), |u: DVec2| n.dot(u));
            let printed = [
                turned.perp_dot(d) + across(v2) - across(v1) + across(s2) - across(s1),
                w * (turned.dot(d) + along(v2) - along(v1) + along(s2) - along(s1)),
            ];
            sides(printed, velocity(&joint, &s.bodies()))
        },
    },
    Right {
        number: 28,
        place: "000 §3.5 (l.332), with d₁ and c₁ as they should be",
        formula: "line V = w⃗ (n × (v₂ − v₁) + ω₂d₂ − ω₁d₁, n · (v₂ − v₁) − ω₂c₂ + ω₁c₁)",
        at: |random| {
            let Line { joint, pair: s, w, n, d1, d2, c1, c2 } = Line::random(random);
            let Pair { v1, v2, w1, w2, .. } = s;
            let printed = [n.perp_dot(v2 - v1) + w2 * d2 - w1 * d1, w * (n.dot(v2 - v1) - w2 * c2 + w1 * c1)];
            sides(printed, velocity(&joint, &s.bodies()))
        },
    },
    Right {
        number: 29,
        place: "000 §3.5 (l.343), with d₁ and c₁ as they should be",
        formula: "line K₁₁ = 1/m₁ + 1/m₂ + d₁²/i₁ + d₂²/i₂, K₁₂ = −w(d₁c₁/i₁ + d₂c₂/i₂), K₂₂ = w²(… c²)",
        at: |random| {
            let Line { joint, pair: s, w, d1, d2, c1, c2, .. } = Line::random(random);
            let Pair { m1, m2, i1, i2, .. } = s;
            let k11 = 1.0 / m1 + 1.0 / m2 + d1 * d1 / i1 + d2 * d2 / i2;
            let k12 = -w * (d1 * c1 / i1 + d2 * c2 / i2);
            let k22 = w * w * (1.0 / m1 + 1.0 / m2 + c1 * c1 / i1 + c2 * c2 / i2);
            sides([k11, k12, k12, k22], effective_mass(&joint, &s.bodies()))
        },
    },
    Right {
        number: 30,
        place: "000 §3.5 (l.339, l.340)",
        formula: "w⃗ E₂ w⃗ᵀ = ((1, 0), (0, w²)) and w⃗(a, b) ⊗ w⃗(a, b) = ((a², wab), (wab, w²b²))",
        at: |random| {
            let (w, a, b) = (random.number(), random.number(), random.number());
            let direction = vec2(DVec2::new(random.positive(), random.number()));
            let joint = WeightedRows { direction, weight: scalar(w), p: scalar(a), q: scalar(b) };
            let body = Body { m: 1.0, i: 1.0, ..Body::random(random) };
            let k = effective_mass(&joint, &[body]);
            let printed = ([1.0, 0.0, 0.0, w * w], [a * a, w * a * b, w * a * b, w * w * b * b]);
            sides(printed, [k[0], k[1], k[4], k[5], k[10], k[11], k[14], k[15]])
        },
    },
];
