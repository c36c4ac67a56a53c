//! A body that holds many others which are not light beside it.
//!
//! A pass over n joints of one body is a product of n projections, and what it leaves of a velocity turns from one joint to the next:
//! its factors μ are complex. With impulses that are carried on, a substep has the factors z of z² = μ (2z − 1), and these may be
//! above 1. Joints that only hold are solved at once there, which is one projection.

#![allow(clippy::useless_conversion)] // the world's scalar is f32 or f64

use constraint_core::joints::{AngleJoint, PivotJoint, WeldJoint};
use constraint_core::{
    Body, BodyId, Constraint, JointId, MassProperties, Pose, Scalar, SequentialImpulses, Stepping, Vec2, Velocity,
    World,
};

use super::mechanism::between;
use crate::random::Random;

const DT: Scalar = 1.0 / 60.0;
/// What rounding may add once the energy no longer falls: below 1e-7 of it in each of 1200 substeps.
const ROUNDING: Scalar = 1e-3;

/// How wheels are held by their hub.
#[derive(Clone, Copy, Debug)]
enum By {
    Angles,
    /// Pivots, of which the hub is the first body.
    Rims,
    /// Pivots, of which the hub is now the first, now the second body.
    EitherWay,
    Welds,
    /// Now by one, now by the other.
    RimsAndWelds,
}

/// A hub of some mass at the origin, as heavy to turn, and so many wheels of 1 kg and 1 kg m² about it at this distance, each turning
/// in its own way.
struct Hub {
    world: World,
    pivots: Vec<JointId<PivotJoint>>,
    welds: Vec<JointId<WeldJoint>>,
}

impl Hub {
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // the world's scalar is f32 or f64
    fn new(count: usize, mass: Scalar, distance: Scalar, by: By) -> Self {
        let mut world = World::new();
        world.set_gravity(Vec2::ZERO).unwrap();
        let hub = world.add_body(Body::dynamic(mass, mass)).unwrap();
        let (mut pivots, mut welds) = (Vec::new(), Vec::new());
        for number in 0..count {
            let turned = std::f64::consts::TAU * number as f64 / count as f64;
            let at = Vec2::from_angle(turned as Scalar) * distance;
            let spin = if number % 3 == 0 { 1.0 } else { -0.5 };
            let wheel = world.add_body(Body::dynamic(1.0, 1.0).at(at).spinning(spin)).unwrap();
            let (ours, theirs) = (at * 0.5, at * -0.5);
            match by {
                By::Angles => {
                    world.add_joint([hub, wheel], AngleJoint { ratio: 1.0, lower: 0.0, upper: 0.0 }).unwrap();
                }
                By::EitherWay if number % 2 == 1 => pivots.push(pivot(&mut world, [wheel, hub], [theirs, ours])),
                By::RimsAndWelds if number % 2 == 1 => welds.push(weld(&mut world, [hub, wheel], [ours, theirs])),
                By::Rims | By::EitherWay | By::RimsAndWelds => {
                    pivots.push(pivot(&mut world, [hub, wheel], [ours, theirs]));
                }
                By::Welds => welds.push(weld(&mut world, [hub, wheel], [ours, theirs])),
            }
        }
        Self { world, pivots, welds }
    }

    /// The greatest energy in five seconds, of what there is at the beginning.
    fn most(mut self) -> Scalar {
        let beginning = self.world.energy();
        let energies = (0..300).map(|_| self.world.step(DT).map_or(Scalar::INFINITY, |()| self.world.energy()));
        energies.fold(0.0, Scalar::max) / beginning
    }
}

fn pivot(world: &mut World, bodies: [BodyId; 2], [local_anchor_a, local_anchor_b]: [Vec2; 2]) -> JointId<PivotJoint> {
    world.add_joint(bodies, PivotJoint { local_anchor_a, local_anchor_b }).unwrap()
}

fn weld(world: &mut World, bodies: [BodyId; 2], [local_anchor_a, local_anchor_b]: [Vec2; 2]) -> JointId<WeldJoint> {
    world.add_joint(bodies, WeldJoint { local_anchor_a, local_anchor_b, reference_angle: 0.0 }).unwrap()
}

/// The greatest |V| of a row of these joints, m/s or rad/s.
fn rate<J: Constraint<Bodies<Pose<Scalar>> = [Pose<Scalar>; 2], Bodies<Velocity<Scalar>> = [Velocity<Scalar>; 2]>>(
    world: &World,
    joints: &[JointId<J>],
) -> Scalar {
    let rates = joints.iter().flat_map(|&id| {
        let bodies = world.joint_bodies(id).unwrap();
        let state = |body: usize| world.body(bodies.as_ref()[body]).unwrap().state();
        let poses = [0, 1].map(|body| Pose::from(&state(body)));
        let velocities = [0, 1].map(|body| {
            let state = state(body);
            Velocity { x: state.linear_velocity.x, y: state.linear_velocity.y, angular: state.angular_velocity }
        });
        world.joint(id).unwrap().velocity(&poses, &velocities).as_ref().to_vec()
    });
    rates.map(Scalar::abs).fold(0.0, Scalar::max)
}

