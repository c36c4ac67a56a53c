//! A body that holds many others which are not light beside it.
//!
//! A pass over n joints of one body is a product of n projections, and what it leaves of a velocity turns from one joint to the next:
//! its factors μ are complex. With impulses that are carried on, a substep has the factors z of z² = μ (2z − 1), and these may be
//! above 1. How much the joints share tells when: of its 1/m + 1/m′ each has the 1/m of the hub in common with all others.

use constraint_core::joints::{AngleJoint, PivotJoint};
use constraint_core::{Body, Scalar, SequentialImpulses, Stepping, Vec2, World};

const DT: Scalar = 1.0 / 60.0;
/// What rounding may add once the energy no longer falls: below 1e-7 of it in each of 1200 substeps.
const ROUNDING: Scalar = 1e-3;

/// So many wheels about a hub of this mass, each turning in its own way: held by angles, or by rims.
#[allow(clippy::cast_possible_truncation)] // the world's scalar is f32 or f64
fn hub(count: u8, mass: Scalar, by_rims: bool) -> World {
    let mut world = World::new();
    world.set_gravity(Vec2::ZERO).unwrap();
    let hub = world.add_body(Body::dynamic(mass, mass)).unwrap();
    let turn = std::f64::consts::TAU as Scalar / Scalar::from(count);
    for number in 0..count {
        let at = Vec2::from_angle(Scalar::from(number) * turn);
        let spin = if number % 3 == 0 { 1.0 } else { -0.5 };
        let wheel = world.add_body(Body::dynamic(1.0, 1.0).at(at).spinning(spin)).unwrap();
        if by_rims {
            let rims = PivotJoint { local_anchor_a: at * 0.5, local_anchor_b: at * -0.5 };
            world.add_joint([hub, wheel], rims).unwrap();
        } else {
            world.add_joint([hub, wheel], AngleJoint { ratio: 1.0, lower: 0.0, upper: 0.0 }).unwrap();
        }
    }
    world
}

/// The greatest energy in five seconds, of what there is at the beginning.
fn most(mut world: World) -> Scalar {
    let beginning = world.energy();
    let energies = (0..300).map(|_| world.step(DT).map_or(Scalar::INFINITY, |()| world.energy()));
    energies.fold(0.0, Scalar::max) / beginning
}

#[test]
fn what_shares_little_loses_energy() {
    // 5 · 1/2 and 25 · (1/10)/(1/10 + 1): both 2.5 and below. From 4 on energy grows.
    for (count, mass) in [(5, 1.0), (25, 10.0)] {
        for by_rims in [false, true] {
            let most = most(hub(count, mass, by_rims));
            assert!(most <= 1.0 + ROUNDING, "{count} about {mass} kg: {most}");
        }
    }
}

#[test]
fn as_many_iterations_as_wheels_hold() {
    for count in [10, 20] {
        for by_rims in [false, true] {
            let mut world = hub(count, 1.0, by_rims);
            let options = SequentialImpulses { velocity_iterations: count.into(), ..SequentialImpulses::default() };
            world.set_stepping(Stepping::SequentialImpulses(options)).unwrap();
            let most = most(world);
            assert!(most <= 1.0 + ROUNDING, "{count}: {most}");
        }
    }
}
