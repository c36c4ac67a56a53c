//! A step gives the same bits on any number of threads: grids, ropes, hubs and islands, which are changed, broken and put to sleep;
//! worlds of random joints; a step that is refused.
//!
//! `PARALLEL_WORLDS` is the number of random worlds, for a long run.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::unnecessary_cast)] // the world's scalar is f32 or f64

#[path = "joint_set/bodies.rs"]
mod bodies;
#[path = "batches/puppets.rs"]
mod puppets;
mod random;

use constraint_core::joints::{
    AngleJoint, DampedSpring, DistanceJoint, MotorJoint, PivotJoint, RevoluteJoint, WeldJoint,
};
use constraint_core::{
    Body, BodyId, Constraint, Error, JointOptions, JointSet, MassProperties, MovingBodySet, OnBreak, Scalar,
    SequentialImpulses, Sleep, SolverBody, Stepping, Vec2, Velocity, World,
};

use bodies::Bodies;
use random::Random;

const DT: Scalar = 1.0 / 60.0;

/// So many joints make an island batch: a few puppets do.
const ENOUGH: usize = 8;

/// Numbers of threads that agree with one thread. More than the processor has, too: then work is taken in any order.
const THREADS: [usize; 5] = [2, 3, 4, 8, 64];

/// A world in which joints that start apart are solved as any other joint.
fn new_world() -> World {
    let mut world = World::new();
    world.set_push_out_speed(Scalar::INFINITY).unwrap();
    world
}

/// The bits of everything that the bodies, the joints and the last step tell.
fn told(world: &World) -> String {
    fn impulses<J: Constraint>(world: &World) -> String {
        let all = world.joints::<J>().map(|(id, _)| world.impulse(id).unwrap());
        // `Debug` of a float is exact: it reads back as the same one.
        format!("{:?}", all.collect::<Vec<_>>())
    }
    let bodies: Vec<_> = world.bodies().map(|(_, body)| (body.centre(), body.state(), body.is_asleep())).collect();
    let hard = impulses::<PivotJoint>(world) + &impulses::<DistanceJoint>(world) + &impulses::<WeldJoint>(world);
    let soft = impulses::<RevoluteJoint>(world) + &impulses::<DampedSpring>(world) + &impulses::<MotorJoint>(world);
    format!("{bodies:?} {hard} {soft} {:?}", world.events().collect::<Vec<_>>())
}

/// The same world on each number of threads, through the same changes before each step. Clones have the same names, so events and
/// errors are the same, too.
fn agree(one: World, steps: u64, mut and: impl FnMut(u64, &mut World)) -> World {
    let mut worlds = vec![one];
    for threads in THREADS {
        let mut world = worlds[0].clone();
        world.set_threads(threads);
        world.set_joints_of_a_thread(1);
        assert_eq!(world.threads(), threads);
        worlds.push(world);
    }
    for step in 0..steps {
        let results: Vec<_> = worlds
            .iter_mut()
            .map(|world| {
                and(step, world);
                world.step(DT)
            })
            .collect();
        assert!(results.iter().all(|result| *result == results[0]), "step {step}: {results:?}");
        if step % 5 == 4 || step + 1 == steps {
            let first = told(&worlds[0]);
            for (world, threads) in worlds[1..].iter().zip(THREADS) {
                assert!(told(world) == first, "step {step} on {threads} threads");
            }
        }
    }
    worlds.swap_remove(0)
}

fn pivot(world: &mut World, [a, b]: [BodyId; 2], local_anchor_a: Vec2, local_anchor_b: Vec2) {
    world.add_joint([a, b], PivotJoint { local_anchor_a, local_anchor_b }).unwrap();
}

