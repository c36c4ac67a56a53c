//! The norm of a frame: of two rows that hold a point, the fast path has i |a|² − i (e₁ × r)² in the place of i (e₂ × r)²,
//! with i |a|² from setup. A pivot's K⁻¹, which is made of its determinant, has the same difference, divided by what no entry of
//! K exceeds. That subtraction loses digits of one entry, the more the longer the lever is. What it is worth is shown here in
//! single precision against double:
//!
//! - an impulse is as exact as the condition of K allows, which is a bound in the joint's own parameters: 1 + (|a|/ρ)² for a
//!   lever |a| and a radius of gyration ρ;
//! - without the subtraction the worst orientation is not much better: its digits are lost in the factors, or in the
//!   determinant;
//! - where K has rank one, what can move is held, and nothing else gets an impulse;
//! - K by itself, which is read entry by entry, is worked out without it.

#![allow(clippy::useless_conversion)] // not with the feature `f64` off

use constraint_core::joints::{DriveJoint, PivotJoint};
use constraint_core::{Array, Constraint, MassProperties, Pass, Pose, Scalar, Softness, Step, Vec2, Velocity};

/// Levers, in radii of gyration. A wheel held at its rim has 1.4, a long rod held at its end 1.7.
const LEVERS: [f32; 5] = [1.0, 3.0, 30.0, 100.0, 300.0];

/// Orientations and directions for each of them.
const STATES: usize = 4000;

/// The way to λ has some ten operations whose results are as large as |K| λ, and each rounds by half an ε at most.
const ROUNDINGS: f64 = 5.0;

/// A stream of numbers between −1 and 1.
struct Dice(u64);

impl Dice {
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // 24 bits of 64
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / 8_388_608.0 - 1.0
    }
}

/// A pivot of a light body with a lever and a heavy one, the angles of both, and the velocity of the second.
struct State {
    joint: PivotJoint,
    masses: [MassProperties<f32>; 2],
    angles: [f32; 2],
    velocity: [f32; 2],
}

impl State {
    fn random(dice: &mut Dice, lever: f32) -> Self {
        let mut anchor = |length: f32| {
            let angle = 3.0 * dice.next();
            Vec2::new(Scalar::from(length * angle.cos()), Scalar::from(length * angle.sin()))
        };
        let joint = PivotJoint { local_anchor_a: anchor(1.0), local_anchor_b: anchor(0.1) };
        let masses = [
            MassProperties { inverse_mass: 1.0, inverse_inertia: lever * lever },
            MassProperties { inverse_mass: 0.1, inverse_inertia: 0.3 },
        ];
        Self { joint, masses, angles: [3.0 * dice.next(), 3.0 * dice.next()], velocity: [dice.next(), dice.next()] }
    }

    fn levers(&self) -> [[f64; 2]; 2] {
        let turned = |anchor: Vec2, angle: f32| {
            let (x, y, (sin, cos)) = (f64::from(anchor.x), f64::from(anchor.y), f64::from(angle).sin_cos());
            [cos * x - sin * y, sin * x + cos * y]
        };
        [turned(self.joint.local_anchor_a, self.angles[0]), turned(self.joint.local_anchor_b, self.angles[1])]
    }

    /// k₁₁, k₁₂ and k₂₂ by their formulas, in double precision.
    fn k(&self) -> [f64; 3] {
        let mut k = [0.0; 3];
        for (mass, [x, y]) in self.masses.iter().zip(self.levers()) {
            let (m, i) = (f64::from(mass.inverse_mass), f64::from(mass.inverse_inertia));
            for (entry, term) in k.iter_mut().zip([m + i * y * y, -i * x * y, m + i * x * x]) {
                *entry += term;
            }
        }
        k
    }

    fn poses(&self) -> [Pose<f32>; 2] {
        self.angles.map(|angle| Pose::new(0.0, 0.0, angle))
    }

    /// The impulses of one rigid pass of the generated code.
    fn generated(&self) -> [f64; 2] {
        self.pass(&self.joint).map(f64::from)
    }

    /// The same of a joint that drives the anchors at no velocity, whose rows' rates are followed by their K.
    fn driven(&self) -> [f64; 2] {
        let none = Softness::new(0.0, 0.0);
        let [.., x, y]: [f32; 6] = self.pass(&DriveJoint {
            local_anchor_a: self.joint.local_anchor_a,
            local_anchor_b: self.joint.local_anchor_b,
            reference_angle: 0.0,
            angular_spring: none,
            max_spring_torque: 0.0,
            angular_velocity: 0.0,
            max_velocity_torque: 0.0,
            linear_spring: none,
            max_spring_force: 0.0,
            linear_velocity: Vec2::ZERO,
            max_velocity_force: Scalar::INFINITY,
        });
        [x, y].map(f64::from)
    }

