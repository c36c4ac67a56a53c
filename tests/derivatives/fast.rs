//! The solver's fast path against the mathematics that it stands for: whatever an iteration does, it does by impulses.

use constraint_core::{Array, Constraint, Pass, Pose, Step, Velocity};

use crate::random::Random;
use crate::sample::{EXACT, Sample, State, accelerated, flat, inverse_masses, jacobian, largest, near};
use crate::{catalogue, odd};

/// The substep of these tests.
pub(crate) const STEP: Step<f64> = Step { h: 1.0 / 240.0, inverse_h: 240.0, time: 0.0 };

/// A joint, prepared; its velocities and accumulated impulses.
pub(crate) struct Run<J: Constraint> {
    pub(crate) setup: J::Setup<f64>,
    pub(crate) prepared: J::Prepared<f64>,
    pub(crate) impulses: J::Rows<f64>,
    pub(crate) velocities: J::Bodies<Velocity<f64>>,
}

impl<J: Constraint> Run<J> {
    /// At rest as far as impulses go.
    pub(crate) fn new(joint: &J, state: &State<J>) -> Self {
        let impulses = Array::from_fn(|_| 0.0);
        let setup = joint.setup(&state.masses);
        let mut run = Self { setup, prepared: Default::default(), impulses, velocities: state.velocities };
        run.prepare(&state.poses);
        run
    }

    /// At these poses, of which most of each angle has been there when the step began.
    pub(crate) fn prepare(&mut self, poses: &J::Bodies<Pose<f64>>) {
        let start = J::Bodies::from_fn(|body| 0.75 * poses.as_ref()[body].angle);
        let since = J::Bodies::from_fn(|body| {
            let pose = poses.as_ref()[body];
            Pose { angle: pose.angle - start.as_ref()[body], ..pose }
        });
        J::begin(&self.setup, &start, &mut self.prepared);
        J::prepare(&self.setup, &since, &STEP, &mut self.prepared);
    }

    pub(crate) fn warm_start(&mut self) {
        J::warm_start(&self.setup, &self.prepared, &self.impulses, &mut self.velocities);
    }

    pub(crate) fn solve(&mut self, pass: Pass<f64>) {
        J::solve(&self.setup, &self.prepared, &pass, &mut self.impulses, &mut self.velocities);
    }
}

/// A pass with a bias and a softness, as the world's default stepping has them.
pub(crate) fn soft_pass(random: &mut Random) -> Pass<f64> {
    let mass_scale = random.real(0.5, 1.0);
    Pass { bias_rate: random.real(1.0, 60.0), mass_scale, impulse_scale: 1.0 - mass_scale, spring_scale: 1.0 }
}

/// Impulses at random, for each row.
pub(crate) fn impulses<J: Constraint>(random: &mut Random) -> J::Rows<f64> {
    Array::from_fn(|_| random.real(-2.0, 2.0))
}

/// The velocities are `before` + M⁻¹ Jᵀλ, to rounding of the largest of them times the largest impulse.
fn changed<J: Constraint>(what: &str, joint: &J, state: &State<J>, before: &[f64], after: &[f64], lambda: &[f64]) {
    let jacobian = jacobian(joint, &state.poses);
    let change = accelerated(&jacobian, &inverse_masses(state.masses.as_ref()), lambda);
    let size = largest(&change).max(largest(before)) * largest(lambda).max(1.0);
    for (index, change) in change.iter().enumerate() {
        near(&format!("{what} velocity {index}"), after[index], before[index] + change, EXACT * size);
    }
}

/// What holds of every joint: a warm start adds M⁻¹Jᵀλ, and an iteration adds M⁻¹JᵀΔλ by the Δλ that it reports.
pub(crate) fn by_impulses<J: Constraint>(sample: &Sample<J>) {
    let mut worked = false;
    sample.each(|joint, state, random| {
        let mut run = Run::new(joint, state);
        run.impulses = impulses::<J>(random);
        let before = flat(run.velocities.as_ref());
        run.warm_start();
        let warm = flat(run.velocities.as_ref());
        changed(&format!("{} warm start", sample.name), joint, state, &before, &warm, run.impulses.as_ref());

        let applied = run.impulses;
        run.solve(soft_pass(random));
        let delta: Vec<f64> = run.impulses.as_ref().iter().zip(applied.as_ref()).map(|(new, old)| new - old).collect();
        changed(&format!("{} iteration", sample.name), joint, state, &warm, &flat(run.velocities.as_ref()), &delta);
        worked |= largest(&delta) > 1e-3;
    });
    assert!(worked, "{}: some iteration has work to do", sample.name);
}

