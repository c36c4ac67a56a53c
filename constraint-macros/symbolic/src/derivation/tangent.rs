//! Rates of change along a motion of the bodies: forward, as on paper.
//!
//! Along the velocities, the rate of C is V. Along one body's angle, it is that body's column of J; along a displacement δ of
//! its position, J's linear part applied to δ.

use super::algebra::Algebra;
use super::algebra::matrix::DISPLACEMENT;
use crate::constraint::differentiate::slope;
use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Function, Id, Input, Node, Type, VectorIr};

/// Which inputs change, and how fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Motion {
    /// Everything: positions with v, angles with ω, the time with 1.
    All,
    /// The position of a body, by δ.
    Position(u8),
    /// The angle of a body, by 1.
    Angle(u8),
    /// The velocity of a body, by δ.
    Velocity(u8),
    /// The rate of turning of a body, by 1.
    Turning(u8),
    /// The time, by 1.
    Time,
}

pub(super) struct Tangent<'a> {
    algebra: &'a mut Algebra,
    motion: Motion,
    /// The rates of what changes: all else stands still.
    rates: SecondaryMap<Id, Id>,
}

impl Algebra {
    /// The rate of change of `of`.
    pub(super) fn rate(&mut self, of: Id, motion: Motion) -> Id {
        let ids = self.graph.reached([of]);
        let mut tangent = Tangent { algebra: self, motion, rates: SecondaryMap::default() };
        for id in ids {
            let Some(rate) = tangent.of(id) else { continue };
            tangent.rates.insert(id, rate);
            if let (Motion::All, Some(name)) = (motion, tangent.algebra.names.get(id)) {
                let name = format!("{name}′");
                tangent.algebra.rates.or_insert_with(rate, || name);
            }
        }
        tangent.known(of)
    }
}