    fn pass<J: Constraint>(&self, joint: &J) -> J::Rows<f32> {
        let masses = J::Bodies::from_fn(|body| self.masses[body]);
        let poses = J::Bodies::from_fn(|body| self.poses()[body]);
        let (setup, mut prepared) = (joint.setup(&masses), J::Prepared::default());
        J::prepare(&setup, &poses, &Step { h: 0.01, inverse_h: 100.0, time: 0.0 }, &mut prepared);
        let [x, y] = self.velocity;
        let moving = [Velocity::default(), Velocity { x, y, angular: 0.0 }];
        let (mut velocities, mut impulses) = (J::Bodies::from_fn(|body| moving[body]), J::Rows::repeat(0.0));
        J::solve(&setup, &prepared, &Pass::relax(), &mut impulses, &mut velocities);
        impulses
    }

    /// The same with all three entries of K by their formulas.
    fn plain(&self) -> [f64; 2] {
        let mut k = [0.0_f32; 3];
        let anchors = [self.joint.local_anchor_a, self.joint.local_anchor_b];
        for ((mass, anchor), angle) in self.masses.iter().zip(anchors).zip(self.angles) {
            #[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast)] // with the feature `f64` on
            let (a, (sin, cos)) = ([anchor.x as f32, anchor.y as f32], angle.sin_cos());
            let (x, y) = (cos * a[0] - sin * a[1], sin * a[0] + cos * a[1]);
            let (m, i) = (mass.inverse_mass, mass.inverse_inertia);
            for (entry, term) in k.iter_mut().zip([m + i * y * y, -i * x * y, m + i * x * x]) {
                *entry += term;
            }
        }
        let lower = k[1] / k[0];
        let second = (lower * self.velocity[0] - self.velocity[1]) / (k[2] - k[1] * lower);
        [f64::from(-self.velocity[0] / k[0] - lower * second), f64::from(second)]
    }

    /// How far impulses are from −K⁻¹V, by their length.
    fn error(&self, found: [f64; 2]) -> f64 {
        let ([k11, k12, k22], [x, y]) = (self.k(), self.velocity.map(f64::from));
        let determinant = k11 * k22 - k12 * k12;
        let exact = [(k12 * y - k22 * x) / determinant, (k12 * x - k11 * y) / determinant];
        (found[0] - exact[0]).hypot(found[1] - exact[1]) / exact[0].hypot(exact[1])
    }

    /// Asserts that impulses take the rate across the first lever and leave the one along it, up to rounding.
    fn holds_across(&self, [lambda_x, lambda_y]: [f64; 2]) {
        let ([k11, k12, k22], [[arm_x, arm_y], _], [x, y]) = (self.k(), self.levers(), self.velocity.map(f64::from));
        let rate = [x + k11 * lambda_x + k12 * lambda_y, y + k12 * lambda_x + k22 * lambda_y];
        // Ten roundings of the impulse, of half an ε each, and K times the impulse is as large as the velocity.
        let tolerance = ROUNDINGS * f64::from(f32::EPSILON) * x.hypot(y);
        let across = (arm_x * rate[1] - arm_y * rate[0]).abs();
        assert!(across <= tolerance, "{across:e} of {x}, {y} is left across the lever {arm_x}, {arm_y}");
        let along = (arm_x * lambda_x + arm_y * lambda_y).abs();
        assert!(along <= tolerance, "an impulse of {along:e} along the lever {arm_x}, {arm_y}");
    }

    /// The greatest eigenvalue of K over the least.
    fn condition(&self) -> f64 {
        let [k11, k12, k22] = self.k();
        let (mean, spread) = (0.5 * (k11 + k22), (0.5 * (k11 - k22)).hypot(k12));
        // The product of both is the determinant: λ_min without a difference.
        (mean + spread).powi(2) / (k11 * k22 - k12 * k12)
    }
}

/// The errors of an impulse for one lever: the worst of the generated code and of the plain factors, and the worst of the
/// generated code against ε times K's condition.
fn worst(lever: f32) -> [f64; 3] {
    let mut dice = Dice(1);
    let mut worst = [0.0_f64; 3];
    for _ in 0..STATES {
        let state = State::random(&mut dice, lever);
        let condition = state.condition();
        let bound = 1.0 + f64::from(lever).powi(2);
        assert!(condition <= bound * (1.0 + 1e-6), "K's condition {condition} with a lever of {lever}");
        let (generated, plain) = (state.error(state.generated()), state.error(state.plain()));
        let found = [generated, plain, generated / (f64::from(f32::EPSILON) * condition)];
        worst = std::array::from_fn(|index| worst[index].max(found[index]));
    }
    worst
}

