//! Curves by themselves, and in the lanes of kernels.

use super::*;
use crate::constraint::Constraint as _;
use crate::constraint::tests::agree_with_scalars;
use crate::prelude::constraint;

/// Numbers from −1 to 1, the same in each run.
struct Numbers(u64);

impl Numbers {
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // 24 bits
    fn next(&mut self) -> Scalar {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as Scalar / (1_u64 << 23) as Scalar - 1.0
    }

    /// Points at distances from 0.2 to 1, from 0 on, and where the next one would be.
    fn points(&mut self, count: usize) -> (Vec<(Scalar, Scalar)>, Scalar) {
        let mut x = 0.0;
        let mut next = || {
            let point = (x, self.next());
            x += 0.6 + 0.4 * self.next();
            point
        };
        let points = (0..count).map(|_| next()).collect();
        (points, x)
    }
}

/// Curves of all kinds, of random points; with each the first and the last place of its knots.
fn curves() -> Vec<(Curve, bool, f64, f64)> {
    let mut numbers = Numbers(7);
    let mut curves = Vec::new();
    for count in [3, 4, 9, 40] {
        let (points, period) = numbers.points(count);
        let last = double(points[count - 1].0);
        for (ends, last) in [(Ends::Clamped, last), (Ends::Straight, last), (Ends::Periodic(period), double(period))] {
            let [monotone, spline] = [Curve::monotone(points.clone(), ends), Curve::spline(points.clone(), ends)];
            curves.push((monotone.expect("sorted"), false, 0.0, last));
            curves.push((spline.expect("sorted"), true, 0.0, last));
            if ends != Ends::Clamped {
                let steep = points.iter().map(|&(x, y)| (x, y, numbers.next()));
                curves.push((Curve::hermite(steep, ends).expect("sorted"), false, 0.0, last));
            }
        }
    }
    curves
}

/// A curve goes through its points, to the rounding of a scalar.
#[test]
fn a_curve_goes_through_its_points() {
    let mut numbers = Numbers(3);
    for ends in [Ends::Clamped, Ends::Straight, Ends::Turn] {
        let points = numbers.points(6).0;
        for curve in [Curve::monotone(points.clone(), ends), Curve::spline(points.clone(), ends)] {
            let curve = curve.expect("sorted, within a turn");
            for &(x, y) in &points {
                assert!(
                    (curve.at(x) - y).abs() <= 2.0 * Scalar::EPSILON * y.abs(),
                    "{ends:?}: {} at {x}, not {y}",
                    curve.at(x)
                );
            }
        }
    }
}

/// Each derivative is the limit of differences of the one before it. Of a cubic, a central difference over 2h is wrong by c₃ h²; c₃ is
/// below 1e3 here, and rounding makes 1e-16/h of it.
#[test]
fn slopes_are_limits_of_differences() {
    let (mut numbers, h) = (Numbers(11), 1e-5);
    for (curve, _, first, last) in curves() {
        for _ in 0..200 {
            let x = first + (last - first) * (1.4 * double(numbers.next()).abs() - 0.2);
            let knots = curve.0.knots.iter().map(|knot| knot.x).chain([first, last]);
            let is_near = |knot: f64| {
                let apart = curve
                    .0
                    .period()
                    .map_or(x - knot, |period| (x - knot + 0.5 * period).rem_euclid(period) - 0.5 * period);
                apart.abs() < 2.0 * h
            };
            if knots.into_iter().any(is_near) {
                continue;
            }
            for order in 0..4 {
                let difference = (curve.derivative(order, x + h) - curve.derivative(order, x - h)) / (2.0 * h);
                let slope = curve.derivative(order + 1, x);
                assert!(
                    (difference - slope).abs() < 1e-6 * (1.0 + slope.abs()),
                    "{order} at {x}: {difference}, {slope}: {curve:?}"
                );
            }
        }
    }
}

