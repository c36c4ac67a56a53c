//! The contenders, each in a file of its own.

mod box2d;
#[cfg(chipmunk_found)]
mod chipmunk;
mod ours;
mod rapier;

use crate::engine::Engine;
use crate::scene::Scene;

pub use self::box2d::Box2d;

/// Substeps of a step: ours, Box2D's and Rapier's default. Each solves all joints twice.
pub const SUBSTEPS: i32 = 4;

/// Iterations of a step of Chipmunk: as many passes over the joints.
#[cfg(chipmunk_found)]
pub const ITERATIONS: i32 = 8;

/// A joint that an engine does not have.
#[derive(Clone, Copy, Debug)]
pub struct Lacking;

/// Who takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    /// `constraint-core`.
    Ours,
    /// Box2D v3, `f32`.
    Box2d,
    /// Rapier, `f32`.
    Rapier,
    /// Chipmunk2D, `f64`.
    Chipmunk,
}

impl Contender {
    /// All of them, this crate first.
    pub const ALL: [Self; 4] = [Self::Ours, Self::Box2d, Self::Rapier, Self::Chipmunk];

    /// As reports call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ours => "constraint-core",
            Self::Box2d => "Box2D v3",
            Self::Rapier => "Rapier",
            Self::Chipmunk => "Chipmunk2D f64",
        }
    }

    /// Whether this build has it.
    pub const fn is_present(self) -> bool {
        !matches!(self, Self::Chipmunk) || cfg!(chipmunk_found)
    }

    /// The scene in this engine; none if this build has not got the engine.
    ///
    /// # Errors
    /// [`Lacking`] if the engine has no such joint.
    pub fn build(self, scene: &Scene) -> Result<Option<Box<dyn Engine>>, Lacking> {
        Ok(match self {
            Self::Ours => Some(Box::new(ours::Ours::new(scene))),
            Self::Box2d => Some(Box::new(Box2d::new(scene)?)),
            Self::Rapier => Some(Box::new(rapier::Rapier::new(scene)?)),
            #[cfg(chipmunk_found)]
            Self::Chipmunk => Some(Box::new(chipmunk::Chipmunk::new(scene)?)),
            #[cfg(not(chipmunk_found))]
            Self::Chipmunk => None,
        })
    }
}