/// Of rigid equalities alone, one pass without bias takes V to zero.
///
/// Five digits to spare: K of up to three rows has a condition number of up to some 1e4, which leaves one.
pub(crate) fn relaxes<J: Constraint>(sample: &Sample<J>) {
    sample.each(|joint, state, _| {
        let mut run = Run::new(joint, state);
        run.solve(Pass::relax());
        let jacobian = jacobian(joint, &state.poses);
        let after = joint.velocity(&state.poses, &run.velocities);
        for (row, &velocity) in after.as_ref().iter().enumerate() {
            let size = largest(&jacobian[row]) * largest(&flat(run.velocities.as_ref())).max(5.0);
            near(&format!("{} V[{row}] relaxed", sample.name), velocity, 0.0, EXACT * size);
        }
    });
}

/// A solver may leave out the passes in which a joint says that it has no part, and no others.
fn has_a_part<J: Constraint>(sample: &Sample<J>) {
    let mut changes = false;
    sample.each(|joint, state, _| {
        let mut run = Run::new(joint, state);
        run.solve(Pass::relax());
        changes |= run.velocities.as_ref() != state.velocities.as_ref() || largest(run.impulses.as_ref()) > 0.0;
    });
    assert_eq!(changes, J::RELAXES, "{}", sample.name);
}

/// Of rigid equalities alone, a pass leaves V + b c = −(…)λ: what a rigid pass with bias leaves is V = −b c.
fn takes_the_error_back<J: Constraint>(sample: &Sample<J>) {
    sample.each(|joint, state, random| {
        let mut run = Run::new(joint, state);
        let bias_rate = random.real(1.0, 60.0);
        run.solve(Pass { bias_rate, ..Pass::relax() });
        let (velocity, error) = (joint.velocity(&state.poses, &run.velocities), joint.position_error(&state.poses));
        let jacobian = jacobian(joint, &state.poses);
        for (row, (&velocity, &error)) in velocity.as_ref().iter().zip(error.as_ref()).enumerate() {
            let size = largest(&jacobian[row]) * largest(&flat(run.velocities.as_ref())).max(bias_rate * error.abs());
            near(&format!("{} V[{row}] with bias", sample.name), velocity, -bias_rate * error, EXACT * size);
        }
    });
}

macro_rules! tests {
    ($($name:ident: $check:ident($($sample:expr),* $(,)?);)*) => {$(
        #[test]
        fn $name() {
            $($check(&$sample);)*
        }
    )*};
}
tests! {
    catalogue_acts_by_impulses: by_impulses(
        catalogue::PIVOT, catalogue::WELD, catalogue::ANGLE, catalogue::DISTANCE, catalogue::LINE, catalogue::MOTOR,
        catalogue::PULLEY,
    );
    odd_joints_act_by_impulses: by_impulses(
        odd::BEAD, odd::CHOICE, odd::GUARDS, odd::CONDITIONS, odd::EXTREMES, odd::HEADINGS, odd::FUNCTIONS, odd::VECTORS, odd::ROTATIONS, odd::LEVER, odd::GRIP, odd::CLAMP,
        odd::SWARM, odd::FRACTION, odd::SPRING, odd::BUSHING, odd::CLUTCH, odd::BELT, odd::WHEEL,
        odd::SLIDE,
        odd::RUBBING,
    );
    equalities_relax_to_rest: relaxes(
        catalogue::PIVOT, catalogue::WELD, odd::BEAD, odd::LEVER, odd::GRIP, odd::CLAMP, odd::TRAIN, odd::SWARM, odd::FRACTION,
    );
    only_rigid_rows_and_motors_have_a_part_in_relaxation: has_a_part(
        catalogue::PIVOT, catalogue::WELD, catalogue::ANGLE, catalogue::DISTANCE, catalogue::LINE, catalogue::MOTOR,
        catalogue::PULLEY, odd::SPRING, odd::BUSHING, odd::CLUTCH, odd::BELT, odd::WHEEL,
    );
    equalities_take_the_error_back: takes_the_error_back(
        catalogue::PIVOT, catalogue::WELD, odd::BEAD, odd::LEVER, odd::GRIP, odd::CLAMP, odd::TRAIN, odd::SWARM, odd::FRACTION,
    );
}
