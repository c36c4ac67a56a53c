//! The joints of one body that holds many others, solved at once.
//!
//! A serial pass over them is one long dependency chain, and gains energy when the hub is lighter than what it holds. Here
//! each joint, a *spoke*, is solved against a hub at rest. The total change of the hub's velocity u is an affine function
//! of u, so three equations give the u at which all spokes hold:
//! (1 + M⁻¹ Σ Uᵀ D⁻¹ U) Δu = M⁻¹ Σ Uᵀ Δλ, with M of the hub, U the hub's part of a joint's J, and D the K of the joint with the
//! other body alone (Woodbury's identity for D + U M⁻¹ Uᵀ). All spokes are solved side by side.
//!
//! Kernels are those of other joints. They are set up with a hub that is [many times as
//! heavy](crate::solver::packs::hub_mass::HUB_MASS_FACTOR): K then equals D, and changes of its velocity are scaled back by
//! the same factor.

mod passes;
mod sums;
mod sweeps;

use std::collections::BTreeMap;

use crate::lanes::Gather;
use crate::math::{Scalar, double};
use crate::slots::Key;
use crate::solver::packs::bucket::Bucket;
use crate::solver::packs::joint_data::JointData;
use crate::solver::partition::colours;

pub(crate) use crate::solver::hub::passes::{relax, solve};
use crate::solver::hub::sums::Sums;
pub(crate) use crate::solver::hub::sums::response_of_one;
pub(crate) use crate::solver::hub::sweeps::{relax_by_sweeps, sweep};

/// What spokes may take of a hub's velocity in all, of what there is: more is made of its rounding. Where a pose asks for more, as dead
/// centres do, they are left as they are until it has passed.
const MOST_TAKEN: f64 = 0.5 / double(Scalar::EPSILON);

/// A hub of which spokes take no more in all is heavy beside them. So much is shared at least where joints one after another could gain
/// energy, and nothing is but in a crowd.
const HEAVY: f64 = 3.0;

/// A hub and its spokes.
#[derive(Clone)]
pub(crate) struct HubBlock<L: Gather> {
    /// The place of the hub.
    hub: u32,
    /// The partition that has it.
    pub(crate) partition: usize,
    /// The joints that have the hub for their first body, and those that have it for their second one.
    pub(crate) sides: [Bucket<L>; 2],
    /// M⁻¹ Σ Uᵀ D⁻¹ U: what the spokes, if they are rigid, take from the hub's velocity where that is 1 in x, in y, or in its
    /// angular part, by column.
    response: [[f64; 3]; 3],
}

impl<L: Gather> HubBlock<L> {
    fn new(hub: u32, sides: [Bucket<L>; 2]) -> Self {
        Self { hub, partition: 0, sides, response: [[0.0; 3]; 3] }
    }

    fn is_empty(&self) -> bool {
        self.sides.iter().all(|side| side.keys.is_empty())
    }
}

/// All hubs of one type of joint.
#[derive(Clone)]
pub(crate) struct HubBlocks<L: Gather> {
    /// By the place of their hub, where they are among all.
    numbers: BTreeMap<u32, usize>,
    all: Vec<HubBlock<L>>,
    /// What hubs lend to each other: it stays in the cache. Made with the first of them.
    sums: Option<Box<Sums<L>>>,
}

impl<L: Gather> HubBlocks<L> {
    pub(crate) const fn new() -> Self {
        Self { numbers: BTreeMap::new(), all: Vec::new(), sums: None }
    }

    pub(crate) fn get(&self, hub: u32) -> Option<&HubBlock<L>> {
        self.all.get(*self.numbers.get(&hub)?)
    }

    pub(crate) fn get_mut(&mut self, hub: u32) -> Option<&mut HubBlock<L>> {
        self.all.get_mut(*self.numbers.get(&hub)?)
    }

    /// In no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &HubBlock<L>> {
        self.all.iter()
    }

    /// In no order.
    pub(crate) fn sides_mut(&mut self) -> impl Iterator<Item = &mut Bucket<L>> {
        self.all.iter_mut().flat_map(|hub_block| &mut hub_block.sides)
    }

    /// Calls `act` with each, in the order of their hubs.
    pub(crate) fn each_mut(&mut self, mut act: impl FnMut(&mut HubBlock<L>, &mut Sums<L>)) {
        if let Some(sums) = &mut self.sums {
            self.numbers.values().for_each(|&number| act(&mut self.all[number], sums));
        }
    }

    /// The spokes of all, in the order of their hubs, and what says so in place of a colour.
    pub(crate) fn spokes(&self) -> impl Iterator<Item = (u32, &Bucket<L>)> {
        self.numbers.iter().flat_map(|(&hub, &number)| {
            let [first, second] = &self.all[number].sides;
            [(colours::spoke(hub, 0), first), (colours::spoke(hub, 1), second)]
        })
    }

    /// Adds a spoke; `empty` is what a new hub begins with.
    pub(crate) fn insert(&mut self, hub: u32, side: usize, key: Key, data: &JointData, empty: [Bucket<L>; 2]) -> usize {
        let number = *self.numbers.entry(hub).or_insert(self.all.len());
        if number == self.all.len() {
            self.sums.get_or_insert_with(|| Box::new(Sums::new()));
            self.all.push(HubBlock::new(hub, empty));
        }
        self.all[number].sides[side].insert(key, data)
    }

    pub(crate) fn remove(&mut self, hub: u32, side: usize, at: usize) -> Option<Key> {
        let number = *self.numbers.get(&hub)?;
        let hub_block = &mut self.all[number];
        let moved = hub_block.sides[side].remove(at);
        if hub_block.is_empty() {
            self.numbers.remove(&hub);
            self.all.swap_remove(number);
            if let Some(other) = self.all.get(number) {
                self.numbers.insert(other.hub, number);
            }
        }
        moved
    }
}
