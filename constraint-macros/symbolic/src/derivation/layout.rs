//! Lines: a name is told before the first line that uses it, and long lines are broken.

use super::piece::{Equation, Piece};
use super::text::Printer;
use crate::ir::fast_map::SecondaryMap;
use crate::ir::sorted_vec::sort_by_key;
use crate::ir::vector::{Id, Input, Node};

/// How many characters a line has before it is broken: what a documentation page shows without scrolling.
const WIDTH: usize = 92;

/// The lines of a derivation. What a name stands for is indented.
pub(super) fn lines(printer: &Printer, equations: &[Equation]) -> Vec<String> {
    let mut told = SecondaryMap::default();
    let mut lines = Vec::new();
    for equation in equations {
        let mut names = Vec::new();
        for piece in &equation.right {
            for id in piece.ids() {
                tell(printer, id, &mut told, &mut names);
            }
        }
        // The arms first, in the order of the bodies: they need no other name.
        sort_by_key(&mut names, |&id| printer.arm(id).unwrap_or(u8::MAX));
        for id in names {
            let start = format!("  {} = ", printer.text(id, 0));
            lines.extend(broken(&format!("{start}{}", printer.definition(id)), width(&start)));
        }
        let left = format!("{} = ", equation.left);
        let parts: Vec<String> = equation
            .right
            .split(|piece| *piece == Piece::Gap)
            .map(|pieces| pieces.iter().map(|piece| printer.piece(piece)).collect())
            .collect();
        let whole = format!("{left}{}", parts.join("  "));
        if parts.len() == 1 || width(&whole) <= WIDTH {
            lines.extend(broken(&whole, width(&left)));
            continue;
        }
        let indent = " ".repeat(width(&left));
        for (index, part) in parts.iter().enumerate() {
            let start = if index == 0 { &left } else { &indent };
            lines.extend(broken(&format!("{start}{part}"), width(start) + 3));
        }
    }
    lines
}

/// The names in an expression that have not been told, those in them first.
fn tell(printer: &Printer, id: Id, told: &mut SecondaryMap<Id, ()>, names: &mut Vec<Id>) {
    if !told.add(id) {
        return;
    }
    for operand in printer.graph.node(id).operands() {
        tell(printer, operand, told, names);
    }
    if printer.named.contains_key(id) {
        names.push(id);
    }
}

impl Printer<'_> {
    /// The body whose arm an expression is, where that is a parameter, turned.
    fn arm(&self, id: Id) -> Option<u8> {
        let Node::Rotate(r, v) = *self.graph.node(id) else { return None };
        match (self.graph.node(r), self.graph.node(v)) {
            (&Node::Input(Input::Rotation(body)), Node::Input(_)) => Some(body),
            _ => None,
        }
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// A long line is broken before a sign, with as few parentheses open there as can be.
fn broken(line: &str, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = line.to_owned();
    while width(&rest) > WIDTH {
        let (mut depth, mut best) = (0_i32, None);
        let characters: Vec<(usize, char)> = rest.char_indices().collect();
        for (column, &(at, character)) in characters.iter().enumerate() {
            match character {
                '(' | '[' => depth += 1,
                ')' | ']' => depth -= 1,
                '+' | '−' | '|' if column > indent && column <= WIDTH => {
                    let spaced = characters.get(column + 1).is_some_and(|&(_, next)| next == ' ');
                    if spaced && rest[..at].ends_with(' ') && best.is_none_or(|(least, _)| depth <= least) {
                        best = Some((depth, at));
                    }
                }
                _ => {}
            }
        }
        let Some((_, at)) = best else { break };
        lines.push(rest[..at].trim_end().to_owned());
        rest = format!("{}{}", " ".repeat(indent), &rest[at..]);
    }
    lines.push(rest);
    lines
}
