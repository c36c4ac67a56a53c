//! What stands after a dot without brackets: parameters, members of bodies, components.

use super::{Checker, Value};
use crate::frontend::builtins;
use crate::frontend::diagnostics::type_error::{TypeError, type_name};
use crate::frontend::suggestions::meant;
use crate::frontend::syntax::{Expr, FieldKind, Name};
use crate::ir::vector::{Input, Node, Type};

impl Checker<'_> {
    pub(super) fn field(&mut self, base: &Expr, name: &Name) -> Value {
        match self.expression(base) {
            Value::Joint => self.parameter_field(name),
            Value::Body(body) => self.body_field(body, name),
            Value::Softness(hertz, damping) => match name.text.as_str() {
                "hertz" => Value::Typed(hertz),
                "damping_ratio" => Value::Typed(damping),
                _ => self.no_field("a `Softness`", name, &["hertz", "damping_ratio"]),
            },
            Value::Curve(_) if name.text == "at" => self.report(name.span, TypeError::MethodAsField(name.text.clone())),
            Value::Curve(_) => self.no_field("a `Curve`", name, &[]),
            Value::Invalid => Value::Invalid,
            value => {
                let Some(id) = self.typed(&value, base.span) else { return Value::Invalid };
                match (self.graph.ty(id), name.text.as_str()) {
                    (Type::Vector, "x") | (Type::Rotation, "cos") => Value::Typed(self.graph.x(id)),
                    (Type::Vector, "y") | (Type::Rotation, "sin") => Value::Typed(self.graph.y(id)),
                    (ty, method) if builtins::find(ty, method).is_some() => {
                        self.report(name.span, TypeError::MethodAsField(name.text.clone()))
                    }
                    (Type::Vector, _) => self.no_field("a `Vec2`", name, &["x", "y"]),
                    (Type::Scalar, "x" | "y") if self.is_constant(id) => self.not_a_scalar(id, base.span, Type::Vector),
                    (ty, "x" | "y") => match self.angle_of(id) {
                        Some(body) => self.report(base.span, TypeError::AngleAsVector { body }),
                        None => self.no_field(type_name(ty), name, &[]),
                    },
                    (ty, _) => self.no_field(type_name(ty), name, &[]),
                }
            }
        }
    }

    /// The body whose angle it is, if it is nothing but that.
    pub(super) fn angle_of(&self, id: crate::ir::vector::Id) -> Option<String> {
        match *self.graph.node(id) {
            Node::Input(Input::Angle(body)) => Some(self.joint.bodies[usize::from(body)].text.clone()),
            _ => None,
        }
    }

    fn no_field(&mut self, on: &str, name: &Name, known: &[&str]) -> Value {
        let near = meant(&name.text, known.iter().copied());
        self.report(name.span, TypeError::NoSuchField { on: on.to_owned(), name: name.text.clone(), near })
    }

    fn parameter_field(&mut self, name: &Name) -> Value {
        let Some(field) = self.joint.fields.iter().find(|field| field.name.text == name.text) else {
            let near = meant(&name.text, self.joint.fields.iter().map(|field| field.name.text.as_str()));
            return self.report(name.span, TypeError::UnknownParameter { name: name.text.clone(), near });
        };
        let (text, written) = (field.name.text.as_str(), field.written.clone());
        self.parameter_of_kind(text, field.kind, None).unwrap_or_else(|| {
            self.report(name.span, TypeError::OpaqueParameter { name: name.text.clone(), written, bound_to: None })
        })
    }

    /// The parameter of a field, or of an expression whose type is declared.
    pub(super) fn parameter_of_kind(&mut self, name: &str, kind: FieldKind, expression: Option<u32>) -> Option<Value> {
        let ty = match kind {
            FieldKind::Scalar => Type::Scalar,
            FieldKind::Vector => Type::Vector,
            FieldKind::Rotation => Type::Rotation,
            FieldKind::Softness => {
                let hertz = self.parameter(&[name, "hertz"], Type::Scalar, expression);
                let damping = self.parameter(&[name, "damping_ratio"], Type::Scalar, expression);
                return Some(Value::Softness(hertz, damping));
            }
            // A method would have to lend it.
            FieldKind::Curve if expression.is_some() => return None,
            FieldKind::Curve => return Some(self.curve(name)),
            FieldKind::Other => return None,
        };
        Some(Value::Typed(self.parameter(&[name], ty, expression)))
    }

    pub(super) fn body_field(&mut self, body: u8, name: &Name) -> Value {
        let Some((known, input)) = builtins::BODY_FIELDS.iter().find(|(known, _)| *known == name.text) else {
            if builtins::BODY_METHODS.iter().any(|(known, _)| *known == name.text) {
                return self.report(name.span, TypeError::MethodAsField(name.text.clone()));
            }
            return self.unknown_member(body, name);
        };
        let id = self.graph.input(input(body));
        if *known == "position" {
            self.note_point(id);
        }
        Value::Typed(id)
    }

    /// What a body does not offer.
    pub(super) fn unknown_member(&mut self, body: u8, name: &Name) -> Value {
        let (text, body) = (name.text.clone(), self.joint.bodies[usize::from(body)].text.clone());
        if let Some(&(_, is_vector)) = FRAMES.iter().find(|(known, _)| *known == text) {
            return self.report(name.span, TypeError::IntoFrame { name: text, body, is_vector });
        }
        let near = meant(&text, body_members());
        self.report(name.span, TypeError::UnknownBodyField { name: text, near })
    }

    pub(super) fn note_point(&mut self, point: crate::ir::vector::Id) {
        if !self.points.contains(&point) {
            self.points.push(point);
        }
    }
}

/// What other libraries call the way between the world and a body's frame, and whether it is that of vectors.
const FRAMES: [(&str, bool); 11] = [
    ("get_local_point", false),
    ("to_local", false),
    ("world_to_local", false),
    ("inverse_transform_point", false),
    ("transform_point_inverse", false),
    ("local_vector", true),
    ("get_local_vector", true),
    ("inverse_transform_vector", true),
    ("world_vector", true),
    ("get_world_vector", true),
    ("transform_vector", true),
];

/// What a body offers by name.
fn body_members() -> impl Iterator<Item = &'static str> {
    builtins::BODY_FIELDS.iter().map(|(name, _)| *name).chain(builtins::BODY_METHODS.iter().map(|(name, _)| *name))
}
