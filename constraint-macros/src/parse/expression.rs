//! Expressions.

use std::cell::{Cell, RefCell};

use constraint_symbolic::problem::Problem;
use constraint_symbolic::syntax::{BinaryOp, Expr, ExprKind, Name, Span};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{BinOp, ExprCall, ExprField, ExprIf, ExprMethodCall, ExprPath, ExprRange, ExprStruct, Lit, Member, UnOp};

use super::ends::ends;
use super::{Opaque, name, nesting, refusal};
use crate::notes::Notes;

/// The closure's body.
///
/// `names` are those of the closure's parameters. The second value is what may be taken as parameters of the joint.
pub(super) fn body(expression: &syn::Expr, names: Vec<Ident>, notes: &Notes) -> (Expr, Vec<Opaque>) {
    let reader = Reader {
        notes,
        depth: Cell::new(0),
        was_too_deep: Cell::new(false),
        names: RefCell::new(names),
        parameters: RefCell::default(),
    };
    let body = match expression {
        syn::Expr::Block(block) if block.block.stmts.is_empty() => reader.invalid(expression, Problem::EmptyBody),
        syn::Expr::Tuple(tuple) if tuple.elems.is_empty() => reader.invalid(expression, Problem::EmptyBody),
        _ => reader.read(expression),
    };
    (body, reader.parameters.into_inner())
}

/// Reads expressions and counts how deep it is in them.
pub(super) struct Reader<'a> {
    pub(super) notes: &'a Notes,
    depth: Cell<usize>,
    was_too_deep: Cell<bool>,
    /// The names that the closure has bound so far.
    pub(super) names: RefCell<Vec<Ident>>,
    pub(super) parameters: RefCell<Vec<Opaque>>,
}

