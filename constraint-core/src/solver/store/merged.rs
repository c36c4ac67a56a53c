//! A joint that generated code cannot solve, solved from its derived mathematics, in `f64`.
//!
//! Generated code takes the bodies of a joint for different ones. Where two are one, K has terms between their blocks, and
//! a velocity that changes in one place changes in the other. Such joints are few, and are solved here, so that the others
//! pay nothing for them; so are those that read an angle or a time of which the world's scalar would lose too many digits
//! ([`Motion::is_beyond`]). The laws, and the order of the rows, are those of generated code (the compiler's `assemble`); but a
//! direction of no length is the x axis here, where generated code keeps the last one.

use super::Entry;
use super::active::{gather, norm};
use super::dense::{self, Blocks, Selection, Square};
use super::error::{error, rigid_error};
use super::extra::Extra;
use crate::constraint::{Array, Constraint, Limits, Pass, Step};
use crate::kinematics::{MassProperties, Velocity, Wrench};
use crate::law::{Action, Law};
use crate::math::Scalar;
use crate::real::Real as _;
use crate::slots::Key;
use crate::softness::Softness;
use crate::solver::Motion;
use crate::solver::motion::Moving;

/// What stands for infinity where ∞ · 0 would be NaN, as in generated code.
const FAR: Scalar = 1e30;

/// What the iterations read and write of such a joint.
pub(super) struct Merged<J: Constraint> {
    /// Its entry, which has the joint itself.
    pub(super) key: Key,
    pub(super) extra: Extra,
    bodies: J::Bodies<u32>,
    masses: J::Bodies<MassProperties<Scalar>>,
    limits: J::Rows<Limits<Scalar>>,
    laws: J::Rows<Law<Scalar>>,
    h: Scalar,
    position: J::Rows<Scalar>,
    /// β: what V is at rest.
    bias: J::Rows<Scalar>,
    jacobian: Blocks<J>,
    k: Square<J>,
    pub(super) impulses: J::Rows<Scalar>,
}

/// Whether a moving body stands in several places of `bodies`.
pub(super) fn is_needed(bodies: &[u32], masses: &[MassProperties<Scalar>]) -> bool {
    let moves = |body: u32| {
        let MassProperties { inverse_mass, inverse_inertia } = masses[body as usize];
        inverse_mass > 0.0 || inverse_inertia > 0.0
    };
    bodies.iter().enumerate().any(|(place, &body)| bodies[..place].contains(&body) && moves(body))
}

/// What a step does.
impl<J: Constraint> Merged<J> {
    /// The joint before its next [`prepare`](Self::prepare).
    pub(super) fn new(
        key: Key,
        joint: &J,
        bodies: J::Bodies<u32>,
        masses: &[MassProperties<Scalar>],
        extra: Extra,
        impulses: J::Rows<Scalar>,
    ) -> Self {
        let nothing = super::zero::<J::Rows<Scalar>>;
        Self {
            key,
            extra,
            bodies,
            masses: gather::<J, _>(&bodies, masses),
            limits: joint.limits(),
            laws: joint.laws(),
            h: 0.0,
            position: nothing(),
            bias: nothing(),
            jacobian: J::Rows::repeat(J::Bodies::repeat(Wrench::default())),
            k: J::Rows::repeat(nothing()),
            impulses,
        }
    }

    /// Takes the joint's parameters, its options and its bodies' masses anew.
    pub(super) fn set_up(&mut self, entry: &Entry<J>, motion: &Motion) {
        (self.limits, self.laws) = (entry.joint.limits(), entry.joint.laws());
        self.masses = gather::<J, _>(&self.bodies, &motion.masses);
        self.extra = Extra::new(&entry.options);
    }

    /// Breaks the joint, if the substep that has just ended was too much for it.
    pub(super) fn strain(&mut self, joint: &J, motion: &Motion, step: Step<Scalar>) {
        let error = || norm(error(joint, &motion.exact_poses::<J>(&self.bodies), motion.time).as_ref());
        self.extra.strain(self.impulses.as_ref(), step.inverse_h, error);
    }

    pub(super) fn prepare(&mut self, joint: &J, motion: &Motion, step: Step<Scalar>) {
        let time = motion.time;
        self.extra.bound_error(|| norm(rigid_error(joint, &motion.exact_poses::<J>(&self.bodies), time).as_ref()));
        let poses = motion.exact_poses_seen::<J>(&self.bodies, self.extra.is_rigid());
        self.h = step.h;
        let at_rest = J::Bodies::repeat(Velocity::default());
        self.position = dense::rounded::<J>(&joint.position_at(&poses, time));
        self.bias = dense::rounded::<J>(&joint.velocity_at(&poses, &at_rest, time));
        self.jacobian = dense::jacobian(joint, &poses, time);
        dense::merge::<J>(&self.bodies, &mut self.jacobian);
        self.k = dense::effective_mass::<J>(&self.jacobian, &self.masses);
    }

