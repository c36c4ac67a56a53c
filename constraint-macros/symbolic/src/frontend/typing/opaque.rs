//! What only Rust can work out: functions that are no formula, and the `let`s that they stand in.

use super::{Checker, Value};
use crate::frontend::diagnostics::problem::Problem;
use crate::frontend::diagnostics::problem::opaque::{Mention, no_formula};
use crate::frontend::diagnostics::type_error::TypeError;
use crate::frontend::syntax::{Expr, Let, Name, Span};
use crate::ir::vector::{Id, Input, Node, Type};

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

    /// Says of a `let` without a type that reads a field which is no parameter: with a type, it could.
    pub(super) fn advise_type(&self, binding: &Let, mark: usize) {
        if self.diagnostics.mark() == mark || self.mention(std::slice::from_ref(&binding.value)).is_some() {
            return;
        }
        self.diagnostics.replace_since(mark, |problem| match problem {
            Problem::TypeError(TypeError::OpaqueParameter { name, written, .. }) => {
                let bound_to = Some(binding.name.text.clone());
                Problem::TypeError(TypeError::OpaqueParameter { name, written, bound_to })
            }
            other => other,
        });
    }

    /// Whether it is a constant of the user's, which is taken for a scalar.
    pub(super) fn is_constant(&self, id: Id) -> bool {
        self.constant(id).is_some()
    }

    fn constant(&self, id: Id) -> Option<&str> {
        let &Node::Input(Input::Parameter(index, Type::Scalar)) = self.graph.node(id) else { return None };
        let parameter = self.parameters.get(usize::try_from(index).ok()?)?;
        let [path] = &parameter.path[..] else { return None };
        let name = path.rsplit("::").next()?;
        let is_constant = parameter.expression.is_some() && !name.chars().any(char::is_lowercase);
        is_constant.then_some(path)
    }

    /// Reports, where the constant is first written, that it is taken for a scalar.
    pub(super) fn not_a_scalar(&self, id: Id, used: Span, wanted: Type) -> Value {
        let path = self.constant(id).unwrap_or_default().to_owned();
        let span = self.spans.get(id).copied().unwrap_or(used);
        self.report(span, TypeError::ConstantIsScalar { path, is_vector: wanted == Type::Vector })
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
