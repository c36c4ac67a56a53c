//! What a joint with mistakes gets instead of its implementation: one that does nothing, so that its uses stay right.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{kept_apart, name_apart};
use crate::parse::Known;

/// An inert `impl Constraint`.
pub(crate) fn implementation(known: &Known) -> TokenStream {
    // What is generic has to change before it can be used as a joint at all.
    let Some(owner) = known.owner.as_ref().filter(|owner| !owner.is_generic) else {
        return TokenStream::new();
    };
    let (ident, bodies) = (name_apart(&owner.ident), Literal::usize_unsuffixed(known.bodies.len()));
    let (imports, functions) = (known.core.imports(), functions(&bodies));
    let code = quote! {
        const _: () = {
            #imports
            #[automatically_derived]
            impl core_::Constraint for #ident {
                const BODIES: usize = #bodies;
                const ROWS: usize = 0;
                const DERIVATION: &'static str = "";
                type Bodies<T: core_::Element> = [T; #bodies];
                type Rows<T: core_::Element> = [T; 0];
                type Setup<S: core_::Real> = ();
                type Prepared<S: core_::Real> = ();
                #functions
            }
        };
    };
    kept_apart(&owner.ident, code)
}

/// The functions of the implementation.
fn functions(bodies: &Literal) -> TokenStream {
    quote! {
        fn table() -> &'static core_::JointTable {
            core_::JointTable::of::<Self>()
        }
        fn duplicate(&self) -> Self {
            loop {}
        }
        fn validate(&self) -> ::core::result::Result<(), core_::InvalidParameter> {
            ::core::result::Result::Ok(())
        }
        fn position_at<S: core_::Real>(&self, _: &[core_::Pose<S>; #bodies], _: S) -> [S; 0] {
            []
        }
        fn laws<S: core_::Real>(&self) -> [core_::Law<S>; 0] {
            []
        }
        fn velocity_at<S: core_::Real>(
            &self,
            _: &[core_::Pose<S>; #bodies],
            _: &[core_::Velocity<S>; #bodies],
            _: S,
        ) -> [S; 0] {
            []
        }
        fn jacobian_at<S: core_::Real>(&self, _: &[core_::Pose<S>; #bodies], _: S) -> [[core_::Wrench<S>; #bodies]; 0] {
            []
        }
        fn effective_mass_at<S: core_::Real>(
            &self,
            _: &[core_::Pose<S>; #bodies],
            _: &[core_::MassProperties<S>; #bodies],
            _: S,
        ) -> [[S; 0]; 0] {
            []
        }
        fn impulse_at<S: core_::Real>(
            &self,
            _: &[core_::Pose<S>; #bodies],
            _: &[S; 0],
            _: S,
        ) -> [core_::Wrench<S>; #bodies] {
            [core_::wrench(S::of(0.0), S::of(0.0), S::of(0.0)); #bodies]
        }
        fn draw(&self, _: &[core_::BodyState; #bodies], _: &mut dyn core_::Canvas) {}
        fn setup<S: core_::Real>(&self, _: &[core_::MassProperties<S>; #bodies]) {}
        fn prepare<S: core_::Real>(_: &(), _: &[core_::Pose<S>; #bodies], _: &core_::Step<S>, _: &mut ()) {}
        fn warm_start<S: core_::Real>(_: &(), _: &(), _: &[S; 0], _: &mut [core_::Velocity<S>; #bodies]) {}
        fn solve<S: core_::Real>(
            _: &(),
            _: &(),
            _: &core_::Pass<S>,
            _: &mut [S; 0],
            _: &mut [core_::Velocity<S>; #bodies],
        ) {
        }
    }
}
