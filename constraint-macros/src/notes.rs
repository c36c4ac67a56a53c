//! Where things stand in the user's source, and what is wrong with them.

use std::cell::RefCell;

use constraint_symbolic::frontend::diagnostics::problem::Problem;
use constraint_symbolic::frontend::diagnostics::{Diagnostic, Diagnostics};
use constraint_symbolic::frontend::syntax;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

/// What is noted of the source while it is read.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) mistakes: Diagnostics,
    pub(crate) places: SourceMap,
}

impl Notes {
    /// A mistake that stands on all of `tokens`.
    pub(crate) fn report(&self, tokens: &dyn ToTokens, problem: Problem) {
        self.mistakes.report(self.places.of(tokens), problem);
    }
}

/// From [`syntax::Span`] to the first and the last token of what stands there.
///
/// Two tokens, since spans cannot be joined on stable Rust; the compiler underlines all that lies between.
pub(crate) struct SourceMap(RefCell<Vec<(Span, Span)>>);

impl Default for SourceMap {
    /// The place `Span(0)`, which whoever knows no better falls back to, is the attribute.
    fn default() -> Self {
        Self(RefCell::new(vec![(Span::call_site(), Span::call_site())]))
    }
}

impl SourceMap {
    /// The place of `tokens`.
    pub(crate) fn of(&self, tokens: &dyn ToTokens) -> syntax::Span {
        self.at(ends(tokens.to_token_stream()))
    }

    /// The place from the first token to the last, if there are any.
    pub(crate) fn at(&self, ends: Option<(Span, Span)>) -> syntax::Span {
        ends.map_or_else(syntax::Span::default, |(first, last)| self.between(first, last))
    }

    /// The place from one token to another.
    pub(crate) fn between(&self, first: Span, last: Span) -> syntax::Span {
        let mut places = self.0.borrow_mut();
        let index = u32::try_from(places.len()).unwrap_or(0);
        places.push((first, last));
        syntax::Span(index)
    }

    /// The first and the last token that stand there.
    pub(crate) fn tokens(&self, span: syntax::Span) -> (Span, Span) {
        let places = self.0.borrow();
        let index = usize::try_from(span.0).unwrap_or(0);
        places.get(index).or(places.first()).copied().unwrap_or((Span::call_site(), Span::call_site()))
    }

    /// A mistake as the `compile_error!` that rustc shows on its place.
    pub(crate) fn compile_error(&self, mistake: &Diagnostic) -> TokenStream {
        let (first, last) = self.tokens(mistake.span);
        let text = mistake.problem.to_string();
        // rustc underlines from the first token of an invocation to its last.
        let braced = quote_spanned!(last=> { #text });
        quote_spanned!(first=> ::core::compile_error! #braced)
    }
}

/// The spans of the first and the last token.
pub(crate) fn ends(tokens: TokenStream) -> Option<(Span, Span)> {
    let mut tokens = tokens.into_iter();
    let first = tokens.next()?;
    let start = open(&first);
    let end = close(&tokens.last().unwrap_or(first));
    Some((start, end))
}

fn open(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_open(),
        other => other.span(),
    }
}

fn close(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_close(),
        other => other.span(),
    }
}
