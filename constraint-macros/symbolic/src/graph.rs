//! The typed expressions of a joint: a hash-consed arena, so that equal expressions are one.
//!
//! A node only refers to nodes made before it, so the order of ids is an order of evaluation.

use std::collections::HashMap;

/// An expression of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u32);

impl Id {
    /// Its place in the order of evaluation.
    pub fn index(self) -> usize {
        self.0 as usize
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

    /// The constant `value`.
    pub fn new(value: f64) -> Self {
        Self((value + 0.0).to_bits())
    }

    /// Its value.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// What an expression starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Input {
    /// A parameter of the joint, by its place in the joint's table of parameters.
    Parameter(u32, Type),
    InverseMass(u8),
    InverseInertia(u8),
    Position(u8),
    Rotation(u8),
    Angle(u8),
    LinearVelocity(u8),
    AngularVelocity(u8),
    /// The last unit vector of a slot, for when its vector has no length.
    Memory(u8),
    /// The accumulated impulse of a row.
    Impulse(u8),
    /// The time.
    Time,
    /// h
    StepLength,
    /// 1/h
    InverseStepLength,
    /// The pass's rate of position correction.
    BiasRate,
    /// The pass's share of the rigid impulse.
    MassScale,
    /// The pass's share of the accumulated impulse that is taken back.
    ImpulseScale,
    /// The pass's share of the impulses of springs: 1, or 0 where they have no part.
    SpringScale,
}

impl Input {
    /// The body whose state it is.
    pub fn body(self) -> Option<u8> {
        match self {
            Self::Position(body)
            | Self::Rotation(body)
            | Self::Angle(body)
            | Self::LinearVelocity(body)
            | Self::AngularVelocity(body) => Some(body),
            _ => None,
        }
    }

