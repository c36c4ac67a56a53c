//! Short ways to write nodes.

use super::{Function, Id, Input, Node, Number, Type, VectorIr};
use crate::ir::map_vec::MapVec as _;

/// Short ways to write nodes, as they are written: nothing is rewritten.
#[allow(missing_docs)]
impl VectorIr {
    pub fn constant(&mut self, value: f64) -> Id {
        self.intern(Node::Constant(Number::new(value)))
    }

    pub fn input(&mut self, input: Input) -> Id {
        self.intern(Node::Input(input))
    }

    pub fn axis_x(&mut self) -> Id {
        let (one, zero) = (self.constant(1.0), self.constant(0.0));
        self.intern(Node::Vector(one, zero))
    }

    pub fn axis_y(&mut self) -> Id {
        let (one, zero) = (self.constant(1.0), self.constant(0.0));
        self.intern(Node::Vector(zero, one))
    }

    pub fn zero(&mut self, ty: Type) -> Id {
        self.intern(Node::Sum(ty, Vec::new()))
    }

    pub fn sum(&mut self, ty: Type, terms: &[(f64, Id)]) -> Id {
        let terms = terms.map_vec(|&(c, id)| (Number::new(c), id));
        self.intern(Node::Sum(ty, terms))
    }

    pub fn add(&mut self, a: Id, b: Id) -> Id {
        self.sum(self.ty(a), &[(1.0, a), (1.0, b)])
    }

    pub fn sub(&mut self, a: Id, b: Id) -> Id {
        self.sum(self.ty(a), &[(1.0, a), (-1.0, b)])
    }

    pub fn neg(&mut self, a: Id) -> Id {
        self.sum(self.ty(a), &[(-1.0, a)])
    }

    pub fn mul(&mut self, a: Id, b: Id) -> Id {
        self.intern(Node::Product(vec![(a, 1), (b, 1)]))
    }

    pub fn div(&mut self, a: Id, b: Id) -> Id {
        self.intern(Node::Product(vec![(a, 1), (b, -1)]))
    }

    pub fn power(&mut self, a: Id, exponent: i32) -> Id {
        self.intern(Node::Product(vec![(a, exponent)]))
    }

    pub fn call(&mut self, function: Function, arguments: &[Id]) -> Id {
        self.intern(Node::Call(function, arguments.to_vec()))
    }

    pub fn min(&mut self, a: Id, b: Id) -> Id {
        self.call(Function::Min, &[a, b])
    }

    pub fn max(&mut self, a: Id, b: Id) -> Id {
        self.call(Function::Max, &[a, b])
    }

    pub fn scale(&mut self, s: Id, v: Id) -> Id {
        self.intern(Node::Scale(s, v))
    }

    pub fn vector(&mut self, x: Id, y: Id) -> Id {
        self.intern(Node::Vector(x, y))
    }

    pub fn x(&mut self, v: Id) -> Id {
        self.intern(Node::X(v))
    }

    pub fn y(&mut self, v: Id) -> Id {
        self.intern(Node::Y(v))
    }

    pub fn dot(&mut self, u: Id, v: Id) -> Id {
        self.intern(Node::Dot(u, v))
    }

    pub fn cross(&mut self, u: Id, v: Id) -> Id {
        self.intern(Node::Cross(u, v))
    }

    pub fn perp(&mut self, v: Id) -> Id {
        self.intern(Node::Perp(v))
    }

    pub fn length(&mut self, v: Id) -> Id {
        self.intern(Node::Length(v))
    }

    pub fn unit(&mut self, v: Id) -> Id {
        self.intern(Node::Unit(v))
    }

    pub fn rotate(&mut self, r: Id, v: Id) -> Id {
        self.intern(Node::Rotate(r, v))
    }

    pub fn inverse(&mut self, r: Id) -> Id {
        self.intern(Node::Inverse(r))
    }

    pub fn choose(&mut self, condition: Id, yes: Id, no: Id) -> Id {
        self.intern(Node::Choose(condition, yes, no))
    }

    pub fn less(&mut self, a: Id, b: Id) -> Id {
        self.intern(Node::Less(a, b))
    }

    pub fn less_equal(&mut self, a: Id, b: Id) -> Id {
        self.intern(Node::LessEqual(a, b))
    }

    pub fn pivot(&mut self, d: Id, rounding: Id) -> Id {
        self.intern(Node::Pivot(d, rounding))
    }

    pub fn rounding(&mut self, size: Id) -> Id {
        self.intern(Node::Rounding(size))
    }

    pub fn beside(&mut self, entry: Id, before: Id) -> Id {
        self.intern(Node::Beside(entry, before))
    }
}
