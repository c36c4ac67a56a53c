//! Long closures and deep ones: the work grows with what is written, and no faster than K must. Counted in expressions and
//! in generated tokens, since a clock would measure the machine.

use super::lengthy::{deep, long};
use super::{FIELDS, compile, tokens};
use crate::expand::expand;

/// How many tokens a joint's implementation has.
fn written(closure: &str) -> usize {
    let text = expand(&tokens(closure), &tokens(FIELDS)).to_string();
    assert!(!text.contains("compile_error"), "{closure:.200}: {text:.500}");
    text.split_whitespace().count()
}

/// How many operations all functions of a joint take, and the bytes of its derivation.
fn sizes(closure: &str) -> (usize, usize) {
    let compiled = compile(closure).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    let fast = &compiled.program.fast;
    let count =
        |count: constraint_symbolic::ir::emitted::Operations| count.arithmetic + count.choices + count.functions;
    (count(fast.prepare.operations()) + count(fast.setup.operations()), compiled.derivation.len())
}

#[test]
fn three_hundred_lines_take_ten_times_what_thirty_do() {
    let ((few, short), (many, lengthy)) = (sizes(&long(30)), sizes(&long(300)));
    // Ten times the lines; twice of that is for what longer formulas let pass of the shared and the folded.
    assert!(many < 20 * few, "{few} operations, and {many}");
    assert!(lengthy < 20 * short, "{short} bytes of text, and {lengthy}");
    let (few, many) = (written(&long(30)), written(&long(300)));
    assert!(many < 20 * few, "{few} tokens, and {many}");
}

#[test]
fn sixty_levels_take_six_times_what_ten_do() {
    let ((few, short), (many, lengthy)) = (sizes(&deep(10)), sizes(&deep(60)));
    // What is used twice at each of 60 levels would be 2⁶⁰ expressions, were it copied.
    assert!(many < 12 * few, "{few} operations, and {many}");
    assert!(lengthy < 12 * short, "{short} bytes of text, and {lengthy}");
    assert!(written(&deep(60)) < 12 * written(&deep(10)));
}

/// Powers of powers, and squares of squares: their exponents are no number of the compiler's.
#[test]
fn towers_of_powers() {
    let mut squares = String::from("|a, b| { let x = (b.angle - a.angle).cos();");
    for _ in 0..40 {
        squares.push_str("let x = x * x;");
    }
    // So high a power of a cosine is 0, but where it is 1.
    squares.push_str("x - 0.5 }, allow(idle_row)");
    let tower = |power: i32| {
        format!("|a, b| (b.angle - a.angle).cos(){} - 0.5, allow(idle_row)", format!(".powi({power})").repeat(8))
    };
    for closure in [squares, tower(64), tower(-63)] {
        // Eight functions of eight powers, of 63 products and as many signs each, would be that much; what is shared is not.
        let count = written(&closure);
        assert!(count < 10_000, "{closure}: {count} tokens");
    }
}
