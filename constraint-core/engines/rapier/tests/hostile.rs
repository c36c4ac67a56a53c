//! What a world refuses, how joints break, and bodies and joints that come and go by the thousand.
#![allow(clippy::float_cmp, clippy::cast_possible_truncation)]
#![cfg_attr(feature = "f64", allow(clippy::useless_conversion, clippy::unnecessary_cast))]

use constraint_rapier::constraint_core::event::Cause;
use constraint_rapier::constraint_core::joints::{DistanceJoint, PivotJoint, PulleyJoint};
use constraint_rapier::constraint_core::{Error as JointError, JointOptions, OnBreak, Scalar, Softness, Vec2};
use constraint_rapier::rapier::prelude::{
    ColliderBuilder, MassProperties, RevoluteJointBuilder, RigidBodyBuilder, RigidBodyHandle,
};
use constraint_rapier::{Error, Event, JointedWorld};

fn bob(world: &mut JointedWorld, at: Vec2) -> RigidBodyHandle {
    let masses = MassProperties::new(Vec2::ZERO, 1.0, 0.1);
    world.physics.insert_body(RigidBodyBuilder::dynamic().translation(at).additional_mass_properties(masses))
}

/// A fixed body and a bob below it, on a rope of 1 m.
fn pendulum() -> (JointedWorld, [RigidBodyHandle; 2]) {
    let mut world = JointedWorld::default();
    let beam = world.physics.insert_body(RigidBodyBuilder::fixed());
    let bob = bob(&mut world, Vec2::new(0.0, -1.0));
    (world, [beam, bob])
}

fn rope() -> DistanceJoint {
    DistanceJoint { lower: 1.0, upper: 1.0, ..DistanceJoint::default() }
}

#[test]
fn unknown_bodies_are_refused_by_name() {
    let (mut world, [beam, bob]) = pendulum();
    world.physics.remove_body(bob).unwrap();
    let error = world.add_joint([beam, bob], rope()).unwrap_err();
    assert_eq!(error, Error::UnknownBody { body: bob });
    let (index, generation) = bob.into_raw_parts();
    let text = error.to_string();
    assert!(text.starts_with(&format!("no body is named RigidBodyHandle({index}, {generation}): ")), "{text}");
    let invalid = RigidBodyHandle::invalid();
    assert_eq!(world.add_joint([beam, invalid], rope()).unwrap_err(), Error::UnknownBody { body: invalid });
    assert_eq!(world.angle(invalid).unwrap_err(), Error::UnknownBody { body: invalid });
    assert_eq!(world.local_point(bob, Vec2::ZERO).unwrap_err(), Error::UnknownBody { body: bob });
    assert!(world.is_empty());
}

#[test]
fn links_of_a_multibody_are_refused() {
    let (mut world, [beam, bob]) = pendulum();
    let hinge = RevoluteJointBuilder::new().local_anchor2(Vec2::new(0.0, 1.0));
    world.physics.insert_multibody_joint(beam, bob, hinge).unwrap();
    assert_eq!(world.add_joint([beam, bob], rope()).unwrap_err(), Error::NotFree { body: bob });
    assert!(world.is_empty());
}

#[test]
fn parameters_that_mean_nothing_are_refused() {
    let (mut world, bodies) = pendulum();
    let spoiled = DistanceJoint { upper: Scalar::NAN, ..rope() };
    let refused = |error: Error| matches!(error, Error::Joint(JointError::InvalidJoint { .. }));
    assert!(refused(world.add_joint(bodies, spoiled).unwrap_err()));
    assert!(world.is_empty());
    assert_eq!(world.physics.impulse_joints.len(), 0, "no link is left");

    let id = world.add_joint(bodies, rope()).unwrap();
    world.joint_mut(id).unwrap().local_anchor_a.x = Scalar::INFINITY;
    let before = *world.physics.bodies[bodies[1]].position();
    assert!(refused(world.step().unwrap_err()));
    assert_eq!(*world.physics.bodies[bodies[1]].position(), before, "nothing has moved");
    world.joint_mut(id).unwrap().local_anchor_a.x = 0.0;
    world.step().unwrap();

    let options = JointOptions { max_force: -1.0, ..JointOptions::default() };
    assert!(matches!(world.set_joint_options(id, options), Err(Error::Joint(JointError::Negative { .. }))));
    let softness = Some(Softness::new(Scalar::NAN, 1.0));
    assert!(world.set_joint_options(id, JointOptions { softness, ..JointOptions::default() }).is_err());
}

