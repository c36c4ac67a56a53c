//! Numbers that carry more than their value: a bound of their rounding, or a derivative.

use constraint_symbolic::ir::evaluate;
use constraint_symbolic::ir::vector::Function;
use num_dual::{Dual64, DualNum};

/// What a graph can be interpreted over.
pub(crate) trait Number: Copy {
    fn of(value: f64) -> Self;
    /// Σ cᵢ xᵢ
    fn sum(terms: &[(f64, Self)]) -> Self;
    fn times(self, other: Self) -> Self;
    fn power(self, exponent: i32) -> Self;
    fn call(function: Function, arguments: &[Self]) -> Self;
    /// 1/d, or 0 where d is no more than a rounding.
    fn pivot(self, rounding: Self) -> Self;
    /// What rounding can be of a value of this size.
    fn rounding(self) -> Self;
    /// Whether it is less than the other one, and whether that is sure.
    fn less(self, other: Self) -> Truth;
    /// A value that is nobody's business unless it is known which one it is.
    fn doubtful(self) -> Self;
}

/// A condition, and whether rounding cannot have decided it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Truth {
    pub(crate) holds: bool,
    pub(crate) sure: bool,
}

/// A value and a bound of its rounding: running error analysis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounded {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

impl Bounded {
    /// What is no number, or lost, has no bound.
    fn new(value: f64, error: f64) -> Self {
        let error = error + f64::EPSILON * value.abs();
        Self { value, error: if error.is_finite() { error } else { f64::INFINITY } }
    }
}

impl Number for Bounded {
    fn of(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    /// In any order: each of the n additions may round the sum of all sizes.
    #[allow(clippy::cast_precision_loss)] // a handful
    fn sum(terms: &[(f64, Self)]) -> Self {
        let value = terms.iter().map(|(c, x)| c * x.value).sum();
        let size: f64 = terms.iter().map(|(c, x)| (c * x.value).abs()).sum();
        let error: f64 = terms.iter().map(|(c, x)| (c * x.error).abs()).sum();
        Self::new(value, error + terms.len() as f64 * f64::EPSILON * size)
    }

    fn times(self, other: Self) -> Self {
        // The last part is all there is where both are zeros made of rounding.
        let error = self.error * other.value.abs() + other.error * self.value.abs() + self.error * other.error;
        Self::new(self.value * other.value, error)
    }

    fn power(self, exponent: i32) -> Self {
        let (value, size) = (self.value.powi(exponent), self.value.abs());
        // The nearest to zero that it may be, or the farthest from it.
        let end = if exponent < 0 { size - self.error } else { size + self.error };
        let apart = exponent >= 0 || size > 8.0 * self.error;
        let spread = (end.powi(exponent) - value.abs()).abs();
        let rounded = f64::from(exponent.abs()) * f64::EPSILON * (value.abs() + spread);
        Self::new(value, if apart { spread + rounded } else { f64::INFINITY })
    }

    fn call(function: Function, arguments: &[Self]) -> Self {
        let values: Vec<f64> = arguments.iter().map(|argument| argument.value).collect();
        let value = evaluate::function(function, &values);
        let (x, e) = (arguments[0].value, arguments[0].error);
        let error = match function {
            Function::Sin | Function::Cos | Function::Atan | Function::Abs | Function::Curve { .. } => e,
            Function::Tan => e * (1.0 + value * value),
            Function::Asin | Function::Acos => {
                let room = 1.0 - x * x;
                if room > 8.0 * e { e / room.sqrt() } else { f64::INFINITY }
            }
            Function::Atan2 => {
                let (other, f) = (arguments[1].value, arguments[1].error);
                let cut = other < 8.0 * f && x.abs() <= 8.0 * e;
                let length = x.hypot(other);
                if cut || length <= 8.0 * (e + f) { f64::INFINITY } else { (e + f) / length }
            }
            Function::Sqrt => {
                if x > 8.0 * e {
                    e / value
                } else {
                    f64::INFINITY
                }
            }
            Function::Exp => e * value,
            Function::Ln => {
                if x > 8.0 * e {
                    e / x
                } else {
                    f64::INFINITY
                }
            }
            Function::Powf => {
                let (power, f) = (arguments[1].value, arguments[1].error);
                let of_power = if f > 0.0 { (x.ln() * value * f).abs() } else { 0.0 };
                let size = (1.0 + power.abs() * x.ln().abs()) * value.abs() * f64::EPSILON;
                if x > 8.0 * e { (power * value / x * e).abs() + of_power + size } else { f64::INFINITY }
            }
            // The fast path alone has it, and that is executed.
            Function::AsLong => f64::INFINITY,
            Function::Min | Function::Max => {
                // The one that is out of reach has no part in it.
                let (other, f) = (arguments[1].value, arguments[1].error);
                let first = if function == Function::Min { x < other } else { x > other };
                let apart = (x - other).abs() > 8.0 * (e + f);
                match (x.is_nan() || other.is_nan(), apart) {
                    (true, _) => f64::INFINITY,
                    (_, true) if first => e,
                    (_, true) => f,
                    (_, false) => e.max(f),
                }
            }
        };
        Self::new(value, error)
    }

    fn pivot(self, rounding: Self) -> Self {
        let value = evaluate::pivot(self.value, rounding.value);
        let doubt = 8.0 * (self.error + rounding.error);
        if (self.value - rounding.value).abs() <= doubt || self.value == 0.0 {
            return Self { value, error: f64::INFINITY };
        }
        Self::new(value, self.error * value * value)
    }

    fn rounding(self) -> Self {
        Self::new(evaluate::rounding(self.value), evaluate::rounding(self.error))
    }

    fn less(self, other: Self) -> Truth {
        let apart = (self.value - other.value).abs() > 8.0 * (self.error + other.error);
        Truth { holds: self.value < other.value, sure: apart }
    }

    fn doubtful(self) -> Self {
        Self { error: f64::INFINITY, ..self }
    }
}

impl Number for Dual64 {
    fn of(value: f64) -> Self {
        Self::from_re(value)
    }

