//! Joints of `constraint-core` in [Avian](avian2d), the physics engine of Bevy.
//!
//! Avian moves the bodies and solves their contacts. This crate solves joints between them, in the same substeps: joints of the
//! catalogue, and joints of your own from one closure.
//!
//! ```no_run
//! use avian2d::prelude::*;
//! use bevy::prelude::*;
//! use constraint_avian::{ConstraintPlugin, Joint};
//! use constraint_core::joints::PivotJoint;
//! use constraint_core::{Vec2, constraint};
//!
//! /// A rack moves as far as the rim of its wheel turns.
//! #[constraint(|rack, wheel| rack.position.dot(self.axis) - self.radius * wheel.angle)]
//! #[derive(Clone)]
//! struct RackAndPinion {
//!     axis: Vec2,
//!     radius: f32,
//! }
//!
//! fn set_up(mut commands: Commands) {
//!     let frame = commands.spawn(RigidBody::Static).id();
//!     let wheel = commands.spawn((RigidBody::Dynamic, Collider::circle(0.5))).id();
//!     let rack = commands.spawn((RigidBody::Dynamic, Collider::rectangle(0.2, 2.0), Transform::from_xyz(0.6, 0.0, 0.0))).id();
//!     commands.spawn(Joint::new([frame, wheel], PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO }));
//!     commands.spawn(Joint::new([rack, wheel], RackAndPinion { axis: Vec2::Y, radius: 0.5 }).with_break_force(500.0));
//! }
//!
//! App::new()
//!     .add_plugins((DefaultPlugins, PhysicsPlugins::default()))
//!     .add_plugins((ConstraintPlugin::<PivotJoint>::default(), ConstraintPlugin::<RackAndPinion>::default()))
//!     .add_systems(Startup, set_up)
//!     .run();
//! ```
//!
//! # What happens when
//!
//! | Avian | here |
//! |---|---|
//! | `PhysicsStepSystems::First` | joints are added, changed and removed as their components are |
//! | `SolverSystems::PrepareJoints` | masses and poses of bodies are read, joints are prepared |
//! | before `SubstepSolverSystems::WarmStart` | the impulses of the last substep are applied |
//! | before `SubstepSolverSystems::SolveConstraints` | one iteration over all joints, with position errors |
//! | before `SubstepSolverSystems::Relax` | one iteration without position errors |
//! | `SolverSystems::Finalize` | [`JointBroken`] is triggered, [`JointReactions`] are written |
//!
//! All joints of all types are in one [`JointSet`](constraint_core::JointSet), which solves them in the lanes of the processor.
//!
//! # What to know
//!
//! - `position` in a closure is the centre of mass of the body, and local points are relative to it. That differs from the entity's
//!   `Position` only for a body with an offset centre of mass.
//! - `angle` counts whole turns from the angle that the body had when its first joint was added.
//! - Components of Avian that act on its own joints act on these: `JointDisabled`, `JointCollisionDisabled`. An island of bodies and
//!   joints sleeps and wakes as a whole.
//! - A body with one locked axis is held on it by a hidden joint, to which the solver converges as to any other.
//! - The closure of a joint reads the simulated time of the joints, which advances by each physics step.

mod bodies;
#[cfg(feature = "gizmos")]
mod gizmos;
mod graph;
mod joint;
mod locks;
mod plugin;
mod step;
mod sync;

pub use constraint_core;
#[cfg(feature = "gizmos")]
pub use gizmos::JointGizmos;
pub use joint::{Joint, JointBroken, JointReactions, JointStatus};
pub use plugin::ConstraintPlugin;
pub use step::Joints;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
