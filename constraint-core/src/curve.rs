//! Tabulated functions, which a closure reads at a state of the bodies: the profile of a cam.

use std::sync::Arc;

use crate::math::{Scalar, double, nearest};

/// A smooth function of one number, given by points: a parameter of a joint, which the closure reads by `self.profile.at(angle)`.
///
/// Between two points it is a cubic polynomial. The compiler differentiates `at` by the curve's [slope](Self::slope_at). What lies
/// beyond the first and the last point is told by [`Ends`]. Cloning a curve is cheap: clones share their points.
///
/// | constructor | between the points | smoothness |
/// |---|---|---|
/// | [`monotone`](Self::monotone) | never overshoots: it stays between two neighbouring points | C¹ |
/// | [`spline`](Self::spline) | the cubic spline: accelerations have no jumps | C² |
/// | [`hermite`](Self::hermite) | has the slopes that are given with the points | C¹ |
///
/// The units of the argument and of the value are those of the points.
///
/// # Example
/// A cam that lifts its follower by 20 mm in half a turn.
/// ```
/// use constraint_core::prelude::*;
///
/// let lift = (0..36).map(|point| {
///     let angle = consts::TAU * point as Scalar / 36.0;
///     (angle, 0.05 + 0.01 * (1.0 - angle.cos()))
/// });
/// let profile = Curve::spline(lift, Ends::Turn)?;
/// assert!((profile.at(consts::PI) - 0.07).abs() < 1e-5);
/// // Periodic: the same after a turn.
/// assert!((profile.at(3.0 * consts::PI) - 0.07).abs() < 1e-5);
/// # Ok::<(), constraint_core::CurveError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Knots", into = "Knots"))]
pub struct Curve(Arc<Knots>);

/// What a [`Curve`] is beyond its first and its last point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ends {
    /// The value of the nearest point; the slope is zero there. At least two points.
    Clamped,
    /// A straight line with the slope of the nearest point. At least two points.
    Straight,
    /// The curve repeats after this length. At least three points, all within one period: the first one is not given again at
    /// its end.
    Periodic(Scalar),
    /// The curve repeats after 2π, exactly: a function of an angle. Otherwise as [`Periodic`](Self::Periodic).
    Turn,
}

/// Why points make no curve.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum CurveError {
    /// There are fewer points than the [`Ends`] ask for.
    TooFew {
        /// How many points there are.
        points: usize,
        /// How many there have to be.
        least: usize,
    },
    /// A coordinate or a slope is NaN or infinite.
    NotFinite {
        /// The number of the point, from 0.
        point: usize,
    },
    /// A point is not beyond the one before it.
    Unsorted {
        /// The number of the point, from 0.
        point: usize,
    },
    /// The period is not a finite number above the distance of the first and the last point.
    Period {
        /// The period.
        period: Scalar,
        /// The distance of the first and the last point.
        width: Scalar,
    },
    /// The slope at a [clamped](Ends::Clamped) end is not zero.
    Kink {
        /// The number of the point, from 0.
        point: usize,
    },
    /// Between this point and the next one the curve would be too steep for finite numbers.
    TooSteep {
        /// The number of the point, from 0.
        point: usize,
    },
}

/// A point, and the slope that the curve has there.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Knot {
    x: f64,
    y: f64,
    slope: f64,
}

/// What a curve is made of. The knots are at least one, finite and sorted.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Knots {
    knots: Vec<Knot>,
    ends: Ends,
}

/// Making curves.
impl Curve {
    /// A C¹ curve through points (x, y), sorted by x, that stays between the values of any two neighbours (F. N. Fritsch and J. Butland,
    /// *A method for constructing local monotone piecewise cubic interpolants*, 1984).
    ///
    /// # Errors
    /// [`CurveError`] says which point is at fault, and why.
    pub fn monotone(points: impl IntoIterator<Item = (Scalar, Scalar)>, ends: Ends) -> Result<Self, CurveError> {
        let mut knots = Knots::through(points, ends)?;
        let own = knots.clone();
        for (number, knot) in knots.knots.iter_mut().enumerate() {
            knot.slope = match (own.before(number), own.after(number)) {
                (Some(before), Some(after)) => monotone_slope(before, after),
                // An end: clamped ones have no slope.
                (Some(only), None) | (None, Some(only)) if ends == Ends::Straight => only.slope(),
                _ => 0.0,
            };
        }
        Self::new(knots)
    }

