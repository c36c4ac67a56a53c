//! The mathematics for any engine: C, limits, V, J, K and the impulses.

use constraint_symbolic::Compiled;
use constraint_symbolic::program::Function;
use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::idents;
use crate::parse::Parsed;

/// All functions of the derived mathematics.
pub(super) fn functions(parsed: &Parsed, compiled: &Compiled) -> TokenStream {
    let derived = &compiled.program.derived;
    let (bodies, rows) = (compiled.bodies.len(), compiled.rows);
    let names = &compiled.names;
    let (poses, masses, velocities) = (idents(&names.bodies), idents(&names.masses), idents(&names.velocities));
    let poses_let = quote!(let [#(#poses),*] = *poses;);
    let masses_let = quote!(let [#(#masses),*] = *masses;);
    let velocities_let = quote!(let [#(#velocities),*] = *velocities;);
    let body = |function: &Function, value: &dyn Fn(&[TokenStream]) -> TokenStream| {
        let code = Code::new(parsed, compiled, function);
        let (parameters, locals) = (code.parameters(function), code.locals(function));
        let outputs: Vec<TokenStream> = function.outputs.iter().map(|output| code.expr(output)).collect();
        let value = value(&outputs);
        quote!(#parameters #locals #value)
    };
    let position = body(&derived.position, &|values| list(values));
    let limits = body(&derived.limits, &|bounds| {
        list(bounds.chunks(2).map(|pair| {
            let (lower, upper) = (&pair[0], &pair[1]);
            quote!(core_::Limits { lower: #lower, upper: #upper })
        }))
    });
    let velocity = body(&derived.velocity, &|values| list(values));
    let jacobian = body(&derived.jacobian, &|values| list(values.chunks(3 * bodies).map(|row| list(wrenches(row)))));
    let effective_mass = body(&derived.effective_mass, &|values| list(values.chunks(rows).map(list)));
    let impulse = body(&derived.impulse, &|values| list(wrenches(values)));
    quote! {
        fn position_at<S: core_::Real>(&self, poses: &[core_::Pose<S>; #bodies], time: S) -> [S; #rows] {
            #poses_let
            #position
        }
        fn limits<S: core_::Real>(&self) -> [core_::Limits<S>; #rows] {
            #limits
        }
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
        fn jacobian_at<S: core_::Real>(
            &self,
            poses: &[core_::Pose<S>; #bodies],
            time: S,
        ) -> [[core_::Wrench<S>; #bodies]; #rows] {
            #poses_let
            #jacobian
        }
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
        quote!(core_::Wrench { x: #x, y: #y, angular: #angular })
    };
    values.chunks(3).map(wrench).collect()
}
