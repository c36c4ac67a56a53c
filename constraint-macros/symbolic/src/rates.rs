//! Rows that are solved by themselves, their numbers in the order of the velocities.
//!
//! `n · (v_b − v_a)` takes shuffles to find its pairs. With a number of J for each velocity, neighbours are multiplied with
//! neighbours: Σ J v is two sums, one of every other product, which are done at once. So are M⁻¹Jᵀ and the warm start.

use crate::effects;
use crate::graph::{Input, Number};
use crate::quick::QuickSet;
use crate::tape::{Lane, Leaf, Op, Phase, Slot, Tape};

/// A row as it is kept.
#[derive(Default)]
pub(crate) struct Row {
    /// J, in the order of the velocities.
    pub(crate) jacobian: Vec<Slot>,
    /// The diagonal of M⁻¹ in that order, where M⁻¹Jᵀ is made of it.
    pub(crate) diagonal: Vec<Slot>,
    /// The sums of which the rate is made.
    pub(crate) halves: Vec<Slot>,
}

/// How a rate has a velocity in it: times a number of the pose, and perhaps another one that stands outside, with a sign.
#[derive(Clone, Copy)]
struct Part {
    sign: f64,
    effect: Slot,
    scale: Option<Slot>,
}

/// A sum that is Σ J v and something else.
struct Rate {
    sum: Slot,
    /// For each velocity.
    parts: Vec<Part>,
    /// What else is in the sum.
    others: Vec<(Number, Slot)>,
}

impl Rate {
    /// A sum as the rate of `count` velocities, if each of them is in it once.
    fn of(tape: &Tape, sum: Slot, count: usize) -> Option<Self> {
        let mut rate = Self { sum, parts: Vec::new(), others: Vec::new() };
        let mut parts = vec![None; count];
        rate.collect(tape, sum, 1.0, None, &mut parts)?;
        rate.parts = parts.into_iter().collect::<Option<_>>()?;
        Some(rate)
    }

    /// Adds what is in a sum, and in sums within it, to the parts. None where a velocity is in it in another way.
    fn collect(
        &mut self,
        tape: &Tape,
        sum: Slot,
        sign: f64,
        scale: Option<Slot>,
        parts: &mut [Option<Part>],
    ) -> Option<()> {
        let Op::Sum(terms) = tape.op(sum) else { return None };
        for &(c, term) in terms {
            let sign = sign * c.get();
            if sign.abs().to_bits() != 1.0_f64.to_bits() {
                return None;
            }
            if let Some((effect, of)) = product(tape, term) {
                for (of_velocity, place) in of {
                    let part = Part { sign: sign * of_velocity, effect, scale };
                    if parts.get_mut(place)?.replace(part).is_some() {
                        return None;
                    }
                }
            } else if tape.phase(term) == Phase::Solve && matches!(tape.op(term), Op::Sum(_)) {
                self.collect(tape, term, sign, scale, parts)?;
            } else if let (None, Some((scale, inner))) = (scale, scaled(tape, term)) {
                self.collect(tape, inner, sign, Some(scale), parts)?;
            } else if scale.is_none() {
                self.others.push((Number::new(sign), term));
            } else {
                return None;
            }
        }
        Some(())
    }
}

/// A number of the pose times velocities.
fn product(tape: &Tape, slot: Slot) -> Option<(Slot, Vec<(f64, usize)>)> {
    let Op::Product(factors) = tape.op(slot) else { return None };
    let &[(a, 1), (b, 1)] = &factors[..] else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(effect, moving)| {
        let is_of_pose = tape.phase(effect) == Phase::Prepare;
        velocities(tape, moving).filter(|_| is_of_pose).map(|of| (effect, of))
    })
}

/// A number that is known at setup times a sum that is not.
fn scaled(tape: &Tape, slot: Slot) -> Option<(Slot, Slot)> {
    let Op::Product(factors) = tape.op(slot) else { return None };
    let &[(a, 1), (b, 1)] = &factors[..] else { return None };
    let is_scaled = |&(scale, sum): &(Slot, Slot)| {
        tape.phase(scale) == Phase::Setup && tape.phase(sum) == Phase::Solve && matches!(tape.op(sum), Op::Sum(_))
    };
    [(a, b), (b, a)].into_iter().find(is_scaled)
}

/// A velocity, or a sum of some with the signs that they have there.
fn velocities(tape: &Tape, slot: Slot) -> Option<Vec<(f64, usize)>> {
    if let Some(place) = place(tape, slot) {
        return Some(vec![(1.0, place)]);
    }
    let Op::Sum(terms) = tape.op(slot) else { return None };
    terms.iter().map(|&(c, term)| Some((c.get(), place(tape, term)?))).collect()
}

/// Which component of whose velocity a slot is: its place in the order of the velocities.
fn place(tape: &Tape, slot: Slot) -> Option<usize> {
    match *tape.op(slot) {
        Op::Input(Leaf { input: Input::LinearVelocity(body), lane }) => {
            Some(3 * usize::from(body) + usize::from(lane == Lane::Y))
        }
        Op::Input(Leaf { input: Input::AngularVelocity(body), .. }) => Some(3 * usize::from(body) + 2),
        _ => None,
    }
}

/// The velocity at a place in their order.
fn velocity(tape: &mut Tape, place: usize, user: Slot) -> Slot {
    let body = u8::try_from(place / 3).unwrap_or(u8::MAX);
    let (input, lane) = match place % 3 {
        0 => (Input::LinearVelocity(body), Lane::X),
        1 => (Input::LinearVelocity(body), Lane::Y),
        _ => (Input::AngularVelocity(body), Lane::Whole),
    };
    tape.add(Op::Input(Leaf { input, lane }), user)
}