/// Of hubs with wheels or arms that are welded on these are the ones that gained energy when their joints were solved one after
/// another, the worst of them until it was infinite: so does what the limit of `hubs.rs` leaves to the colours not.
#[test]
fn energy_never_grows() {
    for by in [By::Rims, By::EitherWay, By::Welds] {
        for (count, mass) in
            [(4, 0.5), (4, 0.25), (5, 2.0), (6, 4.0), (8, 4.0), (8, 1.0), (8, 0.01), (8, 0.001), (40, 10.0), (300, 1.0)]
        {
            for distance in [1.0, 3.0] {
                let most = Hub::new(count, mass, distance, by).most();
                assert!(most <= 1.0 + ROUNDING, "{count} about {mass} kg, {distance} m, by {by:?}: {most}");
            }
        }
    }
}

/// Two groups that are solved at once, each by itself: a product of two projections, in a soft pass as well. Where this was softer
/// by the wheels' K alone, all of these gained energy without bound.
#[test]
fn two_groups_of_a_hub_lose_energy() {
    for (count, mass) in [(10, 0.1), (16, 0.1), (40, 0.1), (40, 0.25)] {
        let most = Hub::new(count, mass, 1.0, By::RimsAndWelds).most();
        assert!(most <= 1.0 + ROUNDING, "{count} about {mass} kg: {most}");
    }
}

/// Trees at random, of which many bodies hold several others with levers of metres: with their joints one after another, a third of
/// those with pivots and five sixths of those with welds gained energy.
#[test]
fn trees_lose_energy() {
    for seed in 0..60 {
        let r = &mut Random(seed);
        let mut world = World::new();
        world.set_gravity(Vec2::ZERO).unwrap();
        let heaviest = [1.0, 2.0, 10.0, 100.0][r.below(4)];
        let mut limbs: Vec<(BodyId, Vec2)> = Vec::new();
        for _ in 0..40 {
            let (at, mass) = (Vec2::new(between(r, 0.0, 6.0), between(r, 0.0, 6.0)), between(r, 1.0, heaviest));
            let body = Body::dynamic(mass, mass * between(r, 0.05, 0.55)).at(at).spinning(between(r, -1.0, 1.0));
            let limb = (world.add_body(body).unwrap(), at);
            if let Some(&on) = limbs.get(r.below(limbs.len().max(1))) {
                let (bodies, middle) = ([on.0, limb.0], (on.1 + limb.1) * 0.5);
                let (local_anchor_a, local_anchor_b) = (middle - on.1, middle - limb.1);
                if seed % 2 == 0 {
                    pivot(&mut world, bodies, [local_anchor_a, local_anchor_b]);
                } else {
                    let weld = WeldJoint { local_anchor_a, local_anchor_b, reference_angle: 0.0 };
                    world.add_joint(bodies, weld).unwrap();
                }
            }
            limbs.push(limb);
        }
        let most = Hub { world, pivots: vec![], welds: vec![] }.most();
        assert!(most <= 1.0 + ROUNDING, "tree {seed}: {most}");
    }
}

/// After a step every row of every joint holds at once: what is left of a rate is rounding, of velocities of 1 m/s and 1 rad/s.
#[test]
fn all_joints_hold_at_once() {
    for by in [By::Rims, By::EitherWay, By::Welds] {
        for (count, mass) in [(8, 1.0), (8, 0.01), (40, 10.0), (300, 300.0), (300, 0.1)] {
            let mut hub = Hub::new(count, mass, 3.0, by);
            for _ in 0..30 {
                hub.world.step(DT).unwrap();
                let rate = rate(&hub.world, &hub.pivots).max(rate(&hub.world, &hub.welds));
                assert!(rate < 20.0 * Scalar::EPSILON, "{count} about {mass} kg by {by:?}: {rate}");
            }
        }
    }
}

/// Nothing but the joints acts, so that momenta stay: the linear one to the rounding of 240 substeps of some hundred bodies, the angular
/// one to what an impulse does to it whose two ends are apart by the position error, some 3e-4 m.
#[test]
fn momenta_stay() {
    for by in [By::Rims, By::EitherWay, By::Welds] {
        for mass in [0.01, 1.0, 100.0] {
            let Hub { mut world, .. } = Hub::new(100, mass, 3.0, by);
            let before = momenta(&world);
            for _ in 0..60 {
                world.step(DT).unwrap();
            }
            let rounding = 1e4 * f64::from(Scalar::EPSILON);
            let bounds = [rounding, rounding, rounding.max(3e-4)];
            for ((before, after), bound) in before.into_iter().zip(momenta(&world)).zip(bounds) {
                assert!((after - before).abs() < bound, "{mass} kg by {by:?}: {before} became {after}");
            }
        }
    }
}

