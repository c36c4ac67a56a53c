//! One joint outside of any pack: what it is solved by, and what it goes on with.

use crate::kinematics::MassProperties;
use crate::math::Scalar;
use crate::solver::kernels::{AnyJoint, Layout};

use super::star;

/// A joint as it comes into a pack, or leaves it.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// The places of its bodies.
    pub(super) bodies: Vec<u32>,
    /// Which of them impulses move.
    pub(super) moving: Vec<bool>,
    pub(super) setup: Vec<Scalar>,
    pub(super) kept: Kept,
}

/// What a joint keeps from step to step.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// λ, row by row.
    pub(super) impulses: Vec<Scalar>,
    /// What outlives a degenerate pose: x and y of each last normal.
    pub(super) directions: Vec<Scalar>,
}

impl Kept {
    /// What a joint has that has had no part in a step.
    pub(super) fn new(layout: &Layout) -> Self {
        let directions = (0..layout.memory.len()).map(|number| if number % 2 == 0 { 1.0 } else { 0.0 });
        Self { impulses: vec![0.0; layout.rows], directions: directions.collect() }
    }

    /// After a change of the substep by this factor: the same force gives as many times the impulse.
    pub(super) fn scaled(&self, factor: Scalar) -> Self {
        let impulses = self.impulses.iter().map(|impulse| impulse * factor).collect();
        Self { impulses, directions: self.directions.clone() }
    }
}

impl Member {
    /// Zeros, to be filled in.
    pub(super) fn empty(layout: &Layout) -> Self {
        Self {
            bodies: vec![0; layout.bodies],
            moving: vec![false; layout.bodies],
            setup: vec![0.0; layout.setup],
            kept: Kept::new(layout),
        }
    }

    /// The joint in a slot, of these bodies. `hub` says which of them is the hub of a spoke.
    pub(super) fn new(
        layout: &Layout,
        slot: u32,
        joint: &dyn AnyJoint,
        bodies: &[u32],
        masses: &[MassProperties<Scalar>],
        hub: Option<usize>,
        kept: Kept,
    ) -> Self {
        let setup = setup(layout, slot, joint, bodies, masses, hub);
        let mut member = Self::with(setup, bodies, masses, kept);
        if let Some(hub) = hub {
            // Spokes only read their hub.
            member.moving[hub] = false;
        }
        member
    }

    /// A joint that is set up.
    pub(super) fn with(setup: Vec<Scalar>, bodies: &[u32], masses: &[MassProperties<Scalar>], kept: Kept) -> Self {
        let moving = bodies.iter().map(|&body| moves(masses[body as usize])).collect();
        Self { bodies: bodies.to_vec(), moving, setup, kept }
    }
}

/// The setup of the joint in a slot, of these bodies. `hub` says which of them is the hub of a spoke.
pub(super) fn setup(
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
pub(super) struct Setup {
    masses: Vec<MassProperties<Scalar>>,
    numbers: Vec<Scalar>,
}

impl Setup {
    /// As [`setup`].
    pub(super) fn find(
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
            own[hub] = star::as_hub(own[hub]);
        }
        numbers.resize(layout.setup, 0.0);
        joint.write_setup(slot, own, numbers);
        numbers
    }

    /// Whether all numbers are the same, to the bit.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        let mut pairs = self.numbers.iter().zip(&other.numbers);
        pairs.all(|(one, other)| one.to_bits() == other.to_bits())
    }
}

/// Whether an impulse changes the body's velocity.
pub(super) fn moves(masses: MassProperties<Scalar>) -> bool {
    masses.inverse_mass > 0.0 || masses.inverse_inertia > 0.0
}

/// The norm over the rows of a joint.
pub(super) fn norm(rows: &[Scalar]) -> Scalar {
    rows.iter().map(|row| row * row).sum::<Scalar>().sqrt()
}
