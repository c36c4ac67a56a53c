//! What is read of a closure, and what is said of one that cannot be.

use constraint_symbolic::frontend::diagnostics::problem::Problem;
use constraint_symbolic::frontend::diagnostics::problem::opaque::Opaque;
use constraint_symbolic::frontend::syntax::{BinaryOp, Expr, ExprKind, FieldKind};
use proc_macro2::{Delimiter, Group, TokenStream};
use quote::quote;

use crate::expand::expand;
use crate::parse::{Reading, nesting, read};

const ITEM: &str = "struct Joint { anchor: Vec2, length: f32, turn: Rot2, give: Softness, table: [f32; 4] }";

fn reading(attribute: &str, item: &str) -> Reading {
    let tokens = |source: &str| source.parse::<TokenStream>().expect("tokens");
    read(&tokens(attribute), tokens(item))
}

/// The closure's body; there must be no mistake.
fn body(attribute: &str) -> Expr {
    let reading = reading(attribute, ITEM);
    assert_eq!(reading.mistakes, []);
    reading.parsed.expect("a joint").joint.body
}

/// The mistakes, and the source that each of them underlines.
fn mistakes<'a>(attribute: &'a str, item: &str) -> Vec<(Problem, &'a str)> {
    let reading = reading(attribute, item);
    let underlined = |span| {
        let (first, last) = reading.places.tokens(span);
        attribute.get(first.start().column..last.end().column).unwrap_or("")
    };
    reading.mistakes.iter().map(|mistake| (mistake.problem.clone(), underlined(mistake.span))).collect()
}

fn only(attribute: &str) -> (Problem, &str) {
    let mut found = mistakes(attribute, ITEM);
    assert_eq!(found.len(), 1, "{found:.300?}");
    found.remove(0)
}

/// The tree in prefix notation.
fn shown(expression: &Expr) -> String {
    let list = |all: &[Expr]| all.iter().map(shown).collect::<Vec<_>>().join(" ");
    let end = |end: &Option<Box<Expr>>| end.as_ref().map_or_else(|| "_".to_owned(), |end| shown(end));
    match &expression.kind {
        ExprKind::Float(value) => format!("{value:?}"),
        ExprKind::Integer(written) => format!("int:{written}"),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Path(path) => path.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join("::"),
        ExprKind::SelfValue => "self".to_owned(),
        ExprKind::Field(base, name) => format!("{}.{}", shown(base), name.text),
        ExprKind::Method(receiver, name, arguments) => {
            format!("({} {} {})", name.text, shown(receiver), list(arguments)).replace(" )", ")")
        }
        ExprKind::Call(path, arguments) => {
            format!("(call {} {})", path.last().expect("a name").text, list(arguments))
        }
        ExprKind::Struct(path, fields) => {
            let fields: Vec<_> =
                fields.iter().map(|(name, value)| format!("{}: {}", name.text, shown(value))).collect();
            format!("({} {{ {} }})", path.last().expect("a name").text, fields.join(", "))
        }
        ExprKind::Negate(operand) => format!("(neg {})", shown(operand)),
        ExprKind::Not(operand) => format!("(not {})", shown(operand)),
        ExprKind::Binary(operator, left, right) => format!("({operator:?} {} {})", shown(left), shown(right)),
        ExprKind::Range { start, end: last, inclusive } => {
            format!("(range{} {} {})", if *inclusive { "=" } else { "" }, end(start), end(last))
        }
        ExprKind::If(condition, then, otherwise) => {
            format!("(if {} {} {})", shown(condition), shown(then), shown(otherwise))
        }
        ExprKind::Block(lets, tail) => {
            let lets: Vec<_> =
                lets.iter().map(|bound| format!("{} = {}; ", bound.name.text, shown(&bound.value))).collect();
            format!("{{{}{}}}", lets.concat(), shown(tail))
        }
        ExprKind::Tuple(rows) => format!("[{}]", list(rows)),
        ExprKind::Constant(name, _) => name.text.clone(),
        ExprKind::Invalid => "invalid".to_owned(),
    }
}

#[test]
fn reads_operators_fields_and_methods() {
    assert_eq!(
        shown(&body("|a, b| b.point(self.anchor) - a.position * -2.0")),
        "(Subtract (point b self.anchor) (Multiply a.position (neg 2.0)))"
    );
    assert_eq!(shown(&body("|a| (a.angle).sin().atan2(self.length)")), "(atan2 (sin a.angle) self.length)");
    assert_eq!(shown(&body("|a| Vec2::new(a.angle, std::f32::consts::PI)")), "(call new a.angle std::f32::consts::PI)");
}

