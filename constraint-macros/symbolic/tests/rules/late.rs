//! What passes over scalars bring forth late is what it would have been early: constants, choices of nothing, equal values in two forms.

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

/// s t − t s, which is seen to be nothing when equal values become one.
fn nothing(ir: &mut ScalarIr, s: Slot, t: Slot) -> Slot {
    let [one, other] = [[(s, 1), (t, 1)], [(t, 1), (s, 1)]].map(|both| add(ir, Op::Product(both.to_vec())));
    add(ir, Op::Sum(vec![(Number::ONE, one), (minus(), other)]))
}

fn add(ir: &mut ScalarIr, op: Op) -> Slot {
    ir.add(op, usize::MAX)
}

fn constant(ir: &mut ScalarIr, value: f64) -> Slot {
    add(ir, Op::Constant(Number::new(value)))
}

#[test]
fn a_choice_of_nothing_or_of_equals_is_none() {
    let (ir, roots) = sharing(&["s", "t", "k"], |ir, slots| {
        let &[s, t, k] = slots else { panic!("three scalars") };
        let (is_less, none, zero) = (add(ir, Op::Less(s, t)), nothing(ir, s, t), constant(ir, 0.0));
        let of_nothing = add(ir, Op::Choose(is_less, none, zero));
        let same = add(ir, Op::Sum(vec![(minus(), k), (minus(), none)]));
        let minus_k = add(ir, Op::Sum(vec![(minus(), k)]));
        vec![of_nothing, add(ir, Op::Choose(is_less, same, minus_k)), k]
    });
    assert_eq!(*ir.op(roots[0]), Op::Sum(Vec::new()));
    assert_eq!(*ir.op(roots[1]), Op::Sum(vec![(minus(), roots[2])]));
}

/// A factor that is left as −1 turns the product's sign, and is none.
#[test]
fn constants_that_come_late_are_no_factors() {
    let (ir, roots) = sharing(&["s", "t", "k"], |ir, slots| {
        let &[s, t, k] = slots else { panic!("three scalars") };
        let (none, one) = (nothing(ir, s, t), constant(ir, 1.0));
        let factor = add(ir, Op::Sum(vec![(Number::ONE, none), (minus(), one)]));
        vec![add(ir, Op::Product(vec![(factor, 1), (k, 1)])), k]
    });
    assert_eq!(*ir.op(roots[0]), Op::Sum(vec![(minus(), roots[1])]));
}

/// What a slot is another name of.
fn same(ir: &ScalarIr, slot: Slot) -> Slot {
    match ir.op(slot) {
        Op::Sum(terms) if let &[(Number::ONE, only)] = &terms[..] => same(ir, only),
        _ => slot,
    }
}

/// 1.75 s is a value by itself, and in a sum, too.
#[test]
fn a_multiple_is_worked_out_once() {
    let (ir, roots) = sharing(&["s", "t"], |ir, slots| {
        let &[s, t] = slots else { panic!("two scalars") };
        let multiple = add(ir, Op::Sum(vec![(Number::new(1.75), s)]));
        vec![multiple, add(ir, Op::Sum(vec![(Number::ONE, t), (Number::new(-1.75), s)])), t]
    });
    assert_eq!(*ir.op(roots[1]), Op::Sum(vec![(Number::ONE, roots[2]), (minus(), roots[0])]));
}

/// a s − b t is one value, whether a s and b t have places of their own or not.
#[test]
fn sums_of_multiples_are_equal_in_any_form() {
    let (ir, roots) = sharing(&["s", "t"], |ir, slots| {
        let (half, third) = (Number::new(0.5), Number::new(1.0 / 3.0));
        let whole = ir.add(Op::Sum(vec![(half, slots[0]), (Number::new(-1.0 / 3.0), slots[1])]), usize::MAX);
        let of_s = ir.add(Op::Sum(vec![(half, slots[0])]), usize::MAX);
        let of_t = ir.add(Op::Sum(vec![(third, slots[1])]), usize::MAX);
        let in_parts = ir.add(Op::Sum(vec![(Number::ONE, of_t), (minus(), of_s)]), usize::MAX);
        // So that there is something to share.
        let product = ir.add(Op::Product(vec![(slots[0], 1), (in_parts, 1)]), usize::MAX);
        ir.replace(product, Op::Product(vec![(in_parts, 1), (slots[0], 1)]));
        vec![whole, in_parts, product]
    });
    assert_eq!(*ir.op(roots[1]), Op::Sum(vec![(minus(), roots[0])]));
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

/// What nothing was taken off is no rounding of itself, however that was found out.
#[test]
fn a_pivot_is_no_rounding_of_itself() {
    let (ir, roots) = sharing(&["s", "t"], |ir, slots| {
        let &[s, t] = slots else { panic!("two scalars") };
        let (zero, none, rounding) = (constant(ir, 0.0), nothing(ir, s, t), add(ir, Op::Rounding(s)));
        let d = add(ir, Op::Sum(vec![(Number::ONE, s), (minus(), none)]));
        let pivots = [Op::Pivot(s, zero), Op::Pivot(d, rounding)].map(|pivot| add(ir, pivot));
        vec![add(ir, Op::Product(vec![(pivots[0], 1), (t, 1)])), add(ir, Op::Product(vec![(pivots[1], 1), (t, 1)]))]
    });
    assert_eq!(same(&ir, roots[0]), same(&ir, roots[1]));
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
