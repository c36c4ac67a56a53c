//! Expressions that only Rust can work out, where they cannot be parameters, and what to write instead.
//!
//! A `let` with a type takes any expression of the joint's fields as a parameter. These are the ones that mention more.

use std::fmt;

use crate::frontend::diagnostics::problem::Problem;
use crate::frontend::diagnostics::type_error::{TypeError, part};

/// What keeps an expression from being a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Mention {
    /// A variable that the closure binds.
    Variable(String),
    /// One that changes with a body or the time.
    Varying(String),
    /// A body of the closure.
    Body(String),
    /// The closure's parameter for the time.
    Time(String),
}

/// An expression that is no formula and no parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Opaque {
    /// The expression mentions fields alone, but the rest of its `let` mentions more.
    Beside {
        /// What is wrong with the expression.
        wrong: String,
        /// What the rest of the `let` mentions.
        mention: Mention,
        /// The expression's own `let`.
        own: String,
    },
    /// The expression mentions a variable that does not change with the bodies.
    OfVariable {
        /// What is wrong with the expression.
        wrong: String,
        /// The variable.
        name: String,
    },
    /// The expression changes with a body or the time.
    OfBodies {
        /// What is wrong with the expression.
        wrong: String,
    },
}

impl fmt::Display for Mention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) | Self::Varying(name) => write!(f, "the variable `{name}`"),
            Self::Body(name) => write!(f, "the body `{name}`"),
            Self::Time(name) => write!(f, "the time `{name}`"),
        }
    }
}

impl fmt::Display for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beside { wrong, mention, own } => write!(
                f,
                "{wrong}; declaring the type does not help, because this `let` also mentions {mention}: give this part a `let` of its own, as in `let {own};`"
            ),
            Self::OfVariable { wrong, name } => write!(
                f,
                "{wrong}, and is no parameter because it mentions the variable `{name}`: write what `{name}` stands for in its place, in a `let` with a type, as in `let gain: Scalar = …;`"
            ),
            Self::OfBodies { wrong } => write!(
                f,
                "{wrong}, and it changes with a body or the time: write its formula here, a table as a `Curve` that is read by `self.profile.at(x)`, or keep its value in a field that the option `update` sets before each step"
            ),
        }
    }
}

impl Mention {
    /// What to say of an expression that mentions it.
    pub fn inside(self, wrong: String) -> Opaque {
        match self {
            Self::Variable(name) => Opaque::OfVariable { wrong, name },
            Self::Varying(_) | Self::Body(_) | Self::Time(_) => Opaque::OfBodies { wrong },
        }
    }

    /// What to say of a mistake in a `let` with a type that mentions it: the same mistake, unless its text is to declare the
    /// type.
    pub fn beside(&self, problem: Problem) -> Problem {
        match declared(&problem) {
            Some((wrong, own)) => Problem::Opaque(Opaque::Beside { wrong, mention: self.clone(), own }),
            None => problem,
        }
    }
}

/// Of a problem that a `let` with a type solves: what is wrong, and that `let`.
fn declared(problem: &Problem) -> Option<(String, String)> {
    Some(match problem {
        Problem::Undeclared { what, own, .. } => {
            (format!("{what} is not part of the constraint language"), (*own).to_owned())
        }
        Problem::MacroCall(name) => {
            ("a macro cannot be differentiated".to_owned(), format!("gain: Scalar = {name}!(…)"))
        }
        Problem::TypeError(TypeError::UnknownFunction(path)) if !["Ok", "Some"].contains(&path.as_str()) => {
            (no_formula(path), format!("gain: Scalar = {path}(…)"))
        }
        Problem::TypeError(TypeError::MethodOfJoint(name)) => {
            (no_formula(&format!("self.{name}")), format!("gain: Scalar = self.{name}(…)"))
        }
        Problem::TypeError(TypeError::UnknownConstant(path)) => {
            (format!("the value and the type of `{path}` are not known here"), format!("ratio: Scalar = {path}"))
        }
        Problem::TypeError(TypeError::OpaqueParameter { name, written, .. }) => (
            format!("the field `{name}` has the type `{written}`, which a formula cannot use"),
            format!("part: Scalar = {}", part(name, written)),
        ),
        _ => return None,
    })
}

/// What is wrong with a function that the language does not have.
pub(crate) fn no_formula(path: &str) -> String {
    format!("`{path}` cannot be differentiated")
}