/// Writes the row of a joint that has one, and not more, in the order of the velocities. The blocks are given by their impulses
/// and their velocities.
///
/// Rows along and across one direction would keep most of it twice over: lanes, which gain nothing, would take a tenth longer.
pub(crate) fn in_order(tape: &mut Tape, blocks: &[(&[Slot], &[Slot])]) -> Option<Row> {
    let is_row = |&&(_, velocities): &&(&[Slot], &[Slot])| effects::of_rows(tape, velocities).len() == velocities.len();
    let &[&(impulses, velocities)] = &blocks.iter().filter(is_row).collect::<Vec<_>>()[..] else { return None };
    let reached = tape.reachable(impulses);
    let all = (0..tape.len()).filter(|&slot| reached[slot] && tape.phase(slot) == Phase::Solve);
    let rates = all.filter_map(|slot| Rate::of(tape, slot, velocities.len()));
    // What is made of a rate has more in it.
    let rate = rates.min_by_key(|rate| rate.others.len())?;
    let effects = effects::of_rows(tape, velocities);
    let mut taken = Taken::default();
    let jacobian = jacobian(tape, &rate, &mut taken);
    let halves = in_halves(tape, &rate, &jacobian);
    let diagonal = diagonal(tape, &effects, &jacobian, &mut taken);
    Some(Row { jacobian, diagonal, halves })
}

/// What has a place among the numbers that lie together.
#[derive(Default)]
struct Taken(QuickSet<Slot>);

impl Taken {
    /// The slot, or the same value once more if it has a place already.
    fn own(&mut self, tape: &mut Tape, mut slot: Slot) -> Slot {
        while !self.0.insert(slot) {
            slot = tape.another(slot);
        }
        slot
    }
}

/// J in the order of the velocities.
///
/// What it has twice is kept twice. The one that is added has the number itself: that may be a last normal, whose sign is given.
fn jacobian(tape: &mut Tape, rate: &Rate, taken: &mut Taken) -> Vec<Slot> {
    let mut jacobian = vec![0; rate.parts.len()];
    for minus in [false, true] {
        for (place, part) in rate.parts.iter().enumerate().filter(|(_, part)| (part.sign < 0.0) == minus) {
            let whole = match part.scale {
                Some(scale) => times(tape, scale, part.effect, rate.sum),
                None => part.effect,
            };
            jacobian[place] = taken.own(tape, whole);
        }
    }
    jacobian
}

fn times(tape: &mut Tape, a: Slot, b: Slot, user: Slot) -> Slot {
    tape.add(Op::Product(vec![(a.min(b), 1), (a.max(b), 1)]), user)
}

/// Σ J v as two sums, one of every other product.
fn in_halves(tape: &mut Tape, rate: &Rate, jacobian: &[Slot]) -> Vec<Slot> {
    let mut halves = [Vec::new(), Vec::new()];
    for (place, (part, &effect)) in rate.parts.iter().zip(jacobian).enumerate() {
        let velocity = velocity(tape, place, rate.sum);
        halves[place % 2].push((Number::new(part.sign), times(tape, velocity, effect, rate.sum)));
    }
    let mut sums = Vec::new();
    let halves = halves.map(|half| two_by_two(tape, half, rate.sum, &mut sums)).to_vec();
    if rate.others.is_empty() {
        tape.replace(rate.sum, Op::Sum(halves));
    } else {
        let whole = tape.add(Op::Sum(halves), rate.sum);
        let mut terms = rate.others.clone();
        terms.push((Number::ONE, whole));
        tape.replace(rate.sum, Op::Sum(terms));
    }
    sums
}

/// A sum of two terms, each of them a sum of two: both halves are added up in one order. Lists the sums.
fn two_by_two(tape: &mut Tape, mut terms: Vec<(Number, Slot)>, user: Slot, sums: &mut Vec<Slot>) -> (Number, Slot) {
    while terms.len() > 1 {
        let rest = terms.split_off(2);
        let sum = tape.add(Op::Sum(terms), user);
        sums.push(sum);
        terms = rest;
        terms.push((Number::ONE, sum));
    }
    terms[0]
}

/// M⁻¹ in the order of the velocities. M⁻¹Jᵀ becomes the product of it and J, number by number, if it is that.
fn diagonal(tape: &mut Tape, effects: &[Slot], jacobian: &[Slot], taken: &mut Taken) -> Vec<Slot> {
    let masses = effects.iter().zip(jacobian).map(|(&effect, &row)| {
        let (mut whole, part) = (factors(tape, effect), factors(tape, row));
        for factor in part {
            whole.remove(whole.iter().position(|&known| known == factor)?);
        }
        match whole[..] {
            [mass] if tape.phase(mass) == Phase::Setup => Some(mass),
            _ => None,
        }
    });
    let Some(masses) = masses.collect::<Option<Vec<Slot>>>() else { return Vec::new() };
    let mut diagonal = Vec::new();
    for ((mass, &row), &effect) in masses.into_iter().zip(jacobian).zip(effects) {
        let mass = taken.own(tape, mass);
        tape.replace(effect, Op::Product(vec![(mass.min(row), 1), (mass.max(row), 1)]));
        diagonal.push(mass);
    }
    diagonal
}

/// What a product is made of, and products in it; of what is there again, the first.
fn factors(tape: &Tape, slot: Slot) -> Vec<Slot> {
    match tape.op(slot) {
        &Op::Again(same) => factors(tape, same),
        Op::Product(of) if of.iter().all(|&(_, k)| k == 1) => {
            of.iter().flat_map(|&(factor, _)| factors(tape, factor)).collect()
        }
        _ => vec![slot],
    }
}
