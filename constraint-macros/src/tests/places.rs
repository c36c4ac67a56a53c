//! Where things stand in the source, for mistakes.

use constraint_symbolic::frontend::diagnostics::Diagnostic;
use constraint_symbolic::frontend::diagnostics::problem::Problem;
use constraint_symbolic::frontend::syntax;
use proc_macro2::TokenStream;

use crate::notes::SourceMap;

fn columns(source: &str) -> (usize, usize) {
    let tokens: TokenStream = source.parse().expect("tokens");
    let places = SourceMap::default();
    let (first, last) = places.tokens(places.of(&tokens));
    (first.start().column, last.end().column)
}

#[test]
fn a_place_reaches_from_the_first_token_to_the_last() {
    assert_eq!(columns("a.position - b.position"), (0, 23));
    assert_eq!(columns("  (a - b) "), (2, 9));
    assert_eq!(columns("x"), (0, 1));
}

#[test]
fn an_unknown_place_is_the_attribute() {
    let places = SourceMap::default();
    assert_eq!(places.of(&TokenStream::new()), syntax::Span::default());
    let _ = places.tokens(syntax::Span(7));
}

#[test]
fn a_mistake_carries_its_text() {
    let mistake = Diagnostic { span: syntax::Span::default(), problem: Problem::MissingTail };
    let tokens = SourceMap::default().compile_error(&mistake).to_string();
    assert!(tokens.contains(&Problem::MissingTail.to_string()), "{tokens}");
}