#[test]
fn reads_literals() {
    assert_eq!(
        shown(&body("|a| (1.5, 1f32, 2_000.5e-3, 1e3f64, 3, true, 0x10)")),
        "[1.5 1.0 2.0005 1000.0 int:3 true int:0x10]"
    );
}

#[test]
fn reads_rows() {
    assert_eq!(
        shown(&body("|a, b| (a.angle.within(self.lo..=self.hi), a.angle.within(0.0..), a.angle.within(..=1.0))")),
        "[(within a.angle (range= self.lo self.hi)) (within a.angle (range 0.0 _)) (within a.angle (range= _ 1.0))]"
    );
    assert_eq!(
        shown(&body("|a| a.angle.soft(Softness { hertz: self.length, damping_ratio: 1.0 })")),
        "(soft a.angle (Softness { hertz: self.length, damping_ratio: 1.0 }))"
    );
}

#[test]
fn reads_blocks_and_choices() {
    let tree = body("|a, b| { let d: Vec2 = b.position - a.position; let _ = 1.0; d.length() }");
    assert_eq!(shown(&tree), "{d = (Subtract b.position a.position); _ = 1.0; (length d)}");
    let ExprKind::Block(lets, _) = tree.kind else { panic!("a block") };
    assert_eq!(lets[0].annotation.map(|(kind, _)| kind), Some(FieldKind::Vector));
    assert_eq!(
        shown(&body("|a| if a.angle < 0.0 && !(a.angle == 1.0) { 1.0 } else if a.angle >= 2.0 { 2.0 } else { 3.0 }")),
        "(if (And (Less a.angle 0.0) (not (Equal a.angle 1.0))) {1.0} (if (GreaterEqual a.angle 2.0) {2.0} {3.0}))"
    );
}

#[test]
fn binds_operators_as_rust_does() {
    let ExprKind::Binary(operator, ..) = body("|a| a.angle + 2.0 * a.angle - 1.0").kind else { panic!("a sum") };
    assert_eq!(operator, BinaryOp::Subtract);
}

#[test]
fn knows_the_fields() {
    let parsed = reading("|a| a.angle", ITEM).parsed.expect("a joint");
    let kinds: Vec<_> = parsed.joint.fields.iter().map(|field| (field.name.text.as_str(), field.kind)).collect();
    assert_eq!(
        kinds,
        [
            ("anchor", FieldKind::Vector),
            ("length", FieldKind::Scalar),
            ("turn", FieldKind::Rotation),
            ("give", FieldKind::Softness),
            ("table", FieldKind::Other)
        ]
    );
    assert_eq!(parsed.joint.fields[4].written, "[f32; 4]");
}

#[test]
fn takes_raw_identifiers_for_their_names() {
    let (attribute, item) = ("|r#type| r#type.angle * self.r#fn", "struct J { r#fn: f32 }");
    let parsed = reading(attribute, item).parsed.expect("a joint");
    assert_eq!(shown(&parsed.joint.body), "(Multiply type.angle self.fn)");
    let written = expand(&super::tokens(attribute), &super::tokens(item)).to_string().replace(' ', "");
    assert!(written.contains("let[r#type]=*poses;") && written.contains("S::of(self.r#fn)"), "{written}");
}

#[test]
fn blames_the_last_token_of_what_ends_too_early() {
    assert_eq!(only("|a, b| a.position -"), (Problem::Unterminated, "-"));
    assert_eq!(only("|a, b| (a.position - b.).length()"), (Problem::Unterminated, "."));
    assert_eq!(only("|a, b| { let d = 1.0; d * }"), (Problem::Unterminated, "*"));
    assert_eq!(only("|a, b|"), (Problem::EmptyBody, "|a, b|"));
    assert_eq!(only("|a, b| {}"), (Problem::EmptyBody, "{}"));
    assert_eq!(reading("|a, b| a.position -", ITEM).known.bodies.len(), 2);
}

#[test]
fn underlines_the_whole_of_a_mistake() {
    assert!(matches!(only("|a| (a.angle as f64).sin()"), (Problem::Undeclared { .. }, "a.angle as f64")));
    assert_eq!(only("|a| { let mut x = 1.0; x }"), (Problem::MutableLet, "mut"));
    assert_eq!(only("|a| { a.angle; }"), (Problem::MissingTail, ";"));
    assert_eq!(only("|a| { let x = 1.0; }"), (Problem::MissingTail, "let x = 1.0;"));
    assert_eq!(only("|a| { for i in 0..3 { a.angle; } 1.0 }").0, Problem::Loop("for"));
    assert_eq!(only("|a| { log!(1.0); 1.0 }"), (Problem::MacroCall("log".to_owned()), "log!(1.0)"));
    assert!(matches!(only("|a| vec![a.angle]"), (Problem::Opaque(Opaque::OfBodies { .. }), "vec![a.angle]")));
    assert_eq!(only("|a| if a.angle < 1.0 { 1.0 }"), (Problem::IfWithoutElse, "if"));
    assert_eq!(only("|a| { let (x, y) = (1.0, 2.0); x }"), (Problem::LetPattern, "(x, y)"));
    assert_eq!(only("|a| { let x; 1.0 }"), (Problem::LetWithoutValue, "let x;"));
    assert!(matches!(only("|a| { a.angle += 1.0; 1.0 }"), (Problem::Unsupported { .. }, "a.angle += 1.0")));
    assert_eq!(only("|a| { a.angle; 1.0 }"), (Problem::Statement, "a.angle"));
}

