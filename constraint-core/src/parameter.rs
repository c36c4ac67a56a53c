//! What may be wrong with a joint's parameters, and the tests that the generated `validate` is made of.

/// Why a joint's parameters mean nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum InvalidParameter {
    /// A parameter is not what the closure's rows need.
    Unfit {
        /// The field, or the fields, as written in the closure.
        name: &'static str,
        /// The value that was found.
        value: f64,
        /// What is asked of it.
        expected: &'static str,
    },
    /// The limits of a row are not what a range is.
    UnfitRange {
        /// The range, as written in the closure.
        name: &'static str,
        /// The lower end that was found.
        lower: f64,
        /// The upper end that was found.
        upper: f64,
        /// What is asked of them.
        expected: &'static str,
    },
    /// The joint's own check, its option `validate`, refuses them, in its own words.
    Refused(String),
}

impl core::fmt::Display for InvalidParameter {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Unfit { name, value, expected } => write!(f, "`{name}` is {value}, but must be {expected}"),
            Self::UnfitRange { name, lower, upper, expected } => {
                write!(f, "`{name}` is {lower}..={upper}, but {expected}")
            }
            Self::Refused(reason) => f.write_str(reason),
        }
    }
}

impl core::error::Error for InvalidParameter {}

fn expect(holds: bool, name: &'static str, value: f64, expected: &'static str) -> Result<(), InvalidParameter> {
    if holds { Ok(()) } else { Err(InvalidParameter::Unfit { name, value, expected }) }
}

/// What the joint's own check says.
///
/// # Errors
/// Its reason.
pub fn accepted<R: ToString>(result: Result<(), R>) -> Result<(), InvalidParameter> {
    result.map_err(|reason| InvalidParameter::Refused(reason.to_string()))
}

/// Neither NaN nor infinite.
///
/// # Errors
/// Names the parameter.
pub fn finite(name: &'static str, value: impl Into<f64>) -> Result<(), InvalidParameter> {
    let value = value.into();
    expect(value.is_finite(), name, value, "finite")
}

/// A limit on one side: infinite is none.
///
/// # Errors
/// Names the parameter.
pub fn not_nan(name: &'static str, value: impl Into<f64>) -> Result<(), InvalidParameter> {
    let value = value.into();
    expect(!value.is_nan(), name, value, "a number")
}

/// Zero or more; infinite for no bound.
///
/// # Errors
/// Names the parameter.
pub fn not_negative(name: &'static str, value: impl Into<f64>) -> Result<(), InvalidParameter> {
    let value = value.into();
    expect(value >= 0.0, name, value, "zero or more")
}

/// Limits on both sides: infinite is none, equal is an equality.
///
/// # Errors
/// Names the parameter.
pub fn ordered(name: &'static str, lower: impl Into<f64>, upper: impl Into<f64>) -> Result<(), InvalidParameter> {
    let (lower, upper) = (lower.into(), upper.into());
    let expected = if lower.is_nan() || lower == f64::INFINITY {
        "its lower end must be a number below infinity"
    } else if upper.is_nan() || upper == f64::NEG_INFINITY {
        "its upper end must be a number above minus infinity"
    } else if lower > upper {
        "its lower end must not be above its upper one"
    } else {
        return Ok(());
    };
    Err(InvalidParameter::UnfitRange { name, lower, upper, expected })
}
