//! A net of some 10,000 pivots, hung up along its top.

use crate::prelude::*;

const WIDTH: u8 = 71;
const HEIGHT: u8 = 72;
/// m
const CELL: Scalar = 1.0;

pub(super) fn build() -> Result<Stage> {
    let size = CELL * Vec2::new(Scalar::from(WIDTH), Scalar::from(HEIGHT));
    let mut stage = Stage::new(View { centre: Vec2::new(0.0, -0.55 * size.y), size: 1.25 * size })?;
    let shape = Shape::Rectangle(Vec2::splat(0.3 * CELL));
    let mut above: Vec<BodyId> = Vec::new();
    for row in 0..HEIGHT {
        let mut current: Vec<BodyId> = Vec::new();
        for column in 0..WIDTH {
            let at = CELL * Vec2::new(Scalar::from(column) - 0.5 * Scalar::from(WIDTH - 1), -Scalar::from(row));
            let is_nailed = row == 0 && column % 14 == 0;
            let body = if is_nailed { Body::fixed() } else { shape.of_mass(1.0) };
            let tint = if is_nailed { Tint::Grey } else { Tint::Blue };
            let body = stage.add(body.at(at), shape.clone(), tint)?;
            let half = 0.5 * CELL;
            if let Some(&left) = current.last() {
                let (local_anchor_a, local_anchor_b) = (Vec2::new(half, 0.0), Vec2::new(-half, 0.0));
                stage.join([left, body], PivotJoint { local_anchor_a, local_anchor_b })?;
            }
            if let Some(&up) = above.get(usize::from(column)) {
                let (local_anchor_a, local_anchor_b) = (Vec2::new(0.0, -half), Vec2::new(0.0, half));
                stage.join([up, body], PivotJoint { local_anchor_a, local_anchor_b })?;
            }
            current.push(body);
        }
        above = current;
    }
    Ok(stage)
}
