//! A crane: a rope over two wheels carries the hook, and a counterweight in the tower carries the rope.

use crate::prelude::*;

/// The height of the boom, m.
const BOOM: Scalar = 9.0;
/// Where the counterweight hangs, m.
const TOWER: Scalar = -5.0;

pub(super) fn build() -> Result<Stage> {
    let mut stage = Stage::new(View { centre: Vec2::new(0.5, 4.4), size: Vec2::new(18.0, 12.0) })?;
    stage.world.set_substeps(8)?;
    let ground = stage.ground;
    let fixed = [
        (Vec2::new(TOWER - 0.7, 4.5), Vec2::new(0.12, 4.5)),
        (Vec2::new(TOWER + 0.7, 4.5), Vec2::new(0.12, 4.5)),
        (Vec2::new(0.6, BOOM + 0.15), Vec2::new(6.6, 0.15)),
        (Vec2::new(0.5, -0.15), Vec2::new(8.5, 0.15)),
    ];
    for (at, half) in fixed {
        stage.add(Body::fixed().at(at), Shape::Rectangle(half), Tint::Grey)?;
    }

    let box_of =
        |half: Vec2, mass: Scalar, at: Vec2| (Shape::Rectangle(half).of_mass(mass).at(at), Shape::Rectangle(half));
    let (body, shape) = box_of(Vec2::new(0.5, 0.7), 400.0, Vec2::new(TOWER, 3.0));
    let counterweight = stage.add(body, shape, Tint::Red)?;
    let (body, shape) = box_of(Vec2::new(0.45, 0.18), 60.0, Vec2::new(2.0, BOOM - 0.25));
    let trolley = stage.add(body, shape, Tint::Violet)?;
    let disc = Shape::Disc(0.3);
    let hook = stage.add(disc.of_mass(40.0).at(Vec2::new(2.0, 5.0)), disc, Tint::Yellow)?;
    let (body, shape) = box_of(Vec2::new(1.0, 0.5), 660.0, Vec2::new(2.0, 2.8));
    let load = stage.add(body.damped(0.05, 0.2), shape, Tint::Blue)?;

    let guide = |at: Vec2, direction: Vec2, lower, upper| LineJoint {
        local_anchor_a: at,
        local_direction_a: direction,
        local_anchor_b: Vec2::ZERO,
        lower,
        upper,
    };
    stage.join([ground, counterweight], guide(Vec2::new(TOWER, 0.0), Vec2::Y, 0.8, 7.6))?;
    stage.join([ground, counterweight], AngleJoint { ratio: 1.0, lower: 0.0, upper: 0.0 })?;
    stage.join([ground, trolley], guide(Vec2::new(0.0, BOOM - 0.25), Vec2::X, -3.0, 6.5))?;
    stage.join([ground, trolley], AngleJoint { ratio: 1.0, lower: 0.0, upper: 0.0 })?;
    // The hook hangs in two falls of the rope, so it moves half as far as the counterweight.
    let rope = PulleyJoint {
        local_anchor_a: Vec2::new(TOWER, BOOM),
        local_anchor_b: Vec2::new(0.0, 0.7),
        local_anchor_c: Vec2::ZERO,
        local_anchor_d: Vec2::ZERO,
        ratio: 2.0,
        lower: 0.0,
        upper: (BOOM - 3.7) + 2.0 * (BOOM - 0.25 - 5.0),
    };
    stage.join([ground, counterweight, trolley, hook], rope)?;
    for side in [-1.0, 1.0] {
        let corner = Vec2::new(0.8 * side, 0.5);
        let length = Vec2::new(0.8, 5.0 - 3.3).length();
        let sling = DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: corner, lower: 0.0, upper: length };
        stage.join([hook, load], sling)?;
    }
    let motor = |at: Vec2, direction: Vec2, max_force| LinearMotorJoint {
        local_anchor_a: at,
        local_direction_a: direction,
        local_anchor_b: Vec2::ZERO,
        speed: 0.0,
        max_force,
    };
    let travel = stage.join([ground, trolley], motor(Vec2::new(0.0, BOOM - 0.25), Vec2::X, 4000.0))?;
    let hoist = stage.join([ground, counterweight], motor(Vec2::new(TOWER, 0.0), Vec2::Y, 1500.0))?;
    let (mut time, mut is_steered): (Scalar, bool) = (0.0, false);
    stage.control = Some(Box::new(move |world, steer| {
        is_steered |= steer != Steer::default();
        time += 1.0 / 60.0;
        // Without a driver it works by itself.
        let wish = if is_steered {
            1.5 * Vec2::new(steer.x, steer.y)
        } else {
            Vec2::new(0.9 * (0.4 * time).sin(), 0.7 * (0.27 * time).sin())
        };
        world.joint_mut(travel)?.speed = wish.x;
        // The hook goes up where the counterweight goes down.
        world.joint_mut(hoist)?.speed = -wish.y;
        Ok(())
    }));
    Ok(stage)
}
