//! How many operations the catalogue's joints take, stage by stage. A change of these figures is seen in review: fewer is
//! better, and more wants a reason.

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
    PivotJoint "setup 1, prepare 39, warm start 16, iteration 44" "9 at setup, 14 at each pose"
    WeldJoint "setup 2, prepare 53, warm start 20, iteration 64" "11 at setup, 19 at each pose"
    AngleJoint "setup 6 + 2 choices, prepare 9, warm start 4, iteration 18 + 3 choices" "8 at setup, 4 at each pose"
    DistanceJoint "setup 3 + 2 choices, prepare 48 + 3 choices, warm start 12, iteration 33 + 3 choices" "12 at setup, 16 at each pose"
    LineJoint "setup 18 + 5 choices, prepare 53, warm start 24, iteration 61 + 3 choices" "13 at setup, 22 at each pose"
    MotorJoint "setup 5, prepare 1, warm start 4, iteration 12" "6 at setup, 1 at each pose"
    PulleyJoint "setup 14 + 2 choices, prepare 96 + 6 choices, warm start 24, iteration 59 + 3 choices" "23 at setup, 26 at each pose"
}
