#![doc = include_str!("lib.md")]
#![forbid(unsafe_code)]

mod emit;
mod expand;
mod method;
mod notes;
mod parse;
#[cfg(test)]
mod snapshots;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

#[doc = include_str!("language.md")]
#[proc_macro_attribute]
pub fn constraint(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(&attribute.into(), &item.into()).into()
}
