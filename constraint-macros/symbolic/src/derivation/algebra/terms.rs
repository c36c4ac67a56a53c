//! Terms of sums that belong together: d.x² + d.y² is |d|², and y (1, 0) − x (0, 1) is (y, −x).

use super::Algebra;
use crate::ir::vector::{Function, Id, Node, Type};

/// A term c Π xᵢ^kᵢ.
#[derive(Clone, Debug)]
struct Term {
    coefficient: f64,
    factors: Vec<(Id, i32)>,
}

/// A component of a vector, or the cosine or sine of an angle or a rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Component {
    of: Id,
    is_x: bool,
    is_circular: bool,
}

/// Two components among the factors of a term, and the other factors.
type Pair = ([Component; 2], Vec<(Id, i32)>);

/// What two terms make together.
enum Joined {
    Dot(Id, Id),
    Cross(Id, Id),
    One,
}

impl Algebra {
    /// Joins the terms of a sum of scalars that are components of one product of vectors, in the place of the first one.
    pub(super) fn join_components(&mut self, terms: &mut Vec<(f64, Id)>, constant: &mut f64) {
        let mut first = 0;
        while first < terms.len() {
            let term = self.term(terms[first]);
            let with = |&other: &usize| self.joined(&term, &self.term(terms[other]));
            let Some((second, (joined, rest))) = (first + 1..terms.len()).find_map(|at| Some((at, with(&at)?))) else {
                first += 1;
                continue;
            };
            let value = match joined {
                Joined::Dot(u, v) => self.dot(u, v),
                Joined::Cross(u, v) => self.cross(u, v),
                Joined::One => self.one(),
            };
            let product = self.product(&[&rest[..], &[(value, 1)]].concat());
            terms.remove(second);
            let (c, core) = self.coefficient(product);
            match *self.graph.node(core) {
                Node::Constant(value) => {
                    *constant += term.coefficient * c * value.get();
                    terms.remove(first);
                }
                _ => terms[first] = (term.coefficient * c, core),
            }
        }
    }

    /// |v|² times powers of |v|: powers of one length.
    pub(super) fn join_lengths(&self, factors: &mut Vec<(Id, i32)>) {
        for at in 0..factors.len() {
            let (square, k) = factors[at];
            let Node::Dot(u, v) = *self.graph.node(square) else { continue };
            let is_length = |&(id, _): &(Id, i32)| matches!(*self.graph.node(id), Node::Length(w) if w == u);
            if let Some(length) = factors.iter().position(is_length).filter(|_| u == v && !self.is_named(square)) {
                let power = factors[length].1 + 2 * k;
                // An even power stays one of the square.
                (factors[at].1, factors[length].1) = if power % 2 == 0 { (power / 2, 0) } else { (0, power) };
            }
        }
        factors.retain(|&(_, k)| k != 0);
    }

    /// What two terms make together, and the factors that both have besides.
    fn joined(&self, a: &Term, b: &Term) -> Option<(Joined, Vec<(Id, i32)>)> {
        if a.coefficient.abs().to_bits() != b.coefficient.abs().to_bits() {
            return None;
        }
        let is_same_sign = a.coefficient.to_bits() == b.coefficient.to_bits();
        for ([p, q], rest) in self.pairs(a) {
            for ([s, t], other) in self.pairs(b) {
                if !is_same(&rest, &other) {
                    continue;
                }
                if p.is_circular || q.is_circular {
                    // cos² + sin²
                    if p == q && s == t && p.of == s.of && p.is_x != s.is_x && is_same_sign {
                        return Some((Joined::One, rest));
                    }
                } else if (p.of, q.of, !p.is_x, !q.is_x) == (s.of, t.of, s.is_x, t.is_x) {
                    // u.x v.x + u.y v.y, u.x v.y − u.y v.x
                    if p.is_x == q.is_x && is_same_sign {
                        return Some((Joined::Dot(p.of, q.of), rest));
                    } else if p.is_x && !q.is_x && !is_same_sign {
                        return Some((Joined::Cross(p.of, q.of), rest));
                    }
                }
            }
        }
        None
    }

