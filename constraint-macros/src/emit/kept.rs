//! The structs of what setup and prepare keep: their fields, how these are stored and read.
//!
//! A field that is there [`Again`] is one for scalars alone: see `Real::Again`.

use constraint_symbolic::program::{Again, Expr};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::code::Code;
use super::tokens::{Tokens, braces, separated, word};
use super::{ident, idents};

/// What one function keeps for those after it.
pub(super) struct Kept {
    /// The name of the struct.
    pub(super) name: Ident,
    pub(super) fields: Vec<Ident>,
    /// What functions call it.
    variable: Ident,
    again: Vec<Option<Again>>,
}

impl Kept {
    pub(super) fn new(name: Ident, variable: &str, fields: &[String], again: &[Option<Again>]) -> Self {
        Self { name, fields: idents(fields), variable: word(variable), again: again.to_vec() }
    }

    /// The same with fields that another function writes: see [`left`](Self::left).
    pub(super) fn with(mut self, others: &[String]) -> Self {
        self.fields.extend(idents(others));
        self.again.resize(self.fields.len(), None);
        self
    }

    /// Writes `field: variable.field` for the fields that come after so many others: they stay as they are.
    pub(super) fn left(&self, after: usize) -> Tokens {
        separated(after..self.fields.len(), &|index, into| {
            into.push(self.fields[index].clone());
            into.sign(':');
            self.member(index, into);
        })
    }

    /// The type of what is kept, of scalars `S`: nothing where there are no fields.
    pub(super) fn ty(&self) -> TokenStream {
        self.of(&ident("S"))
    }

    /// That type with another scalar.
    pub(super) fn of(&self, scalar: &Ident) -> TokenStream {
        let name = &self.name;
        if self.fields.is_empty() { quote!(()) } else { quote!(#name<#scalar>) }
    }

    /// The struct.
    pub(super) fn structure(&self, doc: &str, derives: &TokenStream) -> Option<TokenStream> {
        let Self { name, fields, again, .. } = self;
        let bound = again.iter().any(Option::is_some).then(|| quote!(: core_::Real));
        let fields = separated(fields.iter().zip(again), &|(field, again), into| {
            into.word("pub");
            into.push(field.clone());
            into.sign(':');
            into.path(if again.is_some() { &["S", "Again"] } else { &["S"] });
        });
        let fields = braces(fields);
        (!self.fields.is_empty()).then(|| {
            quote! {
                #[doc = #doc]
                #[derive(#derives)]
                pub struct #name<S #bound> #fields
            }
        })
    }

    /// Writes `variable.field`, or what lanes read in its place.
    pub(super) fn read(&self, index: usize, into: &mut Tokens) {
        let Some(Again { first, is_opposite }) = self.again[index] else { return self.member(index, into) };
        into.path(&["S", "reread"]);
        let begin = into.open();
        self.member(index, into);
        into.sign(',');
        if is_opposite {
            into.sign('-');
        }
        self.member(first, into);
        into.close(begin);
    }

    /// Writes `variable.field`.
    pub(super) fn member(&self, index: usize, into: &mut Tokens) {
        into.push(self.variable.clone());
        into.member(self.fields[index].clone());
    }

    /// Writes `variable.field = value;`.
    pub(super) fn assign(&self, index: usize, code: &Code<'_>, value: &Expr, into: &mut Tokens) {
        self.member(index, into);
        into.sign('=');
        self.store(index, code, value, into);
        into.sign(';');
    }

    /// Writes `field: value`; `field` where the value is a local of this name.
    pub(super) fn initialize(&self, index: usize, code: &Code<'_>, value: &Expr, into: &mut Tokens) {
        let field = &self.fields[index];
        if self.again[index].is_some() || code.name(value) != Some(field) {
            into.push(field.clone());
            into.sign(':');
        }
        self.store(index, code, value, into);
    }

    /// Writes a value as a field keeps it.
    fn store(&self, index: usize, code: &Code<'_>, value: &Expr, into: &mut Tokens) {
        if self.again[index].is_some() {
            into.path(&["S", "again"]);
            let begin = into.open();
            code.write(value, 0, into);
            into.close(begin);
        } else {
            code.write(value, 0, into);
        }
    }

    /// Calls `pair` with each value of `left` and `right`, and makes anew what these keep again.
    pub(super) fn zipped(&self) -> Tokens {
        let (mut pairs, mut anew) = (Tokens::default(), Tokens::default());
        for (field, again) in self.fields.iter().zip(&self.again) {
            if let Some(Again { first, is_opposite }) = *again {
                for (variable, scalar) in [("left", "S"), ("right", "T")] {
                    anew.word(variable);
                    anew.member(field.clone());
                    anew.sign('=');
                    anew.path(&[scalar, "again"]);
                    let begin = anew.open();
                    if is_opposite {
                        anew.sign('-');
                    }
                    anew.word(variable);
                    anew.member(self.fields[first].clone());
                    anew.close(begin);
                    anew.sign(';');
                }
            } else {
                pairs.word("pair");
                let begin = pairs.open();
                for variable in ["left", "right"] {
                    if variable == "right" {
                        pairs.sign(',');
                    }
                    pairs.sign('&');
                    pairs.word("mut");
                    pairs.word(variable);
                    pairs.member(field.clone());
                }
                pairs.close(begin);
                pairs.sign(';');
            }
        }
        pairs.append(anew);
        pairs
    }

    /// A value for each field: 1 for those that `is_one` picks, else 0.
    pub(super) fn zeros_and_ones(&self, is_one: impl Fn(usize) -> bool) -> Vec<TokenStream> {
        let value = |(index, again): (usize, &Option<Again>)| match again {
            None if is_one(index) => quote!(S::of(1.0)),
            None => quote!(zero),
            Some(Again { first, is_opposite: true }) if is_one(*first) => quote!(S::again(S::of(-1.0))),
            Some(Again { first, .. }) if is_one(*first) => quote!(S::again(S::of(1.0))),
            Some(_) => quote!(S::again(zero)),
        };
        self.again.iter().enumerate().map(value).collect()
    }
}
