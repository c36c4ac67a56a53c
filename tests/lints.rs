//! The same joints that `ui` compiles, where clippy sees them.

#[path = "ui/pass/lints.rs"]
mod lints;

#[test]
fn the_expansion_is_lint_clean() {
    lints::main();
}