    /// The C² cubic spline through points (x, y), sorted by x. Its slope is zero at [clamped](Ends::Clamped) ends, its curvature at
    /// [straight](Ends::Straight) ones. It may overshoot where the points turn sharply.
    ///
    /// # Errors
    /// [`CurveError`] says which point is at fault, and why.
    pub fn spline(points: impl IntoIterator<Item = (Scalar, Scalar)>, ends: Ends) -> Result<Self, CurveError> {
        let mut knots = Knots::through(points, ends)?;
        // Each slope is at least twice as important in its own equation as its neighbours are: a sweep halves what is missing.
        for _ in 0..SWEEPS {
            for number in 0..knots.knots.len() {
                let of =
                    |piece: Piece, neighbour: f64| (1.0 / piece.width, (3.0 * piece.slope() - neighbour) / piece.width);
                let (before, after) = (knots.before(number), knots.after(number));
                let before = before.map(|piece| of(piece, piece.start.slope));
                let after = after.map(|piece| of(piece, piece.end.slope));
                knots.knots[number].slope = match (before, after) {
                    (Some((a, b)), Some((c, d))) => (b + d) / (2.0 * (a + c)),
                    (Some((a, b)), None) | (None, Some((a, b))) if ends == Ends::Straight => b / (2.0 * a),
                    _ => 0.0,
                };
            }
        }
        Self::new(knots)
    }

    /// A C¹ curve through points (x, y, slope), sorted by x. The slopes at [clamped](Ends::Clamped) ends are zero.
    ///
    /// # Errors
    /// [`CurveError`] says which point is at fault, and why.
    pub fn hermite(points: impl IntoIterator<Item = (Scalar, Scalar, Scalar)>, ends: Ends) -> Result<Self, CurveError> {
        let knot = |(x, y, slope)| Knot { x: double(x), y: double(y), slope: double(slope) };
        Self::new(Knots { knots: points.into_iter().map(knot).collect(), ends })
    }

    fn new(knots: Knots) -> Result<Self, CurveError> {
        knots.check()?;
        Ok(Self(Arc::new(knots)))
    }
}

/// How many sweeps it takes until nothing is missing of a double.
const SWEEPS: usize = 60;

/// Reading curves.
impl Curve {
    /// The value.
    #[must_use]
    pub fn at(&self, x: Scalar) -> Scalar {
        nearest(self.derivative(0, double(x)))
    }

    /// The slope: the derivative of the value.
    #[must_use]
    pub fn slope_at(&self, x: Scalar) -> Scalar {
        nearest(self.derivative(1, double(x)))
    }

    /// The derivative of this order, in double precision: 0 for the value, 1 for the slope, 2 for the curvature. NaN has none, nor has
    /// infinity.
    #[must_use]
    pub fn derivative(&self, order: u32, x: f64) -> f64 {
        let knots = &*self.0;
        let (Some(&first), Some(&last)) = (knots.knots.first(), knots.knots.last()) else { return 0.0 };
        let x = knots.period().map_or(x, |period| first.x + (x - first.x).rem_euclid(period));
        let beyond = if knots.period().is_some() {
            None
        } else if x < first.x {
            Some(first)
        } else {
            Some(last).filter(|last| last.x <= x)
        };
        if let Some(end) = beyond {
            let slope = if knots.ends == Ends::Straight { end.slope } else { 0.0 };
            return match order {
                0 if slope == 0.0 => end.y,
                0 => end.y + slope * (x - end.x),
                1 => slope,
                _ => 0.0,
            };
        }
        let number = knots.knots.partition_point(|knot| knot.x <= x).saturating_sub(1);
        knots.after(number).map_or(0.0, |piece| piece.derivative(order, x - piece.start.x))
    }
}

impl Knots {
    fn through(points: impl IntoIterator<Item = (Scalar, Scalar)>, ends: Ends) -> Result<Self, CurveError> {
        let knots = points.into_iter().map(|(x, y)| Knot { x: double(x), y: double(y), slope: 0.0 }).collect();
        let knots = Self { knots, ends };
        knots.check()?;
        Ok(knots)
    }

    fn period(&self) -> Option<f64> {
        match self.ends {
            Ends::Clamped | Ends::Straight => None,
            Ends::Periodic(period) => Some(double(period)),
            Ends::Turn => Some(core::f64::consts::TAU),
        }
    }

    /// The piece that ends with this knot.
    fn before(&self, number: usize) -> Option<Piece> {
        match number.checked_sub(1) {
            Some(before) => self.after(before),
            None => self.period().and_then(|_| self.after(self.knots.len() - 1)),
        }
    }

    /// The piece that begins with this knot.
    fn after(&self, number: usize) -> Option<Piece> {
        let start = *self.knots.get(number)?;
        match self.knots.get(number + 1) {
            Some(&end) => Some(Piece { start, end, width: end.x - start.x }),
            None => self.period().map(|period| {
                let end = self.knots[0];
                Piece { start, end, width: period - (start.x - end.x) }
            }),
        }
    }

