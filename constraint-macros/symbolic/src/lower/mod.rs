//! From vectors to scalars: every vector becomes its x and y, every rotation its cosine and sine.
//!
//! In: expressions of the vector IR. Out: the same IR without vectors, which [`ScalarIr::new`](crate::ir::scalar::ScalarIr::new) turns into
//! scalars. `large_angles` does that for the fast path, and splits sums of angles.

pub(crate) mod large_angles;

use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Function, Id, Input, Node, Stage, Type, VectorIr};
use crate::simplify::Simplifier;

/// What a node became.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// A scalar or a truth.
    One(Id),
    /// x and y, or cosine and sine.
    Two(Id, Id),
}

impl Lanes {
    /// The scalars, in order.
    pub fn ids(self) -> impl Iterator<Item = Id> {
        let (first, second) = match self {
            Self::One(only) => (only, None),
            Self::Two(x, y) => (x, Some(y)),
        };
        std::iter::once(first).chain(second)
    }

    fn one(self) -> Id {
        match self {
            Self::One(id) | Self::Two(id, _) => id,
        }
    }

    fn two(self) -> (Id, Id) {
        match self {
            Self::One(id) => (id, id),
            Self::Two(x, y) => (x, y),
        }
    }
}

/// A graph of scalars, of which vector inputs are taken apart by [`Node::X`] and [`Node::Y`].
#[derive(Debug)]
pub struct Lowered {
    /// The scalars.
    pub graph: VectorIr,
    /// What each root became.
    pub roots: Vec<Lanes>,
    /// For each slot of memory, the unit vector that it keeps.
    pub memory: Vec<(Id, Id)>,
}

/// What a unit vector is where its vector has no length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Degenerate {
    /// The x axis: there is nothing to remember it by.
    Axis,
    /// The last one, from a slot of memory.
    Memory,
}

/// Takes the vectors that `roots` are made of apart.
pub fn lower(from: &VectorIr, bodies: &[String], roots: &[Id], degenerate: Degenerate) -> Lowered {
    let reached = from.reached(roots.iter().copied());
    let mut lowering = Lowering {
        from,
        bodies,
        degenerate,
        out: Simplifier { graph: VectorIr::new() },
        lanes: SecondaryMap::with_room(from.len(), reached.len()),
        memory: Vec::new(),
    };
    for id in reached {
        let lanes = lowering.node(id);
        lowering.name(id, lanes);
        lowering.lanes.insert(id, lanes);
    }
    let roots = roots.map_vec(|root| lowering.lanes[*root]);
    Lowered { graph: lowering.out.graph, roots, memory: lowering.memory }
}

struct Lowering<'g> {
    from: &'g VectorIr,
    bodies: &'g [String],
    degenerate: Degenerate,
    out: Simplifier,
    lanes: SecondaryMap<Id, Lanes>,
    memory: Vec<(Id, Id)>,
}

