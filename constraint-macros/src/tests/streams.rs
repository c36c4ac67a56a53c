//! Tokens of any kind, from parsing to the output: mistakes are reported, and nothing panics, hangs or grows without bound.

use proc_macro2::TokenStream;

use super::{FIELDS, tokens};
use crate::expand::expand;

/// Choices at random, by `xorshift64*`.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(high).unwrap_or(0) % count
    }

    fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }
}

/// Whatever may stand in a closure or around it.
const TOKENS: [&str; 78] = [
    "|a, b|",
    "|a|",
    "||",
    "|",
    "a",
    "b",
    "c",
    "self",
    "self.k",
    "self.u",
    "self.q",
    "self.s",
    ".",
    "..",
    "..=",
    ",",
    ";",
    ":",
    "::",
    "=",
    "==",
    "=>",
    "->",
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    "&",
    "&&",
    "!",
    "?",
    "<",
    ">",
    "<=",
    "#",
    "@",
    "$",
    "'a",
    "'x'",
    "\"s\"",
    "1",
    "1.0",
    "0x1f",
    "1e400",
    "2f32",
    "1_000u8",
    "if",
    "else",
    "let",
    "mut",
    "match",
    "for",
    "in",
    "loop",
    "return",
    "fn",
    "move",
    "unsafe",
    "as",
    "ref",
    "true",
    "Vec2::new",
    "Softness",
    "Time",
    "r#type",
    "point",
    "angle",
    "position",
    "within",
    "soft",
    "max_force",
    "allow",
    "validate",
    "_",
    "t: Time",
    "vec!",
];

const ACTIONS: [&str; 8] = [
    ".within(self.lo..=self.hi)",
    ".within(0.0..)",
    ".within(2.0..=1.0)",
    ".at_rate(self.k)",
    ".soft(self.s)",
    ".spring(self.k, 2.0)",
    ".max_force(self.l)",
    "",
];

const SCALARS: [&str; 10] = [
    "a.angle",
    "b.angle",
    "b.angle",
    "a.position.x",
    "self.k",
    "self.l",
    "1.0",
    "0.0",
    "std::f32::consts::PI",
    "self.lo",
];
const VECTORS: [&str; 7] =
    ["a.position", "b.position", "b.point(self.u)", "self.u", "self.w", "Vec2::X", "(a.rotation * self.w)"];
/// What is a mistake, or one in most places.
const WRONG: [&str; 10] = [
    "a",
    "self",
    "2",
    "self.s",
    "self.nothing",
    "x",
    "a.linear_velocity",
    "b.angel",
    "(1.0, 2.0)",
    "Vec2::nothing(1.0)",
];
/// Methods of a scalar, and of a vector with what it gives: `v` stands for a vector, `s` for a scalar.
const OF_SCALAR: [&str; 12] = [
    "sin()",
    "atan2(s)",
    "sqrt()",
    "powi(2)",
    "powi(-3)",
    "powf(s)",
    "ln()",
    "signum()",
    "clamp(s, s)",
    "recip()",
    "hypot(s)",
    "abs()",
];
const OF_VECTOR: [&str; 6] = ["dot(v)", "perp_dot(v)", "length()", "angle_to(v)", "length_recip()", "x.min(s)"];
const TO_VECTOR: [&str; 7] =
    ["perp()", "normalize()", "rotate(v)", "lerp(v, s)", "project_onto(v)", "reject_from(v)", "clamp(v, v)"];

/// An expression of the language's grammar, a vector or a scalar; now and then it is of another type, or wrong.
fn expression(random: &mut Random, depth: usize, is_vector: bool) -> String {
    if random.below(200) == 0 {
        return random.of(&WRONG).to_owned();
    }
    if depth == 0 {
        return random.of(if is_vector { &VECTORS } else { &SCALARS }).to_owned();
    }
    let scalar = |random: &mut Random| expression(random, depth - 1, false);
    let vector = |random: &mut Random| expression(random, depth - 1, true);
    let same = |random: &mut Random| expression(random, depth - 1, is_vector);
    match random.below(10) {
        0 | 1 => format!("({} {} {})", same(random), random.of(&["+", "-"]), same(random)),
        2 => format!("({} {} {})", same(random), random.of(&["*", "/"]), scalar(random)),
        3 => format!("-{}", same(random)),
        4 => {
            let (left, sign, right) = (scalar(random), random.of(&["<", ">=", "==", "!="]), scalar(random));
            format!("if {left} {sign} {right} {{ {} }} else {{ {} }}", same(random), same(random))
        }
        5 => format!("{{ let x = {}; {} }}", scalar(random), same(random)),
        6 => format!("{{ let x: Scalar = {}; x * {} }}", scalar(random), same(random)),
        _ if is_vector && random.below(2) == 0 => format!("Vec2::new({}, {})", scalar(random), scalar(random)),
        _ => {
            let (receiver, method) = match (is_vector, random.below(2)) {
                (true, _) => (vector(random), random.of(&TO_VECTOR)),
                (false, 0) => (vector(random), random.of(&OF_VECTOR)),
                (false, _) => (scalar(random), random.of(&OF_SCALAR)),
            };
            let (name, arguments) = method.split_once('(').unwrap_or((method, ")"));
            let mut written = String::new();
            for letter in arguments.chars() {
                match letter {
                    's' => written += &scalar(random),
                    'v' => written += &vector(random),
                    other => written.push(other),
                }
            }
            format!("({receiver}).{name}({written}")
        }
    }
}

