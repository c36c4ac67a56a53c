//! What the tests of sleep share.

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, BodyId, Event, JointId, Sleep, Vec2, World};

use crate::support::add;

/// A world that sleeps as Box2D does.
pub(crate) fn sleepy() -> World {
    let mut world = World::new();
    world.set_sleep(Some(Sleep::default())).unwrap();
    world
}

/// A bob of 2 kg that hangs at rest 1 m below its pivot.
pub(crate) fn hanging(world: &mut World, holder: Body) -> (BodyId, BodyId, JointId<PivotJoint>) {
    let position = holder.position();
    let holder = add(world, holder);
    let bob = add(world, Body::dynamic(2.0, 0.5).at(position - Vec2::Y));
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::Y };
    let joint = world.add_joint([holder, bob], pivot).unwrap();
    (holder, bob, joint)
}

/// Every bit of a body's motion.
pub(crate) fn bits(world: &World, body: BodyId) -> String {
    let body = world.body(body).unwrap();
    format!("{:?}", (body.state(), body.clone()))
}

pub(crate) fn asleep(world: &World, body: BodyId) -> bool {
    world.body(body).unwrap().is_asleep()
}

/// The bodies that fell asleep, and those that woke, in the last step.
pub(crate) fn changes(world: &World) -> (Vec<BodyId>, Vec<BodyId>) {
    let (mut slept, mut woke) = (Vec::new(), Vec::new());
    for event in world.events() {
        match event {
            Event::FellAsleep { body } => slept.push(body),
            Event::Woke { body } => woke.push(body),
            other => panic!("{other:?}"),
        }
    }
    (slept, woke)
}
