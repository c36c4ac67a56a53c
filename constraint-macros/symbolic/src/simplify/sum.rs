//! Sums: flattened, like terms collected, and terms that share a factor merged.

use super::Simplifier;
use crate::ir::map_vec::MapVec as _;
use crate::ir::sorted_vec::SortedVec;
use crate::ir::vector::{Id, Node, Number, Stage, Type};

/// Sums of more terms are not unfolded: sums of sums of sums grow as fast as powers do.
const MANY: usize = 32;

impl Simplifier {
    /// Σ cᵢ xᵢ
    pub fn sum(&mut self, ty: Type, terms: &[(f64, Id)]) -> Id {
        if let &[(1.0, only)] = terms
            && !matches!(self.graph.node(only), Node::Sum(..))
        {
            return only;
        }
        let mut flat = Flat::default();
        for &(c, id) in terms {
            self.flatten(c, id, &mut flat);
        }
        match ty {
            Type::Scalar => self.merge_products_of_vectors(&mut flat),
            _ => self.merge_vectors(&mut flat),
        }
        self.finish(ty, &flat)
    }

    /// Σ cᵢ xᵢ of scalars, where sums inside stay as they are: what is shared is to be computed once.
    pub fn shallow_sum(&mut self, terms: &[(f64, Id)]) -> Id {
        let mut flat = Flat::default();
        for &(c, id) in terms {
            let (inner, core) = self.coefficient(id);
            match self.as_constant(core) {
                Some(value) => flat.constant.0 += c * inner * value,
                None => flat.add(c * inner, core),
            }
        }
        match self.unfolded(&flat) {
            Some(whole) if whole.terms.entries().len() < flat.terms.entries().len() => {
                self.finish(Type::Scalar, &whole)
            }
            _ => self.finish(Type::Scalar, &flat),
        }
    }

    /// The same without sums inside, among whose terms some may cancel: (a + b) − a. None where there are no such sums, or large ones.
    fn unfolded(&self, flat: &Flat) -> Option<Flat> {
        let terms = flat.terms.entries();
        let is_sum = |&(id, _): &(Id, f64)| matches!(self.graph.node(id), Node::Sum(..));
        if terms.len() < 2 || !terms.iter().any(is_sum) {
            return None;
        }
        let mut whole = Flat { constant: flat.constant, ..Flat::default() };
        let mut room = MANY;
        for &(id, c) in terms {
            self.unfold(c, id, &mut whole, &mut room)?;
        }
        Some(whole)
    }

    fn unfold(&self, c: f64, id: Id, flat: &mut Flat, room: &mut usize) -> Option<()> {
        *room = room.checked_sub(1)?;
        if let Node::Sum(_, terms) = self.graph.node(id) {
            for &(inner, term) in terms {
                self.unfold(c * inner.get(), term, flat, room)?;
            }
        } else {
            match self.as_constant(id) {
                Some(value) => flat.constant.0 += c * value,
                None => flat.add(c, id),
            }
        }
        Some(())
    }

    /// Adds `c · id` to the collected terms, constants apart.
    fn flatten(&self, c: f64, id: Id, flat: &mut Flat) {
        if let Node::Sum(_, terms) = self.graph.node(id) {
            for &(inner, term) in terms {
                self.flatten(c * inner.get(), term, flat);
            }
        } else if let Some(value) = self.as_constant(id) {
            flat.constant.0 += c * value;
        } else if let Some((x, y)) = self.as_constant_vector(id) {
            flat.constant.0 += c * x;
            flat.constant.1 += c * y;
        } else {
            flat.add(c, id);
        }
    }

    /// s ⟨u, v⟩ + s ⟨u, w⟩ = s ⟨u, v + w⟩, the same for ×, where v and w are known at the same stage.
    fn merge_products_of_vectors(&mut self, flat: &mut Flat) {
        while let Some(Shared { factors, crossed, operand, stage }) = self.shared_operand(flat) {
            let mut others = Vec::new();
            for (id, c) in std::mem::take(&mut flat.terms).into_entries() {
                match self.against(id, &factors, crossed, operand) {
                    Some((sign, other)) if self.graph.stage(other) == stage => others.push((c * sign, other)),
                    _ => flat.terms.insert(id, c),
                }
            }
            let other = self.sum(Type::Vector, &others);
            let merged = if crossed { self.cross(operand, other) } else { self.dot(operand, other) };
            let mut factors = factors;
            factors.push((merged, 1));
            let merged = self.product(&factors);
            self.flatten(1.0, merged, flat);
        }
    }

