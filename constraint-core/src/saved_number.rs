//! How a scalar that may be infinite is saved: see `saved::number`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::math::Scalar;

/// The number, or a word for what is none.
///
/// # Errors
/// The serialiser's.
#[allow(clippy::trivially_copy_pass_by_ref)] // serde's form
pub fn serialize<S: Serializer>(value: &Scalar, serializer: S) -> Result<S::Ok, S::Error> {
    if value.is_finite() || !serializer.is_human_readable() {
        value.serialize(serializer)
    } else {
        serializer.serialize_str(word(*value))
    }
}

/// The number, whichever way it was written.
///
/// # Errors
/// The deserialiser's, or one that names the word that stands for no number.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Scalar, D::Error> {
    if !deserializer.is_human_readable() {
        return Scalar::deserialize(deserializer);
    }
    match Written::deserialize(deserializer)? {
        Written::Number(value) => Ok(value),
        Written::Word(text) => {
            let values = [Scalar::INFINITY, Scalar::NEG_INFINITY, Scalar::NAN];
            let value = values.into_iter().find(|&value| word(value) == text);
            value.ok_or_else(|| de::Error::custom(format_args!("`{text}` is no number; write one, or `inf` or `-inf`")))
        }
    }
}

fn word(value: Scalar) -> &'static str {
    match value {
        Scalar::INFINITY => "inf",
        Scalar::NEG_INFINITY => "-inf",
        _ => "NaN",
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Number(Scalar),
    Word(String),
}
