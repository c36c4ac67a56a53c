//! Ropes of twenty links beside Avian's own joints.

mod common;

use bevy::prelude::*;
use common::{app, body, ground, steps};
use constraint_avian::{ConstraintPlugin, Joint};
use constraint_core::joints::PivotJoint;

/// A rope that swings down from the horizontal. Returns the root mean square of the gaps between its links, m, over five seconds.
fn gap(mass: f32, is_avians: bool) -> f64 {
    let mut app = app(60.0);
    app.add_plugins(ConstraintPlugin::<PivotJoint>::default());
    let mut last = ground(&mut app, Vec2::ZERO);
    let mut pairs = Vec::new();
    for link in 0..20_u8 {
        let mass = if link == 19 { mass } else { 1.0 };
        let next = body(&mut app, Vec2::new(f32::from(link) + 0.5, 0.0), mass, mass / 12.0);
        let end = Vec2::new(if link == 0 { 0.0 } else { 0.5 }, 0.0);
        let start = Vec2::new(-0.5, 0.0);
        if is_avians {
            let joint = avian2d::prelude::RevoluteJoint::new(last, next);
            app.world_mut().spawn(joint.with_local_anchor1(end).with_local_anchor2(start));
        } else {
            app.world_mut().spawn(Joint::new([last, next], PivotJoint { local_anchor_a: end, local_anchor_b: start }));
        }
        pairs.push((last, end, next, start));
        last = next;
    }
    let (mut sum, mut count) = (0.0, 0.0);
    for _ in 0..300 {
        steps(&mut app, 1);
        for &(a, on_a, b, on_b) in &pairs {
            let end = |body, anchor| {
                let rotation = *app.world().get::<avian2d::prelude::Rotation>(body).unwrap();
                common::position(&app, body) + rotation * anchor
            };
            sum += f64::from((end(a, on_a) - end(b, on_b)).length_squared());
            count += 1.0;
        }
    }
    (sum / count).sqrt()
}

/// Avian's gaps are eight to ten times as large.
#[test]
fn ropes_hold_better_than_those_of_avian() {
    for mass in [1.0, 100.0] {
        let (ours, avians) = (gap(mass, false), gap(mass, true));
        assert!(4.0 * ours < avians, "{mass} kg at the end: {ours} m, Avian's {avians} m");
    }
}
