//! Time: settings of a step, and the step itself.

use super::World;
use crate::check;
use crate::error::Error;
use crate::event::Event;
use crate::joint_set::Plan;
use crate::math::{Scalar, Vec2};
use crate::solver::dirty::Change;

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
