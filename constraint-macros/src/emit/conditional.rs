//! Fields that some builds leave out.
//!
//! An attribute sees its struct before `#[cfg(…)]` is decided, so that it cannot tell whether such a field is there. What
//! reads one is therefore under the same condition, and under its opposite the mistake is told.

use constraint_symbolic::Compiled;
use constraint_symbolic::frontend::diagnostics::Diagnostic;
use constraint_symbolic::frontend::diagnostics::problem::Problem;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt as _;

use super::fallback;
use crate::method;
use crate::notes::SourceMap;
use crate::parse::{Known, Parsed, Struct};

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
    places: &SourceMap,
    [attribute, item]: [&TokenStream; 2],
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
    let inert = fallback::implementation(known);
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
fn conditionals(item: &Struct, compiled: &Compiled) -> Vec<Conditional> {
    let mut found: Vec<Conditional> = Vec::new();
    // Most structs have none at all.
    if item.fields.iter().all(|field| field.conditions.is_empty()) {
        return found;
    }
    let fields = compiled.parameters.iter().filter(|parameter| parameter.expression.is_none());
    for name in fields.map(|parameter| &parameter.path[0]).chain(&compiled.curves) {
        let declared: Vec<_> = item.fields.iter().filter(|field| field.ident.unraw() == name).collect();
        let Some(first) = declared.first().filter(|_| declared.iter().all(|field| !field.conditions.is_empty())) else {
            continue;
        };
        let conditions = declared.iter().map(|field| &field.conditions).map(|all| quote!(all(#(#all),*)));
        if !found.iter().any(|known| known.field == first.ident) {
            found.push(Conditional { field: first.ident.clone(), condition: quote!(any(#(#conditions),*)) });
        }
    }
    found
}
