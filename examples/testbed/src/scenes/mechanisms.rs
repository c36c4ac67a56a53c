//! The mechanisms of the tour, side by side. Their masses and anchors are those of `tests/oracles`.

use crate::prelude::*;

const SPACING: Scalar = 4.6;

pub(super) fn build() -> Result<Stage> {
    let view = View { centre: Vec2::new(SPACING, -1.9), size: Vec2::new(15.5, 10.5) };
    let mut stage = Stage::new(view)?;
    stage.world.set_substeps(8)?;
    let at = |column: u8, row: u8| Vec2::new(SPACING * Scalar::from(column), -SPACING * Scalar::from(row));
    pendulum(&mut stage, at(0, 0))?;
    double_pendulum(&mut stage, at(1, 0))?;
    cart(&mut stage, at(2, 0))?;
    four_bar(&mut stage, at(0, 1) - Vec2::new(1.0, 0.0))?;
    atwood(&mut stage, at(1, 1))?;
    gears(&mut stage, at(2, 1))?;
    Ok(stage)
}

/// A part of a mechanism: mass, moment of inertia, state.
struct Part {
    mass: Scalar,
    inertia: Scalar,
    at: Vec2,
    angle: Scalar,
}

impl Part {
    fn body(&self, origin: Vec2) -> Body {
        Body::dynamic(self.mass, self.inertia).at(origin + self.at).rotated(self.angle)
    }
}

fn pendulum(stage: &mut Stage, origin: Vec2) -> Result<()> {
    let part = Part { mass: 1.7, inertia: 0.6, at: Vec2::new(0.8, -0.5), angle: 0.0 };
    let corners = [Vec2::new(-0.8, 0.5), Vec2::new(0.6, 0.2), Vec2::new(0.2, -0.7)];
    let bob = stage.add(part.body(origin), Shape::Triangle(corners), Tint::Blue)?;
    stage.pin([stage.ground, bob], origin)?;
    Ok(())
}

fn double_pendulum(stage: &mut Stage, origin: Vec2) -> Result<()> {
    let parts = [
        Part { mass: 1.5, inertia: 0.12, at: Vec2::new(0.501_077, -0.333_8), angle: -0.670_796 },
        Part { mass: 0.9, inertia: 0.06, at: Vec2::new(1.279_803, -0.689_806), angle: 0.029_204 },
    ];
    let upper = stage.add(parts[0].body(origin), Shape::bar(1.3, 0.22), Tint::Blue)?;
    let lower = stage.add(parts[1].body(origin), Shape::bar(1.1, 0.18), Tint::Green)?;
    let nail = PivotJoint { local_anchor_a: origin, local_anchor_b: Vec2::new(-0.6, -0.05) };
    stage.join([stage.ground, upper], nail)?;
    let elbow = PivotJoint { local_anchor_a: Vec2::new(0.5, -0.1), local_anchor_b: Vec2::new(-0.45, -0.02) };
    stage.join([upper, lower], elbow)?;
    Ok(())
}

/// A cart that slides down a rail with a pendulum on it. Stops at both ends of the rail, which the tour does not have.
fn cart(stage: &mut Stage, origin: Vec2) -> Result<()> {
    let tilt: Scalar = -0.35;
    let along = Vec2::from_angle(tilt);
    let parts = [
        Part { mass: 2.0, inertia: 0.3, at: Vec2::new(0.281_812, -0.102_869), angle: tilt },
        Part { mass: 1.1, inertia: 0.09, at: Vec2::new(0.780_193, 0.102_688), angle: 0.4 },
    ];
    let cart = stage.add(parts[0].body(origin), Shape::bar(0.7, 0.35), Tint::Red)?;
    let bob = stage.add(parts[1].body(origin), Shape::bar(1.1, 0.18), Tint::Green)?;
    stage.scenery.push(vec![origin - 1.3 * along, origin + 1.7 * along]);
    let rail = LineJoint {
        local_anchor_a: origin,
        local_direction_a: along,
        local_anchor_b: Vec2::ZERO,
        lower: -1.0,
        upper: 1.4,
    };
    stage.join([stage.ground, cart], rail)?;
    stage.join([stage.ground, cart], AngleJoint { ratio: 1.0, lower: tilt, upper: tilt })?;
    let hinge = PivotJoint { local_anchor_a: Vec2::new(0.1, -0.05), local_anchor_b: Vec2::new(-0.5, -0.1) };
    stage.join([cart, bob], hinge)?;
    Ok(())
}

