//! Vectors of a body as they are kept: beside their quarter turn.
//!
//! R u = cos · (x, y) + sin · (−y, x) is two products and a sum, each of both components at once. Of (x, y) alone, one
//! component is a difference where the other one is a sum, and LLVM does both to both and blends them.

use crate::effects;
use crate::graph::{Input, Number};
use crate::share::uses;
use crate::tape::{Lane, Leaf, Op, Phase, Slot, Tape};

/// A component of a rotated vector, cos · u ± sin · v.
pub(crate) struct Turned {
    sum: Slot,
    body: u8,
    /// What the cosine and the sine are multiplied with, and the signs of these products.
    pub(crate) with_cos: (Number, Slot),
    pub(crate) with_sin: (Number, Slot),
}

/// A sum as such a component, if it is one of a vector that is known at setup.
pub(crate) fn turned(tape: &Tape, sum: Slot) -> Option<Turned> {
    let Op::Sum(terms) = tape.op(sum) else { return None };
    let &[first, second] = &terms[..] else { return None };
    let part = |(c, term): (Number, Slot)| {
        let Op::Product(factors) = tape.op(term) else { return None };
        let &[(a, 1), (b, 1)] = &factors[..] else { return None };
        let rotation = |slot: Slot| match tape.op(slot) {
            &Op::Input(Leaf { input: Input::Rotation(body), lane }) => Some((body, lane)),
            _ => None,
        };
        let ((body, lane), local) = rotation(a).map(|at| (at, b)).or_else(|| rotation(b).map(|at| (at, a)))?;
        (tape.phase(local) == Phase::Setup && c.is_unit()).then_some((body, lane, (c, local)))
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

/// Gives the sines of rotated vectors numbers of their own. Tells which numbers of setup are to lie together.
///
/// A vector of which something else reads a product stays as it is: that product would be worked out twice.
pub(crate) fn beside_quarter_turns(tape: &mut Tape, roots: &[Slot]) -> Vec<Slot> {
    let reached = tape.reached(roots);
    let uses = uses(tape, &reached, roots);
    let mut all: Vec<Turned> = Vec::new();
    for &slot in reached.iter() {
        let is_read_here_alone = |&(_, term): &(Number, Slot)| uses[term] == 1;
        if let Some(turned) = turned(tape, slot)
            && matches!(tape.op(slot), Op::Sum(terms) if terms.iter().all(is_read_here_alone))
        {
            all.push(turned);
        }
    }
    let is_difference = |turned: &&Turned| turned.with_cos.0 != turned.with_sin.0;
    let (differences, sums): (Vec<&Turned>, Vec<&Turned>) = all.iter().partition(is_difference);
    let mut together = Vec::new();
    for x in differences {
        // cos · x − sin · y, and cos · y + sin · x of the same vector.
        let (first, second) = (x.with_cos.1, x.with_sin.1);
        let is_other = |y: &&&Turned| (y.body, y.with_sin.1, y.with_cos.1) == (x.body, first, second);
        let Some(y) = sums.iter().find(is_other) else { continue };
        let quarter_turn = [tape.again(second), tape.again(first)];
        for (component, again) in [x, y].into_iter().zip(quarter_turn) {
            let ((of_cos, with_cos), (of_sin, _)) = (component.with_cos, component.with_sin);
            let body = component.body;
            let mut turned_by = |lane: Lane, by: Slot| {
                let rotation = tape.add(Op::Input(Leaf { input: Input::Rotation(body), lane }), component.sum);
                tape.add(Op::Product(vec![(rotation.min(by), 1), (rotation.max(by), 1)]), component.sum)
            };
            let terms = vec![(of_cos, turned_by(Lane::X, with_cos)), (of_sin, turned_by(Lane::Y, again))];
            tape.replace(component.sum, Op::Sum(terms));
        }
        together.extend([first, second].into_iter().chain(quarter_turn));
    }
    together
}

/// The same slots, but `together` last, in their order.
pub(crate) fn last(slots: &[Slot], together: &[Slot]) -> Vec<Slot> {
    let is_vector = |slot: &Slot| together.contains(slot);
    let (vectors, others): (Vec<Slot>, Vec<Slot>) = effects::first(slots, together).into_iter().partition(is_vector);
    [others, vectors].concat()
}
