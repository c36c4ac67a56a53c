//! What outlives a degenerate pose, taken out of the kept values and put back.

use constraint_symbolic::Compiled;
use proc_macro2::TokenStream;
use quote::quote;

use super::kept::Kept;
use super::{count, ident};
use crate::parse::Parsed;

/// `type Memory`, `fn memory` and `fn remember`
pub(super) fn functions(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let fast = &compiled.program.fast;
    let prepared = Kept::prepared(parsed, fast).of("S");
    let fields: Vec<_> =
        fast.memory.iter().flat_map(|&(x, y)| [x, y]).map(|field| ident(&fast.prepared_fields[field])).collect();
    let (count, places) = (count(fields.len()), (0..fields.len()).map(count));
    if fields.is_empty() {
        return quote!(
            type Memory<T: core_::Element> = [T; 0];
        );
    }
    quote! {
        type Memory<T: core_::Element> = [T; #count];
        /// The last normals.
        fn memory<S: core_::Real>(prepared: &#prepared) -> [S; #count] {
            [#(prepared.#fields),*]
        }
        fn remember<S: core_::Real>(prepared: &mut #prepared, memory: &[S; #count]) {
            #(prepared.#fields = memory[#places];)*
        }
    }
}
