//! What rustc shows the author of a joint, mistake by mistake; and what has to compile without a word.
//!
//! `TRYBUILD=overwrite cargo test --test ui` takes the present messages for right. Read each: would it have helped?

/// A theme is a folder of `ui`.
const THEMES: [&str; 9] =
    ["attribute", "bodies", "checks", "expressions", "rows", "statements", "structs", "types", "world"];

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    for theme in THEMES {
        cases.compile_fail(format!("tests/ui/{theme}/*.rs"));
    }
    cases.pass("tests/ui/pass/*.rs");
}