    /// What most terms share, if two do.
    fn shared_operand(&self, flat: &Flat) -> Option<Shared> {
        let mut forms = 0;
        for &(id, _) in flat.terms.entries() {
            forms += usize::from(self.has_form(id));
        }
        if forms < 2 {
            return None;
        }
        let mut uses: SortedVec<Shared, usize> = SortedVec::default();
        for &(id, _) in flat.terms.entries() {
            let Some(Form { factors, crossed, operands: (u, v) }) = self.form_in(id) else { continue };
            let mut count = |operand: Id, other: Id| {
                let stage = self.graph.stage(other);
                *uses.or_insert_with(Shared { factors: factors.clone(), crossed, operand, stage }, || 0) += 1;
            };
            count(u, v);
            if u != v {
                count(v, u);
            }
        }
        // The first of those with the same number.
        let mut most: Option<(Shared, usize)> = None;
        for (shared, count) in uses.into_entries() {
            if count > most.as_ref().map_or(1, |&(_, most)| most) {
                most = Some((shared, count));
            }
        }
        most.map(|(shared, _)| shared)
    }

    /// Whether there is a ⟨u, v⟩ or u × v in a term.
    fn has_form(&self, term: Id) -> bool {
        let is_form = |id: Id| matches!(self.graph.node(id), Node::Dot(..) | Node::Cross(..));
        match self.graph.node(term) {
            Node::Product(factors) => factors.iter().any(|&(factor, _)| is_form(factor)),
            _ => is_form(term),
        }
    }

    /// A term as scalars times one ⟨u, v⟩ or u × v.
    fn form_in(&self, term: Id) -> Option<Form> {
        let form = |id: Id| match *self.graph.node(id) {
            Node::Dot(u, v) => Some((false, (u, v))),
            Node::Cross(u, v) => Some((true, (u, v))),
            _ => None,
        };
        let Node::Product(factors) = self.graph.node(term) else {
            return form(term).map(|(crossed, operands)| Form { factors: Vec::new(), crossed, operands });
        };
        let mut forms = factors.iter().filter(|&&(id, _)| form(id).is_some());
        let (&(only, 1), None) = (forms.next()?, forms.next()) else { return None };
        let (crossed, operands) = form(only)?;
        let factors = factors.iter().copied().filter(|&(id, _)| id != only).collect();
        Some(Form { factors, crossed, operands })
    }

    /// What a term holds against `shared`, if it is `factors` times ⟨shared, ·⟩ or shared × ·.
    fn against(&self, term: Id, factors: &[(Id, i32)], crossed: bool, shared: Id) -> Option<(f64, Id)> {
        let Form { factors: found, crossed: is_cross, operands: (u, v) } = self.form_in(term)?;
        if found != factors || is_cross != crossed {
            return None;
        }
        match (crossed, u == shared, v == shared) {
            (_, true, _) => Some((1.0, v)),
            (false, _, true) => Some((1.0, u)),
            (true, _, true) => Some((-1.0, u)),
            _ => None,
        }
    }

    /// (x, 0) + (0, y) = (x, y)
    fn merge_components(&mut self, flat: &mut Flat) {
        let written = |id: Id| match *self.graph.node(id) {
            Node::Vector(x, y) => Some((x, y)),
            _ => None,
        };
        let parts: Vec<(f64, Id, (Id, Id))> =
            flat.terms.entries().iter().filter_map(|&(id, c)| Some((c, id, written(id)?))).collect();
        if parts.len() < 2 {
            return;
        }
        for (_, whole, _) in &parts {
            flat.terms.remove(whole);
        }
        let xs: Vec<(f64, Id)> = parts.map_vec(|&(c, _, (x, _))| (c, x));
        let ys: Vec<(f64, Id)> = parts.map_vec(|&(c, _, (_, y))| (c, y));
        let (x, y) = (self.sum(Type::Scalar, &xs), self.sum(Type::Scalar, &ys));
        let merged = self.vector(x, y);
        self.flatten(1.0, merged, flat);
    }

