//! A joint that generated code cannot solve, solved from its derived mathematics, in `f64`.
//!
//! Kernels assume that the bodies of a joint are different. Where one body stands in two places, K has terms between its
//! blocks, and a change of its velocity counts in both places. Such joints are rare and are solved here, at no cost to the
//! others. So are joints that read an angle or a time for which the world's scalar has too few digits
//! ([`SolverBodies::is_beyond`]). The laws, and the order of the rows, are those of generated code (the compiler's `assemble`); but a
//! direction of no length is the x axis here, where generated code keeps the last one.

use crate::elementary;
use crate::joint_options::JointOptions;
use crate::kernels::records::VelocityRecord;
use crate::kernels::{AnyJoint, Layout};
use crate::kinematics::{MassProperties, Pose, Wrench};
use crate::law::Limits;
use crate::law::{Action, ForceOf, Law};
use crate::math::{Scalar, finite_or_zero, nearest};
use crate::pass::{Pass, Step};
use crate::real::Real as _;
use crate::slots::Key;
use crate::softness::Softness;
use crate::solver::SolverBodies;
use crate::solver::break_check::{BreakCheck, Checked};
use crate::solver::dense::dense_algebra;
use crate::solver::dense::dense_algebra::Selection;
use crate::solver::packs::joint_data::norm;

/// What stands for infinity where ∞ · 0 would be NaN, as in generated code.
const FAR: Scalar = 1e30;

/// What the iterations read and write of such a joint.
#[derive(Clone)]
pub(crate) struct DenseJoint {
    /// Its entry, which has the joint itself.
    pub(crate) key: Key,
    options: JointOptions,
    /// The share of its position error on which the joint acts.
    share: Scalar,
    /// Whether it has broken in this step.
    is_broken: bool,
    bodies: Vec<u32>,
    masses: Vec<MassProperties<Scalar>>,
    /// The numbers of its setup, which tell how much its owner has changed.
    setup: Vec<Scalar>,
    limits: Vec<Limits<Scalar>>,
    laws: Vec<Law<Scalar>>,
    h: Scalar,
    is_rigid_type: bool,
    position: Vec<Scalar>,
    /// β: what V is at rest.
    bias: Vec<Scalar>,
    jacobian: Vec<Wrench<Scalar>>,
    k: Vec<Scalar>,
    pub(crate) impulses: Vec<Scalar>,
    room: Room,
}

/// Room for what is worked out on the way.
#[derive(Clone, Default)]
struct Room {
    poses: Vec<Pose<f64>>,
    rows: Vec<f64>,
    blocks: Vec<Wrench<f64>>,
    selection: Selection,
    change: Vec<Scalar>,
    /// The impulses and the velocities before an iteration.
    old: Vec<Scalar>,
    unmoved: Vec<VelocityRecord>,
}

/// Whether a moving body stands in several places of `bodies`.
pub(crate) fn is_needed(bodies: &[u32], masses: &[MassProperties<Scalar>]) -> bool {
    let moves = |body: u32| masses[body as usize].moves();
    bodies.iter().enumerate().any(|(place, &body)| bodies[..place].contains(&body) && moves(body))
}

/// What a step does.
impl DenseJoint {
    /// The joint before its next [`prepare`](Self::prepare).
    pub(crate) fn new(
        key: Key,
        layout: &Layout,
        joint: (&dyn AnyJoint, &JointOptions),
        bodies: &[u32],
        masses: &[MassProperties<Scalar>],
        setup: &[Scalar],
        impulses: Vec<Scalar>,
    ) -> Self {
        let rows = layout.rows;
        let mut dense = Self {
            key,
            options: *joint.1,
            share: 1.0,
            is_broken: false,
            bodies: bodies.to_vec(),
            masses: Vec::new(),
            setup: setup.to_vec(),
            limits: Vec::new(),
            laws: Vec::new(),
            h: 0.0,
            is_rigid_type: layout.is_rigid,
            position: vec![0.0; rows],
            bias: vec![0.0; rows],
            jacobian: vec![Wrench::default(); rows * bodies.len()],
            k: vec![0.0; rows * rows],
            impulses,
            room: Room {
                rows: vec![0.0; rows],
                blocks: vec![Wrench::default(); rows * bodies.len()],
                change: vec![0.0; rows],
                ..Room::default()
            },
        };
        dense.set_up(joint, masses, setup);
        dense
    }

