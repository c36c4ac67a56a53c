//! Which momenta a joint is said to conserve. What a world does with such joints is in `tests/conservation.rs`.

use constraint_symbolic::constraint::numeric_lint::Kept::{self, Always, Not, WhereHeld};

use super::compile;

fn said(closure: &str) -> (Kept, Kept) {
    let momentum = compile(closure).expect("a joint").momentum;
    (momentum.linear, momentum.angular)
}

#[test]
fn what_turns_with_its_bodies_keeps_both() {
    assert_eq!(said("|a, b| (b.point(self.u) - a.point(self.w)).length() - self.l"), (Always, Always));
    assert_eq!(said("|a, b| (a.rotation * self.u).perp_dot(b.position - a.position)"), (Always, Always));
    assert_eq!(said("|a, b| a.rotation.inverse() * (b.position - a.position)"), (Always, Always));
    assert_eq!(said("|a, b| (b.angle - a.angle).at_rate(self.k)"), (Always, Always));
    assert_eq!(said("|a, b, c| a.angle - self.k * b.angle + (self.k - 1.0) * c.angle"), (Always, Always));
}

#[test]
fn a_vector_between_two_points_keeps_the_angular_one_without_a_gap() {
    assert_eq!(said("|a, b| b.point(self.u) - a.point(self.w)"), (Always, WhereHeld));
    assert_eq!(said("|a, b| (b.point(self.u) - a.point(self.w), b.angle - a.angle)"), (Always, WhereHeld));
    // A spring's force is along its stretch, but its damping is not, and the stretch stays.
    assert_eq!(said("|a, b| (b.point(self.u) - a.point(self.w)).soft(self.s)"), (Always, Not));
}

#[test]
fn what_knows_of_the_world_does_not() {
    assert_eq!(said("|a| a.point(self.u) - self.w"), (Not, Not));
    assert_eq!(said("|a, b| b.angle - self.k * a.angle"), (Always, Not));
    assert_eq!(said("|a, b| b.position.x - a.position.x"), (Always, Not));
    assert_eq!(said("|a, b| b.position.length() - a.position.length()"), (Not, Always));
    assert_eq!(said("|a| a.linear_velocity.perp_dot(a.rotation * Vec2::X)"), (Not, Not));
    assert_eq!(said("|a, b| (b.position - self.k * a.position).length() - self.l"), (Not, Always));
}

/// A state at which a row is flat tells nothing, and of a branch, both sides are seen.
#[test]
fn what_is_flat_or_seldom_is_not_overlooked() {
    let clamped = |most: &str| {
        format!(
            "|a, b| {{ let d = b.point(self.u) - a.point(self.w); (d.x.clamp(-{most}, {most}), d.y.clamp(-{most}, {most})) }}"
        )
    };
    // Newton's steps lead nowhere from most states.
    assert_eq!(said(&clamped("1.0")), (Always, WhereHeld));
    // Both rows are flat at nearly all states.
    assert_eq!(said(&clamped("0.1")).1, Not);
    let branch = "|a, b| if a.position.x > 1.5 { a.position.x } else { (b.position - a.position).length() - self.l }";
    // Where the branch is taken, C is not zero.
    assert_eq!(said(branch), (WhereHeld, WhereHeld));
}

/// The derivation says it in words.
#[test]
fn the_derivation_says_so() {
    let derivation = compile("|a, b| b.point(self.u) - a.point(self.w)").expect("a joint").derivation;
    assert!(
        derivation.contains("linear momentum: conserved\nangular momentum: conserved where C = 0\n"),
        "{derivation}"
    );
    let derivation = compile("|a| a.position.x").expect("a joint").derivation;
    assert!(derivation.contains("linear momentum: not conserved\n"), "{derivation}");
}
