//! A body that holds many others which are as heavy, by joints with motors and stops.

use constraint_core::joints::{AngleJoint, MotorJoint, RevoluteJoint, WheelJoint};
use constraint_core::{Body, BodyId, Scalar, Softness, Vec2, consts};

use crate::random::Random;
use crate::scene::{Scene, between, disc, rod, scaled};

/// As many limbs of 1 kg on the rim of a torso of 1 kg, with motors of 1 rad/s and 5 N·m, and stops at ±0.8 rad.
pub(crate) fn limbs(count: u16) -> Scene {
    let mut scene = Scene::weightless();
    let torso = scene.add(disc(1.0, 0.5));
    for number in 0..count {
        let angle = Scalar::from(number) / Scalar::from(count) * consts::TAU;
        let out = Vec2::from_angle(angle);
        let limb = scene.add(rod(1.0, 1.0).at(out).rotated(angle));
        hinge(&mut scene, [torso, limb], out * 0.5, (1.0, 5.0), 0.8);
    }
    scene
}

/// A hinge at a point of the world, at rest where the bodies are. Its motor has this speed and torque.
pub(crate) fn hinge(
    scene: &mut Scene,
    bodies: [BodyId; 2],
    at: Vec2,
    (motor_speed, max_motor_torque): (Scalar, Scalar),
    stop: Scalar,
) {
    let [local_anchor_a, local_anchor_b] = scene.local(bodies, at);
    let [a, b] = bodies.map(|id| scene.world.body(id).unwrap().angle());
    let joint = RevoluteJoint {
        local_anchor_a,
        local_anchor_b,
        reference_angle: b - a,
        target_angle: 0.0,
        spring: Softness::new(0.0, 0.0),
        motor_speed,
        max_motor_torque,
        lower: -stop,
        upper: stop,
    };
    scene.world.add_joint(bodies, joint).unwrap();
    scene.power += (motor_speed * max_motor_torque).abs();
}

/// A hub of 0.1 to 10 kg with 4 to 20 limbs of 0.3 to 3 kg, held in several ways, and thrown.
pub(crate) fn mixed(random: &mut Random) -> Scene {
    let mut scene = if random.below(2) == 0 { Scene::new() } else { Scene::weightless() };
    let hub = scene.add(disc(scaled(random, 0.1, 10.0), 0.5).spinning(between(random, -3.0, 3.0)));
    let count = 4 + random.below(17);
    let kinds = 1 + random.below(3);
    for number in 0..count {
        let angle = consts::TAU * between(random, 0.0, 1.0);
        let out = Vec2::from_angle(angle);
        let mass = scaled(random, 0.3, 3.0);
        let limb = scene.add(rod(mass, 1.0).at(out).rotated(angle).spinning(between(random, -3.0, 3.0)));
        match number % kinds {
            0 => {
                hinge(
                    &mut scene,
                    [hub, limb],
                    out * 0.5,
                    (between(random, -2.0, 2.0), between(random, 0.0, 10.0)),
                    0.8,
                );
            }
            1 => {
                scene.pin([hub, limb], out * 0.5);
                let stop = AngleJoint { ratio: 1.0, lower: angle - 0.5, upper: angle + 0.5 };
                scene.world.add_joint([hub, limb], stop).unwrap();
            }
            _ => {
                scene.pin([hub, limb], out * 0.5);
                let (rate, max_torque) = (between(random, -2.0, 2.0), between(random, 0.0, 5.0));
                scene.world.add_joint([hub, limb], MotorJoint { ratio: 1.0, rate, max_torque }).unwrap();
                scene.power += (rate * max_torque).abs();
            }
        }
    }
    scene
}

/// A chassis of 1 kg on 4 to 16 sprung wheels that weigh as much, hung from one of them.
pub(crate) fn wheels(random: &mut Random) -> Scene {
    let mut scene = Scene::new();
    let chassis = scene.add(Body::dynamic(1.0, 0.3));
    let ground = scene.ground();
    for number in 0..4 + random.below(13) {
        let at = Vec2::new(between(random, -1.0, 1.0), -0.3);
        let wheel = scene.add(disc(scaled(random, 0.5, 2.0), 0.2).at(at));
        let joint = WheelJoint {
            local_anchor_a: at,
            local_anchor_b: Vec2::ZERO,
            local_axis_a: Vec2::Y,
            suspension: Softness::new(5.0, 0.7),
            motor_speed: 0.0,
            max_motor_torque: 0.0,
            lower: -0.2,
            upper: 0.2,
        };
        scene.world.add_joint([chassis, wheel], joint).unwrap();
        if number == 0 {
            scene.pin([ground, wheel], at);
        }
    }
    scene
}
