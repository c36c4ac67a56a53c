//! Which joints and bodies are solved together. Islands and their matrices last until a joint comes or goes.

use std::collections::BTreeMap;

use crate::joint_options::JointOptions;
use crate::kernels::AnyJoint;
use crate::law::{Action as LawAction, Law, Limits};
use crate::math::{Scalar, double};
use crate::slots::Key;
use crate::solver::direct::matrix::Matrix;
use crate::solver::direct::system::{Action, IslandJoint, Row};

/// A joint of an island: its store, its name there, its bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) store: usize,
    pub(crate) key: Key,
    pub(crate) bodies: Vec<u32>,
    pub(crate) rows: usize,
}

/// Bodies that joints connect.
#[derive(Clone, Debug)]
pub(crate) struct Island {
    /// The bodies that impulses move, then those that are held as well.
    pub(crate) bodies: Vec<u32>,
    pub(crate) moving: usize,
    pub(crate) members: Vec<Member>,
    pub(crate) joints: Vec<IslandJoint>,
    pub(crate) matrix: Matrix,
}

/// All islands of a joint set.
#[derive(Clone, Debug, Default)]
pub(crate) struct DirectIslands {
    members: Vec<Member>,
    moves: Vec<bool>,
    pub(crate) islands: Vec<Island>,
    /// Which bodies were moved directly in the last step.
    pub(crate) mask: Vec<bool>,
}

impl DirectIslands {
    /// Finds the islands of these joints, if joints or what moves are other ones than before. `moves` tells of each body whether impulses
    /// move it.
    pub(crate) fn find(&mut self, members: Vec<Member>, moves: Vec<bool>) {
        if self.members == members && self.moves == moves {
            return;
        }
        let mut sets = Sets::new(moves.len());
        for member in &members {
            let mut moved = member.bodies.iter().copied().filter(|&body| moves[body as usize]);
            if let Some(first) = moved.next() {
                moved.for_each(|body| sets.join(first, body));
            }
        }
        // In the order of their first bodies.
        let mut numbers: BTreeMap<u32, usize> = BTreeMap::new();
        let mut parts: Vec<(Vec<u32>, Vec<Member>)> = Vec::new();
        for body in (0..).take(moves.len()).filter(|&body| moves[body as usize]) {
            let number = *numbers.entry(sets.root(body)).or_insert(parts.len());
            if number == parts.len() {
                parts.push((Vec::new(), Vec::new()));
            }
            parts[number].0.push(body);
        }
        for member in &members {
            if let Some(&body) = member.bodies.iter().find(|&&body| moves[body as usize]) {
                parts[numbers[&sets.root(body)]].1.push(member.clone());
            }
        }
        self.islands = parts.into_iter().map(|(bodies, members)| Island::new(bodies, members)).collect();
        (self.members, self.moves) = (members, moves);
    }
}

impl Island {
    fn new(mut bodies: Vec<u32>, members: Vec<Member>) -> Self {
        let moving = bodies.len();
        let mut numbers: BTreeMap<u32, usize> = bodies.iter().copied().zip(0..).collect();
        let (mut joints, mut rows, mut block) = (Vec::new(), 0, 0);
        for member in &members {
            let mut number = |&body: &u32| {
                *numbers.entry(body).or_insert_with(|| {
                    bodies.push(body);
                    bodies.len() - 1
                })
            };
            let own = member.bodies.iter().map(&mut number).collect();
            let joint = IslandJoint { bodies: own, rows: member.rows, first_row: rows, block };
            rows += joint.rows;
            block += joint.len();
            joints.push(joint);
        }
        let matrix = Matrix::new(&joints, moving, rows);
        Self { bodies, moving, members, joints, matrix }
    }
}

/// Disjoint sets of bodies.
struct Sets(Vec<u32>);

impl Sets {
    fn new(count: usize) -> Self {
        Self((0..).take(count).collect())
    }

    fn root(&mut self, mut body: u32) -> u32 {
        while self.0[body as usize] != body {
            let above = self.0[self.0[body as usize] as usize];
            self.0[body as usize] = above;
            body = above;
        }
        body
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}

/// The rows of a joint, if a direct step can have them. It cannot have a greatest force on the length of a vector or of another row's
/// force, a bounded error, or limits that are springs by their options.
pub(crate) fn rows(joint: &dyn AnyJoint, options: &JointOptions, count: usize) -> Option<Vec<Row>> {
    let mut limits = vec![Limits { lower: 0.0, upper: 0.0 }; count];
    let mut laws = vec![Law { action: LawAction::Hold, max_force: None, max_force_of: None, first: 0 }; count];
    joint.write_limits(&mut limits);
    joint.write_laws(&mut laws);
    let bound = options.max_force;
    if options.max_error < Scalar::INFINITY || (bound < Scalar::INFINITY && count > 1) {
        return None;
    }
    let is_vector = |row: usize| laws[row].first != row || laws.get(row + 1).is_some_and(|next| next.first == row);
    let row = |row: usize| {
        let (law, Limits { lower, upper }) = (&laws[row], limits[row]);
        let max_force = law.max_force.unwrap_or(f64::INFINITY).min(double(bound));
        if law.max_force_of.is_some() || max_force.is_finite() && is_vector(row) {
            return None;
        }
        let is_held = matches!(law.action, LawAction::Hold) || lower >= upper;
        let action = match law.action {
            LawAction::Rate => Action::Rate,
            LawAction::Soft { hertz, damping_ratio } => Action::Soft(hertz, damping_ratio),
            LawAction::Spring { stiffness, damping } => Action::Spring(stiffness, damping),
            LawAction::Hold | LawAction::Within => match options.softness {
                None if is_held => Action::Hold(lower),
                None => Action::Within(lower, upper),
                Some(softness) if is_held && lower == 0.0 => {
                    Action::Soft(double(softness.hertz), double(softness.damping_ratio))
                }
                Some(_) => return None,
            },
        };
        Some(Row { action, max_force })
    };
    (0..count).map(row).collect()
}
