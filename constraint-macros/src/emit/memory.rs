//! What outlives a degenerate pose, taken out of the kept values and put back.

use proc_macro2::TokenStream;
use quote::quote;

use super::count;
use super::joint::Joint;

/// `type Memory`, `fn memory` and `fn remember`
pub(super) fn functions(joint: &Joint<'_>) -> TokenStream {
    let (memory, prepared) = (&joint.compiled.program.fast.memory, joint.prepared.ty());
    let fields: Vec<_> = memory.iter().flat_map(|&(x, y)| [x, y]).map(|field| &joint.prepared.fields[field]).collect();
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
