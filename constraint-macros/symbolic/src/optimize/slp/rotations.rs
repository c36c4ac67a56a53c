//! Vectors of a body as they are kept: beside their quarter turn.
//!
//! R u = cos · (x, y) + sin · (−y, x) is two products and a sum, each of both components at once. Of (x, y) alone, one
//! component is a difference where the other one is a sum, and LLVM does both to both and blends them.

use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Lane, Leaf, Op, Phase, ScalarIr, Slot};
use crate::ir::sorted_vec::sort_by_key;
use crate::ir::vector::{Input, Number};
use crate::optimize::slp::columns;
use crate::optimize::slp::neighbours;
use crate::optimize::uses;

/// A component of a rotated vector, cos · u ± sin · v.
pub(crate) struct Turned {
    sum: Slot,
    body: u8,
    /// What the cosine and the sine are multiplied with, and the signs of these products.
    pub(crate) with_cos: (Number, Slot),
    pub(crate) with_sin: (Number, Slot),
}

impl Turned {
    /// Makes the component of the same numbers in other places, those of the cosine and of the sine.
    fn rewrite(&self, ir: &mut ScalarIr, (with_cos, with_sin): (Slot, Slot)) {
        let mut turned_by = |lane: Lane, by: Slot| {
            let rotation = ir.add(Op::Input(Leaf { input: Input::Rotation(self.body), lane }), self.sum);
            ir.add(Op::Product(vec![(rotation.min(by), 1), (rotation.max(by), 1)]), self.sum)
        };
        let terms =
            vec![(self.with_cos.0, turned_by(Lane::X, with_cos)), (self.with_sin.0, turned_by(Lane::Y, with_sin))];
        ir.replace(self.sum, Op::Sum(terms));
    }
}

/// A sum as such a component, if it is one of a vector that is known at setup.
pub(crate) fn turned(ir: &ScalarIr, sum: Slot) -> Option<Turned> {
    let Op::Sum(terms) = ir.op(sum) else { return None };
    let &[first, second] = &terms[..] else { return None };
    let part = |(c, term): (Number, Slot)| {
        let Op::Product(factors) = ir.op(term) else { return None };
        let &[(a, 1), (b, 1)] = &factors[..] else { return None };
        let rotation = |slot: Slot| match ir.op(slot) {
            &Op::Input(Leaf { input: Input::Rotation(body), lane }) => Some((body, lane)),
            _ => None,
        };
        let ((body, lane), local) = rotation(a).map(|at| (at, b)).or_else(|| rotation(b).map(|at| (at, a)))?;
        (ir.phase(local) == Phase::Setup && c.is_unit()).then_some((body, lane, (c, local)))
    };
    match (part(first)?, part(second)?) {
        ((body, Lane::X, with_cos), (other, Lane::Y, with_sin))
        | ((body, Lane::Y, with_sin), (other, Lane::X, with_cos))
            if body == other =>
        {
            Some(Turned { sum, body, with_cos, with_sin })
        }
        _ => None,
    }
}

/// A vector of a body, and its components where it is rotated.
pub(crate) struct Rotated {
    local: [Slot; 2],
    quarter_turn: [Slot; 2],
    sums: [Slot; 2],
    /// Whether y and −x are kept of it, which are cos · (y, −x) + sin · (x, y).
    is_arm: bool,
}

/// Gives rotated vectors a quarter turn with numbers of its own.
///
/// It is what the sines are multiplied with; but the cosines where an iteration reads y and −x, which are
/// cos · (y, −x) + sin · (x, y). Those two are `neighbours`, in this order.
///
/// A vector of which something else reads a product stays as it is: that product would be worked out twice.
pub(crate) fn beside_quarter_turns(ir: &mut ScalarIr, roots: &[Slot], neighbours: &[Vec<Slot>]) -> Vec<Rotated> {
    let reached = ir.reached(roots);
    let uses = uses(ir, &reached, roots);
    let mut all: Vec<Turned> = Vec::new();
    for &slot in reached.iter() {
        let is_read_here_alone = |&(_, term): &(Number, Slot)| uses[term] == 1;
        if let Some(turned) = turned(ir, slot)
            && matches!(ir.op(slot), Op::Sum(terms) if terms.iter().all(is_read_here_alone))
        {
            all.push(turned);
        }
    }
    let itself = |group: &Vec<Slot>| group.map_vec(|&slot| neighbours::itself(ir, slot));
    let neighbours: Vec<Vec<Slot>> = neighbours.map_vec(itself);
    let is_difference = |turned: &&Turned| turned.with_cos.0 != turned.with_sin.0;
    let (differences, sums): (Vec<&Turned>, Vec<&Turned>) = all.iter().partition(is_difference);
    let mut vectors = Vec::new();
    for x in differences {
        // cos · x − sin · y, and cos · y + sin · x of the same vector.
        let (first, second) = (x.with_cos.1, x.with_sin.1);
        let is_other = |y: &&&Turned| (y.body, y.with_sin.1, y.with_cos.1) == (x.body, first, second);
        let Some(y) = sums.iter().find(is_other) else { continue };
        let quarter_turn = [ir.duplicate(second), ir.duplicate(first)];
        let is_arm = neighbours.iter().any(|group| group.windows(2).any(|pair| *pair == [y.sum, x.sum]));
        let [of_x, of_y] = if is_arm {
            [(quarter_turn[1], second), (quarter_turn[0], first)]
        } else {
            [(first, quarter_turn[0]), (second, quarter_turn[1])]
        };
        x.rewrite(ir, of_x);
        y.rewrite(ir, of_y);
        vectors.push(Rotated { local: [first, second], quarter_turn, sums: [x.sum, y.sum], is_arm });
    }
    vectors
}

/// What setup keeps of the vectors, in the order in which it lies.
///
/// Where prepare stores several, they are rotated four numbers at once, in the order in which they are stored: (x, y) of two
/// bodies by their cosines, the quarter turns by their sines, or the other way round. Elsewhere each is rotated by itself:
/// (x, x) and (y, −y) by (cos, sin), of which one product changes its places, and all of it is loaded by twos.
pub(crate) fn in_order(vectors: &[Rotated], stored: &[Slot]) -> Vec<Slot> {
    let place = |vector: &&Rotated| {
        let [x, y] = vector.sums.map(|sum| stored.iter().position(|&kept| kept == sum));
        x.zip(y).map(|(x, y)| x.min(y))
    };
    let mut order = Vec::new();
    if vectors.iter().filter(|vector| place(vector).is_some()).count() > 1 {
        let mut vectors: Vec<&Rotated> = vectors.iter().collect();
        sort_by_key(&mut vectors, place);
        for vector in &vectors {
            order.extend_from_slice(&vector.local);
        }
        for vector in &vectors {
            order.extend_from_slice(&vector.quarter_turn);
        }
        return order;
    }
    for &Rotated { local: [x, y], quarter_turn: [y_again, x_again], is_arm, .. } in vectors {
        order.extend(if is_arm { [y_again, y, x_again, x] } else { [x, x_again, y, y_again] });
    }
    order
}

/// The same slots, but `together` last, in their order.
pub(crate) fn last(slots: &[Slot], together: &[Slot]) -> Vec<Slot> {
    let is_vector = |slot: &Slot| together.contains(slot);
    let (vectors, others): (Vec<Slot>, Vec<Slot>) = columns::first(slots, together).into_iter().partition(is_vector);
    [others, vectors].concat()
}
