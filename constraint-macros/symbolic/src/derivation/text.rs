//! Expressions as plain text.

use super::algebra::matrix::{Map, Matrix};
use super::piece::Piece;
use crate::frontend::typing::Parameter;
use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::sorted_vec::sort_by_key;
use crate::ir::vector::{Function, Id, Input, Node, Number, Stage, Type, VectorIr};

/// Writes the expressions of a graph.
pub(super) struct Printer<'g> {
    pub(super) graph: &'g VectorIr,
    pub(super) bodies: &'g [String],
    pub(super) parameters: &'g [Parameter],
    /// What the curves are called, by their numbers.
    pub(super) curves: &'g [String],
    /// What is referred to by name.
    pub(super) named: SecondaryMap<Id, String>,
    /// Whether there is one row, whose λ needs no number.
    pub(super) is_one_row: bool,
}

/// How tightly an operator binds: sums; u·v and u × v; products; and what needs no parentheses.
const SUM: u8 = 1;
const FORM: u8 = 2;
const PRODUCT: u8 = 3;
const ATOM: u8 = 4;

impl Printer<'_> {
    pub(super) fn piece(&self, piece: &Piece) -> String {
        match piece {
            Piece::Text(text) => (*text).to_owned(),
            Piece::Name(name) => name.clone(),
            Piece::Value(id) => self.text(*id, 0),
            Piece::Matrix(matrix) => self.matrix(matrix),
            Piece::Gap => String::new(),
        }
    }

    /// An expression: by its name, or written out.
    pub(super) fn text(&self, id: Id, outside: u8) -> String {
        match self.named.get(id) {
            Some(name) => name.clone(),
            None => self.written_out(id, outside),
        }
    }

    /// What a name stands for. A direction is told by what it is the direction of.
    pub(super) fn definition(&self, id: Id) -> String {
        match *self.graph.node(id) {
            Node::Unit(v) if self.named.contains_key(v) || matches!(self.graph.node(v), Node::Input(_)) => {
                let v = self.text(v, ATOM);
                format!("{v}/|{v}|")
            }
            _ => self.written_out(id, 0),
        }
    }

    fn written_out(&self, id: Id, outside: u8) -> String {
        let (text, binds) = self.node(id);
        if binds < outside { format!("({text})") } else { text }
    }

    /// The text of a node, and how tightly it binds.
    fn node(&self, id: Id) -> (String, u8) {
        let loose = |id: Id| self.text(id, 0);
        let tight = |id: Id| self.text(id, ATOM);
        let atom = |text: String| (text, ATOM);
        match *self.graph.node(id) {
            Node::Constant(number) => {
                let (text, is_negative) = (number_text(number.get().abs()), number.get() < 0.0);
                let binds = if text.contains(['/', ' ']) { FORM } else { ATOM };
                if is_negative { (format!("−{text}"), SUM) } else { (text, binds) }
            }
            Node::Truth(truth) => atom(truth.to_string()),
            Node::Input(input) => atom(self.input(input)),
            Node::Sum(_, ref terms) if terms.is_empty() => atom("0".to_owned()),
            Node::Sum(_, ref terms) => (self.sum(terms), SUM),
            Node::Product(ref factors) => self.product(factors),
            Node::Call(Function::Abs, ref a) => atom(format!("|{}|", loose(a[0]))),
            Node::Call(Function::Sqrt, ref a) => atom(format!("√({})", loose(a[0]))),
            Node::Call(Function::Min, ref a) if let Some((x, lower)) = self.raised(a[0]) => {
                atom(format!("clamp({}, {}, {})", loose(x), loose(lower), loose(a[1])))
            }
            Node::Call(Function::Powf, ref a) => atom(format!("{}^{}", tight(a[0]), tight(a[1]))),
            Node::Call(Function::Curve { curve, order }, ref a) => {
                let curve = self.curves.get(usize::from(curve)).map_or("", String::as_str);
                atom(format!("{curve}{}({})", "′".repeat(usize::from(order)), loose(a[0])))
            }
            Node::Call(function, ref arguments) => {
                let arguments: Vec<String> = arguments.map_vec(|&a| loose(a));
                atom(format!("{}({})", format!("{function:?}").to_lowercase(), arguments.join(", ")))
            }
            Node::Scale(s, v) => self.scaled(s, v),
            Node::Vector(x, y) => atom(format!("({}, {})", loose(x), loose(y))),
            Node::X(r) if self.graph.ty(r) == Type::Rotation => atom(format!("cos({})", self.angle(r))),
            Node::Y(r) if self.graph.ty(r) == Type::Rotation => atom(format!("sin({})", self.angle(r))),
            Node::X(v) => atom(format!("{}.x", tight(v))),
            Node::Y(v) => atom(format!("{}.y", tight(v))),
            Node::Dot(u, v) if u == v => atom(format!("|{}|²", loose(u))),
            Node::Dot(u, v) => (format!("{}·{}", tight(u), tight(v)), FORM),
            Node::Cross(u, v) => (format!("{} × {}", tight(u), tight(v)), FORM),
            Node::Perp(v) => atom(format!("perp({})", loose(v))),
            Node::Length(v) => atom(format!("|{}|", loose(v))),
            Node::Unit(v) => atom(format!("unit({})", loose(v))),
            Node::Rotate(r, v) | Node::Compose(r, v) => (format!("{} {}", self.text(r, PRODUCT), tight(v)), PRODUCT),
            Node::Inverse(r) => atom(format!("{}⁻¹", tight(r))),
            Node::Turn(angle) => atom(format!("R({})", loose(angle))),
            Node::Choose(c, yes, no) => atom(self.choice(c, yes, no)),
            Node::Less(a, b) if self.is_number(a) => (format!("{} > {}", self.text(b, SUM), self.text(a, SUM)), 0),
            Node::LessEqual(a, b) if self.is_number(a) => (format!("{} ≥ {}", self.text(b, SUM), self.text(a, SUM)), 0),
            Node::Less(a, b) => (format!("{} < {}", self.text(a, SUM), self.text(b, SUM)), 0),
            Node::LessEqual(a, b) => (format!("{} ≤ {}", self.text(a, SUM), self.text(b, SUM)), 0),
            Node::And(a, b) if let Some(between) = self.between(a, b) => (between, 0),
            Node::And(a, b) => (format!("{} and {}", self.part(a), self.part(b)), 0),
            Node::Or(a, b) => (format!("{} or {}", self.part(a), self.part(b)), 0),
            Node::Not(a) => (format!("not {}", tight(a)), 0),
            Node::Pivot(d, _) => (format!("1/{}", tight(d)), PRODUCT),
            Node::Rounding(size) => (format!("ε {}", tight(size)), PRODUCT),
            Node::Beside(entry, _) => self.node(entry),
        }
    }

    /// max(x, lower), taken apart.
    fn raised(&self, id: Id) -> Option<(Id, Id)> {
        match *self.graph.node(id) {
            Node::Call(Function::Max, ref a) if !self.named.contains_key(id) => Some((a[0], a[1])),
            _ => None,
        }
    }

    /// lower ≤ x ≤ upper
    fn between(&self, a: Id, b: Id) -> Option<String> {
        let (&Node::LessEqual(lower, x), &Node::LessEqual(same, upper)) = (self.graph.node(a), self.graph.node(b))
        else {
            return None;
        };
        let text = |id: Id| self.text(id, SUM);
        let is_named = [a, b].iter().any(|&part| self.named.contains_key(part));
        (x == same && !is_named).then(|| format!("{} ≤ {} ≤ {}", text(lower), text(x), text(upper)))
    }

    /// A part of a condition: a comparison needs no parentheses.
    fn part(&self, condition: Id) -> String {
        let is_comparison = matches!(self.graph.node(condition), Node::Less(..) | Node::LessEqual(..));
        self.text(condition, if is_comparison { 0 } else { ATOM })
    }

    fn is_number(&self, id: Id) -> bool {
        matches!(self.graph.node(id), Node::Constant(_))
    }

    /// The angle of a rotation.
    fn angle(&self, rotation: Id) -> String {
        match *self.graph.node(rotation) {
            Node::Input(Input::Rotation(body)) => self.input(Input::Angle(body)),
            _ => self.text(rotation, 0),
        }
    }

    /// s v; ω perp(r) is ω × r; of a quotient, s v/t.
    fn scaled(&self, s: Id, v: Id) -> (String, u8) {
        if let Node::Product(factors) = self.graph.node(s)
            && !self.named.contains_key(s)
            && factors.iter().any(|&(_, k)| k < 0)
        {
            let (above, below, _) = self.quotient(factors);
            let above = if above.is_empty() { String::new() } else { format!("{above} ") };
            return (format!("{above}{}/{below}", self.text(v, ATOM)), FORM);
        }
        let turns = matches!(self.graph.node(s), Node::Input(Input::AngularVelocity(_)));
        match *self.graph.node(v) {
            Node::Perp(r) if turns && !self.named.contains_key(v) => {
                (format!("{} × {}", self.text(s, ATOM), self.text(r, ATOM)), FORM)
            }
            _ => (format!("{} {}", self.text(s, PRODUCT), self.text(v, ATOM)), PRODUCT),
        }
    }

    /// A choice between −1 and 1 by a sign is called so.
    fn choice(&self, condition: Id, yes: Id, no: Id) -> String {
        let number = |id: Id| match self.graph.node(id) {
            Node::Constant(number) => number.get(),
            _ => f64::NAN,
        };
        match *self.graph.node(condition) {
            Node::Less(a, zero) if (number(zero), number(yes), number(no)) == (0.0, -1.0, 1.0) => {
                format!("sign({})", self.text(a, 0))
            }
            _ => {
                let side = |id: Id| match self.graph.node(id) {
                    Node::Sum(Type::Vector, terms) if terms.is_empty() => "(0, 0)".to_owned(),
                    _ => self.text(id, 0),
                };
                format!("({} ? {} : {})", self.text(condition, 0), side(yes), side(no))
            }
        }
    }

    fn sum(&self, terms: &[(Number, Id)]) -> String {
        let mut flat = Vec::new();
        self.flatten(1.0, terms, &mut flat);
        let texts = flat.iter().map(|&(c, id)| {
            let size = c.abs();
            let is_one = size.to_bits() == 1.0_f64.to_bits();
            let binds = if matches!(self.graph.node(id), Node::Product(_) | Node::Scale(..)) { FORM } else { PRODUCT };
            (
                c < 0.0,
                match self.reciprocal(id) {
                    _ if is_one => self.text(id, FORM),
                    Some(below) => format!("{}/{below}", coefficient_text(size)),
                    None => format!("{} {}", coefficient_text(size), self.text(id, binds)),
                },
            )
        });
        joined(texts.collect())
    }

    /// What a quotient of 1 is divided by.
    fn reciprocal(&self, id: Id) -> Option<String> {
        match self.graph.node(id) {
            Node::Product(factors) if !self.named.contains_key(id) && factors.iter().all(|&(_, k)| k < 0) => {
                Some(self.quotient(factors).1)
            }
            _ => None,
        }
    }

    /// The terms of a sum, and of sums in it that have no name of their own.
    fn flatten(&self, outside: f64, terms: &[(Number, Id)], into: &mut Vec<(f64, Id)>) {
        for &(c, id) in terms {
            match self.graph.node(id) {
                Node::Sum(_, inner) if !self.named.contains_key(id) && (inner.len() < 2 || c.is_unit()) => {
                    self.flatten(outside * c.get(), inner, into);
                }
                _ => into.push((outside * c.get(), id)),
            }
        }
    }

    fn product(&self, factors: &[(Id, i32)]) -> (String, u8) {
        let (above, below, binds) = self.quotient(factors);
        let above = if above.is_empty() { "1".to_owned() } else { above };
        if below.is_empty() { (above, binds) } else { (format!("{above}/{below}"), FORM) }
    }

    /// What stands above and below the line, and how tightly what stands above binds. Parameters first, then masses, impulses and
    /// rates; what is itself put together comes last.
    fn quotient(&self, factors: &[(Id, i32)]) -> (String, String, u8) {
        let mut factors = factors.to_vec();
        sort_by_key(&mut factors, |&(id, _)| self.rank(id));
        let is_plain = |&(id, k): &(Id, i32)| k > 0 && matches!(self.graph.node(id), Node::Input(Input::Parameter(..)));
        let (mut above, mut below, mut binds) = (Vec::new(), Vec::new(), PRODUCT);
        for (place, &(id, k)) in factors.iter().enumerate() {
            let is_last = place + 1 == factors.len();
            if is_last && k == 1 && self.is_dot(id) && factors[..place].iter().all(is_plain) {
                // s n·(…) needs no more parentheses than it has.
                let text = self.node(id).0;
                let is_closed = text.ends_with(')');
                binds = if is_closed { FORM } else { PRODUCT };
                above.push(if is_closed { text } else { format!("({text})") });
            } else {
                let into = if k > 0 { &mut above } else { &mut below };
                into.push(self.power(id, k.unsigned_abs()));
            }
        }
        // A quotient among factors is put in parentheses, or they would stand below.
        let below = if below.len() > 1 { format!("({})", below.join(" ")) } else { below.concat() };
        (above.join(" "), below, binds)
    }

    fn is_dot(&self, id: Id) -> bool {
        matches!(self.graph.node(id), Node::Dot(..)) && !self.named.contains_key(id)
    }

    /// xᵏ; of |v|², |v|²ᵏ.
    fn power(&self, id: Id, k: u32) -> String {
        let base = || self.text(id, ATOM);
        match *self.graph.node(id) {
            _ if k == 1 => base(),
            Node::Dot(u, v) if u == v && !self.named.contains_key(id) => {
                format!("|{}|{}", self.text(u, 0), superscript(2 * k))
            }
            Node::Input(Input::InverseMass(_) | Input::InverseInertia(_)) | Node::Call(Function::Powf, _)
                if !self.named.contains_key(id) =>
            {
                format!("({}){}", base(), superscript(k))
            }
            _ => format!("{}{}", base(), superscript(k)),
        }
    }

    fn rank(&self, id: Id) -> u8 {
        match self.graph.node(id) {
            Node::Input(Input::Parameter(..)) => 0,
            Node::Sum(..) if self.graph.stage(id) <= Stage::Parameter && !self.named.contains_key(id) => 0,
            Node::Choose(..) if self.graph.stage(id) <= Stage::Parameter => 0,
            Node::Input(Input::InverseMass(_) | Input::InverseInertia(_)) => 1,
            _ if self.is_lambda(id) => 2,
            Node::Input(_) => 3,
            _ if self.named.contains_key(id) => 4,
            Node::Sum(_, terms) if terms.first().is_some_and(|&(_, id)| self.is_lambda(id)) => 2,
            Node::Sum(..) => 5,
            Node::Dot(..) | Node::Cross(..) => 6,
            _ => 4,
        }
    }

    fn is_lambda(&self, id: Id) -> bool {
        matches!(self.graph.node(id), Node::Input(Input::Impulse(_)))
    }

    fn matrix(&self, matrix: &Matrix) -> String {
        let texts = matrix.0.iter().map(|term| {
            let (c, factor) = match *self.graph.node(term.factor) {
                Node::Constant(number) => (number.get(), None),
                Node::Sum(_, ref terms) if terms.len() == 1 => (terms[0].0.get(), Some(terms[0].1)),
                _ => (1.0, Some(term.factor)),
            };
            let map = self.map(&term.map);
            let factor = factor.map(|factor| self.text(factor, PRODUCT));
            let size = (c.abs().to_bits() != 1.0_f64.to_bits()).then(|| coefficient_text(c.abs()));
            let parts: Vec<String> = [size, factor, Some(map)].into_iter().flatten().collect();
            (c < 0.0, parts.join(" "))
        });
        let texts: Vec<(bool, String)> = texts.collect();
        if texts.is_empty() { "0".to_owned() } else { joined(texts) }
    }

    fn map(&self, map: &Map) -> String {
        match *map {
            Map::Turn { rotation: None, is_quarter: false } => "1".to_owned(),
            Map::Turn { rotation: None, is_quarter: true } => "perp".to_owned(),
            Map::Turn { rotation: Some(r), is_quarter: false } => self.text(r, ATOM),
            Map::Turn { rotation: Some(r), is_quarter: true } => format!("perp {}", self.text(r, ATOM)),
            Map::Outer(u, v) => format!("{} {}ᵀ", self.text(u, ATOM), self.text(v, ATOM)),
        }
    }

    fn input(&self, input: Input) -> String {
        match input {
            Input::Parameter(index, _) => self.parameters[index as usize].path.join("."),
            Input::Impulse(_) | Input::Memory(_) if self.is_one_row => "λ".to_owned(),
            input => symbol(input, self.bodies).unwrap_or_default(),
        }
    }
}

