#![doc = include_str!("lib.md")]
#![forbid(unsafe_code)]

mod conditional;
mod core_path;
mod emit;
mod expand;
mod fallback;
mod method;
mod notes;
mod parse;
mod precision;
mod receiver;
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
