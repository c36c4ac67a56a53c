//! Sleep: what is at rest costs nothing until it is touched.

use super::World;
use crate::body::Body;
use crate::check;
use crate::error::Error;
use crate::event::Event;
use crate::id::BodyId;
use crate::islands::Islands;
use crate::math::Scalar;

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
    #[cfg_attr(feature = "serde", serde(with = "crate::saved::number"))]
    pub linear_speed: Scalar,
    /// A body is slow below this angular speed, rad/s.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved::number"))]
    pub angular_speed: Scalar,
    /// How long all bodies of an island are slow before they fall asleep, s.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved::number"))]
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
        let unknown = self.unknown_body(id);
        let body = self.bodies.get_mut(id.key).filter(|_| id.world == self.number);
        body.ok_or(unknown)?.rest.touched = true;
        Ok(())
    }

    /// What holds these bodies has changed. Of what does not move that says nothing about what else it holds.
    pub(super) fn touch(&mut self, bodies: &[BodyId]) {
        for id in bodies {
            if let Some(body) = self.bodies.get_mut(id.key).filter(|body| body.is_dynamic()) {
                body.rest.touched = true;
            }
        }
    }

    /// Touches what joints hold to this body.
    pub(super) fn touch_attached(&mut self, id: BodyId) {
        let mut attached = Vec::new();
        for store in &self.joints {
            store.links(&mut |bodies| attached.extend(bodies.iter().filter(|_| bodies.contains(&id))));
        }
        self.touch(&attached);
    }

    pub(super) fn touch_all(&mut self) {
        self.bodies.iter_mut().for_each(|(_, body)| body.rest.touched = true);
    }

    /// Whether anything is awake that can move.
    pub(super) fn moves(&self) -> bool {
        let asleep = |body: &Body| body.rest.asleep || (!body.is_dynamic() && !body.is_driven());
        self.sleep.is_none() || !self.bodies.iter().all(|(_, body)| asleep(body))
    }

    /// Wakes the islands in which, or at whose fixed bodies, something was touched.
    pub(super) fn wake_touched(&mut self) {
        if !self.bodies.iter().any(|(_, body)| body.rest.touched) {
            return;
        }
        // Where nobody sleeps, nobody's neighbours have to be found.
        if self.bodies.iter().any(|(_, body)| body.rest.asleep) {
            let touched = |id: BodyId| self.bodies.get(id.key).is_some_and(|body| body.rest.touched);
            let awake = self.spread(touched);
            for (key, body) in self.bodies.iter_mut() {
                if body.rest.asleep && awake[key.index as usize] {
                    (body.rest.asleep, body.rest.slow_for) = (false, 0.0);
                    self.changes.bodies.push(key.index);
                    self.events.push(Event::Woke { body: BodyId { world: self.number, key } });
                }
            }
        }
        for (_, body) in self.bodies.iter_mut().filter(|(_, body)| body.rest.touched) {
            (body.rest.touched, body.rest.slow_for) = (false, 0.0);
        }
    }

    /// After a step of `dt`: the islands that have been slow for long enough fall asleep.
    pub(super) fn fall_asleep(&mut self, dt: Scalar) {
        let Some(sleep) = self.sleep else { return };
        let mut candidates = false;
        for (_, body) in self.bodies.iter_mut().filter(|(_, body)| body.is_dynamic() && !body.rest.asleep) {
            let slow = body.linear_velocity().length() < sleep.linear_speed
                && body.angular_velocity().abs() < sleep.angular_speed;
            body.rest.slow_for = if slow { body.rest.slow_for + dt } else { 0.0 };
            candidates |= slow && body.rest.slow_for >= sleep.time;
        }
        if !candidates {
            return;
        }
        let restless = |id: BodyId| {
            let body = self.bodies.get(id.key);
            body.is_some_and(|body| body.is_driven() || body.is_dynamic() && body.rest.slow_for < sleep.time)
        };
        let awake = self.spread(restless);
        for (key, body) in self.bodies.iter_mut() {
            if body.is_dynamic() && !body.rest.asleep && !awake[key.index as usize] {
                body.fall_asleep();
                self.changes.bodies.push(key.index);
                self.events.push(Event::FellAsleep { body: BodyId { world: self.number, key } });
            }
        }
    }

    /// Which bodies, by their places, have `mark`, are in an island with one that has, or are held by one.
    fn spread(&self, mark: impl Fn(BodyId) -> bool) -> Vec<bool> {
        let dynamic = |id: &&BodyId| self.bodies.get(id.key).is_some_and(Body::is_dynamic);
        let mut islands = Islands::new(self.bodies.places());
        self.each_link(&mut |bodies| islands.join(bodies.iter().filter(dynamic).map(|id| id.key.index)));

        let mut marked = vec![false; self.bodies.places()];
        for (key, _) in self.bodies.iter() {
            let root = islands.root(key.index) as usize;
            marked[root] |= mark(self.body_id(key));
        }
        self.each_link(&mut |bodies| {
            if bodies.iter().any(|id| mark(*id)) {
                bodies.iter().filter(dynamic).for_each(|id| marked[islands.root(id.key.index) as usize] = true);
            }
        });
        (0..).take(marked.len()).map(|place| marked[islands.root(place) as usize]).collect()
    }

    fn each_link(&self, link: &mut dyn FnMut(&[BodyId])) {
        self.joints.iter().for_each(|store| store.links(link));
    }
}
