//! Linear maps of vectors: the linear parts of J and K where a row is a vector.

use super::Algebra;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Input, Node, Type};

/// δ, and the λ of a row that is a vector: inputs of derivations only, in the place of last normals, of which a closure has
/// none.
pub(in crate::derivation) const DISPLACEMENT: Input = Input::Memory(u8::MAX);

/// Σ sᵢ Mᵢ
#[derive(Clone, Debug, PartialEq, Default)]
pub(in crate::derivation) struct Matrix(pub(in crate::derivation) Vec<Term>);

/// A scalar times a map.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::derivation) struct Term {
    pub(in crate::derivation) factor: Id,
    pub(in crate::derivation) map: Map,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::derivation) enum Map {
    /// perpⁿ R, n < 2; without a rotation, R = 1.
    Turn { rotation: Option<Id>, is_quarter: bool },
    /// u vᵀ
    Outer(Id, Id),
}

impl Matrix {
    fn one(algebra: &mut Algebra) -> Self {
        let factor = algebra.one();
        Self(vec![Term { factor, map: Map::Turn { rotation: None, is_quarter: false } }])
    }

    /// u vᵀ
    pub(in crate::derivation) fn outer(algebra: &mut Algebra, u: Id, v: Id) -> Self {
        let ((su, u), (sv, v)) = (algebra.direction_of(u), algebra.direction_of(v));
        if algebra.is_zero(u) || algebra.is_zero(v) {
            return Self::default();
        }
        let factor = algebra.times(su, sv);
        Self(vec![Term { factor, map: Map::Outer(u, v) }])
    }

    /// This and another one, equal maps together.
    pub(in crate::derivation) fn plus(mut self, algebra: &mut Algebra, other: &Self) -> Self {
        for term in &other.0 {
            match self.0.iter_mut().find(|known| known.map == term.map) {
                Some(known) => {
                    let sum = algebra.sum(Type::Scalar, &[(1.0, known.factor), (1.0, term.factor)]);
                    known.factor = algebra.with_common_factors(sum);
                }
                None => self.0.push(term.clone()),
            }
        }
        self.0.retain(|term| !algebra.is_zero(term.factor));
        self
    }

    /// s times this.
    pub(in crate::derivation) fn times(mut self, algebra: &mut Algebra, s: Id) -> Self {
        for term in &mut self.0 {
            term.factor = algebra.times(s, term.factor);
        }
        self.0.retain(|term| !algebra.is_zero(term.factor));
        self
    }

    pub(in crate::derivation) fn transposed(&self, algebra: &mut Algebra) -> Self {
        let term = |term: &Term| match term.map {
            Map::Outer(u, v) => Term { map: Map::Outer(v, u), ..*term },
            Map::Turn { rotation, is_quarter } => {
                let rotation = rotation.map(|r| algebra.inverse(r));
                let factor = if is_quarter { algebra.negative(term.factor) } else { term.factor };
                Term { factor, map: Map::Turn { rotation, is_quarter } }
            }
        };
        Self(self.0.map_vec(term))
    }

    /// M v
    pub(in crate::derivation) fn of(&self, algebra: &mut Algebra, v: Id) -> Id {
        let mut terms = Vec::new();
        for term in &self.0 {
            let image = match term.map {
                Map::Outer(u, w) => {
                    let along = algebra.dot(w, v);
                    algebra.scale(along, u)
                }
                Map::Turn { rotation, is_quarter } => {
                    let turned = rotation.map_or(v, |r| algebra.rotate(r, v));
                    if is_quarter { algebra.perp(turned) } else { turned }
                }
            };
            terms.push((1.0, algebra.scale(term.factor, image)));
        }
        algebra.sum(Type::Vector, &terms)
    }

    /// First this, then a rotation.
    fn rotated(self, algebra: &mut Algebra, r: Id) -> Self {
        let mut rotated = Self::default();
        for Term { factor, map } in self.0 {
            let map = match map {
                Map::Outer(u, v) => {
                    let u = algebra.rotate(r, u);
                    let outer = Self::outer(algebra, u, v).times(algebra, factor);
                    rotated = rotated.plus(algebra, &outer);
                    continue;
                }
                Map::Turn { rotation: None, is_quarter } => Map::Turn { rotation: Some(r), is_quarter },
                Map::Turn { rotation: Some(s), is_quarter } => {
                    Map::Turn { rotation: algebra.composed(r, s), is_quarter }
                }
            };
            rotated = rotated.plus(algebra, &Self(vec![Term { factor, map }]));
        }
        rotated
    }

    /// First this, then a quarter turn.
    fn quarter_turned(self, algebra: &mut Algebra) -> Self {
        let mut turned = Self::default();
        for Term { factor, map } in self.0 {
            let next = match map {
                Map::Outer(u, v) => {
                    let u = algebra.perp(u);
                    Self::outer(algebra, u, v).times(algebra, factor)
                }
                Map::Turn { rotation, is_quarter: false } => {
                    Self(vec![Term { factor, map: Map::Turn { rotation, is_quarter: true } }])
                }
                Map::Turn { rotation, is_quarter: true } => {
                    let factor = algebra.negative(factor);
                    Self(vec![Term { factor, map: Map::Turn { rotation, is_quarter: false } }])
                }
            };
            turned = turned.plus(algebra, &next);
        }
        turned
    }

