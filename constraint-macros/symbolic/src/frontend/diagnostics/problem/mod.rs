//! Every mistake that the compiler knows, and its text: what is wrong, and what to write instead.

pub mod opaque;

use std::fmt;

use crate::frontend::diagnostics::lint::Lint;
use crate::frontend::diagnostics::type_error::{TypeError, may_be_alias};
use opaque::Opaque;

/// A mistake in a user's joint.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // each variant's text, below, is its documentation
pub enum Problem {
    // The struct and the attribute.
    NotAStruct(&'static str),
    TupleStruct,
    UnitStruct,
    GenericStruct,
    ConditionalField(String),
    NotAClosure,
    NoClosure,
    NoBodies,
    TooManyBodies(usize),
    BodyPattern,
    SelfAsBody,
    BodyReference,
    TimeParameter,
    TimeType,
    DuplicateBody(String),
    UnknownOption {
        name: String,
        near: Option<String>,
    },
    UnknownLint {
        name: String,
        near: Option<String>,
    },
    AllowWithoutNames,
    OptionTwice(String),
    OptionWithoutValue(String),
    CratePath,
    SecondClosure,
    ClosureModifier(&'static str),
    ClosureReturnType,
    Keyword(String),
    MissingOperand,
    Syntax(String),
    TooDeep(usize),
    TooLong(usize),
    TooWide(usize),

    // Statements and expressions that the language does not have.
    Loop(&'static str),
    MacroCall(String),
    MutableLet,
    LetPattern,
    LetWithoutValue,
    LetElse,
    MissingTail,
    EmptyBody,
    Unterminated,
    Statement,
    IfWithoutElse,
    Unsupported {
        what: &'static str,
        instead: &'static str,
    },
    /// The same of what a `let` with a type takes as a parameter; `own` is such a `let`.
    Undeclared {
        what: &'static str,
        instead: &'static str,
        own: &'static str,
    },
    UnsupportedType(String),
    BodyIndex(String),
    OtherPrecision(String),

    /// What only Rust can work out, where it cannot be a parameter.
    Opaque(Opaque),
    /// Found by the typing stage.
    TypeError(TypeError),
    /// Found at random states.
    Lint(Lint),
}

impl Problem {
    /// Whether it may be but a consequence of another mistake: what could not be read may well name the body.
    pub fn may_follow(&self) -> bool {
        matches!(self, Self::TypeError(TypeError::UnusedBody(_) | TypeError::RowDependsOnNothing))
    }
}

impl Problem {
    /// The name by which its author may say that it is meant, if it is no mistake for certain.
    pub fn lint(&self) -> Option<&'static str> {
        match self {
            Self::Lint(lint) => Some(lint.name()),
            _ => None,
        }
    }
}

impl fmt::Display for Problem {
    #[allow(clippy::too_many_lines)] // a table
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAStruct(kind) => {
                write!(f, "a joint is a struct, not {kind}: its fields are the joint's parameters")
            }
            Self::TupleStruct => write!(f, "a joint's fields need names: the closure reads them as `self.name`"),
            Self::UnitStruct => write!(f, "a joint without parameters is written with braces: `struct Name {{}}`"),
            Self::GenericStruct => {
                write!(
                    f,
                    "a joint cannot be generic: give its fields the types `Scalar`, `Vec2`, `Rot2`, `Softness` or `Curve`"
                )
            }
            Self::ConditionalField(name) => write!(
                f,
                "the closure reads `{name}`, which its `#[cfg(…)]` leaves out here: put that on the whole joint, or declare a second `{name}` for the other case"
            ),
            Self::NotAClosure => {
                write!(f, "expected a closure over the bodies, as in `#[constraint(|a, b| b.position - a.position)]`")
            }
            Self::NoClosure => {
                write!(f, "the closure is missing: write `#[constraint(|a, b| …)]` with the joint's C(x) as its value")
            }
            Self::NoBodies => {
                write!(
                    f,
                    "the closure names no body: its parameters are the bodies that the joint holds, as in `|a, b|`"
                )
            }
            Self::TooManyBodies(count) => write!(f, "a joint holds at most 8 bodies, and this closure names {count}"),
            Self::BodyPattern => write!(f, "a body is a plain name here, as in `|a, b|`"),
            Self::SelfAsBody => {
                write!(
                    f,
                    "`self` is there without being named: the closure's parameters are the bodies, as in `|a, b|`"
                )
            }
            Self::BodyReference => write!(f, "a body is written without a type: `|a, b|`"),
            Self::TimeParameter => write!(f, "the time stands once, after the bodies, as in `|a, b, t: Time|`"),
            Self::TimeType => {
                write!(f, "a number beside the bodies is the time, and its type is `Time`: `|a, b, t: Time|`")
            }
            Self::DuplicateBody(name) => write!(f, "the body `{name}` is named twice"),
            Self::UnknownOption { name, near: Some(near) } => {
                write!(f, "there is no option `{name}`; did you mean `{near}`?")
            }
            Self::UnknownOption { name, near: None } => {
                write!(
                    f,
                    "there is no option `{name}`: the attribute takes a closure, and `validate`, `update`, `draw`, `allow(…)` and `crate = path` after it"
                )
            }
            Self::UnknownLint { name, near: Some(near) } => {
                write!(f, "there is nothing called `{name}` to allow; did you mean `{near}`?")
            }
            Self::UnknownLint { name, near: None } => write!(
                f,
                "there is nothing called `{name}` to allow: `allow` takes {}",
                Lint::NAMES.map(|name| format!("`{name}`")).join(", ")
            ),
            Self::AllowWithoutNames => {
                write!(f, "`allow` names what is meant in brackets: `allow(idle_row)`")
            }
            Self::OptionTwice(name) => write!(f, "the option `{name}` is given twice"),
            Self::OptionWithoutValue(name) => {
                write!(f, "the option `{name}` names a function of the joint: `{name} = Self::…`")
            }
            Self::CratePath => write!(
                f,
                "`crate` takes the path by which you reach constraint-core, without quotes: `crate = engine::constraint_core`"
            ),
            Self::SecondClosure => {
                write!(f, "one closure makes a joint: join rows into one tuple, as in `|a, b| (row, row)`")
            }
            Self::ClosureModifier(keyword) => {
                write!(f, "the closure is never called: leave out `{keyword}`, as in `|a, b| …`")
            }
            Self::ClosureReturnType => {
                write!(f, "the closure's type follows from its rows: leave out `-> …`")
            }
            Self::Keyword(word) => {
                write!(f, "`{word}` is a keyword of Rust: choose another name, or write `r#{word}`")
            }
            Self::MissingOperand => write!(f, "an operand is missing before this"),
            Self::Syntax(message) => write!(f, "{message}"),
            Self::TooDeep(most) => {
                write!(f, "the expression is nested more than {most} deep: name its parts with `let`")
            }
            Self::TooLong(most) => write!(f, "the closure has more than {most} tokens: make two joints of it"),
            Self::TooWide(most) => {
                write!(f, "the expression has more than {most} tokens: name its parts with `let`")
            }
            Self::Loop(keyword) => {
                write!(f, "a constraint is a formula and cannot contain `{keyword}`: write its terms out one by one")
            }
            Self::MacroCall(name) => {
                write!(
                    f,
                    "a macro cannot be differentiated: write out what `{name}!` stands for or, if it names no body, bind its value with a type, as in `let gain: Scalar = {name}!(…);`"
                )
            }
            Self::MutableLet => {
                write!(f, "a variable cannot change here: bind a new name with `let` instead of `let mut`")
            }
            Self::LetPattern => write!(
                f,
                "`let` binds one plain name here: bind each part by itself, `.x` and `.y` of a vector, `.sin()` and `.cos()` of an angle"
            ),
            Self::LetWithoutValue => write!(f, "this variable needs a value: `let name = …;`"),
            Self::LetElse => {
                write!(
                    f,
                    "`let … else` is not part of the constraint language: choose with `if c {{ x }} else {{ y }}`"
                )
            }
            Self::MissingTail => {
                write!(f, "the block has no value: its last line is the constraint, without a semicolon")
            }
            Self::EmptyBody => write!(f, "the closure has no value: write what the joint holds at zero"),
            Self::Unterminated => write!(f, "the expression ends too early: an operand is missing after this"),
            Self::Statement => write!(f, "only `let` may stand here: a constraint has no side effects"),
            Self::IfWithoutElse => write!(f, "`if` needs an `else`: both sides are values of the formula"),
            Self::Unsupported { what, instead } => {
                write!(f, "{what} is not part of the constraint language: {instead}")
            }
            Self::Undeclared { what, instead, own } => {
                write!(f, "{what} is not part of the constraint language: {instead}, as in `let {own};`")
            }
            Self::UnsupportedType(written) => write!(
                f,
                "`{written}` is not a type of the constraint language: use `Scalar`, `Vec2` or `Rot2`{}",
                if may_be_alias(written) { ", by these names and not by an alias" } else { "" }
            ),
            Self::BodyIndex(name) => write!(
                f,
                "bodies have names here, not numbers: write the closure as `|a, b| …`, and `a` for `{name}[0]`"
            ),
            Self::OtherPrecision(written) => {
                let general = if written.ends_with("DVec2") { "Vec2" } else { "Scalar" };
                write!(
                    f,
                    "`{written}` is not the precision of this build: write `{general}`, which follows the feature `f64` of constraint-core"
                )
            }
            Self::Opaque(opaque) => opaque.fmt(f),
            Self::TypeError(problem) => problem.fmt(f),
            Self::Lint(lint) => lint.fmt(f),
        }
    }
}