/// Terms with their signs. A positive one first reads better.
fn joined(mut terms: Vec<(bool, String)>) -> String {
    if terms.first().is_some_and(|(is_negative, _)| *is_negative) {
        sort_by_key(&mut terms, |&(is_negative, _)| is_negative);
    }
    let mut text = String::new();
    for (index, (is_negative, term)) in terms.iter().enumerate() {
        text.push_str(match (index, is_negative) {
            (0, false) => "",
            (0, true) => "−",
            (_, false) => " + ",
            (_, true) => " − ",
        });
        text.push_str(term);
    }
    text
}

/// What an input is called that is no parameter.
pub(super) fn symbol(input: Input, bodies: &[String]) -> Option<String> {
    let body = |body: u8| bodies[usize::from(body)].as_str();
    Some(match input {
        Input::Parameter(..) => return None,
        Input::InverseMass(b) => format!("m_{}⁻¹", body(b)),
        Input::InverseInertia(b) => format!("i_{}⁻¹", body(b)),
        Input::Position(b) => format!("p_{}", body(b)),
        Input::Rotation(b) => format!("R_{}", body(b)),
        Input::Angle(b) => format!("θ_{}", body(b)),
        Input::LinearVelocity(b) => format!("v_{}", body(b)),
        Input::AngularVelocity(b) => format!("ω_{}", body(b)),
        Input::Impulse(row) | Input::Memory(row) => format!("λ{}", subscript(usize::from(row))),
        Input::Time => "t".to_owned(),
        Input::StepLength => "h".to_owned(),
        Input::InverseStepLength => "1/h".to_owned(),
        Input::BiasRate => "b".to_owned(),
        Input::MassScale => "mₛ".to_owned(),
        Input::ImpulseScale => "iₛ".to_owned(),
        Input::SpringScale => "s".to_owned(),
    })
}

