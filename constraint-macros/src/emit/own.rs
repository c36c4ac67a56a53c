//! The user's own expressions and functions, where no name of generated code hides the user's: types and functions may be called
//! `Setup`, `S` or `time`.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::joint::Joint;
use crate::parse::Opaque;
use crate::receiver::receiver;

/// The method that works out an expression of the user's, by its number.
pub(super) fn parameter(number: usize) -> String {
    format!("parameter_{number}")
}

/// A trait whose methods are the user's, implemented for the joint, if there are any.
pub(super) fn methods(joint: &Joint<'_>) -> Option<TokenStream> {
    let (name, own) = (&joint.parsed.item.ident, format_ident!("{}", joint.own));
    let options = &joint.parsed.options;
    let bodies: Vec<Ident> = joint.bodies.iter().map(|name| format_ident!("{name}")).collect();
    let number = Literal::usize_unsuffixed(bodies.len());
    let mut methods: Vec<(TokenStream, TokenStream)> = Vec::new();
    for (number, Opaque { ty, value }) in joint.parsed.parameters.iter().enumerate() {
        let (method, receiver) = (format_ident!("{}", parameter(number)), receiver(value));
        methods.push((quote!(fn #method(&#receiver) -> #ty), quote!(let value: #ty = #value; value)));
    }
    if let Some(check) = &options.validate {
        methods.push((
            quote!(fn validate(&self) -> ::core::result::Result<(), ::constraint_core::__private0::InvalidParameter>),
            quote!(::constraint_core::__private0::check::accepted((#check)(self))),
        ));
    }
    if let Some(update) = &options.update {
        methods.push((
            quote!(fn update(&mut self, bodies: &[::constraint_core::__private0::BodyState; #number])),
            quote!(let [#(#bodies),*] = bodies; (#update)(self, #(#bodies),*);),
        ));
    }
    if let Some(draw) = &options.draw {
        methods.push((
            quote! {
                fn draw(
                    &self,
                    bodies: &[::constraint_core::__private0::BodyState; #number],
                    canvas: &mut dyn ::constraint_core::__private0::Canvas,
                )
            },
            quote!(let [#(#bodies),*] = bodies; (#draw)(self, #(#bodies,)* canvas);),
        ));
    }
    let (signatures, bodies): (Vec<_>, Vec<_>) = methods.into_iter().unzip();
    (!signatures.is_empty()).then(|| {
        quote! {
            #[allow(dead_code)] // of what no row has in the end
            trait #own { #(#signatures;)* }
            #[automatically_derived]
            impl #own for #name { #(#[inline] #signatures { #bodies })* }
        }
    })
}
