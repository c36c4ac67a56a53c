//! The user's own expressions and functions, where no name of generated code hides the user's: types and functions may be called
//! `Setup`, `S` or `time`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::joint::Joint;
use super::text::parameter_method;
use crate::method::receiver;
use crate::notes;
use crate::parse::Opaque;

/// A trait whose methods are the user's, implemented for the joint, if there are any.
pub(super) fn methods(joint: &Joint<'_>) -> Option<TokenStream> {
    let (name, own) = (&joint.parsed.item.ident, format_ident!("{}", joint.own));
    let options = &joint.parsed.options;
    let bodies: Vec<Ident> = joint.bodies.iter().map(|name| format_ident!("{name}")).collect();
    let number = Literal::usize_unsuffixed(bodies.len());
    let core_ = options.core.private();
    let mut methods: Vec<(TokenStream, TokenStream)> = Vec::new();
    for (number, Opaque { ty, value }) in joint.parsed.parameters.iter().enumerate() {
        // Within an expression that only rustc understands, a constant need not be a scalar.
        let is_read =
            joint.compiled.parameters.iter().any(|read| read.expression.is_some_and(|at| at as usize == number));
        if ty.is_none() && !is_read {
            continue;
        }
        let ty = ty.clone().unwrap_or_else(|| quote!(#core_::Scalar));
        let (method, receiver) = (format_ident!("{}", parameter_method(number)), receiver(value));
        methods.push((quote!(fn #method(&#receiver) -> #ty), quote!(let value: #ty = #value; value)));
    }
    let named = || quote!(let [#(#bodies),*] = bodies;);
    if let Some(check) = &options.validate {
        let (result, located) = (call(check, &[]), options.core.private_at(at(check)));
        methods.push((
            quote!(fn validate(&self) -> ::core::result::Result<(), #core_::InvalidParameter>),
            quote_spanned!(at(check)=> #located::check::accepted(#result)),
        ));
    }
    if let Some(update) = &options.update {
        let (named, call) = (named(), call(update, &bodies));
        methods.push((quote!(fn update(&mut self, bodies: &[#core_::BodyState; #number])), quote!(#named #call;)));
    }
    if let Some(draw) = &options.draw {
        let (named, call) = (named(), call(draw, &[&bodies[..], &[format_ident!("canvas")]].concat()));
        methods.push((
            quote! {
                fn draw(
                    &self,
                    bodies: &[#core_::BodyState; #number],
                    canvas: &mut dyn #core_::Canvas,
                )
            },
            quote!(#named #call;),
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

/// A call of the user's function, all of which stands where the option names it, and so what rustc says of its signature.
fn call(function: &TokenStream, arguments: &[Ident]) -> TokenStream {
    let (at, mut arguments) = (at(function), arguments.to_vec());
    for argument in &mut arguments {
        argument.set_span(at);
    }
    quote_spanned!(at=> (#function)(self #(, #arguments)*))
}

/// The place of the last token, for names of generated code.
fn at(function: &TokenStream) -> Span {
    let last = notes::ends(function.clone()).map_or_else(Span::call_site, |(_, last)| last);
    Span::call_site().located_at(last)
}
