//! The kinds of expressions.

use super::{Function, Id, Input, Number, Type};
use crate::ir::map_vec::MapVec as _;

/// An expression, by its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A number.
    Constant(Number),
    /// `true` or `false`.
    Truth(bool),
    /// Something given.
    Input(Input),
    /// Σ cᵢ xᵢ, of scalars or of vectors.
    Sum(Type, Vec<(Number, Id)>),
    /// Π xᵢ^kᵢ, of scalars.
    Product(Vec<(Id, i32)>),
    /// A function of scalars.
    Call(Function, Vec<Id>),
    /// Scalar times vector.
    Scale(Id, Id),
    /// The vector of two scalars.
    Vector(Id, Id),
    /// A vector's x; a rotation's cosine.
    X(Id),
    /// A vector's y; a rotation's sine.
    Y(Id),
    /// u · v
    Dot(Id, Id),
    /// u × v = u.x v.y − u.y v.x
    Cross(Id, Id),
    /// A quarter turn counter-clockwise: (−y, x).
    Perp(Id),
    /// |v|
    Length(Id),
    /// v/|v|; where |v| is zero, the last one that was not.
    Unit(Id),
    /// R v
    Rotate(Id, Id),
    /// R S: first S, then R.
    Compose(Id, Id),
    /// R⁻¹
    Inverse(Id),
    /// The rotation by an angle.
    Turn(Id),
    /// The second where the first holds, else the third.
    Choose(Id, Id, Id),
    /// x < y
    Less(Id, Id),
    /// x ≤ y
    LessEqual(Id, Id),
    /// Both.
    And(Id, Id),
    /// Either.
    Or(Id, Id),
    /// The opposite.
    Not(Id),
    /// 1/d, or 0 where d is no more than the second, a rounding.
    Pivot(Id, Id),
    /// What rounding can be of a value of this size.
    Rounding(Id),
    /// The first, an entry of K's diagonal, where the second stands before it in the same block: where the sum of the two is
    /// known before the pose, it may be worked out as what the second leaves of it.
    Beside(Id, Id),
}

impl Node {
    /// The nodes that this one is made of.
    pub fn operands(&self) -> Vec<Id> {
        let mut operands = Vec::new();
        self.each_operand(|operand| operands.push(operand));
        operands
    }

    /// The nodes that this one is made of, one after another: no list of them is made.
    pub fn each_operand(&self, mut see: impl FnMut(Id)) {
        match self {
            Self::Constant(_) | Self::Truth(_) | Self::Input(_) => {}
            // Slice patterns: an iterator is three calls for each item where nothing is inlined.
            Self::Sum(_, terms) => {
                let mut terms = terms.as_slice();
                while let &[(_, id), ref rest @ ..] = terms {
                    see(id);
                    terms = rest;
                }
            }
            Self::Product(factors) => {
                let mut factors = factors.as_slice();
                while let &[(id, _), ref rest @ ..] = factors {
                    see(id);
                    factors = rest;
                }
            }
            Self::Call(_, arguments) => {
                for &id in arguments {
                    see(id);
                }
            }
            &(Self::X(a)
            | Self::Y(a)
            | Self::Perp(a)
            | Self::Length(a)
            | Self::Unit(a)
            | Self::Inverse(a)
            | Self::Turn(a)
            | Self::Rounding(a)
            | Self::Not(a)) => see(a),
            &(Self::Scale(a, b)
            | Self::Vector(a, b)
            | Self::Dot(a, b)
            | Self::Cross(a, b)
            | Self::Rotate(a, b)
            | Self::Compose(a, b)
            | Self::Less(a, b)
            | Self::LessEqual(a, b)
            | Self::And(a, b)
            | Self::Or(a, b)
            | Self::Pivot(a, b)
            | Self::Beside(a, b)) => {
                see(a);
                see(b);
            }
            &Self::Choose(a, b, c) => {
                see(a);
                see(b);
                see(c);
            }
        }
    }
}

impl Node {
    /// The same node of other operands.
    #[must_use]
    pub fn map_operands(&self, new: &dyn Fn(Id) -> Id) -> Self {
        match self {
            Self::Constant(_) | Self::Truth(_) | Self::Input(_) => self.clone(),
            Self::Sum(ty, terms) => Self::Sum(*ty, terms.map_vec(|&(c, id)| (c, new(id)))),
            Self::Product(factors) => Self::Product(factors.map_vec(|&(id, k)| (new(id), k))),
            Self::Call(function, arguments) => Self::Call(*function, arguments.map_vec(|&a| new(a))),
            &Self::Scale(a, b) => Self::Scale(new(a), new(b)),
            &Self::Vector(a, b) => Self::Vector(new(a), new(b)),
            &Self::X(a) => Self::X(new(a)),
            &Self::Y(a) => Self::Y(new(a)),
            &Self::Dot(a, b) => Self::Dot(new(a), new(b)),
            &Self::Cross(a, b) => Self::Cross(new(a), new(b)),
            &Self::Perp(a) => Self::Perp(new(a)),
            &Self::Length(a) => Self::Length(new(a)),
            &Self::Unit(a) => Self::Unit(new(a)),
            &Self::Rotate(a, b) => Self::Rotate(new(a), new(b)),
            &Self::Compose(a, b) => Self::Compose(new(a), new(b)),
            &Self::Inverse(a) => Self::Inverse(new(a)),
            &Self::Turn(a) => Self::Turn(new(a)),
            &Self::Choose(a, b, c) => Self::Choose(new(a), new(b), new(c)),
            &Self::Less(a, b) => Self::Less(new(a), new(b)),
            &Self::LessEqual(a, b) => Self::LessEqual(new(a), new(b)),
            &Self::And(a, b) => Self::And(new(a), new(b)),
            &Self::Or(a, b) => Self::Or(new(a), new(b)),
            &Self::Not(a) => Self::Not(new(a)),
            &Self::Pivot(a, b) => Self::Pivot(new(a), new(b)),
            &Self::Rounding(a) => Self::Rounding(new(a)),
            &Self::Beside(a, b) => Self::Beside(new(a), new(b)),
        }
    }
}
