//! Joints by hand, for lanes: the algebra of `benches/hand`, where the same joints are written for scalars.
//!
//! Lanes need other code than scalars. What is rare is a choice and not a branch, and nothing is stored twice or paired, since
//! each number fills a register.

use constraint_core::__private0::{numbers, numbers_mut};
use constraint_core::joints::{DistanceJoint, MotorJoint, PivotJoint, SoftDistanceJoint};
use constraint_core::{MassProperties, Pass, Pose, Real, Step, Values, Velocity};

use super::hand::{ByHand, values};

fn one<S: Real>() -> S {
    S::from_f64(1.0)
}

#[inline(always)]
fn rotated<S: Real>([x, y]: [S; 2], pose: &Pose<S>) -> [S; 2] {
    [pose.cos * x - pose.sin * y, pose.sin * x + pose.cos * y]
}

#[inline(always)]
fn dot<S: Real>(a: [S; 2], b: [S; 2]) -> S {
    a[0] * b[0] + a[1] * b[1]
}

#[inline(always)]
fn cross<S: Real>(a: [S; 2], b: [S; 2]) -> S {
    a[0] * b[1] - a[1] * b[0]
}

#[inline(always)]
fn recip<S: Real>(x: S) -> S {
    x.recip_usually(S::default())
}

/// v ← v + M⁻¹ Jᵀ λ of an impulse at arms `r_a` and `r_b`, with a torque.
#[inline(always)]
fn apply<S: Real>(
    [mass_a, mass_b, inertia_a, inertia_b]: [S; 4],
    arms: [[S; 2]; 2],
    p: [S; 2],
    torque: S,
    [a, b]: &mut [Velocity<S>; 2],
) {
    a.x -= mass_a * p[0];
    a.y -= mass_a * p[1];
    a.angular -= inertia_a * (cross(arms[0], p) + torque);
    b.x += mass_b * p[0];
    b.y += mass_b * p[1];
    b.angular += inertia_b * (cross(arms[1], p) + torque);
}

/// V of the anchors.
#[inline(always)]
fn rate<S: Real>(arms: [[S; 2]; 2], [a, b]: &[Velocity<S>; 2]) -> [S; 2] {
    [
        b.x - a.x + (a.angular * arms[0][1] - b.angular * arms[1][1]),
        b.y - a.y + (b.angular * arms[1][0] - a.angular * arms[0][0]),
    ]
}

values! {
    struct PivotKnown {
        a_x, a_y, b_x, b_y, mass_a, mass_b, inertia_a, inertia_b, unit, mass_unit, inertia_a_unit, inertia_b_unit,
    }
    struct PivotKept { a_x, a_y, b_x, b_y, d_x, d_y, k_xx, k_xy, k_yy }
}

impl ByHand for PivotJoint {
    type Known<S: Real> = PivotKnown<S>;
    type Kept<S: Real> = PivotKept<S>;

    fn known<S: Real>(&self, &[a, b]: &[MassProperties<S>; 2]) -> PivotKnown<S> {
        let ([a_x, a_y], [b_x, b_y]) =
            (self.local_anchor_a.to_array().map(S::of), self.local_anchor_b.to_array().map(S::of));
        let m = a.inverse_mass + b.inverse_mass;
        let greatest = m + a.inverse_inertia * (a_x * a_x + a_y * a_y) + b.inverse_inertia * (b_x * b_x + b_y * b_y);
        let unit = greatest.recip_or_zero(S::default());
        PivotKnown {
            a_x,
            a_y,
            b_x,
            b_y,
            mass_a: a.inverse_mass,
            mass_b: b.inverse_mass,
            inertia_a: a.inverse_inertia,
            inertia_b: b.inverse_inertia,
            unit,
            mass_unit: m * unit,
            inertia_a_unit: a.inverse_inertia * unit,
            inertia_b_unit: b.inverse_inertia * unit,
        }
    }

