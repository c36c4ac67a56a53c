//! What is saved and loaded again goes on bit for bit. Needs the feature `serde`.

#![cfg(feature = "serde")]

#[path = "serde/another_run.rs"]
mod another_run;
#[path = "joint_set/bodies.rs"]
mod bodies;
#[path = "serde/joint_set.rs"]
mod joint_set;
#[path = "serde/order.rs"]
mod order;

use constraint_core::joints::{
    AngleJoint, DampedSpring, DistanceJoint, MotorJoint, PivotJoint, PulleyJoint, RatchetJoint, WheelJoint,
};
use constraint_core::saved::{JointTypes, Registry};
use constraint_core::{
    Body, BodyId, BodyState, Error, Event, JointId, JointOptions, Missing, OnBreak, Scalar, SequentialImpulses, Sleep,
    Softness, Stepping, Time, Vec2, World, constraint,
};
use serde::{Deserialize, Serialize};

#[path = "serde/refusals.rs"]
mod refusals;

const DT: Scalar = 1.0 / 60.0;

/// A joint of a user's own, which moves with the time.
#[constraint(|a, t: Time| (a.position - self.center - self.amplitude * (self.rate * t).sin()).soft(self.softness))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Shaker {
    center: Vec2,
    amplitude: Vec2,
    rate: Scalar,
    softness: Softness,
}

fn registry() -> Registry<impl JointTypes> {
    Registry::new()
        .with::<PivotJoint>("pivot")
        .with::<DistanceJoint>("distance")
        .with::<PulleyJoint>("pulley")
        .with::<WheelJoint>("wheel")
        .with::<AngleJoint>("angle")
        .with::<MotorJoint>("motor")
        .with::<DampedSpring>("damped spring")
        .with::<RatchetJoint>("ratchet")
        .with::<Shaker>("shaker")
}

/// Bodies that are worth a step, and joints of every way of solving among them.
struct Scene {
    world: World,
    bodies: Vec<BodyId>,
    pivots: Vec<JointId<PivotJoint>>,
    rope: JointId<DistanceJoint>,
}

fn scene(stepping: Stepping) -> Scene {
    let mut world = World::new();
    world.set_stepping(stepping).unwrap();
    // Some are braked on the way.
    world.set_max_angular_speed(Some(1.5)).unwrap();
    let mut bodies = vec![world.add_body(Body::fixed()).unwrap()];
    let mut pivots = Vec::new();
    for link in 0..6_u8 {
        let x = Scalar::from(link) + 0.5;
        let body = Body::dynamic(1.0 + 0.1 * x, 0.1).at(Vec2::X * x).spinning(0.1 * x).damped(0.1, 0.2);
        bodies.push(world.add_body(body).unwrap());
        let (local_anchor_a, local_anchor_b) = (Vec2::X * if link == 0 { 0.0 } else { 0.5 }, -Vec2::X * 0.5);
        let ends = [bodies[usize::from(link)], bodies[usize::from(link) + 1]];
        pivots.push(world.add_joint(ends, PivotJoint { local_anchor_a, local_anchor_b }).unwrap());
    }
    let lift = world.add_body(Body::kinematic().moving(Vec2::new(0.1, 0.2)).at(-Vec2::Y)).unwrap();
    let ground = bodies[0];
    let [first, second, third] = [bodies[2], bodies[4], bodies[6]];
    let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
    // Of no length to begin with: it keeps its last direction.
    let rope = DistanceJoint { local_anchor_a: Vec2::X * 5.5, local_anchor_b, lower: 0.0, upper: 0.0 };
    let rope = world.add_joint([ground, third], rope).unwrap();
    let (lower, upper) = (0.0, Scalar::INFINITY);
    world.add_joint([lift, second], DistanceJoint { local_anchor_a, local_anchor_b, lower: 1.0, upper }).unwrap();
    let (local_anchor_c, local_anchor_d) = (Vec2::X, Vec2::Y * 0.1);
    let pulley =
        PulleyJoint { local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d, ratio: 0.8, lower, upper: 4.0 };
    world.add_joint([first, second, first, third], pulley).unwrap();
    let stiffness = 20.0;
    let spring = DampedSpring { local_anchor_a, local_anchor_b, rest_length: 1.0, stiffness, damping: 0.5 };
    world.add_joint([lift, first], spring).unwrap();
    world.add_joint([first, second], MotorJoint { ratio: 1.0, rate: 2.0, max_torque: 0.3 }).unwrap();
    let stop = world.add_joint([second, third], AngleJoint { ratio: 1.0, lower: -0.3, upper: 0.2 }).unwrap();
    let soft = JointOptions { softness: Some(Softness::new(3.0, 0.2)), max_force: 50.0, ..JointOptions::default() };
    world.set_joint_options(stop, soft).unwrap();
    let shaker = world.add_joint(
        [first],
        Shaker { center: Vec2::X, amplitude: Vec2::Y, rate: 3.0, softness: Softness::new(1.0, 0.5) },
    );
    // Names that are used again, and a store that is empty.
    world.remove_joint(shaker.unwrap()).unwrap();
    let lost = world.add_body(Body::fixed()).unwrap();
    world.remove_body(lost).unwrap();
    bodies.push(lift);
    Scene { world, bodies, pivots, rope }
}