fn four_bar(stage: &mut Stage, origin: Vec2) -> Result<()> {
    let parts = [
        Part { mass: 1.0, inertia: 0.06, at: Vec2::new(0.080_223, 0.344_332), angle: 1.2 },
        Part { mass: 2.0, inertia: 0.7, at: Vec2::new(1.148_655, 0.986_296), angle: 0.461_925 },
        Part { mass: 1.4, inertia: 0.25, at: Vec2::new(2.007_243, 0.850_652), angle: -1.535_807 },
    ];
    let crank = stage.add(parts[0].body(origin), Shape::bar(0.85, 0.2), Tint::Violet)?;
    let coupler = stage.add(parts[1].body(origin), Shape::bar(2.05, 0.3), Tint::Blue)?;
    let rocker = stage.add(parts[2].body(origin), Shape::bar(1.45, 0.2), Tint::Green)?;
    stage.world.body_mut(crank)?.set_torque(5.0)?;
    let ground = stage.ground;
    let pins = [
        (ground, origin, crank, Vec2::new(-0.35, -0.05)),
        (crank, Vec2::new(0.35, -0.05), coupler, Vec2::new(-0.95, 0.1)),
        (coupler, Vec2::new(0.95, 0.1), rocker, Vec2::new(-0.65, -0.03)),
        (ground, origin + Vec2::new(2.0, 0.2), rocker, Vec2::new(0.65, -0.03)),
    ];
    for (a, local_anchor_a, b, local_anchor_b) in pins {
        stage.join([a, b], PivotJoint { local_anchor_a, local_anchor_b })?;
    }
    Ok(())
}

/// An Atwood machine: the rope counts twice on the right.
fn atwood(stage: &mut Stage, origin: Vec2) -> Result<()> {
    let parts = [
        Part { mass: 0.75, inertia: 0.15, at: Vec2::new(-1.3, -0.3), angle: 0.1 },
        Part { mass: 1.5, inertia: 0.08, at: Vec2::new(1.35, -0.4), angle: -0.2 },
    ];
    let left = stage.add(parts[0].body(origin), Shape::bar(0.5, 0.5), Tint::Red)?;
    let right = stage.add(parts[1].body(origin), Shape::bar(0.6, 0.4), Tint::Red)?;
    let wheels = [-1.0, 1.0].map(|x| origin + Vec2::new(x, 2.0));
    stage.scenery.push(vec![wheels[0] - Vec2::X, wheels[1] + Vec2::X]);
    let rope = PulleyJoint {
        local_anchor_a: wheels[0],
        local_anchor_b: Vec2::new(0.1, 0.2),
        local_anchor_c: wheels[1],
        local_anchor_d: Vec2::new(-0.15, 0.1),
        ratio: 2.0,
        lower: 0.0,
        upper: 6.668_797,
    };
    stage.join([stage.ground, left, stage.ground, right], rope)?;
    Ok(())
}

fn gears(stage: &mut Stage, origin: Vec2) -> Result<()> {
    let parts = [
        Part { mass: 1.2, inertia: 0.4, at: Vec2::new(0.1, 0.0), angle: 0.0 },
        Part { mass: 0.8, inertia: 0.15, at: Vec2::new(0.95, -0.1), angle: 0.0 },
    ];
    let large = stage.add(parts[0].body(origin), Shape::Gear { radius: 0.7, teeth: 25 }, Tint::Yellow)?;
    let small = stage.add(parts[1].body(origin), Shape::Gear { radius: 0.28, teeth: 10 }, Tint::Yellow)?;
    let mut driven = stage.world.body_mut(large)?;
    driven.set_torque(0.9)?;
    driven.set_angular_damping(0.5)?;
    let ground = stage.ground;
    let axle = PivotJoint { local_anchor_a: origin, local_anchor_b: Vec2::new(-0.1, 0.0) };
    stage.join([ground, large], axle)?;
    let axle = PivotJoint { local_anchor_a: origin + Vec2::X, local_anchor_b: Vec2::new(0.05, 0.1) };
    stage.join([ground, small], axle)?;
    stage.join([large, small], AngleJoint { ratio: 2.5, lower: 0.0, upper: 0.0 })?;
    Ok(())
}
