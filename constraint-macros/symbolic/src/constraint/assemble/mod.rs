//! From rows and their gradients to everything that a solver asks of a joint: V, J, K, the impulses, and an iteration.

mod block;
mod chain;
mod check;
mod factor;
mod law;
mod limit;
mod motion;
mod rows;

use crate::frontend::typing::{Joint, Row};
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Input, Node, Type, VectorIr};
use rows::Group;

pub use check::Check;
pub use law::{Kind, Law};
pub(crate) use limit::FAR;
#[doc(hidden)]
pub use motion::{Together, Turning};

/// A linear part (a vector) and an angular one (a scalar): of a row's Jacobian, of an impulse, or of a velocity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Planar {
    pub linear: Id,
    pub angular: Id,
}

/// One scalar row.
#[derive(Clone, Debug)]
pub struct ScalarRow {
    /// c(x)
    pub value: Id,
    /// ∂c/∂x, a block for each body.
    pub jacobian: Vec<Planar>,
    /// β, where it is not zero: what V has besides J v.
    pub bias: Option<Id>,
    /// The least and the greatest c; none where there is no limit.
    pub limits: (Option<Id>, Option<Id>),
}

/// Rows that an iteration solves together, or one after another, from rates that are measured at once.
#[derive(Clone, Debug)]
pub struct Block {
    /// The rows, and their new accumulated impulses.
    pub impulses: Vec<(usize, Id)>,
    /// The bodies' new velocities.
    pub velocities: Vec<Planar>,
}

/// The joint as expressions, each root of them.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// What the roots are expressions of.
    pub graph: VectorIr,
    /// The scalar rows.
    pub rows: Vec<ScalarRow>,
    /// V of each row.
    pub velocity: Vec<Id>,
    /// K, row by row.
    pub effective_mass: Vec<Vec<Id>>,
    /// Jᵀλ on each body.
    pub impulse: Vec<Planar>,
    /// The bodies' velocities after a warm start.
    pub warm_start: Vec<Planar>,
    /// An iteration: springs and motors, limits, the equalities.
    pub blocks: Vec<Block>,
    /// How each row acts.
    pub laws: Vec<Law>,
    /// What has to hold of the parameters.
    pub checks: Vec<Check>,
    /// What a drawing shows.
    pub sketch: Sketch,
    /// Numbers that are read together, each group in the order in which it is read.
    pub neighbours: Vec<Vec<Id>>,
}

/// The points of bodies that the closure names, and the differences of two of them, each by its two ends.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Sketch {
    pub points: Vec<Id>,
    pub segments: Vec<(Id, Id)>,
}

impl Assembly {
    /// Every root, in a fixed order.
    pub fn roots_mut(&mut self) -> Vec<&mut Id> {
        let mut roots: Vec<&mut Id> = Vec::new();
        for row in &mut self.rows {
            roots.push(&mut row.value);
            roots.extend(row.bias.as_mut());
            roots.extend(row.limits.0.as_mut());
            roots.extend(row.limits.1.as_mut());
            Planar::ids_mut(&mut row.jacobian, &mut roots);
        }
        roots.extend(&mut self.velocity);
        for row in &mut self.effective_mass {
            roots.extend(row);
        }
        Planar::ids_mut(&mut self.impulse, &mut roots);
        Planar::ids_mut(&mut self.warm_start, &mut roots);
        for block in &mut self.blocks {
            for (_, impulse) in &mut block.impulses {
                roots.push(impulse);
            }
            Planar::ids_mut(&mut block.velocities, &mut roots);
        }
        for law in &mut self.laws {
            roots.extend(law.values_mut());
        }
        roots.extend(&mut self.sketch.points);
        for (from, to) in &mut self.sketch.segments {
            roots.extend([from, to]);
        }
        for group in &mut self.neighbours {
            roots.extend(group);
        }
        for check in &mut self.checks {
            match check {
                Check::Finite(_) => {}
                Check::Ordered(a, b) => roots.extend([a, b]),
                Check::NotNan(a) | Check::NotNegative(a) => roots.push(a),
            }
        }
        roots
    }

