//! The bodies of a joint, however they come.

use constraint_core::joints::PivotJoint;
use constraint_core::prelude::*;
use constraint_core::{Array, Error};

#[constraint(|a| a.angle)]
struct Upright {}

fn add<J: Constraint>(world: &mut World, bodies: J::Bodies<BodyId>, joint: J) -> Result<JointId<J>, Error> {
    world.add_joint(bodies, joint)
}

fn add_first<J: Constraint>(world: &mut World, bodies: &[BodyId], joint: J) -> Result<JointId<J>, Error> {
    world.add_joint(J::Bodies::from_fn(|place| bodies[place]), joint)
}

fn main() -> Result<(), Error> {
    let mut world = World::new();
    let [a, b] = [world.add_body(Body::fixed())?, world.add_body(Body::dynamic(1.0, 0.1))?];
    let pivot = || PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO };
    let both = [a, b];
    let many = vec![a, b];
    world.add_joint([b], Upright {})?;
    world.add_joint([a, b], pivot())?;
    world.add_joint(both, pivot())?;
    world.add_joint([0, 1].map(|place| both[place]), pivot())?;
    // The joint tells how long it is.
    world.add_joint(core::array::from_fn(|place| both[place]), pivot())?;
    world.add_joint::<PivotJoint>(core::array::from_fn(|place| both[place]), pivot())?;
    let first: [BodyId; 2] = many[..2].try_into().unwrap();
    world.add_joint(first, pivot())?;
    world.add_joint::<PivotJoint>(both, pivot())?;
    add(&mut world, [a, b], pivot())?;
    add_first(&mut world, &both, pivot())?;
    assert_eq!(world.joint_ids().count(), 10);
    Ok(())
}