    /// s u + t u = (s + t) u, and R u + R v = R(u + v) where u and v are known before the pose.
    fn merge_vectors(&mut self, flat: &mut Flat) {
        self.merge_components(flat);
        let mut scaled: SortedVec<Id, Vec<(f64, Id, Id)>> = SortedVec::default();
        let mut rotated: SortedVec<Id, Vec<(f64, Id, Id)>> = SortedVec::default();
        let mut stretched: Vec<(Id, f64, (Id, Id), Id)> = Vec::new();
        for &(id, c) in flat.terms.entries() {
            match *self.graph.node(id) {
                Node::Scale(s, v) => match *self.graph.node(v) {
                    Node::Rotate(r, v) if self.graph.stage(s).max(self.graph.stage(v)) < Stage::Pose => {
                        stretched.push((r, c, (s, v), id));
                    }
                    _ => scaled.or_insert_with(v, Vec::new).push((c, s, id)),
                },
                Node::Rotate(r, v) if self.graph.stage(v) < Stage::Pose => {
                    rotated.or_insert_with(r, Vec::new).push((c, v, id));
                }
                _ => {}
            }
        }
        for (r, c, (s, v), id) in stretched {
            let inner = self.scale(s, v);
            rotated.or_insert_with(r, Vec::new).push((c, inner, id));
        }
        for (v, parts) in scaled.into_entries().into_iter().filter(|(_, parts)| parts.len() > 1) {
            let terms = flat.take(&parts);
            let s = self.sum(Type::Scalar, &terms);
            let merged = self.scale(s, v);
            self.flatten(1.0, merged, flat);
        }
        for (r, parts) in rotated.into_entries().into_iter().filter(|(_, parts)| parts.len() > 1) {
            let terms = flat.take(&parts);
            let v = self.sum(Type::Vector, &terms);
            let merged = self.rotate(r, v);
            self.flatten(1.0, merged, flat);
        }
    }

    /// The node: signs so that the first term is positive, an equal size of all coefficients outside.
    fn finish(&mut self, ty: Type, flat: &Flat) -> Id {
        let (x, y) = flat.constant;
        let constant = match ty {
            _ if (x, y) == (0.0, 0.0) => None,
            Type::Vector => {
                let (x, y) = (self.graph.constant(x), self.graph.constant(y));
                Some(self.graph.vector(x, y))
            }
            _ => Some(self.graph.constant(x)),
        };
        // A term is taken out as soon as it comes to nothing.
        let terms = flat.terms.entries();
        let outside = match (terms, constant) {
            ([], Some(constant)) => return constant,
            ([], None) => return self.zero_of(ty),
            (&[(only, 1.0)], None) => return only,
            ([_], None) => 1.0,
            (&[(_, first), ref others @ ..], None)
                if others.iter().all(|(_, c)| c.abs().to_bits() == first.abs().to_bits()) =>
            {
                first
            }
            (&[(_, first), ..], _) => 1.0_f64.copysign(first),
        };
        let mut inside = terms.map_vec(|&(id, c)| (Number::new(c / outside), id));
        inside.extend(constant.map(|constant| (Number::new(1.0 / outside), constant)));
        let node = self.graph.intern(Node::Sum(ty, inside));
        if outside.to_bits() == 1.0_f64.to_bits() {
            node
        } else {
            self.graph.intern(Node::Sum(ty, vec![(Number::new(outside), node)]))
        }
    }

    /// 0, or the zero vector.
    pub(super) fn zero_of(&mut self, ty: Type) -> Id {
        match ty {
            Type::Vector => {
                let zero = self.graph.constant(0.0);
                self.graph.vector(zero, zero)
            }
            _ => self.graph.constant(0.0),
        }
    }
}

/// Terms by what they multiply, and a constant (x only, where the sum is of scalars).
#[derive(Default)]
struct Flat {
    terms: SortedVec<Id, f64>,
    constant: (f64, f64),
}

impl Flat {
    fn add(&mut self, c: f64, id: Id) {
        let total = self.terms.or_insert_with(id, || 0.0);
        *total += c;
        if *total == 0.0 {
            self.terms.remove(&id);
        }
    }

    /// Removes the terms of `parts` and gives their (coefficient, inner) pairs.
    fn take(&mut self, parts: &[(f64, Id, Id)]) -> Vec<(f64, Id)> {
        for (_, _, whole) in parts {
            self.terms.remove(whole);
        }
        parts.map_vec(|&(c, inner, _)| (c, inner))
    }
}

/// Scalars times one ⟨u, v⟩ or u × v.
struct Form {
    factors: Vec<(Id, i32)>,
    crossed: bool,
    operands: (Id, Id),
}

/// What terms of a sum have in common: scalars, and an operand of ⟨·, ·⟩ or × that meets something of one stage.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Shared {
    factors: Vec<(Id, i32)>,
    crossed: bool,
    operand: Id,
    stage: Stage,
}
