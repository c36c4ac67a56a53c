//! Which way a world is stepped.

use core::ops::Range;

use super::World;
use crate::constraint::Step;
use crate::error::Error;
use crate::lanes::Width;
use crate::math::Scalar;
use crate::solver::segments::{MANY, Spans};
use crate::solver::{self, Drift, JointStore, Substeps};
use crate::stepping::Stepping;

impl World {
    /// How a step moves the bodies.
    pub const fn stepping(&self) -> Stepping {
        self.stepping
    }

    /// Sets how a step moves the bodies.
    ///
    /// # Errors
    /// [`Error::NoIterations`]; [`Error::NotAShare`], [`Error::NotFinite`] or [`Error::Negative`] for an option.
    pub fn set_stepping(&mut self, stepping: Stepping) -> Result<(), Error> {
        stepping.validate()?;
        if stepping != self.stepping {
            self.dismiss_all();
            self.stepping = stepping;
        }
        Ok(())
    }

    /// Solves at most so many joints at once; the processor may have fewer lanes. For tests: no result depends on it.
    #[doc(hidden)]
    pub fn set_lanes(&mut self, most: usize) {
        self.dismiss_all();
        self.motion.width = Width::at_most(most);
        // So that the next step has blocks of that width.
        self.joints_cut = 0;
        self.altered.are_all = true;
    }

    /// Takes segments of at least so many joints one after another. For tests: no result depends on it.
    #[doc(hidden)]
    pub const fn set_segment(&mut self, joints: usize) {
        self.segment = joints;
    }

    /// How many parts a step has.
    pub(super) const fn parts(&self) -> u32 {
        match self.stepping {
            Stepping::Substeps => self.substeps,
            Stepping::SequentialImpulses(_) => 1,
        }
    }

    /// Cuts the bodies into segments, if there are twice or half as many joints as when that was done, or many of them hold
    /// segments together. Whether that was so.
    pub(super) fn cut_anew(&mut self) -> bool {
        let enough = self.segment;
        let count: usize = self.joints.iter().map(JointStore::len).sum();
        let bridges: usize = self.joints.iter().filter_map(JointStore::bridges).map(Iterator::count).sum();
        let is_due = count >= 2 * self.joints_cut + enough
            || 2 * count + enough < self.joints_cut
            || 32 * bridges > count + enough;
        if is_due {
            let mut spans = Spans::new(self.motion.velocities.len());
            self.joints.iter().for_each(|store| store.add_spans(&self.motion, &mut spans));
            self.motion.cuts = spans.cuts(enough);
            self.joints.iter_mut().for_each(|store| store.cut(&self.motion, enough));
            self.joints_cut = count;
        }
        is_due
    }

    /// Finds the segments that are moved together.
    fn find_teams(&mut self) {
        let Self { teams, joints, motion, .. } = self;
        if joints.iter().any(|store| store.bridges().is_none()) {
            return teams.join_all(&motion.cuts);
        }
        teams.find(&motion.cuts, joints.iter().filter_map(JointStore::bridges).flatten());
        // A spring between bodies that go nowhere has its impulse all the same.
        let are_in = |team: &Range<usize>| joints.iter().any(|store| store.are_in(team));
        teams.all.retain(|team| !motion.idle.are(team) || are_in(team));
    }

    /// Moves what [`step`](Self::step) has loaded. The joints `are_ready`, but for those that have changed themselves.
    pub(super) fn solve(&mut self, step: Step<Scalar>, are_ready: bool) {
        self.joints_ready = matches!(self.stepping, Stepping::Substeps);
        self.find_teams();
        let most_angular = self.max_angular_speed.unwrap_or(Scalar::INFINITY);
        let (motion, joints, stale, teams) = (&mut self.motion, &mut self.joints, &mut self.stale, &self.teams.all);
        match &self.stepping {
            Stepping::Substeps => {
                let soft = self.pace.default_pass(step.h);
                let drift = Drift::new(step.h, most_angular, &soft);
                let substeps = Substeps { first: step, count: self.substeps, start: self.time, soft, drift };
                for (number, team) in teams.iter().enumerate() {
                    let are_ready = are_ready && !stale.has_segment(team);
                    let next = teams.get(number + 1).filter(|_| teams.len() > MANY);
                    motion.take(team.clone());
                    motion.team.next = next.cloned().unwrap_or_default();
                    solver::advance(motion, joints, &substeps, are_ready);
                }
                motion.crews.step(|number, crew, next| {
                    solver::advance_crew(number, crew, next, joints, &substeps);
                });
            }
            Stepping::SequentialImpulses(options) => {
                motion.take(0..motion.cuts.len() + 1);
                solver::impulses::advance(motion, joints, step, options, self.time, most_angular);
            }
        }
        stale.clear();
    }
}
