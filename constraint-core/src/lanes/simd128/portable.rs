//! Arrays in the place of registers, for processors without SIMD or with one that has no module here.

use core::array::from_fn;

use crate::math::Scalar;

const COUNT: usize = 16 / size_of::<Scalar>();

pub(super) type Register = [Scalar; COUNT];
pub(super) type MaskRegister = [bool; COUNT];

/// Functions of two registers that are the same in each lane.
macro_rules! lane_by_lane {
    ($($name:ident($x:ident: $argument:ty, $y:ident) -> $result:ty = $value:expr;)*) => {$(
        #[inline(always)]
        pub(super) fn $name($x: $argument, $y: $argument) -> $result {
            from_fn(|lane| {
                let ($x, $y) = ($x[lane], $y[lane]);
                $value
            })
        }
    )*};
}
lane_by_lane! {
    add(x: Register, y) -> Register = x + y;
    subtract(x: Register, y) -> Register = x - y;
    multiply(x: Register, y) -> Register = x * y;
    divide(x: Register, y) -> Register = x / y;
    min(x: Register, y) -> Register = if x < y { x } else { y };
    max(x: Register, y) -> Register = if x > y { x } else { y };
    less(x: Register, y) -> MaskRegister = x < y;
    less_equal(x: Register, y) -> MaskRegister = x <= y;
    and(x: MaskRegister, y) -> MaskRegister = x & y;
    or(x: MaskRegister, y) -> MaskRegister = x | y;
}

#[inline(always)]
pub(super) fn splat(value: Scalar) -> Register {
    [value; COUNT]
}

#[inline(always)]
pub(super) fn negate(x: Register) -> Register {
    x.map(|x| -x)
}

#[inline(always)]
pub(super) fn absolute(x: Register) -> Register {
    x.map(Scalar::abs)
}

#[inline(always)]
pub(super) fn square_root(x: Register) -> Register {
    x.map(Scalar::sqrt)
}

#[inline(always)]
pub(super) fn select(mask: MaskRegister, yes: Register, no: Register) -> Register {
    from_fn(|lane| if mask[lane] { yes[lane] } else { no[lane] })
}

#[inline(always)]
pub(super) fn not(mask: MaskRegister) -> MaskRegister {
    mask.map(|is_set| !is_set)
}

#[inline(always)]
pub(super) fn any(mask: MaskRegister) -> bool {
    mask != [false; COUNT]
}

/// The lanes of the lower halves in turn: x₀, y₀, x₁, y₁.
#[inline(always)]
pub(super) fn interleave_low(x: Register, y: Register) -> Register {
    from_fn(|lane| if lane % 2 == 0 { x[lane / 2] } else { y[lane / 2] })
}

/// The lanes of the upper halves in turn.
#[inline(always)]
pub(super) fn interleave_high(x: Register, y: Register) -> Register {
    interleave_low(from_fn(|lane| x[(lane + COUNT / 2) % COUNT]), from_fn(|lane| y[(lane + COUNT / 2) % COUNT]))
}
