//! The world: bodies, joints, time.

use core::fmt;

use crate::body::{Body, BodyMut, Rest, Touched};
use crate::check;
use crate::energy_guard::EnergyGuard;
use crate::error::Error;
use crate::event::Event;
use crate::id::{AnyJointId, BodyId};
use crate::joint_set::{JointSet, Plan};
use crate::math::{Scalar, Vec2};
use crate::slots::{Key, Slots};
use crate::solver::dirty::Change;
use crate::stepping::Stepping;

pub use bodies_of::BodiesOf;
pub use sleep::Sleep;

/// Bodies, the joints between them, and what moves them.
///
/// | to | call |
/// |---|---|
/// | begin | [`new`](Self::new), [`set_gravity`](Self::set_gravity) |
/// | have bodies | [`add_body`](Self::add_body), [`body`](Self::body), [`body_mut`](Self::body_mut), [`bodies`](Self::bodies), [`remove_body`](Self::remove_body) |
/// | join them | [`add_joint`](Self::add_joint), [`joint`](Self::joint), [`joint_mut`](Self::joint_mut), [`set_joint_options`](Self::set_joint_options), [`remove_joint`](Self::remove_joint) |
/// | move on | [`step`](Self::step), [`events`](Self::events), [`time`](Self::time) |
/// | push | [`BodyMut::apply_impulse`], [`BodyMut::apply_force_at`] |
/// | read | [`reaction`](Self::reaction), [`impulse`](Self::impulse), [`position_error`](Self::position_error), [`energy`](Self::energy) |
/// | pick and draw | [`body_at`](Self::body_at), [`draw`](Self::draw), [`draw_joint`](Self::draw_joint) |
/// | go back | [`clone`](Self#impl-Clone-for-World) |
#[cfg_attr(feature = "serde", doc = "| save | [`Registry`](crate::saved::Registry) |")]
#[cfg_attr(not(feature = "serde"), doc = "| save | the feature `serde`: `saved::Registry` |")]
/// | be more exact | [`set_substeps`](Self::set_substeps), [`set_stepping`](Self::set_stepping) |
/// | let things rest | [`set_sleep`](Self::set_sleep), [`wake`](Self::wake) |
/// | stay stable | [`set_energy_guard`](Self::set_energy_guard), [`set_max_angular_speed`](Self::set_max_angular_speed), [`set_push_out_speed`](Self::set_push_out_speed) |
///
/// A world is deterministic: the same calls in the same order give the same bits on the same machine. It holds no NaN and
/// no infinity: it refuses them, refuses a step that would end in one, and its readings are finite.
///
/// A clone goes on as the original does, bit for bit, and ids of the one are ids of the other, until bodies or joints are added to
/// either: keep clones of the last frames for a [rollback](crate::guide::recipes::tasks#roll-back).
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
#[derive(Clone)]
pub struct World {
    pub(crate) gravity: Vec2,
    pub(crate) substeps: u32,
    pub(crate) stepping: Stepping,
    pub(crate) max_angular_speed: Option<Scalar>,
    pub(crate) bodies: Slots<Body>,
    pub(crate) joints: JointSet,
    /// What islands may gain.
    pub(crate) guard: EnergyGuard,
    /// Bodies that their owner has changed, or what holds them.
    pub(crate) touched: Touched,
    /// How many bodies sleep.
    sleepers: usize,
    pub(crate) sleep: Option<Sleep>,
    /// Of the last step.
    events: Vec<Event>,
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
            gravity: Vec2::new(0.0, -9.81),
            substeps: 4,
            stepping: Stepping::Substeps,
            max_angular_speed: None,
            bodies: Slots::new(),
            joints: JointSet::new(),
            guard: EnergyGuard::default(),
            touched: Touched::default(),
            sleepers: 0,
            sleep: None,
            events: Vec::new(),
        }
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("number", &self.joints.number)
            .field("gravity", &self.gravity)
            .field("substeps", &self.substeps)
            .field("bodies", &self.bodies.len())
            .field("joints", &self.joints.len())
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

    /// Sets the greatest angular speed of a body, rad/s, in either direction; `None` for no limit. Driven bodies are limited, too.
    ///
    /// A body that spins faster is slowed down in each substep before it is moved. The last substep of a step removes all of the excess.
    /// The others leave 29 % of it, up to two and a half times the limit. What joints add after that shows in the body's velocity until
    /// the next substep.
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
        self.joints.push_out_speed()
    }

    /// Sets how fast joints come together that start apart, m/s, or rad/s for an angle; infinity for no bound. It is 3 in a new world, as
    /// for contacts in Box2D.
    ///
    /// It holds for a joint that is new, and for one of which a parameter has changed much or a body was moved, until it has come
    /// together: the error, as for [`max_error`](crate::JointOptions::max_error), is taken out no faster. Stretch that
    /// steps cause is removed at the usual rate. Without a bound a joint that is metres apart moves its bodies by most of
    /// that within a step, and turns what it cannot hold into motion. [Sequential impulses](crate::SequentialImpulses)
    /// correct positions apart from velocities, and need no bound.
    ///
    /// # Errors
    /// [`Error::NotPositive`].
    pub fn set_push_out_speed(&mut self, speed: Scalar) -> Result<(), Error> {
        self.joints.set_push_out_speed(speed)
    }

    /// How long the world has run, s: the time that the closure of a joint sees.
    pub const fn time(&self) -> f64 {
        self.joints.time()
    }

    /// Moves the world by `dt`, s.
    ///
    /// Steps may differ in length, as frames do: after a long step, joints stiffen again slowly. What the long step
    /// stretched comes back no faster than at its own length, or at substeps of 1/60 s if it was longer.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::NotPositive`] for `dt`, [`Error::InvalidJoint`] for a joint that
    /// [`joint_mut`](Self::joint_mut) or its own option `update` has made invalid, [`Error::Diverged`] where a body would be moved
    /// to NaN or infinity. No body has moved then; after the last one the joints have forgotten their impulses.
    pub fn step(&mut self, dt: Scalar) -> Result<(), Error> {
        let constant = self.push_bodies();
        let done = self.step_pushed(dt);
        self.release_bodies(&constant, done.is_ok());
        done
    }

    fn step_pushed(&mut self, dt: Scalar) -> Result<(), Error> {
        let plan = self.plan();
        let step = self.joints.plan_step(&plan, dt)?;
        self.events.clear();
        let released = self.joints.remove_broken();
        self.touch(&released);
        self.guard_before();
        self.wake_touched();
        self.joints.update(&self.bodies)?;
        if self.moves() {
            for place in self.touched.moved.drain(..) {
                self.bodies.at_mut(place).into_iter().for_each(|(_, body)| body.rest.moved = false);
                self.joints.suspect(place);
            }
            let advanced = self.joints.advance(&mut self.bodies, &plan, step, dt);
            advanced.map_err(|place| Error::Diverged { body: self.id_at(place) })?;
            self.joints.report(&mut self.events);
            self.guard_after(dt);
            self.fall_asleep(dt);
        } else {
            // They are ready for an earlier time, which some of them read.
            self.joints.mark(Change::AllJoints);
        }
        self.joints.pass(&plan, step);
        Ok(())
    }

    /// What happened in the last step, in the order in which it happened: who woke, which joints broke, what gained energy, who fell
    /// asleep.
    ///
    /// A joint that broke can still be read, until the next step removes or disables it.
    pub fn events(&self) -> impl Iterator<Item = Event> {
        self.events.iter().copied()
    }

    fn plan(&self) -> Plan {
        let Self { stepping, substeps, gravity, .. } = *self;
        Plan { stepping, substeps, gravity, most_angular: self.max_angular_speed.unwrap_or(Scalar::INFINITY) }
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
        self.mark_body(key.index);
        Ok(self.body_id(key))
    }

    /// The body of this name.
    ///
    /// # Errors
    /// [`Error::UnknownBody`].
    pub fn body(&self, id: BodyId) -> Result<&Body, Error> {
        let body = self.bodies.get(id.key).filter(|_| id.world == self.joints.number);
        body.ok_or_else(|| self.unknown_body(id))
    }

    /// The body of this name, to change. What changes wakes it.
    ///
    /// # Errors
    /// [`Error::UnknownBody`].
    pub fn body_mut(&mut self, id: BodyId) -> Result<BodyMut<'_>, Error> {
        if self.body(id)?.is_dynamic() {
            self.mark_body(id.key.index);
        } else {
            // Islands everywhere may hold it.
            self.joints.mark(Change::AllBodies);
        }
        let unknown = self.unknown_body(id);
        let body = self.bodies.get_mut(id.key).ok_or(unknown)?;
        Ok(BodyMut::new(body, id.key.index, &mut self.touched))
    }

    /// Removes a body and the joints that hold it. What they held as well wakes.
    ///
    /// # Errors
    /// [`Error::UnknownBody`].
    pub fn remove_body(&mut self, id: BodyId) -> Result<RemovedBody, Error> {
        self.touch_joints_of(id);
        let body = if id.world == self.joints.number { self.bodies.remove(id.key) } else { None };
        let body = body.ok_or_else(|| self.unknown_body(id))?;
        self.mark_body(id.key.index);
        self.touched.applied.retain(|applied| applied.place != id.key.index);
        self.sleepers -= usize::from(body.rest.asleep);
        Ok(RemovedBody { body, joints: self.joints.remove_body(id.key.index) })
    }

    /// The bodies, each with its name, in an order that removal does not change.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Body)> {
        self.bodies.iter().map(|(key, body)| (self.body_id(key), body))
    }

    /// The next step loads the body in this place again.
    fn mark_body(&mut self, index: u32) {
        self.joints.mark(Change::Body { index, of: self.bodies.len() });
    }

    const fn body_id(&self, key: Key) -> BodyId {
        BodyId { world: self.joints.number, key }
    }

    /// The name of the body in this place.
    fn id_at(&self, place: u32) -> BodyId {
        self.body_id(self.bodies.at(place).map_or(Key { index: place, generation: 0 }, |(key, _)| key))
    }

    const fn unknown_body(&self, id: BodyId) -> Error {
        Error::UnknownBody { body: id, missing: self.joints.missing(id.world) }
    }
}

// Rustdoc lists the methods of `World` in the order of these modules, and `rustfmt` sorts modules without an empty line between them.
// They stand in the order in which users need them, and after `new`, `step` and the bodies above.
mod joints;

mod readings;

mod picking;

mod tools;

mod sleep;

mod stepping;

mod guarding;

mod applied;
mod bodies;
mod bodies_of;
