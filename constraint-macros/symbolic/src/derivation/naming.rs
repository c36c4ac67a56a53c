//! Which of the names a derivation uses: those of what stands in it more than once.

use super::algebra::Algebra;
use super::algebra::matrix::Map;
use super::piece::{Equation, Piece};
use super::text::symbol;
use crate::frontend::typing::Parameter;
use crate::ir::fast_map::{FastMap, FastSet, SecondaryMap};
use crate::ir::vector::{Id, Node, Type};

/// How many operations an expression may have that is written out wherever it stands.
const LONG: usize = 20;

/// How many operations a rate of change may have that is written out wherever it stands: `ω_b − ω_a`, but not d′.
const SHORT: usize = 5;

impl Piece {
    /// The expressions in it.
    pub(super) fn ids(&self) -> Vec<Id> {
        match self {
            Self::Text(_) | Self::Name(_) | Self::Gap => Vec::new(),
            Self::Value(id) => vec![*id],
            Self::Matrix(matrix) => {
                let mut ids = Vec::new();
                for term in &matrix.0 {
                    match term.map {
                        Map::Turn { rotation, .. } => ids.extend(rotation),
                        Map::Outer(u, v) => ids.extend_from_slice(&[u, v]),
                    }
                    ids.push(term.factor);
                }
                ids
            }
        }
    }
}

/// The names that `lines` use, no two alike.
pub(super) fn names(algebra: &Algebra, lines: &[Equation], parameters: &[Parameter]) -> SecondaryMap<Id, String> {
    let graph = &algebra.graph;
    let mut roots: Vec<Id> = Vec::new();
    for line in lines {
        for piece in &line.right {
            roots.extend(piece.ids());
        }
    }
    let ids = graph.reached(roots.iter().copied());
    let lengths = lengths(algebra, &ids, &algebra.names);
    let wanted = |id: Id| {
        let rate = algebra.rates.get(id).filter(|_| lengths[id.index()] > SHORT);
        algebra.names.get(id).or(rate)
    };
    // How often each is written, from the equations down: what has a name is written out once.
    let mut written = vec![0_usize; graph.len()];
    for id in roots {
        written[id.index()] += 1;
    }
    let mut stems: SecondaryMap<Id, String> = SecondaryMap::default();
    for &id in ids.iter().rev() {
        let times = written[id.index()];
        let name = wanted(id).filter(|_| times > 1);
        if let Some(name) = name {
            stems.insert(id, name.clone());
        }
        graph.node(id).each_operand(|operand| {
            let count = &mut written[operand.index()];
            *count = count.saturating_add(if name.is_some() { 1 } else { times });
        });
    }
    name_long(algebra, &ids, &written, &mut stems);
    unique(algebra, &ids, &stems, parameters)
}

/// Operations and operands of each expression, those in `named` counting once.
fn lengths(algebra: &Algebra, ids: &[Id], named: &SecondaryMap<Id, String>) -> Vec<usize> {
    let mut lengths = vec![0; algebra.graph.len()];
    for &id in ids {
        let mut total = 1_usize;
        algebra.graph.node(id).each_operand(|operand| {
            total = total.saturating_add(if named.contains_key(operand) { 1 } else { lengths[operand.index()] });
        });
        lengths[id.index()] = total;
    }
    lengths
}

/// Names for what is long and stands in more than one place: so the text is no longer than the expressions are many.
fn name_long(algebra: &Algebra, ids: &[Id], written: &[usize], stems: &mut SecondaryMap<Id, String>) {
    let mut lengths = vec![0; algebra.graph.len()];
    for &id in ids {
        let mut length = 1;
        algebra.graph.node(id).each_operand(|operand| length += lengths[operand.index()]);
        let letter = match algebra.graph.ty(id) {
            Type::Scalar => "e",
            Type::Vector => "u",
            Type::Rotation => "R",
            Type::Truth => "if",
        };
        if length > LONG && written[id.index()] > 1 {
            stems.or_insert_with(id, || letter.to_owned());
        }
        lengths[id.index()] = if stems.contains_key(id) { 1 } else { length };
    }
}

/// The first of two equal names stays; a second direction is named after what it is the direction of.
fn unique(
    algebra: &Algebra,
    ids: &[Id],
    stems: &SecondaryMap<Id, String>,
    parameters: &[Parameter],
) -> SecondaryMap<Id, String> {
    let mut taken: FastSet<String> = algebra.bodies.iter().cloned().collect();
    taken.extend(parameters.iter().map(|parameter| parameter.path.join(".")));
    taken.extend(algebra.graph.ids().filter_map(|id| match algebra.graph.node(id) {
        Node::Input(input) => symbol(*input, &algebra.bodies),
        _ => None,
    }));
    let stems: Vec<(Id, &String)> = ids.iter().filter_map(|&id| Some((id, stems.get(id)?))).collect();
    let mut names: SecondaryMap<Id, String> = SecondaryMap::default();
    let mut numbers: FastMap<String, usize> = FastMap::default();
    let directions = stems.iter().filter(|(_, stem)| *stem == "n").count();
    for (id, stem) in stems {
        let mut stem = stem.clone();
        if let (Node::Unit(of), true) = (algebra.graph.node(id), directions > 1)
            && let Some(of) = names.get(*of)
        {
            stem = format!("{stem}_{of}");
        }
        let mut name = stem.clone();
        // From the last number that this name was given: those before it are taken.
        let number = numbers.entry(stem.clone()).or_insert(2);
        while !taken.insert(name.clone()) {
            name = format!("{stem}{}", super::text::subscript(*number));
            *number += 1;
        }
        names.insert(id, name);
    }
    names
}
