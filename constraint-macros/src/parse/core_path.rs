//! The path by which generated code names constraint-core.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Token;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;

/// `::constraint_core`, or what the option `crate` says.
#[derive(Clone)]
pub(crate) struct CorePath {
    starts_at_root: bool,
    segments: Vec<Ident>,
}

impl Default for CorePath {
    fn default() -> Self {
        Self { starts_at_root: true, segments: vec![Ident::new("constraint_core", Span::call_site())] }
    }
}

impl ToTokens for CorePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (root, segments) = (self.starts_at_root.then(|| quote!(::)), &self.segments);
        tokens.extend(quote!(#root #(#segments)::*));
    }
}

impl CorePath {
    /// Reads a path without generic arguments, such as `engine::constraint_core` or `$crate::constraint_core`.
    pub(crate) fn parse(input: ParseStream) -> syn::Result<Self> {
        let starts_at_root = input.parse::<Option<Token![::]>>()?.is_some();
        let mut segments = vec![input.call(Ident::parse_any)?];
        while input.parse::<Option<Token![::]>>()?.is_some() {
            segments.push(input.call(Ident::parse_any)?);
        }
        Ok(Self { starts_at_root, segments })
    }

    /// The module of what generated code names.
    pub(crate) fn private(&self) -> TokenStream {
        quote!(#self::__private0)
    }

    /// The same, standing at `place`.
    pub(crate) fn private_at(&self, place: Span) -> TokenStream {
        let mut segments = self.segments.clone();
        for segment in &mut segments {
            segment.set_span(segment.span().located_at(place));
        }
        let root = self.starts_at_root.then(|| quote_spanned!(place=> ::));
        quote_spanned!(place=> #root #(#segments)::* ::__private0)
    }

    /// What a block of generated code imports: that module as `core_`, and the primitive types, which a type of the user's
    /// may hide.
    pub(crate) fn imports(&self) -> TokenStream {
        quote! {
            use #self::__private0 as core_;
            use ::core::primitive::{bool, f64, str, usize};
        }
    }

    /// The path as documentation links to it: none for `$crate`, which rustdoc does not know.
    pub(crate) fn in_documentation(&self) -> Option<String> {
        let segments: Vec<String> = self.segments.iter().map(ToString::to_string).collect();
        let is_known = segments.iter().all(|segment| !segment.starts_with('$'));
        is_known.then(|| format!("{}{}", if self.starts_at_root { "::" } else { "" }, segments.join("::")))
    }
}
