//! The mistakes that the typing stage finds, and their texts: what is wrong, and what to write instead.

use std::fmt;

use crate::frontend::builtins::BODY_FIELDS;
use crate::ir::vector::Type;

/// A mistake in what an expression means.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // each variant's text, below, is its documentation
pub enum TypeError {
    UnknownVariable { name: String, near: Option<String>, is_field: bool },
    UnknownParameter { name: String, near: Option<String> },
    OpaqueParameter { name: String, written: String, bound_to: Option<String> },
    UnknownBodyField { name: String, near: Option<String> },
    IntoFrame { name: String, body: String, is_vector: bool },
    FieldAsMethod(String),
    MethodAsField(String),
    AngleAsVector { body: String },
    NoSuchField { on: String, name: String, near: Option<String> },
    UnknownMethod { on: String, name: String, near: Option<String>, belongs_to: Option<String> },
    UnknownFunction(String),
    MethodAsFunction { name: String, takes_more: bool },
    VectorMade,
    RowMethodAlone(String),
    UnknownConstant(String),
    ConstantIsScalar { path: String, is_vector: bool },
    ArgumentCount { name: String, expected: usize, found: usize },
    ArgumentType { name: String, expected: String, found: String },
    IntegerLiteral(String),
    Exponent,
    Mixed { sign: &'static str, left: String, right: String },
    VectorTimesVector,
    DivideByVector,
    RotationOrder,
    NotNumbers { sign: &'static str, found: String },
    Condition(String),
    ConditionInFormula,
    Sides { then: String, otherwise: String },
    BodyAsValue(String),
    SelfAsValue,
    SoftnessAsValue,
    CurveAsValue(String),
    CurveDeclared,
    MethodOfCurve { field: String, name: String },
    MethodOfJoint(String),
    RangeAsValue,
    TupleAsValue,
    RowInside(String),
    Annotation { declared: String, found: String },
    NonlinearVelocity,
    RateHasNoPosition(&'static str),
    SpringVector,
    NotARow(String),
    NestedTuple,
    NoRows,
    TooManyRows(usize),
    WithinVector,
    WithinNotARange,
    WithinNoBounds,
    WithinExclusive,
    RangeBackwards { lower: f64, upper: f64 },
    NegativeLiteral { what: &'static str, value: f64 },
    SoftNotSoftness(String),
    TwoActions { first: &'static str, second: &'static str },
    ForceTwice(bool),
    ForceOfItself,
    ForceOfNoRow,
    DependsOnBodies(&'static str),
    RowDependsOnNothing,
    UnusedBody(String),
    SoftnessFields,
}

/// A type as a user reads it.
pub fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::Truth => "a condition",
        Type::Scalar => "a scalar",
        Type::Vector => "a `Vec2`",
        Type::Rotation => "a `Rot2`",
    }
}

fn meant(f: &mut fmt::Formatter<'_>, near: Option<&String>, otherwise: &str) -> fmt::Result {
    match near {
        Some(near) => write!(f, "; did you mean `{near}`?"),
        None => write!(f, ": {otherwise}"),
    }
}

impl fmt::Display for TypeError {
    #[allow(clippy::too_many_lines)] // a table
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownVariable { name, is_field: true, .. } => {
                write!(f, "there is no variable `{name}`; a parameter of the joint is written `self.{name}`")
            }
            Self::UnknownVariable { name, near: None, .. } if matches!(name.as_str(), "t" | "time") => {
                write!(
                    f,
                    "there is no variable `{name}`; the time is the closure's last parameter, `|a, b, {name}: Time|`"
                )
            }
            Self::UnknownVariable { name, near, .. } => {
                write!(f, "there is no variable `{name}`")?;
                meant(f, near.as_ref(), "bind it with `let`, name a body, or write `self.` before a parameter")
            }
            Self::UnknownParameter { name, near } => {
                write!(f, "the joint has no field `{name}`")?;
                meant(f, near.as_ref(), "add it to the struct to make it a parameter")
            }
            Self::OpaqueParameter { name, written, bound_to } => write!(
                f,
                "the field `{name}` has the type `{written}`, which a formula cannot use: parameters are `Scalar`, `Vec2`, `Rot2`, `Softness` or `Curve`{}; {}",
                if may_be_alias(written) { ", by these names and not by an alias" } else { "" },
                match bound_to {
                    Some(bound) =>
                        format!("give this `let` a type, as in `let {bound}: Scalar = {};`", part(name, written)),
                    None => format!("take one from it by `let part: Scalar = {};`", part(name, written)),
                }
            ),
            Self::UnknownBodyField { name, near } => {
                write!(f, "a body has no `{name}`")?;
                meant(
                    f,
                    near.as_ref(),
                    "it has `position`, `rotation`, `angle`, `point(local)`, `local_point(world)`, `linear_velocity` and `angular_velocity`",
                )
            }
            Self::IntoFrame { name, body, is_vector: false } => write!(
                f,
                "a body has no `{name}`: a point `p` of the world is `{body}.local_point(p)` in the body's frame, and a point of the body is `{body}.point(local)` in the world"
            ),
            Self::IntoFrame { name, body, is_vector: true } => write!(
                f,
                "a body has no `{name}`: a vector `v` of the world is `{body}.rotation.inverse() * v` in the body's frame, and a vector of the body is `{body}.rotation * local` in the world"
            ),
            Self::FieldAsMethod(name) => {
                write!(f, "`{name}` is a value, not a method: leave out the brackets, `.{name}`")
            }
            Self::MethodAsField(name) => write!(f, "`{name}` is a method: call it, `.{name}(…)`"),
            Self::AngleAsVector { body } => write!(
                f,
                "`{body}.angle` is a number, in radians: a direction that turns with the body is `{body}.rotation * axis`"
            ),
            Self::NoSuchField { on, name, near: None } if on != "a `Vec2`" => {
                write!(f, "{on} has no field `{name}`")?;
                if BODY_FIELDS.iter().any(|(known, _)| known == name) {
                    f.write_str(": a body has; a `let` may have hidden its name")?;
                }
                Ok(())
            }
            Self::NoSuchField { on, name, near } => {
                write!(f, "{on} has no field `{name}`")?;
                meant(f, near.as_ref(), "a `Vec2` has `x` and `y`")
            }
            Self::UnknownMethod { on, name, near: None, .. } if on == "a `Rot2`" => {
                write!(
                    f,
                    "{on} has no method `{name}`: it turns a vector by `rotation * vector`, and back by its `.inverse()`; its angle is a body's `.angle`"
                )
            }
            Self::UnknownMethod { on, name, near: None, belongs_to: Some(other) } => {
                write!(f, "{on} has no method `{name}`, but {other} has")
            }
            Self::UnknownMethod { on, name, near, .. } => {
                write!(f, "{on} has no method `{name}` that can be differentiated")?;
                meant(
                    f,
                    near.as_ref(),
                    "write it out with the methods of glam and std that the attribute's documentation lists",
                )
            }
            Self::UnknownFunction(path) if matches!(path.as_str(), "Ok" | "Some") => {
                write!(f, "a formula always has a value: leave out `{path}(…)` around it")
            }
            Self::UnknownFunction(path) => {
                write!(
                    f,
                    "`{path}` cannot be differentiated: write it out or, if no body is in it, declare the type of its value, as in `let gain: Scalar = {path}(…);`"
                )
            }
            Self::MethodAsFunction { name, takes_more } => {
                write!(f, "`{name}` is a method here: write `x.{name}({})`", if *takes_more { "…" } else { "" })
            }
            Self::VectorMade => write!(f, "a vector is written `Vec2::new(x, y)` here"),
            Self::RowMethodAlone(name) => {
                write!(
                    f,
                    "`{name}` says how a row acts, and stands after it: `row.{name}(…)`; a function of your own stands in a `let` with a type, as in `let gain: Scalar = {name}(…);`"
                )
            }
            Self::UnknownConstant(path) => write!(
                f,
                "the value and the type of `{path}` are not known here: declare the type, as in `let ratio: Scalar = {path};`"
            ),
            Self::ConstantIsScalar { path, is_vector } => write!(
                f,
                "a constant is taken for a `Scalar`: if `{path}` has another type, bind it with that, as in `let {}: {} = {path};`",
                path.rsplit("::").next().unwrap_or(path).to_lowercase(),
                if *is_vector { "Vec2" } else { "Rot2" }
            ),
            Self::ArgumentCount { name, expected, found } => {
                let given = match found {
                    0 => "none is".to_owned(),
                    1 => "one is".to_owned(),
                    _ => format!("{found} are"),
                };
                write!(f, "`{name}` takes {}, and {given} given", count(*expected))?;
                call(name).map_or(Ok(()), |call| write!(f, ": write `.{call}`"))
            }
            Self::ArgumentType { name, expected, found } => write!(f, "`{name}` takes {expected} here, not {found}"),
            Self::IntegerLiteral(written) => {
                write!(f, "an integer is not a scalar: write `{}.0`", without_suffix(written))
            }
            Self::Exponent => {
                write!(f, "`powi` takes an integer literal, as in `powi(2)`; for other exponents use `powf`")
            }
            Self::Mixed { sign, left, right } if left == right && left == "a `Rot2`" => write!(
                f,
                "`{sign}` does not join rotations: how far one body has turned against another is `b.angle - a.angle`"
            ),
            Self::Mixed { sign: sign @ "==", left, right } if left == right => write!(
                f,
                "`{sign}` compares scalars, not {left} and {right}: as a row, write what is zero where it holds, as in `a.position - b.position`; in a condition, compare `.length()` or `.dot(axis)`"
            ),
            Self::Mixed { sign, left, right } if left == right => {
                write!(f, "`{sign}` compares scalars, not {left} and {right}: compare `.length()` or `.dot(axis)`")
            }
            Self::Mixed { sign, left, right } => write!(
                f,
                "`{sign}` stands between {left} and {right}: {}",
                if [left, right].iter().any(|side| side.contains("Vec2"))
                    && [left, right].iter().any(|side| side.contains("scalar"))
                {
                    "make the vector a scalar by `.length()`, `.dot(axis)`, `.x` or `.y`"
                } else if left.contains("Rot2") || right.contains("Rot2") {
                    "a rotation turns a vector, `rotation * vector`, and its angle is a body's `.angle`"
                } else {
                    "both sides have to be of one type"
                }
            ),
            Self::VectorTimesVector => write!(
                f,
                "`Vec2 * Vec2` multiplies x by x and y by y, which turns with no body: use `.dot(…)` or `.perp_dot(…)`"
            ),
            Self::DivideByVector => write!(f, "nothing can be divided by a vector: divide by its `.length()`"),
            Self::RotationOrder => write!(f, "a rotation stands before what it rotates: write `rotation * vector`"),
            Self::NotNumbers { sign, found } => write!(f, "`{sign}` needs scalars or vectors, not {found}"),
            Self::Condition(found) => write!(f, "a condition compares two scalars, as in `x < 0.0`; this is {found}"),
            Self::ConditionInFormula => {
                write!(
                    f,
                    "a condition is not a number: choose between two with `if condition {{ 1.0 }} else {{ 0.0 }}`"
                )
            }
            Self::Sides { then, otherwise } => {
                write!(f, "both sides of an `if` have one type; here they are {then} and {otherwise}")
            }
            Self::BodyAsValue(name) if matches!(name.as_str(), "t" | "time") => {
                write!(f, "`{name}` is a body here: the time is told from bodies by its type, `|a, b, {name}: Time|`")
            }
            Self::BodyAsValue(name) => write!(
                f,
                "`{name}` is a body, not a value: use `{name}.position`, `{name}.angle`, `{name}.rotation` or `{name}.point(local)`"
            ),
            Self::SelfAsValue => write!(f, "`self` stands before a parameter: `self.name`"),
            Self::SoftnessAsValue => write!(f, "a softness belongs into `.soft(…)`, at the end of a row"),
            Self::CurveAsValue(field) => {
                write!(f, "`self.{field}` is a curve, not a value: read it at a scalar, as in `self.{field}.at(angle)`")
            }
            Self::CurveDeclared => {
                write!(
                    f,
                    "a `Curve` is a field of the joint, and no expression makes one: read it by `self.field.at(x)`"
                )
            }
            Self::MethodOfCurve { field, name } => write!(
                f,
                "a `Curve` has no `{name}` in a closure: its value is `self.{field}.at(x)`, and the compiler finds its slope"
            ),
            Self::MethodOfJoint(name) => write!(
                f,
                "`self.{name}` cannot be differentiated: write the formula here or, if no body is in it, declare the type of its value, as in `let gain: Scalar = self.{name}(…);`"
            ),
            Self::RangeAsValue => write!(f, "a range belongs into `.within(…)`, at the end of a row"),
            Self::TupleAsValue => {
                write!(f, "a tuple lists the rows of the joint and stands only at the end of the closure")
            }
            Self::RowInside(method) => {
                write!(f, "`.{method}(…)` says how a row acts, and ends it: move it to the end of the row")
            }
            Self::Annotation { declared, found } => write!(f, "this is declared to be {declared}, and is {found}"),
            Self::NonlinearVelocity => write!(
                f,
                "a row of velocities has to be linear in them, and this is not: impulses could not be found from V = J v + β"
            ),
            Self::RateHasNoPosition(method) => write!(
                f,
                "a row that mentions a velocity has no position for `.{method}(…)` to act on: give it a rate with `.at_rate(…)`, or write the position"
            ),
            Self::SpringVector => {
                write!(
                    f,
                    "a `spring` acts along one direction: take `.length()`, `.dot(axis)`, `.x` or `.y` of the vector"
                )
            }
            Self::NotARow(found) if found == "a condition" => write!(
                f,
                "a row of a joint is a scalar or a `Vec2`, not a condition: write what is zero where it holds, as in `x - y`, or limits, as in `(x - y).within(0.0..)`"
            ),
            Self::NotARow(found) => write!(f, "a row of a joint is a scalar or a `Vec2`, not {found}"),
            Self::NestedTuple => write!(f, "list all rows in one tuple, without tuples inside"),
            Self::NoRows => write!(f, "the joint has no row: the closure's value is what it holds at zero"),
            Self::WithinVector => write!(
                f,
                "only a scalar can be kept within limits: limit `.length()`, `.dot(axis)`, `.x` or `.y` of the vector"
            ),
            Self::WithinNotARange => {
                write!(f, "`within` takes a range: `lower..=upper`, `lower..` or `..=upper`")
            }
            Self::WithinNoBounds => {
                write!(f, "this range limits nothing: write `lower..=upper`, `lower..` or `..=upper`")
            }
            Self::WithinExclusive => {
                write!(f, "a limit can be reached: write `..=` instead of `..` before the upper one")
            }
            Self::RangeBackwards { lower, upper } => {
                write!(
                    f,
                    "nothing lies between {lower} and {upper}: write the lower end first, `{upper:?}..={lower:?}`"
                )
            }
            Self::NegativeLiteral { what, value } => write!(f, "{what} is zero or more, and this is {value}"),
            Self::SoftNotSoftness(found) => write!(
                f,
                "`soft` takes a `Softness`: a field of that type, or `Softness::new(hertz, damping_ratio)`; this is {found}"
            ),
            Self::TwoActions { first, second } if first == second => {
                write!(f, "the row has a `{first}` already: leave one of them out")
            }
            Self::TwoActions { first, second } => {
                write!(f, "a row acts in one way, and this one has `{first}` already: make `{second}` a row of its own")
            }
            Self::ForceTwice(false) => write!(f, "the row has a `max_force` already: leave one of them out"),
            Self::ForceTwice(true) => write!(f, "the row has a `max_force_of` already: leave one of them out"),
            Self::ForceOfItself => write!(f, "a row cannot bound its own force: name another row of the closure"),
            Self::ForceOfNoRow => write!(
                f,
                "this is none of the closure's rows: bind the row by `let`, as in `let gap = (x - y).within(0.0..);`, \
                 list it, and name it here"
            ),
            Self::DependsOnBodies(what @ "a limit") => write!(
                f,
                "{what} cannot change with a body or the time: bring what does to the row's other side, as in `(x - y).within(0.0..)`"
            ),
            Self::DependsOnBodies(what @ "a rate") => write!(
                f,
                "{what} cannot change with a body: write a row of velocities, as in `b.angular_velocity - self.gain * a.angle`"
            ),
            Self::DependsOnBodies(what) => write!(
                f,
                "{what} cannot change with a body or the time: keep it in a field, which the option `update` may change between steps"
            ),
            Self::TooManyRows(count) => {
                write!(
                    f,
                    "a joint has at most 12 rows, and this one lists {count}: join scalars to vectors, or make two joints of it"
                )
            }
            Self::RowDependsOnNothing => write!(
                f,
                "this row depends on no body, so no impulse can change it: use a body, as in `a.position.distance(b.position) - self.length`"
            ),
            Self::UnusedBody(name) => {
                write!(f, "the body `{name}` is in no row: use it, or leave it out of the closure")
            }
            Self::SoftnessFields => write!(f, "a softness is written `Softness {{ hertz: …, damping_ratio: … }}`"),
        }
    }
}

/// Whether a type is written as an alias may be: a path without arguments, which is no primitive type.
pub(crate) fn may_be_alias(written: &str) -> bool {
    let last = written.rsplit("::").next().unwrap_or(written);
    let is_word = last.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_word && last.starts_with(char::is_uppercase) && last != "String"
}

/// How a number is taken from the field `name` of a type that formulas do not have.
pub(crate) fn part(name: &str, ty: &str) -> String {
    match ty.strip_prefix(['i', 'u']) {
        _ if ty == "bool" => format!("if self.{name} {{ 1.0 }} else {{ 0.0 }}"),
        Some("8" | "16" | "32" | "64" | "128" | "size") => format!("self.{name} as Scalar"),
        _ => format!("self.{name}…"),
    }
}

/// How a method is called whose arguments are often taken apart.
fn call(method: &str) -> Option<&'static str> {
    Some(match method {
        "point" => "point(Vec2::new(x, y))",
        "local_point" => "local_point(Vec2::new(x, y))",
        "at" => "at(x)",
        "within" => "within(lower..=upper)",
        "at_rate" => "at_rate(rate)",
        "soft" => "soft(Softness::new(hertz, damping_ratio))",
        "spring" => "spring(stiffness, damping)",
        "max_force" => "max_force(force)",
        "max_force_of" => "max_force_of(factor, row)",
        _ => return None,
    })
}

/// A decimal literal as its digits: `2` of `2i32`, but all of `0x2`.
fn without_suffix(written: &str) -> &str {
    let suffix = written.find(char::is_alphabetic).filter(|&at| !written[at..].starts_with(['x', 'o', 'b']));
    suffix.map_or(written, |at| written[..at].trim_end_matches('_'))
}

fn count(expected: usize) -> String {
    match expected {
        0 => "no argument".to_owned(),
        1 => "one argument".to_owned(),
        _ => format!("{expected} arguments"),
    }
}