    pub(super) fn warm_start(&mut self, velocities: &mut [Moving]) {
        self.impulses = super::readable(self.impulses);
        if self.extra.broken.is_some() {
            return;
        }
        for (row, &lambda) in self.impulses.as_ref().iter().enumerate() {
            self.accelerate(row, lambda, velocities);
        }
    }

    /// One iteration that takes out position errors.
    pub(super) fn solve(&mut self, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        if self.extra.broken.is_none() {
            self.solve_within(self.extra.max_impulse, &self.extra.pass(pass), velocities);
        }
    }

    /// One iteration, if the joint is rigid.
    pub(super) fn relax(&mut self, velocities: &mut [Moving]) {
        if self.extra.is_rigid() {
            self.solve_within(self.extra.max_impulse, &Pass::relax(), velocities);
        }
    }

    pub(super) fn forget(&mut self) {
        self.impulses = super::zero();
        self.extra.broken = None;
    }

    /// Springs and motors, limits, the equalities as one block.
    fn iterate(&mut self, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        for row in 0..J::ROWS {
            let law = self.law(row);
            if is_driven(&law) && law.first == row {
                self.drive(&law, pass, velocities);
            }
        }
        for row in 0..J::ROWS {
            if self.law(row).action == Action::Within {
                self.limit(row, pass, velocities);
            }
        }
        let held = |&row: &usize| !is_driven(&self.law(row)) && self.law(row).action == Action::Hold;
        let held = Selection::new((0..J::ROWS).filter(held));
        self.hold(&held, pass, velocities);
    }

    /// As [`iterate`](Self::iterate), but the norm of the impulses does not exceed `max_impulse`.
    fn solve_within(&mut self, max_impulse: Scalar, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        let (old, unmoved) = (self.impulses, gather::<J, _>(&self.bodies, velocities));
        self.iterate(pass, velocities);
        let norm = norm(self.impulses.as_ref());
        if norm > max_impulse {
            self.scale_impulses(max_impulse / norm);
            for (&body, &velocity) in self.bodies.as_ref().iter().zip(unmoved.as_ref()) {
                velocities[body as usize] = velocity;
            }
            for (row, (new, old)) in self.impulses.as_ref().iter().zip(old.as_ref()).enumerate() {
                self.accelerate(row, new - old, velocities);
            }
        }
    }

    pub(super) fn scale_impulses(&mut self, factor: Scalar) {
        self.impulses.as_mut().iter_mut().for_each(|lambda| *lambda *= factor);
    }
}

/// The laws.
impl<J: Constraint> Merged<J> {
    /// A spring, a motor, or an equality of limited force: all scalar rows of the closure's row that begins at `law.first`.
    fn drive(&mut self, law: &Law<Scalar>, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        let rows = Selection::<J>::new((0..J::ROWS).filter(|&row| self.law(row).first == law.first));
        let mut change = match law.action {
            Action::Soft { hertz, damping_ratio } => {
                let own = spring(Softness::new(hertz, damping_ratio), self.h);
                self.wanted(&rows, &Pass { spring_scale: pass.spring_scale, ..own }, velocities)
            }
            Action::Spring { stiffness, damping } => {
                self.sprung(&rows, [stiffness, damping], pass.spring_scale, velocities)
            }
            Action::Rate => self.wanted(&rows, &Pass { spring_scale: 1.0, ..Pass::relax() }, velocities),
            Action::Hold | Action::Within => self.wanted(&rows, &Pass { spring_scale: 1.0, ..*pass }, velocities),
        };
        if let Some(force) = law.max_force {
            self.bound(&rows, force.min(FAR) * self.h, &mut change);
        }
        self.apply(&rows, &change, velocities);
    }

    /// The rigid equalities together.
    fn hold(&mut self, rows: &Selection<J>, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        let change = self.wanted(rows, &Pass { spring_scale: 1.0, ..*pass }, velocities);
        self.apply(rows, &change, velocities);
    }

    /// Δλ = −s (mₛ K⁻¹(V + b c) + iₛ λ), with the pass's b, mₛ, iₛ and s.
    fn wanted(&self, rows: &Selection<J>, pass: &Pass<Scalar>, velocities: &[Moving]) -> J::Rows<Scalar> {
        let mut change = J::Rows::repeat(0.0);
        for &row in rows.rows() {
            let bias = if pass.bias_rate == 0.0 { 0.0 } else { pass.bias_rate * self.error(row) };
            change.as_mut()[row] = pass.mass_scale * (self.velocity(row, velocities) + bias);
        }
        rows.solve(&self.k, &mut change);
        for &row in rows.rows() {
            let back = pass.impulse_scale * self.impulses.as_ref()[row];
            change.as_mut()[row] = -pass.spring_scale * (change.as_ref()[row] + back);
        }
        change
    }

