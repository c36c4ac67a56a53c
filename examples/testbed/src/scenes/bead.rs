//! Beads on wires that swing, by a joint of the testbed itself.

use crate::joints::BeadOnWire;
use crate::prelude::*;

pub(super) fn build() -> Result<Stage> {
    let mut stage = Stage::new(View { centre: Vec2::new(1.6, -0.6), size: Vec2::new(9.0, 5.5) })?;
    stage.world.set_substeps(8)?;
    for (nail, aspect, beads) in [(Vec2::new(-0.6, 0.6), 1.8, 1), (Vec2::new(3.2, 0.4), 1.3, 3)] {
        wire(&mut stage, nail, aspect, beads)?;
    }
    Ok(stage)
}

/// A wire that hangs from a nail beside its centre, and beads on it.
fn wire(stage: &mut Stage, nail: Vec2, aspect: Scalar, beads: u8) -> Result<()> {
    let half_height = 0.75;
    let centre = nail + Vec2::new(0.6, 0.0);
    let wire = stage.add(Body::dynamic(1.0, 0.6).at(centre), Shape::Disc(0.12), Tint::Blue)?;
    stage.pin([stage.ground, wire], nail)?;
    for nth in 0..beads {
        let unit = Vec2::from_angle(1.2 + 0.5 * Scalar::from(nth));
        let at = centre + half_height * Vec2::new(aspect * unit.x, unit.y);
        let shape = Shape::Disc(0.11);
        let bead = stage.add(shape.of_mass(0.5).at(at), shape, Tint::Red)?;
        stage.join([wire, bead], BeadOnWire { aspect, half_height })?;
    }
    Ok(())
}
