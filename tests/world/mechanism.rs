//! Mechanisms at random whose joints fit at first.

use constraint_core::joints::{DistanceJoint, PivotJoint, PrismaticJoint, RevoluteJoint, SliderJoint, WeldJoint};
use constraint_core::{Body, BodyId, Scalar, Softness, Vec2, World};

use crate::random::Random;
use crate::support::add;

/// A body, and how it lies.
#[derive(Clone, Copy)]
struct Part {
    id: BodyId,
    place: Vec2,
    angle: Scalar,
}

impl Part {
    /// A direction in the part's frame.
    fn turned(&self, direction: Vec2) -> Vec2 {
        Vec2::from_angle(-self.angle).rotate(direction)
    }

    /// A point in the part's frame.
    fn local(&self, point: Vec2) -> Vec2 {
        self.turned(point - self.place)
    }
}

/// From `low` to `high`.
pub(crate) fn between(random: &mut Random, low: Scalar, high: Scalar) -> Scalar {
    let share = Scalar::from(u16::try_from(random.below(10_001)).expect("it is below 10001")) / 10_000.0;
    low + (high - low) * share
}

fn direction(random: &mut Random) -> Vec2 {
    Vec2::from_angle(between(random, -3.0, 3.0))
}

/// Eight bodies of .3 to 3 kg that hang from each other and from the ground, without loops.
pub(crate) fn mechanism(random: &mut Random) -> World {
    let mut world = World::new();
    let mut parts = vec![Part { id: add(&mut world, Body::fixed()), place: Vec2::ZERO, angle: 0.0 }];
    for _ in 0..8 {
        let parent = parts[random.below(parts.len())];
        let place = parent.place + direction(random) * between(random, 0.5, 1.5);
        let (angle, mass) = (between(random, -3.0, 3.0), between(random, -0.5, 0.5));
        let mass = (10.0 as Scalar).powf(mass);
        let body = Body::dynamic(mass, mass * between(random, 0.05, 0.3)).at(place).rotated(angle);
        let part = Part { id: add(&mut world, body), place, angle };
        join(&mut world, random, parent, part);
        parts.push(part);
    }
    world
}

/// A joint of any of six types, near the middle of two parts, which fits as they lie.
fn join(world: &mut World, random: &mut Random, one: Part, other: Part) {
    let point = (one.place + other.place) * 0.5 + direction(random) * 0.2;
    let ends = [one.id, other.id];
    let (local_anchor_a, local_anchor_b) = (one.local(point), other.local(point));
    let (reference_angle, local_axis_a) = (other.angle - one.angle, one.turned(direction(random)));
    let (lower, upper, spring) = (-0.5, 0.5, Softness::new(0.0, 0.0));
    let added = match random.below(6) {
        0 => world.add_joint(ends, PivotJoint { local_anchor_a, local_anchor_b }).map(drop),
        1 => world.add_joint(ends, WeldJoint { local_anchor_a, local_anchor_b, reference_angle }).map(drop),
        2 => {
            let local_anchor_b = other.local(point + direction(random) * 0.7);
            world.add_joint(ends, DistanceJoint { local_anchor_a, local_anchor_b, lower: 0.3, upper: 0.9 }).map(drop)
        }
        3 => {
            let slider = SliderJoint { local_anchor_a, local_anchor_b, local_axis_a, reference_angle };
            world.add_joint(ends, slider).map(drop)
        }
        4 => {
            let (target_translation, motor_speed, max_motor_force) = (0.0, 0.0, 0.0);
            let prismatic = PrismaticJoint {
                local_anchor_a,
                local_anchor_b,
                local_axis_a,
                reference_angle,
                target_translation,
                spring,
                motor_speed,
                max_motor_force,
                lower,
                upper,
            };
            world.add_joint(ends, prismatic).map(drop)
        }
        _ => {
            let (target_angle, motor_speed, max_motor_torque) = (0.0, 0.0, 0.0);
            let revolute = RevoluteJoint {
                local_anchor_a,
                local_anchor_b,
                reference_angle,
                target_angle,
                spring,
                motor_speed,
                max_motor_torque,
                lower,
                upper,
            };
            world.add_joint(ends, revolute).map(drop)
        }
    };
    added.expect("the joint is valid");
}
