//! Derivations as a lecturer would write them: those of odd closures are in `snapshots/derivations.txt`, for review. That formulas say
//! what the joint computes is tested by `tests/derivations` and `tests/properties` of the suite.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p constraint-macros` takes the present texts for right.

use std::path::Path;
use std::{env, fs};

use super::tokens;
use crate::parse::read;

const FIELDS: &str = "struct Odd {
    k: Scalar, l: Scalar, lo: Scalar, hi: Scalar, u: Vec2, w: Vec2, q: Rot2, s: Softness, f: Curve, g: Curve,
}";

/// The formulas of a closure, line by line.
fn formulas(closure: &str) -> Vec<String> {
    let parsed = read(&tokens(closure), tokens(FIELDS)).parsed.expect("a joint");
    let compiled = constraint_symbolic::compile(&parsed.joint).expect("no mistake");
    let formulas = compiled.derivation.split("\n\n").nth(1).expect("the formulas are the second paragraph");
    formulas.lines().map(str::to_owned).collect()
}

#[test]
fn odd_closures_are_derived_as_on_paper() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/derivations.txt");
    let kept = fs::read_to_string(&path).expect("the snapshot");
    let closures = kept.lines().filter(|line| line.starts_with('|'));
    let found: Vec<String> =
        closures.map(|closure| format!("{closure}\n    {}\n", formulas(closure).join("\n    "))).collect();
    let found = found.join("\n");
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, found).expect("a snapshot that can be written");
        return;
    }
    assert!(kept == found, "{} is out of date; run with UPDATE_SNAPSHOTS=1 and read the difference", path.display());
}

/// What is in a line of a closure's derivation, by what that begins with.
fn line(closure: &str, left: &str) -> String {
    let formulas = formulas(closure);
    formulas.iter().find(|line| line.starts_with(left)).unwrap_or_else(|| panic!("{formulas:?}")).clone()
}

/// Sums above and below a line that differ in the order of their terms, or by a factor that all terms have.
#[test]
fn equal_sums_cancel() {
    for quotient in [
        "(x * x + y * y) / (x * x + y * y)",
        "(x * x + y * y) / (y * y + x * x)",
        "(2.0 * x - 2.0 * y) / (x - y) / 2.0",
        "(self.k * x + self.k * y) / (y + x) / self.k",
        "(x * x + y * y).sqrt().powi(2) / (y * y + x * x)",
        "(x.sin().powi(2) + x.cos().powi(2))",
    ] {
        let closure = format!("|a, b| {{ let x = a.angle; let y = b.position.x; ({quotient}) * b.angle }}");
        assert_eq!(line(&closure, "C"), "C = θ_b", "{quotient}");
    }
}

/// An angle between vectors changes by (v × v′)/|v|² of the one, less that of the other.
#[test]
fn angles_of_vectors_have_short_slopes() {
    let d = "let d = b.position - a.position;";
    let closure = format!("|a, b| {{ {d} d.to_angle() - self.k }}");
    assert_eq!(line(&closure, "J"), "J = a: [−perp(d)/|d|² | 0]  b: [perp(d)/|d|² | 0]");
    let closure = format!("|a, b| {{ {d} (a.rotation * Vec2::X).angle_to(d) - self.k }}");
    assert_eq!(line(&closure, "J"), "J = a: [−perp(d)/|d|² | −1]  b: [perp(d)/|d|² | 0]");
    let closure = "|a, b| (a.rotation * self.u).angle_to(b.rotation * self.w)";
    assert_eq!(line(closure, "V"), "V = ω_b − ω_a");
}

/// Components that make a vector are that vector.
#[test]
fn components_are_joined_to_vectors() {
    for length in
        ["(d.x * d.x + d.y * d.y).sqrt()", "d.x.hypot(d.y)", "Vec2::new(-d.y, d.x).length()", "d.dot(d).sqrt()"]
    {
        let closure = format!("|a, b| {{ let d = b.position - a.position; {length} - self.k }}");
        assert_eq!(line(&closure, "C"), "C = |d| − k", "{length}");
        assert_eq!(line(&closure, "J"), "J = a: [−n | 0]  b: [n | 0]", "{length}");
    }
    assert_eq!(line("|a, b| a.position.x * b.position.y - a.position.y * b.position.x", "C"), "C = p_a × p_b");
}

