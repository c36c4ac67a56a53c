//! The joints of one type as [crews](crate::solver::crews) take them in and lose them.

use super::crewed::{Comer, OfType};
use super::member::Member;
use super::solved::{Place, Solved};
use super::{JointStore, colours};
use crate::constraint::{Pass, Step};
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
impl JointStore {
    /// Tells of each enabled joint that holds the body in this place.
    pub(crate) fn held(&self, body: u32, tell: &mut dyn FnMut(Held<'_>)) {
        let joints = self.attached.joints(body).filter_map(|joint| self.entries.at(joint));
        for (key, entry) in joints.filter(|(_, entry)| entry.options.enabled) {
            let colour = match entry.place {
                Some(Place::Lane { colour, .. }) if colours::is_one(colour) => Some(colours::proper(colour)),
                _ => None,
            };
            tell(Held { joint: key.index, colour, bodies: self.entries.ids(key.index) });
        }
    }

    /// Takes joints out of their lanes and gives them to a crew, from this post on: see
    /// [`Crewed::join`](super::crewed::Crewed::join).
    pub(crate) fn join(&mut self, post: Post, row: &Row) {
        let joints: Vec<_> = row.joints.iter().map(|joint| self.take_from_lane((*joint)?)).collect();
        let Some(rung) = self.solved.crewed.join(post, row, &joints) else { return };
        for (lane, joint) in (0..).zip(&joints) {
            let Some(Comer { key, .. }) = joint else { continue };
            self.set_place(*key, Place::Crew(rung.on(lane)));
            self.solved.in_crews += 1;
        }
    }

    /// Puts the joints of an island back into ordinary lanes.
    pub(crate) fn leave_crew(&mut self, post: Post, motion: &Motion) {
        for (key, rung) in self.solved.crewed.at_post(post) {
            if self.entries.get(key).is_some() {
                let place = self.solved.leave_crew(key, self.entries.places(key.index), rung, motion);
                self.set_place(key, place);
            }
        }
    }

    /// The crew has no islands any more.
    pub(crate) fn disband(&mut self, crew: u32) {
        self.solved.crewed.disband(crew);
    }

    /// Islands that cannot stay in their crews, since a joint of theirs has gone or come.
    pub(crate) fn take_leavers(&mut self) -> Vec<Post> {
        core::mem::take(&mut self.solved.leavers)
    }

    /// How many joints are not in crews, those that sleep, are disabled or have no lane included; and how many have come into
    /// ordinary lanes since one last [`looked`](Self::look).
    pub(crate) const fn loose(&self) -> (usize, usize) {
        (self.entries.len() - self.solved.in_crews, self.solved.fresh)
    }

    /// Somebody looks for twins.
    pub(crate) const fn look(&mut self) {
        self.solved.fresh = 0;
    }

    /// How many joints are in crews.
    pub(crate) const fn in_crews(&self) -> usize {
        self.solved.in_crews
    }

    /// As [`prepare`](Self::prepare), for a crew, in each step.
    pub(crate) fn prepare_crew(&mut self, number: u32, crew: &mut AnyCrew, step: Step<Scalar>) {
        let of = OfType { table: self.kernels, joints: self.entries.joints() };
        self.solved.crewed.begin(of, number, crew, step);
    }

    /// As [`solve`](Self::solve), for a crew.
    pub(crate) fn solve_crew(&mut self, number: u32, crew: &mut AnyCrew, pass: &Pass<Scalar>) {
        self.solved.crewed.solve(self.kernels, number, crew, pass);
    }

    /// As [`relax`](Self::relax), for a crew.
    pub(crate) fn relax_crew(&mut self, number: u32, crew: &mut AnyCrew, step: Step<Scalar>, is_last: bool) {
        let of = OfType { table: self.kernels, joints: self.entries.joints() };
        self.solved.crewed.relax(of, number, crew, step, is_last);
    }
}

impl JointStore {
    /// Takes a joint out of its lane; its colour stays with its bodies.
    fn take_from_lane(&mut self, joint: u32) -> Option<Comer> {
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

impl Solved {
    /// Takes a joint of these bodies from its crew into an ordinary lane, with all that it has.
    fn leave_crew(&mut self, key: Key, bodies: &[u32], rung: super::crewed::Rung, motion: &Motion) -> Place {
        let colour = self.crewed.colour(rung);
        let (setup, kept) = (self.crewed.setup(rung), self.crewed.kept(rung));
        let member = Member::with(setup, bodies, &motion.masses, kept);
        self.crewed.remove(rung);
        self.in_crews -= 1;
        self.put_in_lane(colour, key, &member, motion)
    }
}