    #[inline(always)]
    fn prepare<S: Real>(known: &PivotKnown<S>, [a, b]: &[Pose<S>; 2], _: &Step<S>, kept: &mut PivotKept<S>) {
        let (r_a, r_b) = (rotated([known.a_x, known.a_y], a), rotated([known.b_x, known.b_y], b));
        // K over its greatest size, of which the trace is known.
        let (i_a, i_b) = (known.inertia_a_unit * r_a[1], known.inertia_b_unit * r_b[1]);
        let turning = i_a * r_a[1] + i_b * r_b[1];
        let (xx, yy, minus_xy) = (known.mass_unit + turning, one::<S>() - turning, i_a * r_a[0] + i_b * r_b[0]);
        let determinant = xx * yy - minus_xy * minus_xy;
        let is_regular = one::<S>().rounding().less(determinant);
        let inverse = S::usually(is_regular, known.unit / determinant, known.unit);
        // Of rank one, K over its trace is its own inverse.
        *kept = PivotKept {
            a_x: r_a[0],
            a_y: r_a[1],
            b_x: r_b[0],
            b_y: r_b[1],
            d_x: b.x - a.x + (r_b[0] - r_a[0]),
            d_y: b.y - a.y + (r_b[1] - r_a[1]),
            k_xx: inverse * S::usually(is_regular, yy, xx),
            k_xy: inverse * S::usually(is_regular, minus_xy, -minus_xy),
            k_yy: inverse * S::usually(is_regular, xx, yy),
        };
    }

    #[inline(always)]
    fn warm_start<S: Real>(
        known: &PivotKnown<S>,
        kept: &PivotKept<S>,
        impulses: &[S; 2],
        velocities: &mut [Velocity<S>; 2],
    ) {
        let masses = [known.mass_a, known.mass_b, known.inertia_a, known.inertia_b];
        apply(masses, [[kept.a_x, kept.a_y], [kept.b_x, kept.b_y]], *impulses, S::default(), velocities);
    }

    #[inline(always)]
    fn solve<S: Real>(
        known: &PivotKnown<S>,
        kept: &PivotKept<S>,
        pass: &Pass<S>,
        impulses: &mut [S; 2],
        velocities: &mut [Velocity<S>; 2],
    ) {
        let v = rate([[kept.a_x, kept.a_y], [kept.b_x, kept.b_y]], velocities);
        let x = -pass.mass_scale * (v[0] + pass.bias_rate * kept.d_x);
        let y = -pass.mass_scale * (v[1] + pass.bias_rate * kept.d_y);
        let p = [
            kept.k_xx * x + kept.k_xy * y - pass.impulse_scale * impulses[0],
            kept.k_xy * x + kept.k_yy * y - pass.impulse_scale * impulses[1],
        ];
        impulses[0] += p[0];
        impulses[1] += p[1];
        Self::warm_start(known, kept, &p, velocities);
    }
}

/// A row along n: the direction, the levers of both bodies, and the levers times the inverse inertias.
#[derive(Clone, Copy)]
struct Row<S> {
    n: [S; 2],
    levers: [S; 2],
    turns: [S; 2],
}

impl<S: Real> Row<S> {
    #[inline(always)]
    fn rate(&self, [a, b]: &[Velocity<S>; 2]) -> S {
        self.n[0] * (b.x - a.x) + self.n[1] * (b.y - a.y) + (self.levers[1] * b.angular - self.levers[0] * a.angular)
    }

    #[inline(always)]
    fn apply(&self, masses: [S; 2], impulse: S, [a, b]: &mut [Velocity<S>; 2]) {
        let (p_a, p_b) = (masses[0] * impulse, masses[1] * impulse);
        a.x -= p_a * self.n[0];
        a.y -= p_a * self.n[1];
        a.angular -= self.turns[0] * impulse;
        b.x += p_b * self.n[0];
        b.y += p_b * self.n[1];
        b.angular += self.turns[1] * impulse;
    }

    #[inline(always)]
    fn k(&self, m: S) -> S {
        m + self.turns[0] * self.levers[0] + self.turns[1] * self.levers[1]
    }
}

/// The row from one anchor to another, and how far it is. Where they meet, the last direction holds.
#[inline(always)]
fn between<S: Real>(anchors: [S; 4], inertias: [S; 2], last: [S; 2], [a, b]: &[Pose<S>; 2]) -> (Row<S>, S) {
    let (r_a, r_b) = (rotated([anchors[0], anchors[1]], a), rotated([anchors[2], anchors[3]], b));
    let d = [b.x - a.x + (r_b[0] - r_a[0]), b.y - a.y + (r_b[1] - r_a[1])];
    let length = dot(d, d).sqrt();
    let (is_apart, inverse) = (S::default().less(length), one::<S>() / length);
    let n = [S::usually(is_apart, d[0] * inverse, last[0]), S::usually(is_apart, d[1] * inverse, last[1])];
    let levers = [cross(r_a, n), cross(r_b, n)];
    (Row { n, levers, turns: [inertias[0] * levers[0], inertias[1] * levers[1]] }, length)
}

values! {
    struct DistanceKnown { a_x, a_y, b_x, b_y, mass_a, mass_b, m, inertia_a, inertia_b, lower, upper, slack }
    struct DistanceKept {
        n_x, n_y, lever_a, lever_b, turn_a, turn_b, to_lower, reach_lower, to_upper, reach_upper, share, k, inverse_k,
    }
}

