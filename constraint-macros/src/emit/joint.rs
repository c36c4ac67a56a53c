//! What is written: a joint, and its names as identifiers.

use constraint_symbolic::Compiled;
use proc_macro2::Ident;

use super::kept::Kept;
use super::{ident, idents};
use crate::parse::Parsed;

/// A joint as it was read and compiled. Its names are made here, once each: to make an identifier is to look at all of its
/// characters.
pub(super) struct Joint<'j> {
    pub(super) parsed: &'j Parsed,
    pub(super) compiled: &'j Compiled,
    /// The pose, the mass and the velocity of each body.
    pub(super) bodies: Vec<Ident>,
    pub(super) masses: Vec<Ident>,
    pub(super) velocities: Vec<Ident>,
    /// For each parameter, the field that it is, or is a part of, and its scalars in generated code.
    pub(super) fields: Vec<Ident>,
    pub(super) parameters: Vec<Vec<Ident>>,
    pub(super) setup: Kept,
    pub(super) prepared: Kept,
}

impl<'j> Joint<'j> {
    pub(super) fn new(parsed: &'j Parsed, compiled: &'j Compiled) -> Self {
        let (names, fast) = (&compiled.names, &compiled.program.fast);
        let field = |path: &[String]| parsed.field(&path[0]).cloned().unwrap_or_else(|| ident(&path[0]));
        // It must not hide the user's own.
        let apart = |name: &str| if parsed.item.ident == name { ident(&format!("{name}_")) } else { ident(name) };
        Self {
            parsed,
            compiled,
            bodies: idents(&names.bodies),
            masses: idents(&names.masses),
            velocities: idents(&names.velocities),
            fields: compiled.parameters.iter().map(|parameter| field(&parameter.path)).collect(),
            parameters: names.parameters.iter().map(idents).collect(),
            setup: Kept::new(apart("Setup"), "setup", &fast.setup_fields, &fast.setup_again),
            prepared: Kept::new(apart("Prepared"), "prepared", &fast.prepared_fields, &fast.prepared_again)
                .with(&fast.start_fields),
        }
    }
}
