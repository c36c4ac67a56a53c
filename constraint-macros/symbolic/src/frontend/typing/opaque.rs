//! What only Rust can work out: functions that are no formula, and the `let`s that they stand in.

use super::{Checker, Value};
use crate::frontend::diagnostics::problem::Problem;
use crate::frontend::diagnostics::problem::opaque::{Mention, no_formula};
use crate::frontend::diagnostics::type_error::TypeError;
use crate::frontend::syntax::{Expr, Let, Name, Span};

impl Checker<'_> {
    /// `self.name(…)`
    pub(super) fn method_of_joint(&mut self, name: &Name, arguments: &[Expr]) -> Value {
        let opaque = self.opaque(&format!("self.{}", name.text), arguments, name.span);
        opaque.unwrap_or_else(|| self.report(name.span, TypeError::MethodOfJoint(name.text.clone())))
    }

    /// Reports a function that is no formula and cannot be a parameter either, because of what its arguments mention.
    pub(super) fn opaque(&mut self, function: &str, arguments: &[Expr], span: Span) -> Option<Value> {
        let mention = self.mention(arguments)?;
        self.diagnostics.report(span, Problem::Opaque(mention.inside(no_formula(function))));
        Some(Value::Invalid)
    }

    /// Says of what a `let` with a type could take as a parameter why this one does not.
    pub(super) fn explain_let(&mut self, binding: &Let, mark: usize) {
        if let Some(mention) = self.mention(std::slice::from_ref(&binding.value)) {
            self.diagnostics.replace_since(mark, |problem| mention.beside(problem));
        }
    }

    /// What the expressions mention that is not known when parameters are: first what changes with the bodies or the time.
    fn mention(&self, expressions: &[Expr]) -> Option<Mention> {
        let (mut varying, mut other) = (None, None);
        for expression in expressions {
            expression.each_variable(&mut |name| match self.variables.get(&name.text) {
                Some(Value::Body(_)) if varying.is_none() => varying = Some(Mention::Body(name.text.clone())),
                Some(&Value::Typed(id)) if varying.is_none() && self.varies(id) => {
                    let is_time = self.joint.time.as_ref().is_some_and(|time| time.text == name.text);
                    let of = if is_time { Mention::Time } else { Mention::Varying };
                    varying = Some(of(name.text.clone()));
                }
                Some(_) if other.is_none() => other = Some(Mention::Variable(name.text.clone())),
                _ => {}
            });
        }
        varying.or(other)
    }
}