impl<S: Real> DistanceKept<S> {
    #[inline(always)]
    fn row(&self) -> Row<S> {
        Row { n: [self.n_x, self.n_y], levers: [self.lever_a, self.lever_b], turns: [self.turn_a, self.turn_b] }
    }
}

/// What stands for no limit, where ∞ · 0 would be NaN.
const FAR: f64 = 1e30;

impl ByHand for DistanceJoint {
    type Known<S: Real> = DistanceKnown<S>;
    type Kept<S: Real> = DistanceKept<S>;
    const REMEMBERS: &'static [usize] = &[0, 1];

    fn known<S: Real>(&self, &[a, b]: &[MassProperties<S>; 2]) -> DistanceKnown<S> {
        let (lower, upper) = (self.lower.double().max(-FAR), self.upper.double().min(FAR));
        let ([a_x, a_y], [b_x, b_y]) =
            (self.local_anchor_a.to_array().map(S::of), self.local_anchor_b.to_array().map(S::of));
        DistanceKnown {
            a_x,
            a_y,
            b_x,
            b_y,
            mass_a: a.inverse_mass,
            mass_b: b.inverse_mass,
            m: a.inverse_mass + b.inverse_mass,
            inertia_a: a.inverse_inertia,
            inertia_b: b.inverse_inertia,
            lower: S::of(lower),
            upper: S::of(upper),
            slack: S::of(if upper <= lower { FAR } else { 0.0 }),
        }
    }

    #[inline(always)]
    fn prepare<S: Real>(known: &DistanceKnown<S>, poses: &[Pose<S>; 2], step: &Step<S>, kept: &mut DistanceKept<S>) {
        let anchors = [known.a_x, known.a_y, known.b_x, known.b_y];
        let (row, length) = between(anchors, [known.inertia_a, known.inertia_b], [kept.n_x, kept.n_y], poses);
        let (to_lower, to_upper) = (known.lower - length, known.upper - length);
        let k = row.k(known.m);
        *kept = DistanceKept {
            n_x: row.n[0],
            n_y: row.n[1],
            lever_a: row.levers[0],
            lever_b: row.levers[1],
            turn_a: row.turns[0],
            turn_b: row.turns[1],
            to_lower,
            reach_lower: to_lower * step.inverse_h + known.slack,
            to_upper,
            reach_upper: to_upper * step.inverse_h - known.slack,
            share: S::select(S::default().less(to_lower.max(-to_upper)), S::default(), one()),
            k,
            inverse_k: recip(k),
        };
    }

    #[inline(always)]
    fn warm_start<S: Real>(
        known: &DistanceKnown<S>,
        kept: &DistanceKept<S>,
        impulses: &[S; 1],
        velocities: &mut [Velocity<S>; 2],
    ) {
        kept.row().apply([known.mass_a, known.mass_b], impulses[0], velocities);
    }

    #[inline(always)]
    fn solve<S: Real>(
        known: &DistanceKnown<S>,
        kept: &DistanceKept<S>,
        pass: &Pass<S>,
        impulses: &mut [S; 1],
        velocities: &mut [Velocity<S>; 2],
    ) {
        let free_rate = kept.row().rate(velocities) - kept.k * impulses[0];
        let least = (kept.to_lower * pass.bias_rate).min(kept.reach_lower);
        let most = (kept.to_upper * pass.bias_rate).max(kept.reach_upper);
        let impulse = (free_rate.max(least).min(most) - free_rate) * (kept.inverse_k * pass.mass_scale.max(kept.share));
        let change = impulse - impulses[0];
        impulses[0] = impulse;
        kept.row().apply([known.mass_a, known.mass_b], change, velocities);
    }
}

values! {
    struct SpringKnown {
        a_x, a_y, b_x, b_y, mass_a, mass_b, m, inertia_a, inertia_b, rest_length, omega, two_zeta,
    }
    struct SpringKept { n_x, n_y, lever_a, lever_b, turn_a, turn_b, rate, place, back }
}

impl<S: Real> SpringKept<S> {
    #[inline(always)]
    fn row(&self) -> Row<S> {
        Row { n: [self.n_x, self.n_y], levers: [self.lever_a, self.lever_b], turns: [self.turn_a, self.turn_b] }
    }
}

impl ByHand for SoftDistanceJoint {
    type Known<S: Real> = SpringKnown<S>;
    type Kept<S: Real> = SpringKept<S>;
    const REMEMBERS: &'static [usize] = &[0, 1];

