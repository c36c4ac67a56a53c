// What `add_joint` is given, in an order or of a shape that it does not take.
use constraint_core::joints::PivotJoint;
use constraint_core::prelude::*;

struct Plain {}

fn main() -> Result<(), constraint_core::Error> {
    let mut world = World::new();
    let [a, b] = [world.add_body(Body::fixed())?, world.add_body(Body::dynamic(1.0, 0.1))?];
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO };
    world.add_joint(pivot.clone(), [a, b])?;
    world.add_joint(a, b, pivot.clone())?;
    world.add_joint([a, b], &pivot)?;
    world.add_joint([a, b], Plain {})?;
    Ok(())
}
