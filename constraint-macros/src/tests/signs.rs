//! A sign is no instruction: what functions keep for each other has the sign in which it is read.

use constraint_symbolic::ir::emitted::{Arithmetic, Expr, Function};

use super::compile;

/// How many of a function's expressions are such.
fn count(function: &Function, is: fn(&Expr) -> bool) -> usize {
    let mut pending: Vec<&Expr> = function.locals.iter().map(|local| &local.value).chain(&function.outputs).collect();
    let mut found = 0;
    while let Some(expr) = pending.pop() {
        found += usize::from(is(expr));
        pending.extend(expr.operands());
    }
    found
}

fn negates(expr: &Expr) -> bool {
    matches!(expr, Expr::Negate(_))
}

fn subtracts(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(Arithmetic::Subtract, ..))
}

const ONE_ROW: &[&str] = &[
    "|a, b| a.point(self.u).distance(b.point(self.w)).within(self.lo..=self.hi)",
    "|a, b| a.point(self.u).distance(b.point(self.w)).soft(self.s)",
    "|a, b| (self.k * b.angle - a.angle).within(self.lo..=self.hi)",
    "|a, b| (a.rotation * self.u.normalize()).perp_dot(b.point(self.w) - a.position)",
];

#[test]
fn a_warm_start_of_one_row_only_adds() {
    for closure in ONE_ROW {
        let fast = compile(closure).expect("a joint").program.fast;
        assert_eq!((count(&fast.warm_start, negates), count(&fast.warm_start, subtracts)), (0, 0), "{closure}");
    }
}

#[test]
fn an_iteration_negates_nothing() {
    for closure in ONE_ROW {
        let fast = compile(closure).expect("a joint").program.fast;
        for block in &fast.solve {
            assert_eq!(count(&block.code, negates), 0, "{closure}: {:?}", block.code);
        }
    }
}

/// What is done to the components of a vector is done at once if they have one sign. An arm is kept as its end moves, (y, −x)
/// or (−y, x), in this order.
#[test]
fn both_components_of_what_is_kept_have_one_sign() {
    let closures = [
        "|a, b| b.point(self.w) - a.point(self.u)",
        "|a, b| (b.point(self.w) - a.point(self.u), (b.angle - a.angle).at_rate(self.k))",
        "|a, b| (b.point(self.w) - a.point(self.u), b.angle - a.angle)",
        ONE_ROW[0],
    ];
    for closure in closures {
        let fields = compile(closure).expect("a joint").program.fast.prepared_fields;
        assert!(fields.iter().any(|name| name.ends_with("_x")), "{closure}: no vector in {fields:?}");
        for (place, x) in fields.iter().enumerate().filter(|(_, name)| name.ends_with("_x")) {
            let y = format!("{}_y", x.strip_suffix("_x").unwrap_or_default());
            let opposite = y.strip_prefix("minus_").map_or_else(|| format!("minus_{y}"), str::to_owned);
            if x.starts_with("r_") || x.starts_with("minus_r_") {
                assert_eq!(fields[place - 1], opposite, "{closure}");
                continue;
            }
            assert!(!fields.contains(&opposite), "{closure}: {x} and {opposite}");
        }
    }
}

/// cos · (x, y) + sin · (−y, x), or cos · (y, −x) + sin · (x, y) of an arm: both components are sums, of numbers that setup
/// keeps side by side.
#[test]
fn a_rotated_vector_is_a_sum_in_both_components() {
    let fast = compile("|a, b| b.point(self.w) - a.point(self.u)").expect("a joint").program.fast;
    for name in ["r_a_y", "minus_r_a_x", "r_b_y", "minus_r_b_x"] {
        let local = fast.prepare.locals.iter().find(|local| local.name == name).expect("an arm");
        let Expr::Binary(Arithmetic::Add, by_cos, by_sin) = &local.value else { panic!("{name}: {:?}", local.value) };
        assert!(
            [by_cos, by_sin].iter().all(|part| matches!(***part, Expr::Binary(Arithmetic::Multiply, ..))),
            "{name}"
        );
    }
    // Both arms are stored, and rotated at once.
    let vectors = ["u_x", "u_y", "w_x", "w_y", "u_2_y", "minus_u_2_x", "w_2_y", "minus_w_2_x"];
    assert_eq!(fast.setup_fields[fast.setup_fields.len() - 8..], vectors);
    // Here each is rotated by itself.
    let fast = compile(ONE_ROW[0]).expect("a joint").program.fast;
    let vectors = ["u_x", "u_2_x", "u_y", "minus_u_2_y", "w_x", "w_2_x", "w_y", "minus_w_2_y"];
    assert_eq!(fast.setup_fields[fast.setup_fields.len() - 8..], vectors);
}

/// s − d/h of the one side and −s − d'/h of the other: one operation, of numbers that lie side by side as what is made of them
/// does.
#[test]
fn both_sides_of_a_limit_are_alike() {
    let fast = compile(ONE_ROW[2]).expect("a joint").program.fast;
    let place = fast.setup_fields.iter().position(|name| name == "slack").expect("a start");
    assert_eq!(fast.setup_fields[place + 1], "minus_slack_2");
    // The bounds are in these, the sums of angles from which a step begins.
    assert_eq!(fast.start_fields, ["minus_beyond_lower_at_start", "minus_beyond_upper_at_start"]);
    let sides = ["minus_beyond_lower", "minus_beyond_upper", "reach_lower", "minus_reach_upper"];
    assert_eq!(fast.prepared_fields[..4], sides);
    let operation = |output: &Expr| {
        let value = match output {
            &Expr::Local(local) => &fast.prepare.locals[local].value,
            value => value,
        };
        match value {
            Expr::Binary(operation, ..) => *operation,
            other => panic!("no sum: {other:?}"),
        }
    };
    let [lower, upper] = [2, 3].map(|side| operation(&fast.prepare.outputs[side]));
    assert!(lower == upper && matches!(lower, Arithmetic::Add | Arithmetic::Subtract), "{lower:?}, {upper:?}");
}

/// 1 + 10³⁰ s of a limit at one side takes s as it is kept: nothing is kept for the product.
#[test]
fn what_is_there_is_scaled_as_it_is() {
    let fast = compile("|a, b| (self.k * (b.angle - a.angle)).within(0.0..)").expect("a joint").program.fast;
    assert!(!fast.setup_fields.iter().any(|name| name.contains("scaled")), "{:?}", fast.setup_fields);
}
