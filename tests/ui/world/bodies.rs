// The bodies that a joint is given: too few, too many, or no array.
use constraint_core::joints::PivotJoint;
use constraint_core::prelude::*;

#[constraint(|a| a.angle)]
struct Upright {}

fn main() -> Result<(), constraint_core::Error> {
    let mut world = World::new();
    let [a, b] = [world.add_body(Body::fixed())?, world.add_body(Body::dynamic(1.0, 0.1))?];
    let pivot = || PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO };
    world.add_joint([b], pivot())?;
    world.add_joint([a, b], Upright {})?;
    world.add_joint(b, Upright {})?;
    world.add_joint((a, b), pivot())?;
    world.add_joint(vec![a, b], pivot())?;
    world.add_joint(&[a, b], pivot())?;
    world.add_joint([Body::fixed(), Body::fixed()], pivot())?;
    Ok(())
}