    /// Takes the joint's parameters, its options and its bodies' masses again. Returns by how much a number of its setup has changed at
    /// most.
    pub(crate) fn set_up(
        &mut self,
        (joint, options): (&dyn AnyJoint, &JointOptions),
        masses: &[MassProperties<Scalar>],
        setup: &[Scalar],
    ) -> Scalar {
        (self.options, self.share, self.is_broken) = (*options, 1.0, false);
        let rows = self.position.len();
        let mut limits = vec![Limits { lower: 0.0, upper: 0.0 }; rows];
        joint.write_limits(&mut limits);
        let rounded = |Limits { lower, upper }| Limits { lower: nearest(lower), upper: nearest(upper) };
        self.limits = limits.into_iter().map(rounded).collect();
        let mut laws = vec![Law { action: Action::Hold, max_force: None, max_force_of: None, first: 0 }; rows];
        joint.write_laws(&mut laws);
        self.laws = laws.into_iter().map(Law::rounded).collect();
        self.masses = self.bodies.iter().map(|&body| masses[body as usize]).collect();
        let changes = self.setup.iter_mut().zip(setup).map(|(own, &new)| (core::mem::replace(own, new) - new).abs());
        changes.fold(0.0, Scalar::max)
    }

    /// Breaks the joint, if the substep that has just ended was too much for it.
    pub(crate) fn check_break(&mut self, motion: &SolverBodies, inverse_h: Scalar, check: &mut BreakCheck<'_>) {
        let force = norm(&self.impulses) * inverse_h;
        self.is_broken = self.is_broken || check.breaks(self.checked(), force, motion);
    }

    fn checked(&self) -> Checked<'_, impl Iterator<Item = u32>> {
        Checked { key: self.key, options: &self.options, bodies: self.bodies.iter().copied() }
    }

    pub(crate) fn prepare(&mut self, motion: &SolverBodies, step: Step<Scalar>, check: &mut BreakCheck<'_>) {
        let Some(joint) = check.parameters.get(self.key.index) else { return };
        let time = motion.time;
        self.share = check.share(self.checked(), motion);
        let sees_arcs = self.is_rigid_type && self.is_rigid();
        self.h = step.h;
        let Self { bodies, position, bias, jacobian, k, masses, room, .. } = self;
        let Room { poses, rows, blocks, .. } = room;
        poses.clear();
        poses.extend(bodies.iter().map(|&body| motion.exact_pose_for_joint(body as usize, sees_arcs)));
        joint.write_position(poses, time, rows);
        position.iter_mut().zip(&*rows).for_each(|(own, &exact)| *own = nearest(exact));
        joint.write_bias(poses, time, rows);
        bias.iter_mut().zip(&*rows).for_each(|(own, &exact)| *own = nearest(exact));
        dense_algebra::jacobian(joint, poses, time, blocks, jacobian);
        dense_algebra::merge(bodies, jacobian);
        dense_algebra::effective_mass(jacobian, masses, k);
    }

    pub(crate) fn warm_start(&mut self, velocities: &mut [VelocityRecord]) {
        self.impulses.iter_mut().for_each(|impulse| *impulse = finite_or_zero(*impulse));
        if self.is_broken {
            return;
        }
        for (row, &lambda) in self.impulses.iter().enumerate() {
            self.accelerate(row, lambda, velocities);
        }
    }

    /// One iteration that takes out position errors.
    pub(crate) fn solve(&mut self, pass: &Pass<Scalar>, velocities: &mut [VelocityRecord]) {
        if !self.is_broken {
            let spring = self.options.softness.map(|softness| softness.pass(self.h));
            let pass = spring.as_ref().unwrap_or(pass);
            self.solve_within(&Pass { bias_rate: pass.bias_rate * self.share, ..*pass }, velocities);
        }
    }

    /// One iteration, if the joint is rigid.
    pub(crate) fn relax(&mut self, velocities: &mut [VelocityRecord]) {
        if self.is_rigid() {
            self.solve_within(&Pass::relax(), velocities);
        }
    }

    /// Whether it is solved as a rigid joint.
    fn is_rigid(&self) -> bool {
        self.options.softness.is_none() && !self.is_broken
    }

    pub(crate) fn forget(&mut self) {
        self.impulses.fill(0.0);
        self.is_broken = false;
    }

    /// Springs and motors, limits, the equalities as one block.
    fn iterate(&mut self, pass: &Pass<Scalar>, velocities: &mut [VelocityRecord]) {
        self.room.old.clear();
        self.room.old.extend_from_slice(&self.impulses);
        for row in 0..self.laws.len() {
            let law = self.law(row);
            if is_driven(&law) && law.first == row {
                self.drive(&law, pass, velocities);
            }
        }
        for row in 0..self.laws.len() {
            if self.law(row).action == Action::Within {
                self.limit(row, pass, velocities);
            }
        }
        self.select(|dense, row| !is_driven(&dense.law(row)) && dense.law(row).action == Action::Hold);
        self.hold(pass, velocities);
    }

    /// Selects the rows that are next.
    fn select(&mut self, is_next: impl Fn(&Self, usize) -> bool) {
        let mut selection = core::mem::take(&mut self.room.selection);
        selection.set((0..self.laws.len()).filter(|&row| is_next(self, row)));
        self.room.selection = selection;
    }

    /// As [`iterate`](Self::iterate), but the norm of the impulses does not exceed what options allow.
    fn solve_within(&mut self, pass: &Pass<Scalar>, velocities: &mut [VelocityRecord]) {
        let max_impulse = self.options.max_force * self.h;
        let Self { bodies, room, .. } = self;
        room.unmoved.clear();
        room.unmoved.extend(bodies.iter().map(|&body| velocities[body as usize]));
        self.iterate(pass, velocities);
        let norm = norm(self.impulses.as_ref());
        if norm > max_impulse {
            self.scale_impulses(max_impulse / norm);
            for (&body, &velocity) in self.bodies.iter().zip(&self.room.unmoved) {
                velocities[body as usize] = velocity;
            }
            for (row, (new, old)) in self.impulses.iter().zip(&self.room.old).enumerate() {
                self.accelerate(row, new - old, velocities);
            }
        }
    }

    pub(crate) fn scale_impulses(&mut self, factor: Scalar) {
        self.impulses.iter_mut().for_each(|lambda| *lambda *= factor);
    }
}

