//! A clockwork: a weight, a train of gears, two hands, a piston, and a fan that keeps the speed.

use crate::joints::Winding;
use crate::prelude::*;

/// The pitch of the teeth: metres of radius to the tooth.
const MODULE: Scalar = 0.035;

pub(super) fn build() -> Result<Stage> {
    let mut stage = Stage::new(View { centre: Vec2::new(0.9, -1.0), size: Vec2::new(11.5, 8.0) })?;
    stage.world.set_substeps(8)?;

    // The train: each wheel, and the teeth of its pinion that the wheel before it drives.
    let drum = gear(&mut stage, Vec2::new(-2.6, 0.0), 40)?;
    let second = next_gear(&mut stage, drum, Vec2::from_angle(0.3), [40, 20])?;
    let third = next_gear(&mut stage, second, Vec2::from_angle(-0.5), [20, 30])?;
    let fourth = next_gear(&mut stage, third, Vec2::from_angle(0.25), [30, 15])?;
    let fan_gear = next_gear(&mut stage, fourth, Vec2::from_angle(-0.2), [15, 12])?;
    fan(&mut stage, fan_gear.0)?;

    // The drum winds up as the weight rises: it turns clockwise while the weight sinks.
    let spool = 0.45;
    let shape = Shape::Rectangle(Vec2::new(0.35, 0.5));
    let at = Vec2::new(-2.6 - spool, -1.6);
    let weight = stage.add(shape.of_mass(30.0).at(at), shape, Tint::Red)?;
    let guide = LineJoint {
        local_anchor_a: Vec2::new(at.x, 0.0),
        local_direction_a: Vec2::Y,
        local_anchor_b: Vec2::ZERO,
        lower: -4.4,
        upper: -1.0,
    };
    stage.join([stage.ground, weight], guide)?;
    stage.join([stage.ground, weight], AngleJoint { ratio: 1.0, lower: 0.0, upper: 0.0 })?;
    stage.join([drum.0, weight], Winding { radius: spool, length: 1.6 })?;

    hands(&mut stage, third)?;
    piston(&mut stage, second)?;
    let mut is_winding = false;
    stage.control = Some(Box::new(move |world, steer| {
        // It is wound up when it has run down, or by the up key.
        let height = world.body(weight)?.position().y;
        let winds = steer.y > 0.0 || height < -4.3 || (is_winding && height < -1.6);
        if winds != is_winding {
            is_winding = winds;
            let lift = if winds { 1000.0 } else { 0.0 };
            world.body_mut(weight)?.set_force(Vec2::new(0.0, lift))?;
        }
        Ok(())
    }));
    Ok(stage)
}

/// A wheel and its number of teeth.
type Wheel = (BodyId, u16);

fn radius(teeth: u16) -> Scalar {
    MODULE * Scalar::from(teeth)
}

/// A gear on an axle of its own.
fn gear(stage: &mut Stage, at: Vec2, teeth: u16) -> Result<Wheel> {
    let shape = Shape::Gear { radius: radius(teeth), teeth };
    let body = stage.add(shape.of_density(2.0).at(at), shape, Tint::Yellow)?;
    stage.pin([stage.ground, body], at)?;
    Ok((body, teeth))
}

/// A gear that another one drives, in this direction from it.
fn next_gear(stage: &mut Stage, from: Wheel, direction: Vec2, teeth: [u16; 2]) -> Result<Wheel> {
    let away = radius(teeth[0]) + radius(teeth[1]);
    let at = stage.world.body(from.0)?.position() + away * direction;
    let wheel = gear(stage, at, teeth[1])?;
    mesh(stage, from, wheel)?;
    Ok(wheel)
}

/// Two gears whose teeth mesh.
fn mesh(stage: &mut Stage, a: Wheel, b: Wheel) -> Result<()> {
    // Wheels that mesh from outside turn opposite ways.
    let ratio = -Scalar::from(b.1) / Scalar::from(a.1);
    stage.join([a.0, b.0], AngleJoint { ratio, lower: 0.0, upper: 0.0 })?;
    Ok(())
}

/// Blades that the air brakes.
fn fan(stage: &mut Stage, axle: BodyId) -> Result<()> {
    let at = stage.world.body(axle)?.position();
    let shape = Shape::bar(1.7, 0.16);
    for angle in [0.0, consts::FRAC_PI_2] {
        let blade =
            stage.add(shape.of_mass(0.4).at(at).rotated(angle).damped(0.0, 60.0), shape.clone(), Tint::Green)?;
        let weld = WeldJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, reference_angle: angle };
        stage.join([axle, blade], weld)?;
    }
    Ok(())
}

/// Two hands above the train: twelve turns of the long one are one of the short one.
fn hands(stage: &mut Stage, driver: Wheel) -> Result<()> {
    let at = Vec2::new(3.6, 1.7);
    let dial = Shape::Ring(1.05);
    stage.add(Body::fixed().at(at), dial, Tint::Grey)?;
    let mut hand = |length: Scalar, width: Scalar, mass: Scalar, tint| -> Result<BodyId> {
        let shape = Shape::bar(length, width);
        // Balanced: it hangs on its centre, as clocks' hands do.
        let body = stage.add(shape.of_mass(mass).at(at).rotated(consts::FRAC_PI_2), shape, tint)?;
        stage.pin([stage.ground, body], at)?;
        Ok(body)
    };
    let long = hand(1.8, 0.07, 0.2, Tint::Blue)?;
    let short = hand(1.2, 0.14, 0.3, Tint::Violet)?;
    let quarter = consts::FRAC_PI_2;
    // C = ratio·θ_b − θ_a. The hands start upright.
    stage.join([driver.0, long], AngleJoint { ratio: -1.0, lower: -quarter, upper: -quarter })?;
    stage.join([long, short], AngleJoint { ratio: 12.0, lower: 11.0 * quarter, upper: 11.0 * quarter })?;
    Ok(())
}

/// A crank on a gear, a rod, and a piston on a line.
fn piston(stage: &mut Stage, driver: Wheel) -> Result<()> {
    let centre = stage.world.body(driver.0)?.position();
    let (crank, length) = (0.5, 1.6);
    let pin = centre + Vec2::new(crank, 0.0);
    let along = (length * length - crank * crank as Scalar).sqrt();
    let bottom = centre - Vec2::new(0.0, along);
    let rod_shape = Shape::bar(length, 0.12);
    let rod = rod_shape.of_mass(0.5).at(0.5 * (pin + bottom)).rotated((bottom - pin).to_angle());
    let rod = stage.add(rod, rod_shape, Tint::Green)?;
    let piston_shape = Shape::Rectangle(Vec2::new(0.32, 0.28));
    let piston = stage.add(piston_shape.of_mass(1.0).at(bottom), piston_shape, Tint::Blue)?;
    stage.pin([driver.0, rod], pin)?;
    stage.pin([rod, piston], bottom)?;
    let cylinder =
        SliderJoint { local_anchor_a: centre, local_anchor_b: Vec2::ZERO, local_axis_a: Vec2::Y, reference_angle: 0.0 };
    stage.join([stage.ground, piston], cylinder)?;
    for side in [-0.36, 0.36] {
        let [top, end] = [-0.9, -2.6].map(|y| centre + Vec2::new(side, y));
        stage.scenery.push(vec![top, end]);
    }
    Ok(())
}