impl Lowering<'_> {
    fn one(&self, id: Id) -> Id {
        self.lanes[id].one()
    }

    fn two(&self, id: Id) -> (Id, Id) {
        self.lanes[id].two()
    }

    fn node(&mut self, id: Id) -> Lanes {
        match *self.from.node(id) {
            ref node @ (Node::Constant(_) | Node::Truth(_)) => Lanes::One(self.out.graph.intern(node.clone())),
            Node::Input(input) => self.input(input, self.from.ty(id)),
            Node::Sum(ty, ref terms) => self.sum(ty, terms),
            Node::Product(ref factors) => {
                let factors: Vec<_> = factors.map_vec(|&(id, k)| (self.one(id), k));
                Lanes::One(self.out.product(&factors))
            }
            Node::Call(function, ref arguments) => {
                let arguments: Vec<_> = arguments.map_vec(|&a| self.one(a));
                Lanes::One(self.out.call(function, &arguments))
            }
            Node::Scale(s, v) => {
                let (s, (x, y)) = (self.one(s), self.two(v));
                Lanes::Two(self.out.product(&[(s, 1), (x, 1)]), self.out.product(&[(s, 1), (y, 1)]))
            }
            Node::Vector(x, y) => Lanes::Two(self.one(x), self.one(y)),
            Node::X(v) => Lanes::One(self.two(v).0),
            Node::Y(v) => Lanes::One(self.two(v).1),
            Node::Dot(u, v) => {
                let (u, v) = (self.two(u), self.two(v));
                Lanes::One(self.of_products(1.0, (u.0, v.0), 1.0, (u.1, v.1)))
            }
            Node::Cross(u, v) => {
                let (u, v) = (self.two(u), self.two(v));
                Lanes::One(self.of_products(1.0, (u.0, v.1), -1.0, (u.1, v.0)))
            }
            Node::Perp(v) => {
                let (x, y) = self.two(v);
                Lanes::Two(self.out.shallow_sum(&[(-1.0, y)]), x)
            }
            Node::Length(v) => Lanes::One(self.length(v)),
            Node::Unit(v) => self.unit(id, v),
            Node::Rotate(r, v) => {
                let ((c, s), (x, y)) = (self.two(r), self.two(v));
                let turned_x = self.of_products(1.0, (c, x), -1.0, (s, y));
                Lanes::Two(turned_x, self.of_products(1.0, (s, x), 1.0, (c, y)))
            }
            Node::Compose(r, q) => {
                let ((rc, rs), (qc, qs)) = (self.two(r), self.two(q));
                let cos = self.of_products(1.0, (rc, qc), -1.0, (rs, qs));
                Lanes::Two(cos, self.of_products(1.0, (rs, qc), 1.0, (rc, qs)))
            }
            Node::Inverse(r) => {
                let (c, s) = self.two(r);
                Lanes::Two(c, self.out.shallow_sum(&[(-1.0, s)]))
            }
            Node::Turn(angle) => {
                let angle = self.one(angle);
                Lanes::Two(self.out.call(Function::Cos, &[angle]), self.out.call(Function::Sin, &[angle]))
            }
            Node::Choose(condition, yes, no) => self.choose(condition, yes, no),
            Node::Less(a, b) => Lanes::One(self.out.less(self.lanes[a].one(), self.lanes[b].one())),
            Node::LessEqual(a, b) => Lanes::One(self.out.less_equal(self.lanes[a].one(), self.lanes[b].one())),
            Node::And(a, b) => Lanes::One(self.out.and(self.lanes[a].one(), self.lanes[b].one())),
            Node::Or(a, b) => Lanes::One(self.out.or(self.lanes[a].one(), self.lanes[b].one())),
            Node::Not(a) => Lanes::One(self.out.not(self.lanes[a].one())),
            Node::Beside(entry, _) => self.lanes[entry],
            Node::Pivot(d, rounding) => Lanes::One(self.out.pivot(self.lanes[d].one(), self.lanes[rounding].one())),
            Node::Rounding(size) => Lanes::One(self.out.rounding(self.lanes[size].one())),
        }
    }

    fn input(&mut self, input: Input, ty: Type) -> Lanes {
        let input = self.out.graph.input(input);
        match ty {
            Type::Scalar | Type::Truth => Lanes::One(input),
            Type::Vector | Type::Rotation => Lanes::Two(self.out.graph.x(input), self.out.graph.y(input)),
        }
    }

    fn sum(&mut self, ty: Type, terms: &[(crate::ir::vector::Number, Id)]) -> Lanes {
        let lane = |this: &mut Self, pick: &dyn Fn(Lanes) -> Id| {
            let terms: Vec<_> = terms.map_vec(|&(c, id)| (c.get(), pick(this.lanes[id])));
            this.out.shallow_sum(&terms)
        };
        if ty == Type::Vector {
            Lanes::Two(lane(self, &|lanes| lanes.two().0), lane(self, &|lanes| lanes.two().1))
        } else {
            Lanes::One(lane(self, &Lanes::one))
        }
    }

    /// c ab + d ef
    fn of_products(&mut self, c: f64, (a, b): (Id, Id), d: f64, (e, f): (Id, Id)) -> Id {
        let (first, second) = (self.out.product(&[(a, 1), (b, 1)]), self.out.product(&[(e, 1), (f, 1)]));
        self.out.shallow_sum(&[(c, first), (d, second)])
    }

    fn length(&mut self, v: Id) -> Id {
        let (x, y) = self.two(v);
        let square = self.of_products(1.0, (x, x), 1.0, (y, y));
        self.out.call(Function::Sqrt, &[square])
    }

    fn unit(&mut self, id: Id, v: Id) -> Lanes {
        let (x, y) = self.two(v);
        let length = self.length(v);
        let zero = self.out.graph.constant(0.0);
        let inverse = self.out.pivot(length, zero);
        self.set_name(length, &format!("{}_length", self.from.name(v).unwrap_or("d")));
        self.set_name(inverse, &format!("inverse_{}_length", self.from.name(v).unwrap_or("d")));
        let (x, y) = (self.out.product(&[(x, 1), (inverse, 1)]), self.out.product(&[(y, 1), (inverse, 1)]));
        let remembers = self.degenerate == Degenerate::Memory && self.from.stage(id) == Stage::Pose;
        let last = if remembers {
            let slot = self.out.graph.input(Input::Memory(u8::try_from(self.memory.len()).unwrap_or(u8::MAX)));
            (self.out.graph.x(slot), self.out.graph.y(slot))
        } else {
            (self.out.graph.constant(1.0), zero)
        };
        let some = self.out.less(zero, length);
        let unit = (self.out.choose(some, x, last.0), self.out.choose(some, y, last.1));
        if remembers {
            self.memory.push(unit);
        }
        Lanes::Two(unit.0, unit.1)
    }

    fn choose(&mut self, condition: Id, yes: Id, no: Id) -> Lanes {
        let condition = self.one(condition);
        match (self.lanes[yes], self.lanes[no]) {
            (Lanes::Two(a, b), Lanes::Two(c, d)) => {
                Lanes::Two(self.out.choose(condition, a, c), self.out.choose(condition, b, d))
            }
            (yes, no) => Lanes::One(self.out.choose(condition, yes.one(), no.one())),
        }
    }

    /// Names the scalars after the user's name for the vector, or after what they are.
    fn name(&mut self, id: Id, lanes: Lanes) {
        let body = |body: u8| self.bodies[usize::from(body)].as_str();
        let name = match (self.from.name(id), self.from.node(id)) {
            (Some(name), _) => name.to_owned(),
            (None, &Node::Rotate(r, _)) => match *self.from.node(r) {
                Node::Input(Input::Rotation(index)) => format!("r_{}", body(index)),
                _ => return,
            },
            (None, Node::Unit(_)) if self.from.stage(id) <= Stage::Parameter => "local_n".to_owned(),
            (None, Node::Unit(_)) => "n".to_owned(),
            (None, &Node::Length(v)) => match self.from.name(v) {
                Some(vector) if vector != "d" => format!("{vector}_length"),
                _ => "length".to_owned(),
            },
            (None, Node::Sum(Type::Vector, terms)) if self.from.stage(id) == Stage::Pose => self.place(terms),
            _ => return,
        };
        match lanes {
            Lanes::One(only) => self.set_name(only, &name),
            Lanes::Two(x, y) => {
                let (first, second) = if self.from.ty(id) == Type::Rotation { ("cos", "sin") } else { ("x", "y") };
                self.set_name(x, &format!("{name}_{first}"));
                self.set_name(y, &format!("{name}_{second}"));
            }
        }
    }

    /// What a sum of places is: a point of a body, the arm of one body to a point of another, a difference `d`.
    fn place(&self, terms: &[(crate::ir::vector::Number, Id)]) -> String {
        let (mut to, mut from, mut arms) = (Vec::new(), Vec::new(), Vec::new());
        for &(c, id) in terms {
            match *self.from.node(id) {
                Node::Input(Input::Position(body)) if c.get() > 0.0 => to.push(body),
                Node::Input(Input::Position(body)) => from.push(body),
                Node::Rotate(r, _) => {
                    if let Node::Input(Input::Rotation(body)) = *self.from.node(r) {
                        arms.push(body);
                    }
                }
                _ => {}
            }
        }
        let name = |body: u8| self.bodies[usize::from(body)].as_str();
        match (&to[..], &from[..]) {
            (&[to], &[]) if arms == [to] => format!("point_{}", name(to)),
            (&[to], &[from]) if arms == [to] => format!("arm_{}", name(from)),
            (&[to], &[from]) if arms == [from] => format!("minus_arm_{}", name(to)),
            _ => "d".to_owned(),
        }
    }

    /// Names what carries the value: the operand, where it is a mere sign away.
    fn set_name(&mut self, id: Id, name: &str) {
        match *self.out.graph.node(id) {
            Node::X(_) | Node::Y(_) => {}
            Node::Sum(_, ref terms) if terms.len() == 1 => {}
            _ => self.out.graph.set_name(id, name),
        }
    }
}
