//! Chipmunk2D, which iterates in `f64`.
#![allow(unsafe_code)]

mod ffi;

use constraint_core::{Body, BodyKind, Vec2};

use self::ffi::{cpBody, cpConstraint, cpSpace, cpVect};
use super::{ITERATIONS, Lacking};
use crate::DT;
use crate::engine::{Engine, State};
use crate::joint::{Joint, Kind};
use crate::scene::Scene;

/// A space of Chipmunk2D: sleep is off unless one asks for it.
pub struct Chipmunk {
    space: *mut cpSpace,
    bodies: Vec<*mut cpBody>,
    constraints: Vec<*mut cpConstraint>,
}

impl Chipmunk {
    /// The scene as a space.
    pub fn new(scene: &Scene) -> Result<Self, Lacking> {
        // SAFETY: the space is new and this one's own.
        let space = unsafe {
            let space = ffi::cpSpaceNew();
            ffi::cpSpaceSetIterations(space, ITERATIONS);
            ffi::cpSpaceSetGravity(space, cpVect { x: 0.0, y: scene.gravity().into() });
            space
        };
        let bodies = scene.bodies.iter().map(|body| add_body(space, body)).collect();
        let mut engine = Self { space, bodies, constraints: Vec::new() };
        scene.joints.iter().try_for_each(|joint| engine.add_joint(joint))?;
        Ok(engine)
    }

    fn add_joint(&mut self, joint: &Joint) -> Result<(), Lacking> {
        let [a, b, ..] = joint.bodies.map(|number| self.bodies[number]);
        // SAFETY: both bodies are alive.
        let constraint = unsafe {
            match joint.kind {
                Kind::Pivot(joint) => {
                    ffi::cpPivotJointNew2(a, b, vector(joint.local_anchor_a), vector(joint.local_anchor_b))
                }
                Kind::Hinge(joint) => {
                    self.add(ffi::cpRotaryLimitJointNew(a, b, joint.lower.into(), joint.upper.into()));
                    ffi::cpPivotJointNew2(a, b, vector(joint.local_anchor_a), vector(joint.local_anchor_b))
                }
                Kind::Angle(joint) => ffi::cpRotaryLimitJointNew(a, b, joint.lower.into(), joint.upper.into()),
                Kind::Distance(joint) => {
                    let (anchor_a, anchor_b) = (vector(joint.local_anchor_a), vector(joint.local_anchor_b));
                    ffi::cpSlideJointNew(a, b, anchor_a, anchor_b, joint.lower.into(), joint.upper.into())
                }
                Kind::Line(joint) => {
                    let place = |along| vector(joint.local_anchor_a + joint.local_direction_a * along);
                    ffi::cpGrooveJointNew(a, b, place(joint.lower), place(joint.upper), vector(joint.local_anchor_b))
                }
                Kind::DampedSpring(joint) => {
                    let (anchor_a, anchor_b) = (vector(joint.local_anchor_a), vector(joint.local_anchor_b));
                    let [rest, stiffness, damping] = [joint.rest_length, joint.stiffness, joint.damping].map(f64::from);
                    ffi::cpDampedSpringNew(a, b, anchor_a, anchor_b, rest, stiffness, damping)
                }
                Kind::DampedRotarySpring(joint) => {
                    // Its rest angle counts the other way.
                    let [rest, stiffness, damping] = [-joint.rest_angle, joint.stiffness, joint.damping].map(f64::from);
                    ffi::cpDampedRotarySpringNew(a, b, rest, stiffness, damping)
                }
                Kind::Motor(joint) => {
                    // It turns the other way.
                    let motor = ffi::cpSimpleMotorNew(a, b, (-joint.rate).into());
                    ffi::cpConstraintSetMaxForce(motor, joint.max_torque.into());
                    motor
                }
                Kind::Ratchet(joint) => ffi::cpRatchetJointNew(a, b, joint.tooth.into(), joint.pitch.into()),
                _ => return Err(Lacking),
            }
        };
        self.add(constraint);
        Ok(())
    }

    fn add(&mut self, constraint: *mut cpConstraint) {
        // SAFETY: the space is alive, and the constraint is new and belongs to none yet.
        unsafe { ffi::cpSpaceAddConstraint(self.space, constraint) };
        self.constraints.push(constraint);
    }
}

impl Drop for Chipmunk {
    fn drop(&mut self) {
        // SAFETY: all of them are this one's own, and nothing uses them any more. The space goes first: it only lets go of
        // what was added to it.
        unsafe {
            ffi::cpSpaceFree(self.space);
            self.constraints.iter().for_each(|&constraint| ffi::cpConstraintFree(constraint));
            self.bodies.iter().for_each(|&body| ffi::cpBodyFree(body));
        }
    }
}

impl Engine for Chipmunk {
    fn step(&mut self) -> bool {
        // SAFETY: the space is alive.
        unsafe { ffi::cpSpaceStep(self.space, DT.into()) };
        true
    }

    fn states(&self, states: &mut Vec<State>) {
        states.clear();
        states.extend(self.bodies.iter().map(|&body| {
            // SAFETY: the body is alive.
            let (position, rotation, velocity, angular_velocity) = unsafe {
                let (position, rotation) = (ffi::cpBodyGetPosition(body), ffi::cpBodyGetRotation(body));
                (position, rotation, ffi::cpBodyGetVelocity(body), ffi::cpBodyGetAngularVelocity(body))
            };
            State {
                position: [position.x, position.y],
                cos: rotation.x,
                sin: rotation.y,
                velocity: [velocity.x, velocity.y],
                angular_velocity,
            }
        }));
    }
}

fn add_body(space: *mut cpSpace, body: &Body) -> *mut cpBody {
    // SAFETY: the body is new, the space alive.
    unsafe {
        let new = match body.kind() {
            BodyKind::Fixed => ffi::cpBodyNewStatic(),
            BodyKind::Kinematic => ffi::cpBodyNewKinematic(),
            BodyKind::Dynamic => ffi::cpBodyNew(body.mass().into(), body.inertia().into()),
        };
        ffi::cpBodySetPosition(new, vector(body.position()));
        ffi::cpBodySetAngle(new, body.angle().into());
        if body.kind() != BodyKind::Fixed {
            ffi::cpBodySetVelocity(new, vector(body.linear_velocity()));
            ffi::cpBodySetAngularVelocity(new, body.angular_velocity().into());
        }
        ffi::cpSpaceAddBody(space, new)
    }
}

fn vector(v: Vec2) -> cpVect {
    cpVect { x: v.x.into(), y: v.y.into() }
}
