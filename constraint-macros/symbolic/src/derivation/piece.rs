//! Equations as lists of pieces, before they are text.

use super::algebra::matrix::Matrix;
use crate::ir::vector::Id;

/// `left = right`
#[derive(Clone, Debug)]
pub(super) struct Equation {
    pub(super) left: String,
    pub(super) right: Vec<Piece>,
}

/// A part of the right side.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    Text(&'static str),
    Name(String),
    Value(Id),
    Matrix(Matrix),
    /// Here a long line is broken.
    Gap,
}
