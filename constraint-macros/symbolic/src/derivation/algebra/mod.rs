//! The algebra of a textbook: rules that make a formula shorter, none that make it foreign to who wrote the closure.
//!
//! What the user named stays whole, operands keep their order, and no frame is changed. So the text does not depend on how
//! the compiler's own rewriting shares its terms.

mod forms;
pub(super) mod matrix;
mod terms;

use crate::ir::fast_map::{FastSet, SecondaryMap};
use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Form, Function, Id, Input, Node, Number, Stripped, Type, VectorIr};
use crate::simplify::product::flattens;
use matrix::Matrix;

/// Builds the formulas of a derivation.
#[derive(Debug, Default)]
pub(super) struct Algebra {
    pub(super) graph: VectorIr,
    /// What the closure calls its bodies.
    pub(super) bodies: Vec<String>,
    /// What a name stands for where it is worth one. It is never taken apart.
    pub(super) names: SecondaryMap<Id, String>,
    /// Rates of change of what is named: primed names.
    pub(super) rates: SecondaryMap<Id, String>,
    /// The products u·v and u × v that there are: v·u and v × u are written like them.
    forms: FastSet<(Form, Id, Id)>,
    /// What is known of displacements: which expressions they move, and how.
    pub(super) moving: SecondaryMap<Id, bool>,
    pub(super) rows: SecondaryMap<Id, Id>,
    pub(super) matrices: SecondaryMap<Id, Matrix>,
}

impl Algebra {
    pub(super) fn new(bodies: &[String]) -> Self {
        Self { bodies: bodies.to_vec(), ..Self::default() }
    }

    /// Whether it is kept whole: what the user named, and its rate of change where that is a sum of more than `ω_b − ω_a`.
    fn is_named(&self, id: Id) -> bool {
        let is_input = |&(_, term): &(Number, Id)| matches!(self.graph.node(term), Node::Input(_));
        let is_long =
            || matches!(self.graph.node(id), Node::Sum(_, terms) if terms.len() > 1 && !terms.iter().all(is_input));
        self.names.contains_key(id) || (self.rates.contains_key(id) && is_long())
    }

    pub(super) fn one(&mut self) -> Id {
        self.graph.constant(1.0)
    }

    pub(super) fn zero(&mut self, ty: Type) -> Id {
        if ty == Type::Vector { self.graph.zero(ty) } else { self.graph.constant(0.0) }
    }

    pub(super) fn is_zero(&self, id: Id) -> bool {
        match *self.graph.node(id) {
            Node::Constant(value) => value.get() == 0.0,
            Node::Sum(_, ref terms) => terms.is_empty(),
            Node::Vector(x, y) => self.is_zero(x) && self.is_zero(y),
            _ => false,
        }
    }

    /// `c · x` taken apart.
    pub(super) fn coefficient(&self, id: Id) -> (f64, Id) {
        match *self.graph.node(id) {
            Node::Sum(_, ref terms) if terms.len() == 1 && !self.is_named(id) => {
                let (inner, core) = self.coefficient(terms[0].1);
                (terms[0].0.get() * inner, core)
            }
            _ => (1.0, id),
        }
    }

    /// Σ cᵢ xᵢ: nameless sums in it opened, equal terms together, in the order in which they come.
    pub(super) fn sum(&mut self, ty: Type, terms: &[(f64, Id)]) -> Id {
        if let &[(1.0, only)] = terms
            && !matches!(self.graph.node(only), Node::Sum(..) | Node::Vector(..) | Node::Constant(_))
        {
            return only;
        }
        let (mut flat, mut constant) = (Vec::new(), 0.0);
        for &(c, id) in terms {
            self.flatten(c, id, &mut flat, &mut constant);
        }
        flat.retain(|&(c, _)| c != 0.0);
        match ty {
            Type::Vector => {
                self.join_multiples(&mut flat);
                self.join_axes(&mut flat);
            }
            _ => self.join_components(&mut flat, &mut constant),
        }
        if constant != 0.0 {
            if flat.is_empty() {
                return self.graph.constant(constant);
            }
            let one = self.graph.constant(constant.abs());
            flat.push((constant.signum(), one));
        }
        match flat[..] {
            [] => self.zero(ty),
            [(1.0, only)] => only,
            // −(−x, y) is (x, −y).
            [(-1.0, only)]
                if let Node::Vector(x, y) = *self.graph.node(only)
                    && !self.is_named(only)
                    && self.coefficient(x).0 < 0.0 =>
            {
                let [x, y] = [x, y].map(|lane| self.negative(lane));
                self.vector(x, y)
            }
            _ => match ty {
                Type::Scalar => self.over_common_denominator(&flat),
                _ => self.with_common_coefficient(ty, &flat),
            },
        }
    }

