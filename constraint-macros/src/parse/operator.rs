//! Operators between two operands, and how tightly they bind.

use constraint_symbolic::frontend::syntax::BinaryOp;
use proc_macro2::{Spacing, Span, TokenTree};
use syn::Token;
use syn::parse::ParseStream;

/// What stands after an operand, if it goes on.
pub(super) struct Ahead {
    pub(super) operator: Operator,
    /// What binds more tightly has the greater one.
    pub(super) precedence: u8,
    /// Of how many tokens it is.
    tokens: usize,
}

pub(super) enum Operator {
    Binary(BinaryOp),
    Range {
        inclusive: bool,
    },
    Cast,
    /// What the language does not have, and what to write instead.
    Refused(&'static str, &'static str),
}

/// Of `=` and the like, which take all that follows them.
pub(super) const ASSIGNMENT: u8 = 0;
pub(super) const RANGE: u8 = 1;
const OR: u8 = 2;
/// `a < b < c` has no meaning.
pub(super) const COMPARISON: u8 = 4;

impl Ahead {
    /// The operator that comes next.
    pub(super) fn of(input: ParseStream) -> Option<Self> {
        if input.peek(Token![as]) {
            return Some(Self { operator: Operator::Cast, precedence: 11, tokens: 1 });
        }
        let [first, second, third] = marks(input);
        let binary =
            |operator, precedence, tokens| Some(Self { operator: Operator::Binary(operator), precedence, tokens });
        let refused = |what, instead, precedence, tokens| {
            Some(Self { operator: Operator::Refused(what, instead), precedence, tokens })
        };
        let bits = |precedence| refused("an operator on bits", "join conditions by `&&` and `||`", precedence, 1);
        let assignment =
            |tokens| refused("an assignment", "bind the new value to a name with `let`", ASSIGNMENT, tokens);
        let range =
            |inclusive, tokens| Some(Self { operator: Operator::Range { inclusive }, precedence: RANGE, tokens });
        match (first, second, third) {
            ('=', '=', _) => binary(BinaryOp::Equal, COMPARISON, 2),
            ('!', '=', _) => binary(BinaryOp::NotEqual, COMPARISON, 2),
            ('<', '=', _) => binary(BinaryOp::LessEqual, COMPARISON, 2),
            ('>', '=', _) => binary(BinaryOp::GreaterEqual, COMPARISON, 2),
            ('&', '&', _) => binary(BinaryOp::And, 3, 2),
            ('|', '|', _) => binary(BinaryOp::Or, OR, 2),
            ('<', '<', '=') | ('>', '>', '=') => assignment(3),
            ('+' | '-' | '*' | '/' | '%' | '^' | '&' | '|', '=', _) => assignment(2),
            ('<', '<', _) | ('>', '>', _) => refused("an operator on bits", "multiply or divide", 8, 2),
            // One token to rustc.
            ('<', '-', _) => refused("`<-`", "put a space between `<` and `-`", COMPARISON, 2),
            ('<', ..) => binary(BinaryOp::Less, COMPARISON, 1),
            ('>', ..) => binary(BinaryOp::Greater, COMPARISON, 1),
            ('*', ..) => binary(BinaryOp::Multiply, 10, 1),
            ('/', ..) => binary(BinaryOp::Divide, 10, 1),
            ('%', ..) => {
                refused("`%`", "it jumps where it has no derivative; angles here are unwrapped and need none", 10, 1)
            }
            ('+', ..) => binary(BinaryOp::Add, 9, 1),
            ('-', ..) => binary(BinaryOp::Subtract, 9, 1),
            ('&', ..) => bits(7),
            ('^', ..) => refused("`^`", "write a power with `powi` or `powf`", 6, 1),
            ('|', ..) => bits(5),
            ('.', '.', '=') => range(true, 3),
            ('.', '.', _) => range(false, 2),
            ('=', '>', _) => None,
            ('=', ..) => assignment(1),
            _ => None,
        }
    }

    /// Passes over it; its last token.
    pub(super) fn pass(&self, input: ParseStream) -> syn::Result<Span> {
        for _ in 1..self.tokens {
            input.parse::<TokenTree>()?;
        }
        Ok(input.parse::<TokenTree>()?.span())
    }
}

/// The next three marks of punctuation, as far as they follow each other without a space.
fn marks(input: ParseStream) -> [char; 3] {
    let (mut marks, mut cursor) = ([' '; 3], input.cursor());
    for mark in &mut marks {
        let Some((punct, rest)) = cursor.punct() else { break };
        *mark = punct.as_char();
        if punct.spacing() == Spacing::Alone {
            break;
        }
        cursor = rest;
    }
    marks
}
