//! Nape, 300 steps of each recorded run, reproduced by the generated C, V, J, K and Jᵀλ in the engine's own order.
//!
//! What is written here by hand is the engine's: when it looks, in which order it solves, its softness, biases, clamps and
//! slops. No Jacobian, no effective mass and no constraint is.
//!
//! **No run is left out.** What the engine does wrong is a rule of the engine like the others, and stands where it acts: a
//! line with equal limits holds one side (`Builtin::is_one_sided`), its large errors are shifted along a wrong y
//! (`position::shift_line`), and the factor of a user constraint's K lacks terms (`solve::faulty_cholesky`). Listings of the
//! papers that the engine ran as printed differ from what is derived by which velocity they put into V and by a weight
//! (`user::Listing`), and so are run, too.
//!
//! **The measure.** A deviation of a position, an angle, a velocity, an angular velocity or an impulse is divided by the
//! largest value that this quantity had so far in the recorded run, of any body or component, but by 1 of its unit at least
//! (the engine's units of length are pixels). Angles count whole turns.
//!
//! **How long a run can be told.** Scenes exist that double a rounding error in every step: what another arithmetic makes of
//! them is another run. So beside the run a twin is stepped, whose bodies are off by a few roundings more in every step. Where
//! the run deviates only after the twin has left it, it is compared up to there; a mistake deviates before. The project's own
//! runs are all compared to their end.

#[path = "nape/body.rs"]
mod body;
#[path = "nape/builtin.rs"]
mod builtin;
#[path = "nape/derived.rs"]
mod derived;
#[path = "nape/joint.rs"]
mod joint;
#[path = "nape/joints.rs"]
mod joints;
#[path = "nape/measure.rs"]
mod measure;
#[path = "nape/position.rs"]
mod position;
#[path = "nape/solve.rs"]
mod solve;
#[path = "nape/space.rs"]
mod space;
#[path = "nape/user.rs"]
mod user;

use std::collections::BTreeMap;
use std::env;

use crate::oracle::{self, Run};
use measure::{Measure, numbers};
use space::Space;

const TOLERANCE: f64 = 1e-9;
/// Four roundings, by which the twin is off more in every step.
const NUDGE: f64 = 4.0 * f64::EPSILON;
/// From this deviation on the twin has left the run.
const SENSITIVE: f64 = 0.1 * TOLERANCE;

#[test]
fn nape_is_reproduced() {
    let mut worst = BTreeMap::<String, f64>::new();
    let mut far_off = Vec::new();
    for run in oracle::runs("nape") {
        let outcome = compare(&run);
        let of_joint = worst.entry(run.joint.clone()).or_default();
        *of_joint = of_joint.max(outcome.worst);
        if outcome.worst > TOLERANCE {
            far_off.push(format!("{}: {:e}", run.id, outcome.worst));
        }
        if let Some(step) = outcome.untold {
            println!("{}: from step {step} on, rounding decides", run.id);
            assert!(env::var_os(oracle::FOLDER).is_some(), "{} cannot be told to its end", run.id);
        }
    }
    for (joint, deviation) in worst {
        println!("{joint}: {deviation:.1e}");
    }
    assert!(far_off.is_empty(), "deviate by more than {TOLERANCE:e}:\n{}", far_off.join("\n"));
}

struct Outcome {
    /// The largest deviation.
    worst: f64,
    /// The step that deviates only because rounding decides it.
    untold: Option<usize>,
}

fn compare(run: &Run) -> Outcome {
    assert!((run.damping - 1.0).abs() < f64::EPSILON, "{}: drag is not recorded as a damping", run.id);
    let (mut space, mut twin) = (Space::new(run), Space::new(run));
    let mut measure = Measure::default();
    let mut worst = 0.0_f64;
    let mut twin_has_left = false;
    let mut done = 0;
    for ((&step, states), lambda) in run.steps.iter().zip(&run.states).zip(&run.lambda) {
        for step in done..step {
            twin.nudge(if step % 2 == 0 { NUDGE } else { -NUDGE });
            twin.step();
            space.step();
        }
        done = step;
        let [ours, twins] = [&space, &twin].map(|space| space.numbers(&run.state_bodies));
        let theirs = numbers(states.iter().copied(), lambda.iter().map(Vec::as_slice));
        measure.extend(&theirs);
        twin_has_left |= measure.deviation(&ours, &twins) > SENSITIVE;
        let deviation = measure.deviation(&ours, &theirs);
        if twin_has_left && deviation > TOLERANCE {
            return Outcome { worst, untold: Some(step) };
        }
        worst = worst.max(deviation);
    }
    assert_eq!(done, run.total_steps, "{}: the last step is not recorded", run.id);
    Outcome { worst, untold: None }
}
