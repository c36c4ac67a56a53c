//! The scalar IR has one form for one value, also for what passes add to it.

use constraint_symbolic::ir::scalar::{Op, ScalarIr, Slot};
use constraint_symbolic::ir::vector::{Id, Node, Number, VectorIr};
use constraint_symbolic::optimize::{share, share_in_place};

use crate::bench::{given, taped};

fn minus() -> Number {
    Number::new(-1.0)
}

/// What a pass makes of the slots of some scalars.
fn sharing(values: &[&str], make: fn(&mut ScalarIr, &[Slot]) -> Vec<Slot>) -> (ScalarIr, Vec<Slot>) {
    let mut g = VectorIr::new();
    let values: Vec<Id> = values.iter().map(|name| given(&mut g, name)).collect();
    let (mut ir, slots) = taped(&g, &values, |_, _| {});
    let roots = make(&mut ir, &slots);
    share_in_place(&mut ir, &roots);
    (ir, roots)
}

fn add(ir: &mut ScalarIr, op: Op) -> Slot {
    ir.add(op, usize::MAX)
}

fn constant(ir: &mut ScalarIr, value: f64) -> Slot {
    add(ir, Op::Constant(Number::new(value)))
}

/// −s < −t is t < s, −s < 0 is 0 < s, and the order of what is both does not count.
#[test]
fn truths_have_one_form() {
    let (ir, roots) = sharing(&["s", "t"], |ir, slots| {
        let &[s, t] = slots else { panic!("two scalars") };
        let zero = ir.add(Op::Constant(Number::new(0.0)), usize::MAX);
        let [minus_s, minus_t] = [s, t].map(|slot| ir.add(Op::Sum(vec![(minus(), slot)]), usize::MAX));
        let mut both = |a: Op, b: Op| {
            let (a, b) = (ir.add(a, usize::MAX), ir.add(b, usize::MAX));
            [ir.add(Op::And(a, b), usize::MAX), ir.add(Op::And(b, a), usize::MAX)]
        };
        let one = both(Op::Less(minus_s, minus_t), Op::LessEqual(minus_s, zero));
        let other = both(Op::Less(t, s), Op::LessEqual(zero, s));
        [one, other].concat()
    });
    assert!(roots.iter().all(|&root| root == roots[0]), "{roots:?} of {} scalars", ir.len());
}

/// A pivot from which nothing was subtracted has no rounding of itself.
#[test]
fn a_pivot_is_no_rounding_of_itself() {
    let (_, roots) = sharing(&["s"], |ir, slots| {
        let (zero, rounding) = (constant(ir, 0.0), add(ir, Op::Rounding(slots[0])));
        [zero, rounding].map(|by| add(ir, Op::Pivot(slots[0], by))).to_vec()
    });
    assert_eq!(roots[0], roots[1]);
}

/// k₀²/K + k₁²/K is not (k₀² + k₁²)/K: the square of an inverse mass of 1e-20 is zero in single precision.
#[test]
fn no_factor_leaves_squares_of_masses() {
    let mut g = VectorIr::new();
    let (s, t) = (given(&mut g, "s"), given(&mut g, "t"));
    let (m_a, m_b) = (given(&mut g, "m_a"), given(&mut g, "m_b"));
    let zero = g.constant(0.0);
    let mass = g.add(m_a, m_b);
    let inverse = g.pivot(mass, zero);
    let entries = [g.mul(s, m_a), g.mul(t, m_b)];
    let squares = entries.map(|entry| g.intern(Node::Product(vec![(entry, 2), (inverse, 1)])));
    let sum = g.add(squares[0], squares[1]);
    for pass in [share, share_in_place] {
        let (ir, roots) = taped(&g, &[sum], pass);
        for slot in ir.order(&roots, &|_| false) {
            let is_sum = matches!(ir.op(slot), Op::Sum(_));
            assert!(!is_sum || ir.mass(slot).abs() <= 1, "{:?} has mass^{}", ir.op(slot), -ir.mass(slot));
        }
    }
}
