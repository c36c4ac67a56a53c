//! The mathematics for any engine: C, limits, V, J, K and the impulses.

use constraint_symbolic::program::{Expr, Function};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::code::Code;
use super::count;
use super::joint::Joint;

/// All functions of the derived mathematics.
pub(super) fn functions(joint: &Joint<'_>) -> TokenStream {
    let derived = &joint.compiled.program.derived;
    let body = |function: &Function, value: &dyn Fn(&[TokenStream]) -> TokenStream| {
        let code = Code::new(joint, function);
        let mut body = code.lets(function);
        let outputs: Vec<TokenStream> = function.outputs.iter().map(|output| code.expr(output)).collect();
        body.extend(value(&outputs));
        body
    };
    // Equalities are what a joint has unless it says something else.
    let has_limits = derived.limits.outputs.iter().any(|bound| *bound != Expr::Constant(0.0));
    let limits = has_limits.then(|| limits(joint, &body(&derived.limits, &|bounds| list(ranges(bounds)))));
    let position = body(&derived.position, &|values| list(values));
    let velocity = body(&derived.velocity, &|values| list(values));
    let by_body = 3 * joint.compiled.bodies.len();
    let jacobian = body(&derived.jacobian, &|values| list(values.chunks(by_body).map(|row| list(wrenches(row)))));
    let effective_mass = body(&derived.effective_mass, &|values| list(values.chunks(joint.compiled.rows).map(list)));
    let impulse = body(&derived.impulse, &|values| list(wrenches(values)));
    [
        position_at(joint, &position),
        limits.unwrap_or_default(),
        velocity_at(joint, &velocity),
        jacobian_at(joint, &jacobian),
        effective_mass_at(joint, &effective_mass),
        impulse_at(joint, &impulse),
    ]
    .into_iter()
    .collect()
}

fn position_at(joint: &Joint<'_>, body: &TokenStream) -> TokenStream {
    let (bodies, rows, poses) = (bodies(joint), rows(joint), poses(joint));
    quote! {
        /// C: the value of each row.
        fn position_at<S: core_::Real>(&self, poses: &[core_::Pose<S>; #bodies], time: S) -> [S; #rows] {
            #poses
            #body
        }
    }
}

fn limits(joint: &Joint<'_>, body: &TokenStream) -> TokenStream {
    let rows = rows(joint);
    quote! {
        /// Between which values each row's c has to stay.
        fn limits<S: core_::Real>(&self) -> [core_::Limits<S>; #rows] {
            #body
        }
    }
}

fn velocity_at(joint: &Joint<'_>, body: &TokenStream) -> TokenStream {
    let (bodies, rows, poses) = (bodies(joint), rows(joint), poses(joint));
    let velocities = &joint.velocities;
    quote! {
        /// V = J v + β
        fn velocity_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; #bodies],
            velocities: &[core_::Velocity<S>; #bodies],
            time: S,
        ) -> [S; #rows] {
            #poses
            let [#(#velocities),*] = *velocities;
            #body
        }
    }
}

fn jacobian_at(joint: &Joint<'_>, body: &TokenStream) -> TokenStream {
    let (bodies, rows, poses) = (bodies(joint), rows(joint), poses(joint));
    quote! {
        /// J: a block for each row and body.
        fn jacobian_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; #bodies],
            time: S,
        ) -> [[core_::Wrench<S>; #bodies]; #rows] {
            #poses
            #body
        }
    }
}

fn effective_mass_at(joint: &Joint<'_>, body: &TokenStream) -> TokenStream {
    let (bodies, rows, poses) = (bodies(joint), rows(joint), poses(joint));
    let masses = &joint.masses;
    quote! {
        /// K = J M⁻¹ Jᵀ
        fn effective_mass_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; #bodies],
            masses: &[core_::MassProperties<S>; #bodies],
            time: S,
        ) -> [[S; #rows]; #rows] {
            #poses
            let [#(#masses),*] = *masses;
            #body
        }
    }
}

fn impulse_at(joint: &Joint<'_>, body: &TokenStream) -> TokenStream {
    let (bodies, rows, poses) = (bodies(joint), rows(joint), poses(joint));
    quote! {
        /// Jᵀλ: the impulse on each body.
        fn impulse_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; #bodies],
            impulses: &[S; #rows],
            time: S,
        ) -> [core_::Wrench<S>; #bodies] {
            #poses
            #body
        }
    }
}

fn bodies(joint: &Joint<'_>) -> Literal {
    count(joint.compiled.bodies.len())
}

fn rows(joint: &Joint<'_>) -> Literal {
    count(joint.compiled.rows)
}

/// The poses by the bodies' names.
fn poses(joint: &Joint<'_>) -> TokenStream {
    let poses = &joint.bodies;
    quote!(let [#(#poses),*] = *poses;)
}

/// `[a, b, …]`
fn list<I>(items: I) -> TokenStream
where
    I: IntoIterator,
    I::Item: quote::ToTokens,
{
    let items = items.into_iter();
    quote!([#(#items),*])
}

/// Limits of every two values.
fn ranges(bounds: &[TokenStream]) -> Vec<TokenStream> {
    let range = |pair: &[TokenStream]| {
        let (lower, upper) = (&pair[0], &pair[1]);
        quote!(core_::limits(#lower, #upper))
    };
    bounds.chunks(2).map(range).collect()
}

/// A wrench of every three values.
fn wrenches(values: &[TokenStream]) -> Vec<TokenStream> {
    let wrench = |part: &[TokenStream]| {
        let (x, y, angular) = (&part[0], &part[1], &part[2]);
        quote!(core_::wrench(#x, #y, #angular))
    };
    values.chunks(3).map(wrench).collect()
}
