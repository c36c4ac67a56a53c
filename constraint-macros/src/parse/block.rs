//! Blocks: `let`s, and a value at the end.

use constraint_symbolic::problem::Problem;
use constraint_symbolic::syntax::{Expr, ExprKind, FieldKind, Let, Name, Span};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Item, Local, Pat, Stmt, Type};

use super::expression::Reader;
use super::{Opaque, item, name};

impl Reader<'_> {
    /// `{ let name = value; …; tail }`
    pub(super) fn block(&self, block: &Block, written: &dyn ToTokens) -> Expr {
        let notes = self.notes;
        let Some((last, before)) = block.stmts.split_last() else {
            return self.invalid(written, Problem::MissingTail);
        };
        let lets = before.iter().flat_map(|statement| self.statement(statement)).collect();
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
    fn statement(&self, statement: &Stmt) -> Vec<Let> {
        match statement {
            Stmt::Local(local) => return self.local(local),
            Stmt::Macro(found) => self.notes.report(statement, super::refusal::of_macro(&found.mac)),
            Stmt::Expr(expression, _) => {
                let place = super::refusal::place(expression);
                self.notes.report(&place, refusal_of(expression).unwrap_or(Problem::Statement));
            }
            Stmt::Item(declared) => {
                let instead = "declare it outside the attribute";
                self.notes.report(statement, Problem::Unsupported { what: "an item", instead });
                if let Item::Const(constant) = declared {
                    return vec![self.unknown(&constant.ident)];
                }
            }
        }
        Vec::new()
    }

    /// A name of whose value nothing is known, so that nothing is found wrong with its uses.
    fn unknown(&self, ident: &Ident) -> Let {
        let name = name(ident, self.notes);
        let value = Expr { kind: ExprKind::Invalid, span: name.span };
        Let { name, annotation: None, value, parameter: None }
    }

    /// `let name: Type = value;`
    fn local(&self, local: &Local) -> Vec<Let> {
        let notes = self.notes;
        if let Some(attribute) = local.attrs.first() {
            notes.report(attribute, super::refusal::ATTRIBUTE);
        }
        let (pattern, annotation) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, self.annotation(&typed.ty)),
            pattern => (pattern, None),
        };
        let bound = self.bound(pattern);
        let parameter = self.as_parameter(local, annotation.is_some());
        let value = match &local.init {
            Some(init) => {
                if let Some((otherwise, _)) = &init.diverge {
                    notes.report(otherwise, Problem::LetElse);
                }
                let before = notes.mistakes.mark();
                let value = self.read(&init.expr);
                // What the language lacks is no mistake where rustc can work it out.
                if parameter.is_some() && notes.mistakes.mark() > before {
                    notes.mistakes.rewind(before);
                    Expr { kind: ExprKind::Invalid, ..value }
                } else {
                    value
                }
            }
            None => self.invalid(local, Problem::LetWithoutValue),
        };
        self.names.borrow_mut().extend(idents(pattern.to_token_stream()));
        match bound {
            Some(name) => vec![Let { name, annotation, value, parameter }],
            None => idents(pattern.to_token_stream()).iter().map(|ident| self.unknown(ident)).collect(),
        }
    }

    /// The place among the parameters of what mentions nothing that the closure binds, and has a type declared.
    fn as_parameter(&self, local: &Local, has_type: bool) -> Option<u32> {
        let (Pat::Type(typed), Some(init), true) = (&local.pat, &local.init, has_type) else { return None };
        let value = init.expr.to_token_stream();
        let bound = self.names.borrow();
        if idents(value.clone()).iter().any(|ident| bound.contains(ident)) {
            return None;
        }
        let mut parameters = self.parameters.borrow_mut();
        parameters.push(Opaque { ty: typed.ty.to_token_stream(), value });
        u32::try_from(parameters.len() - 1).ok()
    }

    /// The one name that a `let` binds.
    fn bound(&self, pattern: &Pat) -> Option<Name> {
        let notes = self.notes;
        match pattern {
            Pat::Wild(wild) => Some(Name { text: "_".to_owned(), span: notes.places.of(wild) }),
            Pat::Ident(found) if found.by_ref.is_none() && found.subpat.is_none() => {
                if let Some(keyword) = &found.mutability {
                    notes.report(keyword, Problem::MutableLet);
                }
                Some(name(&found.ident, notes))
            }
            other => {
                notes.report(other, Problem::LetPattern);
                None
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

/// The identifiers in a pattern: among them, the names that it binds.
fn idents(pattern: TokenStream) -> Vec<Ident> {
    let ident = |token| match token {
        TokenTree::Ident(ident) => vec![ident],
        TokenTree::Group(group) => idents(group.stream()),
        _ => Vec::new(),
    };
    pattern.into_iter().flat_map(ident).collect()
}
