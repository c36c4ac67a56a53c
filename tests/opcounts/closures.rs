//! The closures of the joints that are counted, as the papers and the engines have them.

use constraint_symbolic::frontend::syntax::Joint;

use crate::writing::{E, body, field, joint, rows};

/// A joint and what it takes at most: C, J and K in one program, and an iteration.
pub(crate) struct Goal {
    pub(crate) joint: Joint,
    pub(crate) prepare: usize,
    pub(crate) iterate: usize,
}

fn goal(name: &str, bodies: &[&str], value: E, prepare: usize, iterate: usize) -> Goal {
    Goal { joint: joint(name, bodies, value), prepare, iterate }
}

/// From one body's anchor to another's.
fn between(from: (&str, &str), to: (&str, &str)) -> E {
    body(to.0).point(to.1) - body(from.0).point(from.1)
}

/// Joints of the angles, and those that hold anchors together.
fn anchored() -> Vec<Goal> {
    let (a, b) = (body("a"), body("b"));
    let apart = between(("a", "anchor_a"), ("b", "anchor_b"));
    let turned = b.angle() - a.angle() - field("phase");
    let geared = field("ratio") * b.angle() - a.angle();
    vec![
        // Paper 000 §3.1, paper 004 §1.2.
        goal("Pivot", &["a", "b"], apart.clone(), 28, 34),
        // Paper 000 §3.2, paper 004 §1.7 as the errata have it.
        goal("Weld", &["a", "b"], rows(&[apart, turned.clone()]), 34, 49),
        // Paper 004 §1.5.
        goal("Angle", &["a", "b"], turned, 2, 7),
        // Paper 002 §3.4.17.
        goal("Gear", &["a", "b"], geared.clone() - field("phase"), 3, 8),
        // Paper 000 §3.5: the angle whose rate is held; the rate is in the bias, which is given.
        goal("Motor", &["a", "b"], geared, 2, 8),
        // Paper 004 §1.10.
        goal("Mouse", &["a"], a.point("anchor_a") - field("target"), 15, 20),
    ]
}

/// Joints of a distance, and of distances along ropes.
fn distances() -> Vec<Goal> {
    let (a, b) = (body("a"), body("b"));
    let distance = between(("a", "anchor_a"), ("b", "anchor_b")).length();
    let rope = |first: E, second: E| first.length() + field("ratio") * second.length() - field("length");
    let four = rope(between(("a", "anchor_a"), ("b", "anchor_b")), between(("c", "anchor_c"), ("d", "anchor_d")));
    let ground = rope(b.point("anchor_b") - field("ground_b"), a.point("anchor_a") - field("ground_a"));
    let twice = rope(between(("a", "anchor_a"), ("b", "anchor_b")), between(("a", "anchor_c"), ("b", "anchor_d")));
    vec![
        // Paper 004 §1.1, Chipmunk's pin joint, and the direction of its damped spring (paper 002 §3.4.9).
        goal("Distance", &["a", "b"], distance.clone() - field("length"), 38, 23),
        // Paper 000 §3.4, Chipmunk's slide joint: a distance within limits.
        goal("Slide", &["a", "b"], distance.beyond_limits(), 40, 23),
        // Paper 000 §3.7.
        goal("Pulley", &["a", "b", "c", "d"], four, 77, 45),
        // Paper 004 §1.8.
        goal("GroundPulley", &["a", "b"], ground, 49, 25),
        // Paper 000 §3.7 with c = a and d = b.
        goal("TwicePulley", &["a", "b"], twice, 77, 23),
    ]
}

/// Joints of a line on the first body.
fn lines() -> Vec<Goal> {
    let (a, b) = (body("a"), body("b"));
    let n = a.rotation() * field("direction").normalize();
    let d = between(("a", "anchor_a"), ("b", "anchor_b"));
    let (across, along) = (n.perp_dot(&d), n.dot(&d));
    let turned = b.angle() - a.angle() - field("phase");
    vec![
        // Papers 003 and 004 §1.3.
        goal("Line", &["a", "b"], across.clone(), 32, 23),
        // Paper 000 §3.6: a rate along the line; the rate is in the bias, which is given.
        goal("LinearMotor", &["a", "b"], along.clone(), 32, 23),
        // Paper 004 §1.6.
        goal("Prismatic", &["a", "b"], rows(&[across.clone(), turned]), 35, 34),
        // Paper 000 §3.3: both coordinates, the limits in the sign of the impulse.
        goal("NapeLine", &["a", "b"], rows(&[across.clone(), along.clone()]), 43, 46),
        // Paper 002 IM5: the second coordinate between the groove's ends.
        goal("Groove", &["a", "b"], rows(&[across, along.beyond_limits()]), 46, 46),
    ]
}

/// All sixteen.
pub(crate) fn all() -> Vec<Goal> {
    [anchored(), distances(), lines()].into_iter().flatten().collect()
}
