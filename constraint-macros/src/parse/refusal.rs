//! The expressions of Rust that the language does not have: what they are called, what to write instead, where they end.

use constraint_symbolic::frontend::diagnostics::problem::Problem;
use proc_macro2::{Group, Ident, Span, TokenTree};
use syn::parse::ParseStream;
use syn::{Lifetime, Token, token};

use super::operator::Ahead;
use super::{parameters, tokens};
use crate::notes;

const fn undeclared(what: &'static str, instead: &'static str, own: &'static str) -> Problem {
    Problem::Undeclared { what, instead, own }
}

pub(super) const fn unsupported(what: &'static str, instead: &'static str) -> Problem {
    Problem::Unsupported { what, instead }
}

pub(super) const ATTRIBUTE: Problem = unsupported("an attribute", "it stands for one formula, under any configuration");
pub(super) const GENERIC_ARGUMENTS: Problem = undeclared(
    "a generic argument",
    "leave it out or, if the value names no body, bind it with its type",
    "gain: Scalar = …",
);
pub(super) const LABEL: Problem = unsupported("a label", "there is nothing to leave");
pub(super) const QUALIFIED_PATH: Problem = unsupported("a qualified path", "write a plain path or a method");
pub(super) const TUPLE_INDEX: Problem = undeclared(
    "an index into a tuple",
    "bind each part to a name of its own or, if the value names no body, bind it with its type",
    "gain: Scalar = self.pair.0",
);
pub(super) const STRUCT_REST: Problem = unsupported("`..` in a struct", "write out every field");
pub(super) const CALLED_VALUE: Problem = unsupported("calling a value", "write out what it computes");
pub(super) const CAST: Problem = undeclared(
    "`as`",
    "every number here is a `Scalar`; give the field that type, or convert it before",
    "count: Scalar = self.count as Scalar",
);
pub(super) const INDEX: Problem = undeclared(
    "indexing",
    "use `.x` and `.y` or, if the value names no body, bind it with its type, `Scalar` or `Vec2`",
    "gain: Scalar = self.table[0]",
);
pub(super) const REFERENCE: Problem = unsupported("a reference", "values are copied; leave out the `&`");
pub(super) const DEREFERENCE: Problem = unsupported("a dereference", "values are copied; leave out the `*`");
pub(super) const POWER: Problem = unsupported("`**`", "write a power with `powi` or `powf`");
pub(super) const QUESTION: Problem = unsupported("`?`", "a formula always has a value");
pub(super) const ASYNC: Problem = unsupported("`async`", "a constraint is a formula");
pub(super) const CHARACTER: Problem = unsupported("a character", "write a number or a field");
pub(super) const STRING: Problem = unsupported("a string", "write a number or a field");

/// What begins with this word and ends with a block.
pub(super) fn block_of(word: &str) -> Option<Problem> {
    Some(match word {
        "for" => Problem::Loop("for"),
        "while" => Problem::Loop("while"),
        "loop" => Problem::Loop("loop"),
        "match" => unsupported("`match`", "choose with `if c { x } else { y }`"),
        "unsafe" => unsupported("`unsafe`", "a constraint is a formula"),
        "async" => ASYNC,
        "const" => unsupported("a `const` block", "declare the constant outside the attribute"),
        _ => return None,
    })
}

/// What begins with this word and goes on as long as it can.
pub(super) fn rest_of(word: &str) -> Option<Problem> {
    Some(match word {
        "break" => unsupported("`break`", "choose with `if c { x } else { y }`"),
        "continue" => unsupported("`continue`", "choose with `if c { x } else { y }`"),
        "return" => unsupported("`return`", "the last line is the value"),
        "yield" => unsupported("`yield`", "a constraint is a formula"),
        _ => return None,
    })
}

/// Macros that are there for their effect.
const EFFECTS: [&str; 10] =
    ["assert", "assert_eq", "assert_ne", "dbg", "debug_assert", "eprint", "eprintln", "panic", "print", "println"];

/// What is wrong with a macro.
pub(super) fn of_macro(name: String) -> Problem {
    if EFFECTS.contains(&name.as_str()) {
        return unsupported(
            "a macro with an effect",
            "to see or check values, call the joint's method `rows` in a test",
        );
    }
    Problem::MacroCall(name)
}

/// Whether a keyword is ahead that a path may begin with.
pub(super) fn begins_path(input: ParseStream) -> bool {
    input.peek(Token![self])
        || input.peek(Token![Self])
        || input.peek(Token![super])
        || input.peek(Token![crate])
        || input.peek(Token![::])
}

/// Whether what is ahead ends with its block where a statement begins.
pub(super) fn is_block(input: ParseStream) -> bool {
    let is_word = |word: &Ident| word == "if" || block_of(&word.to_string()).is_some();
    input.peek(token::Brace)
        || input.peek(Lifetime)
        || input.cursor().ident().is_some_and(|(word, _)| is_word(&word)) && !parameters::is_closure(input)
}

/// Any bracket and what stands in it.
pub(super) fn group(input: ParseStream) -> syn::Result<Group> {
    input.parse().map_err(|_| input.error("expected a bracket"))
}

/// The last token of the type after `as`.
pub(super) fn cast_type(input: ParseStream) -> syn::Result<Span> {
    let first: TokenTree = input.parse()?;
    let is_end = |input: ParseStream| tokens::is_end(input) || input.peek(token::Brace) || Ahead::of(input).is_some();
    Ok(notes::ends(tokens::until(input, is_end)?).map_or(first.span(), |(_, last)| last))
}
