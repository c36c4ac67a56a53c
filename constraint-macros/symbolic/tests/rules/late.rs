//! What passes over scalars bring forth late is what it would have been early: constants, choices of nothing, equal values in two forms.

use constraint_symbolic::graph::{Graph, Id, Node, Number};
use constraint_symbolic::share::{share, share_in_place};
use constraint_symbolic::tape::{Op, Slot, Tape};

use crate::bench::{given, taped};

fn minus() -> Number {
    Number::new(-1.0)
}

/// What a pass makes of the slots of some scalars.
fn sharing(values: &[&str], make: fn(&mut Tape, &[Slot]) -> Vec<Slot>) -> (Tape, Vec<Slot>) {
    let mut g = Graph::new();
    let values: Vec<Id> = values.iter().map(|name| given(&mut g, name)).collect();
    let (mut tape, slots) = taped(&g, &values, |_, _| {});
    let roots = make(&mut tape, &slots);
    share_in_place(&mut tape, &roots);
    (tape, roots)
}

/// s t − t s, which is seen to be nothing when equal values become one.
fn nothing(tape: &mut Tape, s: Slot, t: Slot) -> Slot {
    let [one, other] = [[(s, 1), (t, 1)], [(t, 1), (s, 1)]].map(|both| add(tape, Op::Product(both.to_vec())));
    add(tape, Op::Sum(vec![(Number::ONE, one), (minus(), other)]))
}

fn add(tape: &mut Tape, op: Op) -> Slot {
    tape.add(op, usize::MAX)
}

fn constant(tape: &mut Tape, value: f64) -> Slot {
    add(tape, Op::Constant(Number::new(value)))
}

#[test]
fn a_choice_of_nothing_or_of_equals_is_none() {
    let (tape, roots) = sharing(&["s", "t", "k"], |tape, slots| {
        let &[s, t, k] = slots else { panic!("three scalars") };
        let (is_less, none, zero) = (add(tape, Op::Less(s, t)), nothing(tape, s, t), constant(tape, 0.0));
        let of_nothing = add(tape, Op::Choose(is_less, none, zero));
        let same = add(tape, Op::Sum(vec![(minus(), k), (minus(), none)]));
        let minus_k = add(tape, Op::Sum(vec![(minus(), k)]));
        vec![of_nothing, add(tape, Op::Choose(is_less, same, minus_k)), k]
    });
    assert_eq!(*tape.op(roots[0]), Op::Sum(Vec::new()));
    assert_eq!(*tape.op(roots[1]), Op::Sum(vec![(minus(), roots[2])]));
}

/// A factor that is left as −1 turns the product's sign, and is none.
#[test]
fn constants_that_come_late_are_no_factors() {
    let (tape, roots) = sharing(&["s", "t", "k"], |tape, slots| {
        let &[s, t, k] = slots else { panic!("three scalars") };
        let (none, one) = (nothing(tape, s, t), constant(tape, 1.0));
        let factor = add(tape, Op::Sum(vec![(Number::ONE, none), (minus(), one)]));
        vec![add(tape, Op::Product(vec![(factor, 1), (k, 1)])), k]
    });
    assert_eq!(*tape.op(roots[0]), Op::Sum(vec![(minus(), roots[1])]));
}

/// What a slot is another name of.
fn same(tape: &Tape, slot: Slot) -> Slot {
    match tape.op(slot) {
        Op::Sum(terms) if let &[(Number::ONE, only)] = &terms[..] => same(tape, only),
        _ => slot,
    }
}

/// 1.75 s is a value by itself, and in a sum, too.
#[test]
fn a_multiple_is_worked_out_once() {
    let (tape, roots) = sharing(&["s", "t"], |tape, slots| {
        let &[s, t] = slots else { panic!("two scalars") };
        let multiple = add(tape, Op::Sum(vec![(Number::new(1.75), s)]));
        vec![multiple, add(tape, Op::Sum(vec![(Number::ONE, t), (Number::new(-1.75), s)])), t]
    });
    assert_eq!(*tape.op(roots[1]), Op::Sum(vec![(Number::ONE, roots[2]), (minus(), roots[0])]));
}