/// At knots value and slope do not jump, and the curvature of a spline does not either, to the rounding of doubles. Beyond clamped ends
/// the curvature of a spline jumps: its slope is zero from there on.
#[test]
fn curves_are_smooth_at_their_knots() {
    for (curve, is_c2, ..) in curves() {
        for (number, knot) in curve.0.knots.iter().enumerate() {
            let is_end = curve.0.period().is_none() && [0, curve.0.knots.len() - 1].contains(&number);
            let smooth = if is_c2 && !(is_end && curve.0.ends == Ends::Clamped) { 2 } else { 1 };
            for order in 0..=smooth {
                let [before, after] = [knot.x.next_down(), knot.x].map(|x| curve.derivative(order, x));
                // The greatest slope of what is compared is 1e4, next to a step of the place of 1e-15.
                assert!((before - after).abs() < 1e-9, "{order} at knot {number}: {before}, {after}: {curve:?}");
            }
        }
    }
}

/// A curve repeats to the rounding of the argument: half an ulp of it, times a slope of at most 20.
#[test]
fn a_periodic_curve_repeats_over_many_turns() {
    let points = Numbers(5).points(6).0;
    let curve = Curve::spline(points, Ends::Turn).expect("within a turn");
    for turns in [-100_000.0, -3.0, 1.0, 2.0, 1e3, 1e6] {
        for tenth in 0..10 {
            let x = f64::from(tenth) * 0.6;
            let there = x + turns * core::f64::consts::TAU;
            for order in 0..2 {
                let (here, there) = (curve.derivative(order, x), curve.derivative(order, there));
                assert!(
                    (here - there).abs() < 40.0 * f64::EPSILON * 7.0 * f64::abs(turns),
                    "{order}, {turns} turns: {here}, {there}"
                );
            }
        }
    }
}

/// Between two points, a monotone curve has no other extreme.
#[test]
fn a_monotone_curve_does_not_overshoot() {
    let points = Numbers(9).points(40).0;
    for ends in [Ends::Clamped, Ends::Straight] {
        let curve = Curve::monotone(points.clone(), ends).expect("sorted");
        for pair in points.windows(2) {
            let [(x, a), (end, b)] = [pair[0], pair[1]];
            for part in 0..=20_u8 {
                let y = curve.at(x + (end - x) * Scalar::from(part) / 20.0);
                // Rounding of the place, times a slope of 10.
                assert!((a.min(b) - 1e-5..=a.max(b) + 1e-5).contains(&y), "{y} between {a} and {b}");
            }
        }
    }
}

/// The spline through points of a sine is wrong by 5/384 h⁴ at most, for its fourth derivative is 1 (C. de Boor, *A practical guide to
/// splines*).
#[test]
fn a_spline_converges_at_the_fourth_order() {
    for count in [12_u16, 24, 48] {
        let h = core::f64::consts::TAU / f64::from(count);
        let point = |number| {
            let x = nearest(h * f64::from(number));
            (x, nearest(double(x).sin()))
        };
        let curve = Curve::spline((0..count).map(point), Ends::Turn).expect("sorted");
        let error = (0..1000).map(|x| 0.01 * f64::from(x)).map(|x| (curve.derivative(0, x) - x.sin()).abs());
        let error = error.fold(0.0, f64::max);
        // The points are rounded to scalars.
        assert!(error < 5.0 / 384.0 * h.powi(4) + 2.0 * double(Scalar::EPSILON), "{error} of {count} points");
    }
}