    fn term(&self, (c, id): (f64, Id)) -> Term {
        let (inner, core) = self.coefficient(id);
        let factors = match self.graph.node(core) {
            Node::Product(factors) if !self.is_named(core) => factors.clone(),
            _ => vec![(core, 1)],
        };
        Term { coefficient: c * inner, factors }
    }

    /// The pairs of components among the factors of a term, either one first, with the other factors.
    fn pairs(&self, term: &Term) -> Vec<Pair> {
        let components: Vec<(usize, Component)> =
            term.factors.iter().enumerate().filter_map(|(at, &(id, _))| Some((at, self.as_component(id)?))).collect();
        let mut pairs = Vec::new();
        for &(at, p) in &components {
            for &(other, q) in &components {
                let mut rest = term.factors.clone();
                rest[at].1 -= 1;
                rest[other].1 -= 1;
                if rest[at].1 >= 0 && rest[other].1 >= 0 {
                    rest.retain(|&(_, k)| k != 0);
                    pairs.push(([p, q], rest));
                }
            }
        }
        pairs
    }

    fn as_component(&self, id: Id) -> Option<Component> {
        if self.is_named(id) {
            return None;
        }
        let component = |of, is_x, is_circular| Some(Component { of, is_x, is_circular });
        match *self.graph.node(id) {
            Node::X(v) => component(v, true, self.graph.ty(v) == Type::Rotation),
            Node::Y(v) => component(v, false, self.graph.ty(v) == Type::Rotation),
            Node::Call(Function::Cos, ref a) => component(a[0], true, true),
            Node::Call(Function::Sin, ref a) => component(a[0], false, true),
            _ => None,
        }
    }

    /// Joins multiples of the axes, if there are some of both, to one vector, in the place of the first one.
    pub(super) fn join_axes(&mut self, terms: &mut Vec<(f64, Id)>) {
        let (mut along, mut first) = ([Vec::new(), Vec::new()], None);
        for (at, &(c, id)) in terms.iter().enumerate() {
            let (scalar, axis) = match *self.graph.node(id) {
                Node::Scale(s, v) if !self.is_named(id) => (Some(s), v),
                _ => (None, id),
            };
            if let Some(lane) = self.axis(axis) {
                along[lane].push((c, scalar));
                first.get_or_insert(at);
            }
        }
        let (Some(first), false) = (first, along.iter().any(Vec::is_empty)) else { return };
        let [x, y] = along.map(|terms| {
            let terms: Vec<(f64, Id)> = terms.iter().map(|&(c, s)| (c, s.unwrap_or_else(|| self.one()))).collect();
            self.sum(Type::Scalar, &terms)
        });
        let (c, vector) = {
            let vector = self.vector(x, y);
            self.coefficient(vector)
        };
        let mut at = 0;
        terms.retain_mut(|term| {
            at += 1;
            let is_axis = match *self.graph.node(term.1) {
                Node::Scale(_, v) if !self.is_named(term.1) => self.axis(v).is_some(),
                _ => self.axis(term.1).is_some(),
            };
            if at == first + 1 {
                *term = (c, vector);
            }
            !is_axis || at == first + 1
        });
    }

    /// 0 for (1, 0), 1 for (0, 1).
    fn axis(&self, v: Id) -> Option<usize> {
        let Node::Vector(x, y) = *self.graph.node(v) else { return None };
        let is = |id: Id, wanted: f64| matches!(self.graph.node(id), Node::Constant(value) if value.get().to_bits() == f64::to_bits(wanted));
        [(1.0, 0.0), (0.0, 1.0)].iter().position(|&(a, b)| is(x, a) && is(y, b))
    }

