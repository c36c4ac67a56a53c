//! The rows of a joint as plain Rust sees them.
//!
//! The attribute repeats the user's tokens in a method, which rustc checks against these traits: that is what makes its
//! errors, hover and completion work inside the attribute. The compiler reads the same names from the tokens.

use core::ops::RangeBounds;

use crate::math::{Scalar, Vec2};
use crate::softness::Softness;

/// A row that says how it acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Acting<C>(pub C);

/// How a row acts: the methods of a scalar or a vector that stands as a row of a joint.
pub trait Row: Sized {
    /// What the row holds at zero, between limits or at a rate: a scalar or a vector.
    type Value;

    /// The value c(x).
    fn value(self) -> Self::Value;

    /// The row holds the rate of change dc/dt at `rate` and leaves the position alone.
    #[must_use]
    fn at_rate(self, rate: Self::Value) -> Acting<Self::Value> {
        let _ = rate;
        Acting(self.value())
    }

    /// The row is a damped spring that pulls c to zero, implicit: see [`Softness`].
    #[must_use]
    fn soft(self, softness: Softness) -> Acting<Self::Value> {
        let _ = softness;
        Acting(self.value())
    }

    /// The row is a spring of `stiffness` (N/m, or N·m/rad) and `damping` (N·s/m, or N·m·s/rad) that pulls c to zero.
    ///
    /// Its force is explicit, as Chipmunk's is: with a long step a stiff one explodes, where [`soft`](Self::soft) does not.
    #[must_use]
    fn spring(self, stiffness: Scalar, damping: Scalar) -> Acting<Self::Value> {
        let _ = (stiffness, damping);
        Acting(self.value())
    }

    /// The row's force, or torque, does not exceed `force`: N, or N·m for an angle.
    #[must_use]
    fn max_force(self, force: Scalar) -> Acting<Self::Value> {
        let _ = force;
        Acting(self.value())
    }

    /// The row's force, or torque, does not exceed `factor` times that of another row of the closure, as friction does not exceed μ
    /// times the force of the contact. That force is the one of the iteration before.
    #[must_use]
    fn max_force_of(self, factor: Scalar, row: impl Row) -> Acting<Self::Value> {
        let _ = (factor, row.value());
        Acting(self.value())
    }
}

/// The limits of a row, which only a scalar can have.
pub trait Limited: Row<Value = Scalar> {
    /// c stays in `range`: `lower..=upper`, `lower..` or `..=upper`. Equal bounds make an equality, infinite ones are off.
    #[must_use]
    fn within(self, range: impl RangeBounds<Scalar>) -> Acting<Scalar> {
        let _ = range;
        Acting(self.value())
    }
}

impl<R: Row<Value = Scalar>> Limited for R {}

impl Row for Scalar {
    type Value = Self;
    fn value(self) -> Self {
        self
    }
}

impl Row for Vec2 {
    type Value = Self;
    fn value(self) -> Self {
        self
    }
}

impl<C> Row for Acting<C> {
    type Value = C;
    fn value(self) -> C {
        self.0
    }
}

/// The value of a joint's closure: a scalar, a `Vec2`, or a tuple of rows.
pub trait Rows {
    /// Appends c(x) of each row to `values`, a vector giving its x first.
    fn append_to(self, values: &mut Vec<Scalar>);

    /// c(x) of each row, a vector giving its x first.
    fn to_vec(self) -> Vec<Scalar>
    where
        Self: Sized,
    {
        let mut values = Vec::new();
        self.append_to(&mut values);
        values
    }
}

impl Rows for Scalar {
    fn append_to(self, values: &mut Vec<Scalar>) {
        values.push(self);
    }
}

impl Rows for Vec2 {
    fn append_to(self, values: &mut Vec<Scalar>) {
        values.extend([self.x, self.y]);
    }
}

impl<C: Rows> Rows for Acting<C> {
    fn append_to(self, values: &mut Vec<Scalar>) {
        self.0.append_to(values);
    }
}

macro_rules! impl_rows_for_tuples {
    ($($row:ident)*) => {
        impl<$($row: Rows),*> Rows for ($($row,)*) {
            #[allow(non_snake_case)]
            fn append_to(self, values: &mut Vec<Scalar>) {
                let ($($row,)*) = self;
                $($row.append_to(values);)*
            }
        }
    };
}
impl_rows_for_tuples!(A);
impl_rows_for_tuples!(A B);
impl_rows_for_tuples!(A B C);
impl_rows_for_tuples!(A B C D);
impl_rows_for_tuples!(A B C D E);
impl_rows_for_tuples!(A B C D E F);
impl_rows_for_tuples!(A B C D E F G);
impl_rows_for_tuples!(A B C D E F G H);
impl_rows_for_tuples!(A B C D E F G H I);
impl_rows_for_tuples!(A B C D E F G H I J);
impl_rows_for_tuples!(A B C D E F G H I J K);
impl_rows_for_tuples!(A B C D E F G H I J K L);
