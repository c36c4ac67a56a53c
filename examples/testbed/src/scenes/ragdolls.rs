//! Ragdolls that fall on a floor.

use crate::joints::FloorContact;
use crate::prelude::*;

pub(super) fn build() -> Result<Stage> {
    let mut stage = Stage::new(View { centre: Vec2::new(0.0, 2.4), size: Vec2::new(15.0, 7.5) })?;
    stage.world.set_substeps(8)?;
    stage.scenery.push(vec![Vec2::new(-100.0, 0.0), Vec2::new(100.0, 0.0)]);
    for nth in 0u8..8 {
        let x = 1.6 * (Scalar::from(nth) - 3.5);
        let lift = 1.4 + 0.45 * Scalar::from(nth % 3);
        ragdoll(&mut stage, Vec2::new(x, lift), 0.5 * (2.1 * Scalar::from(nth)).sin())?;
    }
    Ok(stage)
}

/// Where a limb is in a doll that stands upright, and what it hangs from.
struct Limb {
    /// The number of the limb that it hangs from.
    parent: usize,
    /// From the hips, m.
    joint: Vec2,
    /// From the joint to the far end, m.
    reach: Vec2,
    width: Scalar,
    mass: Scalar,
    /// rad
    limits: [Scalar; 2],
}

#[rustfmt::skip]
const LIMBS: [Limb; 10] = [
    // Trunk; it hangs from nothing.
    Limb { parent: 0, joint: Vec2::new(0.0, 0.0), reach: Vec2::new(0.0, 0.6), width: 0.3, mass: 30.0, limits: [0.0, 0.0] },
    // Head.
    Limb { parent: 0, joint: Vec2::new(0.0, 0.62), reach: Vec2::new(0.0, 0.26), width: 0.22, mass: 5.0, limits: [-0.5, 0.5] },
    // Upper and lower arms.
    Limb { parent: 0, joint: Vec2::new(-0.15, 0.54), reach: Vec2::new(-0.12, -0.3), width: 0.11, mass: 2.5, limits: [-2.4, 1.0] },
    Limb { parent: 2, joint: Vec2::new(-0.27, 0.24), reach: Vec2::new(-0.05, -0.32), width: 0.09, mass: 1.8, limits: [-0.1, 2.3] },
    Limb { parent: 0, joint: Vec2::new(0.15, 0.54), reach: Vec2::new(0.12, -0.3), width: 0.11, mass: 2.5, limits: [-1.0, 2.4] },
    Limb { parent: 4, joint: Vec2::new(0.27, 0.24), reach: Vec2::new(0.05, -0.32), width: 0.09, mass: 1.8, limits: [-2.3, 0.1] },
    // Upper and lower legs.
    Limb { parent: 0, joint: Vec2::new(-0.09, 0.0), reach: Vec2::new(-0.05, -0.42), width: 0.15, mass: 8.0, limits: [-1.4, 0.6] },
    Limb { parent: 6, joint: Vec2::new(-0.14, -0.42), reach: Vec2::new(0.0, -0.44), width: 0.12, mass: 4.0, limits: [-0.05, 2.0] },
    Limb { parent: 0, joint: Vec2::new(0.09, 0.0), reach: Vec2::new(0.05, -0.42), width: 0.15, mass: 8.0, limits: [-0.6, 1.4] },
    Limb { parent: 8, joint: Vec2::new(0.14, -0.42), reach: Vec2::new(0.0, -0.44), width: 0.12, mass: 4.0, limits: [-2.0, 0.05] },
];

/// A doll with its hips at a point, turned by an angle.
fn ragdoll(stage: &mut Stage, hips: Vec2, tilt: Scalar) -> Result<()> {
    let turn = Rot2::from_angle(tilt);
    let mut bodies: Vec<BodyId> = Vec::new();
    for (nth, limb) in LIMBS.iter().enumerate() {
        let length = limb.reach.length();
        let shape = Shape::bar(length, limb.width);
        let centre = hips + turn * (limb.joint + 0.5 * limb.reach);
        let angle = limb.reach.to_angle() + tilt;
        let tint = [Tint::Blue, Tint::Red, Tint::Green, Tint::Green][nth.min(3)];
        let body = shape.of_mass(limb.mass).at(centre).rotated(angle).damped(0.0, 0.5);
        let body = stage.add(body, shape, tint)?;
        bodies.push(body);
        if nth > 0 {
            let hinge = hinge(stage, [bodies[limb.parent], body], hips + turn * limb.joint, limb.limits)?;
            stage.join([bodies[limb.parent], body], hinge)?;
        }
        for side in [-0.5, 0.5] {
            stage.join(
                [body],
                FloorContact {
                    local_foot: Vec2::new(side * length, 0.0),
                    floor: 0.5 * limb.width,
                    friction: 2.0 * limb.mass,
                    friction_now: 0.0,
                },
            )?;
        }
    }
    Ok(())
}

/// A hinge with limits, and a weak spring that stands for muscles.
fn hinge(stage: &Stage, [a, b]: [BodyId; 2], at: Vec2, [lower, upper]: [Scalar; 2]) -> Result<RevoluteJoint> {
    Ok(RevoluteJoint {
        local_anchor_a: stage.local(a, at)?,
        local_anchor_b: stage.local(b, at)?,
        reference_angle: stage.world.body(b)?.angle() - stage.world.body(a)?.angle(),
        target_angle: 0.0,
        spring: Softness::new(0.5, 0.7),
        motor_speed: 0.0,
        max_motor_torque: 0.0,
        lower,
        upper,
    })
}
