//! Every operation of every width against the scalar's, bit by bit.
//!
//! Under Miri, with less of each:
//! `RUSTFLAGS="-C target-feature=+avx2,+fma" MIRIFLAGS=-Zmiri-deterministic-floats cargo +nightly miri test -p constraint-core --lib lanes`.

#![allow(clippy::float_cmp)] // bit by bit

mod places;

use super::{Gather, Kernel, Lanes, Simd128, rotation};
#[cfg(target_arch = "x86_64")]
use super::{Simd256, Simd512, simd256};
use crate::math::Scalar;
use crate::real::Real;

/// Numbers of all kinds: what rounds, what overflows, what compares with nothing.
const NUMBERS: [Scalar; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    -2.5,
    1e-30,
    3.0e10,
    -7.0e15,
    Scalar::MIN_POSITIVE / 2.0,
    Scalar::MAX,
    Scalar::EPSILON,
    Scalar::INFINITY,
    Scalar::NEG_INFINITY,
    Scalar::NAN,
    0.75,
];

/// The generator `SplitMix64`: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A scalar of any bits.
    fn any_scalar(&mut self) -> Scalar {
        #[allow(clippy::cast_possible_truncation)] // the upper bits, as many as a scalar has
        Scalar::from_bits((self.next() >> (64 - 8 * size_of::<Scalar>())) as _)
    }

    /// From 0 to 1.
    fn small_scalar(&mut self) -> Scalar {
        Scalar::from_f64(f64::from((self.next() >> 40) as u32) / f64::from(1_u32 << 24))
    }
}

/// How often random input is tried: Miri takes a thousand times as long for it.
const ROUNDS: usize = if cfg!(miri) { 8 } else { 4_000 };

/// Of the sets of moving lanes, and of angles, every which one is tried.
const STRIDE: usize = if cfg!(miri) { 37 } else { 1 };

/// Equal bits, or both NaN: which NaN is not told.
fn same(found: Scalar, expected: Scalar) -> bool {
    found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan()
}

/// What generated code does to two numbers.
fn results<S: Real>(a: S, b: S) -> Vec<S> {
    let (zero, one) = (S::from_f64(0.0), S::from_f64(1.0));
    let mut added = a;
    added += b;
    let mut taken = a;
    taken -= b;
    let masks = [a.less(b), a.less_equal(b), !a.less(b), a.less(b) & b.less(one), a.less(zero) | b.less(zero)];
    let chosen = masks.map(|mask| S::select(mask, a, b));
    let arithmetic = [a + b, a - b, a * b, a / b, -a, added, taken, a.min(b), a.max(b), a.abs(), a.sqrt()];
    let functions = [a.sin(), a.cos(), a.tan(), a.asin(), a.acos(), a.atan(), a.atan2(b), a.exp(), a.ln(), a.powf(b)];
    let pivots = [a.recip_or_zero(zero), a.recip_or_zero(b), a.rounding(), S::epsilon(), S::default()];
    // Scalars branch where lanes select.
    let rare = [
        a.recip_usually(zero),
        a.recip_usually(b),
        S::usually(a.less(b), a, b),
        S::usually_along(a.less(b), a, [a, b], one),
        S::usually_along(zero.less(one), a, [a, b], one),
        a.as_long(b, -b),
    ];
    [&chosen[..], &arithmetic, &functions, &pivots, &rare].concat()
}

/// Each lane has numbers of its own, to catch a lane that reads another's.
fn computes_as_scalars<L: Lanes>() {
    for shift in 0..NUMBERS.len() {
        for start in 0..NUMBERS.len() {
            let number = |lane: usize| (NUMBERS[(start + lane) % 16], NUMBERS[(start + shift + 3 * lane) % 16]);
            let wide = results(L::from_fn(|lane| number(lane).0), L::from_fn(|lane| number(lane).1));
            for lane in 0..L::COUNT {
                let (a, b) = number(lane);
                for (place, (found, expected)) in wide.iter().zip(results(a, b)).enumerate() {
                    assert!(same(found.get(lane), expected), "{place} of {a} and {b}: {found:?}, not {expected}");
                }
            }
        }
    }
}

/// Numbers of any bits: normal, denormal, infinite and none. A NaN in one lane stays there, as every lane is compared.
fn computes_random_bits_as_scalars<L: Lanes>() {
    let mut random = Random(7);
    for _ in 0..ROUNDS {
        let numbers: Vec<_> = (0..L::COUNT).map(|_| (random.any_scalar(), random.any_scalar())).collect();
        let wide = results(L::from_fn(|lane| numbers[lane].0), L::from_fn(|lane| numbers[lane].1));
        for (lane, &(a, b)) in numbers.iter().enumerate() {
            for (place, (found, expected)) in wide.iter().zip(results(a, b)).enumerate() {
                assert!(same(found.get(lane), expected), "{place} of {a} and {b}: {found:?}, not {expected}");
            }
        }
    }
}