#[test]
fn points_that_make_no_curve_are_refused() {
    let of = |points: &[(Scalar, Scalar)], ends| Curve::spline(points.to_vec(), ends).map(|_| ());
    let three = [(0.0, 0.0), (1.0, 1.0), (2.0, 0.0)];
    assert_eq!(of(&three, Ends::Clamped), Ok(()));
    assert_eq!(of(&[], Ends::Clamped), Err(CurveError::TooFew { points: 0, least: 2 }));
    assert_eq!(of(&three[..2], Ends::Turn), Err(CurveError::TooFew { points: 2, least: 3 }));
    assert_eq!(of(&[(0.0, 0.0), (1.0, Scalar::NAN)], Ends::Clamped), Err(CurveError::NotFinite { point: 1 }));
    assert_eq!(of(&[(Scalar::NEG_INFINITY, 0.0), (1.0, 0.0)], Ends::Straight), Err(CurveError::NotFinite { point: 0 }));
    assert_eq!(of(&[(0.0, 0.0), (1.0, 1.0), (1.0, 0.0)], Ends::Clamped), Err(CurveError::Unsorted { point: 2 }));
    assert_eq!(of(&three, Ends::Periodic(2.0)), Err(CurveError::Period { period: 2.0, width: 2.0 }));
    assert!(matches!(of(&three, Ends::Periodic(Scalar::NAN)), Err(CurveError::Period { .. })));
    let tiny = Scalar::MIN_POSITIVE;
    assert!(matches!(
        of(&[(0.0, 0.0), (tiny, 1e30)], Ends::Straight),
        Err(CurveError::TooSteep { .. } | CurveError::NotFinite { .. })
    ));
    let kink = Curve::hermite([(0.0, 0.0, 0.0), (1.0, 0.0, 1.0)], Ends::Clamped);
    assert_eq!(kink, Err(CurveError::Kink { point: 1 }));
    assert_eq!(kink.expect_err("a kink").to_string(), "point 1 is a clamped end of the curve, but has a slope");
}

/// No number makes it panic, and what lies infinitely far from a clamped curve has the value of its end.
#[test]
fn a_curve_can_be_read_anywhere() {
    for (curve, ..) in curves() {
        for x in [f64::NAN, f64::MAX, f64::MIN, 1e300, -0.0] {
            assert!((0..5).all(|order| x.is_nan() || !curve.derivative(order, x).is_nan()), "{x}: {curve:?}");
        }
        if curve.0.ends == Ends::Clamped {
            let ends = [0, curve.0.knots.len() - 1].map(|end| curve.0.knots[end].y.to_bits());
            assert_eq!([f64::NEG_INFINITY, f64::INFINITY].map(|x| curve.derivative(0, x).to_bits()), ends);
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_curve_is_saved_to_the_bit_and_checked_when_loaded() {
    for (curve, ..) in curves() {
        let text = serde_json::to_string(&curve).expect("numbers");
        assert_eq!(serde_json::from_str::<Curve>(&text).expect("the same"), curve);
    }
    let unsorted = r#"{"knots":[{"x":1.0,"y":0.0,"slope":0.0},{"x":0.0,"y":0.0,"slope":0.0}],"ends":"Clamped"}"#;
    let error = serde_json::from_str::<Curve>(unsorted).expect_err("unsorted").to_string();
    assert!(error.contains("point 1 of the curve is not beyond the one before it"), "{error}");
}

/// Two curves, one read at what the other gives, and within expressions.
#[constraint(|a, b| {
    let turn = b.angle - a.angle;
    let lift = self.lift.at(turn);
    let d = b.position - a.position;
    (d.y - lift * self.swing.at(lift + d.x), self.swing.at(0.3) * d.x - self.lift.at(2.0 * turn).powi(2))
})]
#[derive(Clone, Debug)]
struct TwoCurves {
    lift: Curve,
    swing: Curve,
}

/// The joints of a pack have curves of their own, of different lengths.
#[test]
fn lanes_read_curves_as_scalars_do() {
    let curves: Vec<Curve> = curves().into_iter().map(|(curve, ..)| curve).collect();
    let joints: Vec<TwoCurves> =
        curves.windows(2).map(|pair| TwoCurves { lift: pair[0].clone(), swing: pair[1].clone() }).collect();
    for joints in joints.chunks(5) {
        agree_with_scalars(joints);
    }
    assert_eq!((TwoCurves::CURVES, joints[0].curve(1), joints[0].curve(2)), (2, Some(&joints[0].swing), None));
}
