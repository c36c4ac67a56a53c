//! What follows from J, body by body: K = J M⁻¹ Jᵀ, and the impulses Jᵀλ.

use super::algebra::Algebra;
use super::algebra::matrix::Matrix;
use super::piece::Piece;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Input, Node, Type};

/// J of one row and one body. Of a vector row, the linear part is a matrix and the angular part a vector.
pub(super) struct Block {
    pub(super) linear: Linear,
    pub(super) angular: Id,
}

pub(super) enum Linear {
    Row(Id),
    Matrix(Matrix),
}

impl Linear {
    pub(super) fn is_zero(&self, algebra: &Algebra) -> bool {
        match self {
            Self::Row(row) => algebra.is_zero(*row),
            Self::Matrix(matrix) => matrix.0.is_empty(),
        }
    }

    pub(super) fn piece(&self) -> Piece {
        match self {
            Self::Row(row) => Piece::Value(*row),
            Self::Matrix(matrix) => Piece::Matrix(matrix.clone()),
        }
    }
}

/// Body by body: `a: [linear | angular]`. A body that has no part is not mentioned.
pub(super) fn wrenches(algebra: &Algebra, parts: Vec<(usize, Piece, Id)>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (body, linear, angular) in parts {
        let is_still = match &linear {
            Piece::Value(id) => algebra.is_zero(*id),
            Piece::Matrix(matrix) => matrix.0.is_empty(),
            _ => false,
        };
        if is_still && algebra.is_zero(angular) {
            continue;
        }
        if !pieces.is_empty() {
            pieces.push(Piece::Gap);
        }
        let name = Piece::Name(algebra.bodies[body].clone());
        pieces.extend([name, Piece::Text(": ["), linear, Piece::Text(" | "), Piece::Value(angular), Piece::Text("]")]);
    }
    if pieces.is_empty() { vec![Piece::Text("0")] } else { pieces }
}

/// Σ sᵢ xᵢ, equal x together: masses before what they are times of.
#[derive(Default)]
struct Weighted(Vec<(Id, Vec<(f64, Id)>)>);

impl Weighted {
    fn add(&mut self, algebra: &mut Algebra, weight: Id, value: Id) {
        if algebra.is_zero(value) {
            return;
        }
        let (c, core) = algebra.coefficient(value);
        let (c, core) = match *algebra.graph.node(core) {
            Node::Constant(number) => (c * number.get(), algebra.one()),
            _ => (c, core),
        };
        match self.0.iter_mut().find(|(known, _)| *known == core) {
            Some((_, weights)) => weights.push((c, weight)),
            None => self.0.push((core, vec![(c, weight)])),
        }
    }

    fn total(self, algebra: &mut Algebra, ty: Type) -> Id {
        let mut terms = Vec::new();
        for (value, weights) in self.0 {
            let outside = if weights.iter().all(|(c, _)| *c < 0.0) { -1.0 } else { 1.0 };
            let weights: Vec<(f64, Id)> = weights.map_vec(|&(c, weight)| (outside * c, weight));
            let weight = algebra.sum(Type::Scalar, &weights);
            let term = if ty == Type::Vector { algebra.scale(weight, value) } else { algebra.times(weight, value) };
            terms.push((outside, term));
        }
        algebra.sum(ty, &terms)
    }
}

/// An entry of K = J M⁻¹ Jᵀ: a scalar, of a scalar row and a vector row a vector, of two vector rows a matrix.
pub(super) fn entry(algebra: &mut Algebra, row: &[Block], column: &[Block]) -> Piece {
    let pairs: Vec<(u8, &Block, &Block)> = (0..).zip(row).zip(column).map(|((body, r), s)| (body, r, s)).collect();
    if let (Some(Block { linear: Linear::Matrix(_), .. }), Some(Block { linear: Linear::Matrix(_), .. })) =
        (row.first(), column.first())
    {
        return Piece::Matrix(matrix_entry(algebra, &pairs));
    }
    let (mut linear, mut angular, mut ty) = (Weighted::default(), Weighted::default(), Type::Scalar);
    for (body, r, s) in pairs {
        let (m, i) = (algebra.input(Input::InverseMass(body)), algebra.input(Input::InverseInertia(body)));
        let (moved, turned) = match (&r.linear, &s.linear) {
            (Linear::Row(g), Linear::Row(h)) => (algebra.dot(*g, *h), algebra.times(r.angular, s.angular)),
            (Linear::Row(g), Linear::Matrix(a)) => {
                ty = Type::Vector;
                (a.of(algebra, *g), algebra.scale(r.angular, s.angular))
            }
            (Linear::Matrix(a), Linear::Row(g)) => {
                ty = Type::Vector;
                (a.of(algebra, *g), algebra.scale(s.angular, r.angular))
            }
            (Linear::Matrix(_), Linear::Matrix(_)) => continue,
        };
        linear.add(algebra, m, moved);
        angular.add(algebra, i, turned);
    }
    let terms = [(1.0, linear.total(algebra, ty)), (1.0, angular.total(algebra, ty))];
    let entry = algebra.sum(ty, &terms);
    Piece::Value(if ty == Type::Scalar { algebra.with_common_factors(entry) } else { entry })
}

