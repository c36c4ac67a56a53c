//! Worlds that change between any two steps: whatever comes, goes, breaks, sleeps or is altered, a world that has followed
//! all of it moves as one that is made anew from the same joints, bit for bit, whatever the width of the lanes; and it has
//! done no more work for it than there were changes.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::unnecessary_cast)] // the world's scalar is f32 or f64

mod random;

use std::cell::Cell;

use constraint_core::joints::{AngleJoint, DampedSpring, DistanceJoint, PivotJoint, PulleyJoint, RatchetJoint};
use constraint_core::{
    Array, Body, BodyId, Constraint, Error, Event, JointId, JointOptions, OnBreak, Scalar, Sleep, Softness, Time, Vec2,
    World, constraint,
};

use random::Random;

const DT: Scalar = 1.0 / 60.0;

impl Random {
    /// From −½ to ½.
    fn scalar(&mut self) -> Scalar {
        self.below(1001) as Scalar / 1000.0 - 0.5
    }

    fn vector(&mut self) -> Vec2 {
        Vec2::new(self.scalar(), self.scalar())
    }
}

/// One of the bodies; every other time one of the first two, which become hubs with more joints than there are colours.
fn body(world: &World, r: &mut Random) -> Option<BodyId> {
    let count = world.bodies().count();
    let number = if r.below(2) == 0 { r.below(2) } else { r.below(count.max(1)) };
    world.bodies().nth(number).map(|(id, _)| id)
}

fn joint<J: Constraint>(world: &World, r: &mut Random) -> Option<JointId<J>> {
    let count = world.joints::<J>().count();
    world.joints::<J>().nth(r.below(count.max(1))).map(|(id, _)| id)
}

fn add<J: Constraint>(world: &mut World, r: &mut Random, joint: J) {
    let bodies: Vec<_> = (0..J::BODIES).filter_map(|_| body(world, r)).collect();
    if bodies.len() == J::BODIES {
        world.add_joint(J::Bodies::<BodyId>::from_fn(|place| bodies[place]), joint).unwrap();
    }
}

fn add_any(world: &mut World, r: &mut Random) {
    let (local_anchor_a, local_anchor_b) = (r.vector(), r.vector());
    let (lower, upper) = (0.0, 1.0 + r.scalar());
    match r.below(9) {
        0..4 => add(world, r, PivotJoint { local_anchor_a, local_anchor_b }),
        4 => add(world, r, AngleJoint { ratio: 1.0, lower, upper }),
        5 => {
            let (local_anchor_c, local_anchor_d) = (r.vector(), r.vector());
            let (ratio, upper) = (0.5, 4.0);
            add(
                world,
                r,
                PulleyJoint { local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d, ratio, lower, upper },
            );
        }
        6 => add(world, r, RatchetJoint { pitch: 0.3, tooth: 0.0 }),
        _ => add(world, r, DistanceJoint { local_anchor_a, local_anchor_b, lower, upper }),
    }
}

fn alter<J: Constraint>(world: &mut World, r: &mut Random, change: impl FnOnce(&mut J, &mut Random)) {
    let Some(id) = joint::<J>(world, r) else { return };
    match r.below(4) {
        0 => world.remove_joint(id).map(|_| ()).unwrap(),
        1 => change(&mut world.joint_mut(id).unwrap(), r),
        _ => world.set_joint_options(id, options(r)).unwrap(),
    }
}

fn options(r: &mut Random) -> JointOptions {
    let ordinary = JointOptions::default();
    match r.below(6) {
        0 => JointOptions { enabled: false, ..ordinary },
        1 => JointOptions { softness: Some(Softness::new(2.0, 1.0)), ..ordinary },
        2 => JointOptions { break_force: 30.0, on_break: OnBreak::Remove, ..ordinary },
        3 => JointOptions { break_force: 30.0, on_break: OnBreak::Disable, ..ordinary },
        _ => ordinary,
    }
}

fn add_body(world: &mut World, r: &mut Random) {
    let body = match r.below(8) {
        0 => Body::fixed(),
        1 => Body::kinematic().spinning(r.scalar()),
        _ => Body::dynamic(1.5 + r.scalar(), 1.0 + r.scalar()).damped(3.0, 3.0),
    };
    world.add_body(body.at(3.0 * r.vector())).unwrap();
}

