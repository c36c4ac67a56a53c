//! What is written: a joint, and its names.

use constraint_symbolic::Compiled;

use super::kept::Kept;
use super::text::{Name, names};
use crate::parse::Parsed;

/// A joint as it was read and compiled.
pub(super) struct Joint<'j> {
    pub(super) parsed: &'j Parsed,
    pub(super) compiled: &'j Compiled,
    /// The pose, the mass and the velocity of each body.
    pub(super) bodies: Vec<Name<'j>>,
    pub(super) masses: Vec<Name<'j>>,
    pub(super) velocities: Vec<Name<'j>>,
    /// The scalars of each parameter in generated code.
    pub(super) parameters: Vec<Vec<Name<'j>>>,
    pub(super) setup: Kept<'j>,
    pub(super) prepared: Kept<'j>,
}

impl<'j> Joint<'j> {
    pub(super) fn new(parsed: &'j Parsed, compiled: &'j Compiled) -> Self {
        let (of, fast) = (&compiled.names, &compiled.program.fast);
        // It must not hide the user's own.
        let apart = |name: &str| if parsed.item.ident == name { format!("{name}_") } else { name.to_owned() };
        Self {
            parsed,
            compiled,
            bodies: names(&of.bodies),
            masses: names(&of.masses),
            velocities: names(&of.velocities),
            parameters: of.parameters.iter().map(names).collect(),
            setup: Kept::new(apart("Setup"), "setup", &fast.setup_fields, &fast.setup_again),
            prepared: Kept::new(apart("Prepared"), "prepared", &fast.prepared_fields, &fast.prepared_again)
                .with(&fast.start_fields),
        }
    }

    /// How many bodies and rows the joint has.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.compiled.bodies.len(), self.compiled.rows)
    }
}