impl Tangent<'_> {
    fn seed(&mut self, input: Input) -> Option<Id> {
        let rate = match (self.motion, input) {
            (Motion::All, Input::Position(body)) => self.algebra.input(Input::LinearVelocity(body)),
            (Motion::All, Input::Rotation(body) | Input::Angle(body)) => {
                self.algebra.input(Input::AngularVelocity(body))
            }
            (Motion::Position(moved), Input::Position(body))
            | (Motion::Velocity(moved), Input::LinearVelocity(body))
                if moved == body =>
            {
                self.algebra.input(DISPLACEMENT)
            }
            (Motion::Angle(moved), Input::Rotation(body) | Input::Angle(body))
            | (Motion::Turning(moved), Input::AngularVelocity(body))
                if moved == body =>
            {
                self.algebra.one()
            }
            (Motion::All | Motion::Time, Input::Time) => self.algebra.one(),
            _ => return None,
        };
        Some(rate)
    }

    /// The rate of what has been looked at, which is zero where it stands still: of a rotation, the rate of its angle.
    fn known(&mut self, id: Id) -> Id {
        match self.rates.get(id) {
            Some(&rate) => rate,
            None if self.algebra.graph.ty(id) == Type::Vector => self.algebra.zero(Type::Vector),
            None => self.algebra.zero(Type::Scalar),
        }
    }

    /// The rate of a node, those of its operands being known. None where it stands still.
    fn of(&mut self, id: Id) -> Option<Id> {
        let node = self.algebra.graph.node(id);
        if let Node::Input(input) = *node {
            return self.seed(input);
        }
        let mut is_still = true;
        node.each_operand(|operand| is_still &= !self.rates.contains_key(operand));
        if is_still {
            return None;
        }
        let node = node.clone();
        let rate = self.of_moving(id, &node);
        (!self.algebra.is_zero(rate)).then_some(rate)
    }

    /// The rate of a node that has an operand which changes.
    fn of_moving(&mut self, id: Id, node: &Node) -> Id {
        match *node {
            Node::Sum(ty, ref terms) => {
                let terms: Vec<(f64, Id)> = terms.map_vec(|&(c, id)| (c.get(), self.known(id)));
                self.algebra.sum(ty, &terms)
            }
            Node::Product(ref factors) => self.product(factors),
            Node::Call(function, ref arguments) => self.call(function, arguments, id),
            Node::Scale(s, v) => self.bilinear(Algebra::scale, s, v, Type::Vector),
            Node::Dot(u, v) if u == v => {
                let (du, two) = (self.known(u), 2.0);
                let dot = self.algebra.dot(u, du);
                self.algebra.sum(Type::Scalar, &[(two, dot)])
            }
            Node::Dot(u, v) => self.bilinear(Algebra::dot, u, v, Type::Scalar),
            Node::Cross(u, v) => self.bilinear(Algebra::cross, u, v, Type::Scalar),
            Node::Vector(x, y) => {
                let (x, y) = (self.known(x), self.known(y));
                self.algebra.vector(x, y)
            }
            Node::X(v) | Node::Y(v) => self.component(node, v),
            Node::Perp(v) => {
                let dv = self.known(v);
                self.algebra.perp(dv)
            }
            Node::Length(v) => {
                let (n, dv) = (self.direction(v), self.known(v));
                self.algebra.dot(n, dv)
            }
            Node::Unit(v) => self.unit(id, v),
            Node::Rotate(r, v) => {
                let (turning, dv) = (self.known(r), self.known(v));
                let turned = self.algebra.perp(id);
                let (swept, carried) = (self.algebra.scale(turning, turned), self.algebra.rotate(r, dv));
                self.algebra.sum(Type::Vector, &[(1.0, carried), (1.0, swept)])
            }
            Node::Compose(r, s) => {
                let terms = [(1.0, self.known(r)), (1.0, self.known(s))];
                self.algebra.sum(Type::Scalar, &terms)
            }
            Node::Inverse(r) => {
                let back = self.known(r);
                self.algebra.negative(back)
            }
            Node::Turn(angle) => self.known(angle),
            Node::Choose(condition, yes, no) => {
                let (yes, no) = (self.known(yes), self.known(no));
                self.algebra.choose(condition, yes, no)
            }
            // A condition has no rate.
            _ => self.algebra.zero(Type::Scalar),
        }
    }

    /// n = v/|v|, with a name.
    fn direction(&mut self, v: Id) -> Id {
        let n = self.algebra.unit(v);
        self.algebra.names.or_insert_with(n, || "n".to_owned());
        n
    }

    /// dn = perp(n) (n × dv)/|v|
    fn unit(&mut self, n: Id, v: Id) -> Id {
        let dv = self.known(v);
        let across = self.algebra.perp(n);
        let (along, length) = (self.algebra.cross(n, dv), self.algebra.length(v));
        let share = self.algebra.product(&[(along, 1), (length, -1)]);
        self.algebra.scale(share, across)
    }

    /// u dv + du v
    fn bilinear(&mut self, form: fn(&mut Algebra, Id, Id) -> Id, u: Id, v: Id, ty: Type) -> Id {
        let mut terms = Vec::new();
        if let Some(&dv) = self.rates.get(v) {
            terms.push((1.0, form(self.algebra, u, dv)));
        }
        if let Some(&du) = self.rates.get(u) {
            terms.push((1.0, form(self.algebra, du, v)));
        }
        self.algebra.sum(ty, &terms)
    }

    /// A vector's component; d cos = −sin dθ, d sin = cos dθ.
    fn component(&mut self, node: &Node, of: Id) -> Id {
        let is_x = matches!(node, Node::X(_));
        let rate = self.known(of);
        if self.algebra.graph.ty(of) != Type::Rotation {
            return if is_x { self.algebra.x(rate) } else { self.algebra.y(rate) };
        }
        let other = if is_x { self.algebra.y(of) } else { self.algebra.x(of) };
        let amount = self.algebra.times(other, rate);
        if is_x { self.algebra.negative(amount) } else { amount }
    }

    /// d Π xᵢ^kᵢ = Σ kᵢ xᵢ^(kᵢ−1) Π_{j≠i} xⱼ^kⱼ dxᵢ
    fn product(&mut self, factors: &[(Id, i32)]) -> Id {
        let mut terms = Vec::new();
        for (i, &(factor, exponent)) in factors.iter().enumerate() {
            let Some(&rate) = self.rates.get(factor) else { continue };
            let mut rest = factors.to_vec();
            rest[i].1 -= 1;
            rest.push((rate, 1));
            terms.push((f64::from(exponent), self.algebra.product(&rest)));
        }
        self.algebra.sum(Type::Scalar, &terms)
    }

    fn call(&mut self, function: Function, arguments: &[Id], value: Id) -> Id {
        if let (Function::Min | Function::Max, &[a, b]) = (function, arguments) {
            let (da, db) = (self.known(a), self.known(b));
            if let (Function::Min, &Node::Call(Function::Max, ref raised)) = (function, self.algebra.graph.node(a))
                && let [x, lower] = raised[..]
                && !self.rates.contains_key(b)
                && !self.rates.contains_key(lower)
            {
                // A clamp.
                let g = &mut self.algebra.graph;
                let (above, below) = (g.less_equal(lower, x), g.less_equal(x, b));
                let between = g.intern(Node::And(above, below));
                let dx = self.known(x);
                return self.algebra.choose(between, dx, db);
            }
            let g = &mut self.algebra.graph;
            let first = if function == Function::Min { g.less_equal(a, b) } else { g.less_equal(b, a) };
            return self.algebra.choose(first, da, db);
        }
        if let (Function::Atan2, &[a, b]) = (function, arguments)
            && let Some((sign, from, to)) = self.algebra.angle(a, b)
        {
            let turned = [from, to].map(|v| v.map(|v| self.turning(v)));
            let [from, to] = turned.map(|rate| rate.unwrap_or_else(|| self.algebra.zero(Type::Scalar)));
            return self.algebra.sum(Type::Scalar, &[(sign, to), (-sign, from)]);
        }
        let mut terms = Vec::new();
        for (argument, coefficient, slope) in self.slopes(function, arguments, value) {
            let rate = self.known(argument);
            terms.push((coefficient, self.algebra.times(slope, rate)));
        }
        self.algebra.sum(Type::Scalar, &terms)
    }

    /// The slopes of a smooth function, as formulas: they are written in a graph of their own, and rebuilt from there.
    fn slopes(&mut self, function: Function, arguments: &[Id], value: Id) -> Vec<(Id, f64, Id)> {
        let mut written = VectorIr::new();
        let of_value = written.input(Input::Time);
        let inputs: Vec<Id> = (0..).zip(arguments).map(|(number, _)| written.input(Input::Impulse(number))).collect();
        let slopes = slope::slopes(&mut written, function, &inputs, of_value);
        let mut new: SecondaryMap<Id, Id> = SecondaryMap::default();
        for id in written.reached(slopes.iter().flat_map(|&(argument, _, slope)| [argument, slope])) {
            let formula = match inputs.iter().position(|&input| input == id) {
                Some(place) => arguments[place],
                None if id == of_value => value,
                None => self.algebra.rebuilt(&written.node(id).map_operands(&|operand| new[operand])),
            };
            new.insert(id, formula);
        }
        slopes.map_vec(|&(argument, coefficient, slope)| (new[argument], coefficient, new[slope]))
    }

    /// How fast a vector turns: (v × dv)/|v|²
    fn turning(&mut self, v: Id) -> Id {
        let dv = self.known(v);
        let (across, square) = (self.algebra.cross(v, dv), self.algebra.dot(v, v));
        let share = self.algebra.product(&[(square, -1)]);
        self.algebra.distributed(share, across)
    }
}