/// A grid of bodies on pivots that hangs from a post, with welds and springs among its joints.
fn add_grid(world: &mut World, size: usize, at: Vec2, is_mixed: bool) {
    let post = world.add_body(Body::fixed().at(at)).unwrap();
    let mut grid = Vec::new();
    for number in 0..size * size {
        let (x, y) = (number % size, number / size);
        let own = world.add_body(Body::dynamic(1.0, 0.1).at(at + Vec2::new(x as Scalar, -(y as Scalar)))).unwrap();
        if x > 0 {
            pivot(world, [grid[number - 1], own], Vec2::X * 0.5, Vec2::X * -0.5);
        }
        if y > 0 && (is_mixed && number % 7 == 0) {
            let (local_anchor_a, local_anchor_b) = (Vec2::Y * -0.5, Vec2::Y * 0.5);
            let spring =
                DampedSpring { local_anchor_a, local_anchor_b, rest_length: 0.1, stiffness: 900.0, damping: 3.0 };
            world.add_joint([grid[number - size], own], spring).unwrap();
        } else if y > 0 {
            pivot(world, [grid[number - size], own], Vec2::Y * -0.5, Vec2::Y * 0.5);
        }
        grid.push(own);
    }
    pivot(world, [post, grid[0]], Vec2::ZERO, Vec2::ZERO);
}

/// A rope from a post. Every tenth link has options.
fn add_rope(world: &mut World, links: usize, at: Vec2) -> Vec<BodyId> {
    let mut above = world.add_body(Body::fixed().at(at)).unwrap();
    let mut rope = Vec::new();
    for link in 0..links {
        let own = world.add_body(Body::dynamic(1.0, 0.1).at(at + Vec2::X * (link as Scalar + 0.5))).unwrap();
        let anchor = if link == 0 { Vec2::ZERO } else { Vec2::X * 0.5 };
        let local_anchor_b = Vec2::X * -0.5;
        let id = world.add_joint([above, own], PivotJoint { local_anchor_a: anchor, local_anchor_b }).unwrap();
        if link % 10 == 9 {
            let options = JointOptions { break_force: 60.0, on_break: OnBreak::Remove, ..JointOptions::default() };
            world.set_joint_options(id, options).unwrap();
        }
        rope.push(own);
        above = own;
    }
    rope
}

/// A hub: one body that holds many light ones.
fn add_hub(world: &mut World, spokes: usize, at: Vec2) {
    let post = world.add_body(Body::fixed().at(at)).unwrap();
    let hub = world.add_body(Body::dynamic(10.0, 5.0).at(at)).unwrap();
    pivot(world, [post, hub], Vec2::ZERO, Vec2::ZERO);
    for spoke in 0..spokes {
        let (sin, cos) = (spoke as Scalar).sin_cos();
        let out = Vec2::new(cos, sin);
        let own = world.add_body(Body::dynamic(0.5, 0.05).at(at + 1.5 * out)).unwrap();
        pivot(world, [hub, own], out, -0.5 * out);
    }
}

#[test]
fn grids_give_the_same_bits() {
    let mut world = new_world();
    add_grid(&mut world, 16, Vec2::ZERO, false);
    add_grid(&mut world, 9, Vec2::new(40.0, 0.0), true);
    agree(world, 20, |_, _| {});
}

#[test]
fn ropes_and_hubs_give_the_same_bits_and_the_same_events() {
    let mut world = new_world();
    for rope in 0..4 {
        add_rope(&mut world, 60, Vec2::Y * rope as Scalar * 5.0);
    }
    add_hub(&mut world, 70, Vec2::new(-9.0, 0.0));
    add_hub(&mut world, 20, Vec2::new(-19.0, 0.0));
    let mut broken = 0;
    agree(world, 60, |_, world| broken += world.events().count());
    assert!(broken > 0, "no joint has broken");
}

/// Islands are linked, cut, altered, broken and removed between steps.
#[test]
fn puppets_that_change_give_the_same_bits() {
    agree(puppets::begun(40), 60, |step, world| {
        if step % 3 == 0 {
            puppets::change(world, &mut Random(step));
        }
    });
}

#[test]
fn islands_in_batches_are_shared_between_threads() {
    let mut world = puppets::begun(80);
    world.set_any_similar();
    let world = agree(world, 20, |_, _| {});
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        assert!(world.joints_in_batches() > 300, "{} joints in batches", world.joints_in_batches());
    }
    assert!(world.bodies().count() > 0);
}

