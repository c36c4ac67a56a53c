//! The same joints that `ui` compiles, where clippy sees them, and with the feature `f64`, which `ui` does not have.

#[path = "ui/pass/as_advised.rs"]
mod as_advised;
#[path = "ui/pass/consts_of_the_prelude.rs"]
mod consts_of_the_prelude;
#[path = "ui/pass/lints.rs"]
mod lints;
#[cfg_attr(feature = "f64", path = "ui/types/double_precision.rs")]
#[cfg_attr(not(feature = "f64"), path = "ui/pass/single_precision.rs")]
mod precision;

#[test]
fn the_expansion_is_lint_clean() {
    lints::main();
}

#[test]
fn what_messages_advise_is_right() {
    as_advised::main();
}

#[test]
fn the_prelude_has_the_constants_of_the_scalar() {
    consts_of_the_prelude::main();
}

#[test]
fn fields_of_the_scalars_own_type_are_right() {
    precision::main();
}
