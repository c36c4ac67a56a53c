//! The user's own tokens as a method, so that rustc and editors check and complete them in place.

use proc_macro2::TokenStream;
use quote::quote;

use crate::parse::Known;

/// `fn rows(&self, a: &BodyState, …) -> impl Rows`: the closure as plain Rust.
pub(crate) fn rows(known: &Known) -> TokenStream {
    let (Some(owner), Some(body)) = (&known.owner, &known.body) else { return TokenStream::new() };
    let (visibility, ident, bodies) = (&owner.visibility, &owner.ident, &known.bodies);
    let (parameters, arguments, clause) = (&owner.parameters, &owner.arguments, &owner.clause);
    let time = &known.time;
    // What the form of this method brings about is allowed, and how fast or exact plain Rust would be: it is not what
    // the solver runs. Other lints on the formula stay the user's.
    quote! {
        impl #parameters #ident #arguments #clause {
            /// The joint's rows at the given bodies: the closure of its attribute, as plain Rust.
            #[allow(
                dead_code,
                unused_imports,
                unused_parens,
                clippy::imprecise_flops,
                clippy::many_single_char_names,
                clippy::missing_inline_in_public_items,
                clippy::must_use_candidate,
                clippy::similar_names,
                clippy::suboptimal_flops,
                clippy::too_many_arguments,
                clippy::trivially_copy_pass_by_ref,
                clippy::unused_self,
            )]
            #visibility fn rows(
                &self,
                #(#bodies: &::constraint_core::__private0::BodyState,)*
                #time
            ) -> impl ::constraint_core::__private0::Rows {
                use ::constraint_core::__private0::{Limited as _, Row as _};
                #body
            }
        }
    }
}

/// The same for editors alone: of a joint with mistakes, rustc shows those and nothing that follows from them.
pub(crate) fn rows_for_editors(known: &Known) -> TokenStream {
    let method = rows(known);
    if method.is_empty() {
        return method;
    }
    // The lint on the unknown `cfg` can only be allowed from outside of what that `cfg` removes; a module there would
    // hide the user's names.
    quote! {
        #[allow(unexpected_cfgs)]
        const _: () = {
            #[cfg(rust_analyzer)]
            #method
        };
    }
}