/// A number that is not negative, without what rounding left in its last digits. Parts of π, fractions and powers of ten are written as such.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // powers of ten are a few hundred
fn number_text(value: f64) -> String {
    let text = rounded(value).to_string().replace("inf", "∞");
    if text.len() > 6 && text.trim_matches(['0', '.']) == "1" {
        let power = value.log10().round();
        return format!("10{}{}", if power < 0.0 { "⁻" } else { "" }, superscript(power.abs() as u32));
    }
    if text.len() <= LONG || !value.is_finite() {
        return text;
    }
    let short = |value: f64| Some(rounded(value).to_string()).filter(|text| text.len() <= 6);
    let whole = |value: f64| short(value).filter(|text| !text.contains('.') && text != "1");
    let pi = std::f64::consts::PI;
    if let Some(parts) = whole(pi / value) {
        return format!("π/{parts}");
    }
    if let Some(times) = short(value / pi) {
        return if times == "1" { "π".to_owned() } else { format!("{times} π") };
    }
    if let Some(above) = short(value * pi) {
        return format!("{above}/π");
    }
    let above = |below: &u8| rounded(value * f64::from(*below));
    let fraction = (3..=100).find(|below| above(below).fract() == 0.0);
    fraction.map_or(text, |below| format!("{}/{below}", above(&below)))
}

/// The most characters of a number that is always written as a decimal.
const LONG: usize = 10;

/// A number to fifteen digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.14e}").parse().unwrap_or(value)
}

/// A number in front of what it multiplies.
fn coefficient_text(size: f64) -> String {
    let text = number_text(size);
    if text.contains('/') { format!("({text})") } else { text }
}

pub(super) fn subscript(number: usize) -> String {
    number
        .to_string()
        .chars()
        .map(|digit| char::from_u32('₀' as u32 + digit as u32 - '0' as u32).unwrap_or(digit))
        .collect()
}

fn superscript(number: u32) -> String {
    let digit = |d: char| match d {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        d => char::from_u32('⁰' as u32 + d as u32 - '0' as u32).unwrap_or(d),
    };
    number.to_string().chars().map(digit).collect()
}
