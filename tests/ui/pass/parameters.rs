//! Whatever does not change with the bodies can be a parameter once its type is known; so can the time.

#![deny(warnings)]

use constraint_core::{Constraint, Scalar, Time, Vec2, constraint};

#[derive(Clone, Default)]
pub struct Table {
    gains: [Scalar; 3],
    arm: Vec2,
}

fn lookup(table: &Table, index: usize) -> Scalar {
    table.gains[index]
}

const PITCH: Scalar = 0.25;

#[constraint(|crank, piston, t: Time| {
    let gain: Scalar = lookup(&self.table, 1) * PITCH;
    let arm: Vec2 = self.table.arm * 2.0;
    let turned: Scalar = match self.direction {
        true => 1.0,
        false => -1.0,
    };
    (
        crank.angle - turned * gain * t,
        piston.position.y - crank.point(arm).y,
        (piston.position.x - crank.position.x).spring(gain, 0.5),
    )
})]
pub struct Crank {
    pub table: Table,
    pub direction: bool,
}

#[constraint(|skate| (skate.rotation.inverse() * skate.linear_velocity).y)]
pub struct Skate {}

fn is_joint<J: Constraint>(joint: &J) -> bool {
    joint.validate().is_ok()
}

fn main() {
    let crank = Crank { table: Table { gains: [0.0, 4.0, 0.0], arm: Vec2::X }, direction: true };
    assert!(is_joint(&crank));
    assert!(is_joint(&Skate {}));
    let at = |x: f64| constraint_core::Pose::new(x, 0.0, 0.5);
    // gain = 4 · 0.25 = 1: after half a second the crank is where it should be.
    assert_eq!(crank.position_at(&[at(0.0), at(2.0)], 0.5)[0], 0.0);
    let moving = constraint_core::Velocity { x: 0.0, y: 0.0, angular: 1.0 };
    assert_eq!(crank.velocity_at(&[at(0.0), at(2.0)], &[moving; 2], 0.5)[0], 0.0);
}
