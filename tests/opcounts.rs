//! How many operations the catalogue's joints take, stage by stage. A change of these figures is seen in review: fewer is
//! better, and more wants a reason.

#[path = "opcounts/closures.rs"]
mod closures;
#[path = "opcounts/writing.rs"]
mod writing;

use constraint_core::Constraint;
use constraint_core::joints::{AngleJoint, DistanceJoint, LineJoint, MotorJoint, PivotJoint, PulleyJoint, WeldJoint};

/// The line of the derivation that begins with `start`, without it.
fn line<J: Constraint>(start: &str) -> &'static str {
    let line = J::DERIVATION.lines().find_map(|line| line.strip_prefix(start));
    line.expect("the derivation counts operations").trim()
}

fn counts<J: Constraint>() -> (&'static str, &'static str) {
    (line::<J>("operations:"), line::<J>("cached:"))
}

macro_rules! figures {
    ($($joint:ident $operations:literal $cached:literal)*) => {
        #[test]
        fn operations_of_the_catalogue() {
            let found = [$((stringify!($joint), counts::<$joint>())),*];
            let expected = [$((stringify!($joint), ($operations, $cached))),*];
            for (found, expected) in found.into_iter().zip(expected) {
                assert_eq!(found, expected);
            }
        }
    };
}

figures! {
    PivotJoint "setup 15, prepare 36 + 5 choices, warm start 18, iteration 46" "16 at setup, 9 at each pose"
    WeldJoint "setup 11 + 2 choices, step 2, prepare 41, warm start 20, iteration 64" "21 at setup, 1 at each step, 12 at each pose"
    AngleJoint "setup 6 + 2 choices, step 6, prepare 12, warm start 4, iteration 20" "9 at setup, 2 at each step, 5 at each pose"
    DistanceJoint "setup 3 + 2 choices, prepare 52 + 3 choices, warm start 12, iteration 37" "19 at setup, 19 at each pose"
    LineJoint "setup 18 + 5 choices, prepare 60, warm start 24, iteration 69" "20 at setup, 34 at each pose"
    MotorJoint "setup 5, prepare 1, warm start 4, iteration 12" "6 at setup, 2 at each pose"
    PulleyJoint "setup 7 + 2 choices, prepare 96 + 6 choices, warm start 24, iteration 61" "34 at setup, 31 at each pose"
}

/// C, J and K in one program, and an iteration of the joint as one block whose K⁻¹ and bias are given, at or below the
/// goals. The products of M⁻¹Jᵀ that the iteration reads besides are printed, and in neither count.
#[test]
fn sixteen_joints_as_one_block() {
    let goals = closures::all();
    assert_eq!(goals.len(), 16);
    for closures::Goal { joint, prepare, iterate } in goals {
        let counted = constraint_testing::op_count::count(&joint).expect("a joint");
        let count = |function: &constraint_symbolic::ir::emitted::Function| function.operations().arithmetic;
        let found = (count(&counted.prepare), count(&counted.iterate));
        let products = count(&counted.with_products) - found.0;
        let name = joint.name.as_str();
        println!("{name:14} {} of {prepare}, {} of {iterate}, products {products}", found.0, found.1);
        assert_eq!(found, (prepare, iterate), "{name}");
    }
}

/// No idle operation, nothing twice, nothing kept for nobody: in the sixteen as the solver has them.
#[test]
fn nothing_is_left_over_in_the_sixteen() {
    for closures::Goal { joint, .. } in closures::all() {
        let compiled = constraint_symbolic::compile(&joint).expect("a joint");
        assert_eq!(constraint_testing::missed_optimizations::in_program(&compiled.program), [], "{}", joint.name);
    }
}
