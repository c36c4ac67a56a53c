//! A car with a trailer on hills.

use crate::joints::Tyre;
use crate::prelude::*;

/// The road repeats after this way, m.
const PERIOD: Scalar = 60.0;
/// m
const WHEEL: Scalar = 0.4;
/// How fast the wheels turn without a key, rad/s.
const CRUISE: Scalar = -9.0;

/// The height of the road and its slope.
fn road(x: Scalar) -> (Scalar, Scalar) {
    let turn = consts::TAU / PERIOD;
    let waves = [(0.9, 2.0, 0.0), (0.25, 5.0, 1.0), (0.04, 13.0, 2.0)];
    let height = waves.iter().map(|(size, times, phase)| size * (times * turn * x + phase).sin()).sum();
    let slope = waves.iter().map(|(size, times, phase)| size * times * turn * (times * turn * x + phase).cos()).sum();
    (height, slope)
}

pub(super) fn build() -> Result<Stage> {
    let mut stage = Stage::new(View { centre: Vec2::new(0.0, 1.0), size: Vec2::new(22.0, 11.0) })?;
    stage.world.set_substeps(8)?;
    let points = || (0u16..240).map(|nth| PERIOD * Scalar::from(nth) / 240.0);
    let height = Curve::spline(points().map(|x| (x, road(x).0)), Ends::Periodic(PERIOD))?;
    let slope = Curve::spline(points().map(|x| (x, road(x).1)), Ends::Periodic(PERIOD))?;
    let line = (-4000i16..16000).map(|nth| 0.25 * Scalar::from(nth)).map(|x| Vec2::new(x, road(x).0));
    stage.scenery.push(line.collect());

    let chassis = Shape::Rectangle(Vec2::new(1.5, 0.28));
    let start = Vec2::new(0.0, road(0.0).0 + 1.1);
    let car = stage.add(chassis.of_mass(600.0).at(start), chassis, Tint::Blue)?;
    let cabin = Shape::Rectangle(Vec2::new(0.7, 0.28));
    let roof = stage.add(cabin.of_mass(60.0).at(start + Vec2::new(-0.2, 0.56)), cabin, Tint::Blue)?;
    let weld = WeldJoint {
        local_anchor_a: Vec2::new(-0.2, 0.28),
        local_anchor_b: Vec2::new(0.0, -0.28),
        reference_angle: 0.0,
    };
    stage.join([car, roof], weld)?;
    let box_shape = Shape::Rectangle(Vec2::new(0.9, 0.4));
    let trailer_at = start + Vec2::new(-3.2, 0.0);
    let trailer = stage.add(box_shape.of_mass(250.0).at(trailer_at), box_shape, Tint::Red)?;
    let bar = Shape::bar(0.9, 0.1);
    let bar_at = start + Vec2::new(-1.9, -0.2);
    let drawbar = stage.add(bar.of_mass(20.0).at(bar_at), bar, Tint::Grey)?;
    let weld = WeldJoint {
        local_anchor_a: Vec2::new(0.85, -0.2),
        local_anchor_b: Vec2::new(-0.45, 0.0),
        reference_angle: 0.0,
    };
    stage.join([trailer, drawbar], weld)?;
    stage.pin([car, drawbar], start + Vec2::new(-1.5, -0.2))?;

    let mut driven = Vec::new();
    for (body, x, torque) in [(car, -1.0, 1000.0), (car, 1.0, 1000.0), (trailer, -0.1, 0.0)] {
        let shape = Shape::Disc(WHEEL);
        let hub = stage.world.body(body)?.position() + Vec2::new(x, -0.45);
        let wheel = stage.add(shape.of_mass(25.0).at(hub), shape, Tint::Yellow)?;
        let suspension = WheelJoint {
            local_anchor_a: Vec2::new(x, -0.45),
            local_anchor_b: Vec2::ZERO,
            local_axis_a: Vec2::Y,
            suspension: Softness::new(5.0, 0.5),
            motor_speed: CRUISE,
            max_motor_torque: torque,
            lower: -0.2,
            upper: 0.2,
        };
        let joint = stage.join([body, wheel], suspension)?;
        if torque > 0.0 {
            driven.push(joint);
        }
        let (height, slope) = (height.clone(), slope.clone());
        stage.join([wheel], Tyre { height, slope, radius: WHEEL, grip: 4000.0, grip_now: 0.0 })?;
    }
    stage.follow = Some(car);
    stage.control = Some(Box::new(move |world, steer| {
        let speed = if steer.x == 0.0 { CRUISE } else { -22.0 * steer.x };
        for &joint in &driven {
            if world.joint(joint)?.motor_speed != speed {
                world.joint_mut(joint)?.motor_speed = speed;
            }
        }
        Ok(())
    }));
    Ok(stage)
}
