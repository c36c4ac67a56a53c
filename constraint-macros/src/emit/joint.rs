//! What is written: a joint, and its names as identifiers.

use constraint_symbolic::Compiled;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

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

/// A struct of what is kept.
pub(super) struct Kept {
    pub(super) name: Ident,
    pub(super) fields: Vec<Ident>,
}

impl<'j> Joint<'j> {
    pub(super) fn new(parsed: &'j Parsed, compiled: &'j Compiled) -> Self {
        let (names, fast) = (&compiled.names, &compiled.program.fast);
        let field = |path: &[String]| parsed.field(&path[0]).cloned().unwrap_or_else(|| ident(&path[0]));
        let kept = |name: &str, fields: &[String]| {
            // It must not hide the user's own.
            let name = if parsed.item.ident == name { ident(&format!("{name}_")) } else { ident(name) };
            Kept { name, fields: idents(fields) }
        };
        Self {
            parsed,
            compiled,
            bodies: idents(&names.bodies),
            masses: idents(&names.masses),
            velocities: idents(&names.velocities),
            fields: compiled.parameters.iter().map(|parameter| field(&parameter.path)).collect(),
            parameters: names.parameters.iter().map(idents).collect(),
            setup: kept("Setup", &fast.setup_fields),
            prepared: kept("Prepared", &fast.prepared_fields),
        }
    }
}

impl Kept {
    /// The type of what is kept, of scalars `S`: nothing where there are no fields.
    pub(super) fn ty(&self) -> TokenStream {
        self.of(&ident("S"))
    }

    /// That type with another scalar.
    pub(super) fn of(&self, scalar: &Ident) -> TokenStream {
        let name = &self.name;
        if self.fields.is_empty() { quote!(()) } else { quote!(#name<#scalar>) }
    }
}