    fn flatten(&self, outside: f64, id: Id, into: &mut Vec<(f64, Id)>, constant: &mut f64) {
        match self.graph.node(id) {
            Node::Sum(_, terms) if !self.is_named(id) => {
                for &(c, term) in terms {
                    self.flatten(outside * c.get(), term, into, constant);
                }
            }
            Node::Constant(value) => *constant += outside * value.get(),
            Node::Vector(..) if self.is_zero(id) => {}
            _ => match into.iter_mut().find(|(_, known)| *known == id) {
                Some((c, _)) => *c += outside,
                None => into.push((outside, id)),
            },
        }
    }

    pub(super) fn negative(&mut self, id: Id) -> Id {
        self.sum(self.graph.ty(id), &[(-1.0, id)])
    }

    /// Π xᵢ^kᵢ: nameless products in it opened, powers collected, constants outside.
    pub(super) fn product(&mut self, factors: &[(Id, i32)]) -> Id {
        let (mut flat, mut constant) = (Vec::new(), 1.0);
        for &(id, k) in factors {
            self.gather_factors(id, k, &mut flat, &mut constant);
        }
        // Roots that met are what is under them.
        for (id, k) in std::mem::take(&mut flat) {
            self.gather_factors(id, k, &mut flat, &mut constant);
        }
        self.choose_powers(&mut flat, &mut constant);
        flat.retain(|&(_, k)| k != 0);
        self.join_lengths(&mut flat);
        self.cancel(&mut flat, &mut constant);
        let core = match flat[..] {
            _ if constant == 0.0 => return self.zero(Type::Scalar),
            [] => return self.graph.constant(constant),
            [(only, 1)] => only,
            _ => self.graph.intern(Node::Product(flat)),
        };
        self.sum(Type::Scalar, &[(constant, core)])
    }

    fn gather_factors(&self, id: Id, k: i32, into: &mut Vec<(Id, i32)>, constant: &mut f64) {
        let (c, core) = self.coefficient(id);
        *constant *= c.powi(k);
        match *self.graph.node(core) {
            Node::Product(ref inner) if !self.is_named(core) && flattens(inner, k) => {
                for &(factor, j) in inner {
                    self.gather_factors(factor, j * k, into, constant);
                }
            }
            Node::Constant(value) => *constant *= value.get().powi(k),
            Node::Call(Function::Sqrt, ref under) if k % 2 == 0 && !self.is_named(core) => {
                self.gather_factors(under[0], k / 2, into, constant);
            }
            _ => match into.iter_mut().find(|(known, _)| *known == core) {
                Some((_, power)) => *power += k,
                None => into.push((core, k)),
            },
        }
    }

    /// A power of a choice between numbers is a choice between their powers.
    fn choose_powers(&mut self, factors: &mut [(Id, i32)], constant: &mut f64) {
        for factor in factors.iter_mut().filter(|(_, k)| *k != 1) {
            let Node::Choose(condition, yes, no) = *self.graph.node(factor.0) else { continue };
            let (Node::Constant(yes), Node::Constant(no)) = (self.graph.node(yes), self.graph.node(no)) else {
                continue;
            };
            let [yes, no] = [yes, no].map(|value| value.get().powi(factor.1));
            let is_kept = self.is_named(factor.0) && yes.to_bits() != no.to_bits();
            if is_kept || !yes.is_finite() || !no.is_finite() {
                continue;
            }
            let (yes, no) = (self.graph.constant(yes), self.graph.constant(no));
            let chosen = self.choose(condition, yes, no);
            *factor = match *self.graph.node(chosen) {
                Node::Constant(value) => {
                    *constant *= value.get();
                    (chosen, 0)
                }
                _ => (chosen, 1),
            };
        }
    }

