//! Passes over the expressions of Rust that the language does not have, and reports them.
//!
//! What stands inside them is not read. Where it is part of a parameter, rustc reads it and reports what is wrong there.

use constraint_symbolic::frontend::syntax::Expr;
use syn::parse::ParseStream;
use syn::{Lifetime, Token, token};

use super::expression::{Reader, Structs};
use super::refusal::{ATTRIBUTE, LABEL, QUALIFIED_PATH, block_of, group, rest_of, unsupported};
use super::{parameters, tokens};
use crate::notes;

impl Reader<'_> {
    /// What begins as no expression of the language does.
    pub(super) fn refused_value(&self, input: ParseStream) -> syn::Result<Option<Expr>> {
        let first = input.span();
        let until_end = |problem| {
            let (_, last) = notes::ends(tokens::until(input, tokens::is_end)?).unwrap_or((first, first));
            Ok(Some(self.refused((first, last), problem)))
        };
        if parameters::is_closure(input) {
            for _ in ["before the parameters", "the parameters"] {
                tokens::until(input, |input| input.peek(Token![|]))?;
                input.parse::<Token![|]>()?;
            }
            return until_end(unsupported(
                "a closure inside the closure",
                "bind what it would give to a name with `let`",
            ));
        }
        if input.peek(token::Bracket) {
            let last = group(input)?.span_close();
            let problem = unsupported("an array", "join rows into a tuple, as in `(row, row)`");
            return Ok(Some(self.refused((first, last), problem)));
        }
        if input.peek(Lifetime) {
            let label: Lifetime = input.parse()?;
            let colon: Token![:] = input.parse()?;
            self.refused((label.apostrophe, colon.span), LABEL);
            return self.deeper(input, || self.value(input, Structs::Allowed)).map(Some);
        }
        if input.peek(Token![<]) {
            tokens::angles(input)?;
            let mark = self.notes.mistakes.mark();
            let path = self.path(input, Structs::BeforeBlock)?;
            return Ok(Some(self.refused_since(mark, (first, self.ends(&path).1), QUALIFIED_PATH)));
        }
        let Some((word, _)) = input.cursor().ident() else { return Ok(None) };
        let word = word.to_string();
        if word == "_" {
            input.parse::<Token![_]>()?;
            return Ok(Some(self.refused((first, first), unsupported("`_`", "write the value"))));
        }
        if word == "let" {
            let ends = notes::ends(tokens::until(input, |input| input.peek(token::Brace) || tokens::is_end(input))?);
            let problem = unsupported("`if let`", "compare with `<` and its like");
            return Ok(Some(self.refused(ends.unwrap_or((first, first)), problem)));
        }
        if let Some(problem) = rest_of(&word) {
            return until_end(problem);
        }
        let Some(problem) = block_of(&word) else { return Ok(None) };
        tokens::until(input, |input| input.peek(token::Brace))?;
        group(input)?;
        Ok(Some(self.refused((first, first), problem)))
    }

    /// `let … = …` as a condition, and the sides of the choice, which rely on what the pattern would bind.
    pub(super) fn matching(&self, input: ParseStream) -> syn::Result<Expr> {
        let refused = self.value(input, Structs::BeforeBlock)?;
        while input.peek(token::Brace) {
            group(input)?;
            if input.peek(Token![else]) {
                tokens::until(input, |input| input.peek(token::Brace))?;
            }
        }
        Ok(refused)
    }

    /// `#[…]`, also as documentation.
    pub(super) fn refuse_attributes(&self, input: ParseStream) -> syn::Result<()> {
        while input.peek(Token![#]) {
            let mark: Token![#] = input.parse()?;
            input.parse::<Option<Token![!]>>()?;
            self.refused((mark.span, group(input)?.span_close()), ATTRIBUTE);
        }
        Ok(())
    }
}
