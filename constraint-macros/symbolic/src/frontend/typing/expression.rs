//! Expressions: each kind of the tree, one function.

use super::{Checker, Value, value_of};
use crate::frontend::builtins;
use crate::frontend::diagnostics::type_error::{TypeError, type_name};
use crate::frontend::suggestions::meant;
use crate::frontend::syntax::{Expr, ExprKind, FieldKind, Let, Name, Span};
use crate::ir::map_vec::MapVec as _;
use crate::ir::sorted_vec::sort_by_key;
use crate::ir::vector::{Function, Input, Node, Type, VectorIr};

impl Checker<'_> {
    pub(super) fn expression(&mut self, expr: &Expr) -> Value {
        let value = self.read(expr);
        if let Value::Typed(id) = value {
            self.spans.or_insert_with(id, || expr.span);
        }
        value
    }

    fn read(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Float(value) => Value::Typed(self.graph.constant(*value)),
            ExprKind::Integer(written) => Value::Integer(written.clone()),
            ExprKind::Bool(value) => Value::Typed(self.graph.intern(Node::Truth(*value))),
            ExprKind::Constant(name, number) => {
                Value::Typed(self.parameter(&[&name.text], Type::Scalar, Some(*number)))
            }
            ExprKind::SelfValue => Value::Joint,
            ExprKind::Path(path) => self.path(path, expr.span),
            ExprKind::Field(base, name) => self.field(base, name),
            ExprKind::Method(receiver, name, arguments) => self.method(receiver, name, arguments),
            ExprKind::Call(path, arguments) => self.call(path, arguments, expr.span),
            ExprKind::Struct(path, fields) => self.structure(path, fields, expr.span),
            ExprKind::Negate(operand) => self.negate(operand),
            ExprKind::Not(operand) => self.not(operand),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr.span),
            ExprKind::Range { start, end, inclusive } => {
                let (start_value, end_value) = (self.bound(start.as_deref()), self.bound(end.as_deref()));
                match (start_value, end_value) {
                    (Some(start), Some(end)) => Value::Range { start, end, inclusive: *inclusive },
                    _ => Value::Invalid,
                }
            }
            ExprKind::If(condition, then, otherwise) => self.choice(condition, then, otherwise, expr.span),
            ExprKind::Block(lets, tail) => self.block(lets, tail),
            ExprKind::Tuple(items) => Value::Tuple(items.map_vec(|item| (self.expression(item), value_of(item).span))),
            ExprKind::Invalid => Value::Invalid,
        }
    }

    /// A scalar expression, or `None` once it is reported that it is not one.
    pub(super) fn scalar(&mut self, expr: &Expr, what: &str) -> Option<crate::ir::vector::Id> {
        let value = self.expression(expr);
        let id = self.typed(&value, expr.span)?;
        if self.graph.ty(id) == Type::Scalar {
            return Some(id);
        }
        let (name, found) = (what.to_owned(), type_name(self.graph.ty(id)).to_owned());
        self.report(expr.span, TypeError::ArgumentType { name, expected: "a scalar".to_owned(), found });
        None
    }

    /// An end of a range: absent, a scalar, or reported.
    #[allow(clippy::option_option)]
    fn bound(&mut self, expr: Option<&Expr>) -> Option<Option<crate::ir::vector::Id>> {
        match expr {
            None => Some(None),
            Some(expr) => self.scalar(expr, "within").map(Some),
        }
    }

    fn path(&mut self, path: &[Name], span: Span) -> Value {
        match path {
            [name] => self.variable(name),
            [.., owner, name] => self
                .associated(&owner.text, &name.text)
                .unwrap_or_else(|| self.report(span, TypeError::UnknownConstant(written(path)))),
            [] => Value::Invalid,
        }
    }

    fn variable(&mut self, name: &Name) -> Value {
        if let Some(value) = self.variables.get(&name.text) {
            return value.clone();
        }
        if name.text.chars().all(|c| c.is_uppercase() || c.is_numeric() || c == '_') {
            return self.report(name.span, TypeError::UnknownConstant(name.text.clone()));
        }
        let is_field = self.joint.fields.iter().any(|field| field.name.text == name.text);
        let mut known: Vec<&str> = self.variables.keys().map(String::as_str).collect();
        sort_by_key(&mut known, |&name| name);
        let near = meant(&name.text, known);
        self.report(name.span, TypeError::UnknownVariable { name: name.text.clone(), near, is_field })
    }

    /// `Vec2::X`, `Rot2::IDENTITY`, `std::f32::consts::PI`.
    fn associated(&mut self, owner: &str, name: &str) -> Option<Value> {
        if is_vector(owner) {
            let &(_, x, y) = builtins::VECTOR_CONSTANTS.iter().find(|(known, ..)| *known == name)?;
            let (x, y) = (self.graph.constant(x), self.graph.constant(y));
            return Some(Value::Typed(self.graph.vector(x, y)));
        }
        let value = match owner {
            "consts" => builtins::CONSTANTS.iter().find(|(known, _)| *known == name)?.1,
            "f32" | "f64" | "Scalar" if name == "INFINITY" => f64::INFINITY,
            "f32" | "f64" | "Scalar" if name == "NEG_INFINITY" => f64::NEG_INFINITY,
            "Rot2" if name == "IDENTITY" => {
                let zero = self.graph.constant(0.0);
                return Some(Value::Typed(self.graph.intern(Node::Turn(zero))));
            }
            _ => return None,
        };
        Some(Value::Typed(self.graph.constant(value)))
    }

    fn method(&mut self, receiver: &Expr, name: &Name, arguments: &[Expr]) -> Value {
        if builtins::ROW_METHODS.iter().any(|(known, _)| *known == name.text) {
            return self.row_method(receiver, name, arguments);
        }
        match self.expression(receiver) {
            Value::Invalid => {
                // The arguments may have mistakes of their own.
                for argument in arguments {
                    self.expression(argument);
                }
                Value::Invalid
            }
            Value::Body(body) => self.body_method(body, name, arguments),
            Value::Joint => self.method_of_joint(name, arguments),
            Value::Curve(curve) => self.curve_method(curve, name, arguments),
            value => {
                let Some(receiver) = self.typed(&value, receiver.span) else { return Value::Invalid };
                self.value_method(receiver, name, arguments)
            }
        }
    }

    fn body_method(&mut self, body: u8, name: &Name, arguments: &[Expr]) -> Value {
        if builtins::BODY_FIELDS.iter().any(|(known, _)| *known == name.text) {
            return self.report(name.span, TypeError::FieldAsMethod(name.text.clone()));
        }
        let Some((known, build)) = builtins::BODY_METHODS.iter().find(|(known, _)| *known == name.text) else {
            return self.unknown_member(body, name);
        };
        let Some(ids) = self.arguments(name, arguments, &[Type::Vector]) else { return Value::Invalid };
        let (position, rotation) = (self.graph.input(Input::Position(body)), self.graph.input(Input::Rotation(body)));
        let point = build(&mut self.graph, position, rotation, ids[0]);
        // One in the body's frame stands nowhere in the world.
        if *known == "point" {
            self.note_point(point);
        }
        Value::Typed(point)
    }

    fn curve_method(&mut self, curve: u8, name: &Name, arguments: &[Expr]) -> Value {
        if name.text != "at" {
            let field = self.curves[usize::from(curve)].clone();
            return self.report(name.span, TypeError::MethodOfCurve { field, name: name.text.clone() });
        }
        let ids = self.arguments(name, arguments, &[Type::Scalar]);
        ids.map_or(Value::Invalid, |ids| Value::Typed(self.graph.call(Function::Curve { curve, order: 0 }, &ids)))
    }

    fn value_method(&mut self, receiver: crate::ir::vector::Id, name: &Name, arguments: &[Expr]) -> Value {
        let ty = self.graph.ty(receiver);
        if ty == Type::Scalar && name.text == "powi" {
            return self.integer_power(receiver, name, arguments);
        }
        let Some(method) = builtins::find(ty, &name.text) else {
            let is_field =
                matches!((ty, name.text.as_str()), (Type::Vector, "x" | "y") | (Type::Rotation, "cos" | "sin"));
            return match self.angle_of(receiver) {
                _ if is_field => self.report(name.span, TypeError::FieldAsMethod(name.text.clone())),
                None if self.is_constant(receiver) && builtins::find(Type::Vector, &name.text).is_some() => {
                    self.not_a_scalar(receiver, name.span, Type::Vector)
                }
                Some(body) if builtins::find(Type::Vector, &name.text).is_some() => {
                    self.report(name.span, TypeError::AngleAsVector { body })
                }
                _ => self.unknown_method(ty, name),
            };
        };
        let Some(arguments) = self.arguments(name, arguments, method.arguments) else { return Value::Invalid };
        let mut operands = vec![receiver];
        operands.extend(arguments);
        Value::Typed((method.build)(&mut self.graph, &operands))
    }

    fn unknown_method(&mut self, ty: Type, name: &Name) -> Value {
        let of_type = builtins::METHODS.iter().filter(|method| method.receiver == ty).map(|method| method.name);
        let of_rows = builtins::ROW_METHODS.iter().map(|(known, _)| *known);
        let near = meant(&name.text, of_type.chain(of_rows));
        let belongs_to = builtins::METHODS.iter().find(|method| method.name == name.text);
        let belongs_to = belongs_to.map(|method| type_name(method.receiver).to_owned());
        let on = type_name(ty).to_owned();
        self.report(name.span, TypeError::UnknownMethod { on, name: name.text.clone(), near, belongs_to })
    }

    fn integer_power(&mut self, base: crate::ir::vector::Id, name: &Name, arguments: &[Expr]) -> Value {
        let exponent = match arguments {
            [Expr { kind: ExprKind::Integer(written), .. }] => written.replace('_', "").parse().ok(),
            [Expr { kind: ExprKind::Negate(inner), .. }] => match &inner.kind {
                ExprKind::Integer(written) => written.replace('_', "").parse().ok().map(|k: i32| -k),
                _ => None,
            },
            _ => None,
        };
        match exponent.filter(|k: &i32| k.unsigned_abs() <= 64) {
            Some(exponent) => Value::Typed(self.graph.power(base, exponent)),
            None => self.report(arguments.first().map_or(name.span, |argument| argument.span), TypeError::Exponent),
        }
    }

    /// The arguments, if their number and types are as asked.
    fn arguments(&mut self, name: &Name, arguments: &[Expr], types: &[Type]) -> Option<Vec<crate::ir::vector::Id>> {
        let values: Vec<(Value, Span)> = arguments.map_vec(|a| (self.expression(a), a.span));
        if values.len() != types.len() {
            let (expected, found) = (types.len(), values.len());
            self.report(name.span, TypeError::ArgumentCount { name: name.text.clone(), expected, found });
            return None;
        }
        let mut ids = Vec::new();
        for ((value, span), &expected) in values.iter().zip(types) {
            let Some(id) = self.typed(value, *span) else { continue };
            let found = self.graph.ty(id);
            if found == expected {
                ids.push(id);
            } else if let (Type::Vector, Some(body)) = (expected, self.angle_of(id)) {
                self.report(*span, TypeError::AngleAsVector { body });
            } else if expected == Type::Vector && self.is_constant(id) {
                self.not_a_scalar(id, *span, expected);
            } else {
                let (expected, found) = (type_name(expected).to_owned(), type_name(found).to_owned());
                self.report(*span, TypeError::ArgumentType { name: name.text.clone(), expected, found });
            }
        }
        (ids.len() == types.len()).then_some(ids)
    }

    fn call(&mut self, path: &[Name], arguments: &[Expr], span: Span) -> Value {
        if let [name] = path
            && matches!(self.variables.get(&name.text), Some(Value::Invalid))
        {
            return Value::Invalid;
        }
        let Some([owner, name]) = path.last_chunk::<2>() else {
            if let [name] = path
                && builtins::ROW_METHODS.iter().any(|(known, _)| *known == name.text)
            {
                return self.report(name.span, TypeError::RowMethodAlone(name.text.clone()));
            }
            return self.unknown_function(path, arguments, span);
        };
        if (owner.text.as_str(), name.text.as_str()) == ("Softness", "new") {
            let types = [Type::Scalar, Type::Scalar];
            let ids = self.arguments(name, arguments, &types);
            return ids.map_or(Value::Invalid, |ids| Value::Softness(ids[0], ids[1]));
        }
        let owner_text = if is_vector(&owner.text) { "Vec2" } else { owner.text.as_str() };
        let Some(function) = builtins::PATH_FUNCTIONS.iter().find(|f| f.path == (owner_text, name.text.as_str()))
        else {
            return self.unknown_function(path, arguments, span);
        };
        let ids = self.arguments(name, arguments, function.arguments);
        ids.map_or(Value::Invalid, |ids| Value::Typed((function.build)(&mut self.graph, &ids)))
    }

    /// `sqrt(x)` and `Scalar::sqrt(x)` are methods here, `vec2(x, y)` and `Vec2 { x, y }` are `Vec2::new(x, y)`.
    fn unknown_function(&mut self, path: &[Name], arguments: &[Expr], span: Span) -> Value {
        let is_of_values =
            |owner: &Name| is_vector(&owner.text) || ["f32", "f64", "Scalar"].contains(&owner.text.as_str());
        if let [name] | [.., _, name] = path {
            let method = builtins::METHODS.iter().find(|method| method.name == name.text);
            if let Some(method) = method.filter(|_| path.len() == 1 || is_of_values(&path[path.len() - 2])) {
                let takes_more = !method.arguments.is_empty();
                return self.report(name.span, TypeError::MethodAsFunction { name: name.text.clone(), takes_more });
            }
            if is_vector(&name.text) || ["vec2", "dvec2"].contains(&name.text.as_str()) {
                return self.report(span, TypeError::VectorMade);
            }
        }
        let path = written(path);
        let is_wrapped = ["Ok", "Some"].contains(&path.as_str());
        let opaque = if is_wrapped { None } else { self.opaque(&path, arguments, span) };
        opaque.unwrap_or_else(|| self.report(span, TypeError::UnknownFunction(path)))
    }

    /// `Softness { hertz: …, damping_ratio: … }`
    fn structure(&mut self, path: &[Name], fields: &[(Name, Expr)], span: Span) -> Value {
        if path.last().is_none_or(|name| name.text != "Softness") {
            let values: Vec<Expr> = fields.iter().map(|(_, value)| value.clone()).collect();
            return self.unknown_function(path, &values, span);
        }
        let mut find = |wanted: &str| {
            let (_, value) = fields.iter().find(|(name, _)| name.text == wanted)?;
            self.scalar(value, wanted)
        };
        match (find("hertz"), find("damping_ratio")) {
            (Some(hertz), Some(damping)) if fields.len() == 2 => Value::Softness(hertz, damping),
            _ => self.report(span, TypeError::SoftnessFields),
        }
    }

    fn block(&mut self, lets: &[Let], tail: &Expr) -> Value {
        let outside = self.variables.clone();
        for binding in lets {
            let value = self.bound_value(binding);
            if binding.name.text != "_" {
                if let Value::Typed(id) = value {
                    self.graph.set_name(id, &binding.name.text);
                }
                self.variables.insert(binding.name.text.clone(), value);
            }
        }
        let value = self.expression(tail);
        self.variables = outside;
        value
    }

    /// The value of a `let`. What the language cannot read, but depends on nothing of the closure, is a parameter.
    fn bound_value(&mut self, binding: &Let) -> Value {
        let (before, known) = (self.diagnostics.mark(), self.parameters.len());
        let value = self.expression(&binding.value);
        let Some((declared, span)) = binding.annotation else {
            self.advise_type(binding, before);
            return value;
        };
        let is_other = || !fits(&self.graph, declared, &value) && has_constant(&binding.value);
        if binding.parameter.is_some() && (matches!(value, Value::Invalid) || is_other()) {
            self.diagnostics.rewind(before);
            self.parameters.truncate(known);
            if declared == FieldKind::Curve {
                return self.report(span, TypeError::CurveDeclared);
            }
            let parameter = self.parameter_of_kind(&binding.name.text, declared, binding.parameter);
            return parameter.unwrap_or(Value::Invalid);
        }
        if binding.parameter.is_none() && self.diagnostics.mark() > before {
            self.explain_let(binding, before);
        }
        self.annotation(declared, &value, span);
        value
    }

    fn annotation(&mut self, declared: FieldKind, value: &Value, span: Span) {
        if !fits(&self.graph, declared, value) {
            let declared = match declared {
                FieldKind::Scalar => "a scalar",
                FieldKind::Vector => "a `Vec2`",
                FieldKind::Rotation => "a `Rot2`",
                FieldKind::Curve => "a `Curve`",
                FieldKind::Softness | FieldKind::Other => "a `Softness`",
            };
            let (declared, found) = (declared.to_owned(), self.describe(value));
            self.report(span, TypeError::Annotation { declared, found });
        }
    }
}

/// Whether a value has the type that is declared of it, as far as that is known.
fn fits(graph: &VectorIr, declared: FieldKind, value: &Value) -> bool {
    match (declared, value) {
        (_, Value::Invalid)
        | (FieldKind::Other, _)
        | (FieldKind::Softness, Value::Softness(..))
        | (FieldKind::Curve, Value::Curve(_)) => true,
        (FieldKind::Scalar, Value::Typed(id)) => graph.ty(*id) == Type::Scalar,
        (FieldKind::Vector, Value::Typed(id)) => graph.ty(*id) == Type::Vector,
        (FieldKind::Rotation, Value::Typed(id)) => graph.ty(*id) == Type::Rotation,
        _ => false,
    }
}

/// Whether an expression reads a constant of the user's, which is taken for a scalar and may be something else.
fn has_constant(expr: &Expr) -> bool {
    let mut has = matches!(expr.kind, ExprKind::Constant(..));
    expr.each_part(&mut |part| has |= has_constant(part));
    has
}

fn is_vector(name: &str) -> bool {
    matches!(name, "Vec2" | "DVec2")
}

fn written(path: &[Name]) -> String {
    path.map_vec(|name| name.text.as_str()).join("::")
}