#[test]
fn islands_fall_asleep_and_wake_alike() {
    let mut world = puppets::begun(20);
    world.set_sleep(Some(Sleep { linear_speed: 0.5, angular_speed: 0.5, time: 0.1 })).unwrap();
    let mut asleep = 0;
    agree(world, 120, |step, world| {
        asleep = asleep.max(world.bodies().filter(|(_, body)| body.is_asleep()).count());
        if step % 40 == 39 {
            let (id, _) = world.bodies().nth(7).unwrap();
            world.wake(id).unwrap();
        }
    });
    assert!(asleep > 0, "no body has fallen asleep");
}

#[test]
fn sequential_impulses_give_the_same_bits() {
    let mut world = puppets::begun(20);
    add_grid(&mut world, 9, Vec2::ZERO, true);
    world.set_stepping(Stepping::SequentialImpulses(SequentialImpulses::default())).unwrap();
    agree(world, 20, |_, _| {});
}

/// One island of many diverges: the step names the same body on any number of threads, no body has moved, and the world goes on.
#[test]
fn a_step_that_diverges_is_refused_alike() {
    let mut world = puppets::begun(60);
    let victims: Vec<BodyId> = world.bodies().skip(40).step_by(90).map(|(id, _)| id).take(3).collect();
    let mut refused = 0;
    let mut at_first = Vec::new();
    let others: Vec<_> = world.bodies().map(|(id, _)| id).collect();
    world.step(DT).unwrap();
    agree(world, 12, |step, world| {
        if step == 3 || step == 7 {
            for &victim in &victims {
                let _: Result<(), Error> =
                    world.body_mut(victim).unwrap().set_linear_velocity(Vec2::new(Scalar::MAX, -Scalar::MAX));
            }
            let before: Vec<_> = others.iter().map(|id| world.body(*id).unwrap().centre()).collect();
            let result = world.step(DT);
            assert!(matches!(result, Err(Error::Diverged { .. })), "{result:?}");
            let after: Vec<_> = others.iter().map(|id| world.body(*id).unwrap().centre()).collect();
            assert_eq!(before, after);
            at_first.push(format!("{result:?}"));
            refused += 1;
            for &victim in &victims {
                let _: Result<(), Error> = world.body_mut(victim).unwrap().set_linear_velocity(Vec2::ZERO);
            }
        }
    });
    assert_eq!(refused, 2 * (1 + THREADS.len()));
    assert!(at_first.iter().all(|error| *error == at_first[0]), "{at_first:?}");
}

/// A clone has the threads of the original, which may go before.
#[test]
fn a_clone_outlives_the_original() {
    let mut world = puppets::begun(60);
    world.set_threads(3);
    world.set_joints_of_a_thread(1);
    let mut clone = world.clone();
    for _ in 0..10 {
        world.step(DT).unwrap();
    }
    let expected = told(&world);
    drop(world);
    assert_eq!(clone.threads(), 3);
    for _ in 0..10 {
        clone.step(DT).unwrap();
    }
    assert!(told(&clone) == expected);
    clone.set_threads(1);
    assert_eq!(clone.threads(), 1);
    clone.set_threads(0);
    assert_eq!(clone.threads(), std::thread::available_parallelism().map_or(1, usize::from));
}

/// Worlds move between threads, and threads may read the same world.
#[test]
fn a_world_is_send_and_sync() {
    const fn check<T: Send + Sync>() {}
    check::<World>();
    check::<JointSet>();
}

impl MovingBodySet for Bodies {
    fn acceleration(&self, _: u32) -> Velocity<Scalar> {
        Velocity { x: 0.0, y: -9.81, angular: 0.0 }
    }

    fn set_pose(&mut self, index: u32, centre: [f64; 2], angle: f64) {
        (self.0[index as usize].centre, self.0[index as usize].angle) = (centre, angle);
    }
}