    /// The same joint over another graph of the same expressions.
    #[must_use]
    pub fn rewritten(mut self, rewrite: impl FnOnce(&VectorIr, &[Id]) -> (VectorIr, Vec<Id>)) -> Self {
        let roots: Vec<Id> = self.roots_mut().map_vec(|id| **id);
        let (graph, new) = rewrite(&self.graph, &roots);
        for (root, new) in self.roots_mut().into_iter().zip(new) {
            *root = new;
        }
        self.graph = graph;
        self
    }
}

impl Planar {
    fn ids_mut<'p>(all: &'p mut [Self], into: &mut Vec<&'p mut Id>) {
        for Self { linear, angular } in all {
            into.extend([linear, angular]);
        }
    }
}

/// Differentiates a joint's rows and assembles what follows from them.
pub fn assemble(joint: Joint) -> Assembly {
    let Joint { mut graph, bodies, rows, parameters, points, .. } = joint;
    let sketch = sketch(&mut graph, points, &rows, bodies.len());
    let (mut assembler, groups) = Assembler::new(graph, bodies, &rows);
    assembler.name_values();
    let velocity = (0..assembler.rows.len()).map(|row| assembler.velocity(row)).collect();
    let effective_mass = assembler.effective_mass();
    let lambda: Vec<(usize, Id)> = (0..assembler.rows.len()).map(|row| (row, assembler.impulse_input(row))).collect();
    let impulse = assembler.impulse(&lambda);
    let warm_start = assembler.warm_start(&groups);
    let blocks = assembler.blocks(&groups, &effective_mass);
    let checks = check::checks(&mut assembler.graph, &rows, u32::try_from(parameters.len()).unwrap_or(u32::MAX));
    let mut laws = Vec::new();
    for group in &groups {
        laws.extend(Law::of(group));
    }
    let Assembler { graph, rows, neighbours, .. } = assembler;
    Assembly { graph, rows, velocity, effective_mass, impulse, warm_start, blocks, laws, checks, sketch, neighbours }
}

/// The differences of points that the rows are made of. A closure without points is drawn by its bodies' centres.
fn sketch(graph: &mut VectorIr, mut points: Vec<Id>, rows: &[Row], bodies: usize) -> Sketch {
    let ends = |id: Id| match *graph.node(id) {
        Node::Sum(Type::Vector, ref terms) => match terms[..] {
            [(plus, to), (minus, from)] if (plus.get(), minus.get()) == (1.0, -1.0) => Some((from, to)),
            _ => None,
        },
        _ => None,
    };
    let of_points = |&(from, to): &(Id, Id)| points.contains(&from) && points.contains(&to);
    let reached = graph.reached(rows.iter().map(|row| row.value));
    let segments: Vec<(Id, Id)> = reached.into_iter().filter_map(ends).filter(of_points).collect();
    if points.is_empty() {
        let narrow = |body: usize| u8::try_from(body).unwrap_or(u8::MAX);
        points = (0..bodies).map(|body| graph.input(Input::Position(narrow(body)))).collect();
    }
    Sketch { points, segments }
}

/// The scalar rows of a joint, and the expressions that are made of them.
#[doc(hidden)]
#[derive(Debug)]
pub struct Assembler {
    pub graph: VectorIr,
    pub bodies: Vec<String>,
    pub rows: Vec<ScalarRow>,
    /// What the rows before have changed, where rows are solved one after another.
    pending: Option<chain::Pending>,
    /// See [`Assembly::neighbours`].
    neighbours: Vec<Vec<Id>>,
}

impl Assembler {
    fn new(mut graph: VectorIr, bodies: Vec<String>, rows: &[Row]) -> (Self, Vec<Group>) {
        let groups = rows::groups(&mut graph, rows, &bodies);
        let mut scalar_rows: Vec<ScalarRow> = Vec::new();
        for group in &groups {
            for (_, row) in &group.rows {
                scalar_rows.push(row.clone());
            }
        }
        (Self { graph, bodies, rows: scalar_rows, pending: None, neighbours: Vec::new() }, groups)
    }

