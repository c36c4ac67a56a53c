//! A pyramid of boxes stands for a minute and falls asleep. `cargo run --release --manifest-path examples/contacts/Cargo.toml`.

use constraint_contacts::Collisions;
use constraint_core::prelude::*;
use constraint_core::{Error, Sleep};
use parry2d::shape::SharedShape;

fn main() -> Result<(), Error> {
    let (mut world, mut collisions) = (World::new(), Collisions::default());
    world.set_sleep(Some(Sleep { linear_speed: 0.05, angular_speed: 0.05, time: 0.5 }))?;
    let ground = world.add_body(Body::fixed().at(Vec2::new(0.0, -1.0)))?;
    collisions.add(ground, SharedShape::cuboid(50.0, 1.0), 0.6, 0.0);
    let mut top = ground;
    for row in 0..10_u8 {
        for place in 0..10 - row {
            let x = f32::from(place) - 0.5 * f32::from(9 - row);
            top = world.add_body(Body::dynamic(1.0, 1.0 / 6.0).at(Vec2::new(1.1 * x, 0.5 + f32::from(row))))?;
            collisions.add(top, SharedShape::cuboid(0.5, 0.5), 0.6, 0.0);
        }
    }
    for second in 0..=60 {
        if second % 10 == 0 {
            let asleep = world.bodies().filter(|(_, body)| body.is_asleep()).count();
            let (at, energy, contacts) = (world.body(top)?.position(), world.kinetic_energy(), collisions.len());
            println!(
                "{second:2} s: top box at {at:.4} m, {contacts} contacts, {energy:.1e} J of motion, {asleep} asleep"
            );
        }
        for _ in 0..60 {
            collisions.step(&mut world, 1.0 / 60.0)?;
        }
    }
    Ok(())
}
