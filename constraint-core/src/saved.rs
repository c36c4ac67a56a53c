//! Worlds as data, with the feature `serde`: what is saved and loaded again goes on as if it had not been.
//!
//! Bodies, ids, options and the joints of the catalogue are serialisable as they are. A world holds joints of any type,
//! which only their owner can list:
//!
//! ```
//! use constraint_core::joints::{DistanceJoint, PivotJoint};
//! use constraint_core::saved::Registry;
//! use constraint_core::{Body, Vec2, World};
//!
//! let registry = Registry::new().with::<PivotJoint>("pivot").with::<DistanceJoint>("distance");
//! let mut world = World::new();
//! let ball = world.add_body(Body::dynamic(1.0, 0.1))?;
//!
//! let text = serde_json::to_string(&registry.save(&world)?)?;
//! let loaded = registry.load(&mut serde_json::Deserializer::from_str(&text))?;
//! assert_eq!(loaded.body(ball)?, world.body(ball)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A loaded world has the names that the saved one gave: an id of the one is an id of the other. Continued, both give the
//! same bits, as far as the format keeps every bit of a number (with `serde_json`, its feature `float_roundtrip`).

pub mod number;

mod registry;
mod slots;
mod store;
mod types;
mod world;

pub use registry::{Registry, Saved};
pub use types::JointTypes;

pub(crate) use slots::SavedSlots;
pub(crate) use store::{Kept, SavedJoint, SavedStore, Turn};
