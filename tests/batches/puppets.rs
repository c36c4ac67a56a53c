//! Worlds of islands, mostly alike, and changes of them at random.

use constraint_core::joints::{DampedSpring, DistanceJoint, MotorJoint, PivotJoint, RatchetJoint, RevoluteJoint};
use constraint_core::{Body, BodyId, Constraint, JointId, JointOptions, OnBreak, Scalar, Softness, Vec2, World};

use super::random::Random;
use super::{ENOUGH, new_world};

impl Random {
    /// From −½ to ½.
    pub(super) fn scalar(&mut self) -> Scalar {
        self.below(1001) as Scalar / 1000.0 - 0.5
    }

    pub(super) fn vector(&mut self) -> Vec2 {
        Vec2::new(self.scalar(), self.scalar())
    }
}

fn limb(world: &mut World, r: &mut Random, at: Vec2) -> BodyId {
    let body =
        Body::dynamic(2.0 + r.scalar(), 1.0 + r.scalar()).at(at + 0.1 * r.vector()).damped(0.5, 0.5).moving(r.vector());
    world.add_body(body.spinning(r.scalar())).unwrap()
}

/// A trunk on a rope from the ground, two arms on pivots, a leg on a hinge with stops and a spring to a post of its own, a
/// motor between the arms.
pub(super) fn add_puppet(world: &mut World, r: &mut Random, ground: BodyId) {
    let at = Vec2::new(r.below(50) as Scalar, r.below(9) as Scalar);
    let [trunk, left, right, leg] = [Vec2::ZERO, -Vec2::X, Vec2::X, -Vec2::Y].map(|offset| limb(world, r, at + offset));
    let post = world.add_body(Body::fixed().at(at - Vec2::Y * 2.0)).unwrap();
    let rope = DistanceJoint { local_anchor_a: at, local_anchor_b: r.vector(), lower: 0.0, upper: 1.0 + r.scalar() };
    world.add_joint([ground, trunk], rope).unwrap();
    for (arm, side) in [(left, -0.5), (right, 0.5)] {
        let pivot = PivotJoint { local_anchor_a: Vec2::X * side, local_anchor_b: Vec2::X * -side };
        world.add_joint([trunk, arm], pivot).unwrap();
    }
    let hinge = RevoluteJoint {
        local_anchor_a: Vec2::Y * -0.5,
        local_anchor_b: Vec2::Y * 0.5,
        reference_angle: 0.0,
        target_angle: 0.0,
        spring: Softness::new(2.0, 0.5),
        motor_speed: 0.0,
        max_motor_torque: 0.0,
        lower: -0.3,
        upper: 0.5 + r.scalar(),
    };
    world.add_joint([trunk, leg], hinge).unwrap();
    let (local_anchor_a, local_anchor_b) = (r.vector(), r.vector());
    let spring = DampedSpring { local_anchor_a, local_anchor_b, rest_length: 1.0, stiffness: 9.0, damping: 1.0 };
    world.add_joint([leg, post], spring).unwrap();
    world.add_joint([left, right], MotorJoint { ratio: 1.0, rate: r.scalar(), max_torque: 0.2 }).unwrap();
}

/// A chain of any length, now and then with a ratchet, which changes itself.
fn add_chain(world: &mut World, r: &mut Random, ground: BodyId) {
    let (mut above, mut anchor) = (ground, Vec2::new(r.below(50) as Scalar, 20.0));
    for link in 0..=r.below(5) {
        let below = limb(world, r, Vec2::new(anchor.x, 19.5 - link as Scalar));
        world.add_joint([above, below], PivotJoint { local_anchor_a: anchor, local_anchor_b: Vec2::Y * 0.5 }).unwrap();
        if r.below(4) == 0 {
            world.add_joint([above, below], RatchetJoint { pitch: 0.3, tooth: 0.0 }).unwrap();
        }
        (above, anchor) = (below, Vec2::new(0.0, -0.5));
    }
}