    pub(super) fn times(&mut self, a: Id, b: Id) -> Id {
        self.product(&[(a, 1), (b, 1)])
    }

    /// s v: signs and constants outside, one scalar.
    pub(super) fn scale(&mut self, s: Id, v: Id) -> Id {
        let ((cs, s), (cv, v)) = (self.coefficient(s), self.coefficient(v));
        if self.is_zero(s) || self.is_zero(v) {
            return self.zero(Type::Vector);
        }
        if let Node::Constant(value) = *self.graph.node(s) {
            return self.sum(Type::Vector, &[(cs * cv * value.get(), v)]);
        }
        let scaled = match *self.graph.node(v) {
            Node::Scale(t, inner) if !self.is_named(v) => {
                let s = self.times(s, t);
                self.scale(s, inner)
            }
            _ => self.graph.scale(s, v),
        };
        self.sum(Type::Vector, &[(cs * cv, scaled)])
    }

    pub(super) fn x(&mut self, v: Id) -> Id {
        self.component(v, true)
    }

    pub(super) fn y(&mut self, v: Id) -> Id {
        self.component(v, false)
    }

    fn component(&mut self, v: Id, is_x: bool) -> Id {
        if self.graph.ty(v) == Type::Rotation {
            return if is_x { self.graph.x(v) } else { self.graph.y(v) };
        }
        let stripped = self.strip(v);
        let (sign, is_x) = stripped.component(is_x);
        let value = match *self.graph.node(stripped.core) {
            Node::Vector(x, y) => [y, x][usize::from(is_x)],
            _ if self.is_zero(stripped.core) => self.zero(Type::Scalar),
            _ if is_x => self.graph.x(stripped.core),
            _ => self.graph.y(stripped.core),
        };
        let mut factors: Vec<(Id, i32)> = stripped.scalars.map_vec(|&s| (s, 1));
        factors.push((value, 1));
        let product = self.product(&factors);
        self.sum(Type::Scalar, &[(sign * stripped.coefficient, product)])
    }

    /// perp(v): signs and scalars outside, perp² = −1.
    pub(super) fn perp(&mut self, v: Id) -> Id {
        let stripped = self.strip(v);
        if self.is_zero(stripped.core) {
            return self.zero(Type::Vector);
        }
        let (sign, turned) = match (stripped.quarter_turns + 1) % 4 {
            0 => (1.0, stripped.core),
            1 => (1.0, self.graph.perp(stripped.core)),
            2 => (-1.0, stripped.core),
            _ => (-1.0, self.graph.perp(stripped.core)),
        };
        self.scaled(sign * stripped.coefficient, &stripped.scalars, turned)
    }

    fn scaled(&mut self, coefficient: f64, scalars: &[Id], v: Id) -> Id {
        let factors: Vec<(Id, i32)> = scalars.map_vec(|&s| (s, 1));
        let s = self.product(&factors);
        let scaled = self.scale(s, v);
        self.sum(Type::Vector, &[(coefficient, scaled)])
    }

    /// R v: signs, scalars and quarter turns outside; R R⁻¹ = 1.
    pub(super) fn rotate(&mut self, r: Id, v: Id) -> Id {
        let stripped = self.strip(v);
        if self.is_zero(stripped.core) {
            return self.zero(Type::Vector);
        }
        let back = self.inverse(r);
        let rotated = match *self.graph.node(stripped.core) {
            Node::Rotate(s, inner) if s == back => inner,
            _ => self.graph.rotate(r, stripped.core),
        };
        let mut turned = self.scaled(stripped.coefficient, &stripped.scalars, rotated);
        for _ in 0..stripped.quarter_turns {
            turned = self.perp(turned);
        }
        turned
    }

