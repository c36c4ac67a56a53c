//! The part of Chipmunk2D 7's C interface that the scenes need, declared by hand after its headers.
//!
//! Debian's build has `cpFloat = double`, `cpBool = unsigned char`.
#![allow(non_camel_case_types, missing_docs)]

use core::marker::{PhantomData, PhantomPinned};

/// A type that C alone knows.
#[repr(C)]
pub struct Opaque<T> {
    bytes: [u8; 0],
    kind: PhantomData<(*mut u8, PhantomPinned, T)>,
}

pub enum Space {}
pub enum Body {}
pub enum Constraint {}

pub type cpSpace = Opaque<Space>;
pub type cpBody = Opaque<Body>;
pub type cpConstraint = Opaque<Constraint>;

#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct cpVect {
    pub x: f64,
    pub y: f64,
}

unsafe extern "C" {
    pub fn cpSpaceNew() -> *mut cpSpace;
    pub fn cpSpaceFree(space: *mut cpSpace);
    pub fn cpSpaceSetIterations(space: *mut cpSpace, iterations: i32);
    pub fn cpSpaceSetGravity(space: *mut cpSpace, gravity: cpVect);
    pub fn cpSpaceAddBody(space: *mut cpSpace, body: *mut cpBody) -> *mut cpBody;
    pub fn cpSpaceAddConstraint(space: *mut cpSpace, constraint: *mut cpConstraint) -> *mut cpConstraint;
    pub fn cpSpaceStep(space: *mut cpSpace, dt: f64);

    pub fn cpBodyNew(mass: f64, moment: f64) -> *mut cpBody;
    pub fn cpBodyNewKinematic() -> *mut cpBody;
    pub fn cpBodyNewStatic() -> *mut cpBody;
    pub fn cpBodyFree(body: *mut cpBody);
    pub fn cpBodySetPosition(body: *mut cpBody, position: cpVect);
    pub fn cpBodySetAngle(body: *mut cpBody, angle: f64);
    pub fn cpBodySetVelocity(body: *mut cpBody, velocity: cpVect);
    pub fn cpBodySetAngularVelocity(body: *mut cpBody, velocity: f64);
    pub fn cpBodyGetPosition(body: *const cpBody) -> cpVect;
    pub fn cpBodyGetRotation(body: *const cpBody) -> cpVect;
    pub fn cpBodyGetVelocity(body: *const cpBody) -> cpVect;
    pub fn cpBodyGetAngularVelocity(body: *const cpBody) -> f64;

    pub fn cpConstraintFree(constraint: *mut cpConstraint);
    pub fn cpConstraintSetMaxForce(constraint: *mut cpConstraint, force: f64);
    pub fn cpPivotJointNew2(a: *mut cpBody, b: *mut cpBody, anchor_a: cpVect, anchor_b: cpVect) -> *mut cpConstraint;
    pub fn cpRotaryLimitJointNew(a: *mut cpBody, b: *mut cpBody, min: f64, max: f64) -> *mut cpConstraint;
    pub fn cpRatchetJointNew(a: *mut cpBody, b: *mut cpBody, phase: f64, ratchet: f64) -> *mut cpConstraint;
    pub fn cpSimpleMotorNew(a: *mut cpBody, b: *mut cpBody, rate: f64) -> *mut cpConstraint;
    pub fn cpSlideJointNew(
        a: *mut cpBody,
        b: *mut cpBody,
        anchor_a: cpVect,
        anchor_b: cpVect,
        min: f64,
        max: f64,
    ) -> *mut cpConstraint;
    pub fn cpGrooveJointNew(
        a: *mut cpBody,
        b: *mut cpBody,
        groove_a: cpVect,
        groove_b: cpVect,
        anchor_b: cpVect,
    ) -> *mut cpConstraint;
    pub fn cpDampedSpringNew(
        a: *mut cpBody,
        b: *mut cpBody,
        anchor_a: cpVect,
        anchor_b: cpVect,
        rest_length: f64,
        stiffness: f64,
        damping: f64,
    ) -> *mut cpConstraint;
    pub fn cpDampedRotarySpringNew(
        a: *mut cpBody,
        b: *mut cpBody,
        rest_angle: f64,
        stiffness: f64,
        damping: f64,
    ) -> *mut cpConstraint;
}
