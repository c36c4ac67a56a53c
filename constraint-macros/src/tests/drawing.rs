//! Closures and items of any kind, drawn by choices: from the grammar of the language, damaged, and mere tokens.

/// Whoever makes the choices: a generator of random numbers, or a fuzzer.
pub(crate) trait Choices {
    /// A number less than `count`.
    fn below(&mut self, count: usize) -> usize;
}

fn of<'t>(choices: &mut dyn Choices, all: &[&'t str]) -> &'t str {
    all[choices.below(all.len())]
}

/// A struct with a field of every type, by short names.
pub(crate) const FIELDS: &str = "struct Odd {
    k: Scalar, l: Scalar, lo: Scalar, hi: Scalar, u: Vec2, w: Vec2, q: Rot2, s: Softness,
}";

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
fn expression(choices: &mut dyn Choices, depth: usize, is_vector: bool) -> String {
    if choices.below(200) == 0 {
        return of(choices, &WRONG).to_owned();
    }
    if depth == 0 {
        return of(choices, if is_vector { &VECTORS } else { &SCALARS }).to_owned();
    }
    let scalar = |choices: &mut dyn Choices| expression(choices, depth - 1, false);
    let vector = |choices: &mut dyn Choices| expression(choices, depth - 1, true);
    let same = |choices: &mut dyn Choices| expression(choices, depth - 1, is_vector);
    match choices.below(10) {
        0 | 1 => format!("({} {} {})", same(choices), of(choices, &["+", "-"]), same(choices)),
        2 => format!("({} {} {})", same(choices), of(choices, &["*", "/"]), scalar(choices)),
        3 => format!("-{}", same(choices)),
        4 => {
            let (left, sign, right) = (scalar(choices), of(choices, &["<", ">=", "==", "!="]), scalar(choices));
            format!("if {left} {sign} {right} {{ {} }} else {{ {} }}", same(choices), same(choices))
        }
        5 => format!("{{ let x = {}; {} }}", scalar(choices), same(choices)),
        6 => format!("{{ let x: Scalar = {}; x * {} }}", scalar(choices), same(choices)),
        _ if is_vector && choices.below(2) == 0 => format!("Vec2::new({}, {})", scalar(choices), scalar(choices)),
        _ => {
            let (receiver, method) = match (is_vector, choices.below(2)) {
                (true, _) => (vector(choices), of(choices, &TO_VECTOR)),
                (false, 0) => (vector(choices), of(choices, &OF_VECTOR)),
                (false, _) => (scalar(choices), of(choices, &OF_SCALAR)),
            };
            let (name, arguments) = method.split_once('(').unwrap_or((method, ")"));
            let mut written = String::new();
            for letter in arguments.chars() {
                match letter {
                    's' => written += &scalar(choices),
                    'v' => written += &vector(choices),
                    other => written.push(other),
                }
            }
            format!("({receiver}).{name}({written}")
        }
    }
}

/// A joint's closure by the grammar.
pub(crate) fn grammatical(choices: &mut dyn Choices) -> String {
    let count = 1 + choices.below(4);
    let rows: Vec<String> = (0..count)
        .map(|_| {
            let depth = choices.below(4);
            let is_vector = choices.below(3) == 0;
            let mut row = expression(choices, depth, is_vector);
            for _ in 0..choices.below(2) {
                row = format!("({row}){}", of(choices, &ACTIONS));
            }
            row
        })
        .collect();
    format!("|a, b| ({})", rows.join(", "))
}

/// A list of tokens, with brackets that match: others are no stream of tokens.
pub(crate) fn random_tokens(choices: &mut dyn Choices, depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..choices.below(12) {
        if depth > 0 && choices.below(5) == 0 {
            let (open, close) = [("(", ")"), ("[", "]"), ("{", "}")][choices.below(3)];
            text += &[open, &random_tokens(choices, depth - 1), close, ""].join(" ");
        } else {
            text += of(choices, &TOKENS);
            text.push(' ');
        }
    }
    text
}

/// A grammatical closure of which some characters are gone or doubled.
pub(crate) fn damaged(choices: &mut dyn Choices) -> String {
    let mut text: Vec<char> = grammatical(choices).chars().collect();
    for _ in 0..=choices.below(3) {
        let place = choices.below(text.len());
        if choices.below(2) == 0 {
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
pub(crate) fn item(choices: &mut dyn Choices) -> String {
    match choices.below(12) {
        0 => random_tokens(choices, 2),
        1 => {
            of(choices, &["enum E {}", "fn f() {}", "struct T(f32);", "struct U;", "struct G<T> { k: T }", "impl X {}"])
                .to_owned()
        }
        2 => format!("struct Odd {{ {} }}", random_tokens(choices, 1)),
        _ => FIELDS.to_owned(),
    }
}
