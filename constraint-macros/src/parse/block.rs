//! Blocks: `let`s, and a value at the end.

use constraint_symbolic::problem::Problem;
use constraint_symbolic::syntax::{Expr, ExprKind, FieldKind, Let, Name, Span};
use quote::ToTokens;
use syn::{Block, Local, Pat, Stmt, Type};

use super::expression::Reader;
use super::{item, name};

impl Reader<'_> {
    /// `{ let name = value; …; tail }`
    pub(super) fn block(&self, block: &Block, written: &impl ToTokens) -> Expr {
        let notes = self.notes;
        let Some((last, before)) = block.stmts.split_last() else {
            return self.invalid(written, Problem::MissingTail);
        };
        let lets = before.iter().filter_map(|statement| self.statement(statement)).collect();
        let tail = match last {
            Stmt::Expr(tail, None) => self.read(tail),
            Stmt::Expr(tail, Some(semicolon)) if refusal_of(tail).is_none() => {
                self.read(tail);
                self.invalid(semicolon, Problem::MissingTail)
            }
            Stmt::Macro(statement) if statement.semi_token.is_none() => {
                self.invalid(last, super::refusal::of_macro(&statement.mac))
            }
            other => {
                self.statement(other);
                // Of what may not stand here at all it is not said as well that it has no value.
                match other {
                    Stmt::Local(_) => self.invalid(other, Problem::MissingTail),
                    _ => self.already_refused(other),
                }
            }
        };
        Expr { kind: ExprKind::Block(lets, Box::new(tail)), span: notes.places.of(written) }
    }

    /// A statement that is not the last.
    fn statement(&self, statement: &Stmt) -> Option<Let> {
        match statement {
            Stmt::Local(local) => return self.local(local),
            Stmt::Macro(found) => self.notes.report(statement, super::refusal::of_macro(&found.mac)),
            Stmt::Expr(expression, _) => {
                self.notes.report(expression, refusal_of(expression).unwrap_or(Problem::Statement));
            }
            Stmt::Item(_) => self.notes.report(
                statement,
                Problem::Unsupported { what: "an item", instead: "declare it outside the attribute" },
            ),
        }
        None
    }

    /// `let name: Type = value;`
    fn local(&self, local: &Local) -> Option<Let> {
        let notes = self.notes;
        if let Some(attribute) = local.attrs.first() {
            notes.report(attribute, super::refusal::ATTRIBUTE);
        }
        let (name, annotation) = self.binding(&local.pat);
        let Some(init) = &local.init else {
            notes.report(local, Problem::LetWithoutValue);
            let span = notes.places.of(local);
            return Some(Let { name: name?, annotation, value: Expr { kind: ExprKind::Invalid, span } });
        };
        if let Some((otherwise, _)) = &init.diverge {
            notes.report(otherwise, Problem::LetElse);
        }
        let value = self.read(&init.expr);
        Some(Let { name: name?, annotation, value })
    }

    /// `name` or `name: Type`
    fn binding(&self, pattern: &Pat) -> (Option<Name>, Option<(FieldKind, Span)>) {
        let notes = self.notes;
        match pattern {
            Pat::Type(typed) => (self.binding(&typed.pat).0, self.annotation(&typed.ty)),
            Pat::Wild(wild) => (Some(Name { text: "_".to_owned(), span: notes.places.of(wild) }), None),
            Pat::Ident(found) => {
                if let Some(keyword) = &found.mutability {
                    notes.report(keyword, Problem::MutableLet);
                }
                if found.by_ref.is_some() || found.subpat.is_some() {
                    notes.report(pattern, Problem::LetPattern);
                }
                (Some(name(&found.ident, notes)), None)
            }
            other => {
                notes.report(other, Problem::LetPattern);
                (None, None)
            }
        }
    }

    fn annotation(&self, written: &Type) -> Option<(FieldKind, Span)> {
        match item::kind(written) {
            FieldKind::Other if matches!(written, Type::Infer(_)) => None,
            FieldKind::Other => {
                self.notes.report(written, Problem::UnsupportedType(item::written(written)));
                None
            }
            kind => Some((kind, self.notes.places.of(written))),
        }
    }
}

/// What is wrong with an expression wherever it stands, also as a statement.
fn refusal_of(expression: &syn::Expr) -> Option<Problem> {
    match super::refusal::of(expression) {
        Some(problem) => Some(problem),
        None => match expression {
            syn::Expr::If(found) if found.else_branch.is_none() => Some(Problem::IfWithoutElse),
            _ => None,
        },
    }
}
