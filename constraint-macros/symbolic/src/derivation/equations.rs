//! C, V, β, J, K and Jᵀλ of a joint, row by row of its closure: a vector row stays one row.

use super::algebra::Algebra;
use super::dimension::twice_the_length;
use super::piece::{Equation, Piece};
use super::tangent::Motion;
use super::wrench::{Block, Linear, entry, impulse, impulses, wrenches};
use crate::frontend::typing::{Action, Joint, Row};
use crate::ir::fast_map::FastSet;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Input, Node, Type};

/// A row of the closure, rebuilt as formulas.
struct Formula {
    /// C, or V where it is a row of velocities.
    value: Id,
    action: Action,
    max_force: Option<Id>,
    force_of: Option<usize>,
    is_rate: bool,
    is_vector: bool,
    /// The softness as it is called, where it is a field.
    softness: Option<String>,
}

/// All equations, in the order of a derivation.
pub(super) fn equations(algebra: &mut Algebra, joint: &Joint) -> Vec<Equation> {
    let fields: FastSet<String> = joint.parameters.iter().map(|parameter| parameter.path.join(".")).collect();
    let formulas: Vec<Formula> = joint.rows.map_vec(|row| formula(algebra, joint, row, &fields));
    let suffix = |row: usize| if formulas.len() == 1 { String::new() } else { super::text::subscript(row) };
    let mut lines = Vec::new();
    let blocks: Vec<Vec<Block>> = formulas.map_vec(|formula| formula.blocks(algebra, joint.bodies.len()));
    for (row, formula) in formulas.iter().enumerate().filter(|(_, formula)| !formula.is_rate) {
        let mut right = vec![Piece::Value(formula.value)];
        right.extend(formula.notes(algebra, &blocks[row]));
        lines.push(Equation { left: format!("C{}", suffix(row)), right });
    }
    let (mut rates, mut biases) = (Vec::new(), Vec::new());
    for (row, formula) in formulas.iter().enumerate() {
        let (rate, bias) = formula.rate(algebra, joint, row, &fields);
        let rate = if formula.is_vector { rate } else { algebra.with_common_factors(rate) };
        let mut right = vec![Piece::Value(rate)];
        if formula.is_rate {
            right.extend(formula.force_note(algebra, &blocks[row]));
        }
        rates.push(Equation { left: format!("V{}", suffix(row)), right });
        if !algebra.is_zero(bias) {
            biases.push(Equation { left: format!("β{}", suffix(row)), right: vec![Piece::Value(bias)] });
        }
    }
    lines.extend(merged(rates));
    lines.extend(merged(biases));
    let jacobian = blocks.iter().enumerate().map(|(row, blocks)| {
        let parts = blocks.iter().enumerate().map(|(body, block)| (body, block.linear.piece(), block.angular));
        Equation { left: format!("J{}", suffix(row)), right: wrenches(algebra, parts.collect()) }
    });
    lines.extend(merged(jacobian.collect()));
    let mut masses = Vec::new();
    for (r, of_row) in blocks.iter().enumerate() {
        for (s, of_column) in blocks.iter().enumerate().skip(r) {
            let index = if formulas.len() == 1 { String::new() } else { suffix(r) + &suffix(s) };
            masses.push(Equation { left: format!("K{index}"), right: vec![entry(algebra, of_row, of_column)] });
        }
    }
    lines.extend(merged(masses));
    let impulses = impulses(algebra, &blocks, joint.bodies.len());
    #[cfg(feature = "direct")]
    let stiffness = super::stiffness::stiffness(algebra, &impulses);
    lines.push(Equation { left: "Jᵀλ".to_owned(), right: impulse(algebra, impulses) });
    #[cfg(feature = "direct")]
    lines.push(Equation { left: "H".to_owned(), right: stiffness });
    lines
}

/// Equations of one right side as one: `K₀₀ = K₀₁ = …`.
fn merged(lines: Vec<Equation>) -> Vec<Equation> {
    let mut merged: Vec<Equation> = Vec::new();
    for line in lines {
        match merged.iter_mut().find(|known| known.right == line.right) {
            Some(known) => known.left = format!("{} = {}", known.left, line.left),
            None => merged.push(line),
        }
    }
    merged
}

fn formula(algebra: &mut Algebra, joint: &Joint, row: &Row, fields: &FastSet<String>) -> Formula {
    let softness = match row.action {
        Action::Soft(hertz, damping) => softness(joint, hertz, damping),
        _ => None,
    };
    let mut roots = vec![row.value];
    let mut action = row.action;
    let mut max_force = row.max_force;
    let mut values: Vec<&mut Id> = match &mut action {
        Action::Hold => Vec::new(),
        Action::Within(lower, upper) => lower.iter_mut().chain(upper).collect(),
        Action::AtRate(rate) => vec![rate],
        Action::Soft(a, b) | Action::Spring(a, b) => vec![a, b],
    };
    values.extend(max_force.as_mut());
    roots.extend(values.iter().map(|id| **id));
    let rebuilt = algebra.rebuild(&joint.graph, &roots, fields, false);
    for (value, new) in values.into_iter().zip(&rebuilt[1..]) {
        *value = *new;
    }
    let is_vector = joint.graph.ty(row.value) == Type::Vector;
    let force_of = row.force_of;
    Formula { value: rebuilt[0], action, max_force, force_of, is_rate: row.is_rate, is_vector, softness }
}

