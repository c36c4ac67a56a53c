//! Sleep: what is at rest costs nothing until it is touched.

use super::World;
use crate::body::Body;
use crate::check;
use crate::error::Error;
use crate::event::Event;
use crate::id::BodyId;
use crate::islands::Islands;
use crate::math::Scalar;
use crate::solver::dirty::Change;

/// When bodies fall asleep.
///
/// An island is what enabled joints hold together; fixed and kinematic bodies do not connect. It falls asleep when all of its
/// bodies have been slower than these speeds for this time, and no kinematic body that moves holds it. Its bodies then stand
/// still; neither they nor their joints are computed, and joints that change themselves do not. Whatever is done to a body or
/// joint of the island, or to a fixed or kinematic body that holds it, wakes all of it, with the impulses that its joints
/// had; so does a change of gravity.
///
/// A world does not sleep unless it is told to by [`World::set_sleep`], since it cannot tell a slow mechanism from a resting
/// one: the hour hand of a clock turns at 1.5e-4 rad/s. Speeds below the slowest that matters keep such a one going.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sleep {
    /// A body is slow below this speed of its centre of mass, m/s.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub linear_speed: Scalar,
    /// A body is slow below this angular speed, rad/s.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub angular_speed: Scalar,
    /// How long all bodies of an island are slow before they fall asleep, s.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub time: Scalar,
}

/// As Box2D has it: 0.05 m/s, 2°/s, and half a second.
impl Default for Sleep {
    fn default() -> Self {
        Self { linear_speed: 0.05, angular_speed: 0.035, time: 0.5 }
    }
}

/// Sleep.
impl World {
    /// When bodies fall asleep; `None` for never.
    pub const fn sleep(&self) -> Option<Sleep> {
        self.sleep
    }

    /// Sets when bodies fall asleep; with `None` they never do, and all wake.
    ///
    /// # Errors
    /// [`Error::Negative`].
    pub fn set_sleep(&mut self, sleep: Option<Sleep>) -> Result<(), Error> {
        if let Some(Sleep { linear_speed, angular_speed, time }) = sleep {
            check::not_negative("linear speed of sleep", linear_speed)?;
            check::not_negative("angular speed of sleep", angular_speed)?;
            check::not_negative("time of sleep", time)?;
        } else {
            self.touch_all();
        }
        self.sleep = sleep;
        Ok(())
    }

    /// Wakes a body, and with the next step all that it is joined to.
    ///
    /// # Errors
    /// [`Error::UnknownBody`].
    pub fn wake(&mut self, id: BodyId) -> Result<(), Error> {
        self.body_mut(id)?.touch();
        Ok(())
    }

    /// What holds the bodies in these places has changed. Of what does not move that says nothing about what else it holds.
    pub(super) fn touch(&mut self, places: &[u32]) {
        for &place in places {
            if let Some((_, body)) = self.bodies.at_mut(place).filter(|(_, body)| body.is_dynamic()) {
                body.touch(place, &mut self.touched);
                self.mark_body(place);
            }
        }
    }

    /// As [`touch`](Self::touch), for bodies that the next step need not load again.
    pub(super) fn touch_only(&mut self, places: &[u32]) {
        for &place in places {
            if let Some((_, body)) = self.bodies.at_mut(place).filter(|(_, body)| body.is_dynamic()) {
                body.touch(place, &mut self.touched);
            }
        }
    }

    /// Touches what joints hold to this body.
    pub(super) fn touch_joints_of(&mut self, id: BodyId) {
        let mut adjacency = Vec::new();
        if self.body(id).is_ok() {
            self.joints.each_joint_of(id.key.index, &mut |bodies| adjacency.extend(bodies));
        }
        self.touch(&adjacency);
    }

    pub(super) fn touch_all(&mut self) {
        self.joints.mark(Change::AllBodies);
        for (key, body) in self.bodies.iter_mut() {
            body.touch(key.index, &mut self.touched);
        }
    }

    /// Whether anything is awake that can move.
    pub(super) fn moves(&self) -> bool {
        let asleep = |body: &Body| body.rest.asleep || (!body.is_dynamic() && !body.is_driven());
        self.sleep.is_none() || !self.bodies.iter().all(|(_, body)| asleep(body))
    }

