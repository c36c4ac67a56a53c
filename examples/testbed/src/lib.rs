//! The testbed without its window: scenes, dragging, readings, the camera. Tests of it need no display.
//!
//! `main.rs` adds the window: input, drawing, text.

pub mod camera;
pub mod drag;
pub mod geometry;
pub mod joints;
pub mod pick;
pub mod readings;
pub mod scenes;
pub mod session;
pub mod stage;

/// What the scenes name.
mod prelude {
    pub(crate) use crate::geometry::Shape;
    pub(crate) use crate::stage::{Stage, Steer, Tint, View};
    pub(crate) use constraint_core::joints::*;
    pub(crate) use constraint_core::prelude::*;

    pub(crate) type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;
}
