//! Joints that change themselves: a step prepares no more than what they have changed, and moves the world, bit for bit, as if
//! all of it were prepared anew.

#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // small numbers

mod random;

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, BodyId, BodyState, JointId, JointOptions, Scalar, Softness, Vec2, World, constraint};

use random::Random;

const DT: Scalar = 1.0 / 60.0;

/// Turns the second body on against the first, by one tick after each pause: what it has changed acts in the very next substep.
#[constraint(|a, b| b.angle - a.angle - self.angle, update = Self::run)]
#[derive(Clone, Copy)]
struct Clock {
    angle: Scalar,
    /// In steps, of which `since` have passed.
    pause: u32,
    since: u32,
}

impl Clock {
    fn run(&mut self, _: &BodyState, _: &BodyState) {
        self.since = (self.since + 1) % self.pause;
        if self.since == 0 {
            self.angle += 0.1;
        }
    }
}

/// From ½ to 1.
fn some(r: &mut Random) -> Scalar {
    0.5 + r.below(1001) as Scalar / 2000.0
}

/// Wheels that have `turned` so far, on an axle each, which clocks turn on, each against the one before it.
fn add_train(world: &mut World, r: &mut Random, ground: BodyId, wheels: usize, pause: u32, turned: Scalar) {
    let (mut last, mut angle) = (ground, turned);
    for wheel in 0..wheels {
        let at = Vec2::new(wheel as Scalar, some(r));
        let body = Body::dynamic(some(r), some(r)).at(at).rotated(turned);
        let body = world.add_body(body).unwrap();
        world.add_joint([ground, body], PivotJoint { local_anchor_a: at, local_anchor_b: Vec2::X * -0.1 }).unwrap();
        let since = r.below(pause as usize) as u32;
        world.add_joint([last, body], Clock { angle, pause, since }).unwrap();
        (last, angle) = (body, 0.0);
    }
}

/// As many trains as `count`, of so many wheels, each of whose clocks ticks once in `pause` steps.
fn trains(count: usize, wheels: impl Fn(usize) -> usize, pause: u32, turned: impl Fn(usize) -> Scalar) -> World {
    let (mut world, mut r) = (World::new(), Random(1));
    let ground = world.add_body(Body::fixed()).unwrap();
    (0..count).for_each(|train| add_train(&mut world, &mut r, ground, wheels(train), pause, turned(train)));
    world
}

/// The bits of all that moves.
fn told(world: &World) -> String {
    let bodies: Vec<_> = world.bodies().map(|(_, body)| (body.centre(), body.state())).collect();
    let clocks: Vec<_> = world.joints::<Clock>().map(|(id, clock)| (clock.angle, world.impulse(id))).collect();
    // `Debug` of a float is exact.
    format!("{bodies:?} {clocks:?}")
}

/// Steps a world beside one that prepares all of itself, since a body of it is touched.
fn compare(begun: impl Fn() -> World) {
    let (mut world, mut again) = (begun(), begun());
    let touched = again.bodies().next().unwrap().0;
    let angles = |world: &World| world.joints::<Clock>().map(|(_, clock)| clock.angle).collect::<Vec<_>>();
    let mut ticks = Vec::new();
    for step in 0..90 {
        let before = angles(&world);
        world.step(DT).unwrap();
        again.wake(touched).unwrap();
        again.step(DT).unwrap();
        assert_eq!(told(&world), told(&again), "step {step}");
        ticks.push(before.iter().zip(angles(&world)).filter(|(before, now)| before.to_bits() != now.to_bits()).count());
    }
    // In some steps no clock ticks, in others few of them do.
    let idle = ticks.iter().filter(|ticks| **ticks == 0).count();
    let most = ticks.iter().max().unwrap();
    assert!((10..70).contains(&idle) && *most < 10, "{ticks:?}");
}

#[test]
fn clocks_of_partitions() {
    compare(|| {
        let mut world = trains(40, |train| 1 + train % 7, 150, |_| 0.0);
        world.set_batching(usize::MAX);
        world.set_partition(20);
        world
    });
}

#[test]
fn clocks_of_identical_islands() {
    let world = || trains(192, |_| 3, 500, |_| 0.0);
    compare(world);
    let mut world = world();
    world.step(DT).unwrap();
    // Processors without wide lanes make no batches.
    assert!([0, 192 * 6].contains(&world.joints_in_batches()), "{}", world.joints_in_batches());
}

/// Clocks that are solved one by one, for their options; some of bodies that have turned far.
#[test]
fn clocks_apart() {
    compare(|| {
        let mut world = trains(20, |_| 3, 60, |train| if train % 3 == 0 { 200.0 } else { 0.0 });
        let clocks: Vec<JointId<Clock>> = world.joints().map(|(id, _)| id).collect();
        let options = JointOptions { softness: Some(Softness::new(9.0, 1.0)), ..JointOptions::default() };
        clocks.into_iter().step_by(5).for_each(|clock| world.set_joint_options(clock, options).unwrap());
        world
    });
}

/// More clocks on one wheel than there are colours. They ask for angles that go together, whenever one ticks.
#[test]
fn clocks_of_a_hub() {
    compare(|| {
        let mut world = trains(1, |_| 1, 150, |_| 0.0);
        // One as light as its wheels would be shaken to pieces.
        let hub = world.add_body(Body::dynamic(100.0, 200.0)).unwrap();
        for number in 0..99_u8 {
            let wheel = Body::dynamic(1.0, 1.0).at(Vec2::new(Scalar::from(number), 3.0));
            let wheel = world.add_body(wheel).unwrap();
            world.add_joint([hub, wheel], Clock { angle: 0.0, pause: 200, since: 2 * u32::from(number) }).unwrap();
        }
        world
    });
}
