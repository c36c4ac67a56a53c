//! The joints of one body that holds many others, solved at once.
//!
//! A pass that takes them one after another is a chain as long as there are joints, and gains energy where the hub is light beside
//! what it holds. Here each joint, a *ray*, is solved against a hub that stays as it is. What the rays together would change of the
//! hub's velocity u is an affine function of u, and so a system of three equations has the u at which all of them hold:
//! (1 + M⁻¹ Σ Uᵀ D⁻¹ U) Δu = M⁻¹ Σ Uᵀ Δλ, with M of the hub, U the hub's part of a joint's J, and D the K of the joint with the
//! other body alone (Woodbury's identity for D + U M⁻¹ Uᵀ). No ray waits for another one.
//!
//! Generated code is the same as ever: a hub that is [a great many times as heavy](HEAVIER) gives D for K, and what impulses change
//! of its velocity is as many times too small.

mod passes;
mod sums;

use std::collections::BTreeMap;

use super::colours;
use super::member::Member;
use super::series::Series;
use crate::kinematics::MassProperties;
use crate::lanes::Gather;
use crate::math::{Scalar, double};
use crate::slots::Key;

pub(super) use passes::{relax, solve};
use sums::Sums;
pub(super) use sums::response_of_one;

/// How many times as heavy as it is rays take their hub for, so that they meet D for K. A power of two, which rounds nothing; what K has
/// too much, where D of some row vanishes at a pose, keeps D⁻¹ from making more of a rounded velocity than there is.
pub(super) const HEAVIER: Scalar = if size_of::<Scalar>() == 4 { 4_194_304.0 } else { 1_125_899_906_842_624.0 };

/// What rays may take of a hub's velocity in all, of what there is: more is made of its rounding. Where a pose asks for more, as dead
/// centres do, they are left as they are until it has passed.
const MOST_TAKEN: f64 = 0.5 / double(Scalar::EPSILON);

/// A hub of which rays take no more in all is heavy beside them. So much is shared at least where joints one after another could gain
/// energy, and nothing is but in a crowd.
const HEAVY: f64 = 3.0;

/// A hub and its spokes.
pub(super) struct Star<L: Gather> {
    /// The place of the hub.
    hub: u32,
    /// The segment that has it.
    pub(super) segment: usize,
    /// The joints that have the hub for their first body, and those that have it for their second one.
    pub(super) sides: [Series<L>; 2],
    /// M⁻¹ Σ Uᵀ D⁻¹ U: what the spokes, if they are rigid, take from the hub's velocity where that is 1 in x, in y, or in its
    /// angular part, by column.
    response: [[f64; 3]; 3],
}

impl<L: Gather> Star<L> {
    fn new(hub: u32, sides: [Series<L>; 2]) -> Self {
        Self { hub, segment: 0, sides, response: [[0.0; 3]; 3] }
    }

    fn is_empty(&self) -> bool {
        self.sides.iter().all(|side| side.keys.is_empty())
    }
}

/// All stars of one type of joint.
pub(super) struct Stars<L: Gather> {
    /// By the place of their hub, where they are among all.
    numbers: BTreeMap<u32, usize>,
    all: Vec<Star<L>>,
    /// What stars lend to each other: it stays in the cache. Made with the first of them.
    sums: Option<Box<Sums<L>>>,
}

impl<L: Gather> Stars<L> {
    pub(super) const fn new() -> Self {
        Self { numbers: BTreeMap::new(), all: Vec::new(), sums: None }
    }

    pub(super) fn get(&self, hub: u32) -> Option<&Star<L>> {
        self.all.get(*self.numbers.get(&hub)?)
    }

    pub(super) fn get_mut(&mut self, hub: u32) -> Option<&mut Star<L>> {
        self.all.get_mut(*self.numbers.get(&hub)?)
    }

    /// In no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Star<L>> {
        self.all.iter()
    }

    /// In no order.
    pub(super) fn sides_mut(&mut self) -> impl Iterator<Item = &mut Series<L>> {
        self.all.iter_mut().flat_map(|star| &mut star.sides)
    }

    /// Calls `act` with each, in the order of their hubs.
    pub(super) fn each_mut(&mut self, mut act: impl FnMut(&mut Star<L>, &mut Sums<L>)) {
        if let Some(sums) = &mut self.sums {
            self.numbers.values().for_each(|&number| act(&mut self.all[number], sums));
        }
    }

    /// The spokes of all, in the order of their hubs, and what says so in place of a colour.
    pub(super) fn spokes(&self) -> impl Iterator<Item = (u32, &Series<L>)> {
        self.numbers.iter().flat_map(|(&hub, &number)| {
            let [first, second] = &self.all[number].sides;
            [(colours::ray(hub, 0), first), (colours::ray(hub, 1), second)]
        })
    }

    /// Adds a spoke; `empty` is what a new star begins with.
    pub(super) fn insert(&mut self, hub: u32, side: usize, key: Key, member: &Member, empty: [Series<L>; 2]) -> usize {
        let number = *self.numbers.entry(hub).or_insert(self.all.len());
        if number == self.all.len() {
            self.sums.get_or_insert_with(|| Box::new(Sums::new()));
            self.all.push(Star::new(hub, empty));
        }
        self.all[number].sides[side].insert(key, member)
    }

    pub(super) fn remove(&mut self, hub: u32, side: usize, at: usize) -> Option<Key> {
        let number = *self.numbers.get(&hub)?;
        let star = &mut self.all[number];
        let moved = star.sides[side].remove(at);
        if star.is_empty() {
            self.numbers.remove(&hub);
            self.all.swap_remove(number);
            if let Some(other) = self.all.get(number) {
                self.numbers.insert(other.hub, number);
            }
        }
        moved
    }
}

/// The masses of a hub as its spokes take it.
pub(super) fn as_hub(masses: MassProperties<Scalar>) -> MassProperties<Scalar> {
    let MassProperties { inverse_mass, inverse_inertia } = masses;
    MassProperties { inverse_mass: inverse_mass / HEAVIER, inverse_inertia: inverse_inertia / HEAVIER }
}
