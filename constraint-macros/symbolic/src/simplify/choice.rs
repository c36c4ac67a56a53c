//! Conditions and choices.

use super::Simplifier;
use crate::ir::vector::{Id, Node};

impl Simplifier {
    fn truth(&self, id: Id) -> Option<bool> {
        match self.graph.node(id) {
            Node::Truth(value) => Some(*value),
            _ => None,
        }
    }

    /// `yes` where the condition holds, else `no`.
    pub fn choose(&mut self, condition: Id, yes: Id, no: Id) -> Id {
        match self.truth(condition) {
            Some(true) => yes,
            Some(false) => no,
            None if yes == no => yes,
            None => match *self.graph.node(condition) {
                Node::Not(inverted) => self.graph.choose(inverted, no, yes),
                _ => self.graph.choose(condition, yes, no),
            },
        }
    }

    /// a < b
    pub fn less(&mut self, a: Id, b: Id) -> Id {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) => self.graph.intern(Node::Truth(a < b)),
            _ => self.graph.less(a, b),
        }
    }

    /// a ≤ b
    pub fn less_equal(&mut self, a: Id, b: Id) -> Id {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) => self.graph.intern(Node::Truth(a <= b)),
            _ => self.graph.less_equal(a, b),
        }
    }

    /// Both.
    pub fn and(&mut self, a: Id, b: Id) -> Id {
        match (self.truth(a), self.truth(b)) {
            (Some(true), _) => b,
            (_, Some(true)) => a,
            (Some(false), _) | (_, Some(false)) => self.graph.intern(Node::Truth(false)),
            _ => self.graph.intern(Node::And(a, b)),
        }
    }

    /// Either.
    pub fn or(&mut self, a: Id, b: Id) -> Id {
        match (self.truth(a), self.truth(b)) {
            (Some(false), _) => b,
            (_, Some(false)) => a,
            (Some(true), _) | (_, Some(true)) => self.graph.intern(Node::Truth(true)),
            _ => self.graph.intern(Node::Or(a, b)),
        }
    }

    /// The opposite.
    pub fn not(&mut self, a: Id) -> Id {
        match *self.graph.node(a) {
            Node::Truth(value) => self.graph.intern(Node::Truth(!value)),
            Node::Not(inner) => inner,
            _ => self.graph.intern(Node::Not(a)),
        }
    }
}
