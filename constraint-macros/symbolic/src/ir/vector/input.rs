//! What expressions start from.

use super::{Stage, Type};

/// What an expression starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Input {
    /// A parameter of the joint, by its place in the joint's table of parameters.
    Parameter(u32, Type),
    InverseMass(u8),
    InverseInertia(u8),
    Position(u8),
    Rotation(u8),
    Angle(u8),
    LinearVelocity(u8),
    AngularVelocity(u8),
    /// The last unit vector of a slot, for when its vector has no length.
    Memory(u8),
    /// The accumulated impulse of a row.
    Impulse(u8),
    /// The time.
    Time,
    /// h
    StepLength,
    /// 1/h
    InverseStepLength,
    /// The pass's rate of position correction.
    BiasRate,
    /// The pass's share of the rigid impulse.
    MassScale,
    /// The pass's share of the accumulated impulse that is taken back.
    ImpulseScale,
    /// The pass's share of the impulses of springs: 1, or 0 where they have no part.
    SpringScale,
}

impl Input {
    /// The body whose state it is.
    pub fn body(self) -> Option<u8> {
        match self {
            Self::Position(body)
            | Self::Rotation(body)
            | Self::Angle(body)
            | Self::LinearVelocity(body)
            | Self::AngularVelocity(body) => Some(body),
            _ => None,
        }
    }

    /// The same of the first body.
    #[must_use]
    pub fn of_any_body(self) -> Self {
        match self {
            Self::InverseMass(_) => Self::InverseMass(0),
            Self::InverseInertia(_) => Self::InverseInertia(0),
            Self::Position(_) => Self::Position(0),
            Self::Rotation(_) => Self::Rotation(0),
            Self::Angle(_) => Self::Angle(0),
            Self::LinearVelocity(_) => Self::LinearVelocity(0),
            Self::AngularVelocity(_) => Self::AngularVelocity(0),
            Self::Memory(_) => Self::Memory(0),
            Self::Impulse(_) => Self::Impulse(0),
            other => other,
        }
    }

    /// When it is given.
    pub fn stage(self) -> Stage {
        match self {
            Self::Parameter(..) => Stage::Parameter,
            Self::InverseMass(_) | Self::InverseInertia(_) => Stage::Mass,
            Self::Position(_)
            | Self::Rotation(_)
            | Self::Angle(_)
            | Self::Memory(_)
            | Self::Time
            | Self::StepLength
            | Self::InverseStepLength => Stage::Pose,
            Self::LinearVelocity(_)
            | Self::AngularVelocity(_)
            | Self::Impulse(_)
            | Self::BiasRate
            | Self::MassScale
            | Self::ImpulseScale
            | Self::SpringScale => Stage::Velocity,
        }
    }
}
