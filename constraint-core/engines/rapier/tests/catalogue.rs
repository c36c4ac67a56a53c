//! Every joint of the catalogue for 600 steps in a Rapier world, beside the same joint in this project's `World`. Nothing collides.
#![allow(clippy::float_cmp, clippy::cast_possible_truncation)]
#![cfg_attr(feature = "f64", allow(clippy::useless_conversion, clippy::unnecessary_cast))]

use constraint_rapier::JointedWorld;
use constraint_rapier::constraint_core::joints::*;
use constraint_rapier::constraint_core::{Array, Body, BodyId, Constraint, Scalar, Softness, Vec2, World};
use constraint_rapier::rapier::prelude::{MassProperties, RigidBodyBuilder, RigidBodyHandle};

/// Where bodies are, which way they turn, mass and inertia. The first is fixed.
const BODIES: [(Vec2, Scalar, Scalar, Scalar); 4] = [
    (Vec2::ZERO, 0.0, 0.0, 0.0),
    (Vec2::new(1.0, 0.0), 1.0, 2.0, 0.5),
    (Vec2::new(2.0, 0.5), -0.5, 1.0, 0.3),
    (Vec2::new(-1.0, -1.0), 0.5, 1.5, 0.4),
];

/// Both worlds, and how far apart a joint takes them.
struct Both {
    ours: World,
    ids: Vec<BodyId>,
    rapier: JointedWorld,
    handles: Vec<RigidBodyHandle>,
}

impl Both {
    fn new(gravity: Scalar) -> Self {
        let (mut ours, mut rapier) = (World::new(), JointedWorld::default());
        ours.set_gravity(Vec2::new(0.0, -gravity)).unwrap();
        rapier.physics.gravity = Vec2::new(0.0, -gravity);
        let (mut ids, mut handles) = (Vec::new(), Vec::new());
        for (at, spin, mass, inertia) in BODIES {
            let (of_ours, of_rapier) = if mass == 0.0 {
                (Body::fixed(), RigidBodyBuilder::fixed())
            } else {
                let masses = MassProperties::new(Vec2::ZERO, mass, inertia);
                let dynamic = RigidBodyBuilder::dynamic().angvel(spin).additional_mass_properties(masses);
                (Body::dynamic(mass, inertia).spinning(spin), dynamic.can_sleep(false))
            };
            ids.push(ours.add_body(of_ours.at(at)).unwrap());
            handles.push(rapier.physics.insert_body(of_rapier.translation(at)));
        }
        Self { ours, ids, rapier, handles }
    }

    /// Joins bodies by their numbers, in both worlds.
    fn join<J: Constraint + Clone>(&mut self, bodies: &[usize], joint: J) {
        let twin = joint.clone();
        let ids = J::Bodies::from_fn(|body| self.ids[bodies[body]]);
        let handles = J::Bodies::from_fn(|body| self.handles[bodies[body]]);
        self.ours.add_joint(ids, joint).unwrap();
        self.rapier.add_joint(handles, twin).unwrap();
    }

    /// The greatest distance between one of these bodies and its like in 600 steps, m, with that of their angles, rad.
    fn worst_of(&mut self, bodies: &[usize]) -> Scalar {
        let mut worst: Scalar = 0.0;
        for _ in 0..600 {
            self.ours.step(1.0 / 60.0).unwrap();
            self.rapier.step().unwrap();
            for &body in bodies {
                let (id, handle) = (self.ids[body], self.handles[body]);
                let (ours, rapier) = (self.ours.body(id).unwrap(), &self.rapier.physics.bodies[handle]);
                let apart = (ours.position() - rapier.translation()).length();
                let turned = (ours.angle() - self.rapier.angle(handle).unwrap() as Scalar).abs();
                assert!(apart.is_finite() && turned.is_finite());
                worst = worst.max(apart).max(turned);
            }
        }
        worst
    }
}

/// The joint between the fixed body and the first, and once more between the first and the second.
fn chain<J: Constraint + Clone>(gravity: Scalar, at: impl Fn(&World, [BodyId; 2], [Vec2; 2]) -> J) -> Scalar {
    let mut both = Both::new(gravity);
    for [a, b] in [[0, 1], [1, 2]] {
        let joint = at(&both.ours, [both.ids[a], both.ids[b]], [BODIES[a].0, BODIES[b].0]);
        both.join(&[a, b], joint);
    }
    both.worst_of(&[0, 1, 2])
}

/// How far apart the worlds may be after 10 s, m or rad. Rapier turns a body by the arctangent of ωh in a substep, and keeps positions
/// in one scalar.
const SMOOTH: Scalar = 1e-3;
/// The same for bodies that strike stops or swing freely, which makes small differences grow.
const STRUCK: Scalar = 0.06;

const SOFT: Softness = Softness::new(2.0, 0.3);

