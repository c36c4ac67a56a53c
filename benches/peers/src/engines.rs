//! The contenders, each in a file of its own.

mod box2d;
#[cfg(chipmunk_found)]
mod chipmunk;
mod ours;
mod rapier;

use crate::engine::Engine;
use crate::scene::Scene;

use self::box2d::Spin;

pub use self::box2d::Box2d;

/// Substeps of a step: ours, Box2D's and Rapier's default. Each solves all joints twice.
pub const SUBSTEPS: i32 = 4;

/// Iterations of a step of Chipmunk: as many passes over the joints.
#[cfg(chipmunk_found)]
pub const ITERATIONS: i32 = 8;

/// A joint that an engine does not have, or more of them than it can take.
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
    /// `constraint-core` with one joint at a time.
    Scalar,
    /// `constraint-core` with the bodies of the scene and none of its joints.
    Bodies,
    /// `constraint-core` without a cap on angular velocities.
    AnySpin,
    /// Box2D v3 without its cap on angular velocities.
    Box2dAnySpin,
}

impl Contender {
    /// The four engines, this crate first.
    pub const ENGINES: [Self; 4] = [Self::Ours, Self::Box2d, Self::Rapier, Self::Chipmunk];
    /// The same, and what tells the joints' share of this crate's time, and the lanes' part in it.
    pub const ZOO: [Self; 6] = [Self::Ours, Self::Scalar, Self::Bodies, Self::Box2d, Self::Rapier, Self::Chipmunk];
    /// This crate and Box2D, with and without the cap on angular velocities.
    pub const CAPS: [Self; 4] = [Self::Ours, Self::AnySpin, Self::Box2d, Self::Box2dAnySpin];

    /// As reports call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ours => "constraint-core",
            Self::Box2d => "Box2D v3",
            Self::Rapier => "Rapier",
            Self::Chipmunk => "Chipmunk2D f64",
            Self::Scalar => "constraint-core, one joint at a time",
            Self::Bodies => "constraint-core, no joints",
            Self::AnySpin => "constraint-core, any spin",
            Self::Box2dAnySpin => "Box2D v3, any spin",
        }
    }

    /// Whether this build has it.
    pub const fn is_present(self) -> bool {
        !matches!(self, Self::Chipmunk) || cfg!(chipmunk_found)
    }

    /// The scene in this engine; none if this build has not got the engine.
    ///
    /// # Errors
    /// [`Lacking`] if the engine has no such joint, or if they are too many for it.
    pub fn build(self, scene: &Scene) -> Result<Option<Box<dyn Engine>>, Lacking> {
        Ok(match self {
            Self::Ours => Some(Box::new(ours::Ours::new(scene))),
            Self::Scalar => Some(Box::new(ours::Ours::one_at_a_time(scene))),
            Self::Bodies => Some(Box::new(ours::Ours::without_joints(scene))),
            Self::AnySpin => Some(Box::new(ours::Ours::any_spin(scene))),
            Self::Box2d => Some(Box::new(Box2d::new(scene, Spin::Capped)?)),
            Self::Box2dAnySpin => Some(Box::new(Box2d::new(scene, Spin::Any)?)),
            Self::Rapier => Some(Box::new(rapier::Rapier::new(scene)?)),
            #[cfg(chipmunk_found)]
            Self::Chipmunk => Some(Box::new(chipmunk::Chipmunk::new(scene)?)),
            #[cfg(not(chipmunk_found))]
            Self::Chipmunk => None,
        })
    }
}
