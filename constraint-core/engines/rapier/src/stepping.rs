//! A step of both: Rapier's substeps one by one, and the joints around each.
//!
//! Rapier lets nobody into its substeps. So a step of n substeps is n steps of Rapier with one substep each. Joints are solved before
//! each of them, at the velocities that Rapier will find, and relaxed after it.

use constraint_core::{Error as JointError, Event as JointEvent, Scalar};

use crate::error::Error;
use crate::event::Event;
use crate::kinematic::{move_by, moving};
use crate::links;
use crate::locked::{LockedAxis, LockedBody, locked_axis};
use crate::rapier::prelude::{EventHandler, PhysicsHooks};
use crate::world::JointedWorld;

impl JointedWorld {
    /// Moves the world by one step of [`IntegrationParameters::dt`](crate::rapier::prelude::IntegrationParameters::dt), under its contacts
    /// and all of its joints. Returns what happened to joints, in this step and since the last one.
    ///
    /// It takes as many substeps as Rapier would: `num_solver_iterations`, which is 4 unless it is changed. Collisions are detected in
    /// each, since each is a step of Rapier's.
    ///
    /// # Errors
    /// [`Error::InvalidBody`] for a body that joints hold. [`Error::Joint`] for a length or a number of substeps that means nothing,
    /// and for a joint that [`joint_mut`](Self::joint_mut) has spoiled. Nothing has moved then, unless the bodies became invalid in a
    /// later substep: the step ends there.
    pub fn step(&mut self) -> Result<&[Event], Error> {
        self.step_with_events(&(), &())
    }

    /// As [`step`](Self::step), with hooks and a handler of events. Both are called in each substep.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn step_with_events(&mut self, hooks: &dyn PhysicsHooks, events: &dyn EventHandler) -> Result<&[Event], Error> {
        self.events.drain(..self.returned);
        self.returned = 0;
        let of_user = self.physics.integration_parameters;
        if of_user.dt == 0.0 {
            // As in Rapier: no time passes, collisions are detected.
            self.physics.step_with_events(hooks, events);
        } else {
            let stepped = self.substeps(hooks, events);
            self.physics.integration_parameters = of_user;
            stepped?;
        }
        self.returned = self.events.len();
        Ok(&self.events)
    }

    /// All substeps of a step.
    fn substeps(&mut self, hooks: &dyn PhysicsHooks, events: &dyn EventHandler) -> Result<(), Error> {
        self.forget_gone();
        self.lock_axes()?;
        let parameters = &mut self.physics.integration_parameters;
        let (dt, count) = (parameters.dt, parameters.num_solver_iterations);
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        #[allow(clippy::cast_precision_loss)] // nobody takes as many
        let h = dt / count as Scalar;
        (parameters.dt, parameters.num_solver_iterations) = (h, 1);
        let moving = moving(&self.physics.bodies);
        self.bodies.copy_from(&self.physics, h, Some(dt));
        if count == 0 {
            return Err(JointError::NoSubsteps.into());
        }
        for substep in 1..=count {
            self.begin_substep(h)?;
            self.bodies.copy_to(&mut self.physics.bodies);
            #[allow(clippy::cast_precision_loss)] // as above
            move_by(
                &mut self.physics.bodies,
                &moving,
                if substep == count { 1.0 } else { substep as Scalar / count as Scalar },
            );
            self.physics.step_with_events(hooks, events);
            self.bodies.copy_from(&self.physics, h, None);
            self.end_substep()?;
        }
        self.bodies.copy_to(&mut self.physics.bodies);
        Ok(())
    }

    /// Solves the joints, at the velocities that Rapier's next step will find.
    fn begin_substep(&mut self, h: Scalar) -> Result<(), Error> {
        let begun = self.set.begin_step(&self.bodies, h, 1);
        begun.map_err(|error| self.named(error))?;
        self.forget_broken();
        self.bodies.add_gains();
        let solved = self.set.warm_start(&mut self.bodies).and_then(|()| self.set.solve(&mut self.bodies));
        self.bodies.subtract_gains();
        solved.map_err(|error| self.named(error))
    }

    /// Relaxes the joints where Rapier has moved the bodies.
    fn end_substep(&mut self) -> Result<(), Error> {
        self.set.relax(&mut self.bodies).map_err(|error| self.named(error))?;
        for event in self.set.end_step()? {
            if let JointEvent::Broken { joint, cause, removed } = *event {
                self.events.push(Event::Broken { joint, cause, removed });
                self.broken.push((joint, removed));
            }
        }
        Ok(())
    }

    /// Forgets the joints that broke before the substep that has begun, and which it has removed or disabled.
    fn forget_broken(&mut self) {
        for (joint, is_removed) in core::mem::take(&mut self.broken) {
            if is_removed {
                self.forget(joint);
            } else if let Some(held) = self.joints.get(&joint) {
                links::set_enabled(&mut self.physics.impulse_joints, &held.links, false);
            }
        }
    }

    /// Adds and removes the joints of bodies that Rapier moves along one axis only.
    fn lock_axes(&mut self) -> Result<(), Error> {
        let Self { physics, set, bodies, locked, .. } = self;
        let held = bodies.held().to_vec();
        let axis = |index: u32| physics.bodies.get(bodies.handle(index)).and_then(locked_axis);
        locked.retain(|&LockedBody { index, is_x, joint }| {
            let stays = bodies.is_held(index) && axis(index) == Some(is_x);
            if !stays {
                // Gone already if the body is.
                let _ = set.remove_joint(joint);
            }
            stays
        });
        for index in held {
            let Some(is_x) = axis(index) else { continue };
            if !locked.iter().any(|locked| locked.index == index) {
                let joint = set.add_joint(&*bodies, [index], LockedAxis::new(is_x))?;
                locked.push(LockedBody { index, is_x, joint });
            }
        }
        Ok(())
    }

    /// An error of the set, with the handle of its body.
    fn named(&self, error: JointError) -> Error {
        match error {
            JointError::InvalidBody { body, quantity, value } => {
                Error::InvalidBody { body: self.bodies.handle(body), quantity, value }
            }
            error => error.into(),
        }
    }
}
