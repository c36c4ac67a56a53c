//! Rows that are solved by themselves, their numbers in the order of the velocities.
//!
//! `n · (v_b − v_a)` takes shuffles to find its pairs. With a number of J for each velocity, neighbours are multiplied with
//! neighbours: Σ J v is two sums, one of every other product, which are done at once. So are M⁻¹Jᵀ and the warm start.

use crate::effects;
use crate::graph::{Input, Number};
use crate::layout;
use crate::mapped::Mapped as _;
use crate::ordered::sort_by_key;
use crate::quick::QuickSet;
use crate::tape::{Lane, Leaf, Op, Phase, Slot, Tape};

/// Rows as they are kept.
#[derive(Default)]
pub(crate) struct Rows {
    /// J, row by row, in the order of the velocities.
    pub(crate) jacobian: Vec<Slot>,
    /// The diagonal of M⁻¹ in that order, or of multiples of it, where M⁻¹Jᵀ is made of it.
    pub(crate) diagonal: Vec<Slot>,
    /// Sums of which all terms would have one sign: those that rates are made of, and what the sides of a limit reach.
    pub(crate) sums: Vec<Slot>,
}

impl Rows {
    /// What pushes bodies across a vector: y and −x of one that no row goes along.
    pub(crate) fn across(&self, tape: &Tape) -> Vec<Vec<Slot>> {
        let itself = |slot: Slot| layout::itself(tape, tape.first(slot));
        let directions = self.jacobian.chunks(3).map(|body| vec![itself(body[0]), itself(body[1])]);
        let directions: Vec<Vec<Slot>> = directions.collect();
        let goes_along = |direction: &[Slot]| directions.iter().any(|other| other.iter().eq(direction.iter().rev()));
        directions.iter().filter(|direction| !goes_along(direction)).cloned().collect()
    }
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
        if tape.phase(sum) != Phase::Solve || !matches!(tape.op(sum), Op::Sum(_)) {
            return None;
        }
        let mut rate = Self { sum, parts: Vec::new(), others: Vec::new() };
        let mut parts = vec![None; count];
        rate.collect(tape, sum, 1.0, None, &mut parts)?;
        rate.parts = parts.into_iter().collect::<Option<_>>()?;
        Some(rate)
    }

    /// Whether both measure one row.
    fn is_of_the_row_of(&self, other: &Self) -> bool {
        let numbers = |rate: &Self| rate.parts.iter().map(|part| (part.effect, part.scale)).collect::<Vec<_>>();
        numbers(self) == numbers(other)
    }

    /// Whether it measures the row that has these effects.
    fn is_of(&self, tape: &Tape, effects: &[Slot]) -> bool {
        let mut parts = self.parts.iter().zip(effects);
        parts.all(|(part, &effect)| {
            let whole = factors(tape, effect);
            factors(tape, part.effect).iter().all(|factor| whole.contains(factor))
        })
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

/// Writes the rates of whole rows in the order of the velocities. The warm start is given by its velocities, the blocks by their
/// impulses and their velocities.
pub(crate) fn in_order(tape: &mut Tape, warm_start: &[Slot], blocks: &[(&[Slot], &[Slot])]) -> Rows {
    let (mut rows, mut taken) = (Rows::default(), Taken::default());
    for &(impulses, velocities) in blocks {
        let effects = effects::of_rows(tape, velocities);
        let count = effects.len() / velocities.len();
        let has_only_rows = velocities.iter().all(|&sum| tape.op(sum).operands().len() == 1 + count);
        let rates = rates(tape, impulses, velocities.len());
        for effects in effects.chunks(velocities.len()) {
            let Some(rate) = rates.iter().find(|rate| rate.is_of(tape, effects)) else { continue };
            let signs = effects::signs(tape, warm_start, effects);
            let jacobian = jacobian(tape, rate, &signs, &mut taken);
            let halves = in_halves(tape, rate, &jacobian);
            let both = joined(tape, rate, halves.terms, has_only_rows);
            rows.sums.extend(halves.sums);
            rows.sums.push(both);
            diagonal(tape, effects, &jacobian, velocities, &mut rows.diagonal);
            rows.jacobian.extend(jacobian);
        }
    }
    rows
}

/// The rates of rows in what impulses are made of, each where it has the least besides: what is made of a rate has more in it.
fn rates(tape: &mut Tape, impulses: &[Slot], velocities: usize) -> Vec<Rate> {
    let mut rates: Vec<Rate> = Vec::new();
    for &slot in tape.reached(impulses).iter() {
        let Some(rate) = Rate::of(tape, slot, velocities) else { continue };
        match rates.iter_mut().find(|known| known.is_of_the_row_of(&rate)) {
            Some(known) if rate.others.len() < known.others.len() => *known = rate,
            Some(_) => {}
            None => rates.push(rate),
        }
    }
    rates
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
/// What it has twice is kept twice. The number itself, which may be a last normal, whose sign is given, goes to a body that is
/// pushed along it: so J and M⁻¹Jᵀ have one sign, and x and y of the other body are turned together.
fn jacobian(tape: &mut Tape, rate: &Rate, signs: &[f64], taken: &mut Taken) -> Vec<Slot> {
    let is_pushed_back = |place: usize| signs.get(place / 3 * 3).is_some_and(|&of_x| of_x < 0.0);
    let (back, forth): (Vec<usize>, Vec<usize>) = (0..rate.parts.len()).partition(|&place| is_pushed_back(place));
    let mut jacobian = vec![0; rate.parts.len()];
    for place in [forth, back].concat() {
        let part = rate.parts[place];
        let whole = match part.scale {
            Some(scale) => times(tape, scale, part.effect, rate.sum),
            None => part.effect,
        };
        jacobian[place] = taken.own(tape, whole);
    }
    jacobian
}

fn times(tape: &mut Tape, a: Slot, b: Slot, user: Slot) -> Slot {
    tape.add(Op::Product(vec![(a.min(b), 1), (a.max(b), 1)]), user)
}

/// Σ J v as two sums, one of every other product.
fn in_halves(tape: &mut Tape, rate: &Rate, jacobian: &[Slot]) -> Halves {
    let mut halves = [Vec::new(), Vec::new()];
    for place in last_known_last(jacobian.len()) {
        let (part, velocity) = (&rate.parts[place], velocity(tape, place, rate.sum));
        let product = times(tape, velocity, jacobian[place], rate.sum);
        halves[place % 2].push((Number::new(part.sign), product));
    }
    let mut sums = Vec::new();
    let terms = halves.map(|half| two_by_two(tape, half, rate.sum, &mut sums)).to_vec();
    Halves { terms, sums }
}

/// The two sums of a rate, and all the sums that these are made of.
struct Halves {
    terms: Vec<(Number, Slot)>,
    sums: Vec<Slot>,
}

/// The velocities in the order in which a rate adds them up. The first body's angular one is often the last to be known, as in
/// a chain of joints; of four bodies, those of each pair have one order, the last ones last.
fn last_known_last(count: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    sort_by_key(&mut places, |place| matches!(place % 6, 2 | 3));
    places
}

/// Makes a rate of its halves, of which it gives the sum, and what else is in it.
///
/// `follows_first`: what the rows before it have changed joins the rate before a bias does. A *line* joint takes 4 instructions
/// less so; with torques among the impulses, a *prismatic* joint takes 33 more.
fn joined(tape: &mut Tape, rate: &Rate, halves: Vec<(Number, Slot)>, follows_first: bool) -> Slot {
    if rate.others.is_empty() {
        tape.replace(rate.sum, Op::Sum(halves));
        return rate.sum;
    }
    let both = tape.add(Op::Sum(halves), rate.sum);
    let mut whole = both;
    let mut terms = rate.others.clone();
    if follows_first && rate.others.len() > 1 {
        let (mut followed, rest): (Vec<_>, Vec<_>) = terms.into_iter().partition(|&(_, term)| measures(tape, term));
        terms = rest;
        if !followed.is_empty() {
            followed.push((Number::ONE, whole));
            whole = tape.add(Op::Sum(followed), rate.sum);
        }
    }
    terms.push((Number::ONE, whole));
    tape.replace(rate.sum, Op::Sum(terms));
    both
}

/// Whether something is made of velocities.
fn measures(tape: &Tape, slot: Slot) -> bool {
    tape.finds(slot, |slot| place(tape, slot).is_some())
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
fn diagonal(tape: &mut Tape, effects: &[Slot], jacobian: &[Slot], velocities: &[Slot], diagonal: &mut Vec<Slot>) {
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
    let Some(masses) = masses.collect::<Option<Vec<Slot>>>() else { return };
    if diagonal.is_empty() {
        // What velocities change by elsewhere, too, has a sign of its own there.
        let mut taken = Taken(read_at_once(tape, velocities));
        diagonal.extend(masses.into_iter().map(|mass| taken.own(tape, mass)));
    } else if diagonal.iter().flat_map(|&mass| factors(tape, mass)).ne(masses) {
        // Of a row along n · (v_b − 2 v_a), 2/m stands for 1/m.
        return;
    }
    for ((&mass, &row), &effect) in diagonal.iter().zip(jacobian).zip(effects) {
        if !matches!(tape.op(effect), Op::Again(_)) {
            tape.replace(effect, Op::Product(vec![(mass.min(row), 1), (mass.max(row), 1)]));
        }
    }
}

/// What is known before the pose, and read by what becomes of the velocities.
fn read_at_once(tape: &mut Tape, velocities: &[Slot]) -> QuickSet<Slot> {
    let mut read = QuickSet::default();
    for &slot in tape.reached(velocities).iter() {
        if tape.phase(slot) == Phase::Solve {
            tape.op(slot).each_operand(|operand| {
                if tape.phase(operand) == Phase::Setup {
                    read.insert(operand);
                }
            });
        }
    }
    read
}

/// What a product is made of, and products in it; of what is there again, the first.
fn factors(tape: &Tape, slot: Slot) -> Vec<Slot> {
    let slot = tape.first(slot);
    match tape.op(slot) {
        Op::Product(of) if of.iter().all(|&(_, k)| k == 1) => of.mapped(|&(factor, _)| factors(tape, factor)).concat(),
        _ => vec![slot],
    }
}
