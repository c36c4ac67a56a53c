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
//! # Fields that may be infinite
//! Text formats such as JSON lose infinity. A field that may hold it, such as a limit that is none, needs the attribute of
//! [`number`]:
//!
//! ```
//! use constraint_core::prelude::*;
//!
//! #[constraint(|a, b| (b.angle - a.angle).within(..=self.most))]
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Stop {
//!     #[serde(with = "constraint_core::saved::number")]
//!     most: Scalar,
//! }
//! let text = serde_json::to_string(&Stop { most: Scalar::INFINITY })?;
//! assert_eq!(serde_json::from_str::<Stop>(&text)?.most, Scalar::INFINITY);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Ids
//! An id of the saved world is an id of the loaded one, on purpose: a program can save ids beside the world and use them
//! after loading. The price is that a world which is loaded has the number of the one that was saved. Load it beside that
//! one, or into a program that has numbered another world alike, and an id of the one names something in the other, too.
//! So keep the ids of a world with the world. Worlds that are made after the loading have other numbers, and know no id of it.
//!
//! # Bits
//! Continued, both worlds give the same bits. That asks for a format that keeps every bit of a number: with `serde_json`, its
//! feature `float_roundtrip`. Data from a format that does not is refused. What
//! [`World::events`](crate::World::events) tells of the last step is not saved: read it before you save. The next
//! step removes or disables what has broken all the same.
//!
//! # Versions
//! The data has a version. A release that changes the format raises it and refuses data of other versions, with an error that
//! names both.

/// Scalars that may be infinite, in formats that have no word for it: `#[serde(with = "constraint_core::saved::number")]`.
///
/// JSON writes infinity as `null`, which it cannot read back. This module writes it as the text `"inf"` or `"-inf"` in text
/// formats. Binary formats keep the number itself. Without the attribute, serialising a joint with such a number as text is
/// an error, which names the field.
pub mod number {
    pub use crate::saved_number::{deserialize, serialize};
}

mod catalogue;
mod finite;
mod joints;
mod registry;
mod types;
mod world;

pub use joints::SavedJoints;
pub use registry::{Registry, Saved};
pub use types::JointTypes;
