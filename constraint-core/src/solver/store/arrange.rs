//! Bringing the solved joints up to date, by no more than what has changed.
//!
//! Whoever changes a joint [notes](Note) it; a step tells on which bodies something has changed. Before the first substep
//! these joints, in the order of their places, leave where they cannot stay, and then find a new place. All that the next
//! step depends on besides the joints themselves is where the others are, so that a world goes on alike when it is loaded, and
//! every joint is looked at.

use super::JointStore;
use super::member::Kept;
use super::solved::Place;
use crate::slots::Key;
use crate::solver::Motion;
use crate::solver::motion::Changes;
use crate::solver::stale::Stale;

/// Where a joint that has changed is noted, once.
#[derive(Debug)]
pub(crate) struct Note<'a> {
    pub(super) is_noted: &'a mut bool,
    pub(super) noted: &'a mut Vec<Key>,
    pub(super) key: Key,
}

impl Note<'_> {
    pub(crate) fn take(&mut self) {
        if !core::mem::replace(self.is_noted, true) {
            self.noted.push(self.key);
        }
    }
}

impl JointStore {
    /// The joint is looked at again before the next step.
    pub(super) fn note(&mut self, key: Key) {
        if let Some(entry) = self.entries.get_mut(key) {
            Note { is_noted: &mut entry.is_noted, noted: &mut self.noted, key }.take();
        }
    }

    /// Finds a place for each joint that has changed, or whose bodies have.
    pub(super) fn find_places(&mut self, motion: &Motion, changes: &Changes, stale: &mut Stale) {
        self.solved.set_width(motion.width);
        self.note_held(changes);
        self.find_hubs(motion);
        let mut changed = core::mem::take(&mut self.noted);
        changed.sort_unstable();
        for &key in &changed {
            if self.entries.get(key).is_some() {
                motion.tell_of(self.entries.places(key.index), stale);
            }
            self.leave(key, motion);
        }
        for &key in &changed {
            self.enter(key, motion);
        }
        stale.join(&mut self.vacated);
        changed.clear();
        self.noted = changed;
    }

    /// Notes the joints of the bodies that have changed.
    fn note_held(&mut self, changes: &Changes) {
        for &body in &changes.bodies {
            for joint in self.attached.joints(body) {
                let Some((key, entry)) = self.entries.at_mut(joint) else { continue };
                Note { is_noted: &mut entry.is_noted, noted: &mut self.noted, key }.take();
            }
        }
        if self.kernels.layout.reads_time && changes.lateness {
            self.note_all();
        }
    }

    pub(super) fn note_all(&mut self) {
        for (key, entry) in self.entries.iter_mut() {
            Note { is_noted: &mut entry.is_noted, noted: &mut self.noted, key }.take();
        }
    }

    /// Takes a joint from its place if it cannot stay there. It keeps what it has for the time when it is solved again, unless
    /// it is disabled.
    fn leave(&mut self, key: Key, motion: &Motion) {
        let ray = self.ray(key, motion);
        let Some(entry) = self.entries.get_mut(key) else { return };
        entry.is_noted = false;
        let (options, place) = (entry.options, entry.place);
        if let Some(place) = place {
            let bodies = self.entries.places(key.index);
            let suits = || self.solved.suits(place, bodies, motion, ray);
            if options.enabled && !self.entries.sleeps(key.index, motion) && suits() {
                return;
            }
            let kept = self.solved.kept(place).map(|kept| Box::new((kept, self.h)));
            self.vacate(key);
            if let Some(entry) = self.entries.get_mut(key) {
                entry.resting = kept;
            }
        }
        if !options.enabled
            && let Some(entry) = self.entries.get_mut(key)
        {
            entry.resting = None;
        }
    }

    /// Finds a place for a joint that is to be solved and has none; makes the setup of one that has stayed.
    fn enter(&mut self, key: Key, motion: &Motion) {
        let ray = self.ray(key, motion);
        let Some(entry) = self.entries.get_mut(key) else { return };
        let (options, place) = (entry.options, entry.place);
        if !options.enabled || self.entries.sleeps(key.index, motion) {
            return;
        }
        if let Some(place) = place {
            self.sort_by_options(key, place, motion);
            return self.set_up(key, motion);
        }
        let kept = self.entries.get_mut(key).and_then(|entry| entry.recall(self.h));
        let kept = kept.unwrap_or_else(|| Kept::new(&self.kernels.layout));
        let Some(joint) = self.entries.to_solve(key) else { return };
        let place = self.solved.insert(joint, motion, kept, ray);
        self.set_place(key, place);
    }

    /// Puts a joint that stays in this place where joints with its options are.
    fn sort_by_options(&mut self, key: Key, place: Place, motion: &Motion) {
        let Some(joint) = self.entries.to_solve(key) else { return };
        let Some((own, moved)) = self.solved.sort_by_options(place, joint, motion) else { return };
        // Another joint may have taken the lane, as where one goes.
        self.solved.tell(own, &mut self.vacated);
        self.set_place(key, own);
        if let Some(moved) = moved {
            self.set_place(moved, place);
        }
    }

    /// Makes the setup of a joint that has a place again.
    pub(super) fn set_up(&mut self, key: Key, motion: &Motion) {
        let place = self.entries.get(key).and_then(|entry| entry.place);
        if let (Some(place), Some(joint)) = (place, self.entries.to_solve(key)) {
            self.solved.set_up(place, joint, motion);
        }
    }

    pub(super) fn set_place(&mut self, key: Key, place: Place) {
        if let Some(entry) = self.entries.get_mut(key) {
            entry.place = Some(place);
        }
    }

    /// Takes a joint out of those that are solved.
    pub(super) fn vacate(&mut self, key: Key) {
        let Some(place) = self.entries.get_mut(key).and_then(|entry| entry.place.take()) else { return };
        // Another joint may take the lane, and is prepared there: in a segment of which no body may tell that is left.
        self.solved.tell(place, &mut self.vacated);
        let moved = self.solved.remove(key, place, self.entries.places(key.index));
        if let Some(moved) = moved {
            self.set_place(moved, place);
        }
    }
}
