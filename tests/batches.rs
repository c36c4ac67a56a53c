//! Islands that are alike stand side by side in lanes, and nothing depends on it: worlds of puppets, each with its own
//! parameters and masses, among others that are unlike; they are linked, cut, altered, broken, put to sleep and removed. So do
//! islands that are only similar.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::unnecessary_cast)] // the world's scalar is f32 or f64

#[path = "batches/puppets.rs"]
mod puppets;
mod random;
#[cfg(feature = "serde")]
#[path = "batches/saved.rs"]
mod saved;
#[path = "batches/shared.rs"]
mod shared;
#[path = "batches/similar.rs"]
mod similar;
#[path = "batches/standing.rs"]
mod standing;

use constraint_core::joints::{AngleJoint, DampedSpring, DistanceJoint, MotorJoint, PivotJoint, RevoluteJoint};
use constraint_core::{
    Body, BodyId, Constraint, Error, Scalar, SequentialImpulses, Sleep, Stepping, Time, Vec2, World, constraint,
};

use puppets::{add_puppet, begun, change, joint};
use random::Random;

const DT: Scalar = 1.0 / 60.0;

/// A world that also batches joints that start apart. With a bounded push-out speed, they would be batched only once they have come together.
fn new_world() -> World {
    let mut world = World::new();
    world.set_push_out_speed(Scalar::INFINITY).unwrap();
    world
}

/// The least number of joints in a batch. It is low: groups of few puppets are batched too.
const ENOUGH: usize = 8;

/// The bits of everything that the bodies, the joints and the last step tell.
fn told(world: &World) -> String {
    fn impulses<J: Constraint>(world: &World) -> String {
        let all = world.joints::<J>().map(|(id, _)| world.impulse(id).unwrap());
        // `Debug` of a float is exact: it reads back as the same one.
        format!("{:?}", all.collect::<Vec<_>>())
    }
    let bodies: Vec<_> = world.bodies().map(|(_, body)| (body.centre(), body.state(), body.is_asleep())).collect();
    let pivots = impulses::<PivotJoint>(world) + &impulses::<DistanceJoint>(world);
    let others = impulses::<RevoluteJoint>(world) + &impulses::<DampedSpring>(world) + &impulses::<MotorJoint>(world);
    format!("{bodies:?} {pivots} {others} {}", world.events().count())
}

/// What an error tells, without the number of the world, which is another one for each.
#[allow(clippy::needless_pass_by_value)] // for `map_err`
fn told_of(error: Error) -> String {
    let text = error.to_string();
    text.split(" of world").next().unwrap_or_default().to_owned()
}

/// The expected number of joints in batches: `joints`, or none on an x86-64 processor without AVX2.
fn expected(joints: usize) -> usize {
    #[cfg(target_arch = "x86_64")]
    if !is_x86_feature_detected!("avx2") {
        return 0;
    }
    joints
}

/// Worlds with batches of identical islands in lanes of each width, in short partitions, one where every island is by itself, and one that makes
/// everything again in each step, through the same changes before every third one. Returns the number of joints in batches of the first world after each step.
fn agree(
    begun: impl Fn() -> World,
    steps: u64,
    set_up: impl Fn(&mut World),
    mut and: impl FnMut(u64, &mut World),
) -> Vec<usize> {
    let mut worlds: [World; 6] = core::array::from_fn(|_| begun());
    let [_, narrow, single, short, apart, _] = &mut worlds;
    narrow.set_lanes(8);
    single.set_lanes(1);
    short.set_partition(20);
    apart.set_batching(usize::MAX);
    worlds.iter_mut().for_each(&set_up);
    let mut batched = Vec::new();
    for step in 0..steps {
        for world in &mut worlds {
            if step % 3 == 0 {
                change(world, &mut Random(step));
            }
            and(step, world);
        }
        worlds[5].set_lanes(usize::MAX);
        let outcomes = worlds.each_mut().map(|world| world.step(DT).map_err(told_of));
        let states = worlds.each_ref().map(told);
        for world in [0, 1, 2, 3, 5] {
            assert_eq!(outcomes[world], outcomes[4], "step {step}, world {world}");
            assert!(states[world] == states[4], "step {step}, world {world}");
        }
        assert_eq!((worlds[2].joints_in_batches(), worlds[4].joints_in_batches()), (0, 0));
        batched.push(worlds[0].joints_in_batches());
    }
    batched
}

