//! Refuses what would exhaust the stack of whoever walks it.

use constraint_symbolic::problem::Problem;
use proc_macro2::{TokenStream, TokenTree};

use crate::notes::Notes;

/// How deep an expression may be nested.
pub(super) const DEEPEST: usize = 128;
/// How many tokens a closure may have: thirty times those of a wheel joint.
pub(super) const LONGEST: usize = 4096;

/// Whether `tokens` may be parsed. The parser calls itself for every bracket and every prefix.
pub(super) fn is_bearable(tokens: &TokenStream, notes: &Notes) -> bool {
    let mut left = LONGEST;
    match walk(tokens.clone(), 0, &mut left) {
        Ok(()) => true,
        Err(found) => {
            let (token, problem) = *found;
            notes.report(&token, problem);
            false
        }
    }
}

fn walk(tokens: TokenStream, depth: usize, left: &mut usize) -> Result<(), Box<(TokenTree, Problem)>> {
    let mut prefixes = 0;
    for token in tokens {
        let is_prefix = matches!(&token, TokenTree::Punct(punct) if "-!&*|".contains(punct.as_char()));
        prefixes = if is_prefix { prefixes + 1 } else { 0 };
        if depth + prefixes > DEEPEST {
            return Err(Box::new((token, Problem::TooDeep(DEEPEST))));
        }
        if *left == 0 {
            return Err(Box::new((token, Problem::TooLong(LONGEST))));
        }
        *left -= 1;
        if let TokenTree::Group(group) = token {
            walk(group.stream(), depth + 1, left)?;
        }
    }
    Ok(())
}
