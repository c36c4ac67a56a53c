//! Adding, changing and removing bodies.

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, BodyKind, Error, Missing, Scalar, Vec2, World};

use crate::assert_near;
use crate::support::{add, steps, weightless};
use crate::user::Level;

const PIVOT: PivotJoint = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO };

#[test]
fn a_body_tells_what_it_was_given() {
    let mut world = World::new();
    let given = Body::dynamic(2.0, 3.0)
        .at(Vec2::new(4.0, 5.0))
        .rotated(6.0)
        .moving(Vec2::new(7.0, 8.0))
        .spinning(9.0)
        .pushed(Vec2::new(10.0, 11.0), 12.0)
        .damped(13.0, 14.0)
        .with_gravity_scale(15.0);
    let id = add(&mut world, given.clone());
    let body = world.body(id).unwrap();
    assert_eq!(*body, given);
    assert_eq!((body.kind(), body.mass(), body.inertia()), (BodyKind::Dynamic, 2.0, 3.0));
    let state = body.state();
    assert_eq!((state.position, state.angle), (Vec2::new(4.0, 5.0), 6.0));
    assert_eq!((state.linear_velocity, state.angular_velocity), (Vec2::new(7.0, 8.0), 9.0));
    // 6 rad is −0.283 within its turn, where the rounding of 6 shows.
    assert_near(state.rotation.cos, Scalar::cos(6.0), 3e-7);
    assert_near(state.rotation.sin, Scalar::sin(6.0), 3e-7);
    assert_eq!((body.force(), body.torque()), (Vec2::new(10.0, 11.0), 12.0));
    assert_eq!((body.linear_damping(), body.angular_damping(), body.gravity_scale()), (13.0, 14.0, 15.0));
}

#[test]
fn setters_set_or_leave_alone() {
    let mut world = World::new();
    let id = add(&mut world, Body::dynamic(1.0, 1.0));
    let mut body = world.body_mut(id).unwrap();
    body.set_position(Vec2::X).unwrap();
    body.set_angle(1.0).unwrap();
    body.set_linear_velocity(Vec2::Y).unwrap();
    body.set_angular_velocity(2.0).unwrap();
    body.set_mass(3.0).unwrap();
    body.set_inertia(Scalar::INFINITY).unwrap();
    body.set_force(Vec2::X).unwrap();
    body.set_torque(4.0).unwrap();
    body.set_linear_damping(5.0).unwrap();
    body.set_angular_damping(6.0).unwrap();
    body.set_gravity_scale(7.0).unwrap();
    let expected = Body::dynamic(3.0, Scalar::INFINITY).at(Vec2::X).rotated(1.0).moving(Vec2::Y).spinning(2.0);
    let expected = expected.pushed(Vec2::X, 4.0).damped(5.0, 6.0).with_gravity_scale(7.0);
    assert_eq!(*body, expected);

    let nan = Vec2::new(0.0, Scalar::NAN);
    body.set_position(nan).unwrap_err();
    body.set_angle(Scalar::INFINITY).unwrap_err();
    body.set_linear_velocity(nan).unwrap_err();
    body.set_angular_velocity(Scalar::NAN).unwrap_err();
    body.set_mass(0.0).unwrap_err();
    body.set_inertia(-1.0).unwrap_err();
    body.set_force(nan).unwrap_err();
    body.set_torque(Scalar::NAN).unwrap_err();
    body.set_linear_damping(-1.0).unwrap_err();
    body.set_angular_damping(Scalar::INFINITY).unwrap_err();
    body.set_gravity_scale(Scalar::NAN).unwrap_err();
    assert_eq!(*body, expected);
}

#[test]
fn a_new_mass_reaches_the_joints() {
    let mut world = weightless();
    let a = add(&mut world, Body::dynamic(1.0, 1.0));
    let b = add(&mut world, Body::dynamic(1.0, 1.0));
    world.add_joint([a, b], PIVOT).unwrap();
    steps(&mut world, 1, 0.01);
    world.body_mut(a).unwrap().set_mass(9.0).unwrap();
    world.body_mut(b).unwrap().set_linear_velocity(Vec2::X).unwrap();
    steps(&mut world, 1, 0.01);
    // 1 kg·m/s shared by 10 kg; with the old mass in the joint it would be more. A few roundings.
    assert_near(world.linear_momentum().x, 1.0, 1e-6);
    assert_near(world.body(a).unwrap().linear_velocity().x, 0.1, 1e-6);
}

