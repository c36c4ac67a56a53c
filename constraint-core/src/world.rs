//! The world: bodies, joints, time.

mod batching;
mod bodies_of;
mod guarding;
mod joints;
mod readings;
mod sleep;
mod stepping;
mod tools;

use core::fmt;

use crate::body::{Body, BodyMut, BodyNotes, Rest};
use crate::check;
use crate::constraint::Step;
use crate::energy_guard::EnergyGuard;
use crate::error::{Error, Missing};
use crate::event::Event;
use crate::id::{self, AnyJointId, BodyId};
use crate::math::{Scalar, Vec2, double};
use crate::real::Real;
use crate::slots::{Key, Slots};
use crate::solver::bodies::{Changes, DirtyBodies};
use crate::solver::dirty::DirtyPartitions;
use crate::solver::partition::boundaries::{MIN_JOINTS, PartitionGroups};
use crate::solver::{JointStore, PushOut, SolverBodies, batch};
use crate::step_history::StepHistory;
use crate::stepping::Stepping;

pub use bodies_of::BodiesOf;
pub use sleep::Sleep;

/// Bodies, the joints between them, and what moves them.
///
/// A world is deterministic: the same calls in the same order give the same bits on the same machine. It holds no NaN and
/// no infinity: it refuses them, refuses a step that would end in one, and its readings are finite.
///
/// ```
/// use constraint_core::{Body, Vec2, World};
///
/// let mut world = World::new();
/// let ball = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::new(0.0, 10.0)))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// // One second of free fall: ½·9.81 m.
/// assert!((world.body(ball)?.position().y - 5.1).abs() < 0.05);
/// # Ok::<(), constraint_core::Error>(())
/// ```
pub struct World {
    pub(crate) number: u64,
    pub(crate) gravity: Vec2,
    pub(crate) substeps: u32,
    pub(crate) stepping: Stepping,
    pub(crate) max_angular_speed: Option<Scalar>,
    pub(crate) push_out_speed: Scalar,
    /// In `f64`, so that it goes on however long the world runs.
    pub(crate) time: f64,
    pub(crate) bodies: Slots<Body>,
    /// One for each type of joint, in the order of their first use.
    pub(crate) joints: Vec<JointStore>,
    /// The bodies that someone has changed, or touched.
    dirty_bodies: DirtyBodies,
    /// Whether the last step has left the joints ready for the next one, if nothing changes in between.
    joints_ready: bool,
    /// What the owner has done to bodies.
    dirty_joints: BodyNotes,
    /// What has changed since the joints were last readied.
    changes: Changes,
    /// Which of them the next step has to prepare.
    dirty: DirtyPartitions,
    groups: PartitionGroups,
    /// How many joints are enough for a partition.
    partition: usize,
    /// How many joints are enough for a batch of identical islands.
    min_batch_joints: usize,
    /// Whether similar islands stand side by side however unlike they are.
    any_similar: bool,
    /// How many joints there were when the bodies were last cut into partitions.
    joints_partitioned: usize,
    /// How many bodies sleep.
    sleepers: usize,
    pub(crate) sleep: Option<Sleep>,
    /// Of the last step.
    events: Vec<Event>,
    /// The bodies as steps see them, kept from one to the next while nobody changes any.
    motion: SolverBodies,
    /// How long the last substeps were.
    pub(crate) history: StepHistory,
    /// What islands may gain.
    pub(crate) guard: EnergyGuard,
}

/// A body that was removed, and the joints that went with it.
#[derive(Clone, Debug, PartialEq)]
pub struct RemovedBody {
    /// The body.
    pub body: Body,
    /// The joints that held it, which are removed as well: type after type, as [`World::joints`] gives them.
    pub joints: Vec<AnyJointId>,
}

impl Default for World {
    fn default() -> Self {
        Self {
            number: id::next_world(),
            gravity: Vec2::new(0.0, -9.81),
            substeps: 4,
            stepping: Stepping::Substeps,
            max_angular_speed: None,
            push_out_speed: 3.0,
            time: 0.0,
            bodies: Slots::new(),
            joints: Vec::new(),
            dirty_bodies: DirtyBodies::ALL,
            joints_ready: false,
            dirty_joints: BodyNotes::default(),
            changes: Changes::default(),
            dirty: DirtyPartitions::default(),
            partition: MIN_JOINTS,
            min_batch_joints: batch::MIN_JOINTS,
            any_similar: false,
            groups: PartitionGroups::default(),
            joints_partitioned: 0,
            sleepers: 0,
            sleep: None,
            events: Vec::new(),
            motion: SolverBodies::default(),
            history: StepHistory::default(),
            guard: EnergyGuard::default(),
        }
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("number", &self.number)
            .field("gravity", &self.gravity)
            .field("substeps", &self.substeps)
            .field("bodies", &self.bodies.len())
            .field("joints", &self.joints.iter().map(JointStore::len).sum::<usize>())
            .finish_non_exhaustive()
    }
}