#[test]
fn steps_that_mean_nothing_are_refused() {
    let (mut world, bodies) = pendulum();
    world.add_joint(bodies, rope()).unwrap();
    for dt in [Scalar::NAN, Scalar::INFINITY, -1.0] {
        world.physics.integration_parameters.dt = dt;
        assert!(matches!(world.step(), Err(Error::Joint(_))), "{dt}");
        assert_eq!(world.physics.integration_parameters.dt.to_bits(), dt.to_bits(), "the setting stays");
    }
    world.physics.integration_parameters.dt = 1.0 / 60.0;
    world.physics.integration_parameters.num_solver_iterations = 0;
    assert_eq!(world.step().unwrap_err(), Error::Joint(JointError::NoSubsteps));
    world.physics.integration_parameters.num_solver_iterations = 4;
    // As in Rapier: collisions are detected, nothing moves.
    world.physics.integration_parameters.dt = 0.0;
    assert_eq!(world.step().unwrap(), []);
}

#[test]
fn a_body_of_no_number_is_named() {
    let (mut world, bodies) = pendulum();
    world.add_joint(bodies, rope()).unwrap();
    world.physics.bodies[bodies[1]].set_linvel(Vec2::new(Scalar::NAN, 0.0), true);
    let error = world.step().unwrap_err();
    assert!(matches!(error, Error::InvalidBody { body, .. } if body == bodies[1]), "{error:?}");
    world.physics.bodies[bodies[1]].set_linvel(Vec2::ZERO, true);
    world.step().unwrap();
}

#[test]
fn ids_of_others_are_unknown() {
    let (mut world, bodies) = pendulum();
    let id = world.add_joint(bodies, rope()).unwrap();
    let (mut other, others) = pendulum();
    other.add_joint(others, rope()).unwrap();
    assert!(matches!(other.joint(id), Err(Error::Joint(JointError::UnknownJoint { .. }))));
    assert!(other.remove_joint(id).is_err());
    assert_eq!(world.remove_joint(id).unwrap(), rope());
    assert!(world.joint_mut(id).is_err() && world.reaction(id).is_err() && world.joint_bodies(id).is_err());
}

#[test]
fn a_joint_may_hold_a_body_twice() {
    let (mut world, [beam, bob]) = pendulum();
    // A rope from the beam to the bob, over a ring on the bob, and back to the beam.
    let joint = PulleyJoint { upper: 2.0, ..PulleyJoint::default() };
    let id = world.add_joint([beam, bob, beam, bob], joint).unwrap();
    assert_eq!(world.joint_bodies(id).unwrap(), [beam, bob, beam, bob]);
    for _ in 0..120 {
        world.step().unwrap();
    }
    let y = world.physics.bodies[bob].translation().y;
    assert!((y + 1.0).abs() < 1e-3, "{y}");
}

