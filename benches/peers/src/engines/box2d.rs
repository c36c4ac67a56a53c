//! Box2D v3 by its C interface.
#![allow(unsafe_code)]

use boxdd_sys::ffi::{self, b2BodyId, b2JointDef, b2Rot, b2Transform, b2Vec2, b2WorldId};
use constraint_core::{Body, BodyKind, Vec2};

use super::{Lacking, SUBSTEPS};
use crate::DT;
use crate::engine::{Engine, State};
use crate::joint::{Hinge, Joint};
use crate::scene::Scene;

/// A world of Box2D: one thread, no sleep, joints of its default stiffness.
pub struct Box2d {
    world: b2WorldId,
    bodies: Vec<b2BodyId>,
}

impl Box2d {
    /// The scene as a world of Box2D.
    pub fn new(scene: &Scene) -> Result<Self, Lacking> {
        // SAFETY: the definition is the library's own, with fields changed that its documentation offers.
        let world = unsafe {
            let mut def = ffi::b2DefaultWorldDef();
            def.gravity = b2Vec2 { x: 0.0, y: scene.gravity() };
            def.enableSleep = false;
            def.workerCount = 1;
            ffi::b2CreateWorld(&raw const def)
        };
        let bodies = scene.bodies.iter().map(|body| add_body(world, body)).collect();
        let engine = Self { world, bodies };
        scene.joints.iter().try_for_each(|joint| engine.add_joint(joint))?;
        Ok(engine)
    }

    /// Bytes that the library has allocated, for all worlds.
    pub fn bytes() -> usize {
        // SAFETY: no preconditions.
        usize::try_from(unsafe { ffi::b2GetByteCount() }).unwrap_or(0)
    }

    fn add_joint(&self, joint: &Joint) -> Result<(), Lacking> {
        match joint {
            Joint::Pivot(bodies, pivot) => self.revolute(*bodies, pivot.local_anchor_a, pivot.local_anchor_b, None),
            Joint::Hinge(bodies, hinge) => {
                let Hinge { local_anchor_a, local_anchor_b, lower, upper } = *hinge;
                self.revolute(*bodies, local_anchor_a, local_anchor_b, Some([lower, upper]));
            }
        }
        Ok(())
    }

    fn revolute(&self, bodies: [usize; 2], anchor_a: Vec2, anchor_b: Vec2, limits: Option<[f32; 2]>) {
        // SAFETY: the definition is the library's own, the bodies are of this world and alive.
        unsafe {
            let mut def = ffi::b2DefaultRevoluteJointDef();
            self.attach(&mut def.base, bodies, [anchor_a, anchor_b]);
            if let Some([lower, upper]) = limits {
                def.enableLimit = true;
                (def.lowerAngle, def.upperAngle) = (lower, upper);
            }
            ffi::b2CreateRevoluteJoint(self.world, &raw const def);
        }
    }

    fn attach(&self, def: &mut b2JointDef, [a, b]: [usize; 2], [anchor_a, anchor_b]: [Vec2; 2]) {
        (def.bodyIdA, def.bodyIdB) = (self.bodies[a], self.bodies[b]);
        (def.localFrameA, def.localFrameB) = (frame(anchor_a), frame(anchor_b));
    }
}

impl Drop for Box2d {
    fn drop(&mut self) {
        // SAFETY: the world is this one's own; nothing uses it any more.
        unsafe { ffi::b2DestroyWorld(self.world) }
    }
}

impl Engine for Box2d {
    fn step(&mut self) {
        // SAFETY: the world is alive.
        unsafe { ffi::b2World_Step(self.world, DT, SUBSTEPS) }
    }

    fn states(&self, states: &mut Vec<State>) {
        states.clear();
        states.extend(self.bodies.iter().map(|&body| {
            // SAFETY: the body is alive: none is ever destroyed.
            let (pose, velocity, angular_velocity) = unsafe {
                let velocity = ffi::b2Body_GetLinearVelocity(body);
                (ffi::b2Body_GetTransform(body), velocity, ffi::b2Body_GetAngularVelocity(body))
            };
            State {
                position: [pose.p.x.into(), pose.p.y.into()],
                cos: pose.q.c.into(),
                sin: pose.q.s.into(),
                velocity: [velocity.x.into(), velocity.y.into()],
                angular_velocity: angular_velocity.into(),
            }
        }));
    }
}

fn add_body(world: b2WorldId, body: &Body) -> b2BodyId {
    let (sin, cos) = body.angle().sin_cos();
    // SAFETY: the definition is the library's own, the world is alive.
    unsafe {
        let mut def = ffi::b2DefaultBodyDef();
        def.type_ = match body.kind() {
            BodyKind::Fixed => ffi::b2BodyType_b2_staticBody,
            BodyKind::Kinematic => ffi::b2BodyType_b2_kinematicBody,
            BodyKind::Dynamic => ffi::b2BodyType_b2_dynamicBody,
        };
        def.position = vector(body.position());
        def.rotation = b2Rot { c: cos, s: sin };
        def.linearVelocity = vector(body.linear_velocity());
        def.angularVelocity = body.angular_velocity();
        let id = ffi::b2CreateBody(world, &raw const def);
        if body.kind() == BodyKind::Dynamic {
            let center = b2Vec2 { x: 0.0, y: 0.0 };
            let mass = ffi::b2MassData { mass: body.mass(), center, rotationalInertia: body.inertia() };
            ffi::b2Body_SetMassData(id, mass);
        }
        id
    }
}

const fn vector(v: Vec2) -> b2Vec2 {
    b2Vec2 { x: v.x, y: v.y }
}

/// A joint's frame: at an anchor, unturned.
const fn frame(anchor: Vec2) -> b2Transform {
    b2Transform { p: vector(anchor), q: b2Rot { c: 1.0, s: 0.0 } }
}
