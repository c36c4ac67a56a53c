//! A step phase by phase, between which others move the bodies.

use super::{BodySet, JointSet, SolverBody};
use crate::error::Error;
use crate::event::Event;
use crate::math::{Scalar, double};
use crate::solver::bodies::check_body;
use crate::solver::dirty::Change;
use crate::solver::integrator::position_integrator::PositionIntegrator;
use crate::solver::step::{Partitions, Stage, Stages as _, Substeps};
use crate::solver::{JointStore, PushOut};

/// How far a step has come.
#[derive(Clone, Default)]
pub(super) struct Phases {
    next: Phase,
    substeps: Option<Substeps>,
    /// Number of substeps that have passed.
    passed: u32,
    /// Length of the whole step, s.
    dt: Scalar,
    /// The bodies that joints hold, in their order.
    held: Vec<u32>,
    /// The same as they were when the step began.
    starts: Vec<SolverBody>,
}

impl Phases {
    /// Takes the bodies that joints hold as they are.
    fn find_starts(&mut self, bodies: &impl BodySet) -> Result<(), Error> {
        let Self { held, starts, .. } = self;
        starts.clear();
        for &index in &*held {
            let body = bodies.body(index);
            check_body(index, &body)?;
            starts.push(body);
        }
        Ok(())
    }
}

/// What comes next.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    BeginStep,
    WarmStart,
    SolveOrRelax,
    EndStep,
}

impl Phase {
    const fn name(self) -> &'static str {
        match self {
            Self::BeginStep => "begin_step",
            Self::WarmStart => "warm_start",
            Self::SolveOrRelax => "solve` or `relax",
            Self::EndStep => "end_step",
        }
    }
}

/// A step phase by phase: see [`JointSet`] for their order.
impl JointSet {
    /// Begins a step of length `dt`, s, that is cut into so many substeps. Removes or disables joints that broke in the last step, lets
    /// joints change themselves that want to, and prepares all of them at the poses where the bodies are.
    ///
    /// A step that was begun and not ended is given up.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::NotPositive`] for `dt`, [`Error::NoSubsteps`], [`Error::InvalidJoint`] for a joint that
    /// [`joint_mut`](Self::joint_mut) or its own option `update` has spoiled, [`Error::BodyOutOfRange`], [`Error::InvalidBody`].
    pub fn begin_step<B: BodySet>(&mut self, bodies: &B, dt: Scalar, substeps: u32) -> Result<(), Error> {
        self.phases.next = Phase::BeginStep;
        let step = self.cut_step(dt, substeps)?;
        self.validate()?;
        self.find_held(bodies.count())?;
        self.phases.find_starts(bodies)?;
        if self.in_batches() > 0 {
            self.evict_all();
        }
        self.remove_broken();
        self.update(bodies)?;
        let longer = self.history.longer(step.h);
        let Self { motion, dirty, phases, .. } = self;
        motion.take_held(&phases.held, &phases.starts, bodies.count(), dirty);
        motion.begin(self.time, dirty);
        let are_prepared = longer.is_none() && !dirty.are_all_joints();
        self.mark_partitions();
        let soft = self.history.default_pass(step.h);
        self.arrange(bodies, PushOut::new(self.push_out_speed, &soft));
        self.stores.iter_mut().for_each(|store| store.begin(&self.motion, step.h, longer));
        let is_cut = self.repartition();
        let Self { motion, stores, dirty, phases, .. } = self;
        motion.take(0..motion.boundaries.len() + 1);
        let are_prepared = are_prepared && !is_cut && !dirty.has_any_partition();
        if !are_prepared {
            motion.clear_warm_start_of(&phases.held);
        }
        for store in stores {
            store.prepare(motion, step, are_prepared);
        }
        dirty.clear_joints();
        // Until a step has been ended, nothing is ready for the next one.
        dirty.mark(Change::AllJoints);
        let integrator = PositionIntegrator::new(step.h, Scalar::INFINITY, &soft);
        phases.substeps = Some(Substeps { first: step, count: substeps, start: self.time, soft, integrator });
        (phases.passed, phases.dt, phases.next) = (0, dt, Phase::WarmStart);
        Ok(())
    }

    /// Applies the impulses of the last substep again. Call it after forces have changed velocities.
    ///
    /// # Errors
    /// [`Error::InvalidBody`], [`Error::OutOfTurn`].
    pub fn warm_start<B: BodySet>(&mut self, bodies: &mut B) -> Result<(), Error> {
        self.begin_phase("warm_start", Phase::WarmStart)?;
        self.motion.take_velocities(&self.phases.held, bodies)?;
        self.run(Stage::WarmStart);
        self.motion.apply_warm_start_delta(&self.phases.held);
        self.end_phase(bodies, Phase::SolveOrRelax)
    }

