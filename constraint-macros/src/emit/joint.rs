//! What is written: a joint, and its names.

use constraint_symbolic::Compiled;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt as _;

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
    /// The fields that are curves.
    pub(super) curves: Vec<Name<'j>>,
    /// The trait of what the user wrote, called after the joint: it stands beside the user's names.
    pub(super) own: String,
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
            curves: names(&compiled.curves),
            own: format!("__OwnOf{}", parsed.item.ident.unraw()),
            setup: Kept::new(apart("Setup"), "setup", &fast.setup_fields, &fast.setup_duplicates),
            prepared: Kept::new(apart("Prepared"), "prepared", &fast.prepared_fields, &fast.prepared_duplicates)
                .with(&fast.start_fields),
        }
    }

    /// How many bodies and rows the joint has.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.compiled.bodies.len(), self.compiled.rows)
    }
}

/// The names that generated code takes where it names the joint.
const TAKEN: [&str; 2] = ["core_", "__Joint"];

/// What a joint is called in generated code: as it is, unless it has one of that code's names.
pub(crate) fn name_apart(ident: &Ident) -> Ident {
    if TAKEN.iter().any(|taken| ident == taken) { Ident::new("Joint_", ident.span()) } else { ident.clone() }
}

/// Generated code with the joint's other name around it, if it has one.
pub(crate) fn kept_apart(ident: &Ident, code: TokenStream) -> TokenStream {
    let name = name_apart(ident);
    if name == *ident { code } else { quote!(const _: () = { type #name = #ident; #code };) }
}
