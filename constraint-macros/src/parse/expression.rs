//! Expressions, by precedence: an operator takes for its right side what binds more tightly than itself.

use std::cell::{Cell, RefCell};

use constraint_symbolic::frontend::diagnostics::problem::Problem;
use constraint_symbolic::frontend::syntax::{Expr, ExprKind};
use proc_macro2::{Delimiter, Ident, Span, TokenStream};
use syn::parse::ParseStream;
use syn::{Token, token};

use super::operator::{self, Ahead, Operator};
use super::{Opaque, nesting, refusal, tokens};
use crate::notes::{self, Notes};

/// Reads expressions; what is not one of the language is reported, and stands in the tree as invalid.
pub(super) struct Reader<'a> {
    pub(super) notes: &'a Notes,
    depth: Cell<usize>,
    was_too_deep: Cell<bool>,
    /// The closure's bodies and its time.
    pub(super) bodies: &'a [Ident],
    pub(super) time: Option<&'a Ident>,
    /// The variables that the closure has bound so far.
    pub(super) variables: RefCell<Vec<Ident>>,
    /// What may be taken as parameters of the joint.
    pub(super) parameters: RefCell<Vec<Opaque>>,
    /// The types that `let`s declare.
    pub(super) annotations: RefCell<Vec<TokenStream>>,
}

/// Whether `name {` begins a struct: before a block, as in `if name {`, it does not.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Structs {
    Allowed,
    BeforeBlock,
}

impl<'a> Reader<'a> {
    /// A reader of a closure over these bodies and this time.
    pub(super) fn new(bodies: &'a [Ident], time: Option<&'a Ident>, notes: &'a Notes) -> Self {
        Self {
            notes,
            depth: Cell::new(0),
            was_too_deep: Cell::new(false),
            bodies,
            time,
            variables: RefCell::default(),
            parameters: RefCell::default(),
            annotations: RefCell::default(),
        }
    }

    /// The closure's body.
    pub(super) fn body(&self, input: ParseStream) -> syn::Result<Expr> {
        let is_empty = |delimiter| input.cursor().group(delimiter).is_some_and(|(inside, ..)| inside.eof());
        let problem = (is_empty(Delimiter::Brace) || is_empty(Delimiter::Parenthesis)).then_some(Problem::EmptyBody);
        let mark = self.notes.mistakes.mark();
        let body = self.expression(input)?;
        match problem {
            Some(problem) if matches!(body.kind, ExprKind::Block(..) | ExprKind::Tuple(_)) => {
                Ok(self.refused_since(mark, self.ends(&body), problem))
            }
            _ => Ok(match nesting::deepest(&body) {
                Some(part) => self.too_deep(self.notes.places.tokens(part)),
                None => body,
            }),
        }
    }

    /// Any expression.
    pub(super) fn expression(&self, input: ParseStream) -> syn::Result<Expr> {
        self.whole(input, Structs::Allowed)
    }

    pub(super) fn whole(&self, input: ParseStream, structs: Structs) -> syn::Result<Expr> {
        self.deeper(input, || {
            let (mark, first) = (self.notes.mistakes.mark(), input.span());
            if let Some(ahead @ Ahead { operator: Operator::Range { inclusive }, .. }) = Ahead::of(input) {
                let dots = (first, ahead.pass(input)?);
                return self.range(input, structs, None, dots, inclusive);
            }
            let left = self.operand(input, structs)?;
            self.after(input, structs, left, mark)
        })
    }

    /// What goes on after an operand, to the end of the expression.
    pub(super) fn after(&self, input: ParseStream, structs: Structs, left: Expr, mark: usize) -> syn::Result<Expr> {
        let left = self.climb(input, structs, operator::RANGE + 1, left, mark)?;
        let operator = input.span();
        let Some(ahead) = Ahead::of(input) else { return Ok(left) };
        match ahead.operator {
            Operator::Range { inclusive } => {
                let dots = (operator, ahead.pass(input)?);
                self.range(input, structs, Some(left), dots, inclusive)
            }
            Operator::Refused(what, instead) => {
                let is_block = |input: ParseStream| structs == Structs::BeforeBlock && input.peek(token::Brace);
                let value = tokens::until(input, |input| tokens::is_end(input) || is_block(input))?;
                let (_, last) = notes::ends(value).unwrap_or((operator, operator));
                let ends = (self.ends(&left).0, last);
                Ok(self.refused_since(mark, ends, Problem::Unsupported { what, instead }))
            }
            _ => Ok(left),
        }
    }

    /// One level more; no recursion goes past this.
    pub(super) fn deeper(&self, input: ParseStream, read: impl FnOnce() -> syn::Result<Expr>) -> syn::Result<Expr> {
        if self.depth.get() >= nesting::DEEPEST {
            let first = input.span();
            let ends = notes::ends(tokens::until(input, tokens::is_end)?).unwrap_or((first, first));
            return Ok(self.too_deep(ends));
        }
        self.depth.update(|depth| depth + 1);
        let read = read();
        self.depth.update(|depth| depth - 1);
        read
    }

