//! Rows that are solved by themselves, their numbers in the order of the velocities.
//!
//! `n · (v_b − v_a)` takes shuffles to find its pairs. With a number of J for each velocity, neighbours are multiplied with
//! neighbours: Σ J v is two sums, one of every other product, which are done at once. So are M⁻¹Jᵀ and the warm start.

use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Lane, Leaf, Op, Phase, ScalarIr, Slot};
use crate::ir::sorted_vec::sort_by_key;
use crate::ir::vector::{Input, Number};
use crate::optimize::slp::columns;
use crate::optimize::slp::neighbours;

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
    pub(crate) fn across(&self, ir: &ScalarIr) -> Vec<Vec<Slot>> {
        let itself = |slot: Slot| neighbours::itself(ir, ir.first(slot));
        let directions = self.jacobian.chunks(3).map(|body| vec![itself(body[0]), itself(body[1])]);
        let directions: Vec<Vec<Slot>> = directions.collect();
        let goes_along = |direction: &[Slot]| directions.iter().any(|other| other.iter().eq(direction.iter().rev()));
        directions.iter().filter(|direction| !goes_along(direction)).cloned().collect()
    }
}

/// How a rate has a velocity in it: times a number of the pose, and perhaps another one that stands outside, with a sign.
#[derive(Clone, Copy)]
struct Coefficient {
    sign: f64,
    effect: Slot,
    scale: Option<Slot>,
}

/// A sum that is Σ J v and something else.
struct Rate {
    sum: Slot,
    /// For each velocity.
    parts: Vec<Coefficient>,
    /// What else is in the sum.
    others: Vec<(Number, Slot)>,
}

impl Rate {
    /// A sum as the rate of `count` velocities, if each of them is in it once.
    fn of(ir: &ScalarIr, sum: Slot, count: usize) -> Option<Self> {
        if ir.phase(sum) != Phase::Solve || !matches!(ir.op(sum), Op::Sum(_)) {
            return None;
        }
        let mut rate = Self { sum, parts: Vec::new(), others: Vec::new() };
        let mut parts = vec![None; count];
        rate.collect(ir, sum, 1.0, None, &mut parts)?;
        rate.parts = parts.into_iter().collect::<Option<_>>()?;
        Some(rate)
    }

    /// Whether both measure one row.
    fn is_of_the_row_of(&self, other: &Self) -> bool {
        let numbers = |rate: &Self| rate.parts.iter().map(|part| (part.effect, part.scale)).collect::<Vec<_>>();
        numbers(self) == numbers(other)
    }

    /// Whether it measures the row that has these effects.
    fn is_of(&self, ir: &ScalarIr, effects: &[Slot]) -> bool {
        let mut parts = self.parts.iter().zip(effects);
        parts.all(|(part, &effect)| {
            let whole = factors(ir, effect);
            factors(ir, part.effect).iter().all(|factor| whole.contains(factor))
        })
    }

