//! The closure's expressions as formulas, and names for what a textbook would name.

use super::algebra::Algebra;
use crate::ir::fast_map::{FastSet, SecondaryMap};
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Input, Node, Type, VectorIr};

impl Algebra {
    /// The formulas of `roots`, with the velocities zero where the joint is to be at rest.
    pub(super) fn rebuild(
        &mut self,
        from: &VectorIr,
        roots: &[Id],
        fields: &FastSet<String>,
        at_rest: bool,
    ) -> Vec<Id> {
        let reached = from.reached(roots.iter().copied());
        let points = points(from, &reached);
        let mut new: SecondaryMap<Id, Id> = SecondaryMap::default();
        for id in reached {
            let rebuilt = match from.node(id) {
                Node::Input(Input::LinearVelocity(_) | Input::AngularVelocity(_)) if at_rest => self.zero(from.ty(id)),
                node => self.rebuilt(&node.map_operands(&|old| new[old])),
            };
            let given = from.name(id).filter(|name| !fields.contains(*name));
            new.insert(id, self.named(rebuilt, given, points[id.index()]));
        }
        roots.map_vec(|&root| new[root])
    }

    pub(super) fn rebuilt(&mut self, node: &Node) -> Id {
        match *node {
            Node::Sum(ty, ref terms) => {
                let terms: Vec<(f64, Id)> = terms.map_vec(|&(c, id)| (c.get(), id));
                self.sum(ty, &terms)
            }
            Node::Product(ref factors) => self.product(factors),
            Node::Scale(s, v) => self.scale(s, v),
            Node::X(v) => self.x(v),
            Node::Y(v) => self.y(v),
            Node::Dot(u, v) => self.dot(u, v),
            Node::Cross(u, v) => self.cross(u, v),
            Node::Perp(v) => self.perp(v),
            Node::Length(v) => self.length(v),
            Node::Unit(v) => self.unit(v),
            Node::Vector(x, y) => self.vector(x, y),
            Node::Call(function, ref arguments) => self.call(function, arguments),
            Node::Rotate(r, v) => self.rotate(r, v),
            Node::Inverse(r) => self.inverse(r),
            Node::Choose(condition, yes, no) => self.choose(condition, yes, no),
            Node::Pivot(d, _) => self.product(&[(d, -1)]),
            ref node => self.graph.intern(node.clone()),
        }
    }

    /// Gives a formula the user's name, or that of an arm, a direction, or a difference of points.
    fn named(&mut self, id: Id, given: Option<&str>, is_point: bool) -> Id {
        let (mut c, mut core) = self.coefficient(id);
        if self.is_zero(id) || matches!(self.graph.node(core), Node::Input(_) | Node::Constant(_) | Node::Truth(_)) {
            return id;
        }
        if let Some(name) = given {
            self.names.or_insert_with(id, || name.to_owned());
            return id;
        }
        let name = match *self.graph.node(core) {
            Node::Rotate(r, _) => match *self.graph.node(r) {
                Node::Input(Input::Rotation(body)) => format!("r_{}", self.bodies[usize::from(body)]),
                _ => return id,
            },
            Node::Unit(_) => "n".to_owned(),
            Node::Sum(Type::Vector, _) if is_point => {
                if self.points_backwards(core) {
                    (c, core) = (-c, self.negative(core));
                }
                "d".to_owned()
            }
            _ => return id,
        };
        self.names.or_insert_with(core, || name);
        self.sum(self.graph.ty(core), &[(c, core)])
    }

    /// Whether a difference of points goes from a later body to an earlier one.
    fn points_backwards(&self, difference: Id) -> bool {
        let Node::Sum(_, terms) = self.graph.node(difference) else { return false };
        let position = |id: Id| match self.graph.node(id) {
            Node::Input(Input::Position(body)) => Some(*body),
            _ => None,
        };
        let last = terms.iter().filter_map(|&(c, id)| Some((position(id)?, c.get()))).max_by_key(|&(body, _)| body);
        last.is_some_and(|(_, c)| c < 0.0)
    }
}

/// Marks the sums with positions in them that a product, a length or a direction is made of.
fn points(graph: &VectorIr, reached: &[Id]) -> Vec<bool> {
    let mut placed = vec![false; graph.len()];
    let mut met = vec![false; graph.len()];
    for &id in reached {
        let node = graph.node(id);
        placed[id.index()] = match node {
            Node::Input(Input::Position(_)) => true,
            Node::Sum(Type::Vector, terms) => terms.iter().any(|&(_, term)| placed[term.index()]),
            _ => false,
        };
        if !matches!(node, Node::Sum(..)) {
            node.each_operand(|operand| met[operand.index()] = true);
        }
    }
    for &id in reached {
        met[id.index()] &= placed[id.index()] && matches!(graph.node(id), Node::Sum(..));
    }
    met
}
