//! How each row acts, as a value.

use constraint_symbolic::Compiled;
use constraint_symbolic::assemble::{Kind, Law};
use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use crate::parse::Parsed;

/// `fn laws`
pub(super) fn function(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let function = &compiled.program.derived.laws;
    let code = Code::new(parsed, compiled, function);
    let (parameters, locals, rows) = (code.parameters(function), code.locals(function), compiled.rows);
    let mut values = function.outputs.iter().map(|value| code.expr(value));
    let laws = compiled.laws.iter().map(|law| literal(law, &mut values));
    let laws = quote!(#(#laws),*);
    quote! {
        fn laws<S: core_::Real>(&self) -> [core_::Law<S>; #rows] {
            #parameters
            #locals
            [#laws]
        }
    }
}

fn literal(law: &Law, values: &mut impl Iterator<Item = TokenStream>) -> TokenStream {
    let mut value = || values.next().unwrap_or_default();
    let action = match law.kind {
        Kind::Hold => quote!(Hold),
        Kind::Within => quote!(Within),
        Kind::Rate => quote!(Rate),
        Kind::Soft(..) => {
            let (hertz, damping_ratio) = (value(), value());
            quote!(Soft { hertz: #hertz, damping_ratio: #damping_ratio })
        }
        Kind::Spring(..) => {
            let (stiffness, damping) = (value(), value());
            quote!(Spring { stiffness: #stiffness, damping: #damping })
        }
    };
    let max_force = if law.max_force.is_some() {
        let force = value();
        quote!(::core::option::Option::Some(#force))
    } else {
        quote!(::core::option::Option::None)
    };
    let first = law.first;
    quote!(core_::Law { action: core_::Action::#action, max_force: #max_force, first: #first })
}