/// The field that a frequency and a damping ratio are members of.
fn softness(joint: &Joint, hertz: Id, damping: Id) -> Option<String> {
    let field = |id: Id| match *joint.graph.node(id) {
        Node::Input(Input::Parameter(index, _)) => {
            joint.parameters[index as usize].path.split_last().filter(|(_, owner)| !owner.is_empty())
        }
        _ => None,
    };
    let ((_, of_hertz), (_, of_damping)) = (field(hertz)?, field(damping)?);
    (of_hertz == of_damping).then(|| of_hertz.join("."))
}

impl Formula {
    /// How the row acts, where C is not just held at zero.
    fn notes(&self, algebra: &Algebra, blocks: &[Block]) -> Vec<Piece> {
        use Piece::{Name, Text, Value};
        let mut notes = match self.action {
            Action::Hold | Action::Within(None, None) => Vec::new(),
            Action::Within(Some(lower), Some(upper)) if lower == upper => {
                if algebra.is_zero(lower) {
                    Vec::new()
                } else {
                    vec![Text(", held at "), Value(lower)]
                }
            }
            Action::Within(Some(lower), Some(upper)) => {
                vec![Text(", from "), Value(lower), Text(" to "), Value(upper)]
            }
            Action::Within(Some(lower), None) => vec![Text(", at least "), Value(lower)],
            Action::Within(None, Some(upper)) => vec![Text(", at most "), Value(upper)],
            Action::AtRate(rate) => vec![Text(", at rate "), Value(rate)],
            Action::Soft(hertz, damping) => match &self.softness {
                Some(field) => vec![Text(", soft ("), Name(field.clone()), Text(")")],
                None => vec![Text(", soft ("), Value(hertz), Text(", "), Value(damping), Text(")")],
            },
            Action::Spring(stiffness, damping) => {
                vec![Text(", spring ("), Value(stiffness), Text(", "), Value(damping), Text(")")]
            }
        };
        notes.extend(self.force_note(algebra, blocks));
        notes
    }

    /// The greatest force, or torque of a row that is an angle: where only parameters tell which it is, one that moves nothing.
    fn force_note(&self, algebra: &Algebra, blocks: &[Block]) -> Vec<Piece> {
        let Some(force) = self.max_force else { return Vec::new() };
        let turns = || blocks.iter().all(|block| block.linear.is_zero(algebra));
        let turns = twice_the_length(&algebra.graph, self.value).map_or_else(turns, |twice| twice == 0);
        let mut note = vec![Piece::Text(if turns { ", torque ≤ " } else { ", force ≤ " })];
        if let Some(row) = self.force_of {
            note.push(Piece::Name(format!("|λ{}|/h times ", super::text::subscript(row))));
        }
        note.push(Piece::Value(force));
        note
    }

    /// V, and what of it is there without velocities.
    fn rate(&self, algebra: &mut Algebra, joint: &Joint, row: usize, fields: &FastSet<String>) -> (Id, Id) {
        let (rate, bias) = if self.is_rate {
            let still = algebra.rebuild(&joint.graph, &[joint.rows[row].value], fields, true);
            (self.value, still[0])
        } else {
            (algebra.rate(self.value, Motion::All), algebra.rate(self.value, Motion::Time))
        };
        match self.action {
            Action::AtRate(wanted) => {
                let ty = algebra.graph.ty(rate);
                (algebra.sum(ty, &[(1.0, rate), (-1.0, wanted)]), algebra.sum(ty, &[(1.0, bias), (-1.0, wanted)]))
            }
            _ => (rate, bias),
        }
    }

    /// J, body by body.
    fn blocks(&self, algebra: &mut Algebra, bodies: usize) -> Vec<Block> {
        let motions: [fn(u8) -> Motion; 2] =
            if self.is_rate { [Motion::Velocity, Motion::Turning] } else { [Motion::Position, Motion::Angle] };
        let block = |body: usize| {
            let body = u8::try_from(body).unwrap_or(u8::MAX);
            let moved = algebra.rate(self.value, motions[0](body));
            let linear =
                if self.is_vector { Linear::Matrix(algebra.matrix(moved)) } else { Linear::Row(algebra.row(moved)) };
            let turned = algebra.rate(self.value, motions[1](body));
            Block { linear, angular: algebra.gathered(turned) }
        };
        (0..bodies).map(block).collect()
    }
}
