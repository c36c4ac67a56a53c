//! A clone of a world goes on bit for bit, and what happens to one of them does not touch the other.

use constraint_core::joints::{
    AngleJoint, DampedSpring, DistanceJoint, MotorJoint, PivotJoint, PulleyJoint, RatchetJoint, SoftDistanceJoint,
};
use constraint_core::{
    Body, Curve, Ends, Error, Event, JointOptions, OnBreak, Scalar, SequentialImpulses, Sleep, Softness, Stepping,
    Time, Vec2, World, constraint, consts,
};

const DT: Scalar = 1.0 / 60.0;

/// A joint without `derive`: it reads the time and a curve, has a field that is no number, and changes itself.
#[constraint(
    |cam, follower, t: Time| follower.position.y - cam.position.y - self.profile.at(cam.angle + self.rate * t),
    update = Self::count
)]
struct Cam {
    profile: Curve,
    rate: Scalar,
    log: Vec<u32>,
}

impl Cam {
    fn count(&mut self, _cam: &constraint_core::BodyState, _follower: &constraint_core::BodyState) {
        let next = self.log.last().map_or(0, |last| last + 1);
        self.log.push(next);
    }
}

/// Everything that a world tells. `Debug` of a float is exact: it reads back as the same one.
fn bits(world: &World) -> String {
    let bodies: Vec<_> = world.bodies().map(|(id, body)| format!("{id:?} {body:?}")).collect();
    let errors: Vec<_> = world.joint_ids().map(|id| (id, world.position_error_any(id).unwrap())).collect();
    let pivots: Vec<_> = world.joints::<PivotJoint>().map(|(id, _)| world.impulse(id).unwrap()).collect();
    let cams: Vec<_> = world.joints::<Cam>().map(|(_, cam)| cam.log.clone()).collect();
    let events: Vec<_> = world.events().collect();
    format!("{bodies:?} {errors:?} {pivots:?} {cams:?} {events:?} {}", world.time())
}

/// Arms of three links: enough of them for batches. A hub with many spokes, springs, a ratchet, a pulley, a cam, a chain that breaks.
fn scene(stepping: Stepping) -> World {
    let mut world = World::new();
    world.set_stepping(stepping).unwrap();
    world.set_sleep(Some(Sleep { time: 0.2, ..Sleep::default() })).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    let add = |world: &mut World, body: Body| world.add_body(body).unwrap();
    for arm in 0..60_u8 {
        let mut last = (ground, Vec2::new(Scalar::from(arm) * 5.0, 10.0));
        for link in 0..3_u8 {
            let at = last.1 + Vec2::X * (0.5 + 0.001 * Scalar::from(arm));
            let body = add(&mut world, Body::dynamic(1.0 + Scalar::from(link), 0.1).at(at));
            let anchor = if link == 0 { last.1 } else { Vec2::X * 0.5 };
            let pin = PivotJoint { local_anchor_a: anchor, local_anchor_b: Vec2::X * -0.5 };
            world.add_joint([last.0, body], pin).unwrap();
            last = (body, at + Vec2::X * 0.5);
        }
    }
    let hub = add(&mut world, Body::dynamic(0.5, 0.1).at(Vec2::new(0.0, 30.0)));
    for spoke in 0..20_u8 {
        let out = Vec2::from_angle(consts::TAU * Scalar::from(spoke) / 20.0);
        let rim = add(&mut world, Body::dynamic(1.0, 0.1).at(Vec2::new(0.0, 30.0) + out));
        let rod = DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, lower: 1.0, upper: 1.0 };
        world.add_joint([hub, rim], rod).unwrap();
    }
    let [a, b, c] = [-4.0, -8.0, -12.0].map(|x| add(&mut world, Body::dynamic(1.0, 0.2).at(Vec2::new(x, 5.0))));
    let [local_anchor_a, local_anchor_b] = [Vec2::new(-4.0, 8.0), Vec2::ZERO];
    world
        .add_joint(
            [ground, a],
            DampedSpring { local_anchor_a, local_anchor_b, rest_length: 2.0, stiffness: 30.0, damping: 0.1 },
        )
        .unwrap();
    let softness = Softness::new(2.0, 0.1);
    world
        .add_joint(
            [ground, b],
            SoftDistanceJoint { local_anchor_a: Vec2::new(-8.0, 8.0), local_anchor_b, rest_length: 3.0, softness },
        )
        .unwrap();
    let [local_anchor_a, local_anchor_c] = [Vec2::new(-8.0, 9.0), Vec2::new(-12.0, 9.0)];
    let local_anchor_d = Vec2::X * 0.1;
    let pulley = PulleyJoint {
        local_anchor_a,
        local_anchor_b,
        local_anchor_c,
        local_anchor_d,
        ratio: 1.0,
        lower: 0.0,
        upper: 8.5,
    };
    world.add_joint([ground, b, ground, c], pulley).unwrap();
    world.add_joint([a, b], RatchetJoint { pitch: 0.1, tooth: 0.0 }).unwrap();
    world.add_joint([b, c], MotorJoint { ratio: 1.0, rate: 3.0, max_torque: 0.5 }).unwrap();
    let stop = world.add_joint([a, c], AngleJoint { ratio: 1.0, lower: -0.5, upper: 0.5 }).unwrap();
    let soft = JointOptions { softness: Some(Softness::new(4.0, 0.5)), max_force: 20.0, ..JointOptions::default() };
    world.set_joint_options(stop, soft).unwrap();
    let profile = Curve::spline((0..8_u8).map(|at| (Scalar::from(at), Scalar::from(at % 3))), Ends::Straight).unwrap();
    let follower = add(&mut world, Body::dynamic(1.0, 0.1).at(Vec2::new(-20.0, 0.0)));
    world.add_joint([ground, follower], Cam { profile, rate: 1.0, log: Vec::new() }).unwrap();
    // A weight that a thread holds until the swing pulls too hard.
    let weight = add(&mut world, Body::dynamic(2.0, 0.1).at(Vec2::new(-29.0, 10.0)));
    let thread = PivotJoint { local_anchor_a: Vec2::new(-30.0, 10.0), local_anchor_b: Vec2::X * -1.0 };
    let thread = world.add_joint([ground, weight], thread).unwrap();
    let breaks = JointOptions { break_force: 40.0, on_break: OnBreak::Disable, ..JointOptions::default() };
    world.set_joint_options(thread, breaks).unwrap();
    // One that rests.
    let door = add(&mut world, Body::dynamic(1.0, 0.1).at(Vec2::new(-40.0, -1.0)));
    let hinge = PivotJoint { local_anchor_a: Vec2::new(-40.0, 0.0), local_anchor_b: Vec2::Y };
    world.add_joint([ground, door], hinge).unwrap();
    // Places that are used again.
    let lost = add(&mut world, Body::dynamic(1.0, 1.0));
    world.remove_body(lost).unwrap();
    world
}

