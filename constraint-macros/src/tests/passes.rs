//! What each pass of the compiler saves, or keeps precise.

use std::path::Path;

use constraint_symbolic::Compiled;
use constraint_symbolic::frontend::syntax::Joint;
use constraint_symbolic::ir::emitted::Operations;
use constraint_symbolic::ir::vector::Input;
use constraint_symbolic::passes::{ALL, Pass, without};
use constraint_testing::execute::{Environment, execute};

#[allow(dead_code)] // for the bench
#[path = "../../../benches/passes/corpus.rs"]
mod corpus;

/// Operations of a warm start, of prepare and of two iterations of these joints.
fn operations(joints: &[Joint], off: Option<Pass>) -> usize {
    let count = |of: Operations| of.arithmetic + of.choices;
    let of_one = |joint: &Joint| {
        let fast = without(off, || constraint_symbolic::compile(joint)).expect("a joint").program.fast;
        let once = count(fast.prepare.operations()) + count(fast.warm_start.operations());
        once + 2 * count(fast.iteration())
    };
    joints.iter().map(of_one).sum()
}

/// Over the catalogue. A pass that saves no operation has another reason, which the table in `optimize/mod.rs` tells.
#[test]
fn passes_save_operations() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |joint: &corpus::Joint| crate::parse::read(&joint.attribute, joint.item.clone()).parsed;
    let joints: Vec<Joint> = corpus::catalogue(&root).iter().filter_map(read).map(|parsed| parsed.joint).collect();
    assert_eq!(joints.len(), 22);
    let on = operations(&joints, None);
    let more = |&pass: &Pass| operations(&joints, Some(pass)).cast_signed() - on.cast_signed();
    let found: Vec<(Pass, isize)> = ALL.iter().map(|pass| (*pass, more(pass))).filter(|&(_, more)| more != 0).collect();
    assert_eq!(found, SAVED);
}

/// How many operations more there are without a pass, of those where it makes a difference.
const SAVED: &[(Pass, isize)] = &[
    (Pass::FrameInvariance, 86),
    (Pass::TermByTerm, 61),
    (Pass::FrameNorm, -1),
    (Pass::Chain, 208),
    (Pass::Lean, 10),
    (Pass::Pair, -16),
    (Pass::Lever, 19),
    (Pass::Levers, -19),
    (Pass::ConstantsEarly, 2),
    (Pass::StrengthReduction, 10),
    (Pass::Unguarded, 2),
    (Pass::Hoist, 26),
    (Pass::ScaleEarly, 9),
    (Pass::CommonSums, 42),
    (Pass::Reciprocals, -8),
    (Pass::CommonFactors, 124),
    (Pass::Quotients, 2),
    (Pass::CommonTerms, 25),
    (Pass::Factoring, 19),
    (Pass::Rates, -72),
];

/// The error of a row of two angles as `f32` has it, after a million turns.
fn error(joint: &Compiled, is_split: bool) -> f64 {
    let (angle_a, angle_b) = (6.0e6, 6.0e6 + 0.3);
    let fast = &joint.program.fast;
    let angle = |input: Input| if input == Input::Angle(0) { angle_a } else { angle_b };
    // All that happened before the step is told in double precision.
    let begun = Environment { given: &|leaf| angle(leaf.input), setup: &[], prepared: &[], starts: &[] };
    let starts: Vec<f64> = execute(&fast.begin, &begun).into_iter().map(single).collect();
    let given = |leaf: constraint_symbolic::ir::scalar::Leaf| match leaf.input {
        input @ Input::Angle(_) => {
            if is_split {
                0.0
            } else {
                single(angle(input))
            }
        }
        _ => 1.0,
    };
    let environment = Environment { given: &given, setup: &[1.0; 16], prepared: &[], starts: &starts };
    let prepared = execute(&fast.prepare, &environment);
    let place = fast.prepared_fields.iter().position(|field| field.ends_with('c')).expect("the row's value");
    (prepared[place].abs() - 0.3).abs()
}

#[allow(clippy::cast_possible_truncation)] // what is lost is measured
fn single(value: f64) -> f64 {
    f64::from(value as f32)
}

/// Angles are told from the start of a step, since `f32` has no digit of 0.3 left beside six million.
#[test]
fn large_angles_lose_nothing() {
    let closure = "|a, b| b.angle - a.angle";
    let with = super::compile(closure).expect("a joint");
    let off = without(Some(Pass::LargeAngles), || super::compile(closure)).expect("a joint");
    // 0.3 in `f32`, and the next number after 6e6 there.
    assert!(error(&with, true) < 3e-8, "{}", error(&with, true));
    assert!(error(&off, false) > 0.1, "{}", error(&off, false));
}
