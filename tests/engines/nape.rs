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
//! **The measure.** Of a run, a deviation of a position, an angle, a velocity, an angular velocity or an impulse is divided
//! by the largest value that this quantity reaches in the recorded run, of any body or component, but by 1 of its unit at
//! least (the engine's units of length are pixels). Angles count whole turns.

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
#[path = "nape/position.rs"]
mod position;
#[path = "nape/solve.rs"]
mod solve;
#[path = "nape/space.rs"]
mod space;
#[path = "nape/user.rs"]
mod user;

use std::collections::BTreeMap;

use crate::oracle::{self, Run};
use body::Body;
use space::Space;

const TOLERANCE: f64 = 1e-9;

/// Position, angle, velocity, angular velocity: which of the six numbers of a state belong together.
const QUANTITIES: [usize; 6] = [0, 0, 1, 2, 2, 3];

#[test]
fn nape_is_reproduced() {
    let mut worst = BTreeMap::<String, f64>::new();
    let mut far_off = Vec::new();
    for run in oracle::runs("nape") {
        let deviation = deviation(&run);
        let of_joint = worst.entry(run.joint.clone()).or_default();
        *of_joint = of_joint.max(deviation);
        if deviation > TOLERANCE {
            far_off.push(format!("{}: {deviation:e}", run.id));
        }
    }
    for (joint, deviation) in worst {
        println!("{joint}: {deviation:.1e}");
    }
    assert!(far_off.is_empty(), "deviate by more than {TOLERANCE:e}:\n{}", far_off.join("\n"));
}

/// The largest deviation of a run, by the measure above; infinite where there is NaN.
fn deviation(run: &Run) -> f64 {
    assert!((run.damping - 1.0).abs() < f64::EPSILON, "{}: drag is not recorded as a damping", run.id);
    let states = greatest(run.states.iter().flatten().flat_map(|state| QUANTITIES.into_iter().zip(*state)));
    let impulses = greatest(run.lambda.iter().flat_map(|joints| joints.iter().enumerate()).flat_map(each_of_joint));

    let mut space = Space::new(run);
    let mut recorded = run.steps.iter().enumerate().peekable();
    let mut worst = 0.0;
    let mut compare = |ours: f64, theirs: f64, scale: f64| {
        let deviation = (ours - theirs).abs() / scale;
        worst = if deviation.is_nan() { f64::INFINITY } else { deviation.max(worst) };
    };
    for step in 0..=run.total_steps {
        if step > 0 {
            space.step();
        }
        let Some((sample, _)) = recorded.next_if(|(_, recorded)| **recorded == step) else { continue };
        for (&body, theirs) in run.state_bodies.iter().zip(&run.states[sample]) {
            let ours = state(&space.bodies[body]);
            for ((quantity, ours), theirs) in QUANTITIES.into_iter().zip(ours).zip(theirs) {
                compare(ours, *theirs, states[&quantity]);
            }
        }
        for (joint, theirs) in run.lambda.get(sample).into_iter().flatten().enumerate() {
            let ours = space.lambda(joint);
            assert_eq!(ours.len(), theirs.len(), "{}: rows of joint {joint}", run.id);
            for (ours, theirs) in ours.iter().zip(theirs) {
                compare(*ours, *theirs, impulses[&joint]);
            }
        }
    }
    assert!(recorded.peek().is_none(), "{}: steps are out of order", run.id);
    worst
}

fn state(body: &Body) -> [f64; 6] {
    let Body { pose, velocity, .. } = body;
    [pose.x, pose.y, pose.angle, velocity.x, velocity.y, velocity.angular]
}

fn each_of_joint((joint, lambda): (usize, &Vec<f64>)) -> impl Iterator<Item = (usize, f64)> {
    lambda.iter().map(move |&component| (joint, component))
}

/// The largest magnitude under each key, and at least 1.
fn greatest(values: impl Iterator<Item = (usize, f64)>) -> BTreeMap<usize, f64> {
    let mut greatest = BTreeMap::new();
    for (key, value) in values {
        let entry = greatest.entry(key).or_insert(1.0_f64);
        *entry = entry.max(value.abs());
    }
    greatest
}
