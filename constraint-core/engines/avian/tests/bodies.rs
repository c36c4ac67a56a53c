//! What may happen to bodies and joints: they sleep, lock, come and go, break, and mean nothing.

mod common;

use avian2d::prelude::*;
use bevy::prelude::*;
use common::{app, body, close, ground, position, square, steps};
use constraint_avian::{ConstraintPlugin, Joint, JointBroken, JointReactions, JointStatus, Joints};
use constraint_core::constraint;
use constraint_core::joints::{DistanceJoint, MotorJoint, PivotJoint};

const AT_CENTRES: PivotJoint = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO };

/// A bob that hangs one metre to the right of what holds it.
fn pendulum(app: &mut App) -> [Entity; 3] {
    let wall = ground(app, Vec2::ZERO);
    let bob = body(app, Vec2::X, 1.0, 0.1);
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::new(-1.0, 0.0) };
    [wall, bob, app.world_mut().spawn(Joint::new([wall, bob], pivot)).id()]
}

fn joints(app: &App) -> usize {
    app.world().resource::<Joints>().len()
}

#[derive(Resource, Default)]
struct Broken(Vec<Entity>);

/// The app of most tests here.
fn with_pivots() -> App {
    let mut app = app(60.0);
    app.add_plugins(ConstraintPlugin::<PivotJoint>::default()).init_resource::<Broken>();
    app.add_observer(|broken: On<JointBroken>, mut all: ResMut<Broken>| all.0.push(broken.entity));
    app
}

#[test]
fn a_joint_breaks_and_is_mended() {
    let mut app = with_pivots();
    let [_, bob, joint] = pendulum(&mut app);
    // It starts with no load along its arm, and bears 3 m g at the bottom.
    app.world_mut().get_mut::<Joint<PivotJoint>>(joint).unwrap().options.break_force = 15.0;
    steps(&mut app, 60);
    assert_eq!(app.world().resource::<Broken>().0, [joint]);
    assert!(app.world().get::<JointDisabled>(joint).is_some());
    steps(&mut app, 30);
    assert!(position(&app, bob).length() > 1.5, "it flies: {:?}", position(&app, bob));
    app.world_mut().entity_mut(joint).remove::<JointDisabled>();
    app.world_mut().get_mut::<Joint<PivotJoint>>(joint).unwrap().options.break_force = f32::INFINITY;
    app.world_mut().entity_mut(bob).insert((
        Position::from_xy(1.0, 0.0),
        Rotation::IDENTITY,
        LinearVelocity::ZERO,
        AngularVelocity::ZERO,
    ));
    steps(&mut app, 30);
    close(position(&app, bob).length(), 1.0, 2e-3, "it is held again");
}

#[test]
fn joints_go_with_their_entities_and_bodies() {
    let mut app = with_pivots();
    let [_, bob, joint] = pendulum(&mut app);
    steps(&mut app, 2);
    assert_eq!(joints(&app), 1);
    app.world_mut().despawn(bob);
    steps(&mut app, 2);
    assert_eq!(joints(&app), 0);
    let status = app.world().get::<JointStatus<PivotJoint>>(joint).unwrap();
    assert!(status.problem().unwrap().contains("is not a rigid body"), "{status:?}");
    // Another body takes the place.
    let other = body(&mut app, Vec2::X, 1.0, 0.1);
    app.world_mut().get_mut::<Joint<PivotJoint>>(joint).unwrap().bodies[1] = other;
    steps(&mut app, 30);
    assert_eq!(joints(&app), 1);
    assert!(app.world().get::<JointStatus<PivotJoint>>(joint).unwrap().problem().is_none());
    close(position(&app, other).length(), 1.0, 2e-3, "it is held");
    app.world_mut().despawn(joint);
    steps(&mut app, 1);
    assert_eq!(joints(&app), 0);
}