/// N for a row in metres, N·m for one in radians, whatever moves.
#[test]
fn a_greatest_force_of_an_angle_is_a_torque() {
    for (row, is_torque) in [
        ("b.angle - a.angle", true),
        ("(b.position - a.position).to_angle()", true),
        ("(b.position - a.position).normalize().perp_dot(a.rotation * Vec2::X).asin()", true),
        ("(a.rotation * self.u).angle_to(b.position - a.position) - self.k", true),
        ("b.angular_velocity - a.angular_velocity", true),
        ("a.position.x - self.k * b.angle", false),
        ("(b.position - a.position).length()", false),
        ("a.linear_velocity.dot(a.rotation * Vec2::Y)", false),
        // A rack of which the first body stands still: only the pinion is turned, but by metres.
        ("2.0 * a.position.y - self.k * b.angle", false),
    ] {
        let text =
            formulas(&format!("|a, b| ({row}.max_force(self.hi), b.angle - a.angle)", row = format_args!("({row})")));
        let limited = text.iter().find(|line| line.contains(" ≤ hi")).expect("a row with a greatest force");
        assert_eq!(limited.contains("torque"), is_torque, "{row}: {limited}");
    }
}

/// A curve is called by its field, its slope by a prime.
#[test]
fn a_curve_is_a_function() {
    let closure = "|a, b| b.position.y - self.f.at(a.angle)";
    assert_eq!(line(closure, "C"), "C = p_b.y − f(θ_a)");
    assert_eq!(line(closure, "J"), "J = a: [0 | −f′(θ_a)]  b: [(0, 1) | 0]");
}

/// A constant of the user's has its name, and its path where it has one.
#[test]
fn a_constant_is_called_by_its_name() {
    assert_eq!(line("|a, b| b.angle - GEAR * a.angle", "C"), "C = θ_b − GEAR θ_a");
    assert_eq!(line("|a, b| b.angle - Self::GEAR * a.angle", "V"), "V = ω_b − Self::GEAR ω_a");
    assert_eq!(line("|a, b| b.angle - a.angle - std::f32::consts::FRAC_PI_2", "C"), "C = θ_b − θ_a − π/2");
}

/// Numbers as one writes them, a clamp by its name, and its slope by one condition.
#[test]
fn numbers_and_clamps_are_written_as_on_paper() {
    for (closure, left, expected) in [
        ("|a, b| (b.angle - a.angle).to_degrees()", "V", "V = (180/π) (ω_b − ω_a)"),
        ("|a, b| (b.angle - a.angle).to_degrees()", "K", "K = (180/π)² (i_a⁻¹ + i_b⁻¹)"),
        ("|a, b| (b.angle - a.angle).to_radians()", "V", "V = (π/180) (ω_b − ω_a)"),
        ("|a, b| 1e-9 * (b.angle - a.angle)", "V", "V = 10⁻⁹ (ω_b − ω_a)"),
        ("|a, b| (b.angle - a.angle) / 7.0", "V", "V = (1/7) (ω_b − ω_a)"),
        ("|a, b| 1234567890.123 * (b.angle - a.angle)", "V", "V = 1234567890.123 (ω_b − ω_a)"),
        ("|a, b| (b.angle - a.angle).powi(-2)", "V", "V = −2 (ω_b − ω_a)/(θ_b − θ_a)³"),
        ("|a, b| (b.angle - a.angle).clamp(-1.0, 1.0)", "C", "C = clamp(θ_b − θ_a, −1, 1)"),
        ("|a, b| (b.angle - a.angle).clamp(-1.0, 1.0)", "V", "V = (−1 ≤ θ_b − θ_a ≤ 1 ? ω_b − ω_a : 0)"),
        ("|a, b| (b.angle - a.angle).clamp(-1.0, 1.0)", "K", "K = (−1 ≤ θ_b − θ_a ≤ 1 ? 1 : 0) (i_a⁻¹ + i_b⁻¹)"),
        ("|a, b| (a.rotation * self.u).dot(b.rotation * self.w)", "V", "V = (ω_a − ω_b) (r_a × r_b)"),
        (
            "|a, b| { let e = (a.angle - b.angle).tan(); e / (1.0 + e * e) }",
            "J",
            "J = a: [0 | (1 − e²)/(e² + 1)]  b: [0 | (e² − 1)/(e² + 1)]",
        ),
    ] {
        assert_eq!(line(closure, left), expected, "{closure}");
    }
}
