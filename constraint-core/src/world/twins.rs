//! Which islands stand side by side: see [`crews`](crate::solver::crews).

use std::collections::BTreeMap;

use super::World;
use crate::body::BodyKind;
use crate::constraint::Step;
use crate::islands::Islands;
use crate::math::Scalar;
use crate::solver::crews::{Crews, Form, Found, Island, Joint, MOST_JOINTS, Post, form_of};
use crate::stepping::Stepping;

/// An island of more bodies fills a crew's caches alone.
const MOST_BODIES: usize = 256;

/// Islands by form.
type Forms = BTreeMap<Form, Vec<Island>>;

impl World {
    /// Puts twins side by side where at least so many joints are found in them; `usize::MAX` for never. For tests: no result
    /// depends on it.
    #[doc(hidden)]
    pub fn set_twins(&mut self, joints: usize) {
        self.twins = joints;
        self.dismiss_all();
    }

    /// How many joints stand side by side with those of twins. For tests.
    #[doc(hidden)]
    pub fn twins(&self) -> usize {
        self.joints.iter().map(|store| store.in_crews()).sum()
    }

    /// Takes islands that have changed from their crews, and finds crews for others if many have come. Whether anything was
    /// moved.
    ///
    /// To look for twins is worth its while when half as many joints have come as there are without a crew: a joint is looked
    /// at some three times, however many come.
    pub(super) fn man_crews(&mut self, step: Step<Scalar>) -> bool {
        let mut leavers: Vec<Post> = self.joints.iter_mut().flat_map(|store| store.take_leavers()).collect();
        leavers.sort_unstable();
        leavers.dedup();
        let has_left = self.dismiss(&leavers);
        let (loose, fresh) =
            self.joints.iter().map(|store| store.loose()).fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
        let has_lanes = Crews::lanes(self.motion.width) > 1;
        let may = has_lanes && self.twins != usize::MAX && matches!(self.stepping, Stepping::Substeps);
        let is_due = may && fresh >= (loose / 2).max(self.twins);
        has_left | (is_due && self.find_twins(step))
    }

    /// Takes these islands from their crews, and others with them where few are left.
    fn dismiss(&mut self, leavers: &[Post]) -> bool {
        for &post in leavers {
            self.dismiss_one(post);
        }
        if !leavers.is_empty() {
            for post in self.motion.crews.thinned() {
                self.dismiss_one(post);
            }
            self.disband();
        }
        !leavers.is_empty()
    }

    fn dismiss_one(&mut self, post: Post) {
        self.joints.iter_mut().for_each(|store| store.leave_crew(post, &self.motion));
        for place in self.motion.crews.dismiss(post) {
            if let Some((_, body)) = self.bodies.at(place) {
                self.motion.take_in(place as usize, body);
            }
        }
    }

    /// No crew is left, and the next step takes all bodies in anew.
    pub(super) fn dismiss_all(&mut self) {
        for post in self.motion.crews.all_posts() {
            self.joints.iter_mut().for_each(|store| store.leave_crew(post, &self.motion));
            self.motion.crews.dismiss(post);
        }
        self.disband();
        self.altered.are_all = true;
    }

    fn disband(&mut self) {
        for crew in self.motion.crews.disband() {
            self.joints.iter_mut().for_each(|store| store.disband(crew));
        }
    }

    /// Looks for twins among all islands without a crew.
    fn find_twins(&mut self, step: Step<Scalar>) -> bool {
        self.joints.iter_mut().for_each(|store| store.look());
        let lanes = Crews::lanes(self.motion.width);
        let mut has_found = false;
        for (form, islands) in self.forms() {
            // A group of fewer costs more than it saves.
            let whole = islands.len() / lanes * lanes;
            let count = if 2 * (islands.len() - whole) >= lanes { islands.len() } else { whole };
            let groups = (MOST_JOINTS / (lanes * form.joints.len())).max(1);
            for islands in islands[..count].chunks(groups * lanes) {
                if islands.len() * form.joints.len() >= self.twins && are_near(&form, islands) {
                    self.man(&form, islands, step);
                    has_found = true;
                }
            }
        }
        has_found
    }

    /// Makes a crew of these islands.
    fn man(&mut self, form: &Form, islands: &[Island], step: Step<Scalar>) {
        let lanes = Crews::lanes(self.motion.width);
        let Some(crew) = self.motion.man(form, islands, &self.bodies, self.gravity, step.h) else { return };
        let same = |a: &(usize, &Joint), b: &(usize, &Joint)| (a.1.store, a.1.colour) == (b.1.store, b.1.colour);
        let joints: Vec<_> = form.joints.iter().enumerate().collect();
        for alike in joints.chunk_by(same) {
            for (group, islands) in (0..).zip(islands.chunks(lanes)) {
                for &(number, joint) in alike {
                    let twins: Vec<u32> = islands.iter().map(|island| island.joints[number]).collect();
                    let seats = form.seats(joint, group);
                    self.joints[joint.store].join(Post { crew, group, lane: 0 }, joint.colour, &seats, &twins);
                }
            }
        }
    }

    /// The islands that may have twins, by form.
    fn forms(&self) -> Forms {
        let mut islands = Islands::new(self.bodies.places());
        let mut forms = Forms::new();
        for (key, body) in self.bodies.iter() {
            if !body.is_dynamic() || body.rest.asleep || self.motion.crews.have(key.index as usize) {
                continue;
            }
            let (mut joints, mut bodies) = (Vec::new(), 0);
            let island = islands.search(key.index, |place, neighbours| {
                bodies += 1;
                bodies <= MOST_BODIES && self.read(place, &mut joints, neighbours)
            });
            let Some(island) = island.filter(|_| !joints.is_empty()) else { continue };
            let (form, island) = form_of(island, &joints);
            forms.entry(form).or_default().push(island);
        }
        forms
    }

    /// Appends the joints of a body that has the lowest place of those that they move, and the neighbours that they join it
    /// to. Whether an island with it may have twins.
    fn read(&self, place: u32, joints: &mut Vec<Found>, neighbours: &mut Vec<u32>) -> bool {
        let mut may = true;
        for (store, of_type) in self.joints.iter().enumerate() {
            of_type.held(place, &mut |held| {
                let Some(colour) = held.colour else { return may = false };
                let mut first = place;
                for id in held.bodies {
                    match self.bodies.get(id.key).map(crate::Body::kind) {
                        Some(BodyKind::Dynamic) => {
                            neighbours.push(id.key.index);
                            first = first.min(id.key.index);
                        }
                        Some(BodyKind::Fixed) => {}
                        _ => may = false,
                    }
                }
                if first == place {
                    let bodies = held.bodies.iter().map(|id| id.key.index).collect();
                    joints.push(Found { store, colour, joint: held.joint, bodies });
                }
            });
        }
        may
    }
}

/// Whether the bodies of these islands take a good part of the places from the first to the last of them. Between islands that
/// stand scattered, the others would be moved with holes, and the step would go back and forth in memory.
fn are_near(form: &Form, islands: &[Island]) -> bool {
    let moving = form.moving as usize;
    let first = islands.iter().map(|island| island.bodies[0]).min();
    let last = islands.iter().map(|island| island.bodies[moving - 1]).max();
    let span = last.zip(first).map_or(0, |(last, first)| last - first) as usize;
    4 * moving * islands.len() > span
}