/// Asserts that islands have left batches and joined others.
fn islands_joined_and_left_batches(batched: &[usize]) {
    let pairs = || batched.windows(2);
    let (came, went) =
        (pairs().filter(|pair| pair[1] > pair[0]).count(), pairs().filter(|pair| pair[1] < pair[0]).count());
    assert!(batched[0] >= expected(100) && came >= expected(1) && went >= expected(10), "{batched:?}");
}

#[test]
fn motion_is_independent_of_batching_identical_islands() {
    islands_joined_and_left_batches(&agree(|| begun(43), 180, |_| {}, |_, _| {}));
}

#[test]
fn sleep_is_independent_of_batching() {
    let sleep = Sleep { linear_speed: 0.8, angular_speed: 0.8, time: 0.1 };
    islands_joined_and_left_batches(&agree(
        || begun(30),
        150,
        |world| world.set_sleep(Some(sleep)).unwrap(),
        |_, _| {},
    ));
}

#[test]
fn steps_of_any_kind_and_length_may_follow_each_other() {
    let iterations = Stepping::SequentialImpulses(SequentialImpulses::default());
    let batched = agree(
        || begun(20),
        90,
        |_| {},
        |step, world| match step % 30 {
            10 => world.set_stepping(iterations).unwrap(),
            20 => world.set_stepping(Stepping::Substeps).unwrap(),
            25 => world.set_gravity(Vec2::Y * -(step as Scalar)).unwrap(),
            27 => world.step(DT / 2.0).unwrap(),
            28 => world.set_substeps(5).unwrap(),
            _ => {}
        },
    );
    assert!(batched[9] >= expected(1) && batched[15] == 0 && batched[25] >= expected(1), "{batched:?}");
}

/// From no identical islands to more than two groups of the widest lanes.
#[test]
fn any_number_of_identical_islands_can_be_batched() {
    for count in 0..35 {
        let mut worlds = [ENOUGH, usize::MAX].map(|enough| {
            let (mut world, mut r) = (new_world(), Random(2));
            world.set_batching(enough);
            let ground = world.add_body(Body::fixed()).unwrap();
            for _ in 0..count {
                add_puppet(&mut world, &mut r, ground);
            }
            world
        });
        for _ in 0..20 {
            for world in &mut worlds {
                world.step(DT).unwrap();
            }
            assert!(told(&worlds[0]) == told(&worlds[1]), "{count} identical islands");
        }
    }
}

/// What is diverging leaves all bodies as they were, with any assignment of islands to batches.
#[test]
fn a_twin_that_would_be_nowhere_ends_the_step() {
    let mut worlds = [ENOUGH, usize::MAX].map(|enough| {
        let mut world = begun(20);
        world.set_batching(enough);
        world
    });
    for step in 0..20 {
        let outcomes = worlds.each_mut().map(|world| {
            if step == 10 {
                let id = world.bodies().nth(8).unwrap().0;
                world.body_mut(id).unwrap().set_linear_velocity(Vec2::splat(Scalar::MAX)).unwrap();
            }
            world.step(DT).map_err(told_of)
        });
        assert_eq!(outcomes[0], outcomes[1], "step {step}");
        assert_eq!(outcomes[0].is_ok(), step < 10, "step {step}");
        assert!(told(&worlds[0]) == told(&worlds[1]), "step {step}");
    }
    assert!(worlds[0].joints_in_batches() >= expected(1));
}

/// As many islands as make groups of every number of lanes, or more than half of one.
const COUNT: usize = 24;

/// Islands made by `add`, side by side and by themselves, for so many steps of length `dt`. Returns of each step what
/// `look` told before it, and how many joints were in batches after it.
fn run_islands<T>(
    add: impl Fn(&mut World, u8),
    look: impl Fn(&World) -> T,
    steps: usize,
    dt: Scalar,
) -> Vec<(T, usize)> {
    let mut worlds = [ENOUGH, usize::MAX].map(|enough| {
        let mut world = new_world();
        world.set_batching(enough);
        (0..COUNT as u8).for_each(|number| add(&mut world, number));
        world
    });
    let step = |step| {
        let seen = look(&worlds[1]);
        for world in &mut worlds {
            world.step(dt).unwrap();
        }
        assert!(told(&worlds[0]) == told(&worlds[1]), "step {step}");
        (seen, worlds[0].joints_in_batches())
    };
    (0..steps).map(step).collect()
}

/// How far one has turned from the other, as a sine: no sum of angles.
#[constraint(|a, b| (b.angle - a.angle).sin().within(self.lower..=self.upper))]
struct Swivel {
    lower: Scalar,
    upper: Scalar,
}

