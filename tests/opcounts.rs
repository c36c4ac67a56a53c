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
    PivotJoint "setup 1, prepare 39, warm start 16, iteration 44" "9 at setup, 14 at each pose"
    WeldJoint "setup 2, prepare 53, warm start 20, iteration 64" "11 at setup, 19 at each pose"
    AngleJoint "setup 6 + 2 choices, prepare 9, warm start 4, iteration 18 + 3 choices" "8 at setup, 4 at each pose"
    DistanceJoint "setup 3 + 2 choices, prepare 48 + 3 choices, warm start 12, iteration 33 + 3 choices" "12 at setup, 16 at each pose"
    LineJoint "setup 18 + 5 choices, prepare 53, warm start 22, iteration 61 + 3 choices" "13 at setup, 22 at each pose"
    MotorJoint "setup 5, prepare 1, warm start 4, iteration 12" "6 at setup, 1 at each pose"
    PulleyJoint "setup 13 + 2 choices, prepare 96 + 6 choices, warm start 24, iteration 56 + 3 choices" "23 at setup, 26 at each pose"
}

/// What has not come down to its goal yet, all of it in prepare: what it takes now. Pivot, weld, mouse and the lines with two
/// rows want the norm of a frame (k₂₂ from k₁₁), the pulleys their ratio within the unit vector.
const OPEN: [(&str, usize, usize); 8] = [
    ("Pivot", 33, 34),
    ("Weld", 37, 49),
    ("Mouse", 17, 20),
    ("Pulley", 81, 45),
    ("GroundPulley", 52, 25),
    ("TwicePulley", 83, 23),
    ("NapeLine", 45, 46),
    ("Groove", 48, 46),
];

/// C, J and K in one program, and an iteration of the joint as one block whose K⁻¹ and bias are given, at or below the
/// goals. The products of M⁻¹Jᵀ that the iteration reads besides are printed, and in neither count.
#[test]
fn sixteen_joints_as_one_block() {
    let goals = closures::all();
    assert_eq!(goals.len(), 16);
    for closures::Goal { joint, prepare, iterate } in goals {
        let counted = constraint_symbolic::yardstick::count(&joint).expect("a joint");
        let count = |function: &constraint_symbolic::program::Function| function.operations().arithmetic;
        let found = (count(&counted.prepare), count(&counted.iterate));
        let products = count(&counted.with_products) - found.0;
        let name = joint.name.as_str();
        println!("{name:14} {} of {prepare}, {} of {iterate}, products {products}", found.0, found.1);
        let open = OPEN.iter().find(|(open, ..)| *open == name);
        let allowed = open.map_or((prepare, iterate), |&(_, prepare, iterate)| (prepare, iterate));
        assert_eq!(found, allowed, "{name}: the goal is {prepare} and {iterate}");
    }
}
