//! Whether a row of velocities is linear in them, as V = J v + β has to be.

use super::Checker;
use crate::frontend::diagnostics::type_error::TypeError;
use crate::frontend::syntax::Span;
use crate::ir::vector::{Id, Input, Node, Stage};

/// To which power the velocities stand in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Degree {
    None,
    Linear,
    Nonlinear,
}

impl Degree {
    /// Of a product.
    fn times(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, degree) | (degree, Self::None) => degree,
            _ => Self::Nonlinear,
        }
    }

    /// Of anything that is linear in nothing.
    fn curved(self) -> Self {
        if self == Self::None { Self::None } else { Self::Nonlinear }
    }
}

impl Checker<'_> {
    /// Whether it mentions a velocity.
    pub(super) fn mentions_velocity(&self, id: Id) -> bool {
        self.graph.stage(id) == Stage::Velocity
    }

    /// Reports the term that is not linear in the velocities, if there is one.
    pub(super) fn linear_in_velocities(&mut self, row: Id, span: Span) {
        let mut degrees = vec![Degree::None; self.graph.len()];
        for id in self.graph.reached([row]) {
            degrees[id.index()] = self.degree(id, &|operand: Id| degrees[operand.index()]);
            // The first one found is the innermost.
            if degrees[id.index()] == Degree::Nonlinear {
                let place = self.spans.get(id).copied().unwrap_or(span);
                self.report(place, TypeError::NonlinearVelocity);
                return;
            }
        }
    }

    fn degree(&self, id: Id, of: &dyn Fn(Id) -> Degree) -> Degree {
        let greatest = |ids: &[Id]| ids.iter().map(|&id| of(id)).max().unwrap_or(Degree::None);
        match *self.graph.node(id) {
            Node::Input(Input::LinearVelocity(_) | Input::AngularVelocity(_)) => Degree::Linear,
            Node::Sum(..) | Node::Vector(..) => greatest(&self.graph.node(id).operands()),
            Node::Product(ref factors) => factors.iter().fold(Degree::None, |degree, &(factor, k)| {
                degree.times(if k == 1 { of(factor) } else { of(factor).curved() })
            }),
            Node::Scale(a, b) | Node::Dot(a, b) | Node::Cross(a, b) | Node::Rotate(a, b) => of(a).times(of(b)),
            Node::X(a) | Node::Y(a) | Node::Perp(a) => of(a),
            Node::Choose(condition, yes, no) => of(condition).curved().max(of(yes)).max(of(no)),
            ref other => greatest(&other.operands()).curved(),
        }
    }
}