/// How many [`Swivel`]s of [`turning`] pairs may be in batches: a `f32` tells no angle beyond 100 rad well.
fn near(world: &World) -> usize {
    let angles: Vec<_> = world.bodies().map(|(_, body)| body.angle()).collect();
    let is_near = |pair: &&[Scalar]| cfg!(feature = "f64") || pair.iter().all(|angle| angle.abs() <= 100.0);
    expected(angles.chunks(2).filter(is_near).count())
}

/// Pairs that spin together from this angle on. One of each is slowed down, and lags behind as far as it may: the limit acts
/// in every step. In a group of lanes the faster ones come before and after the slower ones.
fn turning<J: Constraint<Bodies<BodyId> = [BodyId; 2]>>(angle: Scalar, joint: fn() -> J) -> impl Fn(&mut World, u8) {
    move |world, number| {
        let spin = 90.0 + Scalar::from(7 * number % 24);
        let ends = [0.0, 0.1].map(|damping| Body::dynamic(1.0, 1.0).damped(0.0, damping).spinning(spin).rotated(angle));
        let ends = ends.map(|body| world.add_body(body).unwrap());
        world.add_joint(ends, joint()).unwrap();
    }
}

const fn swivel() -> Swivel {
    Swivel { lower: -0.01, upper: 0.2 }
}

const fn stop() -> AngleJoint {
    AngleJoint { ratio: 1.0, lower: -0.01, upper: 0.2 }
}

/// A sum of angles is told from where a step begins: nobody leaves for it.
#[test]
fn who_turns_far_stays() {
    let run = run_islands(turning(0.0, stop), |_| expected(COUNT), 100, DT);
    assert!(run.iter().all(|&(_, batched)| batched == expected(COUNT)), "{run:?}");
}

/// A joint that reads an angle beyond what `f32` tells of it is solved by itself, and all the others stay, until so many have
/// gone that the rest may join a new batch.
#[test]
fn who_turns_far_leaves() {
    let run = run_islands(turning(0.0, swivel), near, 100, DT);
    assert_eq!(run[0], (expected(COUNT), expected(COUNT)));
    for (step, &(near, batched)) in run.iter().enumerate() {
        let is_thin = 2 * near < COUNT;
        assert!(batched == near || is_thin && batched < near, "step {step}: {batched} of {near}");
    }
    assert_eq!(run[99].1, if cfg!(feature = "f64") { expected(COUNT) } else { 0 });
}

/// It comes back, and leaves again.
#[test]
fn who_turns_near_comes_back() {
    let run = run_islands(turning(-105.0, swivel), near, 160, DT);
    assert!(run.iter().all(|(near, batched)| batched <= near), "{run:?}");
    assert_eq!([run[0].1, run[159].1], [if cfg!(feature = "f64") { expected(COUNT) } else { 0 }; 2]);
    assert!(run[60].1 >= expected(COUNT / 2), "{run:?}");
}

/// The distance from the ground swings.
#[constraint(|a, b, t: Time| b.position.x - a.position.x - 0.1 * (self.rate * t).sin())]
struct Swing {
    rate: Scalar,
}

/// So is a joint that reads a late time.
#[test]
fn who_is_late_leaves() {
    let add = |world: &mut World, number| {
        let ends = [Body::fixed(), Body::dynamic(1.0, 1.0)].map(|body| world.add_body(body).unwrap());
        world.add_joint(ends, Swing { rate: 0.1 * Scalar::from(number) }).unwrap();
    };
    let run = run_islands(add, |_| (), 70, 1.0);
    let late = if cfg!(feature = "f64") { expected(COUNT) } else { 0 };
    assert_eq!((run[0].1, run[69].1), (expected(COUNT), late));
}

/// A puppet that is altered stays where it is; one that loses a joint leaves, and the others stay.
#[test]
fn a_change_is_not_the_others_concern() {
    let (mut world, mut r) = (new_world(), Random(3));
    world.set_batching(ENOUGH);
    let ground = world.add_body(Body::fixed()).unwrap();
    for _ in 0..COUNT {
        add_puppet(&mut world, &mut r, ground);
    }
    world.step(DT).unwrap();
    let joints = expected(COUNT * 6);
    assert_eq!(world.joints_in_batches(), joints);
    let rope = joint::<DistanceJoint>(&world, &mut r).unwrap();
    world.joint_mut(rope).unwrap().upper = 1.7;
    let [_, trunk] = world.joint_bodies(rope).unwrap();
    world.body_mut(trunk).unwrap().set_mass(3.0).unwrap();
    world.step(DT).unwrap();
    assert_eq!(world.joints_in_batches(), joints);
    // No change at all.
    world.set_stepping(world.stepping()).unwrap();
    assert_eq!(world.joints_in_batches(), joints);
    world.remove_joint(rope).unwrap();
    world.step(DT).unwrap();
    assert_eq!(world.joints_in_batches(), joints - expected(6));
}