    /// When it is given.
    pub fn stage(self) -> Stage {
        match self {
            Self::Parameter(..) => Stage::Parameter,
            Self::InverseMass(_) | Self::InverseInertia(_) => Stage::Mass,
            Self::Position(_)
            | Self::Rotation(_)
            | Self::Angle(_)
            | Self::Memory(_)
            | Self::Time
            | Self::StepLength
            | Self::InverseStepLength => Stage::Pose,
            Self::LinearVelocity(_)
            | Self::AngularVelocity(_)
            | Self::Impulse(_)
            | Self::BiasRate
            | Self::MassScale
            | Self::ImpulseScale
            | Self::SpringScale => Stage::Velocity,
        }
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
}

/// An expression, by its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Node {
    /// A number.
    Constant(Number),
    /// `true` or `false`.
    Truth(bool),
    /// Something given.
    Input(Input),
    /// Σ cᵢ xᵢ, of scalars or of vectors.
    Sum(Type, Vec<(Number, Id)>),
    /// Π xᵢ^kᵢ, of scalars.
    Product(Vec<(Id, i32)>),
    /// A function of scalars.
    Call(Function, Vec<Id>),
    /// Scalar times vector.
    Scale(Id, Id),
    /// The vector of two scalars.
    Vector(Id, Id),
    /// A vector's x; a rotation's cosine.
    X(Id),
    /// A vector's y; a rotation's sine.
    Y(Id),
    /// u · v
    Dot(Id, Id),
    /// u × v = u.x v.y − u.y v.x
    Cross(Id, Id),
    /// A quarter turn counter-clockwise: (−y, x).
    Perp(Id),
    /// |v|
    Length(Id),
    /// v/|v|; where |v| is zero, the last one that was not.
    Unit(Id),
    /// R v
    Rotate(Id, Id),
    /// R S: first S, then R.
    Compose(Id, Id),
    /// R⁻¹
    Inverse(Id),
    /// The rotation by an angle.
    Turn(Id),
    /// The second where the first holds, else the third.
    Choose(Id, Id, Id),
    /// x < y
    Less(Id, Id),
    /// x ≤ y
    LessEqual(Id, Id),
    /// Both.
    And(Id, Id),
    /// Either.
    Or(Id, Id),
    /// The opposite.
    Not(Id),
    /// 1/d, or 0 where d is no more than the rounding of a value of the second's size.
    Pivot(Id, Id),
}

impl Node {
    /// The nodes that this one is made of.
    pub fn operands(&self) -> Vec<Id> {
        match self {
            Self::Constant(_) | Self::Truth(_) | Self::Input(_) => Vec::new(),
            Self::Sum(_, terms) => terms.iter().map(|&(_, id)| id).collect(),
            Self::Product(factors) => factors.iter().map(|&(id, _)| id).collect(),
            Self::Call(_, arguments) => arguments.clone(),
            &(Self::X(a)
            | Self::Y(a)
            | Self::Perp(a)
            | Self::Length(a)
            | Self::Unit(a)
            | Self::Inverse(a)
            | Self::Turn(a)
            | Self::Not(a)) => vec![a],
            &(Self::Scale(a, b)
            | Self::Vector(a, b)
            | Self::Dot(a, b)
            | Self::Cross(a, b)
            | Self::Rotate(a, b)
            | Self::Compose(a, b)
            | Self::Less(a, b)
            | Self::LessEqual(a, b)
            | Self::And(a, b)
            | Self::Or(a, b)
            | Self::Pivot(a, b)) => vec![a, b],
            &Self::Choose(a, b, c) => vec![a, b, c],
        }
    }
}

impl Node {
    /// The same node of other operands.
    #[must_use]
    pub fn mapped(&self, new: &dyn Fn(Id) -> Id) -> Self {
        match self {
            Self::Constant(_) | Self::Truth(_) | Self::Input(_) => self.clone(),
            Self::Sum(ty, terms) => Self::Sum(*ty, terms.iter().map(|&(c, id)| (c, new(id))).collect()),
            Self::Product(factors) => Self::Product(factors.iter().map(|&(id, k)| (new(id), k)).collect()),
            Self::Call(function, arguments) => Self::Call(*function, arguments.iter().map(|&a| new(a)).collect()),
            &Self::Scale(a, b) => Self::Scale(new(a), new(b)),
            &Self::Vector(a, b) => Self::Vector(new(a), new(b)),
            &Self::X(a) => Self::X(new(a)),
            &Self::Y(a) => Self::Y(new(a)),
            &Self::Dot(a, b) => Self::Dot(new(a), new(b)),
            &Self::Cross(a, b) => Self::Cross(new(a), new(b)),
            &Self::Perp(a) => Self::Perp(new(a)),
            &Self::Length(a) => Self::Length(new(a)),
            &Self::Unit(a) => Self::Unit(new(a)),
            &Self::Rotate(a, b) => Self::Rotate(new(a), new(b)),
            &Self::Compose(a, b) => Self::Compose(new(a), new(b)),
            &Self::Inverse(a) => Self::Inverse(new(a)),
            &Self::Turn(a) => Self::Turn(new(a)),
            &Self::Choose(a, b, c) => Self::Choose(new(a), new(b), new(c)),
            &Self::Less(a, b) => Self::Less(new(a), new(b)),
            &Self::LessEqual(a, b) => Self::LessEqual(new(a), new(b)),
            &Self::And(a, b) => Self::And(new(a), new(b)),
            &Self::Or(a, b) => Self::Or(new(a), new(b)),
            &Self::Not(a) => Self::Not(new(a)),
            &Self::Pivot(a, b) => Self::Pivot(new(a), new(b)),
        }
    }
}

/// The arena. Nodes are stored as they are given; rewriting is another stage's job.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    types: Vec<Type>,
    stages: Vec<Stage>,
    index: HashMap<Node, Id>,
    names: HashMap<Id, String>,
}

impl Graph {
    /// An arena without nodes.
    pub fn new() -> Self {
        Self::default()
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
        &self.nodes[id.index()]
    }

    /// The type of an id.
    pub fn ty(&self, id: Id) -> Type {
        self.types[id.index()]
    }

    /// When an id can be known.
    pub fn stage(&self, id: Id) -> Stage {
        self.stages[id.index()]
    }

