#![doc = include_str!("../README.md")]
#![cfg_attr(feature = "f64", allow(clippy::useless_conversion, clippy::unnecessary_cast))]

#[cfg(not(any(feature = "f32", feature = "f64")))]
compile_error!("turn on the feature `f32` for `rapier2d`, or `f64` for `rapier2d-f64`");

mod bodies;
mod error;
mod event;
mod kinematic;
mod links;
mod locked;
mod readings;
#[cfg(feature = "serde")]
mod saved;
mod stepping;
mod world;

#[cfg(not(feature = "f64"))]
pub use rapier2d as rapier;
#[cfg(feature = "f64")]
pub use rapier2d_f64 as rapier;

pub use constraint_core;
pub use constraint_core::constraint;
pub use error::Error;
pub use event::Event;
pub use world::JointedWorld;