/// What is wrong with expressions of Rust that are none of the language, and where.
#[test]
fn refuses_what_is_rust_and_no_formula() {
    let cases = [
        ("|a| a.angle % 2.0 + 1.0", "`%`", "a.angle % 2.0"),
        ("|a| if a.angle<-1.0 { 1.0 } else { 2.0 }", "`<-`", "a.angle<-1.0"),
        ("|a| a.angle + 1.0 ^ 2.0", "`^`", "a.angle + 1.0 ^ 2.0"),
        ("|a| 1.0 + a.angle << 2 | 1", "an operator on bits", "1.0 + a.angle << 2 | 1"),
        ("|a| 1.0 - a.angle as std::ffi::c_float * 2.0", "`as`", "a.angle as std::ffi::c_float"),
        ("|a| -a.angle as *const f32", "`as`", "-a.angle as *const f32"),
        ("|a| (&mut a.angle).min(1.0)", "a reference", "&mut a.angle"),
        ("|a| a.angle.min(|x, y| { x; y }, 1.0)", "a closure inside the closure", "|x, y| { x; y }"),
        ("|a| a.angle.min(move || 1.0)", "a closure inside the closure", "move || 1.0"),
        ("|a| 'x: { a.angle }", "a label", "'x:"),
        ("|a| { #[cfg(x)] let y = 1.0; y }", "an attribute", "#[cfg(x)]"),
        ("|a| { /// Text.\n a.angle }", "an attribute", ""),
        ("|a| <f32 as X>::f(a.angle)", "a qualified path", "<f32 as X>::f"),
        ("|a| f::<Vec<(f32, f32)>, 2>(a.angle)", "a generic argument", "::<Vec<(f32, f32)>, 2>"),
        ("|a| a.angle.min(return 1.0, 2.0)", "`return`", "return 1.0"),
        ("|a| a.angle - match x { 1 => 2.0, _ => 3.0 } * 2.0", "`match`", "match"),
        ("|a| 1.0 - unsafe { a.angle }", "`unsafe`", "unsafe"),
        ("|a| a.angle[0].min(1.0)?.x", "`?`", "a.angle[0].min(1.0)?"),
        ("|a| if a.angle = 1.0 { 1.0 } else { 2.0 }", "an assignment", "a.angle = 1.0"),
        ("|a| Softness { hertz: 1.0, ..a.b }", "`..` in a struct", ".."),
        ("|a| { fn f() -> f32 { 1.0 } a.angle }", "an item", "fn f() -> f32 { 1.0 }"),
        ("|a| a.angle - 'x'", "a character", "'x'"),
        ("|a| a.angle - _", "`_`", "_"),
    ];
    for (attribute, refused, place) in cases {
        let (problem, underlined) = only(attribute);
        let is_it = |what: &str| what == refused;
        let is_right =
            matches!(problem, Problem::Unsupported { what, .. } | Problem::Undeclared { what, .. } if is_it(what));
        assert!(is_right, "{attribute}: {problem:?}");
        assert!(underlined == place || place.is_empty(), "{attribute}: {underlined}");
    }
}

/// What is no expression at all.
#[test]
fn says_what_is_missing() {
    let comparisons = "comparisons do not follow each other: join two of them by `&&`".to_owned();
    assert_eq!(only("|a| if 0.0 < a.angle < 1.0 { 1.0 } else { 2.0 }"), (Problem::Syntax(comparisons), "<"));
    assert_eq!(
        only("|a| a.angle + * 2.0").0,
        Problem::Unsupported { what: "`**`", instead: "write a power with `powi` or `powf`" }
    );
    assert_eq!(only("|a| a.angle + / 2.0"), (Problem::MissingOperand, "/"));
    assert_eq!(only("|a| a.angle.within(1.0..=)"), (Problem::Unterminated, "="));
    assert_eq!(only("|a| a.angle * type"), (Problem::Keyword("type".to_owned()), "type"));
    assert_eq!(only("|a| { let fn = 1.0; a.angle }"), (Problem::Keyword("fn".to_owned()), "fn"));
    let colon = "expected `:` before the type, or `=`".to_owned();
    assert_eq!(only("|a| { let x Scalar = 1.0; a.angle }"), (Problem::Syntax(colon.clone()), "Scalar"));
    assert_eq!(only("|a| { let x: f32 = { let y f32 = 1.0; y }; a.angle }"), (Problem::Syntax(colon), "f32"));
    assert_eq!(only("|a| (a.angle a.angle)"), (Problem::Syntax("expected `,`".to_owned()), "a"));
    assert_eq!(only("|a| a.angle, validate = Self::"), (Problem::Unterminated, ":"));
}

