//! Products of scalars, their powers, and functions of constants.

use super::Simplifier;
use crate::ir::evaluate;
use crate::ir::sorted_vec::SortedVec;
use crate::ir::vector::{Function, Id, Node, Type};

/// The greatest power that becomes one with another: that of a literal. Powers of powers would outgrow any number, and the code
/// of one factor after another any file; apart they take as many products as the logarithm of that.
const MOST: i32 = 64;

/// Whether a power of a product, `k` times, is a product of powers.
pub(crate) fn flattens(inner: &[(Id, i32)], k: i32) -> bool {
    inner.iter().all(|&(_, j)| j.saturating_mul(k).saturating_abs() <= MOST)
}

impl Simplifier {
    /// Π xᵢ^kᵢ: flattened, powers collected, constants outside.
    pub fn product(&mut self, factors: &[(Id, i32)]) -> Id {
        let mut coefficient = 1.0;
        let mut powers: SortedVec<Id, i32> = SortedVec::default();
        let (mut given, mut pending) = (factors, Vec::new());
        loop {
            let (id, k) = match (pending.pop(), given) {
                (Some(factor), _) => factor,
                (None, &[ref before @ .., factor]) => {
                    given = before;
                    factor
                }
                (None, []) => break,
            };
            if k == 0 {
                continue;
            }
            if let Some(value) = self.as_constant(id) {
                coefficient *= value.powi(k);
                continue;
            }
            let (c, core) = self.coefficient(id);
            if c.to_bits() != 1.0_f64.to_bits() {
                coefficient *= c.powi(k);
            }
            match *self.graph.node(core) {
                Node::Product(ref inner) if flattens(inner, k) => {
                    pending.extend(inner.iter().map(|&(factor, j)| (factor, j * k)));
                }
                // |v|² = v·v and √x² = x: the square is what was rooted.
                Node::Length(v) if k % 2 == 0 => {
                    let square = self.dot(v, v);
                    pending.push((square, k / 2));
                }
                Node::Call(Function::Sqrt, ref arguments) if k % 2 == 0 => pending.push((arguments[0], k / 2)),
                _ => *powers.or_insert_with(core, || 0) += k,
            }
        }
        let mut factors = powers.into_entries();
        factors.retain(|&(_, k)| k != 0);
        if coefficient == 0.0 {
            return self.graph.constant(0.0);
        }
        let core = match factors[..] {
            [] => return self.graph.constant(coefficient),
            [(only, 1)] => only,
            _ => self.graph.intern(Node::Product(factors)),
        };
        self.sum(Type::Scalar, &[(coefficient, core)])
    }

    /// A function of scalars, worked out where all arguments are constants.
    pub fn call(&mut self, function: Function, arguments: &[Id]) -> Id {
        if !matches!(function, Function::Curve { .. })
            && let Some(values) = arguments.iter().map(|&a| self.as_constant(a)).collect::<Option<Vec<_>>>()
        {
            return self.graph.constant(evaluate::function(function, &values));
        }
        match (function, arguments) {
            (Function::Min | Function::Max, &[a, b]) if a == b => a,
            // Both commute: one order of operands makes one node of two.
            (Function::Min | Function::Max, &[a, b]) if b < a => self.graph.call(function, &[b, a]),
            (Function::Abs, &[a]) => {
                let (c, core) = self.coefficient(a);
                let node = match self.graph.node(core) {
                    Node::Length(_) | Node::Call(Function::Abs | Function::Sqrt | Function::Exp, _) => core,
                    _ => self.graph.call(function, &[core]),
                };
                self.sum(Type::Scalar, &[(c.abs(), node)])
            }
            _ => self.graph.call(function, arguments),
        }
    }

    /// 1/d, or 0 where d is only rounding.
    pub fn pivot(&mut self, d: Id, rounding: Id) -> Id {
        match (self.as_constant(d), self.as_constant(rounding)) {
            (Some(d), Some(rounding)) => self.graph.constant(evaluate::pivot(d, rounding)),
            // A rounding is not negative.
            (Some(d), None) if d <= 0.0 => self.graph.constant(0.0),
            _ => {
                // What nothing was taken off is no rounding of itself.
                let is_own = matches!(*self.graph.node(rounding), Node::Rounding(size) if size == d);
                let rounding = if is_own { self.graph.constant(0.0) } else { rounding };
                self.graph.pivot(d, rounding)
            }
        }
    }

    /// What rounding can be of a value, measured by what was added up to it.
    pub fn rounding(&mut self, size: Id) -> Id {
        if self.is_zero(size) {
            return self.graph.constant(0.0);
        }
        let size = self.size(size);
        self.graph.rounding(size)
    }
}
