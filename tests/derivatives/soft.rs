//! Springs: λ' = λ − mₛ K⁻¹ (V + b c) − iₛ λ, with the spring's own coefficients, whatever the pass says.

use constraint_core::{Array, Constraint, Pass, Softness};

use crate::fast::{Run, STEP, impulses, soft_pass};
use crate::odd;
use crate::sample::{EXACT, Sample, State, near};

/// K⁻¹ v for one row or two, by Cramer's rule.
fn solved<J: Constraint>(joint: &J, state: &State<J>, v: &[f64]) -> Vec<f64> {
    let k = joint.effective_mass(&state.poses, &state.masses);
    let k = |i: usize, j: usize| k.as_ref()[i].as_ref()[j];
    match *v {
        [x] => vec![x / k(0, 0)],
        [x, y] => {
            let determinant = k(0, 0) * k(1, 1) - k(0, 1) * k(1, 0);
            vec![(k(1, 1) * x - k(0, 1) * y) / determinant, (k(0, 0) * y - k(1, 0) * x) / determinant]
        }
        _ => panic!("one row or two"),
    }
}

/// One iteration against the formula, from impulses at random. Determinants of K lose two digits, which [`EXACT`] has.
fn as_the_formula_says<J: Constraint>(sample: &Sample<J>, softness: impl Fn(&J) -> Option<Softness>) {
    sample.each(|joint, state, random| {
        let pass = soft_pass(random);
        let used = softness(joint).map_or(pass, |softness| softness.pass(STEP.h));
        let mut run = Run::new(joint, state);
        run.impulses = impulses::<J>(random);
        let before = run.impulses;
        let (rate, place) = (joint.velocity(&state.poses, &run.velocities), joint.position(&state.poses));
        run.solve(pass);
        // Without a frequency b is 0/0, and of no account: mₛ is 0.
        let bias_rate = if used.mass_scale > 0.0 { used.bias_rate } else { 0.0 };
        let wanted: Vec<f64> =
            rate.as_ref().iter().zip(place.as_ref()).map(|(rate, place)| rate + bias_rate * place).collect();
        let removed = solved(joint, state, &wanted);
        for (row, removed) in removed.into_iter().enumerate() {
            let old = before.as_ref()[row];
            let expected = old - used.mass_scale * removed - used.impulse_scale * old;
            let what = format!("{} λ[{row}]", sample.name);
            near(&what, run.impulses.as_ref()[row], expected, 10.0 * EXACT * removed.abs().max(1.0));
        }
    });
}

#[test]
fn springs_of_one_row() {
    as_the_formula_says(&odd::SPRING, |joint| Some(joint.softness));
}

#[test]
fn springs_of_two_rows() {
    as_the_formula_says(&odd::BUSHING, |joint| Some(Softness::new(joint.hertz, 0.75)));
}

/// An equality follows the pass, by the same formula.
#[test]
fn equalities_follow_the_pass() {
    as_the_formula_says(&crate::catalogue::PIVOT, |_| None);
    as_the_formula_says(&odd::BEAD, |_| None);
    as_the_formula_says(&odd::FRACTION, |_| None);
}

/// Without a frequency there is no spring: what it had is given back, and nothing is NaN.
#[test]
fn no_frequency_is_no_spring() {
    odd::SPRING.each(|joint, state, random| {
        let joint = odd::Spring { softness: Softness::new(0.0, joint.softness.damping_ratio), ..*joint };
        let mut run = Run::new(&joint, state);
        run.solve(soft_pass(random));
        near("impulse", run.impulses[0], 0.0, 0.0);
        assert_eq!(run.velocities, state.velocities);
    });
}

/// A spring of 1e6 Hz is rigid: what V it leaves is −c/h to the softness that is left, a part in 1e4.
#[test]
fn stiff_springs_are_rigid() {
    odd::SPRING.each(|joint, state, _| {
        let joint = odd::Spring { softness: Softness::new(1e6, 1.0), ..*joint };
        let mut run = Run::new(&joint, state);
        run.solve(Pass { spring_scale: 1.0, ..Pass::relax() });
        let (rate, place) = (joint.velocity(&state.poses, &run.velocities), joint.position(&state.poses));
        near("V", rate[0], -place[0] * STEP.inverse_h, 1e-3 * (1.0 + place[0].abs() * STEP.inverse_h));
    });
}

/// Energy is never made: at c = 0 and from rest of the impulses, a spring's iteration does not raise |V|.
#[test]
fn springs_do_not_overshoot_at_rest() {
    odd::SPRING.each(|joint, state, _| {
        let joint = odd::Spring { anchor: joint.anchor, softness: joint.softness };
        let mut poses = state.poses;
        // The second body is moved along the stretch until that is 1 m long.
        let c = joint.position(&poses)[0];
        let gradient = joint.jacobian(&poses)[0][1];
        poses[1].x -= c * gradient.x;
        poses[1].y -= c * gradient.y;
        let state = State { poses, ..*state };
        // Ten operations on coordinates of up to 6.
        near("c", joint.position(&poses)[0], 0.0, 1e-12);
        let before = joint.velocity(&state.poses, &state.velocities)[0];
        let mut run = Run::new(&joint, &state);
        run.solve(Pass { spring_scale: 1.0, ..Pass::relax() });
        let after = joint.velocity(&state.poses, &run.velocities)[0];
        // c is 1e-15, which b, at most 1e2, and the rounding of V make 1e-12 of.
        assert!(after.abs() <= before.abs() + 1e-12, "{after} from {before}");
    });
}

/// The pass of a softness is the formula of its page.
#[test]
fn coefficients_of_a_spring() {
    let pass: Pass<f64> = Softness::new(2.0, 0.5).pass(0.01);
    let omega = core::f64::consts::TAU * 2.0;
    // m/h² + d/h + k, by the implicit step: d = 2ζω m, k = ω² m.
    let (damping, stiffness) = (2.0 * 0.5 * omega, omega * omega);
    let softened = 0.01 * (damping + 0.01 * stiffness);
    near("mₛ", pass.mass_scale, softened / (1.0 + softened), 1e-14);
    near("iₛ", pass.impulse_scale, 1.0 / (1.0 + softened), 1e-14);
    near("b", pass.bias_rate, stiffness / (damping + 0.01 * stiffness), 1e-13);
    let rows: [f64; 1] = Array::from_fn(|_| pass.mass_scale + pass.impulse_scale);
    near("shares", rows[0], 1.0, 1e-15);
}