/// Spins a body up, and knows no rate after its end.
#[constraint(|a, t: Time| a.angular_velocity.at_rate((self.end - t).sqrt()))]
struct Ending {
    end: Scalar,
}

#[test]
fn batched_islands_with_non_finite_velocities_do_not_move() {
    let outcome = |threshold: usize| {
        let mut world = new_world();
        world.set_batching(threshold);
        // Between the last two substeps of the sixth step: the last pass of all has no rate any more.
        let end = DT * 6.0 - DT / 8.0;
        for _ in 0..96 {
            let wheel = world.add_body(Body::dynamic(1.0, 1.0)).unwrap();
            world.add_joint([wheel], Ending { end }).unwrap();
        }
        let steps: Vec<_> = (0..6).map(|_| world.step(DT).is_ok()).collect();
        let states: Vec<_> = world.bodies().map(|(_, body)| body.state()).collect();
        (steps, states, world.joints_in_batches())
    };
    let (together, apart) = (outcome(ENOUGH), outcome(usize::MAX));
    assert_eq!(together.0, [true, true, true, true, true, false]);
    assert!(together.1.iter().all(|state| state.angular_velocity.is_finite()));
    assert!(together.0 == apart.0 && together.1 == apart.1);
    // Processors without wide lanes make no batches.
    assert!([0, 96].contains(&together.2) && apart.2 == 0, "{} {}", together.2, apart.2);
}

/// Solves the remaining joint when every moving island is in a batch.
#[test]
fn a_spring_between_fixed_bodies_has_its_impulse_beside_batches() {
    let impulse = |threshold: usize| {
        let mut world = new_world();
        world.set_batching(threshold);
        let walls = [0.0, 3.0].map(|x| world.add_body(Body::fixed().at(Vec2::X * x)).unwrap());
        let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
        let spring = DampedSpring { local_anchor_a, local_anchor_b, rest_length: 1.0, stiffness: 10.0, damping: 1.0 };
        let spring = world.add_joint(walls, spring).unwrap();
        for _ in 0..96 {
            let bob = world.add_body(Body::dynamic(1.0, 1.0)).unwrap();
            let pivot = PivotJoint { local_anchor_a: Vec2::Y, local_anchor_b: Vec2::X };
            world.add_joint([walls[0], bob], pivot).unwrap();
        }
        world.step(DT).unwrap();
        (world.impulse(spring).unwrap()[0].to_bits(), world.joints_in_batches())
    };
    let (together, apart) = (impulse(ENOUGH), impulse(usize::MAX));
    assert_eq!((together.1, apart.1), (expected(96), 0));
    assert_eq!(together.0, apart.0);
    assert_ne!(apart.0, 0);
}

/// Follows a direction of the other body, where that has a cut: the sign of a zero tells on which side of it.
#[constraint(|a, b| {
    let direction = a.rotation * Vec2::new(-1.0, 0.0);
    b.angle - direction.y.atan2(direction.x)
})]
struct Follower {}

/// A step goes past a fixed body that only batched islands are joined to, and nothing follows from the sign of a zero but that zero.
#[test]
fn a_fixed_body_stays_as_it_is_to_the_sign_of_a_zero() {
    let outcome = |threshold: usize, is_made_anew: bool| {
        let mut world = new_world();
        world.set_batching(threshold);
        let wall = world.add_body(Body::fixed().at(-Vec2::ZERO).rotated(-0.0)).unwrap();
        for _ in 0..96 {
            let bob = world.add_body(Body::dynamic(1.0, 1.0)).unwrap();
            world.add_joint([wall, bob], Follower {}).unwrap();
        }
        for _ in 0..4 {
            if is_made_anew {
                world.set_lanes(usize::MAX);
            }
            world.step(DT).unwrap();
        }
        (told(&world), world.joints_in_batches())
    };
    let [together, apart, anew] = [(ENOUGH, false), (usize::MAX, false), (ENOUGH, true)].map(|(a, b)| outcome(a, b));
    assert_eq!((together.1, apart.1), (expected(96), 0));
    assert!(together.0 == apart.0 && together.0 == anew.0);
}
