//! The checks of a joint's parameters.

use constraint_symbolic::assemble::Check;
use constraint_symbolic::graph::Type;
use constraint_symbolic::tape::Lane;
use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::joint::Joint;

/// `fn validate`
pub(super) fn function(joint: &Joint<'_>) -> TokenStream {
    let function = &joint.compiled.program.derived.checks;
    let code = Code::new(joint, function);
    let mut lets = TokenStream::new();
    code.lets(function, &mut lets);
    let mut values = function.outputs.iter().map(|value| code.expr(value));
    let mut value = || values.next().unwrap_or_default();
    let mut tests = TokenStream::new();
    for (check, label) in &joint.compiled.checks {
        tests.extend(match *check {
            Check::Finite(index) => finite(&code, joint, index as usize, label),
            Check::Ordered(..) => {
                let (lower, upper) = (value(), value());
                quote!(core_::check::ordered(#label, #lower, #upper)?;)
            }
            Check::NotNan(_) => {
                let value = value();
                quote!(core_::check::not_nan(#label, #value)?;)
            }
            Check::NotNegative(_) => {
                let value = value();
                quote!(core_::check::not_negative(#label, #value)?;)
            }
        });
    }
    let own = joint.parsed.options.validate.as_ref().map(|_| quote!(__Own::validate(self)?;));
    let scalar = (!function.outputs.is_empty()).then(|| {
        quote!(
            type S = f64;
            use core_::Real as _;
        )
    });
    quote! {
        /// Refuses parameters with which the joint means nothing.
        fn validate(&self) -> ::core::result::Result<(), core_::InvalidParameter> {
            #scalar
            #lets
            #tests
            #own
            ::core::result::Result::Ok(())
        }
    }
}

fn finite(code: &Code<'_>, joint: &Joint<'_>, index: usize, label: &str) -> TokenStream {
    let ty = joint.compiled.parameters[index].ty;
    let test = |lane: Lane, suffix: &str| {
        let (label, value) = (format!("{label}{suffix}"), code.field(index, ty, lane));
        quote!(core_::check::finite(#label, #value)?;)
    };
    let (x, y) = match ty {
        Type::Vector => (".x", ".y"),
        Type::Rotation => (".cos", ".sin"),
        Type::Scalar | Type::Truth => return test(Lane::Whole, ""),
    };
    let (x, y) = (test(Lane::X, x), test(Lane::Y, y));
    quote!(#x #y)
}