    /// Wakes the islands in which, or at whose fixed bodies, something was touched.
    ///
    /// Who is awake has no sleeping neighbours, unless both were touched when they were joined: nothing is searched but what
    /// wakes.
    pub(super) fn wake_touched(&mut self) {
        let mut reached = core::mem::take(&mut self.touched.touched);
        let mut woken = Vec::new();
        for &place in &reached {
            let Some((_, body)) = self.bodies.at_mut(place) else { continue };
            (body.rest.touched, body.rest.slow_for) = (false, 0.0);
            if body.rest.asleep {
                body.rest.asleep = false;
                woken.push(place);
            }
        }
        while let Some(place) = reached.pop().filter(|_| self.sleepers > 0) {
            let Self { joints, bodies, .. } = self;
            let mut wake = |place: u32| {
                if let Some(body) = bodies.value_mut(place as usize).filter(|body| body.rest.asleep) {
                    (body.rest.asleep, body.rest.slow_for) = (false, 0.0);
                    reached.push(place);
                    woken.push(place);
                }
            };
            joints.each_joint_of(place, &mut |held| held.iter().copied().for_each(&mut wake));
        }
        self.sleepers -= woken.len();
        self.tell(woken, |body| Event::Woke { body });
    }

    /// After a step of `dt`: the islands that have been slow for long enough fall asleep.
    pub(super) fn fall_asleep(&mut self, dt: Scalar) {
        let Some(sleep) = self.sleep else { return };
        let mut candidates = Vec::new();
        for (key, body) in self.bodies.iter_mut().filter(|(_, body)| body.is_dynamic() && !body.rest.asleep) {
            let slow = body.linear_velocity().length() < sleep.linear_speed
                && body.angular_velocity().abs() < sleep.angular_speed;
            body.rest.slow_for = if slow { body.rest.slow_for + dt } else { 0.0 };
            if slow && body.rest.slow_for >= sleep.time {
                candidates.push(key.index);
            }
        }
        if candidates.is_empty() {
            return;
        }
        let mut islands = Islands::new(self.bodies.places());
        let mut asleep = Vec::new();
        for place in candidates {
            let island = islands.search(place, |place, neighbours| self.is_still(place, sleep.time, neighbours));
            asleep.extend(island.unwrap_or_default());
        }
        // Nothing but an altered file joins sleepers to who is awake.
        asleep.retain(|&place| self.bodies.at(place).is_some_and(|(_, body)| !body.rest.asleep));
        for &place in &asleep {
            self.bodies.at_mut(place).into_iter().for_each(|(_, body)| body.fall_asleep());
        }
        self.sleepers += asleep.len();
        self.tell(asleep, |body| Event::FellAsleep { body });
    }

    /// Appends the dynamic bodies that are joined to the one in this place. Whether all that it is joined to has been still
    /// for so long, s.
    fn is_still(&self, place: u32, time: Scalar, neighbours: &mut Vec<u32>) -> bool {
        let mut is_still = true;
        self.joints.each_joint_of(place, &mut |held| {
            for (&place, (_, body)) in held.iter().filter_map(|place| Some((place, self.bodies.at(*place)?))) {
                if body.is_dynamic() {
                    neighbours.push(place);
                    is_still &= body.rest.slow_for >= time;
                } else {
                    is_still &= !body.is_driven();
                }
            }
        });
        is_still
    }

    /// Reports what happened to the bodies in these places, in their order, and has their joints looked at.
    fn tell(&mut self, mut places: Vec<u32>, event: impl Fn(BodyId) -> Event) {
        places.sort_unstable();
        for place in places {
            self.events.push(event(self.id_at(place)));
            self.mark_body(place);
            // No step may have loaded the body since it fell asleep.
            self.joints.mark(Change::JointsOf(place));
        }
    }

    /// Finds out how the bodies of a world rest that was saved.
    #[cfg(feature = "serde")]
    pub(crate) fn find_rest(&mut self) {
        self.sleepers = self.bodies.iter().filter(|(_, body)| body.rest.asleep).count();
        let touched = self.bodies.iter().filter(|(_, body)| body.rest.touched);
        self.touched.touched = touched.map(|(key, _)| key.index).collect();
        let moved = self.bodies.iter().filter(|(_, body)| body.rest.moved);
        self.touched.moved = moved.map(|(key, _)| key.index).collect();
    }
}