/// The laws.
impl DenseJoint {
    /// A spring, a motor, or an equality of limited force: all scalar rows of the closure's row that begins at `law.first`.
    fn drive(&mut self, law: &Law<Scalar>, pass: &Pass<Scalar>, velocities: &mut [VelocityRecord]) {
        self.select(|dense, row| dense.law(row).first == law.first);
        match law.action {
            Action::Soft { hertz, damping_ratio } => {
                let own = spring(Softness::new(hertz, damping_ratio), self.h);
                self.wanted(&Pass { spring_scale: pass.spring_scale, ..own }, velocities);
            }
            Action::Spring { stiffness, damping } => self.sprung([stiffness, damping], pass.spring_scale, velocities),
            Action::Rate => self.wanted(&Pass { spring_scale: 1.0, ..Pass::relax() }, velocities),
            Action::Hold | Action::Within => self.wanted(&Pass { spring_scale: 1.0, ..*pass }, velocities),
        }
        if let Some(most) = self.greatest_impulse(law) {
            self.bound(most);
        }
        self.apply(velocities);
    }

    /// The rigid equalities together.
    fn hold(&mut self, pass: &Pass<Scalar>, velocities: &mut [VelocityRecord]) {
        self.wanted(&Pass { spring_scale: 1.0, ..*pass }, velocities);
        self.apply(velocities);
    }

    /// Δλ = −s (mₛ K⁻¹(V + b c) + iₛ λ) of the selected rows, with the pass's b, mₛ, iₛ and s.
    fn wanted(&mut self, pass: &Pass<Scalar>, velocities: &[VelocityRecord]) {
        let mut room = core::mem::take(&mut self.room);
        let Room { selection, change, .. } = &mut room;
        change.fill(0.0);
        for &row in selection.rows() {
            let bias = if pass.bias_rate == 0.0 { 0.0 } else { pass.bias_rate * self.error(row) };
            change[row] = pass.mass_scale * (self.velocity(row, velocities) + bias);
        }
        selection.solve(&self.k, change);
        for &row in selection.rows() {
            let back = pass.impulse_scale * self.impulses[row];
            change[row] = -pass.spring_scale * (change[row] + back);
        }
        self.room = room;
    }