    /// All ids, in an order of evaluation.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id> + use<> {
        (0..u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)).map(Id)
    }

    /// The name that the user gave to an expression.
    pub fn name(&self, id: Id) -> Option<&str> {
        self.names.get(&id).map(String::as_str)
    }

    /// Names an expression, unless it has a name or speaks for itself.
    pub fn set_name(&mut self, id: Id, name: &str) {
        if !matches!(self.node(id), Node::Constant(_) | Node::Truth(_) | Node::Input(_)) {
            self.names.entry(id).or_insert_with(|| name.to_owned());
        }
    }

    /// The id of a node, stored if it is new.
    pub fn intern(&mut self, node: Node) -> Id {
        if let Some(&id) = self.index.get(&node) {
            return id;
        }
        let id = Id(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.types.push(self.type_of(&node));
        self.stages.push(match &node {
            Node::Input(input) => input.stage(),
            node => node.operands().iter().map(|&operand| self.stage(operand)).max().unwrap_or_default(),
        });
        self.nodes.push(node.clone());
        self.index.insert(node, id);
        id
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
            | Node::Pivot(..) => Type::Scalar,
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

    /// Marks what `roots` are made of, themselves included.
    pub fn reachable(&self, roots: impl IntoIterator<Item = Id>) -> Vec<bool> {
        let mut marked = vec![false; self.nodes.len()];
        let mut pending: Vec<Id> = roots.into_iter().collect();
        while let Some(id) = pending.pop() {
            if !std::mem::replace(&mut marked[id.index()], true) {
                pending.extend(self.node(id).operands());
            }
        }
        marked
    }
}

/// Short ways to write nodes, as they are written: nothing is rewritten.
#[allow(missing_docs)]
impl Graph {
    pub fn constant(&mut self, value: f64) -> Id {
        self.intern(Node::Constant(Number::new(value)))
    }

    pub fn input(&mut self, input: Input) -> Id {
        self.intern(Node::Input(input))
    }

    pub fn axis_x(&mut self) -> Id {
        let (one, zero) = (self.constant(1.0), self.constant(0.0));
        self.intern(Node::Vector(one, zero))
    }

    pub fn axis_y(&mut self) -> Id {
        let (one, zero) = (self.constant(1.0), self.constant(0.0));
        self.intern(Node::Vector(zero, one))
    }

    pub fn zero(&mut self, ty: Type) -> Id {
        self.intern(Node::Sum(ty, Vec::new()))
    }

    pub fn sum(&mut self, ty: Type, terms: &[(f64, Id)]) -> Id {
        let terms = terms.iter().map(|&(c, id)| (Number::new(c), id)).collect();
        self.intern(Node::Sum(ty, terms))
    }

    pub fn add(&mut self, a: Id, b: Id) -> Id {
        self.sum(self.ty(a), &[(1.0, a), (1.0, b)])
    }

    pub fn sub(&mut self, a: Id, b: Id) -> Id {
        self.sum(self.ty(a), &[(1.0, a), (-1.0, b)])
    }

    pub fn neg(&mut self, a: Id) -> Id {
        self.sum(self.ty(a), &[(-1.0, a)])
    }

    pub fn mul(&mut self, a: Id, b: Id) -> Id {
        self.intern(Node::Product(vec![(a, 1), (b, 1)]))
    }

    pub fn div(&mut self, a: Id, b: Id) -> Id {
        self.intern(Node::Product(vec![(a, 1), (b, -1)]))
    }

    pub fn power(&mut self, a: Id, exponent: i32) -> Id {
        self.intern(Node::Product(vec![(a, exponent)]))
    }

    pub fn call(&mut self, function: Function, arguments: &[Id]) -> Id {
        self.intern(Node::Call(function, arguments.to_vec()))
    }

    pub fn min(&mut self, a: Id, b: Id) -> Id {
        self.call(Function::Min, &[a, b])
    }

    pub fn max(&mut self, a: Id, b: Id) -> Id {
        self.call(Function::Max, &[a, b])
    }

    pub fn scale(&mut self, s: Id, v: Id) -> Id {
        self.intern(Node::Scale(s, v))
    }

    pub fn vector(&mut self, x: Id, y: Id) -> Id {
        self.intern(Node::Vector(x, y))
    }

    pub fn x(&mut self, v: Id) -> Id {
        self.intern(Node::X(v))
    }

    pub fn y(&mut self, v: Id) -> Id {
        self.intern(Node::Y(v))
    }

    pub fn dot(&mut self, u: Id, v: Id) -> Id {
        self.intern(Node::Dot(u, v))
    }

    pub fn cross(&mut self, u: Id, v: Id) -> Id {
        self.intern(Node::Cross(u, v))
    }

    pub fn perp(&mut self, v: Id) -> Id {
        self.intern(Node::Perp(v))
    }

    pub fn length(&mut self, v: Id) -> Id {
        self.intern(Node::Length(v))
    }

    pub fn unit(&mut self, v: Id) -> Id {
        self.intern(Node::Unit(v))
    }

    pub fn rotate(&mut self, r: Id, v: Id) -> Id {
        self.intern(Node::Rotate(r, v))
    }

    pub fn inverse(&mut self, r: Id) -> Id {
        self.intern(Node::Inverse(r))
    }

    pub fn choose(&mut self, condition: Id, yes: Id, no: Id) -> Id {
        self.intern(Node::Choose(condition, yes, no))
    }

    pub fn less(&mut self, a: Id, b: Id) -> Id {
        self.intern(Node::Less(a, b))
    }

    pub fn less_equal(&mut self, a: Id, b: Id) -> Id {
        self.intern(Node::LessEqual(a, b))
    }

    pub fn pivot(&mut self, d: Id, scale: Id) -> Id {
        self.intern(Node::Pivot(d, scale))
    }
}