    fn sum(terms: &[(f64, Self)]) -> Self {
        terms.iter().map(|&(c, x)| x * c).sum()
    }

    fn times(self, other: Self) -> Self {
        self * other
    }

    fn power(self, exponent: i32) -> Self {
        self.powi(exponent)
    }

    fn call(function: Function, arguments: &[Self]) -> Self {
        let x = arguments[0];
        match function {
            Function::Curve { curve, order } => {
                let of = |order| evaluate::function(Function::Curve { curve, order }, &[x.re]);
                Self::new(of(order), of(order + 1) * x.eps)
            }
            Function::Sin => x.sin(),
            Function::Cos => x.cos(),
            Function::Tan => x.tan(),
            Function::Asin => x.asin(),
            Function::Acos => x.acos(),
            Function::Atan => x.atan(),
            // num-dual's own divides by the second, which may be zero.
            Function::Atan2 => {
                let (y, x) = (x, arguments[1]);
                let square = y.re * y.re + x.re * x.re;
                Self::new(y.re.atan2(x.re), (x.re * y.eps - y.re * x.eps) / square)
            }
            Function::Sqrt => x.sqrt(),
            Function::Exp => x.exp(),
            Function::Ln => x.ln(),
            // `powd` takes the logarithm of the base even where the exponent does not vary.
            Function::Powf if arguments[1].eps == 0.0 => x.powf(arguments[1].re),
            Function::Powf => x.powd(arguments[1]),
            Function::Abs => {
                if x.re < 0.0 {
                    -x
                } else {
                    x
                }
            }
            Function::Min if arguments[1].re < x.re => arguments[1],
            Function::Max if arguments[1].re > x.re => arguments[1],
            Function::Min | Function::Max | Function::AsLong => x,
        }
    }

    fn pivot(self, _: Self) -> Self {
        self.recip()
    }

    fn rounding(self) -> Self {
        self * evaluate::rounding(1.0)
    }

    fn less(self, other: Self) -> Truth {
        Truth { holds: self.re < other.re, sure: true }
    }

    fn doubtful(self) -> Self {
        self
    }
}

/// A value and its derivative, each with a bound: how far a dual number may be off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tangent {
    pub(crate) value: Bounded,
    pub(crate) slope: Bounded,
}

impl Tangent {
    /// f(x) and f'(x) dx
    fn chain(value: Bounded, slope: Bounded, of: Self) -> Self {
        Self { value, slope: slope.times(of.slope) }
    }

    /// f(x, y) and both parts of its differential.
    fn chains(value: Bounded, parts: [(Bounded, Self); 2]) -> Self {
        let [(f, x), (g, y)] = parts;
        // A part that does not vary has none, whatever its slope.
        let terms = [(f, x), (g, y)].map(|(slope, of)| if of.varies() { slope.times(of.slope) } else { of.slope });
        Self { value, slope: Bounded::sum(&terms.map(|term| (1.0, term))) }
    }