    pub(super) fn inverse(&mut self, r: Id) -> Id {
        match *self.graph.node(r) {
            Node::Inverse(forward) => forward,
            _ => self.graph.inverse(r),
        }
    }

    /// R S, or none where that is the identity.
    pub(super) fn composed(&mut self, r: Id, s: Id) -> Option<Id> {
        (self.inverse(r) != s).then(|| self.graph.intern(Node::Compose(r, s)))
    }

    /// |v|, the same for ±v: scalars and quarter turns outside.
    pub(super) fn length(&mut self, v: Id) -> Id {
        let Stripped { coefficient, scalars, core, .. } = self.strip(v);
        let length = if self.is_unit(core) { self.one() } else { self.graph.length(core) };
        let factors: Vec<(Id, i32)> = scalars.map_vec(|&s| (s, 1));
        let scalar = self.product(&factors);
        let scalar = self.size(scalar);
        let length = self.times(scalar, length);
        self.sum(Type::Scalar, &[(coefficient.abs(), length)])
    }

    /// |x|: what is never negative outside.
    fn size(&mut self, x: Id) -> Id {
        let (c, core) = self.coefficient(x);
        let factors = match self.graph.node(core) {
            Node::Product(factors) if !self.is_named(core) => factors.clone(),
            _ => vec![(core, 1)],
        };
        let is_positive = |&(id, k): &(Id, i32)| match self.graph.node(id) {
            Node::Length(_) | Node::Call(Function::Sqrt | Function::Exp | Function::Abs, _) => true,
            Node::Dot(u, v) => u == v,
            _ => k % 2 == 0,
        };
        let (mut outside, inside): (Vec<_>, Vec<_>) = factors.iter().copied().partition(is_positive);
        let inside = self.product(&inside);
        let inside = match *self.graph.node(inside) {
            Node::Constant(value) => self.graph.constant(value.get().abs()),
            _ => self.graph.call(Function::Abs, &[inside]),
        };
        outside.push((inside, 1));
        let product = self.product(&outside);
        self.sum(Type::Scalar, &[(c.abs(), product)])
    }

    /// v/|v|
    pub(super) fn unit(&mut self, v: Id) -> Id {
        let (c, core) = self.coefficient(v);
        let unit = self.graph.unit(core);
        self.sum(Type::Vector, &[(1.0_f64.copysign(c), unit)])
    }

    pub(super) fn choose(&mut self, condition: Id, yes: Id, no: Id) -> Id {
        match *self.graph.node(condition) {
            _ if yes == no => return yes,
            Node::Truth(holds) => return [no, yes][usize::from(holds)],
            _ => {}
        }
        // −x or −y is −(x or y).
        let ((first, _), (second, _)) = (self.coefficient(yes), self.coefficient(no));
        let is_minus = |side: Id| matches!(self.graph.node(side), Node::Constant(value) if value.get() < 0.0);
        let is_negative = |c: f64, side: Id| c < 0.0 || is_minus(side) || self.is_zero(side);
        if is_negative(first, yes) && is_negative(second, no) {
            let (yes, no) = (self.negative(yes), self.negative(no));
            let chosen = self.graph.choose(condition, yes, no);
            return self.negative(chosen);
        }
        self.graph.choose(condition, yes, no)
    }

    pub(super) fn call(&mut self, function: Function, arguments: &[Id]) -> Id {
        match (function, arguments) {
            (Function::Sqrt, &[under]) => self.root(under),
            (Function::Abs, &[of]) => self.size(of),
            _ => self.graph.call(function, arguments),
        }
    }

    /// √x: of |v|², |v|.
    fn root(&mut self, under: Id) -> Id {
        match *self.graph.node(under) {
            Node::Dot(u, v) if u == v && !self.is_named(under) => self.length(u),
            _ => self.graph.call(Function::Sqrt, &[under]),
        }
    }

    pub(super) fn input(&mut self, input: Input) -> Id {
        self.graph.input(input)
    }
}
