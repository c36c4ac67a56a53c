// Every joint of the catalogue in an engine, beside the same joint in this project's `World`: included by the tests of each engine.

use constraint_core::joints::*;
use constraint_core::{Body, BodyId, Constraint, Scalar, Softness, Vec2, World};

/// Where bodies are, m, how fast they turn, rad/s, their masses, kg, and inertias, kg m². The first is fixed.
pub(crate) const BODIES: [(Vec2, Scalar, Scalar, Scalar); 4] = [
    (Vec2::ZERO, 0.0, 0.0, 0.0),
    (Vec2::new(1.0, 0.0), 1.0, 2.0, 0.5),
    (Vec2::new(2.0, 0.5), -0.5, 1.0, 0.3),
    (Vec2::new(-1.0, -1.0), 0.5, 1.5, 0.4),
];

/// An engine with the bodies of [`BODIES`].
pub(crate) trait Engine {
    fn new(gravity: Scalar) -> Self;
    /// Adds a joint between bodies of these numbers.
    fn join<J: Constraint + Clone>(&mut self, bodies: &[usize], joint: J);
    /// Steps by 1/60 s.
    fn step(&mut self);
    /// Position, m, and angle, rad, of a body.
    fn pose(&self, body: usize) -> (Vec2, Scalar);
}

/// Both worlds.
struct Both<E> {
    ours: World,
    ids: Vec<BodyId>,
    engine: E,
}

impl<E: Engine> Both<E> {
    fn new(gravity: Scalar, substeps: u32) -> Self {
        let mut ours = World::new();
        ours.set_gravity(Vec2::new(0.0, -gravity)).unwrap();
        ours.set_substeps(substeps).unwrap();
        let bodies = BODIES.map(|(at, spin, mass, inertia)| {
            let body = if mass == 0.0 { Body::fixed() } else { Body::dynamic(mass, inertia).spinning(spin) };
            ours.add_body(body.at(at)).unwrap()
        });
        Self { ours, ids: bodies.to_vec(), engine: E::new(gravity) }
    }

    fn join<J: Constraint + Clone>(&mut self, bodies: &[usize], joint: J) {
        let ids: J::Bodies<BodyId> = constraint_core::Array::from_fn(|body| self.ids[bodies[body]]);
        self.engine.join(bodies, joint.clone());
        self.ours.add_joint(ids, joint).unwrap();
    }

    /// The greatest distance between one of these bodies and its like in 600 steps, m, with that of their angles, rad.
    fn worst_of(&mut self, bodies: &[usize]) -> Scalar {
        let mut worst: Scalar = 0.0;
        for _ in 0..600 {
            self.ours.step(1.0 / 60.0).unwrap();
            self.engine.step();
            for &body in bodies {
                let ours = self.ours.body(self.ids[body]).unwrap();
                let (position, angle) = self.engine.pose(body);
                let apart = (ours.position() - position).length();
                let turned = (ours.angle() - angle).abs();
                assert!(apart.is_finite() && turned.is_finite());
                worst = worst.max(apart).max(turned);
            }
        }
        worst
    }
}

/// The joint between the fixed body and the first, and once more between the first and the second.
fn chain<E: Engine, J: Constraint + Clone>(
    gravity: Scalar,
    substeps: u32,
    at: impl Fn(&World, [BodyId; 2], [Vec2; 2]) -> J,
) -> Scalar {
    let mut both = Both::<E>::new(gravity, substeps);
    for [a, b] in [[0, 1], [1, 2]] {
        let joint = at(&both.ours, [both.ids[a], both.ids[b]], [BODIES[a].0, BODIES[b].0]);
        both.join(&[a, b], joint);
    }
    both.worst_of(&[0, 1, 2])
}

const SOFT: Softness = Softness::new(2.0, 0.3);