    /// One iteration over all joints, which also takes out position errors. Call it once a substep or more often, before the bodies are
    /// moved.
    ///
    /// # Errors
    /// [`Error::InvalidBody`], [`Error::OutOfTurn`].
    pub fn solve<B: BodySet>(&mut self, bodies: &mut B) -> Result<(), Error> {
        self.begin_phase("solve", Phase::SolveOrRelax)?;
        self.motion.take_velocities(&self.phases.held, bodies)?;
        self.run(Stage::Solve);
        self.end_phase(bodies, Phase::SolveOrRelax)
    }

    /// One iteration without position errors, which takes out the velocity that corrected them. Call it after the bodies were moved.
    /// Ends the substep.
    ///
    /// # Errors
    /// [`Error::InvalidBody`], [`Error::OutOfTurn`].
    pub fn relax<B: BodySet>(&mut self, bodies: &mut B) -> Result<(), Error> {
        self.begin_phase("relax", Phase::SolveOrRelax)?;
        let Self { motion, phases, .. } = self;
        let Some(substeps) = &phases.substeps else { return Ok(()) };
        let passed = phases.passed + 1;
        let is_last = passed == substeps.count;
        if is_last {
            // The next step begins here.
            for &index in &phases.held {
                let body = bodies.body(index);
                check_body(index, &body)?;
                motion.gather(index as usize, &body);
            }
        } else {
            motion.take_velocities(&phases.held, bodies)?;
            for (&index, start) in phases.held.iter().zip(&phases.starts) {
                motion.displace_to(index, bodies.displacement(index, start), &substeps.integrator)?;
            }
        }
        self.run(Stage::Relax);
        self.phases.passed = passed;
        self.end_phase(bodies, if is_last { Phase::EndStep } else { Phase::WarmStart })
    }

    /// Ends the step. Returns what happened in it: [`Event::Broken`] for each joint that broke.
    ///
    /// A joint that broke acts no more, but can still be read until the next step removes or disables it.
    ///
    /// # Errors
    /// [`Error::OutOfTurn`].
    pub fn end_step(&mut self) -> Result<&[Event], Error> {
        let Substeps { first, count, .. } = *self.begin_phase("end_step", Phase::EndStep)?;
        self.time += double(first.h) * f64::from(count);
        self.history.advance(&first, self.phases.dt);
        self.dirty.clear_joints();
        self.events.clear();
        let Self { stores, events, .. } = self;
        for store in stores {
            store.report(events);
        }
        Ok(&self.events)
    }

    /// Finds the bodies that joints hold, which have indices below `count`.
    pub(super) fn find_held(&mut self, count: usize) -> Result<(), Error> {
        let Self { stores, dirty, phases: Phases { held, .. }, .. } = self;
        if core::mem::take(&mut dirty.held_bodies) {
            held.clear();
            held.extend(stores.iter().flat_map(JointStore::held_bodies));
            held.sort_unstable();
            held.dedup();
        }
        match held.last() {
            Some(&body) if body as usize >= count => Err(Error::BodyOutOfRange { body, count }),
            _ => Ok(()),
        }
    }

    /// Gives up the step that has begun, since its joints are not as they were prepared.
    pub(super) const fn give_up_step(&mut self) {
        self.phases.next = Phase::BeginStep;
    }

    /// Runs a stage of the present substep over all joints.
    fn run(&mut self, stage: Stage) {
        let Self { motion, stores, phases, .. } = self;
        if let Some(substeps) = &phases.substeps {
            let mut joints = Partitions { bodies: motion, joints: stores, are_prepared: true };
            joints.run(stage, substeps, phases.passed + 1);
        }
    }

    /// Begins a phase, if it is its turn.
    fn begin_phase(&mut self, called: &'static str, phase: Phase) -> Result<&Substeps, Error> {
        let Phases { next, substeps, .. } = &mut self.phases;
        let expected = next.name();
        let turn = substeps.as_ref().filter(|_| *next == phase).ok_or(Error::OutOfTurn { called, expected })?;
        // Unless the phase comes to its end.
        *next = Phase::BeginStep;
        Ok(turn)
    }

    /// Ends a phase: gives the bodies their velocities.
    fn end_phase<B: BodySet>(&mut self, bodies: &mut B, next: Phase) -> Result<(), Error> {
        let Self { motion, phases, .. } = self;
        motion.give_velocities(&phases.held, bodies).inspect_err(|_| self.forget())?;
        self.phases.next = next;
        Ok(())
    }
}
