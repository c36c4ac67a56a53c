//! A walker on six of Theo Jansen's legs, driven by one motor.

use crate::geometry::circles_meet;
use crate::joints::FloorContact;
use crate::prelude::*;

/// Metres to the unit of the lengths below.
const UNIT: Scalar = 0.03;

// The lengths that Jansen gives, by his letters.
const A: Scalar = 38.0 * UNIT;
const B: Scalar = 41.5 * UNIT;
const C: Scalar = 39.3 * UNIT;
const D: Scalar = 40.1 * UNIT;
const E: Scalar = 55.8 * UNIT;
const F: Scalar = 39.4 * UNIT;
const G: Scalar = 36.7 * UNIT;
const H: Scalar = 65.7 * UNIT;
const I: Scalar = 49.0 * UNIT;
const J: Scalar = 50.0 * UNIT;
const K: Scalar = 61.9 * UNIT;
const L: Scalar = 7.8 * UNIT;
const M: Scalar = 15.0 * UNIT;

/// kg/m of the rods.
const ROD: Scalar = 0.5;

pub(super) fn build() -> Result<Stage> {
    let mut stage = Stage::new(View { centre: Vec2::new(0.0, 2.0), size: Vec2::new(13.0, 7.0) })?;
    stage.world.set_substeps(16)?;
    let ticks = (-400i16..400).flat_map(|nth| {
        let x = Scalar::from(nth);
        [Vec2::new(x, 0.0), Vec2::new(x, -0.12), Vec2::new(x, 0.0)]
    });
    stage.scenery.push(ticks.collect());

    // High enough for the lowest foot to be above the floor.
    let axle = Vec2::new(0.0, 2.95);
    let frame_shape = Shape::Rectangle(Vec2::new(A, 0.12));
    let frame = stage.add(frame_shape.of_mass(12.0).at(axle - Vec2::new(0.0, L)), frame_shape, Tint::Blue)?;
    let crank_shape = Shape::Disc(M);
    let crank = stage.add(crank_shape.of_mass(3.0).at(axle), crank_shape, Tint::Violet)?;
    stage.pin([frame, crank], axle)?;
    for phase in [0.0, consts::TAU / 3.0, 2.0 * consts::TAU / 3.0] {
        let pin = axle + M * Vec2::from_angle(phase);
        for side in [-1.0, 1.0] {
            leg(&mut stage, [frame, crank], axle, pin, side)?;
        }
    }
    let speed = 2.5;
    let motor = stage.join([frame, crank], MotorJoint { ratio: 1.0, rate: speed, max_torque: 400.0 })?;
    stage.follow = Some(frame);
    stage.control = Some(Box::new(move |world, steer| {
        let rate = if steer.x == 0.0 { speed } else { -1.6 * speed * steer.x };
        if world.joint(motor)?.rate != rate {
            world.joint_mut(motor)?.rate = rate;
        }
        Ok(())
    }));
    Ok(stage)
}

/// A leg on the left, side −1, or on the right, side 1.
fn leg(stage: &mut Stage, [frame, crank]: [BodyId; 2], axle: Vec2, pin: Vec2, side: Scalar) -> Result<()> {
    let hip = axle + Vec2::new(side * A, -L);
    let is_left = side < 0.0;
    let top = circles_meet(pin, J, hip, B, !is_left);
    let knee = circles_meet(pin, K, hip, C, is_left);
    let back = circles_meet(top, E, hip, D, !is_left);
    let ankle = circles_meet(back, F, knee, G, !is_left);
    let foot = circles_meet(ankle, H, knee, I, !is_left);

    let upper = plate(stage, [hip, top, back])?;
    let lower = plate(stage, [knee, ankle, foot])?;
    let [long, short, link, tie] = [(pin, top), (pin, knee), (hip, knee), (back, ankle)].map(|ends| ends);
    let rods = [(long, crank, upper), (short, crank, lower), (link, frame, lower), (tie, upper, lower)];
    for ((from, to), a, b) in rods {
        let rod = rod(stage, from, to)?;
        stage.pin([a, rod], from)?;
        stage.pin([rod, b], to)?;
    }
    stage.pin([frame, upper], hip)?;
    let local_foot = stage.local(lower, foot)?;
    stage.join([lower], FloorContact { local_foot, floor: 0.0, friction: 150.0, friction_now: 0.0 })?;
    Ok(())
}

/// A triangular plate with corners at points of the world.
fn plate(stage: &mut Stage, corners: [Vec2; 3]) -> Result<BodyId> {
    let centre = (corners[0] + corners[1] + corners[2]) / 3.0;
    let shape = Shape::Triangle(corners.map(|corner| corner - centre));
    let length: Scalar = (0..3).map(|nth| corners[nth].distance(corners[(nth + 1) % 3])).sum();
    Ok(stage.add(shape.of_mass(ROD * length).at(centre), shape, Tint::Green)?)
}

/// A thin rod between two points of the world.
fn rod(stage: &mut Stage, from: Vec2, to: Vec2) -> Result<BodyId> {
    let shape = Shape::bar(from.distance(to), 0.06);
    let body = shape.of_mass(ROD * from.distance(to)).at(from.midpoint(to)).rotated((to - from).to_angle());
    Ok(stage.add(body, shape, Tint::Yellow)?)
}