/// Clones after some steps, steps the clone, then the original: the clone has the same future.
#[test]
fn a_clone_goes_on_bit_for_bit() {
    let sequential = Stepping::SequentialImpulses(SequentialImpulses::default());
    for stepping in [Stepping::Substeps, sequential] {
        let mut world = scene(stepping);
        let mut broke = false;
        for before in [0, 1, 20, 60] {
            for _ in 0..before {
                world.step(DT).unwrap();
            }
            let now = bits(&world);
            let mut clone = world.clone();
            assert_eq!(bits(&clone), now, "{stepping:?}, {before}");
            let future: Vec<String> = (0..40).map(|_| clone.step(DT).map(|()| bits(&clone)).unwrap()).collect();
            assert_eq!(bits(&world), now, "the clone's steps have moved the original: {stepping:?}, {before}");
            for (step, bits_of_clone) in future.iter().enumerate() {
                world.step(DT).unwrap();
                broke |= world.events().any(|event| matches!(event, Event::Broken { .. }));
                assert!(bits(&world) == *bits_of_clone, "{stepping:?}, {before} steps before, step {step}");
            }
        }
        assert!(broke, "the scene is to have a joint that breaks");
        assert!(world.joints_in_batches() > 0 || stepping != Stepping::Substeps, "the scene is to have batches");
        assert!(world.bodies().any(|(_, body)| body.is_asleep()), "the scene is to have a body that sleeps");
    }
}

#[test]
fn ids_of_a_world_are_ids_of_its_clone_until_they_part() {
    let mut world = World::new();
    let ground = world.add_body(Body::fixed()).unwrap();
    let bob = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::X)).unwrap();
    let pin = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: -Vec2::X };
    let pin = world.add_joint([ground, bob], pin).unwrap();
    let mut clone = world.clone();
    clone.body_mut(bob).unwrap().set_linear_velocity(Vec2::Y).unwrap();
    clone.joint_mut(pin).unwrap().local_anchor_b = Vec2::new(-2.0, 0.0);
    assert_eq!(world.body(bob).unwrap().linear_velocity(), Vec2::ZERO);
    assert_eq!(world.joint(pin).unwrap().local_anchor_b, -Vec2::X);
    clone.remove_joint(pin).unwrap();
    assert!(matches!(clone.joint(pin), Err(Error::UnknownJoint { .. })));
    assert!(world.joint(pin).is_ok());
}

/// What a game does when a late input arrives: back to an old state, and forward again with the input.
#[test]
fn a_rollback_gives_the_world_that_had_the_input_in_time() {
    let first = scene(Stepping::Substeps);
    let (driven, _) = first.bodies().nth(5).unwrap();
    let begin = |push: &dyn Fn(u32) -> Scalar, saved_at: Option<u32>| -> (World, Option<World>) {
        let mut world = first.clone();
        let mut saved = None;
        for step in 0..60 {
            if saved_at == Some(step) {
                saved = Some(world.clone());
            }
            world.body_mut(driven).unwrap().set_force(Vec2::X * push(step)).unwrap();
            world.step(DT).unwrap();
        }
        (world, saved)
    };
    let input = |step: u32| if step >= 30 { 8.0 } else { 0.0 };
    let (in_time, _) = begin(&input, None);
    let (late, saved) = begin(&|_| 0.0, Some(30));
    let mut again = saved.unwrap();
    for step in 30..60 {
        again.body_mut(driven).unwrap().set_force(Vec2::X * input(step)).unwrap();
        again.step(DT).unwrap();
    }
    assert!(bits(&late) != bits(&in_time), "the input is to make a difference");
    assert!(bits(&again) == bits(&in_time));
}
