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

use std::collections::BTreeMap;

use core::array::from_fn;

use super::block::Member;
use super::colours;
use super::row::Series;
use crate::constraint::{Array as _, Constraint, Pass};
use crate::kinematics::{MassProperties, Velocity};
use crate::lanes::Gather;
use crate::math::{Scalar, double};
use crate::real::Real;
use crate::slots::Key;

pub(super) use passes::{Relax, Solve};

/// How many times as heavy as it is rays take their hub for, so that they meet D for K. A power of two, which rounds nothing; what K has
/// too much, where D of some row vanishes at a pose, keeps D⁻¹ from making more of a rounded velocity than there is.
pub(super) const HEAVIER: Scalar = if size_of::<Scalar>() == 4 { 4_194_304.0 } else { 1_125_899_906_842_624.0 };

/// What rays may take of a hub's velocity in all, of what there is: more is made of its rounding. Where a pose asks for more, as dead
/// centres do, they are left as they are until it has passed.
const MOST_TAKEN: f64 = 0.5 / double(Scalar::EPSILON);

/// A hub of which rays take no more in all is heavy beside them. So much is shared at least where joints one after another could gain
/// energy, and nothing is but in a crowd.
const HEAVY: f64 = 3.0;

/// A hub and its rays.
pub(super) struct Star<J: Constraint, L: Gather> {
    /// The place of the hub.
    hub: u32,
    /// The segment that has it.
    pub(super) segment: usize,
    /// The joints that have the hub for their first body, and those that have it for their second one.
    pub(super) sides: [Series<J, L>; 2],
    /// M⁻¹ Σ Uᵀ D⁻¹ U: what the rays, if they are rigid, take from the hub's velocity where that is 1 in x, in y, or in its angular
    /// part, by column.
    response: [[f64; 3]; 3],
}

impl<J: Constraint, L: Gather> Star<J, L> {
    fn new(hub: u32) -> Self {
        Self { hub, segment: 0, sides: from_fn(|_| Series::new(L::lane_of)), response: [[0.0; 3]; 3] }
    }

    fn is_empty(&self) -> bool {
        self.sides.iter().all(|side| side.keys.is_empty())
    }
}

/// All stars of one type of joint.
pub(super) struct Stars<J: Constraint, L: Gather> {
    /// By the place of their hub, where they are among all. A map of numbers alone: users compile none for each of their joints.
    numbers: BTreeMap<u32, usize>,
    all: Vec<Star<J, L>>,
}

impl<J: Constraint, L: Gather> Stars<J, L> {
    pub(super) const NEW: Self = Self { numbers: BTreeMap::new(), all: Vec::new() };

    pub(super) const fn are_none(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn get(&self, hub: u32) -> Option<&Star<J, L>> {
        self.all.get(*self.numbers.get(&hub)?)
    }

    pub(super) fn get_mut(&mut self, hub: u32) -> Option<&mut Star<J, L>> {
        self.all.get_mut(*self.numbers.get(&hub)?)
    }

    /// In no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Star<J, L>> {
        self.all.iter()
    }

    /// In no order.
    pub(super) fn sides_mut(&mut self) -> impl Iterator<Item = &mut Series<J, L>> {
        self.all.iter_mut().flat_map(|star| &mut star.sides)
    }

    /// Calls `act` with each, in the order of their hubs.
    pub(super) fn each_mut(&mut self, mut act: impl FnMut(&mut Star<J, L>)) {
        self.numbers.values().for_each(|&number| act(&mut self.all[number]));
    }

    /// The rays of all, in the order of their hubs, and what says so in place of a colour.
    pub(super) fn rays(&self) -> impl Iterator<Item = (u32, &Series<J, L>)> {
        self.numbers.iter().flat_map(|(&hub, &number)| {
            let [first, second] = &self.all[number].sides;
            [(colours::ray(hub, 0), first), (colours::ray(hub, 1), second)]
        })
    }

    pub(super) fn insert(&mut self, hub: u32, side: usize, key: Key, member: &Member<J>) -> usize {
        let number = *self.numbers.entry(hub).or_insert(self.all.len());
        if number == self.all.len() {
            self.all.push(Star::new(hub));
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

/// What rays change of their hub's velocity where that is 1 in x, in y, or in its angular part, and all else rests, if they are rigid
/// and the hub is as heavy as they take it for.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
pub(super) fn response<J: Constraint, S: Real>(
    setup: &J::Setup<S>,
    prepared: &J::Prepared<S>,
    hub: usize,
) -> [Velocity<S>; 3] {
    let (one, zero) = (S::from_f64(1.0), S::default());
    let x = against::<J, S>(setup, prepared, hub, Velocity { x: one, y: zero, angular: zero });
    let y = against::<J, S>(setup, prepared, hub, Velocity { x: zero, y: one, angular: zero });
    let angular = against::<J, S>(setup, prepared, hub, Velocity { x: zero, y: zero, angular: one });
    [x, y, angular]
}

#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn against<J: Constraint, S: Real>(
    setup: &J::Setup<S>,
    prepared: &J::Prepared<S>,
    hub: usize,
    velocity: Velocity<S>,
) -> Velocity<S> {
    let mut own = J::Bodies::repeat(Velocity::default());
    own.as_mut()[hub] = velocity;
    let mut impulses = J::Rows::repeat(S::default());
    J::solve(setup, prepared, &Pass::relax(), &mut impulses, &mut own);
    kick::<J, S>(setup, prepared, &impulses, hub)
}

/// What impulses change of a velocity of the hub.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
pub(super) fn kick<J: Constraint, S: Real>(
    setup: &J::Setup<S>,
    prepared: &J::Prepared<S>,
    impulses: &J::Rows<S>,
    hub: usize,
) -> Velocity<S> {
    let mut own = J::Bodies::repeat(Velocity::default());
    J::warm_start(setup, prepared, impulses, &mut own);
    own.as_ref()[hub]
}

/// The masses of a ray's bodies, the hub's as rays take it.
pub(super) fn as_ray<J: Constraint>(
    mut masses: J::Bodies<MassProperties<Scalar>>,
    side: usize,
) -> J::Bodies<MassProperties<Scalar>> {
    let hub = &mut masses.as_mut()[side];
    hub.inverse_mass /= HEAVIER;
    hub.inverse_inertia /= HEAVIER;
    masses
}
