//! What moves a body.

use core::fmt;

/// What moves a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BodyKind {
    /// Nothing: the ground.
    Fixed,
    /// Its velocity alone, which only its owner changes: a lift.
    Kinematic,
    /// Forces, gravity and joints.
    Dynamic,
}

impl fmt::Display for BodyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fixed => "a fixed body",
            Self::Kinematic => "a kinematic body",
            Self::Dynamic => "a dynamic body",
        })
    }
}
