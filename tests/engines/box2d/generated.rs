//! What the attribute generated, as the engine asks for it: of two bodies, one row or one block at a time.
//!
//! This is the only place that calls the generated C, V, J, K and Jᵀλ, and nothing else in the stepper knows what a joint
//! holds. A [`Fault`] spoils one of them, to see whether the comparison with the engine would notice.

use constraint_core::{Array, Constraint, Element, Limits, MassProperties, Pose, Velocity, Wrench};

use super::float::Float;

/// The two bodies of a joint while it is being solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<S> {
    pub(super) poses: [Pose<S>; 2],
    pub(super) masses: [MassProperties<S>; 2],
    pub(super) velocities: [Velocity<S>; 2],
}

/// One of the functions that are proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Position,
    Velocity,
    Jacobian,
    EffectiveMass,
    Impulse,
}

impl Part {
    pub(super) const ALL: [Self; 5] =
        [Self::Position, Self::Velocity, Self::Jacobian, Self::EffectiveMass, Self::Impulse];
}

/// A mistake in one row of a function: it is too large by a factor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) part: Part,
    pub(super) row: usize,
    pub(super) factor: f64,
}

/// A joint by its generated functions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Generated<J> {
    joint: J,
    fault: Option<Fault>,
}

impl<J: Constraint> Generated<J> {
    pub(super) fn new(joint: J, fault: Option<Fault>) -> Self {
        joint.validate().expect("the engine took these parameters");
        Self { joint, fault }
    }

    fn spoil<S: Float>(&self, part: Part, row: usize, value: S) -> S {
        match self.fault {
            Some(fault) if fault.part == part && fault.row == row => value * S::from_f64(fault.factor),
            _ => value,
        }
    }

    /// C of a row.
    pub(super) fn position<S: Float>(&self, pair: &Pair<S>, row: usize) -> S {
        self.spoil(Part::Position, row, self.joint.position(&bodies::<J, _>(pair.poses)).as_ref()[row])
    }

    /// What C of a row may be.
    pub(super) fn limits<S: Float>(&self, row: usize) -> Limits<S> {
        self.joint.limits().as_ref()[row]
    }

    /// V of a row.
    pub(super) fn velocity<S: Float>(&self, pair: &Pair<S>, row: usize) -> S {
        let rows = self.joint.velocity(&bodies::<J, _>(pair.poses), &bodies::<J, _>(pair.velocities));
        self.spoil(Part::Velocity, row, rows.as_ref()[row])
    }

    /// K of a block of rows.
    pub(super) fn effective_mass<S: Float, const N: usize>(&self, pair: &Pair<S>, rows: [usize; N]) -> [[S; N]; N] {
        let k = self.joint.effective_mass(&bodies::<J, _>(pair.poses), &bodies::<J, _>(pair.masses));
        rows.map(|row| rows.map(|column| self.spoil(Part::EffectiveMass, row, k.as_ref()[row].as_ref()[column])))
    }

    /// 1/K of a row, 0 where nothing can move.
    pub(super) fn mass<S: Float>(&self, pair: &Pair<S>, row: usize) -> S {
        let [[k]] = self.effective_mass(pair, [row]);
        if k > S::ZERO { S::ONE / k } else { S::ZERO }
    }

    /// Applies an impulse along a row, by its block of J.
    pub(super) fn push<S: Float>(&self, pair: &mut Pair<S>, row: usize, impulse: S) {
        let jacobian = self.joint.jacobian(&bodies::<J, _>(pair.poses));
        let impulse = self.spoil(Part::Jacobian, row, impulse);
        for (body, block) in jacobian.as_ref()[row].as_ref().iter().enumerate() {
            apply(pair, body, block, impulse);
        }
    }

    /// Jᵀλ, with λ given row by row.
    pub(super) fn impulse<S: Float>(&self, pair: &Pair<S>, lambda: impl Fn(usize) -> S) -> [Wrench<S>; 2] {
        let lambda = J::Rows::from_fn(|row| self.spoil(Part::Impulse, row, lambda(row)));
        let impulses = self.joint.impulse(&bodies::<J, _>(pair.poses), &lambda);
        [impulses.as_ref()[0], impulses.as_ref()[1]]
    }

    /// Applies the impulses of all rows.
    pub(super) fn warm_start<S: Float>(&self, pair: &mut Pair<S>, lambda: impl Fn(usize) -> S) {
        for (body, wrench) in self.impulse(pair, lambda).iter().enumerate() {
            apply(pair, body, wrench, S::ONE);
        }
    }
}

fn bodies<J: Constraint, T: Element>(pair: [T; 2]) -> J::Bodies<T> {
    J::Bodies::from_fn(|body| pair[body])
}

/// v ← v + M⁻¹ w s.
fn apply<S: Float>(pair: &mut Pair<S>, body: usize, wrench: &Wrench<S>, scale: S) {
    let mass = pair.masses[body];
    let velocity = &mut pair.velocities[body];
    velocity.x += mass.inverse_mass * (wrench.x * scale);
    velocity.y += mass.inverse_mass * (wrench.y * scale);
    velocity.angular += mass.inverse_inertia * (wrench.angular * scale);
}
