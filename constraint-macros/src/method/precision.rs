//! Types that only a build with the feature `f64`, or only one without it, can use, where others have `Scalar`.
//!
//! An attribute cannot tell which build it is in: the crate that defines the scalar tells, by a macro.

use constraint_symbolic::Compiled;
use constraint_symbolic::frontend::diagnostics::Diagnostic;
use constraint_symbolic::frontend::diagnostics::problem::Problem;
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt as _;

use crate::notes::SourceMap;
use crate::parse::item::{self, Written};
use crate::parse::{Known, Parsed};

/// The method `rows`; in builds whose scalar is not that of the types, the mistakes and an inert method.
pub(crate) fn rows(
    parsed: &Parsed,
    known: &Known,
    compiled: &Compiled,
    places: &SourceMap,
    [attribute, item]: [&TokenStream; 2],
) -> TokenStream {
    let rows = super::rows(known);
    let without_f64 = errors(parsed, compiled, places, &["f64", "DVec2"]);
    let with_f64 = errors(parsed, compiled, places, &["f32"]);
    if without_f64.is_empty() && with_f64.is_empty() {
        return rows;
    }
    let rows_or = |errors: Vec<TokenStream>| {
        let inert = || super::rows_of_refused(known, &quote!(#attribute #item));
        if errors.is_empty() { rows.clone() } else { [quote!(#(#errors)*), inert()].into_iter().collect() }
    };
    let (core_, with_f64, without_f64) = (known.core.private(), rows_or(with_f64), rows_or(without_f64));
    quote!(#core_::if_f64! { { #with_f64 } { #without_f64 } })
}

/// A mistake for each of these types that the closure uses: of a field that it reads, or of a `let`.
fn errors(parsed: &Parsed, compiled: &Compiled, places: &SourceMap, types: &[&str]) -> Vec<TokenStream> {
    let is_read = |field: &&Written| {
        let name = field.ident.unraw().to_string();
        compiled.parameters.iter().any(|parameter| parameter.expression.is_none() && parameter.path[0] == name)
    };
    // What is under a `#[cfg(…)]` may follow the feature.
    let fields = parsed.item.fields.iter().filter(|field| field.conditions.is_empty()).filter(is_read);
    let used = fields.map(|field| &field.ty).chain(&parsed.annotations);
    let is_one = |ty: &&TokenStream| item::last_of_path(ty).is_some_and(|last| types.iter().any(|name| last == name));
    let error = |ty: &TokenStream| {
        let problem = Problem::OtherPrecision(item::written(ty));
        places.compile_error(&Diagnostic { span: places.of(ty), problem })
    };
    used.filter(is_one).map(error).collect()
}
