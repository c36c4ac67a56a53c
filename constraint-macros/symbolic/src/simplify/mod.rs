//! Rewriting: equal expressions become one, and cheaper ones take the place of dear ones.
//!
//! A [`Simplifier`] rebuilds a graph from its leaves up. Each kind of node has a constructor that looks at its operands,
//! which are simple already, and applies the rules that hold there; the rules stand with their constructors:
//!
//! | rule | where |
//! |---|---|
//! | ⟨R u, R v⟩ = ⟨u, v⟩, the same for ×, term by term; s⟨u, v⟩ + s⟨u, w⟩ = s⟨u, v + w⟩ | [`bilinear`], [`sum`] |
//! | the quarter-turn table between dot and cross; perp² = −1 | [`bilinear`], [`vector`] |
//! | R(u + s v) linear; R⁻¹R = 1; perp outside of R | [`vector`] |
//! | unit vectors: n·n = 1, n × n = 0, n·v = \|v\|, n × v = 0, \|R u\| = \|u\|, unit(R u) = R unit(u) | [`bilinear`], [`vector`] |
//! | ⟨u, v⟩² + (u × v)² = \|u\|² \|v\|², where one is needed beside the other | [`frame`] |
//! | constants, axis vectors, signs and powers | [`sum`], [`product`], [`vector`] |
//!
//! The derivatives of rotations and unit vectors (d(R a) = perp(R a) dθ, dn = perp(n)(n × dv)/|v|) are the
//! differentiation's own.

pub mod bilinear;
pub mod choice;
pub mod frame;
pub mod product;
pub mod sum;
pub mod vector;

use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Id, Node, Stripped, Type, VectorIr};

/// Builds simple expressions.
#[derive(Debug, Default)]
pub struct Simplifier {
    /// What has been built.
    pub graph: VectorIr,
}

impl Simplifier {
    /// Simplifies what `roots` are made of. Gives the graph and the roots in it.
    pub fn run(from: &VectorIr, roots: &[Id]) -> (VectorIr, Vec<Id>) {
        let mut simplifier = Self { graph: VectorIr::new() };
        let reached = from.reached(roots.iter().copied());
        let mut rebuilt: SecondaryMap<Id, Id> = SecondaryMap::with_room(from.len(), reached.len());
        for id in reached {
            let new = simplifier.rebuild(from.node(id), &|old: Id| rebuilt[old]);
            if let Some(name) = from.name(id) {
                // A name is for what carries the value: signs are free, and stand outside.
                let (_, core) = simplifier.coefficient(new);
                simplifier.graph.set_name(core, name);
            }
            rebuilt.insert(id, new);
        }
        let roots = roots.map_vec(|&root| rebuilt[root]);
        (simplifier.graph, roots)
    }

    /// The simple form of a node, whose operands `new` maps to simple ones.
    fn rebuild(&mut self, node: &Node, new: &dyn Fn(Id) -> Id) -> Id {
        match *node {
            Node::Constant(_) | Node::Truth(_) | Node::Input(_) => self.graph.intern(node.clone()),
            Node::Turn(angle) => self.graph.intern(Node::Turn(new(angle))),
            Node::Sum(ty, ref terms) => self.sum(ty, &terms.map_vec(|&(c, id)| (c.get(), new(id)))),
            Node::Product(ref factors) => self.product(&factors.map_vec(|&(id, k)| (new(id), k))),
            Node::Call(function, ref arguments) => self.call(function, &arguments.map_vec(|&a| new(a))),
            Node::Scale(s, v) => self.scale(new(s), new(v)),
            Node::Vector(x, y) => self.vector(new(x), new(y)),
            Node::X(v) => self.x(new(v)),
            Node::Y(v) => self.y(new(v)),
            Node::Dot(u, v) => self.dot(new(u), new(v)),
            Node::Cross(u, v) => self.cross(new(u), new(v)),
            Node::Perp(v) => self.perp(new(v)),
            Node::Length(v) => self.length(new(v)),
            Node::Unit(v) => self.unit(new(v)),
            Node::Rotate(r, v) => self.rotate(new(r), new(v)),
            Node::Compose(r, s) => self.compose(new(r), new(s)),
            Node::Inverse(r) => self.inverse(new(r)),
            Node::Choose(c, yes, no) => self.choose(new(c), new(yes), new(no)),
            Node::Less(a, b) => self.less(new(a), new(b)),
            Node::LessEqual(a, b) => self.less_equal(new(a), new(b)),
            Node::And(a, b) => self.and(new(a), new(b)),
            Node::Or(a, b) => self.or(new(a), new(b)),
            Node::Not(a) => self.not(new(a)),
            Node::Pivot(d, rounding) => self.pivot(new(d), new(rounding)),
            Node::Rounding(size) => self.rounding(new(size)),
            Node::Beside(entry, before) => self.beside(new(entry), new(before)),
        }
    }

    /// The constant that an expression is.
    pub fn as_constant(&self, id: Id) -> Option<f64> {
        match self.graph.node(id) {
            Node::Constant(value) => Some(value.get()),
            Node::Sum(Type::Scalar, terms) if terms.is_empty() => Some(0.0),
            _ => None,
        }
    }

    /// The components of a constant vector.
    pub fn as_constant_vector(&self, id: Id) -> Option<(f64, f64)> {
        match *self.graph.node(id) {
            Node::Vector(x, y) => Some((self.as_constant(x)?, self.as_constant(y)?)),
            Node::Sum(Type::Vector, ref terms) if terms.is_empty() => Some((0.0, 0.0)),
            _ => None,
        }
    }

    /// Whether an expression is 0 or the zero vector.
    pub fn is_zero(&self, id: Id) -> bool {
        self.as_constant(id) == Some(0.0) || self.as_constant_vector(id) == Some((0.0, 0.0))
    }

    /// `c · x` taken apart, where it is a sum of one term.
    fn coefficient(&self, id: Id) -> (f64, Id) {
        match self.graph.node(id) {
            Node::Sum(_, terms) if terms.len() == 1 => {
                let (inner, core) = self.coefficient(terms[0].1);
                (terms[0].0.get() * inner, core)
            }
            _ => (1.0, id),
        }
    }

    /// Takes coefficients, scalar factors and quarter turns off a vector.
    fn strip(&self, vector: Id) -> Stripped {
        Stripped::of(&self.graph, vector, |_| false)
    }

    /// Puts scalar factors and a coefficient back on a scalar.
    fn times(&mut self, coefficient: f64, scalars: &[Id], value: Id) -> Id {
        let mut factors: Vec<_> = scalars.map_vec(|&s| (s, 1));
        factors.push((value, 1));
        let product = self.product(&factors);
        self.sum(Type::Scalar, &[(coefficient, product)])
    }
}
