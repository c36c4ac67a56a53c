//! What no user means to do: it costs the joint that it is about, and no other.

mod common;

use avian2d::prelude::*;
use bevy::prelude::*;
use common::{app, body, close, ground, position, square, steps};
use constraint_avian::{ConstraintPlugin, Joint, JointStatus, Joints};
use constraint_core::joints::PivotJoint;
use constraint_core::{BodyState, constraint};

/// How far an arm of one metre may be off while it swings, m.
const GIVES_WAY: f32 = 2e-3;

fn arm(from: Vec2, by: Vec2) -> PivotJoint {
    PivotJoint { local_anchor_a: from, local_anchor_b: -by }
}

fn with_pivots() -> App {
    let mut app = app(60.0);
    app.add_plugins(ConstraintPlugin::<PivotJoint>::default());
    app
}

fn joints(app: &App) -> usize {
    app.world().resource::<Joints>().len()
}

fn problem(app: &App, joint: Entity) -> Option<String> {
    app.world().get::<JointStatus<PivotJoint>>(joint).unwrap().problem().map(str::to_owned)
}

#[test]
fn a_body_that_is_nan_stops_its_own_joints_until_it_is_mended() {
    let mut app = with_pivots();
    let wall = ground(&mut app, Vec2::ZERO);
    let [spoilt, good, other] = [Vec2::X, Vec2::NEG_X, Vec2::new(2.0, 0.0)].map(|at| body(&mut app, at, 1.0, 0.1));
    let world = app.world_mut();
    let upper = world.spawn(Joint::new([wall, spoilt], arm(Vec2::ZERO, Vec2::X))).id();
    let lower = world.spawn(Joint::new([spoilt, other], arm(Vec2::ZERO, Vec2::X))).id();
    world.spawn(Joint::new([wall, good], arm(Vec2::ZERO, Vec2::NEG_X)));
    steps(&mut app, 2);
    assert_eq!(joints(&app), 3);
    // Avian has debug assertions on NaN in its other components, and turns no disabled body.
    app.world_mut().entity_mut(spoilt).insert((RigidBodyDisabled, Rotation { cos: f32::NAN, sin: f32::NAN }));
    steps(&mut app, 10);
    assert_eq!(joints(&app), 1, "the good one");
    for joint in [upper, lower] {
        let problem = problem(&app, joint).unwrap_or_default();
        assert!(problem.contains("not finite") && problem.contains(&spoilt.to_string()), "{problem}");
    }
    close(position(&app, good).length(), 1.0, GIVES_WAY, "the good joint acts");
    let places = [Position::from_xy(1.0, 0.0), Position::from_xy(2.0, 0.0)];
    for ((body, at), x) in [spoilt, other].into_iter().zip(places).zip([1.0, 2.0]) {
        app.world_mut().entity_mut(body).insert((
            Transform::from_xyz(x, 0.0, 0.0),
            at,
            Rotation::IDENTITY,
            LinearVelocity::ZERO,
            AngularVelocity::ZERO,
        ));
    }
    app.world_mut().entity_mut(spoilt).remove::<RigidBodyDisabled>();
    steps(&mut app, 30);
    assert_eq!(joints(&app), 3, "{:?} {:?}", problem(&app, upper), problem(&app, lower));
    assert_eq!([problem(&app, upper), problem(&app, lower)], [None, None]);
    close(position(&app, spoilt).length(), 1.0, GIVES_WAY, "it is held again");
}

#[test]
fn a_joint_without_its_body_waits_and_says_so() {
    let mut app = with_pivots();
    let wall = ground(&mut app, Vec2::ZERO);
    let dead = body(&mut app, Vec2::X, 1.0, 0.1);
    app.world_mut().despawn(dead);
    let ghost = Joint::new([wall, dead], arm(Vec2::ZERO, Vec2::X));
    let ghost = app.world_mut().spawn((Name::new("ghost"), ghost)).id();
    steps(&mut app, 3);
    assert_eq!(joints(&app), 0);
    let problem = problem(&app, ghost).unwrap_or_default();
    assert!(problem.contains("ghost") && problem.contains("rigid body"), "{problem}");
}