    fn known<S: Real>(&self, &[a, b]: &[MassProperties<S>; 2]) -> SpringKnown<S> {
        let ([a_x, a_y], [b_x, b_y]) =
            (self.local_anchor_a.to_array().map(S::of), self.local_anchor_b.to_array().map(S::of));
        SpringKnown {
            a_x,
            a_y,
            b_x,
            b_y,
            mass_a: a.inverse_mass,
            mass_b: b.inverse_mass,
            m: a.inverse_mass + b.inverse_mass,
            inertia_a: a.inverse_inertia,
            inertia_b: b.inverse_inertia,
            rest_length: S::of(self.rest_length),
            omega: S::of(std::f64::consts::TAU * self.softness.hertz.double()),
            two_zeta: S::of(2.0 * self.softness.damping_ratio.double()),
        }
    }

    #[inline(always)]
    fn prepare<S: Real>(known: &SpringKnown<S>, poses: &[Pose<S>; 2], step: &Step<S>, kept: &mut SpringKept<S>) {
        let anchors = [known.a_x, known.a_y, known.b_x, known.b_y];
        let (row, length) = between(anchors, [known.inertia_a, known.inertia_b], [kept.n_x, kept.n_y], poses);
        let phase = step.h * known.omega;
        let (stiffness, a) = (phase * known.omega, phase * (known.two_zeta + phase));
        let k = row.k(known.m);
        let inverse = recip((one::<S>() + a) * k);
        *kept = SpringKept {
            n_x: row.n[0],
            n_y: row.n[1],
            lever_a: row.levers[0],
            lever_b: row.levers[1],
            turn_a: row.turns[0],
            turn_b: row.turns[1],
            rate: a * inverse,
            place: stiffness * inverse * (known.rest_length - length),
            back: k * inverse,
        };
    }

    #[inline(always)]
    fn warm_start<S: Real>(
        known: &SpringKnown<S>,
        kept: &SpringKept<S>,
        impulses: &[S; 1],
        velocities: &mut [Velocity<S>; 2],
    ) {
        kept.row().apply([known.mass_a, known.mass_b], impulses[0], velocities);
    }

    #[inline(always)]
    fn solve<S: Real>(
        known: &SpringKnown<S>,
        kept: &SpringKept<S>,
        pass: &Pass<S>,
        impulses: &mut [S; 1],
        velocities: &mut [Velocity<S>; 2],
    ) {
        let rate = kept.row().rate(velocities);
        let change = pass.spring_scale * (kept.place - kept.rate * rate - kept.back * impulses[0]);
        impulses[0] += change;
        kept.row().apply([known.mass_a, known.mass_b], change, velocities);
    }
}

values! {
    struct MotorKnown { ratio, rate, max_torque, inertia_a, turn_b, inverse_k }
    struct MotorKept { least, most }
}

impl ByHand for MotorJoint {
    type Known<S: Real> = MotorKnown<S>;
    type Kept<S: Real> = MotorKept<S>;

    fn known<S: Real>(&self, &[a, b]: &[MassProperties<S>; 2]) -> MotorKnown<S> {
        let ratio = S::of(self.ratio);
        let turn_b = ratio * b.inverse_inertia;
        MotorKnown {
            ratio,
            rate: S::of(self.rate),
            max_torque: S::of(self.max_torque.double().min(FAR)),
            inertia_a: a.inverse_inertia,
            turn_b,
            inverse_k: (a.inverse_inertia + ratio * turn_b).recip_or_zero(S::default()),
        }
    }

    #[inline(always)]
    fn prepare<S: Real>(known: &MotorKnown<S>, _: &[Pose<S>; 2], step: &Step<S>, kept: &mut MotorKept<S>) {
        kept.most = step.h * known.max_torque;
        kept.least = -kept.most;
    }

    #[inline(always)]
    fn warm_start<S: Real>(known: &MotorKnown<S>, _: &MotorKept<S>, impulses: &[S; 1], [a, b]: &mut [Velocity<S>; 2]) {
        a.angular -= known.inertia_a * impulses[0];
        b.angular += known.turn_b * impulses[0];
    }

    #[inline(always)]
    fn solve<S: Real>(
        known: &MotorKnown<S>,
        kept: &MotorKept<S>,
        _: &Pass<S>,
        impulses: &mut [S; 1],
        velocities: &mut [Velocity<S>; 2],
    ) {
        let missing = known.rate + velocities[0].angular - known.ratio * velocities[1].angular;
        let impulse = (impulses[0] + known.inverse_k * missing).max(kept.least).min(kept.most);
        let change = impulse - impulses[0];
        impulses[0] = impulse;
        Self::warm_start(known, kept, &[change], velocities);
    }
}
