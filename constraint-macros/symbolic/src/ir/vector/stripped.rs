//! Vectors taken apart, and the two forms of vectors.

use super::{Id, Node, VectorIr};

/// `coefficient · Π scalars · perpⁿ(core)`
pub(crate) struct Stripped {
    pub(crate) coefficient: f64,
    pub(crate) scalars: Vec<Id>,
    pub(crate) quarter_turns: u32,
    pub(crate) core: Id,
}

impl Stripped {
    /// Takes coefficients, scalar factors and quarter turns off a vector, down to what is whole.
    pub(crate) fn of(graph: &VectorIr, vector: Id, is_whole: impl Fn(Id) -> bool) -> Self {
        let mut stripped = Self { coefficient: 1.0, scalars: Vec::new(), quarter_turns: 0, core: vector };
        while !is_whole(stripped.core) {
            match *graph.node(stripped.core) {
                Node::Sum(_, ref terms) if terms.len() == 1 => {
                    stripped.coefficient *= terms[0].0.get();
                    stripped.core = terms[0].1;
                }
                Node::Scale(s, v) => {
                    stripped.scalars.push(s);
                    stripped.core = v;
                }
                Node::Perp(v) => {
                    stripped.quarter_turns += 1;
                    stripped.core = v;
                }
                _ => break,
            }
        }
        stripped
    }

    /// Which component of the core a component of the vector is, and its sign: a quarter turn's x is −y and its y is x.
    pub(crate) fn component(&self, is_x: bool) -> (f64, bool) {
        (0..self.quarter_turns).fold((1.0, is_x), |(sign, is_x), _| (if is_x { -sign } else { sign }, !is_x))
    }
}

/// One of the two bilinear forms of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Dot,
    Cross,
}

impl Form {
    /// ⟨u, perpⁿ v⟩ and u × perpⁿ v by the forms of u and v: the quarter-turn table.
    pub(crate) fn turned(self, quarter_turns: u32) -> (f64, Self) {
        match (self, quarter_turns % 4) {
            (form, 0) => (1.0, form),
            (Self::Dot, 1) => (-1.0, Self::Cross),
            (Self::Cross, 1) => (1.0, Self::Dot),
            (form, 2) => (-1.0, form),
            (Self::Dot, _) => (1.0, Self::Cross),
            (Self::Cross, _) => (-1.0, Self::Dot),
        }
    }

    /// The sign that exchanging the operands brings.
    pub(crate) fn swapped(self) -> f64 {
        if self == Self::Dot { 1.0 } else { -1.0 }
    }
}