    /// First `other`, then this.
    pub(in crate::derivation) fn after(&self, algebra: &mut Algebra, other: &Self) -> Self {
        let mut product = Self::default();
        for Term { factor, map } in &self.0 {
            let mapped = match *map {
                Map::Outer(u, v) => {
                    // u vᵀ M = u (Mᵀ v)ᵀ
                    let back = other.transposed(algebra).of(algebra, v);
                    Self::outer(algebra, u, back)
                }
                Map::Turn { rotation, is_quarter } => {
                    let turned = match rotation {
                        Some(r) => other.clone().rotated(algebra, r),
                        None => other.clone(),
                    };
                    if is_quarter { turned.quarter_turned(algebra) } else { turned }
                }
            };
            let mapped = mapped.times(algebra, *factor);
            product = product.plus(algebra, &mapped);
        }
        product
    }
}

impl Algebra {
    /// Whether δ is in it.
    fn moves(&mut self, id: Id) -> bool {
        if let Some(&known) = self.moving.get(id) {
            return known;
        }
        let moves = match self.graph.node(id) {
            Node::Input(input) => *input == DISPLACEMENT,
            node => node.operands().into_iter().any(|operand| self.moves(operand)),
        };
        self.moving.insert(id, moves);
        moves
    }

    /// M, where the vector is M δ.
    pub(in crate::derivation) fn matrix(&mut self, of: Id) -> Matrix {
        if !self.moves(of) {
            return Matrix::default();
        }
        if let Some(known) = self.matrices.get(of) {
            return known.clone();
        }
        let matrix = self.new_matrix(of);
        self.matrices.insert(of, matrix.clone());
        matrix
    }

    fn new_matrix(&mut self, of: Id) -> Matrix {
        match self.graph.node(of).clone() {
            Node::Input(_) => Matrix::one(self),
            Node::Sum(_, terms) => {
                let mut sum = Matrix::default();
                for (c, term) in terms {
                    let c = self.graph.constant(c.get());
                    let part = self.matrix(term).times(self, c);
                    sum = sum.plus(self, &part);
                }
                sum
            }
            Node::Perp(v) => self.matrix(v).quarter_turned(self),
            Node::Rotate(r, v) => self.matrix(v).rotated(self, r),
            Node::Scale(s, v) if self.moves(s) => {
                let row = self.row(s);
                Matrix::outer(self, v, row)
            }
            Node::Scale(s, v) => self.matrix(v).times(self, s),
            Node::Vector(x, y) => {
                let (along_x, along_y) = (self.graph.axis_x(), self.graph.axis_y());
                let (x, y) = (self.row(x), self.row(y));
                let (x, y) = (Matrix::outer(self, along_x, x), Matrix::outer(self, along_y, y));
                x.plus(self, &y)
            }
            Node::Choose(condition, yes, no) => {
                let (zero, one) = (self.zero(Type::Scalar), self.one());
                let (holds, fails) = (self.choose(condition, one, zero), self.choose(condition, zero, one));
                let (yes, no) = (self.matrix(yes).times(self, holds), self.matrix(no).times(self, fails));
                yes.plus(self, &no)
            }
            _ => Matrix::default(),
        }
    }

    /// g, where the scalar is g·δ.
    pub(in crate::derivation) fn row(&mut self, of: Id) -> Id {
        if !self.moves(of) {
            return self.zero(Type::Vector);
        }
        if let Some(&known) = self.rows.get(of) {
            return known;
        }
        let row = self.new_row(of);
        self.rows.insert(of, row);
        row
    }

    fn new_row(&mut self, of: Id) -> Id {
        match self.graph.node(of).clone() {
            Node::Sum(_, terms) => {
                let terms: Vec<(f64, Id)> = terms.map_vec(|&(c, term)| (c.get(), self.row(term)));
                self.sum(Type::Vector, &terms)
            }
            Node::Product(factors) => {
                let Some(at) = factors.iter().position(|&(factor, _)| self.moves(factor)) else {
                    return self.zero(Type::Vector);
                };
                let rest: Vec<(Id, i32)> = [&factors[..at], &factors[at + 1..]].concat();
                let (rest, row) = (self.product(&rest), self.row(factors[at].0));
                self.scale(rest, row)
            }
            Node::Dot(u, v) => {
                let (still, moving) = if self.moves(u) { (v, u) } else { (u, v) };
                self.matrix(moving).transposed(self).of(self, still)
            }
            // u × v = perp(u)·v = −perp(v)·u
            Node::Cross(u, v) if self.moves(v) => {
                let turned = self.perp(u);
                self.matrix(v).transposed(self).of(self, turned)
            }
            Node::Cross(u, v) => {
                let turned = self.perp(v);
                let row = self.matrix(u).transposed(self).of(self, turned);
                self.negative(row)
            }
            Node::X(v) => {
                let axis = self.graph.axis_x();
                self.matrix(v).transposed(self).of(self, axis)
            }
            Node::Y(v) => {
                let axis = self.graph.axis_y();
                self.matrix(v).transposed(self).of(self, axis)
            }
            Node::Choose(condition, yes, no) => {
                let (yes, no) = (self.row(yes), self.row(no));
                self.choose(condition, yes, no)
            }
            _ => self.zero(Type::Vector),
        }
    }
}