#[test]
fn a_thousand_joints_come_and_go_with_their_bodies() {
    let mut app = with_pivots();
    let wall = ground(&mut app, Vec2::ZERO);
    let mut all: Vec<(Entity, Entity)> = Vec::new();
    for round in 0..8_u8 {
        for number in 0..1000_u16 {
            let at = Vec2::new(f32::from(number), f32::from(round));
            let bob = body(&mut app, at, 1.0, 0.1);
            let pivot = PivotJoint { local_anchor_a: at, local_anchor_b: Vec2::ZERO };
            all.push((bob, app.world_mut().spawn(Joint::new([wall, bob], pivot)).id()));
        }
        steps(&mut app, 1);
        // By turns the joint, the body, or both.
        for (number, (bob, joint)) in all.drain(..).enumerate() {
            if number % 3 != 1 {
                app.world_mut().despawn(joint);
            }
            if number % 3 != 0 {
                app.world_mut().despawn(bob);
            }
        }
        steps(&mut app, 1);
        assert_eq!(joints(&app), 0, "round {round}");
    }
}

#[test]
fn a_changed_joint_moves_its_body() {
    let mut app = with_pivots();
    let [_, bob, joint] = pendulum(&mut app);
    steps(&mut app, 2);
    app.world_mut().get_mut::<Joint<PivotJoint>>(joint).unwrap().joint.local_anchor_b = Vec2::new(-2.0, 0.0);
    steps(&mut app, 120);
    // At the bounded speed of joints that are apart it takes a third of a second.
    close(position(&app, bob).length(), 2.0, 5e-3, "the longer arm");
}

#[test]
fn islands_of_joints_sleep_and_wake_as_a_whole() {
    let mut app = with_pivots();
    app.add_plugins(ConstraintPlugin::<DistanceJoint>::default());
    let wall = ground(&mut app, Vec2::new(0.0, 3.0));
    let bobs = [0.0, 1.0].map(|down| square(&mut app, Vec2::new(0.0, -down), 0.2, 1.0));
    for bob in bobs {
        app.world_mut().entity_mut(bob).remove::<SleepingDisabled>();
    }
    let rope =
        |[a, b]: [Entity; 2], length| Joint::new([a, b], DistanceJoint { upper: length, ..DistanceJoint::default() });
    app.world_mut().spawn(rope([wall, bobs[0]], 3.0));
    let lower = app.world_mut().spawn(rope(bobs, 1.0)).id();
    steps(&mut app, 240);
    let sleeps = |app: &App, bob| app.world().get::<Sleeping>(bob).is_some();
    assert!(bobs.iter().all(|&bob| sleeps(&app, bob)), "both sleep");
    let rest = bobs.map(|bob| position(&app, bob));
    steps(&mut app, 60);
    assert_eq!(rest, bobs.map(|bob| position(&app, bob)), "and stay where they are");
    app.world_mut().get_mut::<Joint<DistanceJoint>>(lower).unwrap().joint.upper = 1.5;
    steps(&mut app, 60);
    close((position(&app, bobs[0]) - position(&app, bobs[1])).length(), 1.5, 5e-3, "the longer rope");
}

#[test]
fn a_disabled_body_is_not_pulled_at() {
    let mut app = with_pivots();
    let [_, bob, _] = pendulum(&mut app);
    app.world_mut().entity_mut(bob).insert(RigidBodyDisabled);
    steps(&mut app, 30);
    assert_eq!(position(&app, bob), Vec2::X);
    app.world_mut().entity_mut(bob).remove::<RigidBodyDisabled>();
    steps(&mut app, 30);
    assert!(position(&app, bob).y < -0.5, "{:?}", position(&app, bob));
    close(position(&app, bob).length(), 1.0, 2e-3, "on its arm");
}

/// A bead on a slope of 45°: it cannot leave the line y = x.
#[constraint(|bead| bead.position.y - bead.position.x)]
#[derive(Clone, Debug)]
struct Slope {}