    /// Chipmunk's spring: see the compiler's `explicit_spring`.
    fn sprung(
        &self,
        rows: &Selection<J>,
        [stiffness, damping]: [Scalar; 2],
        share: Scalar,
        velocities: &[Moving],
    ) -> J::Rows<Scalar> {
        let mut change = J::Rows::repeat(0.0);
        for &row in rows.rows() {
            let k = self.k.as_ref()[row].as_ref()[row];
            let elastic = -stiffness * self.h * self.position.as_ref()[row];
            let kept = (-damping * self.h * k).exp();
            let braked = (1.0 - kept) * k.recip_or_zero(0.0) * self.velocity(row, velocities);
            change.as_mut()[row] = share * (kept * (elastic - self.impulses.as_ref()[row]) - braked);
        }
        change
    }

    /// Both sides of a limit by one impulse: see the compiler's `limited`.
    fn limit(&mut self, row: usize, pass: &Pass<Scalar>, velocities: &mut [Moving]) {
        let Limits { lower, upper } = self.limits.as_ref()[row];
        let (lower, upper) = (lower.max(-FAR), upper.min(FAR));
        let (k, value) = (self.k.as_ref()[row].as_ref()[row], self.position.as_ref()[row]);
        let inverse_h = self.h.recip();
        // Equal limits are an equality: what is in reach is out of the way.
        let slack = if upper <= lower { FAR } else { 0.0 };
        let (below, above) = (lower - value, upper - value);
        let least = (below * inverse_h + slack).min(pass.bias_rate * below);
        let most = (above * inverse_h - slack).max(pass.bias_rate * above);
        let free = self.velocity(row, velocities) - k * self.impulses.as_ref()[row];
        let wanted = free.max(least).min(most);
        let share = if below > 0.0 || above < 0.0 { pass.mass_scale } else { 1.0 };
        let mut impulse = share * (wanted - free) * k.recip_or_zero(0.0);
        if let Some(force) = self.law(row).max_force {
            let most = force.min(FAR) * self.h;
            impulse = impulse.max(-most).min(most);
        }
        let old = core::mem::replace(&mut self.impulses.as_mut()[row], impulse);
        self.accelerate(row, impulse - old, velocities);
    }

    /// Makes of `change` what keeps the length of the rows' impulses within `most`.
    fn bound(&self, rows: &Selection<J>, most: Scalar, change: &mut J::Rows<Scalar>) {
        let old = |row: usize| self.impulses.as_ref()[row];
        let new = |change: &J::Rows<Scalar>, row: usize| old(row) + change.as_ref()[row];
        let length = rows.rows().iter().map(|&row| new(change, row).powi(2)).sum::<Scalar>().sqrt();
        if length > most {
            for &row in rows.rows() {
                change.as_mut()[row] = new(change, row) * (most / length) - old(row);
            }
        }
    }
}

/// What the laws are made of.
impl<J: Constraint> Merged<J> {
    fn law(&self, row: usize) -> Law<Scalar> {
        self.laws.as_ref()[row]
    }

    /// c less the value that an equality asks for.
    fn error(&self, row: usize) -> Scalar {
        self.position.as_ref()[row] - self.limits.as_ref()[row].lower
    }

    /// V = J v + β
    fn velocity(&self, row: usize, velocities: &[Moving]) -> Scalar {
        dense::rate::<J>(&self.jacobian.as_ref()[row], &self.bodies, velocities) + self.bias.as_ref()[row]
    }

    fn apply(&mut self, rows: &Selection<J>, change: &J::Rows<Scalar>, velocities: &mut [Moving]) {
        for &row in rows.rows() {
            let change = change.as_ref()[row];
            self.impulses.as_mut()[row] += change;
            self.accelerate(row, change, velocities);
        }
    }

    /// v ← v + M⁻¹ Jᵀ λ of one row.
    fn accelerate(&self, row: usize, lambda: Scalar, velocities: &mut [Moving]) {
        let motion = dense::motion::<J>(&self.jacobian.as_ref()[row], &self.masses, lambda);
        for (&body, change) in self.bodies.as_ref().iter().zip(motion.as_ref()) {
            velocities[body as usize].add(change);
        }
    }
}

/// A spring as a pass: without a frequency it is none, and gives back what it has.
fn spring(softness: Softness, h: Scalar) -> Pass<Scalar> {
    if softness.hertz > 0.0 {
        softness.pass(h)
    } else {
        Pass { bias_rate: 0.0, mass_scale: 0.0, impulse_scale: 1.0, spring_scale: 1.0 }
    }
}

/// Whether a row is solved before the limits, by itself.
fn is_driven(law: &Law<Scalar>) -> bool {
    match law.action {
        Action::Rate | Action::Soft { .. } | Action::Spring { .. } => true,
        Action::Hold => law.max_force.is_some(),
        Action::Within => false,
    }
}

#[cfg(test)]
mod tests;
