mod common;
use avian2d::prelude::*;
use bevy::prelude::*;
use common::*;
use constraint_avian::*;
use constraint_core::joints::PivotJoint;
#[test]
fn dbg() {
    let mut app = app(64.0);
    app.add_plugins(ConstraintPlugin::<PivotJoint>::default());
    let g = ground(&mut app, Vec2::ZERO);
    let b = body(&mut app, Vec2::X, 1.0, 1.0);
    app.world_mut().spawn(Joint::new([g, b], PivotJoint{ local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::new(-1.0, 0.0)}));
    for _ in 0..6 {
        steps(&mut app, 1);
        let w = app.world();
        println!("fixed y {} v {:?} w {:?}", position(&app, b), w.get::<LinearVelocity>(b), w.get::<AngularVelocity>(b));
    }
}