#[test]
fn joints_break_by_force() {
    for on_break in [OnBreak::Remove, OnBreak::Disable] {
        let (mut world, bodies) = pendulum();
        let id = world.add_joint(bodies, rope()).unwrap();
        world.set_joint_options(id, JointOptions { break_force: 20.0, on_break, ..JointOptions::default() }).unwrap();
        for _ in 0..60 {
            assert_eq!(world.step().unwrap(), [], "it bears 9.81 N");
        }
        world.physics.bodies[bodies[1]].add_force(Vec2::new(0.0, -15.0), true);
        let removed = on_break == OnBreak::Remove;
        let events = world.step().unwrap().to_vec();
        let [Event::Broken { joint, cause: Cause::Force(force), removed: is_removed }] = events[..] else {
            panic!("{events:?}")
        };
        assert!(joint == id && (force - 24.81).abs() < 0.1 && is_removed == removed, "{events:?}");
        assert_eq!(world.step().unwrap(), []);
        assert_eq!(world.joint(id).is_err(), removed);
        assert_eq!(world.physics.impulse_joints.len(), usize::from(!removed));
        for _ in 0..60 {
            world.step().unwrap();
        }
        assert!(world.physics.bodies[bodies[1]].translation().y < -5.0, "it falls");
    }
}

#[test]
fn joints_of_removed_bodies_are_removed_and_told() {
    let (mut world, [beam, first]) = pendulum();
    let id = world.add_joint([beam, first], rope()).unwrap();
    world.step().unwrap();
    world.physics.remove_body(first);
    let gone = [Event::BodyGone { joint: id.into(), body: first }];
    assert_eq!(world.step().unwrap(), gone);
    assert_eq!(world.step().unwrap(), []);
    assert!(world.is_empty() && world.joint(id).is_err());

    // Another body has its index before the next step.
    let second = bob(&mut world, Vec2::new(0.0, -1.0));
    let id = world.add_joint([beam, second], rope()).unwrap();
    world.physics.remove_body(second);
    let third = bob(&mut world, Vec2::new(0.0, -1.0));
    assert_eq!(second.into_raw_parts().0, third.into_raw_parts().0);
    let new = world.add_joint([beam, third], rope()).unwrap();
    assert_eq!(world.step().unwrap(), [Event::BodyGone { joint: id.into(), body: second }]);
    assert!(world.joint(id).is_err());
    assert_eq!(world.joint_bodies(new).unwrap(), [beam, third]);
}

/// Bodies and joints come and go by the thousand. What stays moves as in a world where nothing else has been.
#[test]
fn churn_leaves_nothing_behind() {
    let kept = |with_churn: bool| {
        let mut world = JointedWorld::default();
        let beam = world.physics.insert_body(RigidBodyBuilder::fixed());
        let kept = bob(&mut world, Vec2::new(1.0, 0.0));
        let joint = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::new(-1.0, 0.0) };
        world.add_joint([beam, kept], joint).unwrap();
        for round in 0..20 {
            if with_churn {
                let mut last = beam;
                let mut ids = Vec::new();
                let mut bodies = Vec::new();
                for link in 0..1000_u16 {
                    let body = bob(&mut world, Vec2::new(5.0 + Scalar::from(link), 0.0));
                    world.physics.insert_collider(ColliderBuilder::ball(0.1), Some(body));
                    let rope = DistanceJoint { lower: 0.0, upper: 2000.0, ..DistanceJoint::default() };
                    ids.push(world.add_joint([last, body], rope).unwrap());
                    bodies.push(body);
                    last = body;
                }
                world.step().unwrap();
                if round % 2 == 0 {
                    for id in ids {
                        assert_eq!(world.remove_joint(id).unwrap().upper, 2000.0);
                    }
                }
                for body in bodies {
                    world.physics.remove_body(body).unwrap();
                }
                let told = world.step().unwrap().len();
                assert_eq!(told, if round % 2 == 0 { 0 } else { 1000 });
                assert_eq!([world.len(), world.physics.impulse_joints.len(), world.physics.bodies.len()], [1, 1, 2]);
            } else {
                world.step().unwrap();
                world.step().unwrap();
            }
        }
        *world.physics.bodies[kept].position()
    };
    let [with, without] = [true, false].map(kept);
    let apart = (with.translation - without.translation).length();
    // Joints are solved in another order.
    assert!(apart < 1e-5, "{with:?} {without:?}");
}