#[test]
fn reports_several_mistakes_in_one_run() {
    let found = mistakes("|a: BodyState, a| { let mut x = 1.0; x as f32 }", "struct Joint(f32);");
    let problems: Vec<_> = found.into_iter().map(|(problem, _)| problem).collect();
    assert!(problems.contains(&Problem::BodyReference), "{problems:?}");
    assert!(problems.contains(&Problem::DuplicateBody("a".to_owned())), "{problems:?}");
    assert!(problems.contains(&Problem::MutableLet), "{problems:?}");
    assert!(problems.contains(&Problem::TupleStruct), "{problems:?}");
    assert_eq!(problems.len(), 5);
}

#[test]
fn refuses_attributes_without_a_closure() {
    assert_eq!(only("").0, Problem::NoClosure);
    assert_eq!(only("a.position"), (Problem::NotAClosure, "a.position"));
    assert_eq!(only("|| 1.0"), (Problem::NoBodies, "||"));
    assert_eq!(only("|t: Time, a| a.angle"), (Problem::TimeParameter, "t: Time"));
    assert_eq!(only("|a| a.angle, |b| b.angle"), (Problem::SecondClosure, "|b| b.angle"));
    assert_eq!(only("|a| a.angle, draw"), (Problem::OptionWithoutValue("draw".to_owned()), "draw"));
    let near = Some("validate".to_owned());
    assert_eq!(
        only("|a| a.angle, validat = Self::f"),
        (Problem::UnknownOption { name: "validat".to_owned(), near }, "validat")
    );
}

#[test]
fn withstands_deep_nesting() {
    let nested = |depth: usize| format!("|a| {}a.angle{}", "(".repeat(depth), ")".repeat(depth));
    let on_a_large_stack = std::thread::Builder::new().stack_size(8 << 20).spawn(move || {
        assert_eq!(shown(&body(&nested(60))), "a.angle");
        assert_eq!(only(&nested(200)).0, Problem::TooDeep(nesting::DEEPEST));
        assert_eq!(only(&nested(20_000)).0, Problem::TooDeep(nesting::DEEPEST));
        assert_eq!(only(&format!("|a| {} a.angle", "- ".repeat(3000))).0, Problem::TooDeep(nesting::DEEPEST));
        assert_eq!(only(&format!("|a| a.angle{}", " + 1.0".repeat(1000))).0, Problem::TooDeep(nesting::DEEPEST));
        assert_eq!(only(&format!("|a| a.angle{}", " + 1.0".repeat(9000))).0, Problem::TooWide(nesting::WIDEST));
        assert_eq!(
            only(&format!("|a| {{ {} a.angle }}", "let x = a.angle;".repeat(9000))).0,
            Problem::TooLong(nesting::LONGEST)
        );
        assert!(!shown(&body(&format!("|a| a.angle{}", " + 1.0".repeat(60)))).is_empty());
    });
    on_a_large_stack.expect("a thread").join().expect("no overflow");
}

/// The derivation stands between the user's own text and what is below that, also where a macro hands both on as `$meta:meta`.
#[test]
fn the_derivation_comes_after_the_text() {
    let attribute: TokenStream = "|a| a.angle - self.length".parse().expect("tokens");
    let meta = |of: &str| {
        let meta = Group::new(Delimiter::None, of.parse().expect("tokens"));
        quote!(#[#meta])
    };
    let fields = quote!(
        struct Joint {
            #[doc = " A field."]
            length: f32,
        }
    );
    let plain = quote!(#[must_use] #[doc = " Text."] #[derive(Debug)] #fields);
    let (text, other, below) = (meta("doc = \" Text.\""), meta("must_use"), meta("derive(Debug)"));
    for item in [plain, quote!(#other #text #below #fields)] {
        let written = expand(&attribute, &item).to_string();
        let parts = ["must_use", " Text.", "# Derivation", "derive", " A field."];
        let places: Vec<_> = parts.map(|part| written.find(part).expect(part)).to_vec();
        assert!(places.is_sorted(), "{written:.500}");
    }
}
