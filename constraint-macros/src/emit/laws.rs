//! How each row acts, as a value.

use constraint_symbolic::assemble::{Kind, Law};
use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::count;
use super::joint::Joint;

/// `fn laws`
pub(super) fn function(joint: &Joint<'_>) -> TokenStream {
    let function = &joint.compiled.program.derived.laws;
    let code = Code::new(joint, function);
    let (mut lets, rows) = (TokenStream::new(), count(joint.compiled.rows));
    code.lets(function, &mut lets);
    let mut values = function.outputs.iter().map(|value| code.expr(value));
    let laws = joint.compiled.laws.iter().map(|law| literal(law, &mut values));
    let laws = quote!(#(#laws),*);
    quote! {
        /// How each row acts.
        fn laws<S: core_::Real>(&self) -> [core_::Law<S>; #rows] {
            #lets
            [#laws]
        }
    }
}

fn literal(law: &Law, values: &mut impl Iterator<Item = TokenStream>) -> TokenStream {
    let mut value = || values.next().unwrap_or_default();
    let action = match law.kind {
        Kind::Hold => quote!(core_::Action::Hold),
        Kind::Within => quote!(core_::Action::Within),
        Kind::Rate => quote!(core_::Action::Rate),
        Kind::Soft(..) => {
            let (hertz, damping_ratio) = (value(), value());
            quote!(core_::soft(#hertz, #damping_ratio))
        }
        Kind::Spring(..) => {
            let (stiffness, damping) = (value(), value());
            quote!(core_::spring(#stiffness, #damping))
        }
    };
    let first = count(law.first);
    let acts = quote!(core_::law(#first, #action));
    if law.max_force.is_none() {
        return acts;
    }
    let force = value();
    quote!(core_::forced(#acts, #force))
}
