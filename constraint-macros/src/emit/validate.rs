//! The checks of a joint's parameters.

use constraint_symbolic::assemble::Check;
use constraint_symbolic::graph::Type;
use constraint_symbolic::tape::Lane;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::code::Code;
use super::joint::Joint;
use super::tokens::{Tokens, braces};

/// `fn validate`
pub(super) fn function(joint: &Joint<'_>) -> TokenStream {
    let function = &joint.compiled.program.derived.checks;
    let code = Code::new(joint, function);
    let mut body = Tokens::default();
    if !function.outputs.is_empty() {
        body.extend(quote!(
            type S = f64;
            use core_::Real as _;
        ));
    }
    code.lets(function, &mut body);
    let mut values = function.outputs.iter().map(|value| code.expr(value));
    let mut value = || values.next().unwrap_or_default();
    for (check, label) in &joint.compiled.checks {
        match *check {
            Check::Finite(index) => finite(&code, joint, index as usize, label, &mut body),
            Check::Ordered(..) => test("ordered", label, [value(), value()], &mut body),
            Check::NotNan(_) => test("not_nan", label, [value()], &mut body),
            Check::NotNegative(_) => test("not_negative", label, [value()], &mut body),
        }
    }
    if joint.parsed.options.validate.is_some() {
        body.extend(quote!(__Own::validate(self)?;));
    }
    body.extend(quote!(::core::result::Result::Ok(())));
    let body = braces(body);
    quote! {
        /// Refuses parameters with which the joint means nothing.
        fn validate(&self) -> ::core::result::Result<(), core_::InvalidParameter> #body
    }
}

/// A test for each scalar of a parameter.
fn finite(code: &Code<'_>, joint: &Joint<'_>, index: usize, label: &str, into: &mut Tokens) {
    let ty = joint.compiled.parameters[index].ty;
    let mut test = |lane: Lane, suffix: &str| {
        let mut value = Tokens::default();
        code.field(index, ty, lane, &mut value);
        self::test("finite", &format!("{label}{suffix}"), [value], into);
    };
    let (x, y) = match ty {
        Type::Vector => (".x", ".y"),
        Type::Rotation => (".cos", ".sin"),
        Type::Scalar | Type::Truth => return test(Lane::Whole, ""),
    };
    test(Lane::X, x);
    test(Lane::Y, y);
}

/// `core_::check::name(label, values)?;`
fn test<const N: usize>(name: &str, label: &str, values: [Tokens; N], into: &mut Tokens) {
    let mut arguments = Tokens::default();
    arguments.push(Literal::string(label));
    for value in values {
        arguments.sign(',');
        arguments.append(value);
    }
    into.call(&["core_", "check", name], arguments);
    into.sign('?');
    into.sign(';');
}
