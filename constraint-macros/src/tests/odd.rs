//! Joints that are odd but right: nothing is found wrong with them. And some that are one character away from it.

mod closures;

use constraint_symbolic::frontend::diagnostics::problem::Problem;

use super::compile;

fn found(closure: &str) -> Vec<String> {
    match compile(closure) {
        Ok(compiled) => compiled.lints.iter().map(|found| found.problem.to_string()).collect(),
        Err(mistakes) => mistakes.iter().map(|mistake| mistake.problem.to_string()).collect(),
    }
}

#[test]
fn nothing_is_found_wrong_with_what_is_odd_but_right() {
    let joints = closures::closures();
    assert!(joints.len() > 200, "{}", joints.len());
    let wrong: Vec<String> = joints
        .iter()
        .flat_map(|joint| found(joint).into_iter().map(move |text| format!("{joint}\n    {text}")))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), joints.len(), wrong.join("\n"));
}

/// The names of what is found, joint by joint.
#[test]
fn what_is_wrong_is_found() {
    let cases: [(&str, &[&str]); 15] = [
        ("|a, b| (b.angle - b.angle) * a.angle.signum()", &["idle_row"]),
        ("|a| (a.rotation * self.u).length() - self.k", &["idle_row"]),
        ("|a, b| ((b.angle - a.angle) / self.k).signum()", &["idle_row"]),
        ("|a, b| a.angle + b.position.x - b.position.x", &["idle_body"]),
        ("|a, b| (b.angle - a.angle, 2.0 * a.angle - 2.0 * b.angle)", &["dependent_rows"]),
        ("|a| (a.position, a.angle, a.position.x + a.angle)", &["dependent_rows"]),
        ("|a, b| { let d = b.position - a.position; (d.length(), d.length_squared() - self.k) }", &["dependent_rows"]),
        ("|a, b| (b.angle - a.angle, (b.angle - a.angle).at_rate(1.0))", &["dependent_rows"]),
        ("|a, b| (b.angular_velocity - a.angular_velocity, b.angle - a.angle)", &["dependent_rows"]),
        // u s and u⊥ t: the four numbers are three, since u s · u⊥ t = 0.
        (
            "|u, v, w| (u.position * v.position.dot(w.position), u.position.perp() * v.position.perp().dot(w.position))",
            &["dependent_rows"],
        ),
        ("|a, b| (b.position - a.position).length().within(-1e-9..)", &["idle_limit"]),
        ("|a, b| (b.angle - a.angle).cos().within(..=1.0)", &["idle_limit"]),
        ("|a, b| (b.angle * a.angle / 0.0).max(b.angle / 0.0)", &["never_finite"]),
        ("|a, b| (-1.0 - (b.angle - a.angle).abs()).ln()", &["never_finite"]),
        ("|a, b| (b.angle, (a.angle - a.angle).abs().within(1.0..))", &["idle_row"]),
    ];
    for (joint, expected) in cases {
        let compiled = compile(joint).unwrap_or_else(|mistakes| panic!("{joint}: {mistakes:?}"));
        let names: Vec<&str> = compiled.lints.iter().filter_map(|found| found.problem.lint()).collect();
        assert!(compiled.lints.iter().all(|found| matches!(found.problem, Problem::Lint(_))));
        // An idle row's bodies may be idle too; the row is what is told first, and alone where it is.
        assert_eq!(names, expected, "{joint}");
    }
}

#[test]
fn the_same_joint_is_told_the_same() {
    let joint = "|a, b| (b.position.distance(a.position), b.angle - a.angle, 3.0 * (a.angle - b.angle))";
    let first = compile(joint).expect("a joint").lints;
    assert_eq!(first.len(), 1);
    assert_eq!(first, compile(joint).expect("a joint").lints);
}
