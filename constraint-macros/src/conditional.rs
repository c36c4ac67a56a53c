//! Fields that some builds leave out.
//!
//! An attribute sees its struct before `#[cfg(…)]` is decided, so that it cannot tell whether such a field is there. What
//! reads one is therefore under the same condition, and under its opposite the mistake is told.

use constraint_symbolic::Compiled;
use constraint_symbolic::diagnostic::Diagnostic;
use constraint_symbolic::problem::Problem;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt as _;
use syn::{Attribute, Field, ItemStruct, Meta};

use crate::notes::Places;
use crate::parse::{Known, Parsed};
use crate::{fallback, method};

/// A field that the closure reads, and when it is there.
struct Conditional {
    field: Ident,
    condition: TokenStream,
}

/// The method and the implementation, under the conditions of the fields that they read; what stands in for them elsewhere.
pub(crate) fn guarded(
    parsed: &Parsed,
    known: &Known,
    compiled: &Compiled,
    places: &Places,
    attribute: &TokenStream,
    [rows, implementation]: [TokenStream; 2],
) -> TokenStream {
    let conditionals = conditionals(&parsed.item, compiled);
    if conditionals.is_empty() {
        return quote!(#rows #implementation);
    }
    let conditions = conditionals.iter().map(|conditional| &conditional.condition);
    let all = quote!(all(#(#conditions),*));
    let errors = conditionals.iter().map(|Conditional { field, condition }| {
        let problem = Problem::ConditionalField(field.unraw().to_string());
        let error = places.compile_error(&Diagnostic { span: places.of(field), problem });
        quote!(#[cfg(not(#condition))] #error)
    });
    let (item, inert) = (&parsed.item, fallback::implementation(known));
    // The types of what is left out are named here, or their imports would be found useless.
    let inert_rows = method::rows_of_refused(known, &quote!(#attribute #item));
    quote! {
        #[cfg(#all)] #rows
        #[cfg(#all)] #implementation
        #(#errors)*
        #[cfg(not(#all))] #inert
        #[cfg(not(#all))] #inert_rows
    }
}

/// The fields that the closure reads and that are under conditions, wherever they are declared.
fn conditionals(item: &ItemStruct, compiled: &Compiled) -> Vec<Conditional> {
    let mut found: Vec<Conditional> = Vec::new();
    // Most structs have none at all.
    if !item.fields.iter().any(|field| field.attrs.iter().any(is_condition)) {
        return found;
    }
    for parameter in compiled.parameters.iter().filter(|parameter| parameter.expression.is_none()) {
        let is_read = |ident: &Ident| ident.unraw() == parameter.path[0];
        let declared = item.fields.iter().filter_map(|field| field.ident.as_ref().map(|ident| (ident, field)));
        let declared: Vec<_> = declared.filter(|(ident, _)| is_read(ident)).collect();
        let conditions: Option<Vec<TokenStream>> = declared.iter().map(|(_, field)| condition(field)).collect();
        let (Some(conditions), Some((ident, _))) = (conditions, declared.first()) else { continue };
        if !found.iter().any(|known| known.field == **ident) {
            found.push(Conditional { field: (*ident).clone(), condition: quote!(any(#(#conditions),*)) });
        }
    }
    found
}

/// When a field is there, if that is not always.
fn condition(field: &Field) -> Option<TokenStream> {
    let conditions = field.attrs.iter().filter(|attribute| is_condition(attribute));
    let conditions: Vec<&TokenStream> = conditions
        .filter_map(|attribute| match &attribute.meta {
            Meta::List(list) => Some(&list.tokens),
            _ => None,
        })
        .collect();
    (!conditions.is_empty()).then(|| quote!(all(#(#conditions),*)))
}

fn is_condition(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
}
