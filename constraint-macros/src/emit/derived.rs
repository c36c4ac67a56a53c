//! The mathematics for any engine: C, limits, V, J, K and the impulses.

use constraint_symbolic::program::{Expr, Function};
use proc_macro2::{Group, Ident, Literal, TokenStream};
use quote::quote;

use super::code::Code;
use super::count;
use super::joint::Joint;
use super::tokens::{self, Tokens};

/// All functions of the derived mathematics.
pub(super) fn functions(joint: &Joint<'_>) -> TokenStream {
    let derived = &joint.compiled.program.derived;
    // Equalities are what a joint has unless it says something else.
    let has_limits = derived.limits.outputs.iter().any(|bound| *bound != Expr::Constant(0.0));
    let mut functions = position_at(joint, &derived.position);
    if has_limits {
        functions.extend(limits(joint, &derived.limits));
    }
    functions.extend([
        velocity_at(joint, &derived.velocity),
        jacobian_at(joint, &derived.jacobian),
        effective_mass_at(joint, &derived.effective_mass),
        impulse_at(joint, &derived.impulse),
    ]);
    functions
}

/// A function's body: its arguments taken apart, its locals, and what `value` makes of its outputs.
fn body(
    joint: &Joint<'_>,
    function: &Function,
    arguments: &[(&[Ident], &str)],
    value: &dyn Fn(&Code<'_>, &[Expr]) -> Group,
) -> Group {
    let code = Code::new(joint, function);
    let mut body = Tokens::default();
    for &(names, argument) in arguments {
        body.take_apart(names, argument);
    }
    code.lets(function, &mut body);
    body.push(value(&code, &function.outputs));
    tokens::braces(body)
}

fn position_at(joint: &Joint<'_>, function: &Function) -> TokenStream {
    let (bodies, rows) = (bodies(joint), rows(joint));
    let body = body(joint, function, &[(&joint.bodies, "poses")], &values);
    quote! {
        /// C: the value of each row.
        #[inline]
        fn position_at<S: core_::Real>(&self, poses: &[core_::Pose<S>; #bodies], time: S) -> [S; #rows] #body
    }
}

fn limits(joint: &Joint<'_>, function: &Function) -> TokenStream {
    let rows = rows(joint);
    let body = body(joint, function, &[], &|code, bounds| records(code, "limits", bounds.chunks(2)));
    quote! {
        /// Between which values each row's c has to stay.
        #[inline]
        fn limits<S: core_::Real>(&self) -> [core_::Limits<S>; #rows] #body
    }
}

fn velocity_at(joint: &Joint<'_>, function: &Function) -> TokenStream {
    let (bodies, rows) = (bodies(joint), rows(joint));
    let body = body(joint, function, &[(&joint.bodies, "poses"), (&joint.velocities, "velocities")], &values);
    quote! {
        /// V = J v + β
        #[inline]
        fn velocity_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; #bodies],
            velocities: &[core_::Velocity<S>; #bodies],
            time: S,
        ) -> [S; #rows] #body
    }
}

fn jacobian_at(joint: &Joint<'_>, function: &Function) -> TokenStream {
    let (bodies, rows, by_row) = (bodies(joint), rows(joint), 3 * joint.bodies.len());
    let body = body(joint, function, &[(&joint.bodies, "poses")], &|code, values| {
        tokens::list(values.chunks(by_row), &|row, into| into.push(records(code, "wrench", row.chunks(3))))
    });
    quote! {
        /// J: a block for each row and body.
        #[inline]
        fn jacobian_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; #bodies],
            time: S,
        ) -> [[core_::Wrench<S>; #bodies]; #rows] #body
    }
}

fn effective_mass_at(joint: &Joint<'_>, function: &Function) -> TokenStream {
    let (bodies, rows) = (bodies(joint), rows(joint));
    let body = body(joint, function, &[(&joint.bodies, "poses"), (&joint.masses, "masses")], &|code, entries| {
        tokens::list(entries.chunks(joint.compiled.rows), &|row, into| into.push(values(code, row)))
    });
    quote! {
        /// K = J M⁻¹ Jᵀ
        #[inline]
        fn effective_mass_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; #bodies],
            masses: &[core_::MassProperties<S>; #bodies],
            time: S,
        ) -> [[S; #rows]; #rows] #body
    }
}

fn impulse_at(joint: &Joint<'_>, function: &Function) -> TokenStream {
    let (bodies, rows) = (bodies(joint), rows(joint));
    let body =
        body(joint, function, &[(&joint.bodies, "poses")], &|code, values| records(code, "wrench", values.chunks(3)));
    quote! {
        /// Jᵀλ: the impulse on each body.
        #[inline]
        fn impulse_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; #bodies],
            impulses: &[S; #rows],
            time: S,
        ) -> [core_::Wrench<S>; #bodies] #body
    }
}

fn bodies(joint: &Joint<'_>) -> Literal {
    count(joint.compiled.bodies.len())
}

fn rows(joint: &Joint<'_>) -> Literal {
    count(joint.compiled.rows)
}

/// `[a, b, …]`
fn values(code: &Code<'_>, values: &[Expr]) -> Group {
    tokens::list(values, &|value, into| code.write(value, 0, into))
}

/// `[core_::name(a, b), …]`
fn records<'v>(code: &Code<'_>, name: &str, parts: impl IntoIterator<Item = &'v [Expr]>) -> Group {
    tokens::list(parts, &|part, into| code.call(&["core_", name], part, into))
}
