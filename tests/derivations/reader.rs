//! Reads the text of a derivation and evaluates it, as whoever copies a formula from it would.
//!
//! Factors stand side by side; · and × bind less tightly than they do, + and − least. A bar opens |…| after a blank or
//! another opening, and closes it after anything else; with blanks on both sides it parts linear from angular.

use std::collections::HashMap;

use crate::value::{Value, call};

/// What the equations of a derivation say, by their left sides.
#[derive(Debug, Default)]
pub(crate) struct Equations {
    /// C, V, β and K.
    pub(crate) values: HashMap<String, Value>,
    /// J and Jᵀλ, by the body's name: linear and angular.
    pub(crate) wrenches: HashMap<String, HashMap<String, (Value, Value)>>,
}

/// Evaluates a derivation over the given symbols.
pub(crate) fn read(derivation: &str, given: &dyn Fn(&str) -> Option<Value>) -> Equations {
    let mut equations = Equations::default();
    let mut named: HashMap<String, Value> = HashMap::new();
    for line in lines(derivation) {
        let mut sides: Vec<&str> = line.trim().split(" = ").collect();
        let right = sides.pop().expect("a line has a right side");
        let symbol = |name: &str| named.get(name).copied().or_else(|| given(name));
        let mut reader = Reader { tokens: tokens(right), at: 0, given: &symbol };
        if sides[0].starts_with('J') {
            let wrenches = reader.wrenches();
            equations.wrenches.extend(sides.iter().map(|left| ((*left).to_owned(), wrenches.clone())));
        } else {
            let value = reader.condition();
            assert!(matches!(reader.peek(), None | Some(",")), "what is left of `{line}`: {:?}", reader.peek());
            let into = if line.starts_with(' ') { &mut named } else { &mut equations.values };
            into.extend(sides.iter().map(|left| ((*left).to_owned(), value)));
        }
    }
    equations
}

