//! Refuses what would exhaust the stack of whoever walks it.

use constraint_symbolic::frontend::diagnostics::problem::Problem;
use constraint_symbolic::frontend::syntax::{Expr, Span};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::notes::Notes;

/// How deep an expression may be nested.
pub(crate) const DEEPEST: usize = 128;
/// How many tokens a closure may have: a hundred times those of a wheel joint, a thousand lines.
pub(crate) const LONGEST: usize = 16_384;
/// How many tokens may stand side by side in one expression: a chain of operators or methods is a tree as deep as it is long.
pub(crate) const WIDEST: usize = 2048;
/// How many levels a block counts for, whose parser has the larger frames.
const BLOCK: usize = 2;

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
    let (mut prefixes, mut run) = (0, 0);
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
        let is_end = matches!(&token, TokenTree::Punct(punct) if ",;".contains(punct.as_char()));
        run = if is_end { 0 } else { run + 1 };
        if run > WIDEST {
            return Err(Box::new((token, Problem::TooWide(WIDEST))));
        }
        if let TokenTree::Group(group) = token {
            let levels = if group.delimiter() == Delimiter::Brace { BLOCK } else { 1 };
            walk(group.stream(), depth + levels, left)?;
        }
    }
    Ok(())
}

/// The first part of an expression that is too deep: a chain of operators or methods is no bracket, but is a tree.
pub(super) fn deepest(expression: &Expr) -> Option<Span> {
    below(expression, 0)
}

fn below(expression: &Expr, depth: usize) -> Option<Span> {
    if depth >= DEEPEST {
        return Some(expression.span);
    }
    let mut found = None;
    expression.each_part(&mut |part| found = found.or_else(|| below(part, depth + 1)));
    found
}
