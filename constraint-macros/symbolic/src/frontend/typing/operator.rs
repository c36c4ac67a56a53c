//! Operators and choices.

use super::{Checker, Value};
use crate::frontend::diagnostics::type_error::{TypeError, type_name};
use crate::frontend::syntax::{BinaryOp, Expr, Span};
use crate::ir::vector::{Id, Node, Type};

use Type::{Rotation, Scalar, Truth, Vector};

impl Checker<'_> {
    pub(super) fn negate(&mut self, operand: &Expr) -> Value {
        let value = self.expression(operand);
        if let Value::Integer(written) = value {
            return Value::Integer(format!("-{written}"));
        }
        let Some(id) = self.typed(&value, operand.span) else { return Value::Invalid };
        match self.graph.ty(id) {
            Scalar | Vector => Value::Typed(self.graph.neg(id)),
            found => self.not_numbers("-", found, operand.span),
        }
    }

    pub(super) fn not(&mut self, operand: &Expr) -> Value {
        let Some(id) = self.condition(operand) else { return Value::Invalid };
        Value::Typed(self.graph.intern(Node::Not(id)))
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> Value {
        let sign = sign(op);
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            let (Some(a), Some(b)) = (self.condition(left), self.condition(right)) else { return Value::Invalid };
            return Value::Typed(self.graph.intern(if op == BinaryOp::And { Node::And(a, b) } else { Node::Or(a, b) }));
        }
        let (a, b) = (self.expression(left), self.expression(right));
        let (a, b) = (self.typed(&a, left.span), self.typed(&b, right.span));
        let (Some(a), Some(b)) = (a, b) else { return Value::Invalid };
        let (x, y) = (self.graph.ty(a), self.graph.ty(b));
        if x == Truth || y == Truth {
            return self.report(if x == Truth { left.span } else { right.span }, TypeError::ConditionInFormula);
        }
        let mixed = || TypeError::Mixed { sign, left: type_name(x).to_owned(), right: type_name(y).to_owned() };
        let g = &mut self.graph;
        Value::Typed(match (op, x, y) {
            (BinaryOp::Add, Scalar, Scalar) | (BinaryOp::Add, Vector, Vector) => g.add(a, b),
            (BinaryOp::Subtract, Scalar, Scalar) | (BinaryOp::Subtract, Vector, Vector) => g.sub(a, b),
            (BinaryOp::Multiply, Scalar, Scalar) => g.mul(a, b),
            (BinaryOp::Multiply, Scalar, Vector) => g.scale(a, b),
            (BinaryOp::Multiply, Vector, Scalar) => g.scale(b, a),
            (BinaryOp::Multiply, Rotation, Vector) => g.rotate(a, b),
            (BinaryOp::Multiply, Rotation, Rotation) => g.intern(Node::Compose(a, b)),
            (BinaryOp::Multiply, Vector, Vector) => return self.report(span, TypeError::VectorTimesVector),
            (BinaryOp::Multiply, Vector, Rotation) => return self.report(span, TypeError::RotationOrder),
            (BinaryOp::Divide, Scalar, Scalar) => g.div(a, b),
            (BinaryOp::Divide, Vector, Scalar) => {
                let inverse = g.power(b, -1);
                g.scale(inverse, a)
            }
            (BinaryOp::Divide, _, Vector) => return self.report(span, TypeError::DivideByVector),
            (op, Scalar, Scalar) => compare(g, op, a, b),
            (BinaryOp::Add | BinaryOp::Subtract, Vector, Scalar) if let Some(body) = self.angle_of(b) => {
                return self.report(right.span, TypeError::AngleAsVector { body });
            }
            (BinaryOp::Add | BinaryOp::Subtract, Scalar, Vector) if let Some(body) = self.angle_of(a) => {
                return self.report(left.span, TypeError::AngleAsVector { body });
            }
            (_, Scalar, ty @ (Vector | Rotation)) if self.is_constant(a) => {
                return self.not_a_scalar(a, left.span, ty);
            }
            (_, ty @ (Vector | Rotation), Scalar) if self.is_constant(b) => {
                return self.not_a_scalar(b, right.span, ty);
            }
            _ => return self.report(span, mixed()),
        })
    }

    pub(super) fn choice(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr, span: Span) -> Value {
        let condition = self.condition(condition);
        let (yes, no) = (self.expression(then), self.expression(otherwise));
        let (yes, no) = (self.typed(&yes, then.span), self.typed(&no, otherwise.span));
        let (Some(condition), Some(yes), Some(no)) = (condition, yes, no) else { return Value::Invalid };
        let (x, y) = (self.graph.ty(yes), self.graph.ty(no));
        if x != y {
            let (then, otherwise) = (type_name(x).to_owned(), type_name(y).to_owned());
            return self.report(span, TypeError::Sides { then, otherwise });
        }
        let g = &mut self.graph;
        if x == Truth {
            // A choice of conditions is a condition.
            let opposite = g.intern(Node::Not(condition));
            let (yes, no) = (g.intern(Node::And(condition, yes)), g.intern(Node::And(opposite, no)));
            return Value::Typed(g.intern(Node::Or(yes, no)));
        }
        Value::Typed(g.choose(condition, yes, no))
    }

    fn condition(&mut self, expr: &Expr) -> Option<Id> {
        let value = self.expression(expr);
        let id = self.typed(&value, expr.span)?;
        if self.graph.ty(id) == Truth {
            return Some(id);
        }
        let found = type_name(self.graph.ty(id)).to_owned();
        self.report(expr.span, TypeError::Condition(found));
        None
    }

    fn not_numbers(&mut self, sign: &'static str, found: Type, span: Span) -> Value {
        self.report(span, TypeError::NotNumbers { sign, found: type_name(found).to_owned() })
    }
}

fn compare(g: &mut crate::ir::vector::VectorIr, op: BinaryOp, a: Id, b: Id) -> Id {
    match op {
        BinaryOp::Less => g.less(a, b),
        BinaryOp::LessEqual => g.less_equal(a, b),
        BinaryOp::Greater => g.less(b, a),
        BinaryOp::GreaterEqual => g.less_equal(b, a),
        _ => {
            let (below, above) = (g.less_equal(a, b), g.less_equal(b, a));
            let equal = g.intern(Node::And(below, above));
            if op == BinaryOp::Equal { equal } else { g.intern(Node::Not(equal)) }
        }
    }
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
    }
}
