//! Joints without a world: driven phase by phase, a `JointSet` gives the very bits of a world; bodies may be kept in any form; and
//! whatever a driver gets wrong is an error that loses nothing.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::unnecessary_cast,
    clippy::useless_conversion
)] // the scalar is f32 or f64
#![allow(clippy::float_cmp)] // the very bits

#[path = "joint_set/bits.rs"]
mod bits;
#[path = "joint_set/bodies.rs"]
mod bodies;
#[path = "joint_set/driver.rs"]
mod driver;
#[path = "joint_set/foreign.rs"]
mod foreign;
#[path = "joint_set/hostile.rs"]
mod hostile;
