//! How each row acts, as a value.

use constraint_symbolic::assemble::{Kind, Law};
use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::count;
use super::joint::Joint;
use super::tokens::{Tokens, braces, list};

/// `fn laws`
pub(super) fn function(joint: &Joint<'_>) -> TokenStream {
    let function = &joint.compiled.program.derived.laws;
    let code = Code::new(joint, function);
    let (mut body, rows) = (Tokens::default(), count(joint.compiled.rows));
    code.lets(function, &mut body);
    let mut values = function.outputs.iter().map(|value| code.expr(value));
    let laws = joint.compiled.laws.iter().map(|law| literal(law, &mut values));
    body.push(list(laws, &|law, into| into.append(law)));
    let body = braces(body);
    quote! {
        /// How each row acts.
        fn laws<S: core_::Real>(&self) -> [core_::Law<S>; #rows] #body
    }
}

/// `core_::law(first, action)`, `core_::forced` by a greatest force.
fn literal(law: &Law, values: &mut impl Iterator<Item = Tokens>) -> Tokens {
    let mut value = || values.next().unwrap_or_default();
    let mut arguments = Tokens::default();
    arguments.push(count(law.first));
    arguments.sign(',');
    match law.kind {
        Kind::Hold => arguments.path(&["core_", "Action", "Hold"]),
        Kind::Within => arguments.path(&["core_", "Action", "Within"]),
        Kind::Rate => arguments.path(&["core_", "Action", "Rate"]),
        Kind::Soft(..) => arguments.call(&["core_", "soft"], pair(value(), value())),
        Kind::Spring(..) => arguments.call(&["core_", "spring"], pair(value(), value())),
    }
    let mut acts = Tokens::default();
    acts.call(&["core_", "law"], arguments);
    if law.max_force.is_none() {
        return acts;
    }
    let mut forced = Tokens::default();
    forced.call(&["core_", "forced"], pair(acts, value()));
    forced
}

/// `a, b`
fn pair(mut a: Tokens, b: Tokens) -> Tokens {
    a.sign(',');
    a.append(b);
    a
}