/// The formulas, each on one line. What a name stands for is indented by two, what goes on from the line before by more.
fn lines(derivation: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let paragraph = derivation.split("\n\n").nth(1).expect("the formulas are the second paragraph");
    for line in paragraph.lines() {
        match lines.last_mut() {
            Some(last) if line.starts_with("   ") => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// A token, and what stands around it.
struct Token {
    text: String,
    after_blank: bool,
    before_blank: bool,
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() && !"⁻¹²³⁴⁵⁶⁷⁸⁹⁰ᵀ".contains(character) || "_′".contains(character)
}

/// The character's kind: those of one kind make one token.
fn kind(character: char) -> u8 {
    match character {
        c if is_word(c) || ('₀'..='₉').contains(&c) => 1,
        c if "⁻¹²³⁴⁵⁶⁷⁸⁹⁰ᵀ".contains(c) => 2,
        _ => 0,
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut last = 0;
    let mut after_blank = true;
    for character in text.chars() {
        if character == ' ' {
            after_blank = true;
            if let Some(token) = tokens.last_mut() {
                token.before_blank = true;
            }
            last = 0;
            continue;
        }
        let now = kind(character);
        // The point of a number is part of it.
        let is_point = |text: &str| character == '.' && text.chars().all(|c| c.is_ascii_digit());
        match tokens.last_mut() {
            Some(token) if !after_blank && ((now != 0 && now == last) || is_point(&token.text)) => {
                token.text.push(character);
                last = last.max(now);
            }
            _ => {
                tokens.push(Token { text: character.to_string(), after_blank, before_blank: false });
                last = now;
            }
        }
        after_blank = false;
    }
    if let Some(token) = tokens.last_mut() {
        token.before_blank = true;
    }
    tokens
}

struct Reader<'r> {
    tokens: Vec<Token>,
    at: usize,
    given: &'r dyn Fn(&str) -> Option<Value>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(|token| token.text.as_str())
    }

    fn take(&mut self) -> String {
        let text = self.peek().expect("the formula goes on").to_owned();
        self.at += 1;
        text
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.peek() == Some(text);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) {
        let found = self.peek().unwrap_or("the end").to_owned();
        assert!(self.eat(text), "{found} where `{text}` was due");
    }

    /// `a: [linear | angular]  b: […]`
    fn wrenches(&mut self) -> HashMap<String, (Value, Value)> {
        let mut wrenches = HashMap::new();
        // No body has a part.
        self.eat("0");
        while self.peek().is_some() {
            let body = self.take();
            self.expect(":");
            self.expect("[");
            let linear = self.sum();
            self.expect("|");
            let angular = self.sum();
            self.expect("]");
            wrenches.insert(body, (linear, angular));
        }
        wrenches
    }

    fn condition(&mut self) -> Value {
        let first = self.comparison();
        match self.peek() {
            Some("and") => {
                self.at += 1;
                let second = self.comparison();
                Value::Truth(first.truth() && second.truth())
            }
            Some("or") => {
                self.at += 1;
                let second = self.comparison();
                Value::Truth(first.truth() || second.truth())
            }
            _ => first,
        }
    }

    fn comparison(&mut self) -> Value {
        if self.eat("not") {
            return Value::Truth(!self.factor().truth());
        }
        let left = self.sum();
        match self.peek() {
            Some("<") => {
                self.at += 1;
                Value::Truth(left.scalar() < self.sum().scalar())
            }
            Some(">") => {
                self.at += 1;
                Value::Truth(left.scalar() > self.sum().scalar())
            }
            Some("≥") => {
                self.at += 1;
                Value::Truth(left.scalar() >= self.sum().scalar())
            }
            Some("≤") => {
                self.at += 1;
                let middle = self.sum().scalar();
                let is_above = left.scalar() <= middle;
                // lower ≤ x ≤ upper
                Value::Truth(if self.eat("≤") { middle <= self.sum().scalar() && is_above } else { is_above })
            }
            _ => left,
        }
    }

    fn sum(&mut self) -> Value {
        let mut total = if self.eat("−") { self.form().negative() } else { self.form() };
        loop {
            let term = match self.peek() {
                Some("+") => {
                    self.at += 1;
                    self.form()
                }
                Some("−") => {
                    self.at += 1;
                    self.form().negative()
                }
                _ => return total,
            };
            total = total.plus(term);
        }
    }

    fn form(&mut self) -> Value {
        let left = self.quotient();
        match self.peek() {
            Some("·") => {
                self.at += 1;
                left.dot(self.quotient())
            }
            Some("×") => {
                self.at += 1;
                left.cross(self.quotient())
            }
            _ => left,
        }
    }

    fn quotient(&mut self) -> Value {
        let above = self.product();
        if self.eat("/") { above.over(self.factor()) } else { above }
    }

    /// Factors side by side, from the right: R R v.
    fn product(&mut self) -> Value {
        let mut factors = vec![self.factor()];
        while self.begins_factor() {
            factors.push(self.factor());
        }
        let last = factors.pop().expect("a factor");
        factors.into_iter().rev().fold(last, |product, factor| factor.times(product))
    }

    fn begins_factor(&self) -> bool {
        let Some(token) = self.tokens.get(self.at) else { return false };
        match token.text.as_str() {
            "(" | "√" | "∞" => true,
            "|" => token.after_blank && !token.before_blank,
            "and" | "or" => false,
            text => text.starts_with(|c: char| is_word(c)),
        }
    }

    fn factor(&mut self) -> Value {
        let mut value = self.atom();
        loop {
            let Some(token) = self.tokens.get(self.at) else { return value };
            if token.after_blank {
                return value;
            }
            match token.text.clone().as_str() {
                "." => {
                    self.at += 1;
                    let (x, y) = value.vector();
                    value = Value::Scalar(if self.take() == "x" { x } else { y });
                }
                "^" => {
                    self.at += 1;
                    let exponent = self.factor().scalar();
                    value = Value::Scalar(value.scalar().powf(exponent));
                }
                "ᵀ" => {
                    self.at += 1;
                    value = value.transposed();
                }
                text if kind(text.chars().next().unwrap_or(' ')) == 2 => {
                    self.at += 1;
                    value = value.power(exponent(text));
                }
                _ => return value,
            }
        }
    }

    fn atom(&mut self) -> Value {
        let text = self.take();
        match text.as_str() {
            "(" => self.parenthesised(),
            "|" => {
                let inside = self.sum();
                self.expect("|");
                inside.size()
            }
            "∞" => Value::Scalar(f64::INFINITY),
            "NaN" => Value::Scalar(f64::NAN),
            "true" | "false" => Value::Truth(text == "true"),
            number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                Value::Scalar(number.parse().expect("a number"))
            }
            name => self.named(name),
        }
    }

    /// `(sum)`, `(x, y)` or `(condition ? one : other)`
    fn parenthesised(&mut self) -> Value {
        let inside = self.condition();
        let value = if self.eat(",") {
            Value::Vector(inside.scalar(), self.sum().scalar())
        } else if self.eat("?") {
            let yes = self.sum();
            self.expect(":");
            let no = self.sum();
            if inside.truth() { yes } else { no }
        } else {
            inside
        };
        self.expect(")");
        value
    }

    /// A function of what stands in parentheses right behind it; a member of a field; or a symbol.
    fn named(&mut self, name: &str) -> Value {
        if self.tokens.get(self.at).is_some_and(|next| next.text == "(" && !next.after_blank) {
            self.at += 1;
            let mut arguments = vec![self.sum()];
            while self.eat(",") {
                arguments.push(self.sum());
            }
            self.expect(")");
            return call(name, &arguments);
        }
        if let (Some("."), Some(member)) = (self.peek(), self.tokens.get(self.at + 1))
            && let Some(value) = (self.given)(&format!("{name}.{}", member.text))
        {
            self.at += 2;
            return value;
        }
        if name == "π" {
            return Value::Scalar(std::f64::consts::PI);
        }
        let quarter_turn = (name == "perp").then_some(Value::Matrix([[0.0, -1.0], [1.0, 0.0]]));
        quarter_turn.or_else(|| (self.given)(name)).unwrap_or_else(|| panic!("nothing is called `{name}`"))
    }
}

fn exponent(text: &str) -> i32 {
    let digits: String = text
        .chars()
        .map(|c| {
            if c == '⁻' {
                '-'
            } else {
                char::from(
                    b'0' + u8::try_from("⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|d| d == c).expect("a digit")).expect("below 10"),
                )
            }
        })
        .collect();
    digits.parse().expect("an exponent")
}