fn matrix_entry(algebra: &mut Algebra, pairs: &[(u8, &Block, &Block)]) -> Matrix {
    let (mut linear, mut angular) = (Matrix::default(), Matrix::default());
    for &(body, r, s) in pairs {
        let (Linear::Matrix(a), Linear::Matrix(b)) = (&r.linear, &s.linear) else { continue };
        let (m, i) = (algebra.input(Input::InverseMass(body)), algebra.input(Input::InverseInertia(body)));
        let back = b.transposed(algebra);
        let moved = a.after(algebra, &back).times(algebra, m);
        let turned = Matrix::outer(algebra, r.angular, s.angular).times(algebra, i);
        linear = linear.plus(algebra, &moved);
        angular = angular.plus(algebra, &turned);
    }
    linear.plus(algebra, &angular)
}

/// λ of a row: a number, or a vector.
fn lambda(algebra: &mut Algebra, row: usize, blocks: &[Block]) -> Id {
    let row = u8::try_from(row).unwrap_or(u8::MAX);
    let is_vector = matches!(blocks.first(), Some(Block { linear: Linear::Matrix(_), .. }));
    algebra.input(if is_vector { Input::Memory(row) } else { Input::Impulse(row) })
}

/// Jᵀλ on each body. The impulses of rows that push alike are added up first.
pub(super) fn impulses(algebra: &mut Algebra, rows: &[Vec<Block>], bodies: usize) -> Vec<(Id, Id)> {
    let lambdas: Vec<Id> = rows.iter().enumerate().map(|(row, blocks)| lambda(algebra, row, blocks)).collect();
    let mut parts = Vec::new();
    for body in 0..bodies {
        let (mut along, mut about) = (Weighted::default(), Weighted::default());
        let (mut linear, mut angular) = (Vec::new(), Vec::new());
        let mut matrices: Vec<(&Block, Vec<(f64, Id)>)> = Vec::new();
        for (blocks, &lambda) in rows.iter().zip(&lambdas) {
            let block = &blocks[body];
            match &block.linear {
                Linear::Row(row) => {
                    along.add(algebra, lambda, *row);
                    about.add(algebra, lambda, block.angular);
                }
                Linear::Matrix(matrix) => {
                    let same = |known: &&mut (&Block, _)| {
                        matches!(&known.0.linear, Linear::Matrix(of) if of == matrix)
                            && known.0.angular == block.angular
                    };
                    match matrices.iter_mut().find(same) {
                        Some((_, lambdas)) => lambdas.push((1.0, lambda)),
                        None => matrices.push((block, vec![(1.0, lambda)])),
                    }
                }
            }
        }
        for (block, lambdas) in matrices {
            let lambda = algebra.sum(Type::Vector, &lambdas);
            if let Linear::Matrix(matrix) = &block.linear {
                let back = matrix.transposed(algebra);
                linear.push((1.0, back.of(algebra, lambda)));
            }
            angular.push((1.0, algebra.dot(block.angular, lambda)));
        }
        linear.insert(0, (1.0, along.total(algebra, Type::Vector)));
        angular.insert(0, (1.0, about.total(algebra, Type::Scalar)));
        let linear = algebra.sum(Type::Vector, &linear);
        parts.push((linear, algebra.sum(Type::Scalar, &angular)));
    }
    parts
}

/// Jᵀλ on each body, from its linear and its angular part.
pub(super) fn impulse(algebra: &Algebra, parts: Vec<(Id, Id)>) -> Vec<Piece> {
    let part = |(body, (linear, angular)): (usize, (Id, Id))| (body, Piece::Value(linear), angular);
    wrenches(algebra, parts.into_iter().enumerate().map(part).collect())
}