    /// (x, y): of the components of a vector, that vector or its quarter turn.
    pub(in crate::derivation) fn vector(&mut self, x: Id, y: Id) -> Id {
        let (first, second) = (self.term((1.0, x)), self.term((1.0, y)));
        let single = |this: &Self, term: &Term| {
            let found = term.factors.iter().enumerate().find_map(|(at, &(id, k))| {
                let component = this.as_component(id).filter(|component| k == 1 && !component.is_circular)?;
                Some((at, component))
            });
            found.map(|(at, component)| (component, [&term.factors[..at], &term.factors[at + 1..]].concat()))
        };
        if let (Some((p, rest)), Some((q, other))) = (single(self, &first), single(self, &second))
            && p.of == q.of
            && p.is_x != q.is_x
            && is_same(&rest, &other)
            && first.coefficient.to_bits() == (if p.is_x { second.coefficient } else { -second.coefficient }).to_bits()
        {
            let turned = if p.is_x { p.of } else { self.perp(p.of) };
            let scalar = self.product(&rest);
            let scaled = self.scale(scalar, turned);
            return self.sum(Type::Vector, &[(second.coefficient, scaled)]);
        }
        if first.coefficient < 0.0 && second.coefficient < 0.0 {
            let [x, y] = [x, y].map(|lane| self.negative(lane));
            let opposite = self.graph.vector(x, y);
            return self.sum(Type::Vector, &[(-1.0, opposite)]);
        }
        self.graph.vector(x, y)
    }

    /// The angle that atan2(a, b) is, with its sign: from one vector to another one, or from the x axis where there is no first one.
    pub(in crate::derivation) fn angle(&self, a: Id, b: Id) -> Option<(f64, Option<Id>, Option<Id>)> {
        let ((ca, a), (cb, b)) = (self.coefficient(a), self.coefficient(b));
        if ca.abs().to_bits() != cb.to_bits() {
            return None;
        }
        let sign = ca.signum();
        match (self.graph.node(a), self.graph.node(b)) {
            (&Node::Cross(u, v), &Node::Dot(p, q)) if (u, v) == (p, q) || (u, v) == (q, p) => {
                Some((sign, Some(u), Some(v)))
            }
            (&Node::Y(v), &Node::X(w)) if v == w && self.graph.ty(v) == Type::Vector => Some((sign, None, Some(v))),
            _ => None,
        }
    }

    /// s Σ xᵢ as Σ s xᵢ where a term is a multiple of what s is divided by: (|d|² + …)/|d|².
    pub(in crate::derivation) fn distributed(&mut self, s: Id, sum: Id) -> Id {
        let Node::Sum(_, terms) = self.graph.node(sum) else { return self.times(s, sum) };
        let terms: Vec<(f64, Id)> = terms.iter().map(|&(c, id)| (c.get(), id)).collect();
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        for (c, id) in terms {
            let term = self.times(s, id);
            let is_whole =
                !matches!(self.graph.node(self.coefficient(term).1), Node::Product(f) if f.iter().any(|&(_, k)| k < 0));
            if is_whole { whole.push((c, term)) } else { rest.push((c, id)) }
        }
        let rest = self.sum(Type::Scalar, &rest);
        whole.push((1.0, self.times(s, rest)));
        self.sum(Type::Scalar, &whole)
    }

    /// c Σ ±xᵢ where all terms have one coefficient but for the sign, and −Σ xᵢ where all are negative.
    pub(super) fn with_common_coefficient(&mut self, ty: Type, terms: &[(f64, Id)]) -> Id {
        if terms.len() < 2 {
            return self.graph.sum(ty, terms);
        }
        let size = terms[0].0.abs();
        let are_alike = terms.iter().all(|(c, _)| c.abs().to_bits() == size.to_bits());
        let sign = if terms.iter().all(|(c, _)| *c < 0.0) { -1.0 } else { 1.0 };
        let outside = if are_alike { sign * size } else { sign };
        if outside.to_bits() == 1.0_f64.to_bits() {
            return self.graph.sum(ty, terms);
        }
        let inside: Vec<(f64, Id)> = terms.iter().map(|&(c, id)| (c / outside, id)).collect();
        let inside = self.graph.sum(ty, &inside);
        self.graph.sum(ty, &[(outside, inside)])
    }