    /// The differentiated rows of a joint, for counts of operations.
    pub fn of(joint: Joint) -> Self {
        Self::new(joint.graph, joint.bodies, &joint.rows).0
    }

    fn body_indices(&self) -> impl Iterator<Item = u8> + use<> {
        0..u8::try_from(self.bodies.len()).unwrap_or(u8::MAX)
    }

    fn row_suffix(&self, row: usize) -> String {
        if self.rows.len() == 1 { String::new() } else { format!("_{row}") }
    }

    fn name_values(&mut self) {
        for row in 0..self.rows.len() {
            let suffix = self.row_suffix(row);
            let value = self.rows[row].value;
            self.graph.set_name(value, &format!("c{suffix}"));
        }
    }

    fn impulse_input(&mut self, row: usize) -> Id {
        self.graph.input(Input::Impulse(u8::try_from(row).unwrap_or(u8::MAX)))
    }

    /// V = Σ (g·v + h ω) + β, and what the rows before have changed of it.
    pub fn velocity(&mut self, row: usize) -> Id {
        let mut terms = Vec::new();
        for body in self.body_indices() {
            let block = self.rows[row].jacobian[usize::from(body)];
            let g = &mut self.graph;
            let (v, w) = (g.input(Input::LinearVelocity(body)), g.input(Input::AngularVelocity(body)));
            let (linear, angular) = (g.dot(block.linear, v), g.mul(block.angular, w));
            terms.extend_from_slice(&[(1.0, linear), (1.0, angular)]);
        }
        let pending = self.pending_rate(row);
        terms.extend(pending.map(|change| (1.0, change)));
        terms.extend(self.rows[row].bias.map(|bias| (1.0, bias)));
        let velocity = self.graph.sum(Type::Scalar, &terms);
        if pending.is_some() {
            let name = format!("updated_rate{}", self.row_suffix(row));
            self.graph.set_name(velocity, &name);
        }
        velocity
    }

    /// K = J M⁻¹ Jᵀ
    pub fn effective_mass(&mut self) -> Vec<Vec<Id>> {
        let mut k: Vec<Vec<Id>> = Vec::new();
        for row in 0..self.rows.len() {
            let mut entries: Vec<Id> = k.map_vec(|above| above[row]);
            for column in row..self.rows.len() {
                entries.push(self.effective_mass_entry(row, column));
            }
            k.push(entries);
        }
        k
    }

    fn effective_mass_entry(&mut self, row: usize, column: usize) -> Id {
        let mut terms = Vec::new();
        for body in self.body_indices() {
            let (a, b) = (self.rows[row].jacobian[usize::from(body)], self.rows[column].jacobian[usize::from(body)]);
            let g = &mut self.graph;
            let (m, i) = (g.input(Input::InverseMass(body)), g.input(Input::InverseInertia(body)));
            let square = g.dot(a.linear, b.linear);
            let linear = g.mul(m, square);
            let angular = g.mul(a.angular, b.angular);
            let angular = g.mul(i, angular);
            terms.extend_from_slice(&[(1.0, linear), (1.0, angular)]);
        }
        let entry = self.graph.sum(Type::Scalar, &terms);
        let name = if self.rows.len() == 1 { "k".to_owned() } else { format!("k_{row}{column}") };
        self.graph.set_name(entry, &name);
        entry
    }

    /// Jᵀλ for some of the rows.
    fn impulse(&mut self, lambda: &[(usize, Id)]) -> Vec<Planar> {
        self.body_indices()
            .map(|body| {
                let (mut linear, mut angular) = (Vec::new(), Vec::new());
                for &(row, lambda) in lambda {
                    let block = self.rows[row].jacobian[usize::from(body)];
                    linear.push((1.0, self.graph.scale(lambda, block.linear)));
                    angular.push((1.0, self.graph.mul(lambda, block.angular)));
                }
                let linear = self.graph.sum(Type::Vector, &linear);
                Planar { linear, angular: self.graph.sum(Type::Scalar, &angular) }
            })
            .collect()
    }
}
