//! The beginning of a step: sums of angles, in `f64` whatever the scalar is.

use constraint_symbolic::graph::Input;
use constraint_symbolic::program::Expr;
use constraint_symbolic::tape::Leaf;
use proc_macro2::TokenStream;
use quote::quote;

use super::Types;
use crate::emit::code::{Code, sign, strength};
use crate::emit::joint::Joint;
use crate::emit::tokens::{self, Tokens};

/// `fn begin`, where the joint reads angles.
pub(super) fn function(joint: &Joint<'_>, types: &Types) -> Option<TokenStream> {
    let fast = &joint.compiled.program.fast;
    if fast.start_fields.is_empty() {
        return None;
    }
    let Types { bodies, setup, prepared, .. } = types;
    let mut body = Tokens::default();
    body.take_apart(&joint.bodies, "angles");
    let code = Code::new(joint, &fast.begin);
    for (number, value) in fast.begin.outputs.iter().enumerate() {
        joint.prepared.member(fast.prepared_fields.len() + number, &mut body);
        body.sign('=');
        let mut exact = Tokens::default();
        write(&code, joint, value, 0, &mut exact);
        body.call(&["S", "nearest"], exact);
        body.sign(';');
    }
    let body = tokens::braces(body);
    Some(quote! {
        /// Sums of the angles at which a step begins.
        #[inline(always)]
        fn begin<S: core_::Real>(
            setup: &#setup,
            angles: &[S::Double; #bodies],
            prepared: &mut #prepared,
        ) #body
    })
}

/// Writes an expression of doubles: of the angles, and of what setup keeps.
fn write(code: &Code<'_>, joint: &Joint<'_>, expr: &Expr, outside: u8, into: &mut Tokens) {
    let binds = strength(expr);
    if binds < outside {
        let mut inside = Tokens::default();
        write(code, joint, expr, 0, &mut inside);
        return into.parentheses(inside);
    }
    match expr {
        Expr::Given(Leaf { input: Input::Angle(body), .. }) => into.push(joint.bodies[usize::from(*body)].clone()),
        Expr::Negate(a) => {
            into.sign('-');
            write(code, joint, a, binds, into);
        }
        Expr::Binary(op, a, b) => {
            write(code, joint, a, binds, into);
            into.sign(sign(*op));
            write(code, joint, b, binds + 1, into);
        }
        known => {
            code.write(known, binds, into);
            into.method("double", Tokens::default());
        }
    }
}
