//! Vectors taken apart.

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
}
