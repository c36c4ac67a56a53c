//! Whether a joint does no more with angles than to add them up.
//!
//! A sum of angles, times parameters, is told from the start of a step without losing a digit, however far the bodies have
//! turned (`starts.rs`). If a row is such a sum, so is how far it is from a limit, and the solver does nothing with it by which
//! a relative rounding would grow: springs and limits multiply it, and choose.

use crate::assemble::{Assembly, Law, ScalarRow};
use crate::graph::{Graph, Id, Input, Node, Stage};

/// The largest constant, rad, whose rounding to `f32` is as good as none: beyond so many, an angle is one of a body that has
/// turned far.
const NEAR: f64 = 100.0;

/// Whether rows read angles in such sums only, each as the whole of a row.
pub(super) fn are_added_up(assembly: &Assembly, is_exact: &dyn Fn(u32) -> bool) -> bool {
    let graph = &assembly.graph;
    let reads = |id: Id| super::finds(graph, &[id], |input| matches!(input, Input::Angle(_)));
    let is_free = |row: &ScalarRow| {
        let jacobian = row.jacobian.iter().flat_map(|block| [block.linear, block.angular]);
        let (lower, upper) = row.limits;
        let limits = lower.into_iter().chain(upper);
        let are_known = limits.clone().all(|limit| graph.stage(limit) <= Stage::Parameter);
        (are_known || !reads(row.value)) && !jacobian.chain(row.bias).chain(limits).any(reads)
    };
    let of_law = |law: &Law| law.values().into_iter().any(reads);
    let sums = Sums { graph, is_exact };
    let is_sum = |row: &ScalarRow| !reads(row.value) || sums.is_sum(row.value);
    assembly.rows.iter().all(|row| is_free(row) && is_sum(row)) && !assembly.laws.iter().any(of_law)
}

struct Sums<'g> {
    graph: &'g Graph,
    is_exact: &'g dyn Fn(u32) -> bool,
}

impl Sums<'_> {
    /// Whether an expression is a sum of angles, exact multiples of them and parameters.
    fn is_sum(&self, id: Id) -> bool {
        match self.graph.node(id) {
            Node::Input(Input::Angle(_)) => true,
            _ if self.graph.stage(id) <= Stage::Parameter => self.is_told(id),
            Node::Sum(_, terms) => terms.iter().all(|&(c, term)| is_single(c.get()) && self.is_sum(term)),
            Node::Product(factors) => {
                let is_known = |&&(factor, _): &&(Id, i32)| self.graph.stage(factor) <= Stage::Parameter;
                let (known, others): (Vec<_>, Vec<_>) = factors.iter().partition(is_known);
                let is_exact = |&&(factor, k): &&(Id, i32)| k == 1 && self.is_exact(factor);
                // A product of several parameters is rounded, also one of `ratio · (θ − phase)`.
                let is_whole =
                    |other: Id| !self.has_parameters(other) || known.iter().all(|&&(id, _)| self.is_sign(id));
                known.len() == 1
                    && known.iter().all(is_exact)
                    && matches!(others[..], [&(other, 1)] if self.is_sum(other) && is_whole(other))
            }
            _ => false,
        }
    }

    /// Whether a parameter is among what a sum of angles adds up.
    fn has_parameters(&self, sum: Id) -> bool {
        match self.graph.node(sum) {
            _ if self.graph.stage(sum) <= Stage::Parameter => true,
            Node::Sum(_, terms) => terms.iter().any(|&(_, term)| self.has_parameters(term)),
            Node::Product(factors) => {
                let is_angle = |&&(factor, _): &&(Id, i32)| self.graph.stage(factor) > Stage::Parameter;
                factors.iter().filter(is_angle).any(|&(factor, _)| self.has_parameters(factor))
            }
            _ => false,
        }
    }

    /// Whether a value is 1 or −1, as a choice may be.
    fn is_sign(&self, id: Id) -> bool {
        match self.graph.node(id) {
            Node::Constant(value) => value.is_unit(),
            &Node::Choose(_, yes, no) => self.is_sign(yes) && self.is_sign(no),
            _ => false,
        }
    }

    /// Whether what is added to angles is told as well as they are: a parameter that is read or doubled, not one that is worked
    /// out, which may be as large as angles of bodies that have turned far.
    fn is_told(&self, id: Id) -> bool {
        match self.graph.node(id) {
            Node::Constant(value) => value.get().abs() <= NEAR || is_single(value.get()),
            Node::Sum(_, terms) => match terms[..] {
                [(c, only)] => is_power_of_two(c.get()) && self.is_told(only),
                _ => terms.is_empty(),
            },
            &Node::Choose(_, yes, no) => self.is_told(yes) && self.is_told(no),
            _ => self.is_exact(id),
        }
    }

    /// Whether the solver's scalar has all digits of a value: of a parameter that is one, of what is chosen of such, or of the
    /// opposite.
    fn is_exact(&self, id: Id) -> bool {
        match self.graph.node(id) {
            Node::Constant(value) => is_single(value.get()),
            Node::Input(Input::Parameter(index, _)) => (self.is_exact)(*index),
            &(Node::X(vector) | Node::Y(vector)) => self.is_exact(vector),
            &Node::Choose(_, yes, no) => self.is_exact(yes) && self.is_exact(no),
            Node::Sum(_, terms) => match terms[..] {
                [] => true,
                [(c, only)] => c.is_unit() && self.is_exact(only),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Whether `f32` has all digits of a number.
#[allow(clippy::cast_possible_truncation)] // what is lost is asked for
fn is_single(value: f64) -> bool {
    f64::from(value as f32).to_bits() == value.to_bits()
}

/// Whether a product with this number is not rounded.
fn is_power_of_two(value: f64) -> bool {
    value.is_normal() && value.to_bits().trailing_zeros() >= f64::MANTISSA_DIGITS - 1
}
