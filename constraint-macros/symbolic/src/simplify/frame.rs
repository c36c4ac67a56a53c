//! The norm of a frame (rule 8): ⟨u, v⟩² + (u × v)² = |u|² |v|².
//!
//! Of two entries of K's diagonal, i (r × e₁)² and i (r × e₂)² with e₂ at right angles to e₁, the second is i |r|² less the
//! first. Where r is a parameter turned with its body, i |r|² is known before the pose.
//!
//! **What it loses.** The subtraction rounds by ε i |r|², which is at most ε tr K, and so at most 2 ε |K| for two rows: the
//! factors are those of a matrix that is K to rounding, whatever the lever, and the solution is as good as K's condition
//! allows, which is at most 1 + (|r|/ρ)² for a body with radius of gyration ρ. `tests/frame_norm.rs` measures it in single
//! precision, in the determinant of a pivot: 3 ε cond K at most, up to 4 times what factors lose anyway at their worst
//! orientation.
//! A row that is solved alone has no such bound for its own 1/k₂₂, and K as the derived mathematics gives it is read entry by
//! entry: neither has its entries beside each other.

use super::Simplifier;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Node, Stage, Type};

/// c · factors · (a coordinate of v in the frame of u)²
struct Square {
    coefficient: f64,
    factors: Vec<(Id, i32)>,
    frame: Frame,
    crossed: bool,
}

/// Two vectors, or the axes and a vector.
#[derive(PartialEq)]
enum Frame {
    Axes(Id),
    Of(Id, Id),
}

impl Simplifier {
    /// An entry of K's diagonal beside one that stands before it in its block.
    pub fn beside(&mut self, entry: Id, before: Id) -> Id {
        let (entry_terms, before_terms) = (self.terms(entry), self.terms(before));
        let mut terms = Vec::new();
        for &(c, term) in &entry_terms {
            let partner = self.square(c, term).and_then(|square| {
                let fits =
                    |&&(c, other): &&(f64, Id)| self.square(c, other).is_some_and(|found| square.completes(&found));
                before_terms.iter().find(fits).map(|&(_, other)| (square, other))
            });
            let norm = partner.and_then(|(square, other)| Some((self.known_norm(square)?, other)));
            match norm {
                Some((norm, other)) => terms.extend_from_slice(&[(c, norm), (-c, other)]),
                None => terms.push((c, term)),
            }
        }
        self.sum(Type::Scalar, &terms)
    }

    /// What was added up before anything was taken off: what the rounding of a value is measured by.
    pub(super) fn size(&mut self, id: Id) -> Id {
        let terms = self.terms(id);
        if terms.len() < 2 || terms.iter().all(|&(c, _)| c > 0.0) {
            return id;
        }
        let added: Vec<(f64, Id)> = terms.iter().copied().filter(|&(c, _)| c > 0.0).collect();
        let size = self.sum(Type::Scalar, &added);
        self.graph.set_name(size, "largest_k");
        size
    }

    /// The terms of a sum, within one sign or size that stands outside.
    fn terms(&self, id: Id) -> Vec<(f64, Id)> {
        let (outside, core) = self.coefficient(id);
        match self.graph.node(core) {
            Node::Sum(_, terms) => terms.map_vec(|&(c, term)| (outside * c.get(), term)),
            _ => vec![(outside, core)],
        }
    }

    fn square(&self, coefficient: f64, term: Id) -> Option<Square> {
        let frame = |id: Id| match *self.graph.node(id) {
            Node::Dot(u, v) => Some((Frame::Of(u.min(v), u.max(v)), false)),
            Node::Cross(u, v) => Some((Frame::Of(u.min(v), u.max(v)), true)),
            Node::X(v) if self.graph.ty(v) == Type::Vector => Some((Frame::Axes(v), false)),
            Node::Y(v) if self.graph.ty(v) == Type::Vector => Some((Frame::Axes(v), true)),
            _ => None,
        };
        let Node::Product(factors) = self.graph.node(term) else { return None };
        let (place, (frame, crossed)) =
            factors.iter().enumerate().find_map(|(place, &(id, k))| Some((place, frame(id).filter(|_| k == 2)?)))?;
        let mut factors = factors.clone();
        factors.remove(place);
        Some(Square { coefficient, factors, frame, crossed })
    }

    /// factors · |u|² |v|², if it is known before the pose.
    fn known_norm(&mut self, square: Square) -> Option<Id> {
        let vectors = match square.frame {
            Frame::Axes(v) => vec![v],
            Frame::Of(u, v) => vec![u, v],
        };
        let mut factors = square.factors;
        for vector in vectors {
            factors.push((self.dot(vector, vector), 1));
        }
        let norm = self.product(&factors);
        (self.graph.stage(norm) < Stage::Pose).then_some(norm)
    }
}

impl Square {
    /// Whether the two add up to the norm.
    fn completes(&self, other: &Self) -> bool {
        self.coefficient.to_bits() == other.coefficient.to_bits()
            && self.factors == other.factors
            && self.frame == other.frame
            && self.crossed != other.crossed
    }
}