    /// To be said once: what is this deep is deep in many places.
    fn too_deep(&self, ends: (Span, Span)) -> Expr {
        if self.was_too_deep.replace(true) {
            return self.made(ExprKind::Invalid, ends);
        }
        self.refused(ends, Problem::TooDeep(nesting::DEEPEST))
    }

    /// The first and the last token of an expression.
    pub(super) fn ends(&self, expression: &Expr) -> (Span, Span) {
        self.notes.places.tokens(expression.span)
    }

    pub(super) fn made(&self, kind: ExprKind, (first, last): (Span, Span)) -> Expr {
        Expr { kind, span: self.notes.places.between(first, last) }
    }

    /// Reports a mistake in place of an expression.
    pub(super) fn refused(&self, ends: (Span, Span), problem: Problem) -> Expr {
        let invalid = self.made(ExprKind::Invalid, ends);
        self.notes.mistakes.report(invalid.span, problem);
        invalid
    }

    /// Reports it of all that was read since the mark; what is wrong inside is not said as well.
    pub(super) fn refused_since(&self, mark: usize, ends: (Span, Span), problem: Problem) -> Expr {
        self.notes.mistakes.rewind(mark);
        self.refused(ends, problem)
    }

    /// `left..right`, either of which may be missing.
    fn range(
        &self,
        input: ParseStream,
        structs: Structs,
        start: Option<Expr>,
        dots: (Span, Span),
        inclusive: bool,
    ) -> syn::Result<Expr> {
        let is_at_block = structs == Structs::BeforeBlock && input.peek(token::Brace);
        let is_open = !inclusive && (input.is_empty() || tokens::is_end(input) || is_at_block);
        let end = if is_open { None } else { Some(self.binary(input, structs, operator::RANGE + 1)?) };
        let first = start.as_ref().map_or(dots.0, |start| self.ends(start).0);
        let last = end.as_ref().map_or(dots.1, |end| self.ends(end).1);
        let kind = ExprKind::Range { start: start.map(Box::new), end: end.map(Box::new), inclusive };
        Ok(self.made(kind, (first, last)))
    }

    /// Operands and the operators between them that bind at least so tightly.
    fn binary(&self, input: ParseStream, structs: Structs, least: u8) -> syn::Result<Expr> {
        let mark = self.notes.mistakes.mark();
        let left = self.operand(input, structs)?;
        self.climb(input, structs, least, left, mark)
    }

    fn climb(&self, input: ParseStream, structs: Structs, least: u8, mut left: Expr, mark: usize) -> syn::Result<Expr> {
        let mut was_compared = false;
        while let Some(ahead) = Ahead::of(input).filter(|ahead| ahead.precedence >= least) {
            let is_compared = ahead.precedence == operator::COMPARISON;
            if was_compared && is_compared {
                return Err(input.error("comparisons do not follow each other: join two of them by `&&`"));
            }
            was_compared = is_compared;
            ahead.pass(input)?;
            let first = self.ends(&left).0;
            if let Operator::Cast = ahead.operator {
                left = self.refused_since(mark, (first, refusal::cast_type(input)?), refusal::CAST);
                continue;
            }
            let right = self.binary(input, structs, ahead.precedence + 1)?;
            let ends = (first, self.ends(&right).1);
            left = match ahead.operator {
                Operator::Binary(operator) => {
                    self.made(ExprKind::Binary(operator, Box::new(left), Box::new(right)), ends)
                }
                Operator::Refused(what, instead) => {
                    self.refused_since(mark, ends, Problem::Unsupported { what, instead })
                }
                Operator::Range { .. } | Operator::Cast => left,
            };
        }
        Ok(left)
    }

    /// What stands between operators: prefixes, a value, and what is taken of that.
    fn operand(&self, input: ParseStream, structs: Structs) -> syn::Result<Expr> {
        let mut prefixes: Vec<(char, Span)> = Vec::new();
        while let Some((punct, _)) = input.cursor().punct().filter(|(punct, _)| "-!*&".contains(punct.as_char()))
            && input.cursor().group(Delimiter::None).is_none()
        {
            input.parse::<proc_macro2::Punct>()?;
            prefixes.push((punct.as_char(), punct.span()));
            if punct.as_char() == '&' {
                input.parse::<Option<Token![mut]>>()?;
            }
        }
        let mark = self.notes.mistakes.mark();
        let value = self.value(input, structs)?;
        let mut operand = self.suffixes(input, value, mark)?;
        for (prefix, first) in prefixes.into_iter().rev() {
            let ends = (first, self.ends(&operand).1);
            operand = match prefix {
                '-' => self.made(ExprKind::Negate(Box::new(operand)), ends),
                '!' => self.made(ExprKind::Not(Box::new(operand)), ends),
                '&' => self.refused_since(mark, ends, refusal::REFERENCE),
                // `x ** 2` is `x * (*2)`.
                _ if matches!(operand.kind, ExprKind::Integer(_) | ExprKind::Float(_)) => {
                    self.refused_since(mark, ends, refusal::POWER)
                }
                _ => self.refused_since(mark, ends, refusal::DEREFERENCE),
            };
        }
        Ok(operand)
    }
}