/// Time.
impl World {
    /// An empty world: gravity 9.81 m/s² downwards, 4 substeps a step.
    pub fn new() -> Self {
        Self::default()
    }

    /// Acceleration of every dynamic body, m/s², before its own scale.
    pub const fn gravity(&self) -> Vec2 {
        self.gravity
    }

    /// Sets the acceleration of every dynamic body, m/s².
    ///
    /// # Errors
    /// [`Error::NotFinite`].
    pub fn set_gravity(&mut self, gravity: Vec2) -> Result<(), Error> {
        check::finite_vector("gravity", gravity)?;
        if gravity != self.gravity {
            self.touch_all();
        }
        self.gravity = gravity;
        Ok(())
    }

    /// Into how many substeps a step is cut.
    pub const fn substeps(&self) -> u32 {
        self.substeps
    }

    /// Sets into how many substeps a step is cut. A step's cost is proportional to it, a joint's error falls with it.
    ///
    /// Light bodies that hang a load on long levers want more of them: see [`guide::stability`](crate::guide::stability).
    ///
    /// # Errors
    /// [`Error::NoSubsteps`].
    pub const fn set_substeps(&mut self, substeps: u32) -> Result<(), Error> {
        if substeps == 0 {
            return Err(Error::NoSubsteps);
        }
        self.substeps = substeps;
        Ok(())
    }

    /// The greatest angular speed of a body, rad/s; `None` if there is none.
    pub const fn max_angular_speed(&self) -> Option<Scalar> {
        self.max_angular_speed
    }

    /// Brakes bodies that spin faster than so many rad/s, either way: in each substep before they are moved, driven ones as well. The last
    /// substep of a step leaves nothing of what is beyond, the others .29 of it, and never more than two and a half times as many rad/s.
    /// What joints add after that can be read until the next substep.
    ///
    /// Where a joint's body turns by a radian in a substep, the joint is off by half of the anchor's distance from the centre. The free
    /// end of a long rope that cracks turns so; with a limit it stays together better. But joints do not know of the limit: energy and
    /// momentum are lost to it, and where much pulls at what spins, as in a long rope that holds many times its mass, energy
    /// may be gained. Box2D has one of an eighth of a turn in a step, 47 rad/s at 60 Hz, but for bodies that are exempt. None is
    /// the default here: flywheels turn faster, and a free body turns exactly at any speed.
    ///
    /// ```
    /// # use constraint_core::{Body, World};
    /// let mut world = World::new();
    /// let top = world.add_body(Body::dynamic(1.0, 0.1).spinning(-300.0))?;
    /// world.set_max_angular_speed(Some(47.0))?;
    /// world.step(1.0 / 60.0)?;
    /// assert_eq!(world.body(top)?.angular_velocity(), -47.0);
    /// # Ok::<(), constraint_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::NotPositive`].
    pub fn set_max_angular_speed(&mut self, speed: Option<Scalar>) -> Result<(), Error> {
        speed.map_or(Ok(()), |speed| check::finite_positive("greatest angular speed", speed))?;
        self.max_angular_speed = speed;
        Ok(())
    }

    /// How fast joints that are apart come together, m/s, or rad/s for an angle: see [`set_push_out_speed`](Self::set_push_out_speed).
    pub const fn push_out_speed(&self) -> Scalar {
        self.push_out_speed
    }

    /// Sets how fast joints come together that start apart, m/s, or rad/s for an angle; infinity for no bound. It is 3 in a new world, as
    /// for contacts in Box2D.
    ///
    /// It holds for a joint that is new, and for one of which a parameter has changed much or a body was moved, until it has come
    /// together: the error, as for [`max_error`](crate::JointOptions::max_error), is taken out no faster. Joints that steps stretch
    /// come back as fast as ever. Without a bound a joint that is metres apart moves its bodies by most of that within a step, and
    /// turns what it cannot hold into motion. [Sequential impulses](crate::SequentialImpulses) correct positions apart from
    /// velocities, and need no bound.
    ///
    /// # Errors
    /// [`Error::NotPositive`].
    pub fn set_push_out_speed(&mut self, speed: Scalar) -> Result<(), Error> {
        check::positive("push-out speed of joints", speed)?;
        self.push_out_speed = speed;
        Ok(())
    }

