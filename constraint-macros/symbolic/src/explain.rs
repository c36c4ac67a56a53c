//! The derivation in plain text: C, V, J, K and the impulses, as vectors where they are vectors, with the counts of
//! operations.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::assemble::{Assembly, Planar};
use crate::graph::{Function, Graph, Id, Input, Node, Type};
use crate::probe::Momentum;
use crate::program::{Operations, Program};
use crate::typing::Parameter;

/// The derivation of a joint.
pub fn explain(
    name: &str,
    bodies: &[String],
    parameters: &[Parameter],
    assembly: &Assembly,
    momentum: Momentum,
    program: &Program,
) -> String {
    let mut text = format!(
        "{name}: {}, {}\n",
        counted(bodies.len(), "body", "bodies"),
        counted(assembly.rows.len(), "row", "rows")
    );
    let mut printer = Printer { graph: &assembly.graph, bodies, parameters, named: HashMap::new() };
    let sections = printer.sections(assembly);
    for (left, right) in printer.definitions(assembly) {
        let _ = writeln!(text, "  where {left} = {right}");
    }
    for (left, right) in sections {
        let _ = writeln!(text, "{left} = {right}");
    }
    let _ = write!(text, "{momentum}");
    let fast = &program.fast;
    text.push_str("operations (+ − × ÷ √ min max):");
    let counts = [
        ("setup", fast.setup.operations()),
        ("prepare", fast.prepare.operations()),
        ("warm start", fast.warm_start.operations()),
        ("iteration", fast.iteration()),
    ];
    let counts: Vec<String> = counts.iter().map(|&(name, count)| format!(" {name} {}", operations(count))).collect();
    text.push_str(&counts.join(","));
    let _ =
        writeln!(text, "\ncached: {} at setup, {} at each pose", fast.setup_fields.len(), fast.prepared_fields.len());
    text
}

fn operations(count: Operations) -> String {
    let mut text = count.arithmetic.to_string();
    if count.choices > 0 {
        let _ = write!(text, " + {} choices", count.choices);
    }
    if count.functions > 0 {
        let _ = write!(text, " + {} functions", count.functions);
    }
    text
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// An expression on one line, nothing in it named.
pub fn inline(graph: &Graph, id: Id, bodies: &[String], parameters: &[Parameter]) -> String {
    Printer { graph, bodies, parameters, named: HashMap::new() }.text(id, 0)
}

struct Printer<'g> {
    graph: &'g Graph,
    bodies: &'g [String],
    parameters: &'g [Parameter],
    /// What is referred to by name.
    named: HashMap<Id, String>,
}

/// How many operations an expression may have that is written out wherever it stands.
const LONG: usize = 20;

/// How tightly an operator binds: sums, products, and what needs no parentheses.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;

