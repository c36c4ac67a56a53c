//! The expressions of Rust that the language does not have, and what to write instead.

use constraint_symbolic::problem::Problem;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{BinOp, Expr, Lit, Macro, UnOp};

pub(super) const ATTRIBUTE: Problem =
    Problem::Unsupported { what: "an attribute", instead: "it stands for one formula, under any configuration" };
pub(super) const GENERIC_ARGUMENTS: Problem =
    Problem::Unsupported { what: "a generic argument", instead: "the types of a constraint follow from its fields" };
pub(super) const LABEL: Problem = Problem::Unsupported { what: "a label", instead: "there is nothing to leave" };
pub(super) const QUALIFIED_PATH: Problem =
    Problem::Unsupported { what: "a qualified path", instead: "write a plain path or a method" };
pub(super) const TUPLE_INDEX: Problem =
    Problem::Unsupported { what: "an index into a tuple", instead: "bind each part to a name of its own" };
pub(super) const STRUCT_REST: Problem =
    Problem::Unsupported { what: "`..` in a struct", instead: "write out every field" };
pub(super) const CALLED_VALUE: Problem =
    Problem::Unsupported { what: "calling a value", instead: "write out what it computes" };

/// What is wrong with the expression, whatever stands inside it.
pub(super) fn of(expression: &Expr) -> Option<Problem> {
    let (what, instead) = match expression {
        Expr::ForLoop(_) => return Some(Problem::Loop("for")),
        Expr::While(_) => return Some(Problem::Loop("while")),
        Expr::Loop(_) => return Some(Problem::Loop("loop")),
        Expr::Macro(found) => return Some(of_macro(&found.mac)),
        Expr::Array(_) | Expr::Repeat(_) => ("an array", "join rows into a tuple, as in `(row, row)`"),
        Expr::Assign(_) => ("an assignment", "bind the new value to a name with `let`"),
        Expr::Async(_) | Expr::Await(_) => ("`async`", "a constraint is a formula"),
        Expr::Break(_) => ("`break`", "choose with `if c { x } else { y }`"),
        Expr::Continue(_) => ("`continue`", "choose with `if c { x } else { y }`"),
        Expr::Cast(_) => (
            "`as`",
            "every number here is a `Scalar`; give the field that type, or convert it before, as in `let count: Scalar = self.count as Scalar;`",
        ),
        Expr::Closure(_) => ("a closure inside the closure", "bind what it would give to a name with `let`"),
        Expr::Const(_) => ("a `const` block", "declare the constant outside the attribute"),
        Expr::Index(_) => (
            "indexing",
            "use `.x` and `.y` or, if no body is in it, declare its type, as in `let gain: Scalar = self.table[0];`",
        ),
        Expr::Infer(_) => ("`_`", "write the value"),
        Expr::Let(_) => ("`if let`", "compare with `<` and its like"),
        Expr::Match(_) => ("`match`", "choose with `if c { x } else { y }`"),
        Expr::RawAddr(_) | Expr::Reference(_) => ("a reference", "values are copied; leave out the `&`"),
        Expr::Return(_) => ("`return`", "the last line is the value"),
        Expr::Try(_) | Expr::TryBlock(_) => ("`?`", "a formula always has a value"),
        Expr::Unsafe(_) => ("`unsafe`", "a constraint is a formula"),
        Expr::Yield(_) => ("`yield`", "a constraint is a formula"),
        Expr::Binary(found) => return of_operator(&found.op),
        Expr::Unary(found) => match found.op {
            // `x ** 2` is `x * (*2)`.
            UnOp::Deref(_) if matches!(*found.expr, Expr::Lit(_)) => ("`**`", "write a power with `powi` or `powf`"),
            UnOp::Deref(_) => ("a dereference", "values are copied; leave out the `*`"),
            _ => return None,
        },
        Expr::Lit(found) => match &found.lit {
            Lit::Int(_) | Lit::Float(_) | Lit::Bool(_) => return None,
            Lit::Char(_) | Lit::Byte(_) => ("a character", "write a number or a field"),
            _ => ("a string", "write a number or a field"),
        },
        Expr::Verbatim(_) => ("this syntax", "write a formula of fields and bodies"),
        _ => return None,
    };
    Some(Problem::Unsupported { what, instead })
}

/// What is wrong with the operator.
fn of_operator(operator: &BinOp) -> Option<Problem> {
    let (what, instead) = match operator {
        BinOp::Rem(_) => ("`%`", "it jumps where it has no derivative; angles here are unwrapped and need none"),
        BinOp::BitXor(_) => ("`^`", "write a power with `powi` or `powf`"),
        BinOp::BitAnd(_) | BinOp::BitOr(_) => ("an operator on bits", "join conditions by `&&` and `||`"),
        BinOp::Shl(_) | BinOp::Shr(_) => ("an operator on bits", "multiply or divide"),
        BinOp::AddAssign(_)
        | BinOp::SubAssign(_)
        | BinOp::MulAssign(_)
        | BinOp::DivAssign(_)
        | BinOp::RemAssign(_)
        | BinOp::BitXorAssign(_)
        | BinOp::BitAndAssign(_)
        | BinOp::BitOrAssign(_)
        | BinOp::ShlAssign(_)
        | BinOp::ShrAssign(_) => ("an assignment", "bind the new value to a name with `let`"),
        _ => return None,
    };
    Some(Problem::Unsupported { what, instead })
}

/// Macros that are there for their effect.
const EFFECTS: [&str; 10] =
    ["assert", "assert_eq", "assert_ne", "dbg", "debug_assert", "eprint", "eprintln", "panic", "print", "println"];

/// What is wrong with a macro.
pub(super) fn of_macro(found: &Macro) -> Problem {
    let name = found.path.segments.last().map_or_else(String::new, |last| last.ident.to_string());
    if EFFECTS.contains(&name.as_str()) {
        let instead = "to see or check values, call the joint's method `rows` in a test";
        return Problem::Unsupported { what: "a macro with an effect", instead };
    }
    Problem::MacroCall(name)
}

/// What to underline: the keyword where there is one, since the whole would be many lines.
pub(super) fn place(expression: &Expr) -> TokenStream {
    match expression {
        Expr::ForLoop(found) => found.for_token.to_token_stream(),
        Expr::While(found) => found.while_token.to_token_stream(),
        Expr::Loop(found) => found.loop_token.to_token_stream(),
        Expr::Match(found) => found.match_token.to_token_stream(),
        Expr::Unsafe(found) => found.unsafe_token.to_token_stream(),
        Expr::Async(found) => found.async_token.to_token_stream(),
        Expr::Const(found) => found.const_token.to_token_stream(),
        Expr::If(found) => found.if_token.to_token_stream(),
        other => other.to_token_stream(),
    }
}