    /// Chipmunk's spring: see the compiler's `explicit_spring`.
    fn sprung(&mut self, [stiffness, damping]: [Scalar; 2], share: Scalar, velocities: &[VelocityRecord]) {
        let mut room = core::mem::take(&mut self.room);
        let Room { selection, change, .. } = &mut room;
        change.fill(0.0);
        for &row in selection.rows() {
            let k = self.k[row * self.laws.len() + row];
            let elastic = -stiffness * self.h * self.position[row];
            let kept = elementary::scalar::exp(-damping * self.h * k);
            let braked = (1.0 - kept) * k.recip_or_zero(0.0) * self.velocity(row, velocities);
            change[row] = share * (kept * (elastic - self.impulses[row]) - braked);
        }
        self.room = room;
    }

    /// Both sides of a limit by one impulse: see the compiler's `limited`.
    fn limit(&mut self, row: usize, pass: &Pass<Scalar>, velocities: &mut [VelocityRecord]) {
        let Limits { lower, upper } = self.limits[row];
        let (lower, upper) = (lower.max(-FAR), upper.min(FAR));
        let (k, value) = (self.k[row * self.laws.len() + row], self.position[row]);
        let inverse_h = self.h.recip();
        // Equal limits are an equality: what is in reach is out of the way.
        let slack = if upper <= lower { FAR } else { 0.0 };
        let (below, above) = (lower - value, upper - value);
        let least = (below * inverse_h + slack).min(pass.bias_rate * below);
        let most = (above * inverse_h - slack).max(pass.bias_rate * above);
        let free = self.velocity(row, velocities) - k * self.impulses[row];
        let wanted = free.max(least).min(most);
        let share = if below > 0.0 || above < 0.0 { pass.mass_scale } else { 1.0 };
        let mut impulse = share * (wanted - free) * k.recip_or_zero(0.0);
        if let Some(most) = self.greatest_impulse(&self.law(row)) {
            impulse = impulse.max(-most).min(most);
        }
        let old = core::mem::replace(&mut self.impulses[row], impulse);
        self.accelerate(row, impulse - old, velocities);
    }

    /// What the impulse of a row does not exceed: see the compiler's `greatest_impulse`.
    fn greatest_impulse(&self, law: &Law<Scalar>) -> Option<Scalar> {
        if let Some(ForceOf { factor, row }) = law.max_force_of {
            let of_row = |at: &usize| self.laws[*at].first == row;
            let squares = (0..self.laws.len()).filter(of_row).map(|at| self.room.old[at].powi(2));
            return Some(factor.min(FAR) * squares.sum::<Scalar>().sqrt());
        }
        law.max_force.map(|force| force.min(FAR) * self.h)
    }

    /// Makes of the change what keeps the length of the selected rows' impulses within `most`.
    fn bound(&mut self, most: Scalar) {
        let (old, Room { selection, change, .. }) = (&self.impulses, &mut self.room);
        let squares = selection.rows().iter().map(|&row| (old[row] + change[row]).powi(2));
        let length = squares.sum::<Scalar>().sqrt();
        if length > most {
            for &row in selection.rows() {
                change[row] = (old[row] + change[row]) * (most / length) - old[row];
            }
        }
    }
}

/// What the laws are made of.
impl DenseJoint {
    fn law(&self, row: usize) -> Law<Scalar> {
        self.laws[row]
    }

    /// J of one row.
    fn blocks(&self, row: usize) -> &[Wrench<Scalar>] {
        &self.jacobian[row * self.bodies.len()..][..self.bodies.len()]
    }

    /// c less the value that an equality asks for.
    fn error(&self, row: usize) -> Scalar {
        self.position[row] - self.limits[row].lower
    }

    /// V = J v + β
    fn velocity(&self, row: usize, velocities: &[VelocityRecord]) -> Scalar {
        dense_algebra::rate(self.blocks(row), &self.bodies, velocities) + self.bias[row]
    }

    /// Changes the impulses of the selected rows, and the velocities.
    fn apply(&mut self, velocities: &mut [VelocityRecord]) {
        for &row in self.room.selection.rows() {
            let change = self.room.change[row];
            self.impulses[row] += change;
            self.accelerate(row, change, velocities);
        }
    }

    /// v ← v + M⁻¹ Jᵀ λ of one row.
    fn accelerate(&self, row: usize, lambda: Scalar, velocities: &mut [VelocityRecord]) {
        for (&body, change) in self.bodies.iter().zip(dense_algebra::motion(self.blocks(row), &self.masses, lambda)) {
            velocities[body as usize].add(&change);
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
        Action::Hold => law.max_force.is_some() || law.max_force_of.is_some(),
        Action::Within => false,
    }
}