/// `count` puppets and a third as many chains, one after the other.
pub(super) fn begun(count: usize) -> World {
    let (mut world, mut r) = (new_world(), Random(1));
    world.set_batching(ENOUGH);
    let ground = world.add_body(Body::fixed()).unwrap();
    for number in 0..count {
        add_puppet(&mut world, &mut r, ground);
        if number % 3 == 0 {
            add_chain(&mut world, &mut r, ground);
        }
    }
    world
}

fn body(world: &World, r: &mut Random) -> BodyId {
    let number = r.below(world.bodies().count());
    world.bodies().nth(number).unwrap().0
}

pub(super) fn joint<J: Constraint>(world: &World, r: &mut Random) -> Option<JointId<J>> {
    let count = world.joints::<J>().count();
    world.joints::<J>().nth(r.below(count.max(1))).map(|(id, _)| id)
}

fn change_joint<J: Constraint>(world: &mut World, r: &mut Random, change: impl FnOnce(&mut J)) {
    let Some(id) = joint::<J>(world, r) else { return };
    let ordinary = JointOptions::default();
    match r.below(6) {
        0 => world.remove_joint(id).map(|_| ()).unwrap(),
        1 => world.set_joint_options(id, JointOptions { enabled: false, ..ordinary }).unwrap(),
        2 => {
            let softness = Some(Softness::new(2.0, 1.0));
            world.set_joint_options(id, JointOptions { softness, ..ordinary }).unwrap();
        }
        3 => {
            let (break_force, on_break) = (20.0, OnBreak::Remove);
            world.set_joint_options(id, JointOptions { break_force, on_break, ..ordinary }).unwrap();
        }
        4 => world.set_joint_options(id, ordinary).unwrap(),
        _ => change(&mut world.joint_mut(id).unwrap()),
    }
}

fn change_body(world: &mut World, r: &mut Random) {
    let id = body(world, r);
    let is_ground = world.bodies().next().is_some_and(|(ground, _)| ground == id);
    let mut body = world.body_mut(id).unwrap();
    // What a fixed body refuses is refused in all worlds.
    let _: Result<(), constraint_core::Error> = match r.below(6) {
        0 => body.set_mass(2.0 + r.scalar()),
        1 => body.set_inertia(if r.below(2) == 0 { Scalar::INFINITY } else { 1.0 + r.scalar() }),
        2 => body.set_linear_velocity(r.vector()),
        3 => body.set_force(r.vector()),
        // Beyond what `f32` tells of an angle, or back.
        4 => body.set_angle(if body.angle() > 100.0 { r.scalar() } else { 250.0 }),
        _ if is_ground => Ok(()),
        _ => world.remove_body(id).map(|_| ()),
    };
}

/// What happens before a step. The same random numbers do the same to equal worlds.
pub(super) fn change(world: &mut World, r: &mut Random) {
    let ground = world.bodies().next().unwrap().0;
    match r.below(11) {
        0 => change_joint::<PivotJoint>(world, r, |pivot| pivot.local_anchor_a.y += 0.01),
        1 => change_joint::<DistanceJoint>(world, r, |rope| rope.upper += 0.1),
        2 => change_joint::<RevoluteJoint>(world, r, |hinge| hinge.upper = 0.4),
        3 => change_joint::<DampedSpring>(world, r, |spring| spring.stiffness *= 2.0),
        4..6 => change_body(world, r),
        6 => {
            let ends = [body(world, r), body(world, r)];
            let (local_anchor_a, local_anchor_b) = (r.vector(), r.vector());
            let rope = DistanceJoint { local_anchor_a, local_anchor_b, lower: 0.0, upper: 60.0 };
            world.add_joint(ends, rope).unwrap();
        }
        7 => {
            for _ in 0..4 {
                add_puppet(world, r, ground);
            }
        }
        8 => add_chain(world, r, ground),
        9 => {
            let lift = Body::kinematic().at(r.vector()).moving(Vec2::new(0.1, 0.5)).spinning(0.2);
            let (lift, held) = (world.add_body(lift).unwrap(), body(world, r));
            let rope =
                DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, lower: 0.0, upper: 60.0 };
            world.add_joint([lift, held], rope).unwrap();
        }
        _ => {}
    }
}