#[test]
fn removing_a_body_removes_its_joints_and_says_so() {
    let mut world = World::new();
    let [a, b, c] = [0.0, 1.0, 2.0].map(|x| add(&mut world, Body::dynamic(1.0, 1.0).at(Vec2::X * x)));
    let level = world.add_joint([b], Level { height: 0.0 }).unwrap();
    let ab = world.add_joint([a, b], PIVOT).unwrap();
    let ac = world.add_joint([a, c], PIVOT).unwrap();
    let bc = world.add_joint([b, c], PIVOT).unwrap();
    steps(&mut world, 1, 0.01);

    let position = world.body(b).unwrap().position();
    let removed = world.remove_body(b).unwrap();
    assert_eq!(removed.body.position(), position);
    assert_eq!(removed.joints.len(), 3);
    assert_eq!(removed.joints[0], level);
    assert_eq!(removed.joints[1], ab);
    assert_eq!(removed.joints[2], bc);
    assert_eq!(removed.joints[1].downcast::<PivotJoint>(), Some(ab));
    assert_eq!(removed.joints[1].downcast::<Level>(), None);
    assert!(removed.joints[1].joint_type().ends_with("PivotJoint"));

    assert_eq!(world.body(b).unwrap_err(), Error::UnknownBody { body: b, missing: Missing::Removed });
    assert!(world.joint(level).is_err() && world.joint(ab).is_err() && world.joint(bc).is_err());
    assert_eq!(*world.joint(ac).unwrap(), PIVOT);
    assert!(world.bodies().map(|(id, _)| id).eq([a, c]));
    steps(&mut world, 1, 0.01);
}

#[test]
fn an_id_is_never_another_body() {
    let mut world = World::new();
    let old = add(&mut world, Body::dynamic(1.0, 1.0).moving(Vec2::X));
    world.remove_body(old).unwrap();
    let new = add(&mut world, Body::fixed());
    assert_ne!(old, new);
    let unknown = Error::UnknownBody { body: old, missing: Missing::Removed };
    assert_eq!(world.body(old).unwrap_err(), unknown);
    assert_eq!(world.body_mut(old).unwrap_err(), unknown);
    assert_eq!(world.remove_body(old).unwrap_err(), unknown);
    assert_eq!(world.add_joint([new, old], PIVOT).unwrap_err(), unknown);
    // What was removed has left no motion behind.
    steps(&mut world, 1, 0.01);
    assert_eq!(world.body(new).unwrap().position(), Vec2::ZERO);

    let mut other = World::new();
    let foreign = add(&mut other, Body::fixed());
    let unknown = Error::UnknownBody { body: foreign, missing: Missing::OtherWorld };
    assert_eq!(world.body(foreign).unwrap_err(), unknown);
    assert_eq!(world.body_mut(foreign).unwrap_err(), unknown);
    assert_eq!(world.remove_body(foreign).unwrap_err(), unknown);
    assert_eq!(world.add_joint([new, foreign], PIVOT).unwrap_err(), unknown);
}

#[test]
fn energy_and_momenta() {
    let mut world = World::new();
    let moving = Body::dynamic(2.0, 3.0).at(Vec2::new(4.0, 5.0)).moving(Vec2::new(0.0, 3.0)).spinning(2.0);
    add(&mut world, moving);
    add(&mut world, Body::kinematic().moving(Vec2::X).spinning(1.0));
    // Exact in binary but for g, whose product is of size 100.
    assert_near(world.kinetic_energy(), 9.0 + 6.0, 0.0);
    assert_near(world.energy(), 15.0 + 2.0 * 9.81 * 5.0, 2e-5);
    assert_eq!(world.linear_momentum(), Vec2::new(0.0, 6.0));
    assert_near(world.angular_momentum(), 2.0 * 4.0 * 3.0 + 6.0, 0.0);
}
