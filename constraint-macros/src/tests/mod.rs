//! Joints from text through the whole compiler: what is found in them, what they do to the momenta, and what becomes of
//! tokens that are no joint at all.

mod derivations;
mod drawing;
mod effects;
mod leftovers;
mod lengthy;
mod momentum;
mod names;
mod odd;
mod passes;
mod places;
mod precedence;
mod reading;
mod scale;
mod signs;
mod starts;
mod streams;

use constraint_symbolic::Compiled;
use constraint_symbolic::frontend::diagnostics::Diagnostic;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Expr, ImplItem, Item, Stmt};

use crate::expand::expand;
use crate::parse::read;
use drawing::FIELDS;

fn tokens(source: &str) -> TokenStream {
    source.parse().expect("tokens")
}

/// The joint of that closure, or its mistakes.
fn compile(closure: &str) -> Result<Compiled, Vec<Diagnostic>> {
    let reading = read(&tokens(closure), tokens(FIELDS));
    let Some(parsed) = reading.parsed.filter(|_| reading.mistakes.is_empty()) else { return Err(reading.mistakes) };
    constraint_symbolic::compile(&parsed.joint)
}

/// In the method `rows`, too, where a statement could end with the block.
#[test]
fn a_formula_that_begins_with_a_block_does_not_end_with_it() {
    for closure in
        ["|a, b| if a.angle > 0.0 { a.angle } else { 0.5 } - b.angle", "|a, b| { b.angle } * self.k - a.angle"]
    {
        let written = expand(&tokens(closure), &tokens(FIELDS));
        let items = syn::parse2::<syn::File>(written).expect("items").items;
        let methods =
            items.iter().filter_map(|item| if let Item::Impl(item) = item { Some(&item.items) } else { None });
        let last = methods.flatten().find_map(|item| match item {
            ImplItem::Fn(method) if method.sig.ident == "rows" => method.block.stmts.last(),
            _ => None,
        });
        assert!(matches!(last, Some(Stmt::Expr(Expr::Paren(_), None))), "{closure}: {}", last.to_token_stream());
    }
}

/// A keyword before `!(…)` is no macro to import.
#[test]
fn a_negation_is_no_macro() {
    let written = expand(&tokens("|a, b| if !(a.angle > b.angel) { a.angle } else { b.angle }"), &tokens(FIELDS));
    assert!(syn::parse2::<syn::File>(written.clone()).is_ok(), "{written}");
}

/// A variable may be called as an opposite is, by what is left of one, or be one: what its opposite is called is a name, too.
#[test]
fn opposites_have_names() {
    for name in ["x", "minus", "minus_", "minus__", "minus_2", "minus_self", "minus_x", "r#type", "minus_type"] {
        for closure in [
            format!("|a, b| ({{ let {name} = 1.0 - self.lo; {name} * Vec2::X.x.min(a.angle) }}, 3.0 * b.angle)"),
            format!(
                "|a, b| {{ let {name} = 1.0 - self.k; ({name} * a.angle - b.angle, b.angle - {name} * a.position.x) }}"
            ),
        ] {
            let written = expand(&tokens(&closure), &tokens(FIELDS)).to_string();
            assert!(syn::parse_str::<syn::File>(&written).is_ok(), "{closure}: {written}");
            for misused in ["let self", "let _ ", "pub self", "pub _ "] {
                assert!(!written.contains(misused), "{closure}: {misused}");
            }
        }
    }
}

/// With the option `crate`, nothing of the expansion names the crate otherwise: of a joint that is accepted, of one with a
/// mistake, and of one with a conditional field.
#[test]
fn another_path_replaces_every_mention_of_the_crate() {
    let conditional = "struct Gear { #[cfg(all())] k: Scalar }";
    let options = "validate = Self::check, update = Self::advance, draw = Self::sketch, crate = engine::core";
    for (closure, item) in [
        ("|a, b| { let k: Scalar = self.table[0]; (b.angle - k * a.angle).within(self.lo..) }", FIELDS),
        ("|a, b| b.angel - self.k * a.angle", FIELDS),
        ("|a, b| b.angle - self.k * a.angle", conditional),
    ] {
        let written = expand(&tokens(&format!("{closure}, {options}")), &tokens(item)).to_string();
        assert!(!written.contains("constraint_core"), "{closure}: {written}");
        assert!(written.contains("engine"), "{closure}: {written}");
    }
}