/// Linear momentum, kg m/s, and the angular one about the origin, kg m²/s.
fn momenta(world: &World) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for (_, body) in world.bodies() {
        let (state, [x, y]) = (body.state(), body.centre());
        let MassProperties { inverse_mass, inverse_inertia } = body.mass_properties();
        let (mass, inertia) = (1.0 / f64::from(inverse_mass), 1.0 / f64::from(inverse_inertia));
        let (px, py) = (mass * f64::from(state.linear_velocity.x), mass * f64::from(state.linear_velocity.y));
        let own = [px, py, x * py - y * px + inertia * f64::from(state.angular_velocity)];
        sum.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
    }
    sum
}

/// What is solved one after another, as angles with limits are, holds where it shares little: 5 · 1/2 and 25 · (1/10)/(1/10 + 1) are
/// 2.5 and below. From 4 on energy grows.
#[test]
fn what_shares_little_loses_energy() {
    for (count, mass) in [(5, 1.0), (25, 10.0)] {
        let most = Hub::new(count, mass, 1.0, By::Angles).most();
        assert!(most <= 1.0 + ROUNDING, "{count} about {mass} kg: {most}");
    }
}

#[test]
fn as_many_iterations_as_wheels_hold() {
    for count in [10, 20] {
        for by in [By::Angles, By::Rims] {
            let mut hub = Hub::new(count, 1.0, 1.0, by);
            let velocity_iterations = u32::try_from(count).unwrap();
            let options = SequentialImpulses { velocity_iterations, ..SequentialImpulses::default() };
            hub.world.set_stepping(Stepping::SequentialImpulses(options)).unwrap();
            let most = hub.most();
            assert!(most <= 1.0 + ROUNDING, "{count} by {by:?}: {most}");
        }
    }
}

/// Nothing turns the arms. So the angular row of each weld acts on the hub alone, and it has no effective mass without the hub: these
/// joints cannot be solved against a hub of constant velocity.
#[test]
fn welded_arms_that_nothing_turns_stay_on_their_hub() {
    for (count, mass) in [(5_u8, 1.0), (8, 10.0), (40, 100.0)] {
        let mut world = World::new();
        world.set_gravity(Vec2::ZERO).unwrap();
        let hub = world.add_body(Body::dynamic(mass, mass)).unwrap();
        for number in 0..count {
            let at = Vec2::from_angle(Scalar::from(number)) * 2.0;
            // 1 m/s, each in a direction of its own.
            let arm = Body::dynamic(1.0, Scalar::INFINITY).at(at).moving(Vec2::from_angle(Scalar::from(2 * number)));
            let arm = world.add_body(arm).unwrap();
            weld(&mut world, [hub, arm], [at * 0.5, at * -0.5]);
        }
        for _ in 0..120 {
            world.step(DT).unwrap();
            // An arm moves so far in one substep. Without its weld it would end 2 m away.
            let error = world.max_position_error();
            assert!(error < DT / 4.0, "{count} about {mass} kg: {error} m");
        }
    }
}

/// Two hubs, each with wheels of its own, and a joint between them. It is the same joint whichever hub is its first body.
#[test]
fn the_order_of_the_bodies_of_a_joint_between_hubs_does_not_matter() {
    for counts in [[8_u8, 8], [40, 40], [8, 12], [12, 8]] {
        let run = |is_swapped: bool| {
            let mut world = World::new();
            world.set_gravity(Vec2::ZERO).unwrap();
            let middles = [Vec2::ZERO, Vec2::X * 10.0];
            let hubs = middles.map(|at| world.add_body(Body::dynamic(1.0, 1.0).at(at)).unwrap());
            for ((hub, middle), count) in hubs.into_iter().zip(middles).zip(counts) {
                for number in 0..count {
                    let at = Vec2::from_angle(Scalar::from(number)) * 3.0;
                    let spin = if number % 3 == 0 { 5.0 } else { -2.5 };
                    let wheel = world.add_body(Body::dynamic(1.0, 1.0).at(middle + at).spinning(spin)).unwrap();
                    pivot(&mut world, [hub, wheel], [at * 0.5, at * -0.5]);
                }
            }
            let ([a, b], [right, left]) = (hubs, [Vec2::X * 5.0, Vec2::X * -5.0]);
            if is_swapped {
                pivot(&mut world, [b, a], [left, right]);
            } else {
                pivot(&mut world, [a, b], [right, left]);
            }
            let mut places = Vec::new();
            for _ in 0..60 {
                world.step(DT).unwrap();
                places.extend(world.bodies().flat_map(|(_, body)| body.centre()));
            }
            places
        };
        let difference = run(false).iter().zip(run(true)).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
        // Each of 240 substeps rounds velocities of several m/s, and moves bodies by them for the rest of the second.
        let rounding = 240.0 * f64::from(Scalar::EPSILON);
        assert!(difference < rounding, "{counts:?}: {difference} m");
    }
}