fn alter_body(world: &mut World, r: &mut Random) {
    let Some(id) = body(world, r) else { return };
    let is_hub = world.bodies().take(2).any(|(hub, _)| hub == id);
    let mut body = world.body_mut(id).unwrap();
    // What a fixed body refuses is refused in all worlds.
    let _: Result<(), Error> = match r.below(5) {
        0 => body.set_mass(1.5 + r.scalar()),
        1 => body.set_inertia(if r.below(2) == 0 { Scalar::INFINITY } else { 1.0 + r.scalar() }),
        2 => body.set_linear_velocity(r.vector()),
        // Beyond what `f32` tells of an angle, or back.
        3 => body.set_angle(if body.angle() > 100.0 { r.scalar() } else { 250.0 }),
        _ if is_hub => Ok(()),
        _ => world.remove_body(id).map(|_| ()),
    };
}

/// What happens before a step. The same random numbers do the same to equal worlds.
fn change(world: &mut World, r: &mut Random) {
    for _ in 0..r.below(6) {
        match r.below(12) {
            0..4 => add_any(world, r),
            4 => alter::<PivotJoint>(world, r, |pivot, r| pivot.local_anchor_a = r.vector()),
            5 => alter::<PivotJoint>(world, r, |pivot, r| pivot.local_anchor_b = r.vector()),
            6 => alter::<DistanceJoint>(world, r, |rope, r| rope.upper = 1.0 + r.scalar()),
            7 => alter::<AngleJoint>(world, r, |stop, r| stop.upper = 1.0 + r.scalar()),
            8 => alter::<PulleyJoint>(world, r, |pulley, r| pulley.ratio = 1.0 + r.scalar()),
            9 => alter::<RatchetJoint>(world, r, |ratchet, r| ratchet.pitch = 0.6 + r.scalar()),
            10 => alter_body(world, r),
            _ => add_body(world, r),
        }
    }
}

/// Bodies that come to rest soon, two of them hubs, and joints for all colours of the first.
fn begun(lanes: usize) -> World {
    let (mut world, mut r) = (World::new(), Random(0));
    world.set_lanes(lanes);
    world.set_gravity(Vec2::Y * -0.5).unwrap();
    world.set_sleep(Some(Sleep { linear_speed: 0.5, angular_speed: 0.5, time: 0.1 })).unwrap();
    world.add_body(Body::dynamic(5.0, 5.0).damped(3.0, 3.0)).unwrap();
    world.add_body(Body::fixed()).unwrap();
    (0..50).for_each(|_| add_body(&mut world, &mut r));
    let ids: Vec<BodyId> = world.bodies().map(|(id, _)| id).collect();
    for spoke in &ids[2..] {
        let pivot = PivotJoint { local_anchor_a: r.vector(), local_anchor_b: r.vector() };
        world.add_joint([ids[0], *spoke], pivot).unwrap();
    }
    world
}

/// The bits of everything that the bodies, the joints of two types and the last step tell.
fn told(world: &World) -> String {
    let bodies: Vec<_> = world.bodies().map(|(_, body)| (body.centre(), body.state(), body.is_asleep())).collect();
    let pivots: Vec<_> = world.joints::<PivotJoint>().map(|(id, _)| world.impulse(id).unwrap()).collect();
    let ropes: Vec<_> = world.joints::<DistanceJoint>().map(|(id, _)| world.impulse(id).unwrap()).collect();
    // `Debug` of a float is exact: it reads back as the same one. Names differ from world to world, their order does not.
    format!("{bodies:?} {pivots:?} {ropes:?} {}", world.events().count())
}

/// What has happened in the steps of a world.
#[derive(Debug, Default)]
struct Count {
    steps: usize,
    broken: usize,
    slept: usize,
    woke: usize,
}

impl Count {
    fn read(&mut self, world: &World) {
        for event in world.events() {
            match event {
                Event::Broken { .. } => self.broken += 1,
                Event::FellAsleep { .. } => self.slept += 1,
                Event::Woke { .. } => self.woke += 1,
                _ => {}
            }
        }
    }
}

/// Both worlds through the same changes, `again` made anew by `anew` after each step.
fn follow(mut world: World, mut again: World, steps: u64, anew: impl Fn(World, &World) -> World) -> Count {
    let mut count = Count::default();
    for step in 0..steps {
        let mut r = Random(step);
        change(&mut world, &mut r.clone());
        change(&mut again, &mut r);
        let outcomes = [&mut world, &mut again].map(|world| world.step(DT).map_err(|error| error.to_string().len()));
        assert_eq!(outcomes[0], outcomes[1], "step {step}");
        assert_eq!(told(&world), told(&again), "step {step}");
        count.steps += usize::from(outcomes[0].is_ok());
        count.read(&world);
        again = anew(again, &world);
    }
    count
}

