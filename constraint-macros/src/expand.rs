//! The whole pipeline.

use constraint_symbolic::Compiled;
use constraint_symbolic::frontend::diagnostics::Diagnostic;
use proc_macro2::TokenStream;
use quote::quote;

use crate::emit;
use crate::method::{self, precision};
use crate::notes::SourceMap;
use crate::parse::{self, Known, Parsed, Reading};

/// What the attribute, whose argument is `attribute`, makes of `item`.
pub(crate) fn expand(attribute: &TokenStream, item: &TokenStream) -> TokenStream {
    let Reading { known, parsed, mut mistakes, places } = parse::read(attribute, item.clone());
    // What could be read is compiled even when something could not, so that one run reports the mistakes of both.
    if let Some(parsed) = parsed {
        match constraint_symbolic::compile(&parsed.joint) {
            Ok(compiled) => match not_meant(&parsed, &compiled) {
                _ if !mistakes.is_empty() => {}
                lints if lints.is_empty() => {
                    return accepted(&parsed, &known, &compiled, &places, [attribute, item]);
                }
                lints => mistakes = lints,
            },
            Err(mut more) => {
                more.retain(|mistake| mistakes.is_empty() || !mistake.problem.may_follow());
                mistakes.extend(more);
            }
        }
    }
    // In the order of the source, as far as it was read in order.
    mistakes.sort_by_key(|mistake| mistake.span);
    refused(attribute, item, &known, &mistakes, &places)
}

/// What is probably wrong with the joint, unless its author says that it is meant.
fn not_meant(parsed: &Parsed, compiled: &Compiled) -> Vec<Diagnostic> {
    let allowed = &parsed.options.allowed;
    let is_meant = |found: &Diagnostic| found.problem.lint().is_some_and(|name| allowed.iter().any(|a| a == name));
    compiled.lints.iter().filter(|found| !is_meant(found)).cloned().collect()
}

/// The struct, its derivation added to its documentation; the closure as a method; the implementation.
fn accepted(
    parsed: &Parsed,
    known: &Known,
    compiled: &Compiled,
    places: &SourceMap,
    [attribute, item]: [&TokenStream; 2],
) -> TokenStream {
    let implementation = emit::implementation(parsed, compiled);
    let rows = precision::rows(parsed, known, compiled, places, [attribute, item]);
    let joint = emit::guarded(parsed, known, compiled, places, [attribute, item], [rows, implementation]);
    // After the user's own text, before what stands below it.
    let ([text, item], derivation) = (parse::item::halves(item), emit::documentation(parsed, compiled));
    quote!(#text #derivation #item #joint)
}

/// The struct as it was written, the mistakes, and whatever keeps the rest of the user's crate from turning red.
fn refused(
    attribute: &TokenStream,
    item: &TokenStream,
    known: &Known,
    mistakes: &[Diagnostic],
    places: &SourceMap,
) -> TokenStream {
    let errors = mistakes.iter().map(|mistake| places.compile_error(mistake));
    let implementation = emit::inert(known);
    let method = method::rows_of_refused(known, attribute);
    // What an editor completes stands where it stands whatever the mistakes are: while a name is typed they change.
    quote!(#item #method #(#errors)* #implementation)
}
