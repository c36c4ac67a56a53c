//! Every operation of every width against the scalar's, bit by bit, and every pattern of places and of moving lanes.

#![allow(clippy::float_cmp)] // bit by bit

#[cfg(target_arch = "x86_64")]
use super::{Avx, avx};
use super::{Lanes, Narrow, Places, Record, rotation};
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

#[derive(Clone, Copy, Debug, PartialEq)]
struct Four([Scalar; 4]);

impl Record for Four {
    fn scalars(&self) -> &[Scalar; 4] {
        &self.0
    }

    fn scalars_mut(&mut self) -> &mut [Scalar; 4] {
        &mut self.0
    }
}

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
    let pivots = [a.recip_or_zero(zero), a.recip_or_zero(b), S::epsilon(), S::default()];
    [&chosen[..], &arithmetic, &functions, &pivots].concat()
}

/// Each lane has numbers of its own, so that one that read another's would be found out.
fn computes_as_scalars<L: Lanes>() {
    for shift in 0..NUMBERS.len() {
        for start in 0..NUMBERS.len() {
            let number = |lane: usize| (NUMBERS[(start + lane) % 16], NUMBERS[(start + shift + 3 * lane) % 16]);
            let (mut a, mut b) = (L::default(), L::splat(1.0));
            for lane in 0..L::COUNT {
                a.set(lane, number(lane).0);
                b.set(lane, number(lane).1);
            }
            let wide = results(a, b);
            for lane in 0..L::COUNT {
                let (a, b) = number(lane);
                for (place, (found, expected)) in wide.iter().zip(results(a, b)).enumerate() {
                    assert!(same(found.get(lane), expected), "{place} of {a} and {b}: {found:?}, not {expected}");
                }
            }
        }
    }
}

/// Every set of moving lanes, over places that are alike, in order, or far apart.
fn gathers_and_scatters<L: Lanes>() {
    let records: Vec<Four> =
        (0..20_u8).map(|i| Four([0.0, 0.25, 0.5, 0.75].map(|part| Scalar::from(i) + part))).collect();
    for moving in 0..1_usize << L::COUNT {
        for step in 0..3 {
            for first in 0..3 {
                let place = |lane: usize| first + step * lane;
                let mut places = Places::<L>::reading(19);
                for lane in 0..L::COUNT {
                    places.set(lane, u32::try_from(place(lane)).unwrap(), moving >> lane & 1 == 1);
                }
                let gathered = L::gather(&places, &records);
                for lane in 0..L::COUNT {
                    assert_eq!(gathered.map(|value| value.get(lane)), records[place(lane)].0);
                }
                if step == 0 && moving.count_ones() > 1 {
                    continue; // Two lanes that write one place are no block.
                }
                let mut written = records.clone();
                L::scatter(gathered.map(|value| value + L::splat(100.0)), &places, &mut written);
                for (index, (new, old)) in written.iter().zip(&records).enumerate() {
                    let moves = (0..L::COUNT).any(|lane| place(lane) == index && moving >> lane & 1 == 1);
                    let expected = if moves { old.0.map(|value| value + 100.0) } else { old.0 };
                    assert_eq!(new.0, expected, "record {index}, lanes {moving:b}, step {step}");
                }
            }
        }
    }
}

/// Records that stand side by side; and a mask that holds in one lane, in each, in none.
fn loads_and_stores<L: Lanes>() {
    let mut records: Vec<Four> =
        (0..10_u8).map(|i| Four([0.0, 0.25, 0.5, 0.75].map(|part| Scalar::from(i) + part))).collect();
    let old = records.clone();
    let values = L::load(&records[1..]);
    for lane in 0..L::COUNT {
        assert_eq!(values.map(|value| value.get(lane)), old[1 + lane].0);
        let one = L::from_fn(|other| if other == lane { -1.0 } else { 1.0 });
        assert!(L::any(one.less(L::default())) && !L::any(one.abs().less(L::default())));
    }
    L::store(values.map(|value| value + L::splat(100.0)), &mut records[1..]);
    for (index, (new, old)) in records.iter().zip(&old).enumerate() {
        let is_stored = (1..=L::COUNT).contains(&index);
        assert_eq!(new.0, if is_stored { old.0.map(|value| value + 100.0) } else { old.0 }, "record {index}");
    }
}

/// Angles of all sizes, lane by lane as one at a time, and beside libm's in `f64`.
fn rotates<L: Lanes>() {
    let angles: Vec<Scalar> = (-4000..4000_i16).map(|i| Scalar::from(i) * 0.001).chain([-0.0, 1e3, -1e5]).collect();
    for block in angles.windows(L::COUNT) {
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

#[test]
fn one_lane() {
    computes_as_scalars::<Scalar>();
    gathers_and_scatters::<Scalar>();
    loads_and_stores::<Scalar>();
    rotates::<Scalar>();
}

#[test]
fn lanes_of_128_bits() {
    computes_as_scalars::<Narrow>();
    gathers_and_scatters::<Narrow>();
    loads_and_stores::<Narrow>();
    rotates::<Narrow>();
}

#[test]
#[cfg(target_arch = "x86_64")]
fn lanes_of_256_bits() {
    if avx::is_detected() {
        computes_as_scalars::<Avx>();
        gathers_and_scatters::<Avx>();
        loads_and_stores::<Avx>();
        rotates::<Avx>();
    }
}

/// One place too far in any lane, and back again: neither read nor written.
fn stays_in_bounds<L: Lanes>() {
    for lane in 0..L::COUNT {
        let mut places = Places::<L>::reading(0);
        places.set(lane, 3, true);
        let outcome = |act: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(act));
        assert!(outcome(&|| _ = L::gather(&places, &[Four([0.0; 4]); 3])).is_err());
        assert!(outcome(&|| L::scatter([L::default(); 4], &places, &mut [Four([0.0; 4]); 3])).is_err());
        places.set(lane, 2, true);
        assert!(outcome(&|| _ = L::gather(&places, &[Four([0.0; 4]); 3])).is_ok());
    }
}

#[test]
fn a_place_that_is_not_there_is_not_touched() {
    stays_in_bounds::<Scalar>();
    stays_in_bounds::<Narrow>();
    #[cfg(target_arch = "x86_64")]
    if avx::is_detected() {
        stays_in_bounds::<Avx>();
    }
}
