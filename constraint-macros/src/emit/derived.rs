//! The mathematics for any engine: C, limits, V, J, K and the impulses.

use constraint_symbolic::Compiled;
use constraint_symbolic::program::{Expr, Function};
use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::{count, idents};
use crate::parse::Parsed;

/// All functions of the derived mathematics.
pub(super) fn functions(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let derived = &compiled.program.derived;
    let (bodies, rows) = (count(compiled.bodies.len()), count(compiled.rows));
    let names = &compiled.names;
    let (poses, masses, velocities) = (idents(&names.bodies), idents(&names.masses), idents(&names.velocities));
    let poses_let = quote!(let [#(#poses),*] = *poses;);
    let masses_let = quote!(let [#(#masses),*] = *masses;);
    let velocities_let = quote!(let [#(#velocities),*] = *velocities;);
    let body = |function: &Function, value: &dyn Fn(&[TokenStream]) -> TokenStream| {
        let code = Code::new(parsed, compiled, function);
        let mut body = code.lets(function);
        let outputs: Vec<TokenStream> = function.outputs.iter().map(|output| code.expr(output)).collect();
        body.extend(value(&outputs));
        body
    };
    let position = body(&derived.position, &|values| list(values));
    let limits = body(&derived.limits, &|bounds| {
        list(bounds.chunks(2).map(|pair| {
            let (lower, upper) = (&pair[0], &pair[1]);
            quote!(core_::limits(#lower, #upper))
        }))
    });
    // Equalities are what a joint has unless it says something else.
    let has_limits = derived.limits.outputs.iter().any(|bound| *bound != Expr::Constant(0.0));
    let limits = has_limits.then(|| {
        quote! {
            /// Between which values each row's c has to stay.
            fn limits<S: core_::Real>(&self) -> [core_::Limits<S>; #rows] {
                #limits
            }
        }
    });
    let velocity = body(&derived.velocity, &|values| list(values));
    let jacobian = body(&derived.jacobian, &|values| {
        list(values.chunks(3 * compiled.bodies.len()).map(|row| list(wrenches(row))))
    });
    let effective_mass = body(&derived.effective_mass, &|values| list(values.chunks(compiled.rows).map(list)));
    let impulse = body(&derived.impulse, &|values| list(wrenches(values)));
    quote! {
        /// C: the value of each row.
        fn position_at<S: core_::Real>(&self, poses: &[core_::Pose<S>; #bodies], time: S) -> [S; #rows] {
            #poses_let
            #position
        }
        #limits
        /// V = J v + β
        fn velocity_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; #bodies],
            velocities: &[core_::Velocity<S>; #bodies],
            time: S,
        ) -> [S; #rows] {
            #poses_let
            #velocities_let
            #velocity
        }
        /// J: a block for each row and body.
        fn jacobian_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; #bodies],
            time: S,
        ) -> [[core_::Wrench<S>; #bodies]; #rows] {
            #poses_let
            #jacobian
        }
        /// K = J M⁻¹ Jᵀ
        fn effective_mass_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; #bodies],
            masses: &[core_::MassProperties<S>; #bodies],
            time: S,
        ) -> [[S; #rows]; #rows] {
            #poses_let
            #masses_let
            #effective_mass
        }
        /// Jᵀλ: the impulse on each body.
        fn impulse_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; #bodies],
            impulses: &[S; #rows],
            time: S,
        ) -> [core_::Wrench<S>; #bodies] {
            #poses_let
            #impulse
        }
    }
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

/// A wrench of every three values.
fn wrenches(values: &[TokenStream]) -> Vec<TokenStream> {
    let wrench = |part: &[TokenStream]| {
        let (x, y, angular) = (&part[0], &part[1], &part[2]);
        quote!(core_::wrench(#x, #y, #angular))
    };
    values.chunks(3).map(wrench).collect()
}