#[test]
fn a_second_joint_of_a_type_replaces_the_first() {
    let mut app = with_pivots();
    let wall = ground(&mut app, Vec2::ZERO);
    let bobs = [Vec2::X, Vec2::NEG_X].map(|at| body(&mut app, at, 1.0, 0.1));
    let crane = app.world_mut().spawn(Name::new("crane")).id();
    for (bob, by) in bobs.into_iter().zip([Vec2::X, Vec2::NEG_X]) {
        app.world_mut().entity_mut(crane).insert(Joint::new([wall, bob], arm(Vec2::ZERO, by)));
    }
    steps(&mut app, 30);
    assert_eq!(joints(&app), 1);
    let replacements = |app: &App| app.world().get::<JointStatus<PivotJoint>>(crane).unwrap().replacements();
    assert_eq!(replacements(&app), 1);
    close(position(&app, bobs[1]).length(), 1.0, GIVES_WAY, "the second one acts");
    // ½ g t² after half a second, a step of room.
    assert!(position(&app, bobs[0]).y < -1.1, "the first one does not: {:?}", position(&app, bobs[0]));
    // A joint that comes after the other has gone replaces nothing.
    app.world_mut().entity_mut(crane).remove::<Joint<PivotJoint>>();
    app.world_mut().entity_mut(crane).insert(Joint::new([wall, bobs[1]], arm(Vec2::ZERO, Vec2::NEG_X)));
    steps(&mut app, 1);
    assert_eq!((joints(&app), replacements(&app)), (1, 0));
}

/// A joint that spoils itself.
#[constraint(|a, b| a.position.distance(b.position) - self.length, update = Self::spoil)]
#[derive(Clone, Debug)]
struct SelfSpoiling {
    length: f32,
}

impl SelfSpoiling {
    fn spoil(&mut self, _: &BodyState, _: &BodyState) {
        self.length = f32::NAN;
    }
}

#[test]
fn a_joint_that_spoils_itself_stays_out() {
    let mut app = with_pivots();
    app.add_plugins(ConstraintPlugin::<SelfSpoiling>::default());
    let wall = ground(&mut app, Vec2::ZERO);
    let bob = body(&mut app, Vec2::X, 1.0, 0.1);
    app.world_mut().spawn(Joint::new([wall, bob], arm(Vec2::ZERO, Vec2::X)));
    let spoilt = app.world_mut().spawn(Joint::new([wall, bob], SelfSpoiling { length: 1.0 })).id();
    steps(&mut app, 30);
    assert_eq!(joints(&app), 1);
    let status = app.world().get::<JointStatus<SelfSpoiling>>(spoilt).unwrap();
    assert!(status.problem().unwrap_or_default().contains("length"), "{status:?}");
    close(position(&app, bob).length(), 1.0, GIVES_WAY, "the other joint acts");
}

/// A chain that falls on a floor: where its bodies are after two seconds.
fn chain_on_a_floor() -> Vec<[u32; 2]> {
    let mut app = with_pivots();
    let floor = ground(&mut app, Vec2::new(0.0, -1.0));
    app.world_mut().entity_mut(floor).insert(Collider::rectangle(50.0, 1.0));
    let links: Vec<Entity> =
        (0..10_u8).map(|link| square(&mut app, Vec2::new(f32::from(link), 1.0), 0.2, 1.0)).collect();
    for pair in links.windows(2) {
        let half = Vec2::new(0.5, 0.0);
        let pivot = PivotJoint { local_anchor_a: half, local_anchor_b: -half };
        app.world_mut().spawn(Joint::new([pair[0], pair[1]], pivot));
    }
    steps(&mut app, 120);
    links.iter().map(|&link| position(&app, link).to_array().map(f32::to_bits)).collect()
}

#[test]
fn the_same_calls_give_the_same_bits() {
    assert_eq!(chain_on_a_floor(), chain_on_a_floor());
}