    /// Adds what is in a sum, and in sums within it, to the parts. None where a velocity is in it in another way.
    fn collect(
        &mut self,
        ir: &ScalarIr,
        sum: Slot,
        sign: f64,
        scale: Option<Slot>,
        parts: &mut [Option<Coefficient>],
    ) -> Option<()> {
        let Op::Sum(terms) = ir.op(sum) else { return None };
        for &(c, term) in terms {
            let sign = sign * c.get();
            if sign.abs().to_bits() != 1.0_f64.to_bits() {
                return None;
            }
            if let Some((effect, of)) = product(ir, term) {
                for (of_velocity, place) in of {
                    let part = Coefficient { sign: sign * of_velocity, effect, scale };
                    if parts.get_mut(place)?.replace(part).is_some() {
                        return None;
                    }
                }
            } else if ir.phase(term) == Phase::Solve && matches!(ir.op(term), Op::Sum(_)) {
                self.collect(ir, term, sign, scale, parts)?;
            } else if let (None, Some((scale, inner))) = (scale, scaled(ir, term)) {
                self.collect(ir, inner, sign, Some(scale), parts)?;
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
fn product(ir: &ScalarIr, slot: Slot) -> Option<(Slot, Vec<(f64, usize)>)> {
    let Op::Product(factors) = ir.op(slot) else { return None };
    let &[(a, 1), (b, 1)] = &factors[..] else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(effect, moving)| {
        let is_of_pose = ir.phase(effect) == Phase::Prepare;
        velocities(ir, moving).filter(|_| is_of_pose).map(|of| (effect, of))
    })
}

/// A number that is known at setup times a sum that is not.
fn scaled(ir: &ScalarIr, slot: Slot) -> Option<(Slot, Slot)> {
    let Op::Product(factors) = ir.op(slot) else { return None };
    let &[(a, 1), (b, 1)] = &factors[..] else { return None };
    let is_scaled = |&(scale, sum): &(Slot, Slot)| {
        ir.phase(scale) == Phase::Setup && ir.phase(sum) == Phase::Solve && matches!(ir.op(sum), Op::Sum(_))
    };
    [(a, b), (b, a)].into_iter().find(is_scaled)
}

/// A velocity, or a sum of some with the signs that they have there.
fn velocities(ir: &ScalarIr, slot: Slot) -> Option<Vec<(f64, usize)>> {
    if let Some(place) = place(ir, slot) {
        return Some(vec![(1.0, place)]);
    }
    let Op::Sum(terms) = ir.op(slot) else { return None };
    terms.iter().map(|&(c, term)| Some((c.get(), place(ir, term)?))).collect()
}

/// Which component of whose velocity a slot is: its place in the order of the velocities.
fn place(ir: &ScalarIr, slot: Slot) -> Option<usize> {
    match *ir.op(slot) {
        Op::Input(Leaf { input: Input::LinearVelocity(body), lane }) => {
            Some(3 * usize::from(body) + usize::from(lane == Lane::Y))
        }
        Op::Input(Leaf { input: Input::AngularVelocity(body), .. }) => Some(3 * usize::from(body) + 2),
        _ => None,
    }
}

/// The velocity at a place in their order.
fn velocity(ir: &mut ScalarIr, place: usize, user: Slot) -> Slot {
    let body = u8::try_from(place / 3).unwrap_or(u8::MAX);
    let (input, lane) = match place % 3 {
        0 => (Input::LinearVelocity(body), Lane::X),
        1 => (Input::LinearVelocity(body), Lane::Y),
        _ => (Input::AngularVelocity(body), Lane::Whole),
    };
    ir.add(Op::Input(Leaf { input, lane }), user)
}

/// Writes the rates of whole rows in the order of the velocities. The warm start is given by its velocities, the blocks by their
/// impulses and their velocities.
pub(crate) fn in_order(
    ir: &mut ScalarIr,
    warm_start: &[Slot],
    blocks: &[(&[Slot], &[Slot])],
    bodies: &[String],
) -> Rows {
    let (mut rows, mut taken) = (Rows::default(), Taken::default());
    for &(impulses, velocities) in blocks {
        let effects = columns::of_rows(ir, velocities);
        let count = effects.len() / velocities.len();
        let has_only_rows = velocities.iter().all(|&sum| ir.op(sum).operands().len() == 1 + count);
        let rates = rates(ir, impulses, velocities.len());
        for effects in effects.chunks(velocities.len()) {
            let Some(rate) = rates.iter().find(|rate| rate.is_of(ir, effects)) else { continue };
            let signs = columns::signs(ir, warm_start, effects);
            let jacobian = jacobian(ir, rate, &signs, &mut taken);
            let row = columns::row(ir, warm_start, effects).filter(|_| blocks.iter().any(|block| block.0.len() > 1));
            name_duplicates(ir, rate, &jacobian, row, bodies);
            let halves = in_halves(ir, rate, &jacobian);
            let both = joined(ir, rate, halves.terms, has_only_rows);
            rows.sums.extend(halves.sums);
            rows.sums.push(both);
            diagonal(ir, effects, &jacobian, velocities, &mut rows.diagonal);
            rows.jacobian.extend(jacobian);
        }
    }
    rows
}

/// The rates of rows in what impulses are made of, each where it has the least besides: what is made of a rate has more in it.
fn rates(ir: &mut ScalarIr, impulses: &[Slot], velocities: usize) -> Vec<Rate> {
    let mut rates: Vec<Rate> = Vec::new();
    for &slot in ir.reached(impulses).iter() {
        let Some(rate) = Rate::of(ir, slot, velocities) else { continue };
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
struct Taken(SecondaryMap<Slot, ()>);

impl Taken {
    /// The slot, or the same value once more if it has a place already.
    fn own(&mut self, ir: &mut ScalarIr, mut slot: Slot) -> Slot {
        while !self.0.add(slot) {
            slot = ir.another(slot);
        }
        slot
    }
}

/// J in the order of the velocities.
///
/// What it has twice is kept twice. The number itself, which may be a last normal, whose sign is given, goes to a body that is
/// pushed along it: so J and M⁻¹Jᵀ have one sign, and x and y of the other body are turned together.
fn jacobian(ir: &mut ScalarIr, rate: &Rate, signs: &[f64], taken: &mut Taken) -> Vec<Slot> {
    let is_pushed_back = |place: usize| signs.get(place / 3 * 3).is_some_and(|&of_x| of_x < 0.0);
    let (back, forth): (Vec<usize>, Vec<usize>) = (0..rate.parts.len()).partition(|&place| is_pushed_back(place));
    let mut jacobian = vec![0; rate.parts.len()];
    for place in [forth, back].concat() {
        let part = rate.parts[place];
        let whole = match part.scale {
            Some(scale) => times(ir, scale, part.effect, rate.sum),
            None => part.effect,
        };
        jacobian[place] = taken.own(ir, whole);
    }
    jacobian
}

/// A number that is there twice is called after its place in J.
fn name_duplicates(ir: &mut ScalarIr, rate: &Rate, jacobian: &[Slot], row: Option<u8>, bodies: &[String]) {
    let row = row.map_or(String::new(), |row| format!("_{row}"));
    for (place, (part, &slot)) in rate.parts.iter().zip(jacobian).enumerate() {
        if matches!(ir.op(slot), Op::Duplicate(_)) && ir.name(slot).is_none() {
            let sign = if part.sign < 0.0 { "minus_" } else { "" };
            let of_body = ["_x", "_y", "_angular"][place % 3];
            ir.set_name(slot, &format!("{sign}jacobian{row}_{}{of_body}", bodies[place / 3]));
        }
    }
}

fn times(ir: &mut ScalarIr, a: Slot, b: Slot, user: Slot) -> Slot {
    ir.add(Op::Product(vec![(a.min(b), 1), (a.max(b), 1)]), user)
}

/// Σ J v as two sums, one of every other product.
fn in_halves(ir: &mut ScalarIr, rate: &Rate, jacobian: &[Slot]) -> Halves {
    let mut halves = [Vec::new(), Vec::new()];
    for place in last_known_last(jacobian.len()) {
        let (part, velocity) = (&rate.parts[place], velocity(ir, place, rate.sum));
        let product = times(ir, velocity, jacobian[place], rate.sum);
        halves[place % 2].push((Number::new(part.sign), product));
    }
    let mut sums = Vec::new();
    let terms = halves.map(|half| two_by_two(ir, half, rate.sum, &mut sums)).to_vec();
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
fn joined(ir: &mut ScalarIr, rate: &Rate, halves: Vec<(Number, Slot)>, follows_first: bool) -> Slot {
    if rate.others.is_empty() {
        ir.replace(rate.sum, Op::Sum(halves));
        return rate.sum;
    }
    let both = ir.add(Op::Sum(halves), rate.sum);
    let mut whole = both;
    let mut terms = rate.others.clone();
    if follows_first && rate.others.len() > 1 {
        let (mut followed, rest): (Vec<_>, Vec<_>) = terms.into_iter().partition(|&(_, term)| measures(ir, term));
        terms = rest;
        if !followed.is_empty() {
            followed.push((Number::ONE, whole));
            whole = ir.add(Op::Sum(followed), rate.sum);
        }
    }
    terms.push((Number::ONE, whole));
    ir.replace(rate.sum, Op::Sum(terms));
    both
}

/// Whether something is made of velocities.
fn measures(ir: &ScalarIr, slot: Slot) -> bool {
    ir.finds(slot, |slot| place(ir, slot).is_some())
}

/// A sum of two terms, each of them a sum of two: both halves are added up in one order. Lists the sums.
fn two_by_two(ir: &mut ScalarIr, mut terms: Vec<(Number, Slot)>, user: Slot, sums: &mut Vec<Slot>) -> (Number, Slot) {
    while terms.len() > 1 {
        let rest = terms.split_off(2);
        let sum = ir.add(Op::Sum(terms), user);
        sums.push(sum);
        terms = rest;
        terms.push((Number::ONE, sum));
    }
    terms[0]
}

/// M⁻¹ in the order of the velocities. M⁻¹Jᵀ becomes the product of it and J, number by number, if it is that.
fn diagonal(ir: &mut ScalarIr, effects: &[Slot], jacobian: &[Slot], velocities: &[Slot], diagonal: &mut Vec<Slot>) {
    let masses = effects.iter().zip(jacobian).map(|(&effect, &row)| {
        let (mut whole, part) = (factors(ir, effect), factors(ir, row));
        for factor in part {
            whole.remove(whole.iter().position(|&known| known == factor)?);
        }
        match whole[..] {
            [mass] if ir.phase(mass) == Phase::Setup => Some(mass),
            _ => None,
        }
    });
    let Some(masses) = masses.collect::<Option<Vec<Slot>>>() else { return };
    if diagonal.is_empty() {
        // What velocities change by elsewhere, too, has a sign of its own there.
        let mut taken = Taken(read_at_once(ir, velocities));
        diagonal.extend(masses.into_iter().map(|mass| taken.own(ir, mass)));
    } else if diagonal.iter().flat_map(|&mass| factors(ir, mass)).ne(masses) {
        // Of a row along n · (v_b − 2 v_a), 2/m stands for 1/m.
        return;
    }
    for ((&mass, &row), &effect) in diagonal.iter().zip(jacobian).zip(effects) {
        if !matches!(ir.op(effect), Op::Duplicate(_)) {
            ir.replace(effect, Op::Product(vec![(mass.min(row), 1), (mass.max(row), 1)]));
        }
    }
}

/// What is known before the pose, and read by what becomes of the velocities.
fn read_at_once(ir: &mut ScalarIr, velocities: &[Slot]) -> SecondaryMap<Slot, ()> {
    let mut read = SecondaryMap::default();
    for &slot in ir.reached(velocities).iter() {
        if ir.phase(slot) == Phase::Solve {
            ir.op(slot).each_operand(|operand| {
                if ir.phase(operand) == Phase::Setup {
                    read.add(operand);
                }
            });
        }
    }
    read
}

/// What a product is made of, and products in it; of what is there again, the first.
fn factors(ir: &ScalarIr, slot: Slot) -> Vec<Slot> {
    let slot = ir.first(slot);
    match ir.op(slot) {
        Op::Product(of) if of.iter().all(|&(_, k)| k == 1) => of.map_vec(|&(factor, _)| factors(ir, factor)).concat(),
        _ => vec![slot],
    }
}
