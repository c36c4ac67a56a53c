//! What a world or a set of joints refuses, and the way out.

use core::error;
use core::fmt;

use crate::body_kind::BodyKind;
use crate::id::{AnyJointId, BodyId};
use crate::math::Scalar;
use crate::parameter::InvalidParameter;

/// Why a world or a set of joints refused a call. A refused call changes nothing.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The id names no body.
    UnknownBody {
        /// The id.
        body: BodyId,
        /// Why it names none.
        missing: Missing,
    },
    /// The id names no joint.
    UnknownJoint {
        /// The id.
        joint: AnyJointId,
        /// Why it names none.
        missing: Missing,
    },
    /// A quantity is NaN or infinite.
    NotFinite {
        /// What it is of.
        quantity: &'static str,
        /// What was found.
        value: Scalar,
    },
    /// A quantity is zero, negative or NaN, or so small that its reciprocal is infinite.
    NotPositive {
        /// What it is of.
        quantity: &'static str,
        /// What was found.
        value: Scalar,
    },
    /// A quantity is negative or NaN.
    Negative {
        /// What it is of.
        quantity: &'static str,
        /// What was found.
        value: Scalar,
    },
    /// A share is not between 0 and 1.
    NotAShare {
        /// What it is of.
        quantity: &'static str,
        /// What was found.
        value: Scalar,
    },
    /// A body of this kind does not have this quantity.
    NotOfKind {
        /// What was to be set.
        quantity: &'static str,
        /// The kind of the body.
        kind: BodyKind,
    },
    /// A joint's parameter means nothing.
    InvalidJoint {
        /// The type of the joint, as the compiler spells it.
        joint: &'static str,
        /// The joint, unless it is the one that was to be added.
        id: Option<AnyJointId>,
        /// The parameter.
        parameter: InvalidParameter,
    },
    /// A world that is to be saved holds, or has held, joints of a type that the registry does not list.
    UnregisteredJoint {
        /// The type of the joint, as the compiler spells it.
        joint: &'static str,
    },
    /// Two types of a registry have one name.
    NameTwice {
        /// The name.
        name: &'static str,
    },
    /// A step of no substeps.
    NoSubsteps,
    /// A step of no velocity iterations.
    NoIterations,
    /// A joint of a [`JointSet`](crate::JointSet) holds a body of an index that there is not.
    BodyOutOfRange {
        /// The index.
        body: u32,
        /// Number of indices that the driver's bodies have.
        count: usize,
    },
    /// A body that a [`JointSet`](crate::JointSet) acts on has a quantity that means nothing, or would have it after its joints have acted.
    InvalidBody {
        /// The index of the body.
        body: u32,
        /// What the quantity is.
        quantity: &'static str,
        /// What was found.
        value: Scalar,
    },
    /// A phase of a step of a [`JointSet`](crate::JointSet) was called out of turn, or after an error had ended the step.
    OutOfTurn {
        /// What was called.
        called: &'static str,
        /// What comes next.
        expected: &'static str,
    },
    /// A step would have moved a body to NaN or infinity.
    Diverged {
        /// The first such body.
        body: BodyId,
    },
}

/// Why an id names nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Missing {
    /// It was removed from this world.
    Removed,
    /// It belongs to another world.
    OtherWorld,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Removed => "it was removed; drop an id when what it names is removed",
            Self::OtherWorld => "it belongs to another world; ask the world that returned it",
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownBody { body, missing } => write!(f, "no body is named {body:?}: {missing}"),
            Self::UnknownJoint { joint, missing } => write!(f, "no joint is named {joint:?}: {missing}"),
            Self::NotFinite { quantity, value } => write!(f, "the {quantity} is {value}, but must be a finite number"),
            Self::NotPositive { quantity, value } => {
                write!(f, "the {quantity} is {}, but must be above zero, and its reciprocal finite", shown(*value))
            }
            Self::Negative { quantity, value } => write!(f, "the {quantity} is {value}, but must be zero or more"),
            Self::NotAShare { quantity, value } => write!(f, "the {quantity} is {value}, but must be from 0 to 1"),
            Self::NotOfKind { quantity, kind } => write!(f, "{kind} has no {quantity}; {}", way_out(quantity, *kind)),
            Self::InvalidJoint { joint, id: None, parameter } => write!(f, "a `{joint}` means nothing: {parameter}"),
            Self::InvalidJoint { id: Some(id), parameter, .. } => {
                write!(f, "{id:?} means nothing: {parameter}; change it by `joint_mut` or remove it")
            }
            Self::UnregisteredJoint { joint } => {
                let name = joint.rsplit("::").next().unwrap_or(joint);
                write!(
                    f,
                    "the world has, or had, joints of the type `{name}`, and ids of them stay; list it by \
                     `Registry::with`, or all joints of the catalogue by `Registry::with_catalogue`"
                )
            }
            Self::NameTwice { name } => write!(f, "two types of joints are called `{name}`; give each its own name"),
            Self::NoSubsteps => f.write_str("a step has 0 substeps, but needs 1 or more"),
            Self::NoIterations => f.write_str("a step has 0 velocity iterations, but needs 1 or more"),
            Self::BodyOutOfRange { body, count } => write!(
                f,
                "a joint holds the body {body}, but there are only {count}; call `remove_body` before an index goes"
            ),
            Self::InvalidBody { body, quantity, value } => write!(
                f,
                "the {quantity} of the body {body} is {value}, but must be finite, and not negative if it is of a mass"
            ),
            Self::OutOfTurn { called, expected } => write!(f, "`{called}` was called, but next is `{expected}`"),
            Self::Diverged { body } => write!(
                f,
                "the step would move {body:?} to NaN or infinity; lower its velocity or its forces, or the length of \
                 the step, and look for a division by zero in the closures of its joints"
            ),
        }
    }
}

/// A number without hundreds of zeros: what is too small for its reciprocal is shown by its exponent.
fn shown(value: Scalar) -> String {
    if value != 0.0 && value.abs() < 1e-9 { format!("{value:e}") } else { value.to_string() }
}

/// A kinematic body has a velocity, but no mass, and no force or impulse acts on it.
fn way_out(quantity: &str, kind: BodyKind) -> &'static str {
    if quantity == "velocity" && kind == BodyKind::Fixed {
        "add it by `Body::kinematic` or `Body::dynamic` instead"
    } else {
        "add it by `Body::dynamic` instead"
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::InvalidJoint { parameter, .. } => Some(parameter),
            _ => None,
        }
    }
}
