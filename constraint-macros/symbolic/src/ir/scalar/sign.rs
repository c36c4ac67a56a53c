//! The sign of a value.

/// The sign with which a value is kept or computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sign {
    #[default]
    /// The value itself.
    Plus,
    /// The opposite of the value.
    Minus,
}

impl Sign {
    /// The opposite sign.
    pub fn turned(self) -> Self {
        if self == Self::Plus { Self::Minus } else { Self::Plus }
    }
}