/// Checks that every joint moves as in `World` at so many substeps: within the first bound, or within the second one if it strikes stops
/// or swings freely, where small differences grow.
#[allow(clippy::too_many_lines)] // a table
pub(crate) fn check<E: Engine>(substeps: u32, [smooth, struck]: [Scalar; 2]) {
    let hang = 9.81;
    let middle = |[a, b]: [Vec2; 2]| 0.5 * (a + b);
    let found = [
        ("angle", chain::<E, _>(0.0, substeps, |_, _, _| AngleJoint { ratio: 1.0, lower: -0.4, upper: 0.4 })),
        (
            "damped rotary spring",
            chain::<E, _>(0.0, substeps, |_, _, _| DampedRotarySpring {
                rest_angle: 0.5,
                stiffness: 4.0,
                damping: 0.1,
            }),
        ),
        (
            "damped spring",
            chain::<E, _>(hang, substeps, |w, ids, at| DampedSpring {
                stiffness: 60.0,
                damping: 1.0,
                ..DampedSpring::at(w, ids, at).unwrap()
            }),
        ),
        ("distance", chain::<E, _>(hang, substeps, |w, ids, at| DistanceJoint::at(w, ids, at).unwrap())),
        (
            "drive",
            chain::<E, _>(0.0, substeps, |_, _, _| DriveJoint {
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
            chain::<E, _>(hang, substeps, |w, ids, at| LineJoint {
                lower: -0.5,
                upper: 0.5,
                ..LineJoint::at(w, ids, at[1], Vec2::new(1.0, 0.3)).unwrap()
            }),
        ),
        (
            "linear motor",
            chain::<E, _>(0.0, substeps, |w, ids, at| LinearMotorJoint {
                speed: 0.1,
                max_force: 1.0,
                ..LinearMotorJoint::at(w, ids, at[1], Vec2::X).unwrap()
            }),
        ),
        ("motor", chain::<E, _>(0.0, substeps, |_, _, _| MotorJoint { ratio: 1.0, rate: 0.5, max_torque: 0.5 })),
        ("pivot", chain::<E, _>(0.0, substeps, |w, ids, at| PivotJoint::at(w, ids, middle(at)).unwrap())),
        (
            "prismatic",
            chain::<E, _>(hang, substeps, |w, ids, at| PrismaticJoint {
                lower: -0.5,
                upper: 0.5,
                ..PrismaticJoint::at(w, ids, at[1], Vec2::new(0.5, 1.0)).unwrap()
            }),
        ),
        ("rail", chain::<E, _>(0.0, substeps, |w, ids, at| RailJoint::at(w, ids, at[1], Vec2::X).unwrap())),
        ("ratchet", chain::<E, _>(0.0, substeps, |_, _, _| RatchetJoint { pitch: 0.5, tooth: 0.0 })),
        (
            "revolute",
            chain::<E, _>(hang, substeps, |w, ids, at| RevoluteJoint {
                lower: -1.0,
                upper: 1.0,
                ..RevoluteJoint::at(w, ids, middle(at)).unwrap()
            }),
        ),
        (
            "slider",
            chain::<E, _>(0.0, substeps, |w, ids, at| SliderJoint::at(w, ids, at[1], Vec2::new(1.0, 1.0)).unwrap()),
        ),
        (
            "soft distance",
            chain::<E, _>(hang, substeps, |w, ids, at| SoftDistanceJoint {
                softness: SOFT,
                ..SoftDistanceJoint::at(w, ids, at).unwrap()
            }),
        ),
        (
            "soft rail",
            chain::<E, _>(0.0, substeps, |w, ids, at| SoftRailJoint {
                softness: SOFT,
                ..SoftRailJoint::at(w, ids, at[1], Vec2::X).unwrap()
            }),
        ),
        (
            "strut",
            chain::<E, _>(hang, substeps, |w, ids, at| StrutJoint {
                spring: SOFT,
                lower: 0.5,
                upper: 1.5,
                ..StrutJoint::at(w, ids, at).unwrap()
            }),
        ),
        ("weld", chain::<E, _>(hang, substeps, |w, ids, at| WeldJoint::at(w, ids, middle(at)).unwrap())),
        (
            "wheel",
            chain::<E, _>(hang, substeps, |w, ids, at| WheelJoint {
                suspension: SOFT,
                motor_speed: 2.0,
                max_motor_torque: 0.2,
                lower: -0.5,
                upper: 0.5,
                ..WheelJoint::at(w, ids, at[1], Vec2::Y).unwrap()
            }),
        ),
        ("mouse", {
            let mut both = Both::<E>::new(hang, substeps);
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
            let mut both = Both::<E>::new(hang, substeps);
            let points = [Vec2::new(1.0, 2.0), BODIES[1].0, Vec2::new(-1.0, 2.0), BODIES[3].0];
            let ids = [both.ids[0], both.ids[1], both.ids[0], both.ids[3]];
            let joint = PulleyJoint { lower: 0.0, ..PulleyJoint::at(&both.ours, ids, points, 1.3).unwrap() };
            both.join(&[0, 1, 0, 3], joint);
            both.worst_of(&[0, 1, 3])
        }),
        ("ground pulley", {
            let mut both = Both::<E>::new(hang, substeps);
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
        let bound = if ["line", "revolute", "wheel", "mouse"].contains(&name) { struck } else { smooth };
        assert!(apart <= bound, "{name}: {apart} apart, but {bound} at most");
    }
}
