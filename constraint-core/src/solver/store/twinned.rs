//! The joints of one type as [crews](crate::solver::crews) take them in and lose them.

use super::block::Member;
use super::crewed::Comer;
use super::solved::{Place, Solved};
use super::{Entry, TypedStore, colours};
use crate::constraint::{Constraint, Pass, Step};
use crate::id::BodyId;
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::Motion;
use crate::solver::crews::{AnyCrew, Post, Row};

/// A joint of an island that is being looked at.
pub(crate) struct Held<'a> {
    /// Its place among the joints of its type.
    pub(crate) joint: u32,
    /// `None` if it has none, or no lane: its island can have no twins.
    pub(crate) colour: Option<u32>,
    pub(crate) bodies: &'a [BodyId],
}

/// What crews ask of the joints of one type.
pub(crate) trait Twinned {
    /// Tells of each enabled joint that holds the body in this place.
    fn held(&self, body: u32, tell: &mut dyn FnMut(Held<'_>));
    /// Takes joints out of their lanes and gives them to a crew, from this post on: see
    /// [`Crewed::join`](super::crewed::Crewed::join).
    fn join(&mut self, post: Post, row: &Row);
    /// Puts the joints of an island back into ordinary lanes.
    fn leave_crew(&mut self, post: Post, motion: &Motion);
    /// The crew has no islands any more.
    fn disband(&mut self, crew: u32);
    /// Islands that cannot stay in their crews, since a joint of theirs has gone or come.
    fn take_leavers(&mut self) -> Vec<Post>;
    /// How many joints are not in crews, those that sleep, are disabled or have no lane included; and how many have come into
    /// ordinary lanes since one last [`looked`](Self::look).
    fn loose(&self) -> (usize, usize);
    /// Somebody looks for twins.
    fn look(&mut self);
    /// How many joints are in crews.
    fn in_crews(&self) -> usize;

    /// As [`Store::prepare`](super::Store::prepare), for a crew, in each step.
    fn prepare_crew(&mut self, number: u32, crew: &mut AnyCrew, step: Step<Scalar>);
    /// As [`Store::solve`](super::Store::solve), for a crew.
    fn solve_crew(&mut self, number: u32, crew: &mut AnyCrew, pass: &Pass<Scalar>);
    /// As [`Store::relax`](super::Store::relax), for a crew.
    fn relax_crew(&mut self, number: u32, crew: &mut AnyCrew, step: Step<Scalar>, is_last: bool);
}

impl<J: Constraint> Twinned for TypedStore<J> {
    fn held(&self, body: u32, tell: &mut dyn FnMut(Held<'_>)) {
        let joints = self.attached.joints(body).filter_map(|joint| self.entries.at(joint));
        for (key, entry) in joints.filter(|(_, entry)| entry.options.enabled) {
            let colour = match entry.place {
                Some(Place::Lane { colour, .. }) if colours::is_one(colour) => Some(colours::proper(colour)),
                _ => None,
            };
            tell(Held { joint: key.index, colour, bodies: entry.bodies.as_ref() });
        }
    }

    fn join(&mut self, post: Post, row: &Row) {
        let joints: Vec<_> = row.joints.iter().map(|joint| self.take_from_lane((*joint)?)).collect();
        let Some(rung) = self.solved.crewed.join(post, row, &joints) else { return };
        for (lane, joint) in (0..).zip(&joints) {
            let Some(Comer { key, .. }) = joint else { continue };
            self.set_place(*key, Place::Crew(rung.on(lane)));
            self.solved.in_crews += 1;
        }
    }

    fn leave_crew(&mut self, post: Post, motion: &Motion) {
        for (key, rung) in self.solved.crewed.at_post(post) {
            let Some(entry) = self.entries.get_mut(key) else { continue };
            entry.place = Some(self.solved.leave_crew(key, entry, rung, motion));
        }
    }

    fn disband(&mut self, crew: u32) {
        self.solved.crewed.disband(crew);
    }

    fn take_leavers(&mut self) -> Vec<Post> {
        core::mem::take(&mut self.solved.leavers)
    }

    fn loose(&self) -> (usize, usize) {
        (self.entries.len() - self.solved.in_crews, self.solved.fresh)
    }

    fn look(&mut self) {
        self.solved.fresh = 0;
    }

    fn in_crews(&self) -> usize {
        self.solved.in_crews
    }

    fn prepare_crew(&mut self, number: u32, crew: &mut AnyCrew, step: Step<Scalar>) {
        self.solved.crewed.begin(number, crew, step);
    }

    fn solve_crew(&mut self, number: u32, crew: &mut AnyCrew, pass: &Pass<Scalar>) {
        self.solved.crewed.solve(number, crew, pass);
    }

    fn relax_crew(&mut self, number: u32, crew: &mut AnyCrew, step: Step<Scalar>, is_last: bool) {
        self.solved.crewed.relax(number, crew, step, is_last);
    }
}

impl<J: Constraint> TypedStore<J> {
    /// Takes a joint out of its lane; its colour stays with its bodies.
    fn take_from_lane(&mut self, joint: u32) -> Option<Comer<J>> {
        let (key, entry) = self.entries.at_mut(joint)?;
        let Some(Place::Lane { colour, at }) = entry.place else { return None };
        let member = self.solved.blocks.member(colour, at)?;
        self.solved.bridges.remove(&key);
        if let Some(moved) = self.solved.blocks.remove(colour, at) {
            self.set_place(moved, Place::Lane { colour, at });
        }
        Some(Comer { key, colour: colours::proper(colour), member })
    }

    fn set_place(&mut self, key: Key, place: Place) {
        if let Some(entry) = self.entries.get_mut(key) {
            entry.place = Some(place);
        }
    }
}

impl<J: Constraint> Solved<J> {
    /// Takes a joint from its crew into an ordinary lane, with all that it has.
    fn leave_crew(&mut self, key: Key, entry: &Entry<J>, rung: super::crewed::Rung, motion: &Motion) -> Place {
        let colour = self.crewed.colour(rung);
        let (setup, kept) = (self.crewed.setup(rung), self.crewed.memory(rung));
        let member = Member::with(setup, entry.places(), &motion.masses, kept);
        self.crewed.remove(rung);
        self.in_crews -= 1;
        self.put_in_lane(colour, key, &member, motion)
    }
}