    fn check(&self) -> Result<(), CurveError> {
        let (points, least) = (self.knots.len(), if self.period().is_some() { 3 } else { 2 });
        let is_finite = |knot: &Knot| [knot.x, knot.y, knot.slope].iter().all(|value| value.is_finite());
        if let Some(point) = self.knots.iter().position(|knot| !is_finite(knot)) {
            return Err(CurveError::NotFinite { point });
        }
        if let Some(before) = self.knots.windows(2).position(|pair| pair[0].x >= pair[1].x) {
            return Err(CurveError::Unsorted { point: before + 1 });
        }
        if points < least {
            return Err(CurveError::TooFew { points, least });
        }
        let width = self.knots[points - 1].x - self.knots[0].x;
        if let Some(period) = self.period().filter(|&period| !period.is_finite() || period <= width) {
            return Err(CurveError::Period { period: nearest(period), width: nearest(width) });
        }
        let is_kink = |&point: &usize| self.ends == Ends::Clamped && self.knots[point].slope != 0.0;
        if let Some(point) = [0, points - 1].into_iter().find(is_kink) {
            return Err(CurveError::Kink { point });
        }
        let is_steep = |number: &usize| self.after(*number).is_some_and(|piece| !piece.is_finite());
        (0..points).find(is_steep).map_or(Ok(()), |point| Err(CurveError::TooSteep { point }))
    }
}

/// A cubic between two knots.
#[derive(Clone, Copy)]
struct Piece {
    start: Knot,
    end: Knot,
    width: f64,
}

impl Piece {
    /// The slope of the chord.
    fn slope(&self) -> f64 {
        (self.end.y - self.start.y) / self.width
    }

    /// The coefficients c of c₀ + c₁ u + c₂ u² + c₃ u³, u being the distance from the start.
    fn coefficients(&self) -> [f64; 4] {
        let (chord, a, b) = (self.slope(), self.start.slope, self.end.slope);
        [self.start.y, a, (3.0 * chord - 2.0 * a - b) / self.width, (a + b - 2.0 * chord) / (self.width * self.width)]
    }

    fn derivative(&self, order: u32, u: f64) -> f64 {
        let [c0, c1, c2, c3] = self.coefficients();
        match order {
            0 => c0 + u * (c1 + u * (c2 + u * c3)),
            1 => c1 + u * (2.0 * c2 + u * (3.0 * c3)),
            2 => 2.0 * c2 + 6.0 * c3 * u,
            3 => 6.0 * c3,
            _ => 0.0,
        }
    }

    /// Whether value and slope stay finite as scalars of the world.
    fn is_finite(&self) -> bool {
        let [c0, c1, c2, c3] = self.coefficients().map(f64::abs);
        let width = self.width;
        let value = c0 + width * (c1 + width * (c2 + width * c3));
        let slope = c1 + width * (2.0 * c2 + width * (3.0 * c3));
        value <= double(Scalar::MAX) && slope <= double(Scalar::MAX)
    }
}

/// The slope between two pieces: zero at a turn, else a harmonic mean of the chords, of which the shorter one counts more.
fn monotone_slope(before: Piece, after: Piece) -> f64 {
    let (a, b) = (before.slope(), after.slope());
    if a * b <= 0.0 {
        return 0.0;
    }
    let (for_a, for_b) = (2.0 * after.width + before.width, after.width + 2.0 * before.width);
    (for_a + for_b) / (for_a / a + for_b / b)
}

impl From<Curve> for Knots {
    fn from(curve: Curve) -> Self {
        Arc::unwrap_or_clone(curve.0)
    }
}

impl TryFrom<Knots> for Curve {
    type Error = CurveError;

    fn try_from(knots: Knots) -> Result<Self, CurveError> {
        Self::new(knots)
    }
}

impl core::fmt::Display for CurveError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::TooFew { points, least } => write!(f, "a curve of {points} points needs at least {least}"),
            Self::NotFinite { point } => write!(f, "point {point} of the curve is not finite"),
            Self::Unsorted { point } => write!(f, "point {point} of the curve is not beyond the one before it"),
            Self::Period { period, width } => write!(
                f,
                "the curve's period is {period}, but must be above {width}, the distance of its first and its last point"
            ),
            Self::Kink { point } => write!(f, "point {point} is a clamped end of the curve, but has a slope"),
            Self::TooSteep { point } => write!(f, "the curve is too steep after point {point}"),
        }
    }
}

impl core::error::Error for CurveError {}

#[cfg(test)]
mod tests;