    /// A sum of quotients that are divided by the same, as one quotient.
    pub(super) fn over_common_denominator(&mut self, terms: &[(f64, Id)]) -> Id {
        let parts: Vec<Term> = terms.iter().map(|&term| self.term(term)).collect();
        let below_of = |term: &Term| term.factors.iter().copied().filter(|&(_, k)| k < 0).collect::<Vec<_>>();
        let mut below = below_of(&parts[0]);
        if !parts.iter().all(|part| is_same(&below_of(part), &below)) {
            below.clear();
        }
        if below.is_empty() || parts.len() < 2 {
            let quotient = self.with_constant_above(terms);
            return quotient.unwrap_or_else(|| self.with_common_coefficient(Type::Scalar, terms));
        }
        let inverse: Vec<(Id, i32)> = below.iter().map(|&(id, k)| (id, -k)).collect();
        let above: Vec<(f64, Id)> = parts
            .iter()
            .map(|part| (part.coefficient, self.product(&[&part.factors[..], &inverse].concat())))
            .collect();
        let above = self.sum(Type::Scalar, &above);
        self.product(&[&[(above, 1)], &below[..]].concat())
    }

    /// 1 − 2 e²/(e² + 1) as (1 − e²)/(e² + 1): a number and a quotient as one, where no more terms come to stand above than below.
    fn with_constant_above(&mut self, terms: &[(f64, Id)]) -> Option<Id> {
        let &[quotient, (sign, number)] = terms else { return None };
        let &Node::Constant(number) = self.graph.node(number) else { return None };
        let Term { coefficient, factors } = self.term(quotient);
        let (above, below): (Vec<_>, Vec<_>) = factors.into_iter().partition(|&(_, k)| k > 0);
        let &[(below, -1)] = &below[..] else { return None };
        let count = |this: &Self, id: Id| match this.graph.node(this.coefficient(id).1) {
            Node::Sum(_, terms) if !this.is_named(id) => terms.len(),
            _ => 1,
        };
        let above = self.product(&above);
        let above = self.sum(Type::Scalar, &[(coefficient, above), (sign * number.get(), below)]);
        let is_shorter = count(self, below) > 1 && count(self, above) <= count(self, below);
        is_shorter.then(|| self.product(&[(above, 1), (below, -1)]))
    }

    /// A sum of scalars with the factors outside that all terms have.
    pub(in crate::derivation) fn with_common_factors(&mut self, sum: Id) -> Id {
        let (c, core) = self.coefficient(sum);
        let common = self.common_factors(core);
        if common.is_empty() || self.is_named(core) {
            return sum;
        }
        let terms: Vec<(f64, Id)> =
            self.reduced(core).iter().map(|term| (term.coefficient, self.product(&term.factors))).collect();
        let inside = self.sum(Type::Scalar, &terms);
        let product = self.product(&[&[(inside, 1)], &common[..]].concat());
        self.sum(Type::Scalar, &[(c, product)])
    }

    /// Joins multiples of one vector, in the place of the first one.
    pub(super) fn join_multiples(&mut self, terms: &mut Vec<(f64, Id)>) {
        let taken = |this: &Self, id: Id| match *this.graph.node(id) {
            Node::Scale(s, v) if !this.is_named(id) => (Some(s), v),
            _ => (None, id),
        };
        let mut first = 0;
        while first < terms.len() {
            let vector = taken(self, terms[first].1).1;
            let mut scalars = Vec::new();
            let mut at = 0;
            terms.retain(|&(c, id)| {
                at += 1;
                let (scalar, other) = taken(self, id);
                if other == vector {
                    scalars.push((c, scalar));
                }
                other != vector || at == first + 1
            });
            if scalars.len() > 1 {
                let scalars: Vec<(f64, Id)> =
                    scalars.iter().map(|&(c, s)| (c, s.unwrap_or_else(|| self.one()))).collect();
                let scalar = self.sum(Type::Scalar, &scalars);
                let scaled = self.scale(scalar, vector);
                terms[first] = self.coefficient(scaled);
                if self.is_zero(scaled) {
                    terms.remove(first);
                    continue;
                }
            }
            first += 1;
        }
    }

