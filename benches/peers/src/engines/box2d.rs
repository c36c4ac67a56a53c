//! Box2D v3 by its C interface.
#![allow(unsafe_code)]

use std::ffi::c_char;

use boxdd_sys::ffi::{self, b2BodyId, b2JointDef, b2Rot, b2Transform, b2Vec2, b2WorldId};
use constraint_core::joints::{DriveJoint, PrismaticJoint, StrutJoint, WheelJoint};
use constraint_core::{Body, BodyKind, Vec2};

use super::{Lacking, SUBSTEPS};
use crate::DT;
use crate::engine::{Engine, State};
use crate::joint::{Joint, Kind};
use crate::scene::Scene;

/// A world of Box2D: one thread, no sleep, joints of its default stiffness.
pub struct Box2d {
    world: b2WorldId,
    bodies: Vec<b2BodyId>,
}

/// How fast a body may turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Spin {
    /// As by default: an eighth of a turn in a step, 47 rad/s here. What is faster is braked, and loses its energy.
    Capped,
    /// As fast as it does: `b2BodyDef::allowFastRotation`.
    Any,
}

/// The most bodies, and joints, of a world with one worker. The solver cuts each into four blocks, whose lengths are of 16
/// bits; beyond, its assertion "simulation too big" fails, or without assertions most of the work is left out.
const MOST: usize = 4 * u16::MAX as usize;

/// Of what has left the numbers the energy tells; tables go to stdout, and so would this.
extern "C" fn say_nothing(_: *const c_char) {}

impl Box2d {
    /// The scene as a world of Box2D.
    pub fn new(scene: &Scene, spin: Spin) -> Result<Self, Lacking> {
        if scene.bodies.len().max(scene.joints.len()) > MOST {
            return Err(Lacking);
        }
        // SAFETY: the definition is the library's own, with fields changed that its documentation offers.
        let world = unsafe {
            ffi::b2SetLogFcn(Some(say_nothing));
            let mut def = ffi::b2DefaultWorldDef();
            def.gravity = b2Vec2 { x: 0.0, y: scene.gravity() };
            def.enableSleep = false;
            def.workerCount = 1;
            ffi::b2CreateWorld(&raw const def)
        };
        let bodies = scene.bodies.iter().map(|body| add_body(world, body, spin)).collect();
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
        // SAFETY: each definition is the library's own, with fields changed that its documentation offers; the bodies are of
        // this world and alive.
        unsafe {
            match joint.kind {
                Kind::Pivot(pivot) => self.revolute(joint, pivot.local_anchor_a, pivot.local_anchor_b, |_| ()),
                Kind::Hinge(hinge) => self.revolute(joint, hinge.local_anchor_a, hinge.local_anchor_b, |def| {
                    (def.enableLimit, def.lowerAngle, def.upperAngle) = (true, hinge.lower, hinge.upper);
                }),
                Kind::Revolute(full) => self.revolute(joint, full.local_anchor_a, full.local_anchor_b, |def| {
                    (def.enableLimit, def.lowerAngle, def.upperAngle) = (true, full.lower, full.upper);
                    (def.enableMotor, def.motorSpeed, def.maxMotorTorque) =
                        (true, full.motor_speed, full.max_motor_torque);
                    (def.enableSpring, def.hertz, def.dampingRatio) =
                        (true, full.spring.hertz, full.spring.damping_ratio);
                }),
                Kind::Weld(weld) => {
                    let mut def = ffi::b2DefaultWeldJointDef();
                    self.attach(&mut def.base, joint, [weld.local_anchor_a, weld.local_anchor_b]);
                    ffi::b2CreateWeldJoint(self.world, &raw const def);
                }
                Kind::Distance(rod) if rod.lower.to_bits() == rod.upper.to_bits() => {
                    let mut def = ffi::b2DefaultDistanceJointDef();
                    self.attach(&mut def.base, joint, [rod.local_anchor_a, rod.local_anchor_b]);
                    def.length = rod.lower;
                    ffi::b2CreateDistanceJoint(self.world, &raw const def);
                }
                Kind::Strut(strut) => self.strut(joint, &strut),
                Kind::Slider(slider) => {
                    let mut def = ffi::b2DefaultPrismaticJointDef();
                    self.attach(&mut def.base, joint, [slider.local_anchor_a, slider.local_anchor_b]);
                    ffi::b2CreatePrismaticJoint(self.world, &raw const def);
                }
                Kind::Prismatic(full) => self.prismatic(joint, &full),
                Kind::Wheel(wheel) => self.wheel(joint, &wheel),
                Kind::Drive(drive) => self.motor(joint, &drive),
                _ => return Err(Lacking),
            }
        }
        Ok(())
    }