    fn varies(self) -> bool {
        self.slope.value != 0.0 || self.slope.error > 0.0
    }
}

impl Number for Tangent {
    fn of(value: f64) -> Self {
        Self { value: Bounded::of(value), slope: Bounded::of(0.0) }
    }

    fn sum(terms: &[(f64, Self)]) -> Self {
        let part = |part: fn(&Self) -> Bounded| terms.iter().map(|(c, x)| (*c, part(x))).collect::<Vec<_>>();
        Self { value: Bounded::sum(&part(|x| x.value)), slope: Bounded::sum(&part(|x| x.slope)) }
    }

    fn times(self, other: Self) -> Self {
        Self::chains(self.value.times(other.value), [(other.value, self), (self.value, other)])
    }

    fn power(self, exponent: i32) -> Self {
        let slope = Bounded::of(f64::from(exponent)).times(self.value.power(exponent - 1));
        Self::chain(self.value.power(exponent), slope, self)
    }

    fn call(function: Function, arguments: &[Self]) -> Self {
        let values: Vec<Bounded> = arguments.iter().map(|argument| argument.value).collect();
        let value = Bounded::call(function, &values);
        let (x, a) = (values[0], arguments[0]);
        let one = Bounded::of(1.0);
        let plus = |c: f64, square: Bounded| Bounded::sum(&[(1.0, one), (c, square.power(2))]);
        let of_first = |slope: Bounded| Self::chain(value, slope, a);
        match function {
            Function::Curve { curve, order } => {
                of_first(Bounded::call(Function::Curve { curve, order: order + 1 }, &[x]))
            }
            Function::Sin => of_first(Bounded::call(Function::Cos, &[x])),
            Function::Cos => of_first(Bounded::sum(&[(-1.0, Bounded::call(Function::Sin, &[x]))])),
            Function::Tan => of_first(plus(1.0, value)),
            Function::Asin => of_first(Bounded::call(Function::Sqrt, &[plus(-1.0, x)]).power(-1)),
            Function::Acos => {
                let slope = Bounded::call(Function::Sqrt, &[plus(-1.0, x)]).power(-1);
                of_first(Bounded::sum(&[(-1.0, slope)]))
            }
            Function::Atan => of_first(plus(1.0, x).power(-1)),
            Function::Atan2 => {
                let (y, x, b) = (x, values[1], arguments[1]);
                let inverse = Bounded::sum(&[(1.0, y.power(2)), (1.0, x.power(2))]).power(-1);
                let minus = Bounded::sum(&[(-1.0, y)]);
                Self::chains(value, [(x.times(inverse), a), (minus.times(inverse), b)])
            }
            Function::Sqrt => of_first(Bounded::sum(&[(2.0, value)]).power(-1)),
            Function::Exp => of_first(value),
            Function::Ln => of_first(x.power(-1)),
            Function::Powf => {
                let (power, b) = (values[1], arguments[1]);
                let below = Bounded::call(Function::Powf, &[x, Bounded::sum(&[(1.0, power), (-1.0, one)])]);
                let of_power = Bounded::call(Function::Ln, &[x]).times(value);
                Self::chains(value, [(power.times(below), a), (of_power, b)])
            }
            Function::Abs => {
                let negative = x.less(Bounded::of(0.0));
                let chosen = of_first(Bounded::of(if negative.holds { -1.0 } else { 1.0 }));
                if negative.sure { chosen } else { chosen.doubtful() }
            }
            Function::AsLong => a.doubtful(),
            Function::Min | Function::Max => {
                let first = if function == Function::Min { x.less(values[1]) } else { values[1].less(x) };
                let chosen = if first.holds { a } else { arguments[1] };
                if first.sure { chosen } else { chosen.doubtful() }
            }
        }
    }

    fn pivot(self, rounding: Self) -> Self {
        let value = self.value.pivot(rounding.value);
        Self::chain(value, Bounded::sum(&[(-1.0, value.times(value))]), self)
    }

    fn rounding(self) -> Self {
        Self { value: self.value.rounding(), slope: self.slope.rounding() }
    }

    fn less(self, other: Self) -> Truth {
        self.value.less(other.value)
    }

    fn doubtful(self) -> Self {
        Self { value: self.value.doubtful(), slope: self.slope.doubtful() }
    }
}