/// The bits of everything that a body or a joint tells.
fn bits(scene: &Scene, world: &World) -> String {
    let state = |id: &BodyId| -> BodyState { world.body(*id).unwrap().state() };
    let states: Vec<_> = scene.bodies.iter().map(state).collect();
    let impulses: Vec<_> = scene.pivots.iter().map(|id| world.impulse(*id).unwrap()).collect();
    // `Debug` of a float is exact: it reads back as the same one.
    format!("{states:?} {impulses:?} {:?} {:?}", world.reaction(scene.rope).unwrap(), world.time())
}

fn reloaded(world: &World) -> World {
    let text = serde_json::to_string(&registry().save(world).unwrap()).unwrap();
    registry().load(&mut serde_json::Deserializer::from_str(&text)).unwrap()
}

/// Saves after some steps; then 300 steps of both.
fn goes_on(stepping: Stepping) {
    for before in [0, 1, 77] {
        let mut scene = scene(stepping);
        (0..before).for_each(|_| scene.world.step(DT).unwrap());
        let mut loaded = reloaded(&scene.world);
        assert_eq!(bits(&scene, &loaded), bits(&scene, &scene.world), "as loaded after {before} steps");
        for step in 0..300 {
            // Another length of step on the way, to which impulses are scaled.
            let dt = if step < 100 { DT } else { DT * 0.75 };
            scene.world.step(dt).unwrap();
            loaded.step(dt).unwrap();
            assert_eq!(bits(&scene, &loaded), bits(&scene, &scene.world), "step {step} after {before} steps");
        }
        // What is added from now on has the same names and the same place.
        let more = |world: &mut World| {
            let body = world.add_body(Body::dynamic(1.0, 1.0)).unwrap();
            let joint = world.add_joint(
                [body],
                Shaker { center: Vec2::X, amplitude: Vec2::Y, rate: 3.0, softness: Softness::new(1.0, 0.5) },
            );
            (0..10).for_each(|_| world.step(DT).unwrap());
            (body, joint.unwrap(), format!("{:?}", world.body(body).unwrap()))
        };
        assert_eq!(more(&mut loaded), more(&mut scene.world));
    }
}

#[test]
fn a_loaded_world_goes_on_in_substeps() {
    goes_on(Stepping::Substeps);
}

#[test]
fn a_loaded_world_goes_on_by_sequential_impulses() {
    goes_on(Stepping::SequentialImpulses(SequentialImpulses::default()));
}

/// Wheels that have turned far, together and one against the other: what a step keeps of their angles is made anew.
#[test]
fn wheels_that_have_turned_far_go_on() {
    let mut world = World::new();
    let wheels: Vec<BodyId> = (0..20_u8)
        .map(|wheel| {
            let body = Body::dynamic(1.0, 0.1).rotated(65_536.0 * Scalar::from(wheel % 5)).spinning(3.0);
            world.add_body(body.damped(0.0, 0.01 * Scalar::from(wheel))).unwrap()
        })
        .collect();
    for pair in wheels.windows(2) {
        let stop = AngleJoint { ratio: 0.7, lower: -1e5, upper: 1e5 };
        world.add_joint([pair[0], pair[1]], stop).unwrap();
        world.add_joint([pair[0], pair[1]], RatchetJoint { pitch: -0.5, tooth: 3e5 }).unwrap();
    }
    (0..60).for_each(|_| world.step(DT).unwrap());
    let mut loaded = reloaded(&world);
    let told = |world: &World| wheels.iter().map(|&id| format!("{:?}", world.body(id).unwrap())).collect::<Vec<_>>();
    for step in 0..200 {
        assert_eq!(told(&world), told(&loaded), "step {step}");
        world.step(DT).unwrap();
        loaded.step(DT).unwrap();
    }
}

#[test]
fn a_rope_of_no_length_keeps_its_direction() {
    let mut world = World::new();
    world.set_gravity(Vec2::ZERO).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    let ball = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::Y * 2.0)).unwrap();
    let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
    world.add_joint([ground, ball], DistanceJoint { local_anchor_a, local_anchor_b, lower: 2.0, upper: 2.0 }).unwrap();
    world.step(DT).unwrap();
    world.body_mut(ball).unwrap().set_position(Vec2::ZERO).unwrap();
    let mut loaded = reloaded(&world);
    for _ in 0..60 {
        world.step(DT).unwrap();
        loaded.step(DT).unwrap();
        assert_eq!(format!("{:?}", loaded.body(ball)), format!("{:?}", world.body(ball)));
    }
    // The last direction, not the x axis: to where it came from, to the rounding of 2 m.
    assert!((loaded.body(ball).unwrap().position() - Vec2::Y * 2.0).length() < 1e-5);
}