#[test]
#[allow(clippy::too_many_lines)] // a table
fn every_joint_moves_as_in_our_own_world() {
    let hang = 9.81;
    let middle = |[a, b]: [Vec2; 2]| 0.5 * (a + b);
    let found = [
        ("angle", chain(0.0, |_, _, _| AngleJoint { ratio: 1.0, lower: -0.4, upper: 0.4 })),
        (
            "damped rotary spring",
            chain(0.0, |_, _, _| DampedRotarySpring { rest_angle: 0.5, stiffness: 4.0, damping: 0.1 }),
        ),
        (
            "damped spring",
            chain(hang, |w, ids, at| DampedSpring {
                stiffness: 60.0,
                damping: 1.0,
                ..DampedSpring::at(w, ids, at).unwrap()
            }),
        ),
        ("distance", chain(hang, |w, ids, at| DistanceJoint::at(w, ids, at).unwrap())),
        (
            "drive",
            chain(0.0, |_, _, _| DriveJoint {
                local_anchor_a: Vec2::ZERO,
                local_anchor_b: Vec2::ZERO,
                reference_angle: 0.0,
                angular_spring: SOFT,
                max_spring_torque: 50.0,
                angular_velocity: 0.0,
                max_velocity_torque: 0.1,
                linear_spring: SOFT,
                max_spring_force: 50.0,
                linear_velocity: Vec2::ZERO,
                max_velocity_force: 0.1,
            }),
        ),
        (
            "line",
            chain(hang, |w, ids, at| LineJoint {
                lower: -0.5,
                upper: 0.5,
                ..LineJoint::at(w, ids, at[1], Vec2::new(1.0, 0.3)).unwrap()
            }),
        ),
        (
            "linear motor",
            chain(0.0, |w, ids, at| LinearMotorJoint {
                speed: 0.1,
                max_force: 1.0,
                ..LinearMotorJoint::at(w, ids, at[1], Vec2::X).unwrap()
            }),
        ),
        ("motor", chain(0.0, |_, _, _| MotorJoint { ratio: 1.0, rate: 0.5, max_torque: 0.5 })),
        ("pivot", chain(0.0, |w, ids, at| PivotJoint::at(w, ids, middle(at)).unwrap())),
        (
            "prismatic",
            chain(hang, |w, ids, at| PrismaticJoint {
                lower: -0.5,
                upper: 0.5,
                ..PrismaticJoint::at(w, ids, at[1], Vec2::new(0.5, 1.0)).unwrap()
            }),
        ),
        ("rail", chain(0.0, |w, ids, at| RailJoint::at(w, ids, at[1], Vec2::X).unwrap())),
        ("ratchet", chain(0.0, |_, _, _| RatchetJoint { pitch: 0.5, tooth: 0.0 })),
        (
            "revolute",
            chain(hang, |w, ids, at| RevoluteJoint {
                lower: -1.0,
                upper: 1.0,
                ..RevoluteJoint::at(w, ids, middle(at)).unwrap()
            }),
        ),
        ("slider", chain(0.0, |w, ids, at| SliderJoint::at(w, ids, at[1], Vec2::new(1.0, 1.0)).unwrap())),
        (
            "soft distance",
            chain(hang, |w, ids, at| SoftDistanceJoint {
                softness: SOFT,
                ..SoftDistanceJoint::at(w, ids, at).unwrap()
            }),
        ),
        (
            "soft rail",
            chain(0.0, |w, ids, at| SoftRailJoint {
                softness: SOFT,
                ..SoftRailJoint::at(w, ids, at[1], Vec2::X).unwrap()
            }),
        ),
        (
            "strut",
            chain(hang, |w, ids, at| StrutJoint {
                spring: SOFT,
                lower: 0.5,
                upper: 1.5,
                ..StrutJoint::at(w, ids, at).unwrap()
            }),
        ),
        ("weld", chain(hang, |w, ids, at| WeldJoint::at(w, ids, middle(at)).unwrap())),
        (
            "wheel",
            chain(hang, |w, ids, at| WheelJoint {
                suspension: SOFT,
                motor_speed: 2.0,
                max_motor_torque: 0.2,
                lower: -0.5,
                upper: 0.5,
                ..WheelJoint::at(w, ids, at[1], Vec2::Y).unwrap()
            }),
        ),
        ("mouse", {
            let mut both = Both::new(hang);
            let joint = MouseJoint {
                target: Vec2::new(1.0, 1.0),
                softness: SOFT,
                max_force: 100.0,
                ..MouseJoint::at(&both.ours, [both.ids[1]], Vec2::new(1.2, 0.0)).unwrap()
            };
            both.join(&[1], joint);
            let anchor = PivotJoint::at(&both.ours, [both.ids[1], both.ids[2]], BODIES[1].0).unwrap();
            both.join(&[1, 2], anchor);
            both.worst_of(&[0, 1, 2])
        }),
        ("pulley", {
            let mut both = Both::new(hang);
            let points = [Vec2::new(1.0, 2.0), BODIES[1].0, Vec2::new(-1.0, 2.0), BODIES[3].0];
            let ids = [both.ids[0], both.ids[1], both.ids[0], both.ids[3]];
            let joint = PulleyJoint { lower: 0.0, ..PulleyJoint::at(&both.ours, ids, points, 1.3).unwrap() };
            both.join(&[0, 1, 0, 3], joint);
            both.worst_of(&[0, 1, 3])
        }),
        ("ground pulley", {
            let mut both = Both::new(hang);
            let (ids, points) = ([both.ids[1], both.ids[3]], [BODIES[1].0, BODIES[3].0]);
            let joint =
                GroundPulleyJoint::at(&both.ours, ids, [Vec2::new(1.0, 2.0), Vec2::new(-1.0, 2.0)], points, 1.3)
                    .unwrap();
            both.join(&[1, 3], joint);
            both.worst_of(&[0, 1, 3])
        }),
    ];
    let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), 22, "the whole catalogue: {names:?}");
    for (name, apart) in found {
        let bound = if ["line", "revolute", "wheel", "mouse"].contains(&name) { STRUCK } else { SMOOTH };
        assert!(apart <= bound, "{name}: {apart} apart, but {bound} at most");
    }
}
