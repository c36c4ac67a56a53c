//! Motion does not depend on the unit of mass.

use constraint_symbolic::ir::emitted::{FastPath, Function};
use constraint_symbolic::ir::scalar::Leaf;
use constraint_symbolic::ir::vector::Input;
use constraint_testing::execute::{Environment, execute};

use crate::state::State;

/// A power of two, so that nothing rounds otherwise for it, of which two factors are no number: so much more do bodies weigh,
/// or so much less, and there the product of two inverse masses, or of two impulses, is zero or infinite.
const UNIT: i32 = 600;

/// What is as large as two to this power at one kilogram is a tangent of a quotient of exponentials, and may well overflow in other units.
pub(crate) const LARGE: f64 = 200.0;

/// Velocities and impulses of the fast path, the impulses in the unit.
fn motion(fast: &FastPath, state: &State<'_>, unit: f64) -> Vec<f64> {
    let given = |leaf: Leaf| match leaf.input {
        Input::InverseMass(_) | Input::InverseInertia(_) => state.leaf(leaf) / unit,
        Input::Impulse(_) => state.leaf(leaf) * unit,
        _ => state.leaf(leaf),
    };
    let run = |function: &Function, setup: &[f64], prepared: &[f64]| {
        execute(function, &Environment { given: &given, setup, prepared, starts: &[] })
    };
    let setup = run(&fast.setup, &[], &[]);
    let prepared = run(&fast.prepare, &setup, &[]);
    let mut found = run(&fast.warm_start, &setup, &prepared);
    for block in &fast.solve {
        let mut solved = run(&block.code, &setup, &prepared);
        solved[..block.rows.len()].iter_mut().for_each(|impulse| *impulse /= unit);
        found.extend(solved);
    }
    found
}

/// Motion among planets, and among grains, is motion of bodies of a kilogram, to the last bit. Says how many values were
/// compared.
///
/// Forces of parameters would be of another unit: a joint with a greatest force is none of these.
pub(crate) fn is_none(fast: &FastPath, state: &State<'_>) -> usize {
    if state.parameters.iter().any(|parameter| parameter.path[0] == "force") {
        return 0;
    }
    let (large, mut compared) = (LARGE.exp2(), 0);
    let plain = motion(fast, state, 1.0);
    for exponent in [UNIT, -UNIT] {
        let found = motion(fast, state, 2.0_f64.powi(exponent));
        for (plain, found) in plain.iter().zip(found) {
            if *plain == 0.0 || (1.0 / large..large).contains(&plain.abs()) {
                compared += 1;
                // −0 is 0.
                let bits = [plain + 0.0, found + 0.0].map(f64::to_bits);
                assert_eq!(bits[0], bits[1], "{found} where a unit of mass is 2^{exponent} kg, {plain} else");
            }
        }
    }
    compared
}