    /// Cancels sums above and below a quotient that are the same but for the order of their terms, or but for factors that all
    /// terms of the one above have.
    pub(super) fn cancel(&mut self, factors: &mut Vec<(Id, i32)>, constant: &mut f64) {
        let Some((above, below, times)) = self.alike(factors) else { return };
        let common = self.common_factors(factors[above].0);
        let power = factors[above].1.min(-factors[below].1);
        factors[above].1 -= power;
        factors[below].1 += power;
        for (factor, k) in common {
            factors.push((factor, k * power));
        }
        *constant *= times.powi(power);
        factors.retain(|&(_, k)| k != 0);
        self.cancel(factors, constant);
    }

    /// A sum above and one below that are alike, and how many times the one below the other one is.
    fn alike(&self, factors: &[(Id, i32)]) -> Option<(usize, usize, f64)> {
        let is_sum = |at: &usize| matches!(self.graph.node(factors[*at].0), Node::Sum(_, terms) if terms.len() > 1);
        let sums =
            |is_above: bool| (0..factors.len()).filter(is_sum).filter(move |&at| (factors[at].1 > 0) == is_above);
        sums(true).find_map(|above| {
            let own = self.reduced(factors[above].0);
            sums(false).find_map(|below| Some((above, below, ratio(&own, &self.terms_of(factors[below].0))?)))
        })
    }

    /// The terms of a sum.
    fn terms_of(&self, sum: Id) -> Vec<Term> {
        match self.graph.node(sum) {
            Node::Sum(_, terms) => terms.iter().map(|&(c, id)| self.term((c.get(), id))).collect(),
            _ => Vec::new(),
        }
    }

    /// The factors that all terms of a sum have.
    fn common_factors(&self, sum: Id) -> Vec<(Id, i32)> {
        let terms = self.terms_of(sum);
        let Some((first, others)) = terms.split_first() else { return Vec::new() };
        let mut common = first.factors.clone();
        for (factor, k) in &mut common {
            let power = |term: &Term| term.factors.iter().find(|(id, _)| id == factor).map_or(0, |&(_, power)| power);
            *k = others.iter().map(power).fold(*k, i32::min).max(0);
        }
        common.retain(|&(_, k)| k > 0);
        common
    }

    /// The terms of a sum without the factors that all of them have.
    fn reduced(&self, sum: Id) -> Vec<Term> {
        let (common, mut terms) = (self.common_factors(sum), self.terms_of(sum));
        for term in &mut terms {
            for (factor, k) in &mut term.factors {
                *k -= common.iter().find(|(known, _)| known == factor).map_or(0, |&(_, k)| k);
            }
            term.factors.retain(|&(_, k)| k != 0);
        }
        terms
    }
}

/// How many times one sum is another one, if it is a multiple of that.
fn ratio(one: &[Term], other: &[Term]) -> Option<f64> {
    let of = |term: &Term| {
        let same = other.iter().find(|known| is_same(&known.factors, &term.factors))?;
        Some(term.coefficient / same.coefficient)
    };
    let ratios: Vec<f64> = one.iter().map(of).collect::<Option<_>>()?;
    let first = *ratios.first()?;
    (one.len() == other.len() && ratios.iter().all(|ratio| ratio.to_bits() == first.to_bits())).then_some(first)
}

/// Whether factors are the same, in any order.
fn is_same(one: &[(Id, i32)], other: &[(Id, i32)]) -> bool {
    one.len() == other.len() && one.iter().all(|factor| other.contains(factor))
}
