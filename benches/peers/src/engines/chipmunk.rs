//! Chipmunk2D, which iterates in `f64`.
#![allow(unsafe_code)]

mod ffi;

use constraint_core::{Body, BodyKind, Vec2};

use self::ffi::{cpBody, cpConstraint, cpSpace, cpVect};
use super::{ITERATIONS, Lacking};
use crate::DT;
use crate::engine::{Engine, State};
use crate::joint::{Hinge, Joint};
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
        match joint {
            Joint::Pivot(bodies, pivot) => self.pivot(*bodies, pivot.local_anchor_a, pivot.local_anchor_b),
            Joint::Hinge(bodies, hinge) => {
                let Hinge { local_anchor_a, local_anchor_b, lower, upper } = *hinge;
                self.pivot(*bodies, local_anchor_a, local_anchor_b);
                let (min, max) = (lower.into(), upper.into());
                // SAFETY: both bodies are alive.
                self.add(*bodies, |a, b| unsafe { ffi::cpRotaryLimitJointNew(a, b, min, max) });
            }
        }
        Ok(())
    }

    fn pivot(&mut self, bodies: [usize; 2], anchor_a: Vec2, anchor_b: Vec2) {
        // SAFETY: both bodies are alive.
        self.add(bodies, |a, b| unsafe { ffi::cpPivotJointNew2(a, b, vector(anchor_a), vector(anchor_b)) });
    }

    fn add(&mut self, [a, b]: [usize; 2], new: impl FnOnce(*mut cpBody, *mut cpBody) -> *mut cpConstraint) {
        let constraint = new(self.bodies[a], self.bodies[b]);
        // SAFETY: the space is alive, and the constraint belongs to none yet.
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
    fn step(&mut self) {
        // SAFETY: the space is alive.
        unsafe { ffi::cpSpaceStep(self.space, DT.into()) }
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
