//! Whether a joint does no more with angles than to add them up.
//!
//! A sum of angles, times parameters, is told from the start of a step without losing a digit, however far the bodies have
//! turned (`starts.rs`). If a row is such a sum, so is how far it is from a limit, and the solver does nothing with it by which
//! a relative rounding would grow: springs and limits multiply it, and choose.

use crate::constraint::assemble::{Assembly, Law, ScalarRow};
use crate::ir::vector::{Function, Id, Input, Node, Stage, VectorIr};

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
    let is_sum = |row: &ScalarRow| {
        let (lower, upper) = row.limits;
        let limits = || lower.into_iter().chain(upper);
        !reads(row.value)
            || limits().all(|limit| sums.is_added(1.0, limit))
                && sums.is_sum(row.value, if limits().next().is_none() { Within::Row } else { Within::Sum })
    };
    assembly.rows.iter().all(|row| is_free(row) && is_sum(row)) && !assembly.laws.iter().any(of_law)
}

struct Sums<'g> {
    graph: &'g VectorIr,
    is_exact: &'g dyn Fn(u32) -> bool,
}

/// What a sum is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// It is the row.
    Row,
    /// Another sum.
    Sum,
    /// A multiple that is added up: what is added to the angles is multiplied with the same by the solver's scalar.
    Multiple,
}

impl Sums<'_> {
    /// Whether an expression is a sum of angles, exact multiples of them and exact parameters.
    fn is_sum(&self, id: Id, within: Within) -> bool {
        match self.graph.node(id) {
            Node::Input(Input::Angle(_)) => true,
            Node::Sum(_, terms) => {
                let inside = if within == Within::Multiple { within } else { Within::Sum };
                terms.iter().all(|&(c, term)| {
                    if self.graph.stage(term) <= Stage::Parameter {
                        within != Within::Multiple && self.is_added(c.get(), term)
                    } else {
                        is_single(c.get()) && self.is_sum(term, inside)
                    }
                })
            }
            Node::Product(factors) => {
                let is_known = |&&(factor, _): &&(Id, i32)| self.graph.stage(factor) <= Stage::Parameter;
                let (known, others): (Vec<_>, Vec<_>) = factors.iter().partition(is_known);
                let is_exact = |&&(factor, k): &&(Id, i32)| k == 1 && self.is_exact(factor);
                let keeps_digits = within == Within::Row || known.iter().all(|&&(factor, _)| self.is_sign(factor));
                let inside = if keeps_digits { Within::Sum } else { Within::Multiple };
                // A product of several parameters is rounded.
                known.len() == 1
                    && known.iter().all(is_exact)
                    && matches!(others[..], [&(other, 1)] if self.is_sum(other, inside))
            }
            _ => false,
        }
    }

    /// Whether so many times a parameter loses no digit that an angle near by would have.
    fn is_added(&self, times: f64, id: Id) -> bool {
        match self.graph.node(id) {
            Node::Constant(value) => is_single(times * value.get()) || (times * value.get()).abs() <= NEAR,
            _ => is_single(times) && self.is_exact(id),
        }
    }

    /// Whether a value is 1 or −1.
    fn is_sign(&self, id: Id) -> bool {
        match self.graph.node(id) {
            Node::Constant(value) => value.is_unit(),
            &Node::Choose(_, yes, no) => self.is_sign(yes) && self.is_sign(no),
            Node::Sum(_, terms) => matches!(terms[..], [(c, only)] if c.is_unit() && self.is_sign(only)),
            _ => false,
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
            Node::Call(Function::Min | Function::Max | Function::Abs, arguments) => {
                arguments.iter().all(|&argument| self.is_exact(argument))
            }
            Node::Sum(_, terms) => match terms[..] {
                [] => true,
                [(c, only)] => c.is_unit() && self.is_exact(only),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Rad: what `f32` loses of an angle up to here is lost of those near by as well.
const NEAR: f64 = 100.0;

/// Whether `f32` has all digits of a number.
#[allow(clippy::cast_possible_truncation)] // what is lost is asked for
fn is_single(value: f64) -> bool {
    f64::from(value as f32).to_bits() == value.to_bits()
}
