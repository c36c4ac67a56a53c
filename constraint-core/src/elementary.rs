//! The elementary functions of scalars.
//!
//! They are std's. std calls the platform's library for them, and libraries differ in the last digit. With the feature `libm` they are
//! those of the crate of that name, which give the same bits on every platform. Square roots and remainders are exact on all of them.

macro_rules! functions {
    ($float:ident: $($name:ident($($x:ident),+) $libm:ident;)+) => {
        #[allow(dead_code)] // the world's scalar needs more of them than the other one
        pub(crate) mod $float {
            $(
                #[cfg(not(feature = "libm"))]
                #[inline]
                pub(crate) fn $name($($x: $float),+) -> $float {
                    $float::$name($($x),+)
                }
                #[cfg(feature = "libm")]
                #[inline]
                pub(crate) fn $name($($x: $float),+) -> $float {
                    libm::$libm($($x),+)
                }
            )+
        }
    };
}

functions! {
    f32:
    sin(x) sinf;
    cos(x) cosf;
    tan(x) tanf;
    asin(x) asinf;
    acos(x) acosf;
    atan(x) atanf;
    atan2(y, x) atan2f;
    exp(x) expf;
    ln(x) logf;
    powf(x, exponent) powf;
}

/// The functions of the world's scalar.
#[cfg(not(feature = "f64"))]
pub(crate) use self::f32 as scalar;
#[cfg(feature = "f64")]
pub(crate) use self::f64 as scalar;

functions! {
    f64:
    sin(x) sin;
    cos(x) cos;
    tan(x) tan;
    asin(x) asin;
    acos(x) acos;
    atan(x) atan;
    atan2(y, x) atan2;
    exp(x) exp;
    ln(x) log;
    powf(x, exponent) pow;
    hypot(x, y) hypot;
}
