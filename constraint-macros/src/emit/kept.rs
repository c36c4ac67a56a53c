//! The structs of what setup and prepare keep: their fields, how these are stored and read.
//!
//! A field that is there [`Again`] is one for scalars alone: see `Real::Again`.

use constraint_symbolic::program::{Again, Expr, FastPath};
use proc_macro2::{Ident, TokenStream};
use quote::{TokenStreamExt as _, quote};

use super::tokens::{self, word};
use super::{code::Code, ident, idents};
use crate::parse::Parsed;

/// What one function keeps for those after it.
pub(super) struct Kept<'c> {
    parsed: &'c Parsed,
    /// The struct, unless the user's own has this name.
    name: &'static str,
    /// What functions call it.
    variable: &'static str,
    fields: &'c [String],
    again: &'c [Option<Again>],
}

impl<'c> Kept<'c> {
    /// What setup keeps.
    pub(super) fn setup(parsed: &'c Parsed, fast: &'c FastPath) -> Self {
        Self { parsed, name: "Setup", variable: "setup", fields: &fast.setup_fields, again: &fast.setup_again }
    }

    /// What prepare keeps.
    pub(super) fn prepared(parsed: &'c Parsed, fast: &'c FastPath) -> Self {
        Self {
            parsed,
            name: "Prepared",
            variable: "prepared",
            fields: &fast.prepared_fields,
            again: &fast.prepared_again,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// The names of the fields.
    pub(super) fn fields(&self) -> Vec<Ident> {
        idents(self.fields)
    }

    /// The name of the struct, which must not hide the user's own.
    pub(super) fn name(&self) -> Ident {
        if self.parsed.item.ident == self.name { ident(&format!("{}_", self.name)) } else { ident(self.name) }
    }

    /// Its type with some scalar: nothing where there are no fields.
    pub(super) fn of(&self, scalar: &str) -> TokenStream {
        let (name, scalar) = (self.name(), ident(scalar));
        if self.is_empty() { quote!(()) } else { quote!(#name<#scalar>) }
    }

    /// The struct.
    pub(super) fn structure(&self, doc: &str, derives: &TokenStream) -> Option<TokenStream> {
        let (name, fields) = (self.name(), self.fields());
        let types = self.again.iter().map(|again| if again.is_some() { quote!(S::Again) } else { quote!(S) });
        let bound = self.again.iter().any(Option::is_some).then(|| quote!(: core_::Real));
        (!self.is_empty()).then(|| {
            quote! {
                #[doc = #doc]
                #[derive(#derives)]
                pub struct #name<S #bound> { #(pub #fields: #types),* }
            }
        })
    }

    /// `variable.field`, or what lanes read in its place.
    pub(super) fn read(&self, index: usize, into: &mut TokenStream) {
        let Some(Again { first, is_opposite }) = self.again[index] else { return self.member(index, into) };
        let mut arguments = TokenStream::new();
        self.member(index, &mut arguments);
        tokens::sign(&mut arguments, ',');
        if is_opposite {
            tokens::sign(&mut arguments, '-');
        }
        self.member(first, &mut arguments);
        tokens::associated(into, "reread", arguments);
    }

    fn member(&self, index: usize, into: &mut TokenStream) {
        into.append(word(self.variable));
        tokens::member(into, ident(&self.fields[index]));
    }

    /// A value as a field keeps it.
    pub(super) fn stored(&self, index: usize, value: TokenStream) -> TokenStream {
        if self.again[index].is_none() {
            return value;
        }
        let mut stored = TokenStream::new();
        tokens::associated(&mut stored, "again", value);
        stored
    }

    /// The outputs of a function as the fields keep them.
    pub(super) fn outputs(&self, code: &Code<'_>, outputs: &[Expr]) -> Vec<TokenStream> {
        let stored = |(index, output)| self.stored(index, code.expr(output));
        outputs.iter().enumerate().map(stored).collect()
    }

    /// Calls `pair` with each value of `left` and `right`, and makes anew what these keep again.
    pub(super) fn zipped(&self) -> TokenStream {
        let (mut pairs, mut again) = (TokenStream::new(), TokenStream::new());
        for (field, kept) in self.fields().iter().zip(self.again) {
            let Some(Again { first, is_opposite }) = kept else {
                pairs.extend(quote!(pair(&mut left.#field, &mut right.#field);));
                continue;
            };
            let (first, sign) = (ident(&self.fields[*first]), is_opposite.then(|| quote!(-)));
            again.extend(quote! {
                left.#field = S::again(#sign left.#first);
                right.#field = T::again(#sign right.#first);
            });
        }
        quote!(#pairs #again)
    }

    /// A value for each field: 1 for those that `is_one` picks, else 0.
    pub(super) fn zeros_and_ones(&self, is_one: impl Fn(usize) -> bool) -> Vec<TokenStream> {
        let value = |(index, again): (usize, &Option<Again>)| match again {
            None if is_one(index) => quote!(S::of(1.0)),
            Some(Again { first, is_opposite }) if is_one(*first) => {
                let one = if *is_opposite { quote!(S::of(-1.0)) } else { quote!(S::of(1.0)) };
                self.stored(index, one)
            }
            _ => self.stored(index, quote!(zero)),
        };
        self.again.iter().enumerate().map(value).collect()
    }
}
