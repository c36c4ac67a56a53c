//! What users put on entities, and what they read.

use bevy::prelude::*;
use constraint_core::{Cause, Constraint, JointOptions, OnBreak, Softness, Wrench};

/// A joint between bodies of Avian. Spawn it as an entity of its own.
///
/// The bodies are an array with one entity for each parameter of the joint's closure, in that order. A change of the component
/// changes the joint from the next physics step on, and wakes its bodies. Joints of different types may share one entity; a second
/// one of the same type replaces the first.
///
/// It needs the [`ConstraintPlugin`](crate::ConstraintPlugin) of its type. The joint waits while a body is missing, with one warning.
#[derive(Component, Clone, Debug)]
#[require(JointStatus<J>)]
pub struct Joint<J: Constraint + Clone> {
    /// The parameters.
    pub joint: J,
    /// The bodies.
    pub bodies: J::Bodies<Entity>,
    /// Softness, bounds of force and error, breaking. Its `enabled` and `on_break` have no effect: add or remove Avian's
    /// `JointDisabled`.
    pub options: JointOptions,
}

impl<J: Constraint + Clone> Joint<J> {
    /// A rigid joint that does not break.
    pub fn new(bodies: J::Bodies<Entity>, joint: J) -> Self {
        Self { joint, bodies, options: JointOptions { on_break: OnBreak::Disable, ..JointOptions::default() } }
    }

    /// Makes a spring of the whole joint, limits included.
    #[must_use]
    pub const fn with_softness(mut self, softness: Softness) -> Self {
        self.options.softness = Some(softness);
        self
    }

    /// The most that the joint pulls with, N, or turns with, N·m.
    #[must_use]
    pub const fn with_max_force(mut self, force: f32) -> Self {
        self.options.max_force = force;
        self
    }

    /// The largest position error that the joint acts on, m, or rad for an angle.
    #[must_use]
    pub const fn with_max_error(mut self, error: f32) -> Self {
        self.options.max_error = error;
        self
    }

    /// The force, N, or the torque, N·m, at which the joint breaks: see [`JointBroken`].
    #[must_use]
    pub const fn with_break_force(mut self, force: f32) -> Self {
        self.options.break_force = force;
        self
    }

    /// The position error, m, or rad for an angle, at which the joint breaks: see [`JointBroken`].
    #[must_use]
    pub const fn with_break_error(mut self, error: f32) -> Self {
        self.options.break_error = error;
        self
    }
}

/// Whether a joint acts. It comes with each [`Joint`].
#[derive(Component, Clone, Debug)]
pub struct JointStatus<J: Constraint> {
    /// The joint in the solver, if it is there.
    pub(crate) id: Option<constraint_core::JointId<J>>,
    /// The bodies that it holds there.
    pub(crate) bodies: Option<J::Bodies<Entity>>,
    /// The entities that stand for its pairs of bodies in Avian's joint graph.
    pub(crate) edges: Vec<Entity>,
    /// Whether the entity had `JointDisabled` when it was last looked at.
    pub(crate) is_disabled: bool,
    /// Whether it had `JointCollisionDisabled`.
    pub(crate) is_without_collision: bool,
    /// What is wrong with it.
    pub(crate) problem: Option<String>,
    /// Whether the solver failed by it: then it stays out until the component changes.
    pub(crate) is_faulty: bool,
    /// How many joints of this type were inserted on the entity since it had none.
    pub(crate) insertions: u32,
}

impl<J: Constraint> Default for JointStatus<J> {
    fn default() -> Self {
        Self {
            id: None,
            bodies: None,
            edges: Vec::new(),
            is_disabled: false,
            is_without_collision: false,
            problem: None,
            is_faulty: false,
            insertions: 0,
        }
    }
}

impl<J: Constraint> JointStatus<J> {
    /// Why the joint does not act, if it cannot: a body is missing, or a parameter means nothing. The same text is logged as a warning.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// How many joints of this type the present one has replaced on its entity. Each time is logged as a warning.
    pub const fn replacements(&self) -> u32 {
        self.insertions.saturating_sub(1)
    }

    /// Whether the solver has the joint, disabled or not.
    pub const fn is_solved(&self) -> bool {
        self.id.is_some()
    }
}

/// A joint has broken: triggered on its entity at the end of the physics step.
///
/// The entity keeps its components and gets Avian's `JointDisabled`. Remove that to mend the joint.
#[derive(EntityEvent, Clone, Copy, Debug)]
pub struct JointBroken {
    /// The entity of the joint.
    pub entity: Entity,
    /// What broke it.
    pub cause: Cause,
}

/// The forces, N, and torques, N·m, of a joint over the last substep. Add it to the entity of the joint to read them. Torques are about
/// the centre of mass of each body.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct JointReactions {
    /// One for each body, in the order of the joint's bodies. Empty until the first step.
    pub of_bodies: Vec<Wrench<f32>>,
}

impl JointReactions {
    /// The force on a body, N. Zero if there is none.
    pub fn force(&self, body: usize) -> Vec2 {
        self.of_bodies.get(body).map_or(Vec2::ZERO, |wrench| Vec2::new(wrench.x, wrench.y))
    }

    /// The torque on a body about its centre of mass, N·m. Zero if there is none.
    pub fn torque(&self, body: usize) -> f32 {
        self.of_bodies.get(body).map_or(0.0, |wrench| wrench.angular)
    }
}