/// What holds bodies that go nowhere moves none, and may be beyond all numbers.
#[test]
fn a_joint_that_overflows_can_be_saved() {
    let mut world = World::new();
    let there = Scalar::MAX.sqrt() * Vec2::X;
    let ends = [-there, there].map(|place| world.add_body(Body::fixed().at(place)).unwrap());
    let spring = DampedSpring {
        local_anchor_a: Vec2::ZERO,
        local_anchor_b: Vec2::ZERO,
        rest_length: 1.0,
        stiffness: 1e20,
        damping: 1.0,
    };
    let spring = world.add_joint(ends, spring).unwrap();
    let body = world.add_body(Body::dynamic(1.0, 0.1)).unwrap();
    world.step(DT).unwrap();
    let mut loaded = reloaded(&world);
    for _ in 0..10 {
        let impulses = [&loaded, &world].map(|world| world.impulse(spring).unwrap().map(Scalar::to_bits));
        assert_eq!(impulses[0], impulses[1]);
        assert!(world.impulse(spring).unwrap().iter().all(|impulse| impulse.is_finite()));
        world.step(DT).unwrap();
        loaded.step(DT).unwrap();
    }
    assert_eq!(loaded.body(body), world.body(body));
}

/// A pendulum that sleeps, one that swings, and a weight whose joint has just broken.
#[test]
fn what_sleeps_and_what_broke_goes_on() {
    for removed in [OnBreak::Remove, OnBreak::Disable] {
        let mut world = World::new();
        world.set_sleep(Some(Sleep::default())).unwrap();
        let ground = world.add_body(Body::fixed()).unwrap();
        let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::Y };
        let mut hung = |body: Body| {
            let body = world.add_body(body.at(-Vec2::Y)).unwrap();
            (body, world.add_joint([ground, body], pivot).unwrap())
        };
        let (still, _) = hung(Body::dynamic(2.0, 0.5));
        let (swing, _) = hung(Body::dynamic(1.0, 0.2).moving(Vec2::X).spinning(1.0));
        let (weight, weak) = hung(Body::dynamic(3.0, 0.1));
        (0..60).for_each(|_| world.step(DT).unwrap());
        // Asleep at one length of a step, saved at another.
        (0..3).for_each(|_| world.step(0.7 * DT).unwrap());
        let options = JointOptions { break_force: 1.0, on_break: removed, ..JointOptions::default() };
        world.set_joint_options(weak, options).unwrap();
        world.step(0.7 * DT).unwrap();
        assert!(world.body(still).unwrap().is_asleep() && world.events().count() > 0);
        // Touched, but not awake yet.
        let mut touched = reloaded(&world);
        touched.wake(still).unwrap();
        let mut pairs = [[reloaded(&world), world], [reloaded(&touched), touched]];
        for [loaded, world] in &mut pairs {
            for _ in 0..100 {
                world.step(0.7 * DT).unwrap();
                loaded.step(0.7 * DT).unwrap();
                let told = |world: &World| {
                    let bodies = [still, swing, weight].map(|id| world.body(id).unwrap().clone());
                    let asleep = bodies.each_ref().map(Body::is_asleep);
                    format!("{bodies:?} {asleep:?} {:?} {:?}", world.joint_options(weak), world.sleep())
                };
                assert_eq!(told(loaded), told(world));
                assert!(loaded.events().eq(world.events()));
            }
            assert!(world.body(weight).unwrap().position().y < -2.0);
        }
    }
}

#[test]
fn names_stay_valid() {
    let Scene { mut world, bodies, pivots, rope } = scene(Stepping::Substeps);
    world.remove_body(bodies[6]).unwrap();
    let text = serde_json::to_string(&(bodies[1], pivots[0])).unwrap();
    let (body, pivot): (BodyId, JointId<PivotJoint>) = serde_json::from_str(&text).unwrap();
    assert_eq!((body, pivot), (bodies[1], pivots[0]));
    let loaded = reloaded(&world);
    assert_eq!(loaded.body(body).unwrap(), world.body(body).unwrap());
    assert_eq!(loaded.joint(pivot).unwrap(), world.joint(pivot).unwrap());
    assert_eq!(loaded.joint_options(pivot), world.joint_options(pivot));
    assert_eq!(loaded.body(bodies[6]).unwrap_err(), Error::UnknownBody { body: bodies[6], missing: Missing::Removed });
    assert!(loaded.joint(rope).is_err());
    // A world that is made later is another one.
    assert!(World::new().body(bodies[1]).is_err());
}