    /// How long the world has run, s: the time that the closure of a joint sees.
    pub const fn time(&self) -> f64 {
        self.time
    }

    /// Moves the world by `dt`, s.
    ///
    /// Steps may differ in length, as frames do: joints become as stiff as shorter ones let them be while the time passes, so that
    /// what a long step has stretched comes back no faster than it would have; no faster than in substeps of 1/60 s, if it was longer.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::NotPositive`] for `dt`, [`Error::InvalidJoint`] for a joint that
    /// [`joint_mut`](Self::joint_mut) or its own option `update` has spoiled, [`Error::Diverged`] where a body would be moved
    /// to NaN or infinity. No body has moved then; after the last one the joints have forgotten their impulses.
    pub fn step(&mut self, dt: Scalar) -> Result<(), Error> {
        let step = self.cut(dt)?;
        self.joints.iter().try_for_each(JointStore::validate)?;
        self.settle();
        self.guard_before();
        self.wake_touched();
        self.joints.iter_mut().try_for_each(|store| store.update(&self.bodies, &self.motion))?;
        if self.moves() {
            self.advance(step, dt)?;
            self.guard_after(dt);
            self.joints.iter_mut().for_each(|store| store.report(&mut self.events));
            self.fall_asleep(dt);
        } else {
            // They are ready for an earlier time, which some of them read.
            self.joints_ready = false;
        }
        self.time += double(step.h) * f64::from(self.parts());
        Ok(())
    }

    /// What happened in the last step, in the order in which it happened: who woke, what gained energy, which joints broke, who fell
    /// asleep.
    ///
    /// A joint that broke can still be read, until the next step removes or disables it.
    pub fn events(&self) -> impl Iterator<Item = Event> {
        self.events.iter().copied()
    }

    /// Removes or disables what broke in the last step.
    fn settle(&mut self) {
        self.events.clear();
        let mut released = Vec::new();
        self.joints.iter_mut().for_each(|store| store.settle(&mut released));
        self.touch(&released);
    }

    /// Moves the bodies under the joints.
    fn advance(&mut self, step: Step<Scalar>, dt: Scalar) -> Result<(), Error> {
        for &place in &self.dirty_joints.reweighed {
            self.bodies.at_mut(place).into_iter().for_each(|(_, body)| body.rest.reweighed = false);
        }
        self.changes.bodies.append(&mut self.dirty_joints.reweighed);
        let longer = self.history.longer(step.h);
        let has_come = self.gather(longer.is_some(), step);
        self.motion.begin(self.time, &mut self.changes, &self.dirty_bodies);
        let are_ready = self.joints_ready && !self.dirty_bodies.are_all && !self.changes.lateness;
        let Self {
            motion,
            changes,
            dirty_bodies,
            dirty,
            joints,
            bodies,
            dirty_joints,
            history,
            stepping,
            push_out_speed,
            ..
        } = self;
        dirty_bodies.places.iter().chain(&changes.bodies).for_each(|&place| motion.tell(place, dirty));
        let push_out = match stepping {
            Stepping::Substeps => PushOut::new(*push_out_speed, &history.default_pass(step.h)),
            Stepping::SequentialImpulses(_) => PushOut::NONE,
        };
        for store in joints.iter_mut() {
            store.set_push_out(push_out);
            dirty_joints.moved.iter().for_each(|&place| store.suspect(place));
            store.arrange((motion, bodies), changes, dirty);
        }
        for place in dirty_joints.moved.drain(..) {
            bodies.at_mut(place).into_iter().for_each(|(_, body)| body.rest.moved = false);
        }
        changes.clear();
        dirty_bodies.clear();
        let has_built = self.build_batches(step);
        self.joints.iter_mut().for_each(|store| store.begin(&self.motion, step.h, longer));
        let is_cut = self.repartition();
        if has_built {
            self.motion.find_velocity_updates(&self.bodies, self.gravity, step.h);
        }
        if has_come || has_built || is_cut {
            self.motion.find_idle();
        }
        self.solve(step, are_ready && !has_built && !is_cut);

        if let Err(key) = self.motion.unload(&mut self.bodies) {
            self.joints.iter_mut().for_each(JointStore::forget);
            (self.dirty_bodies.are_all, self.history.last) = (true, None);
            return Err(Error::Diverged { body: self.body_id(key) });
        }
        self.history.advance(&step, dt);
        Ok(())
    }