/// A NaN put into one lane, of either operand, changes the bits of no other lane.
fn keeps_nan_in_its_lane<L: Lanes>() {
    let mut random = Random(11);
    for round in 0..ROUNDS / 8 {
        let numbers: Vec<_> = (0..L::COUNT).map(|_| (random.small_scalar(), random.small_scalar())).collect();
        let (a, b) = (L::from_fn(|lane| numbers[lane].0), L::from_fn(|lane| numbers[lane].1));
        let clean = results(a, b);
        for ill in 0..L::COUNT {
            let (mut ill_a, mut ill_b) = (a, b);
            if round % 2 == 0 { &mut ill_a } else { &mut ill_b }.set(ill, Scalar::NAN);
            for (found, expected) in results(ill_a, ill_b).iter().zip(&clean) {
                for lane in (0..L::COUNT).filter(|lane| *lane != ill) {
                    assert!(same(found.get(lane), expected.get(lane)), "lane {lane} of {found:?}, not of {expected:?}");
                }
            }
        }
    }
}

/// One lane among others; a mask that holds in it, in each, in none.
fn finds_one<L: Lanes>() {
    for lane in 0..L::COUNT {
        let one = L::from_fn(|other| if other == lane { -1.0 } else { 1.0 });
        assert!((0..L::COUNT).all(|other| one.read(other) == one.get(other)) && one.read(lane) == -1.0);
        assert!(L::any(one.less(L::default())) && !L::any(one.abs().less(L::default())));
        let picked = L::select(L::mask(1 << lane), one, L::splat(2.0));
        assert!((0..L::COUNT).all(|other| picked.read(other) == if other == lane { -1.0 } else { 2.0 }));
    }
}

/// Angles of all sizes, lane by lane as one at a time, and beside libm's in `f64`.
fn rotates<L: Lanes>() {
    let angles: Vec<Scalar> = (-4000..4000_i16).map(|i| Scalar::from(i) * 0.001).chain([-0.0, 1e3, -1e5]).collect();
    for block in angles.windows(L::COUNT).step_by(STRIDE) {
        let [cos, sin] = rotation(L::from_fn(|lane| block[lane]));
        for (lane, &angle) in block.iter().enumerate() {
            let alone = rotation(angle);
            assert!(same(cos.get(lane), alone[0]) && same(sin.get(lane), alone[1]), "{angle}");
            let (exact_sin, exact_cos) = crate::math::double(angle).sin_cos();
            let errors = [crate::math::double(alone[0]) - exact_cos, crate::math::double(alone[1]) - exact_sin];
            // Of numbers up to 1: the documented 1.5 units, of which each is half of the scalar's ε; and what a scalar up to π
            // is rounded by, if whole turns were taken off.
            let is_wrapped = crate::math::double(angle).abs() > core::f64::consts::PI;
            let bound = if is_wrapped { 1.75 } else { 0.75 } * crate::math::double(Scalar::EPSILON);
            assert!(errors.iter().all(|error| error.abs() <= bound), "{angle}: {errors:?}");
        }
    }
    let [cos, sin] = rotation(L::default());
    assert!(same(cos.get(0), 1.0) && same(sin.get(0), 0.0), "what does not turn stays as it is");
    for lost in [Scalar::NAN, Scalar::INFINITY] {
        assert!(rotation(L::splat(lost)).iter().all(|value| value.get(0).is_nan()), "{lost}");
    }
}

/// What lanes of any width do.
fn check_numbers<L: Lanes>() {
    computes_as_scalars::<L>();
    computes_random_bits_as_scalars::<L>();
    keeps_nan_in_its_lane::<L>();
    finds_one::<L>();
    rotates::<L>();
}

/// All of it for lanes that are gathered.
fn check<L: Gather>() {
    check_numbers::<L>();
    places::check::<L>();
}

#[test]
fn one_lane() {
    check::<Scalar>();
}

#[test]
fn lanes_of_128_bits() {
    check::<Simd128>();
}

#[test]
#[cfg(target_arch = "x86_64")]
fn lanes_of_256_bits() {
    if simd256::is_detected() {
        check::<Simd256>();
    }
}

/// Adds one to a number in the lanes that the dispatcher chose.
struct AddOne<'a, L>(&'a mut L);

impl<L: Lanes> Kernel for AddOne<'_, L> {
    fn run(self) {
        *self.0 += L::splat(1.0);
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn lanes_of_512_bits() {
    if simd256::is_wide_detected() {
        check::<Simd512>();
    }
}

/// A pivot's four numbers of quarter turns are for scalars alone.
fn keeps_nothing_twice<L: Lanes>() {
    type Setup<S> = <crate::joints::PivotJoint as crate::Constraint>::Setup<S>;
    let numbers = size_of::<Setup<Scalar>>() / size_of::<Scalar>();
    assert_eq!(size_of::<Setup<L>>(), (numbers - 4) * size_of::<L>());
}

#[test]
fn lanes_keep_nothing_twice() {
    keeps_nothing_twice::<Simd128>();
    #[cfg(target_arch = "x86_64")]
    {
        keeps_nothing_twice::<Simd256>();
        keeps_nothing_twice::<Simd512>();
    }
}

#[test]
fn a_kernel_runs_once_in_every_width() {
    fn runs<L: Lanes>() {
        let mut number = L::splat(0.5);
        L::run(AddOne(&mut number));
        (0..L::COUNT).for_each(|lane| assert_eq!(number.get(lane), 1.5));
    }
    runs::<Scalar>();
    runs::<Simd128>();
    #[cfg(target_arch = "x86_64")]
    {
        if simd256::is_detected() {
            runs::<Simd256>();
        }
        if simd256::is_wide_detected() {
            runs::<Simd512>();
        }
    }
}