impl Printer<'_> {
    /// The equations, left side and right side; names what they share on the way.
    fn sections(&mut self, assembly: &Assembly) -> Vec<(String, String)> {
        self.name_shared(assembly);
        let mut lines = Vec::new();
        let suffix = |row: usize| if assembly.rows.len() == 1 { String::new() } else { subscript(row) };
        for (row, scalar_row) in assembly.rows.iter().enumerate() {
            lines.push((format!("C{}", suffix(row)), self.root(scalar_row.value) + &self.limits(scalar_row.limits)));
        }
        for (row, &velocity) in assembly.velocity.iter().enumerate() {
            lines.push((format!("V{}", suffix(row)), self.root(velocity)));
        }
        for (row, scalar_row) in assembly.rows.iter().enumerate() {
            lines.push((format!("J{}", suffix(row)), self.blocks(&scalar_row.jacobian)));
        }
        for (row, entries) in assembly.effective_mass.iter().enumerate() {
            for (column, &entry) in entries.iter().enumerate().skip(row) {
                let index = if assembly.rows.len() == 1 { String::new() } else { subscript(row) + &subscript(column) };
                lines.push((format!("K{index}"), self.root(entry)));
            }
        }
        lines.push(("Jᵀλ".to_owned(), self.blocks(&assembly.impulse)));
        lines
    }

    /// What the equations are better read with a name for, and whatever is long and stands in more than one place: so the
    /// text is no longer than the expressions are many.
    fn name_shared(&mut self, assembly: &Assembly) {
        let planar = |planar: &Planar| [planar.linear, planar.angular];
        let roots: Vec<Id> = assembly
            .rows
            .iter()
            .flat_map(|row| std::iter::once(row.value).chain(row.jacobian.iter().flat_map(planar)))
            .chain(assembly.velocity.iter().copied())
            .chain(assembly.effective_mass.iter().enumerate().flat_map(|(row, entries)| entries[row..].iter().copied()))
            .chain(assembly.impulse.iter().flat_map(planar))
            .collect();
        let needed = self.graph.reachable(roots.iter().copied());
        let ids: Vec<Id> = self.graph.ids().take(needed.len()).filter(|id| needed[id.index()]).collect();
        let mut uses: HashMap<Id, usize> = HashMap::new();
        for id in ids.iter().flat_map(|&id| self.graph.node(id).operands()).chain(roots) {
            *uses.entry(id).or_default() += 1;
        }
        let mut taken: Vec<String> = self.bodies.to_vec();
        taken.extend(self.parameters.iter().map(|parameter| parameter.path.join(".")));
        let mut lengths: HashMap<Id, usize> = HashMap::new();
        for id in ids {
            let operands = self.graph.node(id).operands();
            let length = 1 + operands.iter().map(|operand| lengths[operand]).sum::<usize>();
            let is_long = length > LONG && uses[&id] > 1;
            let name = self.telling_name(id).or_else(|| is_long.then(|| self.plain_name(id)));
            lengths.insert(id, if name.is_some() { 1 } else { length });
            let Some(name) = name else { continue };
            let mut unique = name.clone();
            let mut number = 2;
            while taken.contains(&unique) {
                unique = format!("{name}_{number}");
                number += 1;
            }
            taken.push(unique.clone());
            self.named.insert(id, unique);
        }
    }

    /// The name of an arm, a direction, or a difference of positions.
    fn telling_name(&self, id: Id) -> Option<String> {
        match (self.graph.node(id), self.graph.name(id)) {
            (Node::Rotate(r, _), None) => match *self.graph.node(*r) {
                Node::Input(Input::Rotation(body)) => Some(format!("r_{}", self.bodies[usize::from(body)])),
                _ => None,
            },
            (Node::Rotate(..), Some(given)) => Some(given.to_owned()),
            (Node::Unit(_), given) => Some(given.unwrap_or("n").to_owned()),
            (Node::Sum(Type::Vector, terms), given) if terms.len() > 1 && self.has_position(id) => {
                Some(given.unwrap_or("d").to_owned())
            }
            _ => None,
        }
    }

    /// A name for what has no other: the user's, or a letter by type.
    fn plain_name(&self, id: Id) -> String {
        let letter = match self.graph.ty(id) {
            Type::Scalar => "e",
            Type::Vector => "u",
            Type::Rotation => "r",
            Type::Truth => "if",
        };
        self.graph.name(id).unwrap_or(letter).to_owned()
    }

    /// What a row's C is held to, where it is not zero.
    fn limits(&self, (lower, upper): (Option<Id>, Option<Id>)) -> String {
        let is_zero = |id: Id| matches!(self.graph.node(id), Node::Constant(number) if number.get() == 0.0);
        match (lower, upper) {
            (Some(lower), Some(upper)) if is_zero(lower) && is_zero(upper) => String::new(),
            (Some(lower), Some(upper)) => format!(", from {} to {}", self.root(lower), self.root(upper)),
            (Some(lower), None) => format!(", at least {}", self.root(lower)),
            (None, Some(upper)) => format!(", at most {}", self.root(upper)),
            (None, None) => ", not corrected".to_owned(),
        }
    }

    fn has_position(&self, id: Id) -> bool {
        let is_position = |id: &Id| matches!(self.graph.node(*id), Node::Input(Input::Position(_)));
        self.graph.node(id).operands().iter().any(is_position)
    }

    /// The named expressions that the equations mention, in order.
    fn definitions(&self, assembly: &Assembly) -> Vec<(String, String)> {
        let mut mentioned: Vec<Id> = self.named.keys().copied().collect();
        mentioned.sort_unstable();
        let _ = assembly;
        mentioned.into_iter().map(|id| (self.named[&id].clone(), self.node(id, 0))).collect()
    }

    fn root(&self, id: Id) -> String {
        self.text(id, 0)
    }

    /// Body by body: `a: (linear | angular)`.
    fn blocks(&self, blocks: &[Planar]) -> String {
        let of_body = |(body, planar): (&String, &Planar)| {
            format!("{body}: [{} | {}]", self.text(planar.linear, 0), self.text(planar.angular, 0))
        };
        self.bodies.iter().zip(blocks).map(of_body).collect::<Vec<_>>().join("  ")
    }

    fn text(&self, id: Id, outside: u8) -> String {
        match self.named.get(&id) {
            Some(name) => name.clone(),
            None => self.node(id, outside),
        }
    }

    fn node(&self, id: Id, outside: u8) -> String {
        let (text, binds) = self.written(id);
        if binds < outside { format!("({text})") } else { text }
    }

    /// The text of a node, and how tightly it binds.
    fn written(&self, id: Id) -> (String, u8) {
        let loose = |id: Id| self.text(id, 0);
        let tight = |id: Id| self.text(id, 3);
        let atom = |text: String| (text, 3);
        match *self.graph.node(id) {
            Node::Constant(number) => {
                let value = number.get();
                (format!("{value}").replace('-', "−"), if value < 0.0 { SUM } else { 3 })
            }
            Node::Truth(truth) => atom(truth.to_string()),
            Node::Input(input) => atom(self.input(input)),
            Node::Sum(_, ref terms) if terms.is_empty() => atom("0".to_owned()),
            Node::Sum(_, ref terms) => (self.sum(terms), SUM),
            Node::Product(ref factors) => (self.product(factors), PRODUCT),
            Node::Call(Function::Abs, ref a) => atom(format!("|{}|", loose(a[0]))),
            Node::Call(Function::Sqrt, ref a) => atom(format!("√({})", loose(a[0]))),
            Node::Call(function, ref arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|&a| loose(a)).collect();
                atom(format!("{}({})", format!("{function:?}").to_lowercase(), arguments.join(", ")))
            }
            Node::Scale(s, v) => (format!("{} {}", self.text(s, PRODUCT), self.text(v, PRODUCT)), PRODUCT),
            Node::Vector(x, y) => atom(self.vector(x, y)),
            Node::X(v) if self.graph.ty(v) == Type::Rotation => atom(format!("cos {}", tight(v))),
            Node::Y(v) if self.graph.ty(v) == Type::Rotation => atom(format!("sin {}", tight(v))),
            Node::X(v) => atom(format!("{}.x", tight(v))),
            Node::Y(v) => atom(format!("{}.y", tight(v))),
            Node::Dot(u, v) if u == v => atom(format!("{}²", tight(u))),
            Node::Dot(u, v) => (format!("{}·{}", tight(u), tight(v)), PRODUCT),
            Node::Cross(u, v) => (format!("{} × {}", tight(u), tight(v)), PRODUCT),
            Node::Perp(v) => atom(format!("perp({})", loose(v))),
            Node::Length(v) => atom(format!("|{}|", loose(v))),
            Node::Unit(v) => atom(format!("unit({})", loose(v))),
            Node::Rotate(r, v) | Node::Compose(r, v) => (format!("{} {}", tight(r), tight(v)), PRODUCT),
            Node::Inverse(r) => atom(format!("{}⁻¹", tight(r))),
            Node::Turn(angle) => atom(format!("R({})", loose(angle))),
            Node::Choose(c, yes, no) => atom(format!("({} ? {} : {})", loose(c), loose(yes), loose(no))),
            Node::Less(a, b) => (format!("{} < {}", self.text(a, SUM), self.text(b, SUM)), 0),
            Node::LessEqual(a, b) => (format!("{} ≤ {}", self.text(a, SUM), self.text(b, SUM)), 0),
            Node::And(a, b) => (format!("{} and {}", tight(a), tight(b)), 0),
            Node::Or(a, b) => (format!("{} or {}", tight(a), tight(b)), 0),
            Node::Not(a) => (format!("not {}", tight(a)), 0),
            Node::Pivot(d, _) => (format!("1/{}", tight(d)), PRODUCT),
        }
    }

    fn vector(&self, x: Id, y: Id) -> String {
        format!("({}, {})", self.text(x, 0), self.text(y, 0))
    }

    fn sum(&self, terms: &[(crate::graph::Number, Id)]) -> String {
        let mut flat = Vec::new();
        self.flatten(1.0, terms, &mut flat);
        let mut terms = flat;
        // A positive term first reads better.
        if let Some(first) = terms.iter().position(|&(c, _)| c > 0.0) {
            terms[..=first].rotate_right(1);
        }
        let mut text = String::new();
        for (index, &(c, id)) in terms.iter().enumerate() {
            let sign = match (index, c < 0.0) {
                (0, false) => "",
                (0, true) => "−",
                (_, false) => " + ",
                (_, true) => " − ",
            };
            text.push_str(sign);
            if c.abs().to_bits() == 1.0_f64.to_bits() {
                text.push_str(&self.text(id, PRODUCT));
            } else {
                let _ = write!(text, "{} {}", c.abs(), self.text(id, PRODUCT));
            }
        }
        text
    }

    /// The terms of a sum, and of sums in it that have no name of their own.
    fn flatten(&self, outside: f64, terms: &[(crate::graph::Number, Id)], into: &mut Vec<(f64, Id)>) {
        for &(c, id) in terms {
            match self.graph.node(id) {
                Node::Sum(_, inner) if !self.named.contains_key(&id) => self.flatten(outside * c.get(), inner, into),
                _ => into.push((outside * c.get(), id)),
            }
        }
    }

    fn product(&self, factors: &[(Id, i32)]) -> String {
        let power = |&(id, k): &(Id, i32)| match k.abs() {
            1 => self.text(id, PRODUCT + u8::from(factors.len() > 1)),
            k => format!("{}{}", self.text(id, 3), superscript(k.unsigned_abs())),
        };
        let above: Vec<String> = factors.iter().filter(|(_, k)| *k > 0).map(power).collect();
        let below: Vec<String> = factors.iter().filter(|(_, k)| *k < 0).map(power).collect();
        let above = if above.is_empty() { "1".to_owned() } else { above.join(" ") };
        match below.len() {
            0 => above,
            1 => format!("{above}/{}", below[0]),
            _ => format!("{above}/({})", below.join(" ")),
        }
    }

    fn input(&self, input: Input) -> String {
        let body = |body: u8| self.bodies[usize::from(body)].as_str();
        match input {
            Input::Parameter(index, _) => self.parameters[index as usize].path.join("."),
            Input::InverseMass(b) => format!("m_{}⁻¹", body(b)),
            Input::InverseInertia(b) => format!("i_{}⁻¹", body(b)),
            Input::Position(b) => format!("p_{}", body(b)),
            Input::Rotation(b) => format!("R_{}", body(b)),
            Input::Angle(b) => format!("θ_{}", body(b)),
            Input::LinearVelocity(b) => format!("v_{}", body(b)),
            Input::AngularVelocity(b) => format!("ω_{}", body(b)),
            Input::Memory(_) => "last".to_owned(),
            Input::Impulse(row) => format!("λ{}", subscript(usize::from(row))),
            Input::Time => "t".to_owned(),
            Input::StepLength => "h".to_owned(),
            Input::InverseStepLength => "1/h".to_owned(),
            Input::BiasRate => "b".to_owned(),
            Input::MassScale => "mₛ".to_owned(),
            Input::ImpulseScale => "iₛ".to_owned(),
            Input::SpringScale => "s".to_owned(),
        }
    }
}

fn subscript(number: usize) -> String {
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