/// Nothing was left out, and joints at random seldom tear a body away, which ends a step for all worlds.
fn was_eventful(count: &Count, steps: usize) {
    assert!(count.steps * 10 > steps * 9 && count.broken > 10 && count.slept > 20 && count.woke > 20, "{count:?}");
}

#[test]
fn changes_are_the_same_in_every_width() {
    for lanes in [8, 4, 2] {
        was_eventful(&follow(begun(lanes), begun(1), 250, |again, _| again), 250);
    }
}

#[test]
fn the_width_may_change_as_well() {
    let width = |mut again: World, world: &World| {
        again.set_lanes(1 << (world.bodies().count() % 4));
        again
    };
    was_eventful(&follow(begun(1), begun(8), 250, width), 250);
}

/// Every setup, block and list made anew at each step from what is saved, beside a world that has only followed.
#[cfg(feature = "serde")]
#[test]
fn a_world_that_follows_is_one_made_anew() {
    use constraint_core::saved::Registry;
    let registry = Registry::new()
        .with::<PivotJoint>("pivot")
        .with::<AngleJoint>("angle")
        .with::<DistanceJoint>("distance")
        .with::<PulleyJoint>("pulley")
        .with::<RatchetJoint>("ratchet");
    let anew = |_, world: &World| {
        let text = serde_json::to_string(&registry.save(world).unwrap()).unwrap();
        registry.load(&mut serde_json::Deserializer::from_str(&text)).unwrap()
    };
    was_eventful(&follow(begun(8), begun(8), 250, anew), 250);
}

thread_local! {
    /// How often a parameter of a [`Counted`] was worked out: once in each setup, and once in each check of what its owner
    /// may have changed.
    static WORK: Cell<usize> = const { Cell::new(0) };
}

/// A pivot that counts how often it is looked at.
#[constraint(|a, b| {
    let reach: Scalar = self.reach();
    b.point(Vec2::new(-reach, 0.0)) - a.point(Vec2::new(reach, 0.0))
})]
struct Counted {
    half: Scalar,
}

impl Counted {
    fn reach(&self) -> Scalar {
        WORK.set(WORK.get() + 1);
        self.half
    }
}

/// A change, and the work of the step after it.
fn work<T>(world: &mut World, change: impl FnOnce(&mut World) -> T) -> (T, usize) {
    world.step(DT).unwrap();
    WORK.set(0);
    let changed = change(world);
    world.step(DT).unwrap();
    (changed, WORK.get())
}

#[test]
fn work_is_done_for_what_has_changed() {
    let mut world = World::new();
    let chain = (0..1000_u16).map(|x| Body::dynamic(1.0, 0.1).at(Vec2::X * Scalar::from(x)));
    let bodies: Vec<BodyId> = chain.map(|body| world.add_body(body).unwrap()).collect();
    let link = |pair: &[BodyId]| world.add_joint([pair[0], pair[1]], Counted { half: 0.5 }).unwrap();
    let ids: Vec<_> = bodies.windows(2).map(link).collect();
    let world = &mut world;
    assert_eq!(work(world, |_| ()).1, 0);
    assert_eq!(work(world, |world| world.set_gravity(Vec2::X).unwrap()).1, 0);
    assert_eq!(work(world, |world| world.add_body(Body::dynamic(1.0, 1.0)).unwrap()).1, 0);
    let (id, count) = work(world, |world| world.add_joint([bodies[3], bodies[7]], Counted { half: 2.0 }).unwrap());
    // Checked when it comes and before the step; and asked how far it is apart, as is what has changed much.
    assert_eq!(count, 4);
    assert_eq!(work(world, |world| world.joint_mut(id).unwrap().half = 2.01).1, 3);
    assert_eq!(work(world, |world| world.joint_mut(id).unwrap().half = 2.012).1, 2);
    let disabled = JointOptions { enabled: false, ..JointOptions::default() };
    assert_eq!(work(world, |world| world.set_joint_options(id, disabled).unwrap()).1, 1);
    assert_eq!(work(world, |world| world.set_joint_options(id, JointOptions::default()).unwrap()).1, 3);
    assert_eq!(work(world, |world| world.remove_joint(id).map(|_| ()).unwrap()).1, 0);
    // Another joint takes the place of one that goes, as it is.
    assert_eq!(work(world, |world| world.remove_joint(ids[3]).map(|_| ()).unwrap()).1, 0);
    // Two joints hold a body of the chain.
    assert_eq!(work(world, |world| world.body_mut(bodies[500]).unwrap().set_mass(2.0).unwrap()).1, 4);
    assert_eq!(work(world, |world| world.body_mut(bodies[500]).unwrap().set_force(Vec2::X).unwrap()).1, 0);
    assert_eq!(work(world, |world| world.remove_body(bodies[500]).map(|_| ()).unwrap()).1, 0);
}

