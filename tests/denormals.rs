//! What decays from link to link ends at zero, not among the denormal numbers, where a product costs a hundred times as much.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // the world's scalar is f32 or f64

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, Scalar, Vec2, World};

/// Links of half a metre, stretched out level and held at one end: what that end does to the others decays along the rope.
fn rope(links: usize) -> World {
    let (mut world, half) = (World::new(), Vec2::new(0.25, 0.0));
    let mut last = world.add_body(Body::fixed().at(-half)).unwrap();
    for link in 0..links {
        let at = Vec2::new((link as Scalar + 0.5) * 0.5, 0.0);
        let body = world.add_body(Body::dynamic(0.25, 0.005).at(at)).unwrap();
        world.add_joint([last, body], PivotJoint { local_anchor_a: half, local_anchor_b: -half }).unwrap();
        last = body;
    }
    world
}

#[test]
fn what_decays_along_a_rope_ends_at_zero() {
    // What decays needs as many links as its least is small.
    let mut world = rope(if size_of::<Scalar>() == 4 { 400 } else { 3_000 });
    let mut least = 1.0;
    for step in 0..60 {
        world.step(1.0 / 60.0).unwrap();
        let states = world.bodies().map(|(_, body)| body.state());
        for (link, state) in states.enumerate() {
            let values = [state.linear_velocity.x, state.linear_velocity.y, state.angular_velocity, state.rotation.sin];
            assert!(!values.iter().any(|value| value.is_subnormal()), "link {link}, step {step}: {values:?}");
            let turning = state.angular_velocity.abs();
            if turning > 0.0 {
                least = turning.min(least);
            }
        }
    }
    // The far end has not heard of the other one yet. Between them is all that a velocity can be: the solver ends it below
    // 1e-14 rad/s, with `f64` 1e-140, and from one substep to the next a pass takes it a few links on.
    let end = world.bodies().last().unwrap().1.state();
    assert!(end.angular_velocity == 0.0 && end.linear_velocity.y < -9.0, "{end:?}");
    assert!(least < 1e-10, "{least}: nothing decayed");
}