#[test]
fn an_impulse_is_as_exact_as_the_condition_of_k_allows() {
    for lever in LEVERS {
        let [generated, plain, share] = worst(lever);
        println!("lever {lever:3}: {generated:.1e}, plain {plain:.1e}, {share:.1} ε cond K");
        assert!(share <= ROUNDINGS, "lever {lever}: {share} times ε cond K");
        // k₂₂ has, besides what the plain one has, the rounding of i |a|², of what is taken from it, of the difference, and
        // what |R|² is off 1 by.
        assert!(generated <= 4.0 * plain, "lever {lever}: {generated:e} against {plain:e} without the subtraction");
    }
}

/// K as it is read by itself keeps the digits of each entry: half an ε for each of some fifteen operations.
#[test]
fn entries_of_k_are_worked_out_one_by_one() {
    let mut dice = Dice(2);
    for lever in LEVERS.into_iter().flat_map(|lever| std::iter::repeat_n(lever, STATES)) {
        // The lever along an axis: one entry of the diagonal is small beside the other.
        let mut state = State::random(&mut dice, lever);
        state.joint.local_anchor_a = Vec2::new(0.0, 1.0);
        state.angles[0] = 1e-3 * dice.next();
        let found = state.joint.effective_mass(&state.poses(), &state.masses);
        let [k11, _, k22] = state.k();
        for (found, exact) in [(found[0][0], k11), (found[1][1], k22)] {
            let off = (f64::from(found) - exact).abs() / exact;
            assert!(off <= 8.0 * f64::from(f32::EPSILON), "lever {lever}: off by {off:e}");
        }
    }
}

/// Of two bodies of which one only turns, an anchor moves across its lever alone: the rate along it stays as it is, and what is
/// across goes, whichever way the lever points. Within 1e-3 of an axis factors took rounding for a pivot.
#[test]
fn what_gives_way_in_one_direction_is_held_in_it() {
    let mut dice = Dice(4);
    for round in 0..STATES {
        let mut state = State::random(&mut dice, 1.0);
        state.masses = [MassProperties { inverse_mass: 0.0, inverse_inertia: 2.0 }, MassProperties::default()];
        if round % 2 == 0 {
            state.joint.local_anchor_a = Vec2::new(0.0, 1.0);
            state.angles[0] = 1e-3 * dice.next();
        }
        state.holds_across(state.generated());
        state.holds_across(state.driven());
    }
}

/// So it is of two planets that spin like tops, where the levers of both lie in one line: what they give way by along it is lost
/// beside how they turn. By factors, a first pivot of 1e-12 gave impulses of 1e11 where the levers were within 1e-5 of an axis.
#[test]
fn what_hardly_gives_way_but_in_one_direction_is_held_in_it() {
    let mut dice = Dice(5);
    for round in 0..STATES {
        let mut state = State::random(&mut dice, 1.0);
        state.masses = [MassProperties { inverse_mass: 1e-12, inverse_inertia: 2.0 }; 2];
        let (axis, off) = (round % 2, [0.0, 3e-6, 1e-3, 3.0][round / 2 % 4]);
        let anchor = |length: f32| {
            let length = Scalar::from(length);
            if axis == 0 { Vec2::new(0.0, length) } else { Vec2::new(length, 0.0) }
        };
        (state.joint.local_anchor_a, state.joint.local_anchor_b) = (anchor(1.0), anchor(dice.next()));
        state.angles = [off * dice.next(); 2];
        state.holds_across(state.generated());
        state.holds_across(state.driven());
    }
}

/// Beyond some 700 radii of gyration a direction in which single precision sees K no more is left without an impulse, as one
/// that cannot move is: no impulse is out of bounds, and no rate grows.
#[test]
fn a_lever_beyond_all_measure_does_no_harm() {
    let mut dice = Dice(3);
    for _ in 0..STATES {
        let state = State::random(&mut dice, 1e4);
        let (impulses, [x, y]) = (state.generated(), state.velocity.map(f64::from));
        let [k11, k12, k22] = state.k();
        let rate = [x + k11 * impulses[0] + k12 * impulses[1], y + k12 * impulses[0] + k22 * impulses[1]];
        // The impulse is rounded by an ε of itself, and K is 1e8 then: λ ≤ V/m, δV = ε K λ.
        let work = rate[0] * impulses[0] + rate[1] * impulses[1] + x * impulses[0] + y * impulses[1];
        assert!(impulses.iter().all(|impulse| impulse.is_finite()));
        assert!(work <= 1e-3 * x.hypot(y).powi(2), "{work} out of nothing: {impulses:?}");
    }
}