impl Reader<'_> {
    /// The expression; what is not one of the language is reported.
    pub(super) fn read(&self, expression: &syn::Expr) -> Expr {
        if self.depth.get() >= nesting::DEEPEST {
            // Once is enough: what is this deep is deep in many places.
            let was_said = self.was_too_deep.replace(true);
            return if was_said {
                self.already_refused(expression)
            } else {
                self.invalid(expression, Problem::TooDeep(nesting::DEEPEST))
            };
        }
        if let Some(problem) = refusal::of(expression) {
            return self.invalid(&refusal::place(expression), problem);
        }
        self.depth.update(|depth| depth + 1);
        let read = self.known(expression);
        self.depth.update(|depth| depth - 1);
        read
    }

    /// Reports a mistake in place of an expression.
    pub(super) fn invalid(&self, written: &dyn ToTokens, problem: Problem) -> Expr {
        self.notes.report(written, problem);
        self.already_refused(written)
    }

    /// What stands for an expression of which everything was said.
    pub(super) fn already_refused(&self, written: &dyn ToTokens) -> Expr {
        Expr { kind: ExprKind::Invalid, span: self.notes.places.of(written) }
    }

    fn known(&self, expression: &syn::Expr) -> Expr {
        let kind = match expression {
            // The tree holds together what brackets do; they remain as its place.
            syn::Expr::Paren(inner) => return Expr { span: self.place(expression), ..self.read(&inner.expr) },
            syn::Expr::Group(inner) => return self.read(&inner.expr),
            syn::Expr::Block(block) => {
                if let Some(label) = &block.label {
                    self.notes.report(label, refusal::LABEL);
                }
                return self.block(&block.block, block);
            }
            syn::Expr::Lit(found) => literal(&found.lit),
            syn::Expr::Path(path) => self.path(path),
            syn::Expr::Field(field) => self.field(field),
            syn::Expr::MethodCall(call) => self.method(call),
            syn::Expr::Call(call) => self.call(call),
            syn::Expr::Struct(made) => self.made(made),
            syn::Expr::Unary(unary) => self.unary(unary),
            syn::Expr::Binary(binary) => self.binary(binary),
            syn::Expr::Range(range) => self.range(range),
            syn::Expr::If(choice) => self.choice(choice),
            syn::Expr::Tuple(tuple) => ExprKind::Tuple(tuple.elems.iter().map(|row| self.read(row)).collect()),
            other => {
                return self.invalid(
                    other,
                    Problem::Unsupported { what: "this syntax", instead: "write a formula of fields and bodies" },
                );
            }
        };
        Expr { kind, span: self.place(expression) }
    }

    fn place(&self, expression: &syn::Expr) -> Span {
        self.notes.places.at(ends(expression))
    }

    fn path(&self, path: &ExprPath) -> ExprKind {
        if path.path.is_ident("self") { ExprKind::SelfValue } else { ExprKind::Path(self.segments(path)) }
    }

    /// A path's names.
    fn segments(&self, path: &ExprPath) -> Vec<Name> {
        if path.qself.is_some() {
            self.notes.report(path, refusal::QUALIFIED_PATH);
        }
        self.names(&path.path)
    }

    fn names(&self, path: &syn::Path) -> Vec<Name> {
        for segment in path.segments.iter().filter(|segment| !segment.arguments.is_none()) {
            self.notes.report(&segment.arguments, refusal::GENERIC_ARGUMENTS);
        }
        path.segments.iter().map(|segment| name(&segment.ident, self.notes)).collect()
    }

    fn field(&self, field: &ExprField) -> ExprKind {
        let base = Box::new(self.read(&field.base));
        match &field.member {
            Member::Named(ident) => ExprKind::Field(base, name(ident, self.notes)),
            Member::Unnamed(index) => self.invalid(index, refusal::TUPLE_INDEX).kind,
        }
    }

    fn method(&self, call: &ExprMethodCall) -> ExprKind {
        if let Some(arguments) = &call.turbofish {
            self.notes.report(arguments, refusal::GENERIC_ARGUMENTS);
        }
        let receiver = Box::new(self.read(&call.receiver));
        let arguments = call.args.iter().map(|argument| self.read(argument)).collect();
        ExprKind::Method(receiver, name(&call.method, self.notes), arguments)
    }

    fn call(&self, call: &ExprCall) -> ExprKind {
        let arguments = call.args.iter().map(|argument| self.read(argument)).collect();
        match ungrouped(&call.func) {
            syn::Expr::Path(path) => ExprKind::Call(self.segments(path), arguments),
            other => self.invalid(other, refusal::CALLED_VALUE).kind,
        }
    }

    /// `Softness { hertz: …, damping_ratio: … }`
    fn made(&self, made: &ExprStruct) -> ExprKind {
        if made.qself.is_some() {
            self.notes.report(&made.path, refusal::QUALIFIED_PATH);
        }
        if let Some(dots) = &made.dot2_token {
            self.notes.report(dots, refusal::STRUCT_REST);
        }
        let field = |field: &syn::FieldValue| {
            if let Some(attribute) = field.attrs.first() {
                self.notes.report(attribute, refusal::ATTRIBUTE);
            }
            let value = self.read(&field.expr);
            match &field.member {
                Member::Named(ident) => Some((name(ident, self.notes), value)),
                Member::Unnamed(index) => {
                    self.notes.report(index, refusal::TUPLE_INDEX);
                    None
                }
            }
        };
        ExprKind::Struct(self.names(&made.path), made.fields.iter().filter_map(field).collect())
    }

    fn unary(&self, unary: &syn::ExprUnary) -> ExprKind {
        let operand = Box::new(self.read(&unary.expr));
        match unary.op {
            UnOp::Neg(_) => ExprKind::Negate(operand),
            UnOp::Not(_) => ExprKind::Not(operand),
            _ => ExprKind::Invalid,
        }
    }

    fn binary(&self, binary: &syn::ExprBinary) -> ExprKind {
        let (left, right) = (Box::new(self.read(&binary.left)), Box::new(self.read(&binary.right)));
        match operator(&binary.op) {
            Some(operator) => ExprKind::Binary(operator, left, right),
            None => ExprKind::Invalid,
        }
    }

    fn range(&self, range: &ExprRange) -> ExprKind {
        let end = |end: &Option<Box<syn::Expr>>| end.as_ref().map(|end| Box::new(self.read(end)));
        let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
        ExprKind::Range { start: end(&range.start), end: end(&range.end), inclusive }
    }

    fn choice(&self, choice: &ExprIf) -> ExprKind {
        if let syn::Expr::Let(_) = &*choice.cond {
            // The sides are not read: they rely on what the pattern would bind.
            return self.read(&choice.cond).kind;
        }
        let condition = Box::new(self.read(&choice.cond));
        let then = Box::new(self.block(&choice.then_branch, &choice.then_branch));
        let otherwise = match &choice.else_branch {
            Some((_, otherwise)) => Box::new(self.read(otherwise)),
            None => return self.invalid(&choice.if_token, Problem::IfWithoutElse).kind,
        };
        ExprKind::If(condition, then, otherwise)
    }
}

fn literal(literal: &Lit) -> ExprKind {
    let float = match literal {
        Lit::Bool(literal) => return ExprKind::Bool(literal.value),
        Lit::Float(literal) => literal.base10_digits().parse(),
        Lit::Int(literal) if matches!(literal.suffix(), "f32" | "f64") => literal.base10_digits().parse(),
        other => return ExprKind::Integer(other.to_token_stream().to_string()),
    };
    float.map_or(ExprKind::Invalid, ExprKind::Float)
}

/// The expression inside brackets.
fn ungrouped(expression: &syn::Expr) -> &syn::Expr {
    match expression {
        syn::Expr::Paren(inner) => ungrouped(&inner.expr),
        syn::Expr::Group(inner) => ungrouped(&inner.expr),
        other => other,
    }
}

fn operator(operator: &BinOp) -> Option<BinaryOp> {
    Some(match operator {
        BinOp::Add(_) => BinaryOp::Add,
        BinOp::Sub(_) => BinaryOp::Subtract,
        BinOp::Mul(_) => BinaryOp::Multiply,
        BinOp::Div(_) => BinaryOp::Divide,
        BinOp::And(_) => BinaryOp::And,
        BinOp::Or(_) => BinaryOp::Or,
        BinOp::Eq(_) => BinaryOp::Equal,
        BinOp::Ne(_) => BinaryOp::NotEqual,
        BinOp::Lt(_) => BinaryOp::Less,
        BinOp::Le(_) => BinaryOp::LessEqual,
        BinOp::Gt(_) => BinaryOp::Greater,
        BinOp::Ge(_) => BinaryOp::GreaterEqual,
        _ => return None,
    })
}
