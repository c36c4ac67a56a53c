//! What tokens mention of the closure, where only Rust could work them out.

use constraint_symbolic::frontend::diagnostics::problem::Problem;
use constraint_symbolic::frontend::diagnostics::problem::opaque::Mention;
use constraint_symbolic::frontend::syntax::{Expr, ExprKind};
use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt as _;

use super::expression::Reader;
use super::{refusal, tokens};

impl Reader<'_> {
    /// What the tokens mention that the closure binds: first a body, or the time.
    pub(super) fn mention(&self, tokens: TokenStream) -> Option<Mention> {
        let idents = tokens::variables(tokens);
        let variables = self.variables.borrow();
        let find = |is_bound: &dyn Fn(&Ident) -> bool| {
            idents.iter().find(|ident| is_bound(ident)).map(|ident| ident.unraw().to_string())
        };
        let body = find(&|ident| self.bodies.contains(ident)).map(Mention::Body);
        let time = || find(&|ident| self.time == Some(ident)).map(Mention::Time);
        body.or_else(time).or_else(|| find(&|ident| variables.contains(ident)).map(Mention::Variable))
    }

    /// What is wrong with `value[index]`.
    pub(super) fn index(&self, value: &Expr, index: TokenStream) -> Problem {
        if let ExprKind::Path(path) = &value.kind
            && let [name] = &path[..]
        {
            let is_body = self.bodies.iter().any(|body| body.unraw() == name.text);
            let is_bound = self.variables.borrow().iter().any(|variable| variable.unraw() == name.text);
            if is_body || name.text == "bodies" && !is_bound {
                return Problem::BodyIndex(name.text.clone());
            }
        }
        match self.mention(index) {
            Some(mention) => {
                Problem::Opaque(mention.inside("indexing is not part of the constraint language".to_owned()))
            }
            None => refusal::INDEX,
        }
    }

    /// What is wrong with `name!(arguments)`.
    pub(super) fn macro_call(&self, name: String, arguments: TokenStream) -> Problem {
        match (refusal::of_macro(name), self.mention(arguments)) {
            (Problem::MacroCall(name), Some(mention)) => {
                Problem::Opaque(mention.inside(format!("the macro `{name}!` cannot be differentiated")))
            }
            (problem, _) => problem,
        }
    }
}
