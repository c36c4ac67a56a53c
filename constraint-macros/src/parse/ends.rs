//! Where an expression begins and ends.
//!
//! Whoever writes its tokens out to see the first and the last does so again for all that it stands in. Where it begins or ends
//! with another expression, or with a bracket, that tells.

use proc_macro2::Span;
use quote::ToTokens as _;
use syn::{Expr, ExprPath, Member};

use crate::notes;

/// The places of the first and the last token.
pub(super) fn ends(expression: &Expr) -> Option<(Span, Span)> {
    Some((first(expression)?, last(expression)?))
}

fn first(expression: &Expr) -> Option<Span> {
    match expression {
        Expr::Path(ExprPath { attrs, qself: None, path }) if let ([], Some(name)) = (&attrs[..], path.get_ident()) => {
            Some(name.span())
        }
        Expr::Binary(found) if found.attrs.is_empty() => first(&found.left),
        Expr::Field(found) if found.attrs.is_empty() => first(&found.base),
        Expr::MethodCall(found) if found.attrs.is_empty() => first(&found.receiver),
        Expr::Call(found) if found.attrs.is_empty() => first(&found.func),
        Expr::Paren(found) if found.attrs.is_empty() => Some(found.paren_token.span.open()),
        Expr::Tuple(found) if found.attrs.is_empty() => Some(found.paren_token.span.open()),
        other => notes::ends(other.to_token_stream()).map(|(first, _)| first),
    }
}

fn last(expression: &Expr) -> Option<Span> {
    match expression {
        Expr::Path(found) if let Some(name) = found.path.get_ident() => Some(name.span()),
        Expr::Binary(found) => last(&found.right),
        Expr::Unary(found) => last(&found.expr),
        Expr::Field(found) => Some(match &found.member {
            Member::Named(name) => name.span(),
            Member::Unnamed(index) => index.span,
        }),
        Expr::MethodCall(found) => Some(found.paren_token.span.close()),
        Expr::Call(found) => Some(found.paren_token.span.close()),
        Expr::Paren(found) => Some(found.paren_token.span.close()),
        Expr::Tuple(found) => Some(found.paren_token.span.close()),
        other => notes::ends(other.to_token_stream()).map(|(_, last)| last),
    }
}
