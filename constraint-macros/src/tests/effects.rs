//! What impulses do to the velocities: as few operations as can be, and neighbours alike. That the values are right, the
//! derivatives' tests say of the whole catalogue.

use constraint_symbolic::ir::emitted::{Arithmetic, Expr, Function};
use constraint_symbolic::ir::scalar::{Lane, Leaf};
use constraint_symbolic::ir::vector::Input;

use super::compile;

/// Rows along and across one direction, whose effects are the same numbers up to their signs.
const ALONG_AND_ACROSS: &str = "|a, b| {
    let n = a.rotation * self.u.normalize();
    let d = b.point(self.w) - a.position;
    (n.perp_dot(d), n.dot(d).within(self.lo..=self.hi))
}";

/// The kept numbers that the impulse of a row is multiplied with, in the order in which they are read.
fn effects(warm_start: &Function, row: u8) -> Vec<usize> {
    fn of(expr: &Expr, row: u8, found: &mut Vec<usize>) {
        let is_impulse =
            |expr: &Expr| matches!(expr, Expr::Given(Leaf { input: Input::Impulse(of), .. }) if *of == row);
        match expr {
            Expr::Binary(Arithmetic::Multiply, a, b) => match (&**a, &**b) {
                (Expr::Prepared(index), impulse) | (impulse, Expr::Prepared(index)) if is_impulse(impulse) => {
                    found.push(*index);
                }
                _ => {}
            },
            expr => expr.operands().into_iter().for_each(|operand| of(operand, row, found)),
        }
    }
    let mut found = Vec::new();
    warm_start.outputs.iter().for_each(|output| of(output, row, &mut found));
    found
}

#[test]
fn each_row_has_its_effects_in_the_order_of_the_velocities() {
    let fast = compile(ALONG_AND_ACROSS).expect("a joint").program.fast;
    for row in 0..2 {
        let found = effects(&fast.warm_start, row);
        assert_eq!(found.len(), 6, "row {row}");
        assert!(found.is_sorted_by(|a, b| a + 1 == *b), "row {row}: {found:?}");
    }
}

/// Six products with J as it is kept, a number for each velocity, and no difference of velocities.
#[test]
fn a_row_by_itself_has_its_jacobian_in_the_order_of_the_velocities() {
    let fast = compile("|a, b| a.point(self.u).distance(b.point(self.w)).within(self.lo..=self.hi)")
        .expect("a joint")
        .program
        .fast;
    let solve = &fast.solve[0].code;
    let mut found: Vec<(Leaf, usize)> = Vec::new();
    let mut pending: Vec<&Expr> = solve.locals.iter().map(|local| &local.value).chain(&solve.outputs).collect();
    while let Some(expr) = pending.pop() {
        if let Expr::Binary(Arithmetic::Multiply, a, b) = expr
            && let (Expr::Prepared(index), Expr::Given(leaf)) | (Expr::Given(leaf), Expr::Prepared(index)) =
                (&**a, &**b)
            && matches!(leaf.input, Input::LinearVelocity(_) | Input::AngularVelocity(_))
        {
            found.push((*leaf, *index));
        }
        pending.extend(expr.operands());
    }
    let place = |leaf: Leaf| match leaf.input {
        Input::LinearVelocity(body) => (body, u8::from(leaf.lane == Lane::Y)),
        Input::AngularVelocity(body) => (body, 2),
        _ => (u8::MAX, 0),
    };
    found.sort_by_key(|&(leaf, _)| place(leaf));
    let kept: Vec<usize> = found.iter().map(|&(_, index)| index).collect();
    assert_eq!(kept.len(), 6, "{found:?}");
    assert!(kept.is_sorted_by(|a, b| a + 1 == *b), "{found:?}");
}

/// A motor's greatest impulse is kept with both signs: nothing is negated.
#[test]
fn a_bound_on_both_sides_is_kept_with_both_signs() {
    let fast = compile("|a, b| (b.angle - a.angle).at_rate(self.k).max_force(self.k)").expect("a joint").program.fast;
    assert!(!has(&fast.solve[0].code, |expr| matches!(expr, Expr::Negate(_))), "{:?}", fast.solve[0].code);
    assert_eq!(fast.prepared_fields, ["max_impulse", "minus_max_impulse_2"]);
}

/// Whether something in a function is such.
fn has(function: &Function, is: fn(&Expr) -> bool) -> bool {
    let mut pending: Vec<&Expr> = function.locals.iter().map(|local| &local.value).chain(&function.outputs).collect();
    while let Some(expr) = pending.pop() {
        if is(expr) {
            return true;
        }
        pending.extend(expr.operands());
    }
    false
}