#[test]
fn a_joint_set_gives_the_same_bits() {
    let mass = MassProperties { inverse_mass: 1.0, inverse_inertia: 10.0 };
    let mut bodies = Bodies(vec![SolverBody::default()]);
    let mut set = JointSet::new();
    for chain in 0..100 {
        let mut above = 0;
        for link in 0..4 + chain % 2 {
            let own = bodies.0.len() as u32;
            let centre = [f64::from(link) + 0.5, 2.0 * f64::from(chain)];
            bodies.0.push(SolverBody { mass, centre, ..SolverBody::default() });
            let local_anchor_a = if link == 0 { Vec2::new(0.0, 2.0 * chain as Scalar) } else { Vec2::new(0.5, 0.0) };
            let pivot = PivotJoint { local_anchor_a, local_anchor_b: Vec2::new(-0.5, 0.0) };
            set.add_joint(&bodies, [above, own], pivot).unwrap();
            above = own;
        }
    }
    let run = |threads: usize| {
        let (mut set, mut bodies) = (set.clone(), bodies.clone());
        set.set_threads(threads);
        set.set_joints_of_a_thread(1);
        for _ in 0..40 {
            set.step(&mut bodies, DT, 4).unwrap();
        }
        bodies
    };
    let expected = run(1);
    for threads in THREADS {
        assert!(run(threads) == expected, "{threads} threads");
    }
}

/// Any bodies, joined by any joints.
fn random_world(seed: u64) -> World {
    let (mut world, mut r) = (new_world(), Random(seed));
    world.set_batching([ENOUGH, usize::MAX][r.below(2)]);
    world.set_partition(4 + r.below(200));
    let mut bodies = Vec::new();
    for _ in 0..10 + r.below(60) {
        let at = 5.0 * r.vector();
        let body = match r.below(10) {
            0 => Body::fixed().at(at),
            1 => Body::kinematic().at(at).moving(r.vector()),
            _ => Body::dynamic(1.5 + r.scalar(), 0.6 + r.scalar()).at(at).moving(r.vector()),
        };
        bodies.push(world.add_body(body).unwrap());
    }
    for _ in 0..10 + r.below(90) {
        let first = r.below(bodies.len());
        // Mostly neighbours, so there are several islands.
        let second = if r.below(8) == 0 { r.below(bodies.len()) } else { (first + 1 + r.below(2)) % bodies.len() };
        let ends = [bodies[first], bodies[second]];
        let (local_anchor_a, local_anchor_b) = (r.vector(), r.vector());
        // Two bodies that nothing moves are refused, in all worlds.
        let _: Result<(), Error> = match r.below(6) {
            0 => world.add_joint(ends, WeldJoint { local_anchor_a, local_anchor_b, reference_angle: 0.0 }).map(|_| ()),
            1 => {
                let spring =
                    DampedSpring { local_anchor_a, local_anchor_b, rest_length: 1.0, stiffness: 30.0, damping: 1.0 };
                world.add_joint(ends, spring).map(|_| ())
            }
            2 => world.add_joint(ends, AngleJoint { ratio: 1.0, lower: -0.5, upper: 0.5 }).map(|_| ()),
            3 => world.add_joint(ends, MotorJoint { ratio: 1.0, rate: r.scalar(), max_torque: 1.0 }).map(|_| ()),
            4 => {
                let rope = DistanceJoint { local_anchor_a, local_anchor_b, lower: 0.0, upper: 2.0 };
                world.add_joint(ends, rope).map(|_| ())
            }
            _ => world.add_joint(ends, PivotJoint { local_anchor_a, local_anchor_b }).map(|_| ()),
        };
    }
    let first = world.joints::<PivotJoint>().next().map(|(id, _)| id);
    if let Some(id) = first {
        let options = JointOptions { max_force: 5.0, ..JointOptions::default() };
        world.set_joint_options(id, options).unwrap();
    }
    world
}

#[test]
fn random_worlds_give_the_same_bits() {
    let count = std::env::var("PARALLEL_WORLDS").map_or(40, |count| count.parse().expect("a number of worlds"));
    for seed in 0..count {
        agree(random_world(seed), 6, |_, _| {});
    }
}
