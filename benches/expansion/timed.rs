//! The macro that the bench compiles a crate with: see `main.rs`.

#![forbid(unsafe_code)]

include!("../../constraint-macros/src/modules.rs");

use std::hint::black_box;
use std::time::{Duration, Instant};

use proc_macro2::{Ident, TokenStream, TokenTree};

/// How long one joint is expanded again and again.
const PATIENCE: Duration = Duration::from_millis(200);

/// Tells how many tokens `#[constraint]` makes of the struct, and what that takes in milliseconds; leaves nothing of it.
#[proc_macro_attribute]
pub fn timed(attribute: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let (attribute, item): (TokenStream, TokenStream) = (attribute.into(), item.into());
    let expansion = expand::expand(&attribute, &item);
    assert!(!expansion.to_string().contains("compile_error"), "mistakes in {item}");
    let (mut runs, mut taken) = (0, Duration::ZERO);
    while taken < PATIENCE {
        // Of a text that the compiler has met before it has to do less.
        let item = renamed(&item, runs);
        let (clock, start) = (Instant::now(), processor_time());
        black_box(expand::expand(black_box(&attribute), black_box(&item)));
        taken += start.zip(processor_time()).map_or_else(|| clock.elapsed(), |(start, end)| end.saturating_sub(start));
        runs += 1;
    }
    eprintln!("expanded: {} {}", count(expansion), taken.as_secs_f64() * 1e3 / f64::from(runs));
    proc_macro::TokenStream::new()
}

/// The struct by another name.
fn renamed(item: &TokenStream, number: u32) -> TokenStream {
    let mut is_name = false;
    let rename = |token| match token {
        TokenTree::Ident(name) if is_name => {
            is_name = false;
            Ident::new(&format!("{name}{number}"), name.span()).into()
        }
        token => {
            is_name = matches!(&token, TokenTree::Ident(word) if word == "struct");
            token
        }
    };
    item.clone().into_iter().map(rename).collect()
}

fn count(tokens: TokenStream) -> usize {
    tokens
        .into_iter()
        .map(|token| if let TokenTree::Group(group) = token { 2 + count(group.stream()) } else { 1 })
        .sum()
}

/// What this thread has had of the processor.
fn processor_time() -> Option<Duration> {
    // What it has had since it was last told apart from others is not in the file.
    std::thread::yield_now();
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    status.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