#[test]
fn locked_axes_are_respected() {
    let mut app = app(60.0);
    app.add_plugins((ConstraintPlugin::<Slope>::default(), ConstraintPlugin::<PivotJoint>::default()));
    let locks =
        [LockedAxes::new().lock_translation_x(), LockedAxes::new().lock_rotation(), LockedAxes::TRANSLATION_LOCKED];
    let [stuck, sliding, turning] = locks.map(|locked| {
        let bead = body(&mut app, Vec2::ZERO, 1.0, 0.5);
        app.world_mut().entity_mut(bead).insert(locked);
        bead
    });
    app.world_mut().spawn(Joint::new([stuck], Slope {}));
    app.world_mut().spawn(Joint::new([sliding], Slope {}));
    // A weight of 1 kg at the rim of a wheel that cannot move, but turn.
    let weight = body(&mut app, Vec2::X, 1.0, 0.5);
    let rim = PivotJoint { local_anchor_a: Vec2::X, local_anchor_b: Vec2::ZERO };
    app.world_mut().spawn(Joint::new([turning, weight], rim));
    steps(&mut app, 30);
    // Held along x by its lock and so along y by the slope, to which it converges within a pass or two.
    close(position(&app, stuck).x, 0.0, 1e-6, "the locked bead");
    close(position(&app, stuck).y, 0.0, 2e-3, "the locked bead");
    // a = g sin² 45° downwards; t = ½ s and h = 1/360 s.
    close(position(&app, sliding).y, -0.25 * 9.81 * 0.5 * (0.5 + 1.0 / 360.0), 2e-3, "the sliding bead");
    close(position(&app, turning).length(), 0.0, 1e-6, "the wheel");
    close(position(&app, weight).length(), 1.0, 2e-3, "the weight on its rim");
}

#[test]
fn what_means_nothing_is_named_and_left_out() {
    let mut app = with_pivots();
    let [wall, bob, good] = pendulum(&mut app);
    let spoilt = PivotJoint { local_anchor_b: Vec2::new(f32::NAN, 0.0), ..AT_CENTRES };
    let world = app.world_mut();
    let spoilt = world.spawn((Name::new("spoilt"), Joint::new([wall, bob], spoilt))).id();
    let stranger = world.spawn_empty().id();
    let lonely = world.spawn((Name::new("lonely"), Joint::new([wall, stranger], AT_CENTRES))).id();
    let bad_option = world.spawn(Joint::new([wall, bob], AT_CENTRES).with_max_force(-1.0)).id();
    steps(&mut app, 30);
    assert_eq!(joints(&app), 1);
    let problem = |joint| app.world().get::<JointStatus<PivotJoint>>(joint).unwrap().problem().map(str::to_owned);
    assert_eq!(problem(good), None);
    for (joint, words) in
        [(spoilt, ["spoilt", "local_anchor_b"]), (lonely, ["lonely", "rigid body"]), (bad_option, ["force", "-1"])]
    {
        let problem = problem(joint).unwrap_or_default();
        assert!(words.iter().all(|word| problem.contains(word)), "{problem}");
    }
    close(position(&app, bob).length(), 1.0, 2e-3, "the good joint acts");
    // It acts once its body is one.
    app.world_mut().entity_mut(stranger).insert((RigidBody::Dynamic, Mass(1.0), AngularInertia(1.0)));
    steps(&mut app, 2);
    assert_eq!(joints(&app), 2);
}

#[test]
fn joints_of_two_types_share_an_entity() {
    let mut app = with_pivots();
    app.add_plugins(ConstraintPlugin::<MotorJoint>::default());
    let [wall, bob, joint] = pendulum(&mut app);
    app.insert_resource(Gravity(Vec2::ZERO));
    let motor = MotorJoint { ratio: 1.0, rate: 2.0, max_torque: 1e3 };
    app.world_mut().entity_mut(joint).insert((Joint::new([wall, bob], motor), JointReactions::default()));
    steps(&mut app, 60);
    assert_eq!(joints(&app), 2);
    close(app.world().get::<AngularVelocity>(bob).unwrap().0, 2.0, 1e-3, "the motor");
    close(position(&app, bob).length(), 1.0, 2e-3, "the pivot");
    app.world_mut().entity_mut(joint).remove::<Joint<MotorJoint>>();
    steps(&mut app, 1);
    assert_eq!(joints(&app), 1);
}
