//! A crane lifts a crate that lies on the ground: a winch, a rope over two pulleys, and contacts. `cargo run --example crane`.

use constraint_rapier::constraint_core::joints::{MotorJoint, PivotJoint};
use constraint_rapier::constraint_core::{JointOptions, Scalar, Vec2};
use constraint_rapier::rapier::prelude::*;
use constraint_rapier::{Error, Event, JointedWorld, constraint};

/// A rope from the drum of a winch over a fixed pulley to a hook. The drum takes up its radius times its angle.
#[constraint(|drum, tower, hook| {
    let free = hook.position.distance(tower.point(self.local_pulley));
    (free + self.radius * drum.angle - self.length).within(..=0.0)
})]
#[derive(Clone, Debug)]
struct WinchRope {
    local_pulley: Vec2,
    radius: Scalar,
    length: Scalar,
}

fn main() -> Result<(), Error> {
    let mut world = JointedWorld::default();
    let tower = world.physics.insert_body(RigidBodyBuilder::fixed());
    world.physics.insert_collider(ColliderBuilder::cuboid(20.0, 1.0).translation(Vec2::new(0.0, -1.0)), Some(tower));
    let drum = RigidBodyBuilder::dynamic().translation(Vec2::new(-4.0, 1.0)).can_sleep(false);
    let (drum, _) = world.physics.insert(drum, ColliderBuilder::ball(0.4).density(10.0));
    let crate_at = |y| RigidBodyBuilder::dynamic().translation(Vec2::new(0.0, y)).can_sleep(false);
    let (lower, _) = world.physics.insert(crate_at(0.5), ColliderBuilder::cuboid(0.5, 0.5).density(20.0));
    let (upper, _) = world.physics.insert(crate_at(1.3), ColliderBuilder::cuboid(0.3, 0.3).density(20.0));

    // Anchors are measured from the centre of mass, which the tower has in its ground.
    let axle = PivotJoint { local_anchor_a: world.local_point(tower, Vec2::new(-4.0, 1.0))?, ..PivotJoint::default() };
    world.add_joint([tower, drum], axle)?;
    let winch = world.add_joint([tower, drum], MotorJoint { ratio: 1.0, rate: 0.0, max_torque: 400.0 })?;
    let rope = WinchRope { local_pulley: world.local_point(tower, Vec2::new(0.0, 8.0))?, radius: 0.4, length: 7.5 };
    let rope = world.add_joint([drum, tower, lower], rope)?;
    world.set_joint_options(rope, JointOptions { break_force: 500.0, ..JointOptions::default() })?;

    for step in 0..600 {
        if (60..120).contains(&step) {
            // Slowly: a jerk would break the rope.
            world.joint_mut(winch)?.rate += 0.02;
        }
        if step == 360 {
            // A third crate is too much for the rope.
            world.physics.insert(crate_at(7.0), ColliderBuilder::cuboid(0.3, 0.3).density(100.0));
        }
        let broken = world.step()?.iter().find_map(|event| match event {
            Event::Broken { cause, .. } => Some(*cause),
            _ => None,
        });
        let height = |body: RigidBodyHandle| world.physics.bodies[body].translation().y;
        let pull = world.reaction(rope).map_or(0.0, |reaction| reaction[2].y);
        if step % 60 == 0 || broken.is_some() {
            println!(
                "{step:3}: crates at {:.3} and {:.3} m, the rope pulls by {pull:.1} N",
                height(lower),
                height(upper)
            );
        }
        if let Some(cause) = broken {
            println!("the rope broke: {cause:?}");
            return Ok(());
        }
    }
    Ok(())
}