    /// Takes in the bodies that are new to the motion, or all of them. Whether any has come or gone that goes anywhere.
    fn gather(&mut self, are_all: bool, step: Step<Scalar>) -> bool {
        let Self { motion, bodies, dirty_bodies, changes, gravity, .. } = self;
        dirty_bodies.are_all |= are_all;
        // Who has fallen asleep or woken, and who weighs more or less than before.
        changes.bodies.iter().for_each(|&place| dirty_bodies.add(place, false, bodies.len()));
        if dirty_bodies.are_all {
            dirty_bodies.places.clear();
            motion.load(bodies, *gravity, step.h);
            return true;
        }
        motion.reload(&dirty_bodies.places, bodies, *gravity, step.h)
    }

    /// The substep of a step of length `dt`.
    fn cut(&self, dt: Scalar) -> Result<Step<Scalar>, Error> {
        check::finite_positive("length of a step", dt)?;
        check::finite("time of the world after the step", Scalar::from_f64(self.time + double(dt)))?;
        let h = dt / Scalar::from_f64(self.parts().into());
        check::positive("length of a substep", h)?;
        Ok(Step { h, inverse_h: h.recip(), time: Scalar::from_f64(self.time) })
    }
}

/// Bodies.
impl World {
    /// Adds a body.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::NotPositive`], [`Error::Negative`] or [`Error::NotOfKind`] for what the body has.
    pub fn add_body(&mut self, mut body: Body) -> Result<BodyId, Error> {
        body.validate()?;
        body.rest = Rest::NONE;
        let key = self.bodies.insert(body);
        self.dirty_bodies.add(key.index, false, self.bodies.len());
        Ok(self.body_id(key))
    }

    /// The body of this name.
    ///
    /// # Errors
    /// [`Error::UnknownBody`].
    pub fn body(&self, id: BodyId) -> Result<&Body, Error> {
        let body = self.bodies.get(id.key).filter(|_| id.world == self.number);
        body.ok_or_else(|| self.unknown_body(id))
    }

    /// The body of this name, to change. What changes wakes it.
    ///
    /// # Errors
    /// [`Error::UnknownBody`].
    pub fn body_mut(&mut self, id: BodyId) -> Result<BodyMut<'_>, Error> {
        let (unknown, count) = (self.unknown_body(id), self.bodies.len());
        let body = self.bodies.get_mut(id.key).filter(|_| id.world == self.number).ok_or(unknown)?;
        self.dirty_bodies.add(id.key.index, !body.is_dynamic(), count);
        Ok(BodyMut::new(body, id.key.index, &mut self.dirty_joints))
    }

    /// Removes a body and the joints that hold it. What they held as well wakes.
    ///
    /// # Errors
    /// [`Error::UnknownBody`].
    pub fn remove_body(&mut self, id: BodyId) -> Result<RemovedBody, Error> {
        self.touch_joints_of(id);
        let body = if id.world == self.number { self.bodies.remove(id.key) } else { None };
        let body = body.ok_or_else(|| self.unknown_body(id))?;
        self.dirty_bodies.add(id.key.index, false, self.bodies.len());
        self.sleepers -= usize::from(body.rest.asleep);
        let mut joints = Vec::new();
        self.joints.iter_mut().for_each(|store| store.remove_joints_of(id, &mut joints));
        Ok(RemovedBody { body, joints })
    }

    /// The bodies, each with its name, in an order that removal does not change.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Body)> {
        self.bodies.iter().map(|(key, body)| (self.body_id(key), body))
    }

    const fn body_id(&self, key: Key) -> BodyId {
        BodyId { world: self.number, key }
    }

    const fn unknown_body(&self, id: BodyId) -> Error {
        Error::UnknownBody { body: id, missing: self.missing(id.world) }
    }

    /// Why an id of the world numbered `world` names nothing here.
    const fn missing(&self, world: u64) -> Missing {
        if world == self.number { Missing::Removed } else { Missing::OtherWorld }
    }
}
