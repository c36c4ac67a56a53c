//! Twins whose bodies stand in the world in any order: one after another, backwards, with places between them that others have or
//! nobody has, or by turns with those of another twin.

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, BodyId, Vec2, World};

use super::random::Random;
use super::{DT, ENOUGH, expected, new_world, told};

const LINKS: usize = 4;

fn add_link(world: &mut World, r: &mut Random) -> BodyId {
    world.add_body(Body::dynamic(2.0, 0.5).at(r.vector()).moving(r.vector()).spinning(r.scalar())).unwrap()
}

fn add_chain(world: &mut World, links: [BodyId; LINKS]) {
    let pivot = PivotJoint { local_anchor_a: Vec2::Y * -0.5, local_anchor_b: Vec2::Y * 0.5 };
    for pair in links.windows(2) {
        world.add_joint([pair[0], pair[1]], pivot).unwrap();
    }
}

/// The bodies of two chains, `manner` saying in which places.
fn links(world: &mut World, r: &mut Random, manner: usize) -> [[BodyId; LINKS]; 2] {
    let mut bodies: Vec<BodyId> = (0..4 * LINKS).map(|_| add_link(world, r)).collect();
    match manner {
        1 => bodies.reverse(),
        2 => drop(bodies.drain(1..3)),
        3 => drop((0..3).map(|_| world.remove_body(bodies.remove(2)).unwrap()).collect::<Vec<_>>()),
        4 => bodies = bodies.iter().step_by(2).chain(bodies.iter().skip(1).step_by(2)).copied().collect(),
        _ => {}
    }
    [0, 1].map(|chain| core::array::from_fn(|link| bodies[chain * LINKS + link]))
}

#[test]
fn bodies_stand_anyhow() {
    let mut worlds = [ENOUGH, usize::MAX].map(|threshold| {
        let (mut world, mut r) = (new_world(), Random(7));
        world.set_batching(threshold);
        for pair in 0..80 {
            let chains = links(&mut world, &mut r, pair / 16);
            for links in chains {
                add_chain(&mut world, links);
            }
        }
        world
    });
    for step in 0..30 {
        for world in &mut worlds {
            world.step(DT).unwrap();
        }
        assert_eq!(worlds[0].joints_in_batches(), expected(160 * (LINKS - 1)));
        assert!(told(&worlds[0]) == told(&worlds[1]), "step {step}");
    }
}