#[test]
fn work_is_done_for_what_wakes() {
    let mut world = World::new();
    world.set_sleep(Some(Sleep::default())).unwrap();
    world.set_gravity(Vec2::ZERO).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    let mut hang = || {
        let bob = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::X)).unwrap();
        world.add_joint([ground, bob], Counted { half: 0.5 }).unwrap();
        bob
    };
    let bobs = [(); 100].map(|()| hang());
    let world = &mut world;
    (0..60).for_each(|_| world.step(DT).unwrap());
    assert!(bobs.iter().all(|bob| world.body(*bob).unwrap().is_asleep()));
    assert_eq!(work(world, |_| ()).1, 0);
    assert_eq!(work(world, |world| world.wake(bobs[7]).unwrap()).1, 1);
    // The others sleep on, and one of them whose mass changes is awake for it.
    assert_eq!(work(world, |world| world.body_mut(bobs[9]).unwrap().set_mass(3.0).unwrap()).1, 1);
    assert_eq!(work(world, |world| world.wake(ground).unwrap()).1, 98);
}

/// A spring between fixed bodies moves none, and yet has an impulse, which it may break by.
#[test]
fn springs_between_fixed_bodies_come_and_change() {
    let told = |is_made_anew: bool| {
        let mut world = World::new();
        // A second one would make good what the first has missed.
        world.set_substeps(1).unwrap();
        let walls = [0.0, 3.0].map(|x| world.add_body(Body::fixed().at(Vec2::X * x)).unwrap());
        let bob = world.add_body(Body::dynamic(1.0, 1.0)).unwrap();
        let pivot = PivotJoint { local_anchor_a: Vec2::Y, local_anchor_b: Vec2::X };
        world.add_joint([walls[0], bob], pivot).unwrap();
        let step = |world: &mut World| {
            if is_made_anew {
                world.set_lanes(usize::MAX);
            }
            world.step(DT).unwrap();
        };
        step(&mut world);
        let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
        let spring = DampedSpring { local_anchor_a, local_anchor_b, rest_length: 1.0, stiffness: 10.0, damping: 1.0 };
        let spring = world.add_joint(walls, spring).unwrap();
        step(&mut world);
        let come = world.impulse(spring).unwrap()[0];
        world.joint_mut(spring).unwrap().stiffness = 50.0;
        step(&mut world);
        let altered = world.impulse(spring).unwrap()[0];
        let weak = JointOptions { break_force: 30.0, ..JointOptions::default() };
        world.set_joint_options(spring, weak).unwrap();
        step(&mut world);
        (come, altered, world.events().filter(|event| matches!(event, Event::Broken { .. })).count())
    };
    assert_eq!(told(false), told(true));
    assert!(told(true).0 != 0.0 && told(true).2 == 1, "{:?}", told(true));
}

/// A spring whose length swings.
#[constraint(|a, b, t: Time| (b.position.x - a.position.x - t.sin()).spring(10.0, 1.0))]
struct Breath {}

/// Steps in which nothing is awake leave the joints to be made ready for a later time.
#[test]
fn time_passes_while_all_sleep() {
    let told = |is_made_anew: bool| {
        let mut world = World::new();
        // A second one would make good what the first has missed.
        world.set_substeps(1).unwrap();
        world.set_gravity(Vec2::ZERO).unwrap();
        world.set_sleep(Some(Sleep { time: 0.1, ..Sleep::default() })).unwrap();
        // The spring stands in the first segment, where a pair has long been asleep when the last body, in another one, follows.
        world.set_partition(1);
        let walls = [0.0, 3.0].map(|x| world.add_body(Body::fixed().at(Vec2::X * x)).unwrap());
        let spring = world.add_joint(walls, Breath {}).unwrap();
        let pair = [(); 2].map(|()| world.add_body(Body::dynamic(1.0, 1.0)).unwrap());
        world.add_joint(pair, PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO }).unwrap();
        for _ in 0..20 {
            world.add_body(Body::fixed()).unwrap();
        }
        let last = world.add_body(Body::dynamic(1.0, 1.0).moving(Vec2::X).damped(9.0, 0.0)).unwrap();
        (0..60).for_each(|_| world.step(DT).unwrap());
        assert!(world.body(last).unwrap().is_asleep());
        if is_made_anew {
            world.set_lanes(usize::MAX);
        }
        world.wake(last).unwrap();
        world.step(DT).unwrap();
        world.impulse(spring).unwrap()[0].to_bits()
    };
    assert_eq!(told(false), told(true));
}
