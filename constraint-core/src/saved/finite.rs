//! Finds numbers that a text format would lose: JSON writes infinity and NaN as `null`, and cannot read them back.

use core::fmt;

use serde::ser::{self, Serialize, Serializer};

/// The field with the first number that is not finite, or `None` if `value` has no such number.
pub(super) fn lost_field<T: Serialize + ?Sized>(value: &T) -> Option<&'static str> {
    value.serialize(Finite { field: "" }).err().and_then(|lost| lost.0)
}

/// A serialiser that writes nothing, and fails at a number that is not finite.
#[derive(Clone, Copy)]
struct Finite {
    /// The innermost struct field around the value.
    field: &'static str,
}

/// The field of a number that is not finite; `None` for an error of the joint's own `Serialize`, which the real
/// serialiser reports.
#[derive(Debug)]
struct Lost(Option<&'static str>);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.unwrap_or_default())
    }
}

impl core::error::Error for Lost {}

impl ser::Error for Lost {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(None)
    }
}

type Done = Result<(), Lost>;

/// Values that every format keeps.
macro_rules! kept {
    ($($name:ident: $ty:ty),*) => {
        $(fn $name(self, _: $ty) -> Done {
            Ok(())
        })*
    };
}

impl Finite {
    const fn check(self, is_finite: bool) -> Done {
        if is_finite { Ok(()) } else { Err(Lost(Some(self.field))) }
    }
}

impl Serializer for Finite {
    type Ok = ();
    type Error = Lost;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    kept! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_i128: i128, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_u128: u128, serialize_char: char, serialize_str: &str, serialize_bytes: &[u8],
        serialize_unit_struct: &'static str
    }

    fn serialize_f32(self, value: f32) -> Done {
        self.check(value.is_finite())
    }

    fn serialize_f64(self, value: f64) -> Done {
        self.check(value.is_finite())
    }

    fn serialize_none(self) -> Done {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Done {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Done {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Lost> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Lost> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Lost> {
        Ok(self)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self, Lost> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Lost> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Lost> {
        Ok(self)
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self, Lost> {
        Ok(self)
    }
}

/// Compound values without field names: each element belongs to the field around them.
macro_rules! elements {
    ($($of:ident: $($name:ident),+);*) => {
        $(impl ser::$of for Finite {
            type Ok = ();
            type Error = Lost;

            $(fn $name<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
                value.serialize(*self)
            })+

            fn end(self) -> Done {
                Ok(())
            }
        })*
    };
}

elements! {
    SerializeSeq: serialize_element;
    SerializeTuple: serialize_element;
    SerializeTupleStruct: serialize_field;
    SerializeTupleVariant: serialize_field;
    SerializeMap: serialize_key, serialize_value
}

/// Compound values with field names.
macro_rules! fields {
    ($($of:ident),*) => {
        $(impl ser::$of for Finite {
            type Ok = ();
            type Error = Lost;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, field: &'static str, value: &T) -> Done {
                value.serialize(Self { field })
            }

            fn end(self) -> Done {
                Ok(())
            }
        })*
    };
}

fields!(SerializeStruct, SerializeStructVariant);