#[test]
fn neighbours_are_all_added_to() {
    let fast = compile(ALONG_AND_ACROSS).expect("a joint").program.fast;
    let subtracts = |expr: &Expr| matches!(expr, Expr::Negate(_) | Expr::Binary(Arithmetic::Subtract, ..));
    assert!(!has(&fast.warm_start, subtracts), "{:?}", fast.warm_start);
}

/// Torques and arms are added up before the moment of inertia divides them: in all, two multiplications and three additions
/// for each angular velocity and one of each, four and four for the linear ones.
#[test]
fn torques_are_added_up_before_they_turn() {
    let closure = "|a, b| (b.point(self.w) - a.point(self.u), (b.angle - a.angle).at_rate(self.k).max_force(self.k))";
    let fast = compile(closure).expect("a joint").program.fast;
    assert_eq!(fast.warm_start.operations().arithmetic, 2 * (2 + 3 + 1) + 4 + 4);
    let divided_at_last = |expr: &Expr| match expr {
        Expr::Binary(Arithmetic::Add | Arithmetic::Subtract, spin, change) => {
            let by_inertia = |expr: &Expr| matches!(expr, Expr::Setup(_));
            matches!(**spin, Expr::Given(_))
                && matches!(&**change, Expr::Binary(Arithmetic::Multiply, i, torque) if by_inertia(i) != by_inertia(torque))
        }
        _ => false,
    };
    for body in 0..2 {
        let angular = &fast.warm_start.outputs[3 * body + 2];
        assert!(divided_at_last(angular), "{angular:?}");
    }
}

/// The share of the rigid impulse is the greater of two numbers.
#[test]
fn an_iteration_within_limits_does_not_choose() {
    let choices = |range: &str| {
        let closure = format!("|a, b| (self.k * b.angle - a.angle).within({range})");
        compile(&closure).expect("a joint").program.fast.iteration().choices
    };
    assert_eq!((choices("self.lo..=self.hi"), choices("self.lo.."), choices("..=self.hi")), (0, 0, 0));
}

/// λ₁ + h λ₀ is written as h λ₀ + λ₁, a product first, as the linear velocities have it: so LLVM packs none of it with these.
#[test]
fn an_impulse_without_an_arm_comes_last_in_a_torque() {
    let closure =
        "|a, b| ((a.rotation * self.u.normalize()).perp_dot(b.point(self.w) - a.position), b.angle - a.angle)";
    let warm_start = compile(closure).expect("a joint").program.fast.warm_start;
    let torques = warm_start.outputs.iter().filter_map(|velocity| match velocity {
        Expr::Binary(Arithmetic::Add, _, change) => match &**change {
            Expr::Binary(Arithmetic::Multiply, _, torque) => match &**torque {
                Expr::Binary(Arithmetic::Add, on_arm, bare) => Some((on_arm, bare)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    let torques: Vec<_> = torques.collect();
    assert_eq!(torques.len(), 2, "{:?}", warm_start.outputs);
    for (on_arm, bare) in torques {
        assert!(matches!(**on_arm, Expr::Binary(Arithmetic::Multiply, ..)), "{on_arm:?}");
        assert!(matches!(**bare, Expr::Given(_)), "{bare:?}");
    }
}

/// 1/(1 + a) and 1/K of a spring are one division, W = 1/((1 + a) K), where no other row asks for K: 1/(1 + a) is K W.
#[test]
fn a_spring_by_itself_divides_once() {
    fn divisions(function: &Function) -> usize {
        fn of(expr: &Expr) -> usize {
            let divides = matches!(expr, Expr::Pivot(..) | Expr::Binary(Arithmetic::Divide, ..));
            usize::from(divides) + expr.operands().into_iter().map(of).sum::<usize>()
        }
        function.locals.iter().map(|local| of(&local.value)).chain(function.outputs.iter().map(of)).sum()
    }
    let rail = "(a.rotation * self.u.normalize()).perp_dot(b.point(self.w) - a.position)";
    let of = |rows: &str| divisions(&compile(&format!("|a, b| {rows}")).expect("a joint").program.fast.prepare);
    assert_eq!(of(&format!("{rail}.soft(self.s)")), 1);
    // A limit of the same row asks for K, too.
    assert_eq!(of(&format!("({rail}.soft(self.s), {rail}.within(self.lo..=self.hi))")), 2);
}
