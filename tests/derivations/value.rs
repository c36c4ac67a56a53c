//! What the formulas of a derivation are made of, and their arithmetic.

/// A number, a vector, a row of J, a map, or a condition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    Scalar(f64),
    Vector(f64, f64),
    /// vᵀ
    Row(f64, f64),
    /// Row by row.
    Matrix([[f64; 2]; 2]),
    Truth(bool),
}

use Value::{Matrix, Row, Scalar, Truth, Vector};

impl Value {
    pub(crate) fn rotation(angle: f64) -> Self {
        let (sin, cos) = angle.sin_cos();
        Matrix([[cos, -sin], [sin, cos]])
    }

    pub(crate) fn scalar(self) -> f64 {
        match self {
            Scalar(value) => value,
            other => panic!("{other:?} is no number"),
        }
    }

    pub(crate) fn vector(self) -> (f64, f64) {
        match self {
            Vector(x, y) => (x, y),
            Scalar(0.0) => (0.0, 0.0),
            other => panic!("{other:?} is no vector"),
        }
    }

    /// A map; a number is times the identity.
    pub(crate) fn matrix(self) -> [[f64; 2]; 2] {
        match self {
            Matrix(rows) => rows,
            Scalar(s) => [[s, 0.0], [0.0, s]],
            other => panic!("{other:?} is no map"),
        }
    }

    pub(crate) fn truth(self) -> bool {
        match self {
            Truth(holds) => holds,
            other => panic!("{other:?} is no condition"),
        }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Scalar(a), Scalar(b)) => Scalar(a + b),
            (Matrix(_), _) | (_, Matrix(_)) => {
                let ([[a, b], [c, d]], [[e, f], [g, h]]) = (self.matrix(), other.matrix());
                Matrix([[a + e, b + f], [c + g, d + h]])
            }
            _ => {
                let ((x, y), (u, v)) = (self.vector(), other.vector());
                Vector(x + u, y + v)
            }
        }
    }

    pub(crate) fn negative(self) -> Self {
        Scalar(-1.0).times(self)
    }

    /// What stands side by side.
    pub(crate) fn times(self, other: Self) -> Self {
        match (self, other) {
            (Scalar(a), Scalar(b)) => Scalar(a * b),
            (Scalar(s), Vector(x, y)) | (Vector(x, y), Scalar(s)) => Vector(s * x, s * y),
            (Scalar(s), Row(x, y)) => Row(s * x, s * y),
            (Vector(x, y), Row(u, v)) => Matrix([[x * u, x * v], [y * u, y * v]]),
            (Matrix([[a, b], [c, d]]), Vector(x, y)) => Vector(a * x + b * y, c * x + d * y),
            (Scalar(_) | Matrix(_), Scalar(_) | Matrix(_)) => {
                let ([[a, b], [c, d]], [[e, f], [g, h]]) = (self.matrix(), other.matrix());
                Matrix([[a * e + b * g, a * f + b * h], [c * e + d * g, c * f + d * h]])
            }
            pair => panic!("{pair:?} do not multiply"),
        }
    }

    pub(crate) fn over(self, other: Self) -> Self {
        Scalar(1.0 / other.scalar()).times(self)
    }

    pub(crate) fn dot(self, other: Self) -> Self {
        let ((x, y), (u, v)) = (self.vector(), other.vector());
        Scalar(x * u + y * v)
    }

    /// u × v = u.x v.y − u.y v.x; ω × r = ω perp(r).
    pub(crate) fn cross(self, other: Self) -> Self {
        if let (Scalar(w), Vector(x, y)) = (self, other) {
            return Vector(-w * y, w * x);
        }
        let ((x, y), (u, v)) = (self.vector(), other.vector());
        Scalar(x * v - y * u)
    }

    /// ⁻¹ of a map that turns, and powers of numbers.
    pub(crate) fn power(self, exponent: i32) -> Self {
        match (self, exponent) {
            (Matrix([[a, b], [c, d]]), -1) => Matrix([[a, c], [b, d]]),
            (base, exponent) => Scalar(base.scalar().powi(exponent)),
        }
    }

    pub(crate) fn transposed(self) -> Self {
        let (x, y) = self.vector();
        Row(x, y)
    }

    /// |s| or |v|
    pub(crate) fn size(self) -> Self {
        match self {
            Scalar(s) => Scalar(s.abs()),
            other => Scalar(other.vector().0.hypot(other.vector().1)),
        }
    }
}

/// A function of the derivation, called by its name.
pub(crate) fn call(name: &str, arguments: &[Value]) -> Value {
    let first = arguments[0];
    let number = || first.scalar();
    match name {
        "perp" => Vector(-first.vector().1, first.vector().0),
        // What has no direction has the x axis, where nothing was before.
        "unit" if first.size() == Scalar(0.0) => Vector(1.0, 0.0),
        "unit" => first.over(first.size()),
        "R" => Value::rotation(number()),
        "sign" => Scalar(if number() < 0.0 { -1.0 } else { 1.0 }),
        "√" => Scalar(number().sqrt()),
        // Of a rotation, its cosine and sine.
        "cos" => Scalar(if let Matrix(rows) = first { rows[0][0] } else { number().cos() }),
        "sin" => Scalar(if let Matrix(rows) = first { rows[1][0] } else { number().sin() }),
        "tan" => Scalar(number().tan()),
        "asin" => Scalar(number().asin()),
        "acos" => Scalar(number().acos()),
        "atan" => Scalar(number().atan()),
        "atan2" => Scalar(number().atan2(arguments[1].scalar())),
        "exp" => Scalar(number().exp()),
        "ln" => Scalar(number().ln()),
        "min" => Scalar(number().min(arguments[1].scalar())),
        "max" => Scalar(number().max(arguments[1].scalar())),
        "clamp" => Scalar(number().max(arguments[1].scalar()).min(arguments[2].scalar())),
        // The curve of the properties, which the compiler evaluates as a sine.
        _ if name.trim_end_matches('′') == "f" => {
            let order = name.chars().filter(|&prime| prime == '′').map(|_| 1.0).sum::<f64>();
            Scalar((number() + order * std::f64::consts::FRAC_PI_2).sin())
        }
        _ => panic!("the derivation calls `{name}`"),
    }
}
