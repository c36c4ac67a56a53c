//! What rustc shows the author of a joint, mistake by mistake; and what has to compile without a word.
//!
//! `TRYBUILD=overwrite cargo test --test ui` takes the present messages for right. Read each: would it have helped?

/// A theme is a folder of `ui`.
const THEMES: [&str; 10] =
    ["attribute", "bodies", "checks", "expressions", "guide", "rows", "statements", "structs", "types", "world"];

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    for theme in THEMES {
        cases.compile_fail(format!("tests/ui/{theme}/*.rs"));
    }
    cases.pass("tests/ui/pass/*.rs");
}

#[test]
fn the_guide_quotes_what_the_compiler_says() {
    let messages = include_str!("ui/guide/first_joint.stderr");
    let page = include_str!("../constraint-core/src/guide/first_joint.md");
    let quoted: Vec<_> = page.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(quoted.len(), 5);
    for line in quoted {
        assert!(messages.lines().any(|message| message == line), "the compiler does not say: {line}");
    }
}
