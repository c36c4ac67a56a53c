//! From bodies that others move to the solver's and back, phase by phase of a step. Only bodies that joints hold are exchanged.

use crate::body_set::{BodySet, Displacement, SolverBody};
use crate::error::Error;
use crate::kernels::records::{VelocityRecord, rotated, that_moves};
use crate::kinematics::Velocity;
use crate::lanes::Record as _;
use crate::math::Scalar;
use crate::solver::bodies::{PositionIntegrator, SolverBodies};
use crate::solver::dirty::{Change, Dirty};

/// Refuses a body that means nothing.
#[inline]
pub(crate) fn check_body(index: u32, body: &SolverBody) -> Result<(), Error> {
    refuse(index, body.invalid())
}

/// Refuses a body with a quantity that means nothing.
#[inline]
fn refuse(body: u32, found: Option<(&'static str, Scalar)>) -> Result<(), Error> {
    found.map_or(Ok(()), |(quantity, value)| Err(Error::InvalidBody { body, quantity, value }))
}

impl SolverBodies {
    /// Takes the bodies of these indices in, of so many. Marks those that are not as the last step has left them.
    pub(crate) fn take_held(&mut self, held: &[u32], bodies: &[SolverBody], count: usize, dirty: &mut Dirty) {
        self.resize(count);
        self.take(0..self.boundaries.len() + 1);
        for (&index, body) in held.iter().zip(bodies) {
            let (place, angle) = (index as usize, body.precise_angle());
            let was_far = self.turned_far.get(place).copied().unwrap_or(false);
            let is_there = self.centres[place].map(f64::to_bits) == body.centre.map(f64::to_bits);
            let is_as_left = is_there && self.angles[place] == angle;
            if !is_as_left || was_far != angle.is_far() {
                dirty.mark(Change::Body { index, of: usize::MAX });
            }
            self.weigh(index, body, dirty);
            self.travels[place] = true;
            self.gather(place, body);
        }
    }

    /// Takes the velocities of these bodies.
    pub(crate) fn take_velocities(&mut self, held: &[u32], bodies: &impl BodySet) -> Result<(), Error> {
        for &index in held {
            let velocity = bodies.velocity(index);
            refuse(index, velocity.invalid())?;
            self.velocities[index as usize] = velocity.into();
        }
        Ok(())
    }

    /// Gives these bodies their velocities, if impulses move them and they are awake.
    ///
    /// # Errors
    /// The first velocity that is not finite; then none has changed.
    pub(crate) fn give_velocities(&self, held: &[u32], bodies: &mut impl BodySet) -> Result<(), Error> {
        let moved = || held.iter().copied().filter(|&index| self.masses[index as usize].moves());
        let moved = || moved().filter(|&index| !self.asleep[index as usize]);
        let velocity = |index: u32| Velocity::from(self.velocities[index as usize]);
        moved().try_for_each(|index| refuse(index, velocity(index).invalid()))?;
        moved().for_each(|index| bodies.set_velocity(index, velocity(index)));
        Ok(())
    }

    /// Changes the velocities of these bodies by what joints have [carried](Self::warm_start_delta) over.
    pub(crate) fn apply_warm_start_delta(&mut self, held: &[u32]) {
        for &index in held {
            let (velocity, warm_start_delta) =
                (&mut self.velocities[index as usize], &mut self.warm_start_delta[index as usize]);
            let warm_start_delta = core::mem::take(warm_start_delta);
            let sums = velocity.scalars_mut().iter_mut().zip(warm_start_delta.scalars());
            sums.for_each(|(own, warm_start_delta)| *own = that_moves(*own + warm_start_delta));
        }
    }

    /// The next substep of these bodies begins with no impulses of the last one.
    pub(crate) fn clear_warm_start_of(&mut self, held: &[u32]) {
        for &index in held {
            self.warm_start_delta[index as usize] = VelocityRecord::default();
        }
    }

    /// Moves a body, whose velocity has been taken, to where it is by now.
    pub(crate) fn displace_to(
        &mut self,
        index: u32,
        by: Displacement,
        integrator: &PositionIntegrator<Scalar>,
    ) -> Result<(), Error> {
        let place = index as usize;
        refuse(index, by.invalid())?;
        let Displacement { x, y, angle } = by;
        let turned = &mut self.turned[place];
        turned.turn_to(angle);
        let [.., angular, _] = *self.velocities[place].scalars();
        let [cos, sin] = integrator.shortened(rotated(*turned.scalars()), integrator.by(angular));
        *self.moved[place].scalars_mut() = [x, y, cos, sin];
        Ok(())
    }
}
