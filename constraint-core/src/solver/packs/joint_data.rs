//! One joint outside of any pack: what it is solved by, and what it goes on with.

use crate::joint_options::JointOptions;
use crate::kernels::{AnyJoint, Layout};
use crate::kinematics::MassProperties;
use crate::math::Scalar;

use crate::slots::Key;
use crate::solver::packs::hub_mass::as_hub;

/// A joint that is looked at: its name, parameters and options, and the places of its bodies.
#[derive(Clone, Copy)]
pub(crate) struct Joint<'a> {
    pub(crate) key: Key,
    pub(crate) parameters: &'a dyn AnyJoint,
    pub(crate) options: &'a JointOptions,
    pub(crate) bodies: &'a [u32],
}

/// A joint as it comes into a pack, or leaves it.
#[derive(Clone, Debug)]
pub(crate) struct JointData {
    /// The places of its bodies.
    pub(crate) bodies: Vec<u32>,
    /// Which of them impulses move.
    pub(crate) moving: Vec<bool>,
    pub(crate) setup: Vec<Scalar>,
    pub(crate) kept: WarmStartCache,
    pub(crate) options: JointOptions,
}

/// What a joint keeps from step to step.
#[derive(Clone, Debug)]
pub(crate) struct WarmStartCache {
    /// λ, row by row.
    pub(crate) impulses: Vec<Scalar>,
    /// What outlives a degenerate pose: x and y of each last normal.
    pub(crate) directions: Vec<Scalar>,
}

impl WarmStartCache {
    /// What a joint has that has had no part in a step.
    pub(crate) fn new(layout: &Layout) -> Self {
        let directions = (0..layout.memory.len()).map(|number| if number % 2 == 0 { 1.0 } else { 0.0 });
        Self { impulses: vec![0.0; layout.rows], directions: directions.collect() }
    }

    /// After a change of the substep by this factor: the same force gives as many times the impulse.
    pub(crate) fn scaled(&self, factor: Scalar) -> Self {
        let impulses = self.impulses.iter().map(|impulse| impulse * factor).collect();
        Self { impulses, directions: self.directions.clone() }
    }
}

impl JointData {
    /// Zeros, to be filled in.
    pub(crate) fn empty(layout: &Layout) -> Self {
        Self {
            bodies: vec![0; layout.bodies],
            moving: vec![false; layout.bodies],
            setup: vec![0.0; layout.setup],
            kept: WarmStartCache::new(layout),
            options: JointOptions::default(),
        }
    }

    /// The joint in a slot, of these bodies, without options. `hub` says which of them is the hub of a spoke.
    pub(crate) fn new(
        layout: &Layout,
        slot: u32,
        joint: &dyn AnyJoint,
        bodies: &[u32],
        masses: &[MassProperties<Scalar>],
        hub: Option<usize>,
        kept: WarmStartCache,
    ) -> Self {
        let setup = setup(layout, slot, joint, bodies, masses, hub);
        let mut data = Self::with(setup, bodies, masses, kept);
        if let Some(hub) = hub {
            // Spokes only read their hub.
            data.moving[hub] = false;
        }
        data
    }

    /// A joint that is set up, without options.
    pub(crate) fn with(
        setup: Vec<Scalar>,
        bodies: &[u32],
        masses: &[MassProperties<Scalar>],
        kept: WarmStartCache,
    ) -> Self {
        let moving = bodies.iter().map(|&body| moves(masses[body as usize])).collect();
        Self { bodies: bodies.to_vec(), moving, setup, kept, options: JointOptions::default() }
    }
}

/// The setup of the joint in a slot, of these bodies. `hub` says which of them is the hub of a spoke.
pub(crate) fn setup(
    layout: &Layout,
    slot: u32,
    joint: &dyn AnyJoint,
    bodies: &[u32],
    masses: &[MassProperties<Scalar>],
    hub: Option<usize>,
) -> Vec<Scalar> {
    let mut setup = Setup::default();
    setup.find(layout, slot, joint, bodies, masses, hub);
    setup.numbers
}

/// Room for the setup of one joint after another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    masses: Vec<MassProperties<Scalar>>,
    numbers: Vec<Scalar>,
}

impl Setup {
    /// As [`setup`].
    pub(crate) fn find(
        &mut self,
        layout: &Layout,
        slot: u32,
        joint: &dyn AnyJoint,
        bodies: &[u32],
        masses: &[MassProperties<Scalar>],
        hub: Option<usize>,
    ) -> &[Scalar] {
        let Self { masses: own, numbers } = self;
        own.clear();
        own.extend(bodies.iter().map(|&body| masses[body as usize]));
        if let Some(hub) = hub {
            own[hub] = as_hub(own[hub]);
        }
        numbers.resize(layout.setup, 0.0);
        joint.write_setup(slot, own, numbers);
        numbers
    }

    /// Whether all numbers are the same, to the bit.
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        let mut pairs = self.numbers.iter().zip(&other.numbers);
        pairs.all(|(one, other)| one.to_bits() == other.to_bits())
    }
}

/// See [`MassProperties::moves`].
pub(crate) fn moves(masses: MassProperties<Scalar>) -> bool {
    masses.moves()
}

/// The norm over the rows of a joint.
pub(crate) fn norm(rows: &[Scalar]) -> Scalar {
    rows.iter().map(|row| row * row).sum::<Scalar>().sqrt()
}
