//! Whole steps over bodies that somebody else keeps.

use super::{BodySet, JointSet, Plan, SolverBody};
use crate::angle::Angle;
use crate::body_set::{Motions, MovedBodySet, TakesMotion};
use crate::error::Error;
use crate::event::Event;
use crate::kinematics::Velocity;
use crate::math::{Scalar, Vec2};
use crate::solver::bodies::{VelocityUpdate, check_body, indices};
use crate::solver::dirty::Change;
use crate::stepping::Stepping;
use crate::threads::Threads;

/// Bodies that a [`JointSet`] may move itself: see [`JointSet::step`].
pub trait MovingBodySet: BodySet {
    /// The acceleration of a body by gravity and forces, m/s² and rad/s². Ignored for what impulses do not move.
    fn acceleration(&self, index: u32) -> Velocity<Scalar>;

    /// Moves a body: its centre of mass, m, and its angle, rad. Never called for a body that [is fixed](Self::is_fixed) or asleep.
    fn set_pose(&mut self, index: u32, centre: [f64; 2], angle: f64);

    /// Whether a body stays where it is. Islands that share only such bodies are solved apart from each other.
    ///
    /// A body is fixed that impulses do not move and that does not move by itself, unless this is implemented.
    fn is_fixed(&self, index: u32) -> bool {
        let SolverBody { mass, velocity, .. } = self.body(index);
        !mass.moves() && velocity == Velocity::default()
    }
}

impl JointSet {
    /// Moves all bodies by a step of length `dt`, s, that is cut into so many substeps, under their joints. Returns what happened in it:
    /// [`Event::Broken`] for each joint that broke.
    ///
    /// It solves island after island, each for the whole step, and so is faster than the same step
    /// [phase by phase](Self::begin_step).
    ///
    /// # Errors
    /// As [`begin_step`](Self::begin_step). No body has moved then; after an [`Error::InvalidBody`] at the end of the step, the joints
    /// have forgotten their impulses.
    pub fn step(&mut self, bodies: &mut dyn MovingBodySet, dt: Scalar, substeps: u32) -> Result<&[Event], Error> {
        self.step_by(Stepping::Substeps, bodies, dt, substeps)
    }

    /// As [`step`](Self::step), with each island solved [as a whole](crate::Stepping::Direct). Islands that cannot be are moved in so many
    /// substeps. There is no such step phase by phase, since it moves the bodies itself.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    #[cfg(feature = "direct")]
    pub fn step_directly(
        &mut self,
        bodies: &mut dyn MovingBodySet,
        dt: Scalar,
        order: crate::stepping::Order,
        substeps: u32,
    ) -> Result<&[Event], Error> {
        self.step_by(Stepping::Direct { order }, bodies, dt, substeps)
    }

    fn step_by(
        &mut self,
        stepping: Stepping,
        bodies: &mut dyn MovingBodySet,
        dt: Scalar,
        substeps: u32,
    ) -> Result<&[Event], Error> {
        let plan = Plan { stepping, substeps, gravity: Vec2::ZERO, most_angular: Scalar::INFINITY };
        let first = self.plan_step(&plan, dt)?;
        self.find_held(bodies.count())?;
        self.give_up_step();
        let (bodies, mut others_are_fixed) = (&mut Foreign(bodies), false);
        for index in indices(bodies.count()) {
            let body = bodies.body(index);
            check_body(index, &body)?;
            others_are_fixed |= self.motion.was_fixed(index).is_some_and(|was| was != bodies.is_fixed(index));
            others_are_fixed |= self.motion.moved_by_impulses(index).is_some_and(|moved| moved != body.mass.moves());
        }
        if others_are_fixed {
            // Islands are other ones.
            self.evict_all();
            self.cut_in_next_step();
        }
        // Nobody tells which have changed.
        self.mark(Change::AllBodies);
        self.remove_broken();
        self.update(bodies)?;
        if let Err(body) = self.advance(bodies, &plan, first, dt) {
            return Err(Error::InvalidBody {
                body,
                quantity: "position or velocity after the step",
                value: Scalar::NAN,
            });
        }
        self.pass(&plan, first);
        self.events.clear();
        let Self { stores, events, .. } = self;
        for store in stores {
            store.report(events);
        }
        Ok(&self.events)
    }
}

/// Bodies that somebody else keeps.
struct Foreign<'a>(&'a mut dyn MovingBodySet);

impl BodySet for Foreign<'_> {
    fn count(&self) -> usize {
        self.0.count()
    }

    fn body(&self, index: u32) -> SolverBody {
        // The solver may ask for one that is there no longer, before it learns that.
        if (index as usize) < self.count() { self.0.body(index) } else { SolverBody::default() }
    }

    fn set_velocity(&mut self, index: u32, velocity: Velocity<Scalar>) {
        self.0.set_velocity(index, velocity);
    }
}

impl MovedBodySet for Foreign<'_> {
    fn is_fixed(&self, index: u32) -> bool {
        index as usize >= self.count() || self.0.is_fixed(index)
    }

    fn drive(&self, index: u32, _: Vec2, h: Scalar) -> VelocityUpdate {
        if !self.body(index).mass.moves() {
            return VelocityUpdate::NONE;
        }
        let Velocity { x, y, angular } = self.0.acceleration(index);
        VelocityUpdate::new(Velocity { x: h * x, y: h * y, angular: h * angular }, [1.0; 2])
    }

    // Somebody else's bodies are moved one after another.
    fn take_motions(&mut self, motions: &impl Motions, _: &Threads, _: usize) {
        motions.give(self, 0..usize::MAX);
    }
}

impl TakesMotion for Foreign<'_> {
    #[allow(clippy::cast_possible_truncation)] // bodies have indices of 32 bits
    fn set_motion(&mut self, place: usize, centre: [f64; 2], angle: Angle, velocity: &Velocity<Scalar>) {
        self.0.set_pose(place as u32, centre, angle.exactly());
        self.0.set_velocity(place as u32, *velocity);
    }
}
