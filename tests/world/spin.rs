//! A greatest angular speed.

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, Scalar, SequentialImpulses, Stepping, Vec2, World};

use crate::H;
use crate::support::{DT, add, steps, weightless};

const MOST: Scalar = 47.0;

#[test]
fn who_spins_faster_is_braked_and_nobody_else() {
    for stepping in [Stepping::Substeps, Stepping::SequentialImpulses(SequentialImpulses::default())] {
        let mut world = weightless();
        world.set_stepping(stepping).unwrap();
        world.set_max_angular_speed(Some(MOST)).unwrap();
        let spins = [300.0, -300.0, MOST, 46.9, -0.0];
        let [fast, back, most, slow, still] = spins.map(|spin| add(&mut world, Body::dynamic(1.0, 0.1).spinning(spin)));
        let lift = add(&mut world, Body::kinematic().spinning(100.0).moving(Vec2::X));
        world.step(DT).unwrap();
        let spin = |id| world.body(id).unwrap().angular_velocity();
        assert_eq!([fast, back, most, slow, still, lift].map(spin), [MOST, -MOST, MOST, 46.9, 0.0, MOST]);
        let angle = |id| world.body(id).unwrap().angle();
        // Of what is beyond, up to five times the greatest speed, .29 is left by each substep but the last one, which leaves none;
        // sequential impulses have one.
        let braked = |excess: Scalar| match world.stepping() {
            Stepping::Substeps => (4.0 * MOST + excess * (0.29 + 0.29 * 0.29 + 0.29 * 0.29 * 0.29)) * H,
            _ => MOST * DT,
        };
        let (spun, lifted) = (braked(5.0 * MOST), braked(100.0 - MOST));
        for (id, turned) in [(fast, spun), (back, -spun), (lift, lifted), (slow, 46.9 * DT)] {
            // Four substeps of less than half a radian, added up in the scalar, and speeds worked out: a rounding each.
            assert!((angle(id) - turned).abs() < 8.0 * Scalar::EPSILON, "{} is not {turned}", angle(id));
        }
        // Nothing but the spin.
        assert_eq!(world.body(lift).unwrap().linear_velocity(), Vec2::X);
        world.set_max_angular_speed(None).unwrap();
        world.body_mut(fast).unwrap().set_angular_velocity(300.0).unwrap();
        world.step(DT).unwrap();
        assert_eq!(world.body(fast).unwrap().angular_velocity(), 300.0);
    }
}

/// 80 pairs of rods, hinged in the middle of the one and at the end of the other, the first at rest and the last turning by a radian in
/// a substep: so many that some lanes are braked and others are not.
fn pairs(arrange: &dyn Fn(&mut World)) -> World {
    let mut world = weightless();
    arrange(&mut world);
    world.set_max_angular_speed(Some(MOST)).unwrap();
    for place in 0..80_u8 {
        let (at, spin) = (Vec2::X * (3.0 * Scalar::from(place)), 3.0 * Scalar::from(place));
        let rod = |at: Vec2, spin: Scalar| Body::dynamic(1.0, 1.0 / 12.0).at(at).spinning(spin);
        let ends = [rod(at, spin), rod(at + Vec2::X * 0.5, -0.5 * spin)].map(|rod| add(&mut world, rod));
        world.add_joint(ends, PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::X * -0.5 }).unwrap();
    }
    world
}

#[test]
fn lanes_are_braked_alike() {
    let told = |arrange: &dyn Fn(&mut World)| {
        let mut world = pairs(arrange);
        steps(&mut world, 60, DT);
        // `Debug` of a float is exact.
        let states: Vec<_> = world.bodies().map(|(_, body)| format!("{:?}", body.state())).collect();
        states
    };
    let twins = told(&|_| ());
    for lanes in [16, 8, 4, 2, 1] {
        let apart = |world: &mut World| {
            world.set_batching(usize::MAX);
            world.set_lanes(lanes);
        };
        assert!(told(&apart) == twins, "{lanes} lanes");
    }
}

#[test]
fn a_speed_that_means_nothing() {
    let mut world = World::new();
    world.set_max_angular_speed(Some(MOST)).unwrap();
    for (speed, words) in [(Scalar::NAN, "NaN"), (Scalar::INFINITY, "inf"), (0.0, "0"), (-1.0, "-1")] {
        let text = world.set_max_angular_speed(Some(speed)).unwrap_err().to_string();
        assert!(text.contains(&format!("greatest angular speed is {words}")), "{text}");
    }
    assert_eq!(world.max_angular_speed(), Some(MOST));
}

#[test]
fn a_spin_that_overflows_is_braked() {
    let mut world = weightless();
    world.set_max_angular_speed(Some(MOST)).unwrap();
    let body = add(&mut world, Body::dynamic(1.0, 1e-4).pushed(Vec2::ZERO, Scalar::MAX));
    steps(&mut world, 1, DT);
    assert_eq!(world.body(body).unwrap().angular_velocity(), MOST);
    world.set_max_angular_speed(None).unwrap();
    assert!(world.step(DT).is_err(), "it does overflow");
}

/// A rope whose links are braked as it cracks. Braked to the greatest spin in each substep, the one came to 1e28 times the energy of its
/// fall, the other to 1e15 times: what closed its joints lifted the load.
#[test]
fn what_is_braked_gains_nothing() {
    for (links, load) in [(150_u16, 3.0), (300, 1.0)] {
        let mut world = World::new();
        world.set_max_angular_speed(Some(MOST)).unwrap();
        let mut last = add(&mut world, Body::fixed().at(Vec2::X * -0.25));
        let half = Vec2::X * 0.25;
        for link in 0..links {
            let mass = if link + 1 == links { load * 0.25 * Scalar::from(links) } else { 0.25 };
            let next = add(&mut world, Body::dynamic(mass, mass / 48.0).at(half * (2.0 * Scalar::from(link) + 1.0)));
            world.add_joint([last, next], PivotJoint { local_anchor_a: half, local_anchor_b: -half }).unwrap();
            last = next;
        }
        let start = world.energy();
        for step in 0..600 {
            steps(&mut world, 1, DT);
            assert!(world.energy() < start, "{links} links, step {step}: {} J gained", world.energy() - start);
        }
    }
}
