//! The door: NaN and infinity do not pass it.

use crate::error::Error;
use crate::math::{Scalar, Vec2};

pub(crate) fn finite(quantity: &'static str, value: Scalar) -> Result<(), Error> {
    if value.is_finite() { Ok(()) } else { Err(Error::NotFinite { quantity, value }) }
}

pub(crate) fn finite_vector(quantity: &'static str, value: Vec2) -> Result<(), Error> {
    finite(quantity, value.x)?;
    finite(quantity, value.y)
}

/// Above zero, with a finite reciprocal. Infinity is one.
pub(crate) fn positive(quantity: &'static str, value: Scalar) -> Result<(), Error> {
    if value > 0.0 && value.recip().is_finite() { Ok(()) } else { Err(Error::NotPositive { quantity, value }) }
}

pub(crate) fn finite_positive(quantity: &'static str, value: Scalar) -> Result<(), Error> {
    finite(quantity, value)?;
    positive(quantity, value)
}

/// From 0 to 1.
pub(crate) fn share(quantity: &'static str, value: Scalar) -> Result<(), Error> {
    if (0.0..=1.0).contains(&value) { Ok(()) } else { Err(Error::NotAShare { quantity, value }) }
}

/// Zero or more. Infinity is one.
pub(crate) fn not_negative(quantity: &'static str, value: Scalar) -> Result<(), Error> {
    if value >= 0.0 { Ok(()) } else { Err(Error::Negative { quantity, value }) }
}

pub(crate) fn finite_not_negative(quantity: &'static str, value: Scalar) -> Result<(), Error> {
    finite(quantity, value)?;
    not_negative(quantity, value)
}
