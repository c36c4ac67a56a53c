//! The typed expressions of a joint: a hash-consed arena, so that equal expressions are one.
//!
//! A node only refers to nodes made before it, so the order of ids is an order of evaluation.

mod build;
mod input;
mod node;
mod stripped;

pub use input::Input;
pub use node::Node;
pub(crate) use stripped::{Form, Stripped};

use crate::ir::fast_map::{HashIndex, Key, SecondaryMap, hash};

/// An expression of a [`VectorIr`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u32);

impl Id {
    /// Its place in the order of evaluation.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Key for Id {
    fn place(self) -> usize {
        self.index()
    }
}

/// The types of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Type {
    Truth,
    Scalar,
    Vector,
    Rotation,
}

/// When an expression can be known: the earliest at which all that it is made of is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Stage {
    #[default]
    Constant,
    Parameter,
    Mass,
    Pose,
    Velocity,
}

/// A constant. Compared by its bits, with one zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Number(u64);

impl Number {
    /// 1.
    pub const ONE: Self = Self(1.0_f64.to_bits());

    /// Whether it is 1 or −1: no operation, and no more than a sign.
    pub(crate) fn is_unit(self) -> bool {
        self.get().abs().to_bits() == Self::ONE.0
    }

    /// The constant `value`.
    pub fn new(value: f64) -> Self {
        Self((value + 0.0).to_bits())
    }

    /// Its value.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// The functions of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Function {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sqrt,
    Exp,
    Ln,
    Powf,
    Abs,
    Min,
    Max,
    /// A derivative of a curve, by the curve's number: the value itself, the slope, and so on.
    Curve {
        curve: u8,
        order: u8,
    },
    /// x of the vector (x, y) made |s| long, or 0 where that has no length. No closure has it.
    AsLong,
}

/// The arena. Nodes are stored as they are given; rewriting is another stage's job.
#[derive(Clone, Debug, Default)]
pub struct VectorIr {
    nodes: Vec<Known>,
    index: HashIndex,
    names: SecondaryMap<Id, String>,
}

/// A node, and what is known of it.
#[derive(Clone, Debug)]
struct Known {
    node: Node,
    ty: Type,
    stage: Stage,
}

/// As many as most joints have.
const NODES: usize = 256;

impl VectorIr {
    /// An arena without nodes.
    pub fn new() -> Self {
        Self { index: HashIndex::with_room(NODES), ..Self::default() }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node of an id.
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes.as_slice()[id.0 as usize].node
    }

    /// The type of an id.
    pub fn ty(&self, id: Id) -> Type {
        self.nodes[id.index()].ty
    }

    /// When an id can be known.
    pub fn stage(&self, id: Id) -> Stage {
        self.nodes[id.index()].stage
    }

    /// All ids, in an order of evaluation.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id> + use<> {
        (0..id_at(self.nodes.len()).0).map(Id)
    }

    /// The name that the user gave to an expression.
    pub fn name(&self, id: Id) -> Option<&str> {
        self.names.get(id).map(String::as_str)
    }

    /// Names an expression, unless it has a name or speaks for itself.
    pub fn set_name(&mut self, id: Id, name: &str) {
        if !matches!(self.node(id), Node::Constant(_) | Node::Truth(_) | Node::Input(_)) {
            self.names.or_insert_with(id, || name.to_owned());
        }
    }

    /// The id of a node, stored if it is new.
    pub fn intern(&mut self, node: Node) -> Id {
        let hash = hash(&node);
        if let Some(place) = self.index.find(hash, |place| self.nodes[place].node == node) {
            return id_at(place);
        }
        let id = id_at(self.nodes.len());
        self.index.push(hash, id.index());
        let (ty, stage) = (self.type_of(&node), self.stage_of(&node));
        self.nodes.push(Known { node, ty, stage });
        id
    }

    fn stage_of(&self, node: &Node) -> Stage {
        if let Node::Input(input) = node {
            return input.stage();
        }
        // A curve is a parameter.
        let is_curve = matches!(node, Node::Call(Function::Curve { .. }, _));
        let mut latest = if is_curve { Stage::Parameter } else { Stage::default() };
        node.each_operand(|operand| latest = latest.max(self.stage(operand)));
        latest
    }

    fn type_of(&self, node: &Node) -> Type {
        match node {
            Node::Constant(_)
            | Node::Product(_)
            | Node::Call(..)
            | Node::X(_)
            | Node::Y(_)
            | Node::Dot(..)
            | Node::Cross(..)
            | Node::Length(_)
            | Node::Pivot(..)
            | Node::Rounding(_)
            | Node::Beside(..) => Type::Scalar,
            Node::Truth(_) | Node::Less(..) | Node::LessEqual(..) | Node::And(..) | Node::Or(..) | Node::Not(_) => {
                Type::Truth
            }
            Node::Sum(ty, _) => *ty,
            Node::Scale(..) | Node::Vector(..) | Node::Perp(_) | Node::Unit(_) | Node::Rotate(..) => Type::Vector,
            Node::Compose(..) | Node::Inverse(_) | Node::Turn(_) => Type::Rotation,
            Node::Choose(_, yes, _) => self.ty(*yes),
            Node::Input(input) => match input {
                Input::Parameter(_, ty) => *ty,
                Input::Position(_) | Input::LinearVelocity(_) | Input::Memory(_) => Type::Vector,
                Input::Rotation(_) => Type::Rotation,
                _ => Type::Scalar,
            },
        }
    }

    /// What `roots` are made of, themselves included, in the order of evaluation.
    pub fn reached(&self, roots: impl IntoIterator<Item = Id>) -> Vec<Id> {
        let is_reached = &mut vec![false; self.nodes.len()][..];
        let mut end = 0;
        for root in roots {
            is_reached[root.index()] = true;
            end = end.max(root.index() + 1);
        }
        // From the last to the first, so that whoever reads a node has been looked at before it.
        let mut reached = Vec::with_capacity(end);
        while end > 0 {
            end -= 1;
            if is_reached[end] {
                let id = id_at(end);
                self.node(id).each_operand(|operand| is_reached[operand.index()] = true);
                reached.push(id);
            }
        }
        reached.reverse();
        reached
    }
}

fn id_at(place: usize) -> Id {
    Id(u32::try_from(place).unwrap_or(u32::MAX))
}