#[test]
fn bodies_and_options_by_themselves() {
    let body = Body::fixed().rotated(3.0).at(Vec2::new(0.1, 1e-7));
    let text = serde_json::to_string(&body).unwrap();
    assert!(text.contains("\"mass\":\"inf\""), "{text}");
    assert_eq!(serde_json::from_str::<Body>(&text).unwrap(), body);
    let options = JointOptions::default();
    assert_eq!(serde_json::from_str::<JointOptions>(&serde_json::to_string(&options).unwrap()).unwrap(), options);
    let whole = text.replace("\"inf\"", "7").replace("Fixed", "Dynamic");
    assert_eq!(serde_json::from_str::<Body>(&whole).unwrap(), Body::dynamic(7.0, 7.0).rotated(3.0).at(body.position()));
    let error = serde_json::from_str::<Body>(&text.replace("inf", "much")).unwrap_err();
    assert!(error.to_string().contains("`much` is no number"), "{error}");
}

/// A world in which something breaks, something falls asleep and a ratchet turns.
fn eventful() -> Scene {
    let mut world = World::new();
    world.set_sleep(Some(Sleep { time: 0.2, ..Sleep::default() })).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    let hanging = world.add_body(Body::dynamic(1.0, 0.1).at(-Vec2::Y)).unwrap();
    let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::Y);
    let pivots = vec![world.add_joint([ground, hanging], PivotJoint { local_anchor_a, local_anchor_b }).unwrap()];
    let swinging = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::X)).unwrap();
    let (local_anchor_b, upper) = (Vec2::ZERO, Scalar::INFINITY);
    let rope = DistanceJoint { local_anchor_a, local_anchor_b, lower: 1.0, upper: 1.0 };
    let rope = world.add_joint([ground, swinging], rope).unwrap();
    let brittle = JointOptions { break_force: 20.0, on_break: OnBreak::Disable, ..JointOptions::default() };
    world.set_joint_options(rope, brittle).unwrap();
    let strut = DistanceJoint { local_anchor_a: Vec2::X * 3.0, local_anchor_b, lower: 2.2, upper };
    let strut = world.add_joint([ground, swinging], strut).unwrap();
    let brittle = JointOptions { break_force: 0.1, ..JointOptions::default() };
    world.set_joint_options(strut, brittle).unwrap();
    let wheel = world.add_body(Body::dynamic(1.0, 0.1).spinning(5.0).pushed(Vec2::ZERO, -1.5)).unwrap();
    world.add_joint([ground, wheel], RatchetJoint { pitch: 0.5, tooth: 0.0 }).unwrap();
    Scene { world, bodies: vec![ground, hanging, swinging, wheel], pivots, rope }
}

#[test]
fn a_world_can_be_saved_at_any_moment() {
    let mut happened = [false; 3];
    for before in 0..80 {
        let mut scene = eventful();
        (0..before).for_each(|_| scene.world.step(DT).unwrap());
        let mut loaded = reloaded(&scene.world);
        for step in 0..40 {
            if step == 20 {
                for world in [&mut scene.world, &mut loaded] {
                    world.body_mut(scene.bodies[1]).unwrap().set_linear_velocity(Vec2::X).unwrap();
                }
            }
            scene.world.step(DT).unwrap();
            loaded.step(DT).unwrap();
            assert_eq!(bits(&scene, &loaded), bits(&scene, &scene.world), "step {step} after {before} steps");
            assert!(loaded.events().eq(scene.world.events()), "step {step} after {before} steps");
            for event in loaded.events() {
                match event {
                    Event::Broken { removed, .. } => happened[usize::from(removed)] = true,
                    Event::FellAsleep { .. } => happened[2] = true,
                    _ => {}
                }
            }
        }
    }
    assert_eq!(happened, [true; 3]);
}

/// A force of one step that is yet to act is saved as well.
#[test]
fn a_force_of_one_step_is_saved() {
    let mut world = World::new();
    let body = world.add_body(Body::dynamic(1.0, 0.1)).unwrap();
    world.body_mut(body).unwrap().apply_force_at(Vec2::new(3.0, 1.0), Vec2::Y).unwrap();
    let mut loaded = reloaded(&world);
    for _ in 0..3 {
        world.step(DT).unwrap();
        loaded.step(DT).unwrap();
        assert_eq!(loaded.body(body).unwrap(), world.body(body).unwrap());
    }
    // 3 N on 1 kg for one step, and −3 N·m on 0.1 kg·m².
    assert!((world.body(body).unwrap().linear_velocity().x - 3.0 * DT).abs() < 1e-6);
    assert!((world.body(body).unwrap().angular_velocity() + 30.0 * DT).abs() < 1e-5);
}
