//! What tools ask of a world without knowing the types of its joints.

use constraint_core::joints::{DistanceJoint, PivotJoint};
use constraint_core::{AnyJointId, Body, Canvas, Error, JointOptions, Missing, Scalar, Softness, Vec2, World};

use crate::assert_near;
use crate::support::{DT, add, steps};
use crate::user::{Level, Mouse};

/// Draws into lists.
#[derive(Default, PartialEq, Debug)]
struct Sketch {
    points: Vec<Vec2>,
    segments: Vec<[Vec2; 2]>,
}

impl Canvas for Sketch {
    fn point(&mut self, at: Vec2) {
        self.points.push(at);
    }

    fn segment(&mut self, from: Vec2, to: Vec2) {
        self.segments.push([from, to]);
    }
}

/// A rod of 2 m that is 3 m long, a level that is 4 m off, and a pivot that holds.
fn scene(world: &mut World) -> [AnyJointId; 3] {
    let ground = add(world, Body::fixed());
    let ball = add(world, Body::dynamic(1.0, 0.1).at(Vec2::X * 3.0));
    let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
    let rod = DistanceJoint { local_anchor_a, local_anchor_b, lower: 2.0, upper: 2.0 };
    let rod = world.add_joint([ground, ball], rod).unwrap();
    let level = world.add_joint([ball], Level { height: 4.0 }).unwrap();
    let pivot = PivotJoint { local_anchor_a: Vec2::X, local_anchor_b: -Vec2::X * 2.0 };
    let pivot = world.add_joint([ground, ball], pivot).unwrap();
    [rod.into(), level.into(), pivot.into()]
}

#[test]
fn names_and_errors() {
    let mut world = World::new();
    assert_eq!((world.joint_ids().count(), world.max_position_error()), (0, 0.0));
    let [rod, level, pivot] = scene(&mut world);
    assert!(world.joint_ids().eq([rod, level, pivot]));
    assert_eq!(world.position_error_any(rod).unwrap(), [1.0]);
    assert_eq!(world.position_error_any(level).unwrap(), [-4.0]);
    assert_eq!(world.position_error_any(pivot).unwrap(), [0.0, 0.0]);
    assert_eq!(world.max_position_error(), 4.0);

    // What is disabled holds nothing, and so misses nothing.
    let off = JointOptions { enabled: false, ..JointOptions::default() };
    world.set_joint_options(level.downcast::<Level>().unwrap(), off).unwrap();
    assert_eq!(world.max_position_error(), 1.0);
    assert_eq!(world.position_error_any(level).unwrap(), [-4.0]);

    let unknown = |joint, missing| Error::UnknownJoint { joint, missing };
    world.remove_joint(rod.downcast::<DistanceJoint>().unwrap()).unwrap();
    assert!(world.joint_ids().eq([level, pivot]));
    assert_eq!(world.position_error_any(rod).unwrap_err(), unknown(rod, Missing::Removed));
    assert_eq!(World::new().position_error_any(level).unwrap_err(), unknown(level, Missing::OtherWorld));
    let mut other = World::new();
    scene(&mut other);
    assert_eq!(other.position_error_any(level).unwrap_err(), unknown(level, Missing::OtherWorld));
}

#[test]
fn the_norm_is_over_the_rows() {
    let mut world = World::new();
    let body = add(&mut world, Body::dynamic(1.0, 1.0));
    let target = Vec2::new(3.0, 4.0);
    let mouse = Mouse { local_anchor: Vec2::ZERO, target, softness: Softness::new(1.0, 1.0), max_force: 1.0 };
    world.add_joint([body], mouse).unwrap();
    // A spring's stretch counts.
    assert_near(world.max_position_error(), 5.0, 1e-6);
}

#[test]
fn a_world_draws_its_joints() {
    let mut world = World::new();
    let [rod, level, pivot] = scene(&mut world);
    let mut all = Sketch::default();
    world.draw(&mut all);
    let (origin, ball, held) = (Vec2::ZERO, Vec2::X * 3.0, Vec2::X);
    assert!(all.segments.contains(&[origin, ball]), "{all:?}");
    assert!([origin, ball, held].iter().all(|point| all.points.contains(point)), "{all:?}");

    // One after another gives the same.
    let mut each = Sketch::default();
    for joint in [rod, level, pivot] {
        world.draw_joint(joint, &mut each).unwrap();
    }
    assert_eq!(each, all);
    let mut one = Sketch::default();
    world.draw_joint(rod.downcast::<DistanceJoint>().unwrap(), &mut one).unwrap();
    assert_eq!(one.segments, [[origin, ball]]);

    let off = JointOptions { enabled: false, ..JointOptions::default() };
    world.set_joint_options(rod.downcast::<DistanceJoint>().unwrap(), off).unwrap();
    let mut rest = Sketch::default();
    world.draw(&mut rest);
    assert!(!rest.segments.contains(&[origin, ball]), "{rest:?}");
    world.draw_joint(rod, &mut rest).unwrap();
    assert!(rest.segments.contains(&[origin, ball]), "{rest:?}");

    let unknown = Error::UnknownJoint { joint: rod, missing: Missing::OtherWorld };
    assert_eq!(World::new().draw_joint(rod, &mut rest).unwrap_err(), unknown);
}

#[test]
fn a_drawing_follows_the_bodies() {
    let mut world = World::new();
    let ball = add(&mut world, Body::dynamic(1.0, 0.1).moving(Vec2::X));
    let target = Vec2::Y * 2.0;
    let mouse = Mouse { local_anchor: Vec2::Y, target, softness: Softness::new(1.0, 1.0), max_force: 0.0 };
    world.add_joint([ball], mouse).unwrap();
    steps(&mut world, 60, DT);
    let mut sketch = Sketch::default();
    world.draw(&mut sketch);
    let at = world.body(ball).unwrap().state().point(Vec2::Y);
    // The sum is taken in another order.
    assert!(sketch.points.iter().any(|point| point.distance(at) < 16.0 * Scalar::EPSILON), "{sketch:?} {at}");
}