/// A joint's closure by the grammar.
fn grammatical(random: &mut Random) -> String {
    let count = 1 + random.below(4);
    let rows: Vec<String> = (0..count)
        .map(|_| {
            let depth = random.below(4);
            let is_vector = random.below(3) == 0;
            let mut row = expression(random, depth, is_vector);
            for _ in 0..random.below(2) {
                row = format!("({row}){}", random.of(&ACTIONS));
            }
            row
        })
        .collect();
    format!("|a, b| ({})", rows.join(", "))
}

/// A list of tokens, with brackets that match: others are no stream of tokens.
fn random_tokens(random: &mut Random, depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..random.below(12) {
        if depth > 0 && random.below(5) == 0 {
            let (open, close) = [("(", ")"), ("[", "]"), ("{", "}")][random.below(3)];
            text += &[open, &random_tokens(random, depth - 1), close, ""].join(" ");
        } else {
            text += random.of(&TOKENS);
            text.push(' ');
        }
    }
    text
}

/// A grammatical closure of which some characters are gone or doubled.
fn damaged(random: &mut Random) -> String {
    let mut text: Vec<char> = grammatical(random).chars().collect();
    for _ in 0..=random.below(3) {
        let place = random.below(text.len());
        if random.below(2) == 0 {
            text.remove(place);
        } else {
            text.insert(place, text[place]);
        }
        if text.is_empty() {
            return String::new();
        }
    }
    text.into_iter().collect()
}

/// An item for the attribute to stand on.
fn item(random: &mut Random) -> String {
    match random.below(12) {
        0 => random_tokens(random, 2),
        1 => random
            .of(&["enum E {}", "fn f() {}", "struct T(f32);", "struct U;", "struct G<T> { k: T }", "impl X {}"])
            .to_owned(),
        2 => format!("struct Odd {{ {} }}", random_tokens(random, 1)),
        _ => FIELDS.to_owned(),
    }
}

/// The output is a list of items; when there is something to say, it is said.
fn check(attribute: &TokenStream, item: &TokenStream) -> (bool, usize) {
    let output = expand(attribute, item);
    let text = output.to_string();
    let refused = text.contains("compile_error");
    // The parser of items reads what rustc will have to read; of an item that is none, only the mistake is ours.
    if syn::parse2::<syn::Item>(item.clone()).is_ok() {
        assert!(syn::parse2::<syn::File>(output).is_ok(), "{attribute}\n{text:.2000}");
    }
    (refused, text.len())
}

/// Draws so many attributes; returns how many were accepted, and how many bytes the longest output has.
fn run(count: u64, draw: fn(&mut Random) -> String) -> (usize, usize) {
    let (mut accepted, mut longest) = (0, 0);
    for seed in 1..=count {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (attribute, item) = (draw(&mut random), item(&mut random));
        // What is not even tokens never comes to the attribute.
        let (Ok(attribute), Ok(item)) = (attribute.parse(), item.parse()) else { continue };
        let (refused, length) = check(&attribute, &item);
        accepted += usize::from(!refused);
        longest = longest.max(length);
    }
    (accepted, longest)
}

/// No output is longer than this, in bytes: some hundred times that of a wheel joint's.
const LONGEST: usize = 4_000_000;

#[test]
fn twenty_thousand_streams_of_tokens() {
    let (by_grammar, longest) = run(8_000, grammatical);
    // Enough of them are joints for the whole compiler to be run.
    assert!(by_grammar > 500, "{by_grammar}");
    assert!(longest < LONGEST, "{longest}");
    let (by_damage, longest) = run(6_000, damaged);
    assert!(by_damage > 20, "{by_damage}");
    assert!(longest < LONGEST, "{longest}");
    let (_, longest) = run(6_000, |random| random_tokens(random, 3));
    assert!(longest < LONGEST, "{longest}");
}

/// What a stack might not bear.
#[test]
fn depth_without_end() {
    for (open, close) in
        [("(", ")"), ("-", ""), ("!", ""), ("{", "}"), ("a.min(", ")"), ("if a.angle > 0.0 {", "} else { 1.0 }")]
    {
        for count in [10, 100, 2_000] {
            let attribute = format!("|a, b| {}b.angle{}", open.repeat(count), close.repeat(count));
            check(&tokens(&attribute), &tokens(FIELDS));
        }
    }
    for link in [".abs()", " + a.angle", ".min(a.angle)", " && true"] {
        for count in [10, 100, 2_000] {
            check(&tokens(&format!("|a, b| b.angle{}", link.repeat(count))), &tokens(FIELDS));
        }
    }
}