/// a s − b t is one value, whether a s and b t have places of their own or not.
#[test]
fn sums_of_multiples_are_equal_in_any_form() {
    let (tape, roots) = sharing(&["s", "t"], |tape, slots| {
        let (half, third) = (Number::new(0.5), Number::new(1.0 / 3.0));
        let whole = tape.add(Op::Sum(vec![(half, slots[0]), (Number::new(-1.0 / 3.0), slots[1])]), usize::MAX);
        let of_s = tape.add(Op::Sum(vec![(half, slots[0])]), usize::MAX);
        let of_t = tape.add(Op::Sum(vec![(third, slots[1])]), usize::MAX);
        let in_parts = tape.add(Op::Sum(vec![(Number::ONE, of_t), (minus(), of_s)]), usize::MAX);
        // So that there is something to share.
        let product = tape.add(Op::Product(vec![(slots[0], 1), (in_parts, 1)]), usize::MAX);
        tape.replace(product, Op::Product(vec![(in_parts, 1), (slots[0], 1)]));
        vec![whole, in_parts, product]
    });
    assert_eq!(*tape.op(roots[1]), Op::Sum(vec![(minus(), roots[0])]));
}

/// −s < −t is t < s, −s < 0 is 0 < s, and the order of what is both does not count.
#[test]
fn truths_have_one_form() {
    let (tape, roots) = sharing(&["s", "t"], |tape, slots| {
        let &[s, t] = slots else { panic!("two scalars") };
        let zero = tape.add(Op::Constant(Number::new(0.0)), usize::MAX);
        let [minus_s, minus_t] = [s, t].map(|slot| tape.add(Op::Sum(vec![(minus(), slot)]), usize::MAX));
        let mut both = |a: Op, b: Op| {
            let (a, b) = (tape.add(a, usize::MAX), tape.add(b, usize::MAX));
            [tape.add(Op::And(a, b), usize::MAX), tape.add(Op::And(b, a), usize::MAX)]
        };
        let one = both(Op::Less(minus_s, minus_t), Op::LessEqual(minus_s, zero));
        let other = both(Op::Less(t, s), Op::LessEqual(zero, s));
        [one, other].concat()
    });
    assert!(roots.iter().all(|&root| root == roots[0]), "{roots:?} of {} scalars", tape.len());
}

/// What nothing was taken off is no rounding of itself, however that was found out.
#[test]
fn a_pivot_is_no_rounding_of_itself() {
    let (tape, roots) = sharing(&["s", "t"], |tape, slots| {
        let &[s, t] = slots else { panic!("two scalars") };
        let (zero, none, rounding) = (constant(tape, 0.0), nothing(tape, s, t), add(tape, Op::Rounding(s)));
        let d = add(tape, Op::Sum(vec![(Number::ONE, s), (minus(), none)]));
        let pivots = [Op::Pivot(s, zero), Op::Pivot(d, rounding)].map(|pivot| add(tape, pivot));
        vec![add(tape, Op::Product(vec![(pivots[0], 1), (t, 1)])), add(tape, Op::Product(vec![(pivots[1], 1), (t, 1)]))]
    });
    assert_eq!(same(&tape, roots[0]), same(&tape, roots[1]));
}

/// k₀²/K + k₁²/K is not (k₀² + k₁²)/K: the square of an inverse mass of 1e-20 is zero in single precision.
#[test]
fn no_factor_leaves_squares_of_masses() {
    let mut g = Graph::new();
    let (s, t) = (given(&mut g, "s"), given(&mut g, "t"));
    let (m_a, m_b) = (given(&mut g, "m_a"), given(&mut g, "m_b"));
    let zero = g.constant(0.0);
    let mass = g.add(m_a, m_b);
    let inverse = g.pivot(mass, zero);
    let entries = [g.mul(s, m_a), g.mul(t, m_b)];
    let squares = entries.map(|entry| g.intern(Node::Product(vec![(entry, 2), (inverse, 1)])));
    let sum = g.add(squares[0], squares[1]);
    for pass in [share, share_in_place] {
        let (tape, roots) = taped(&g, &[sum], pass);
        for slot in tape.order(&roots, &|_| false) {
            let is_sum = matches!(tape.op(slot), Op::Sum(_));
            assert!(!is_sum || tape.mass(slot).abs() <= 1, "{:?} has mass^{}", tape.op(slot), -tape.mass(slot));
        }
    }
}