    unsafe fn revolute(&self, joint: &Joint, a: Vec2, b: Vec2, set: impl FnOnce(&mut ffi::b2RevoluteJointDef)) {
        // SAFETY: as in `add_joint`.
        unsafe {
            let mut def = ffi::b2DefaultRevoluteJointDef();
            self.attach(&mut def.base, joint, [a, b]);
            set(&mut def);
            ffi::b2CreateRevoluteJoint(self.world, &raw const def);
        }
    }

    unsafe fn strut(&self, joint: &Joint, strut: &StrutJoint) {
        // SAFETY: as in `add_joint`.
        unsafe {
            let mut def = ffi::b2DefaultDistanceJointDef();
            self.attach(&mut def.base, joint, [strut.local_anchor_a, strut.local_anchor_b]);
            def.length = strut.length;
            (def.enableSpring, def.hertz, def.dampingRatio) = (true, strut.spring.hertz, strut.spring.damping_ratio);
            (def.enableLimit, def.minLength, def.maxLength) = (true, strut.lower, strut.upper);
            (def.enableMotor, def.motorSpeed, def.maxMotorForce) = (true, strut.motor_speed, strut.max_motor_force);
            ffi::b2CreateDistanceJoint(self.world, &raw const def);
        }
    }

    /// The zoo's axis is x, as Box2D's.
    unsafe fn prismatic(&self, joint: &Joint, full: &PrismaticJoint) {
        // SAFETY: as in `add_joint`.
        unsafe {
            let mut def = ffi::b2DefaultPrismaticJointDef();
            self.attach(&mut def.base, joint, [full.local_anchor_a, full.local_anchor_b]);
            (def.enableLimit, def.lowerTranslation, def.upperTranslation) = (true, full.lower, full.upper);
            (def.enableMotor, def.motorSpeed, def.maxMotorForce) = (true, full.motor_speed, full.max_motor_force);
            (def.enableSpring, def.hertz, def.dampingRatio) = (true, full.spring.hertz, full.spring.damping_ratio);
            ffi::b2CreatePrismaticJoint(self.world, &raw const def);
        }
    }

    unsafe fn wheel(&self, joint: &Joint, wheel: &WheelJoint) {
        // SAFETY: as in `add_joint`.
        unsafe {
            let mut def = ffi::b2DefaultWheelJointDef();
            self.attach(&mut def.base, joint, [wheel.local_anchor_a, wheel.local_anchor_b]);
            // Its axis is its frame's x.
            def.base.localFrameA.q = b2Rot { c: wheel.local_axis_a.x, s: wheel.local_axis_a.y };
            (def.enableLimit, def.lowerTranslation, def.upperTranslation) = (true, wheel.lower, wheel.upper);
            (def.enableMotor, def.motorSpeed, def.maxMotorTorque) = (true, wheel.motor_speed, wheel.max_motor_torque);
            let spring = wheel.suspension;
            (def.enableSpring, def.hertz, def.dampingRatio) = (true, spring.hertz, spring.damping_ratio);
            ffi::b2CreateWheelJoint(self.world, &raw const def);
        }
    }

    unsafe fn motor(&self, joint: &Joint, drive: &DriveJoint) {
        // SAFETY: as in `add_joint`.
        unsafe {
            let mut def = ffi::b2DefaultMotorJointDef();
            self.attach(&mut def.base, joint, [drive.local_anchor_a, drive.local_anchor_b]);
            (def.linearVelocity, def.maxVelocityForce) = (vector(drive.linear_velocity), drive.max_velocity_force);
            (def.angularVelocity, def.maxVelocityTorque) = (drive.angular_velocity, drive.max_velocity_torque);
            (def.linearHertz, def.linearDampingRatio) = (drive.linear_spring.hertz, drive.linear_spring.damping_ratio);
            (def.angularHertz, def.angularDampingRatio) =
                (drive.angular_spring.hertz, drive.angular_spring.damping_ratio);
            (def.maxSpringForce, def.maxSpringTorque) = (drive.max_spring_force, drive.max_spring_torque);
            ffi::b2CreateMotorJoint(self.world, &raw const def);
        }
    }

    fn attach(&self, def: &mut b2JointDef, joint: &Joint, [anchor_a, anchor_b]: [Vec2; 2]) {
        let [a, b, ..] = joint.bodies;
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
    fn step(&mut self) -> bool {
        // SAFETY: the world is alive.
        unsafe { ffi::b2World_Step(self.world, DT, SUBSTEPS) };
        true
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

fn add_body(world: b2WorldId, body: &Body, spin: Spin) -> b2BodyId {
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
        def.allowFastRotation = spin == Spin::Any;
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
