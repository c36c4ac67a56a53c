//! Which islands stand side by side: see [`crews`](crate::solver::crews).

use std::collections::BTreeMap;

use super::World;
use crate::body::BodyKind;
use crate::constraint::Step;
use crate::islands::Islands;
use crate::math::Scalar;
use crate::solver::JointStore;
use crate::solver::crews::{Crews, Form, Found, Island, Lineup, MOST_JOINTS, Post, by_groups, form_of};
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

    /// Puts kin side by side however unlike they are. For tests: no result depends on it.
    #[doc(hidden)]
    pub fn set_any_kin(&mut self) {
        self.any_kin = true;
        self.dismiss_all();
    }

    /// How many joints stand side by side with those of twins or of kin. For tests.
    #[doc(hidden)]
    pub fn twins(&self) -> usize {
        self.joints.iter().map(JointStore::in_crews).sum()
    }

    /// Takes islands that have changed from their crews, and finds crews for others if many have come. Whether anything was
    /// moved.
    ///
    /// To look for twins is worth its while when half as many joints have come as there are without a crew: a joint is looked
    /// at some three times, however many come.
    pub(super) fn man_crews(&mut self, step: Step<Scalar>) -> bool {
        let mut leavers: Vec<Post> = self.joints.iter_mut().flat_map(JointStore::take_leavers).collect();
        leavers.sort_unstable();
        leavers.dedup();
        let has_left = self.dismiss(&leavers);
        let (loose, fresh) = self.joints.iter().map(JointStore::loose).fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
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

    /// Looks for twins among all islands without a crew, and then for kin.
    fn find_twins(&mut self, step: Step<Scalar>) -> bool {
        self.joints.iter_mut().for_each(JointStore::look);
        let lanes = Crews::lanes(self.motion.width);
        let (forms, mut others, mut has_found) = (self.forms(), Vec::new(), false);
        for (form, islands) in &forms {
            let islands: Vec<_> = islands.iter().map(|island| (form, island)).collect();
            // A group of fewer costs more than it saves.
            let whole = islands.len() / lanes * lanes;
            let count = if 2 * (islands.len() - whole) >= lanes { islands.len() } else { whole };
            let groups = (MOST_JOINTS / (lanes * form.joints.len())).max(1);
            for twins in islands[..count].chunks(groups * lanes) {
                let lineup = Lineup::new(twins, lanes);
                if lineup.joints() >= self.twins && are_near(&lineup) {
                    self.man(&lineup, step);
                    has_found = true;
                } else {
                    others.extend(twins);
                }
            }
            others.extend(&islands[count..]);
        }
        has_found | self.find_kin(&by_groups(others, lanes), step)
    }

    /// Makes crews of islands of which each is like those beside it, where that pays; of all of them, if it pays on the whole: few
    /// that are left would have all bodies between them moved with them.
    fn find_kin(&mut self, islands: &[(&Form, &Island)], step: Step<Scalar>) -> bool {
        let lanes = Crews::lanes(self.motion.width);
        let all = Lineup::new(islands, lanes);
        if all.joints() < self.twins || !are_near(&all) {
            return false;
        }
        let groups: Vec<_> = islands.chunks(lanes).map(|group| Lineup::new(group, lanes)).collect();
        let costs: Vec<_> = groups.iter().map(|group| group.costs(self.joints.len())).collect();
        let total = costs.iter().fold([0; 2], |sum, cost| [sum[0] + cost[0], sum[1] + cost[1]]);
        let pays = |[kin, gathered]: [usize; 2]| kin < gathered;
        let pay: Vec<bool> = costs.into_iter().map(|costs| self.any_kin || pays(total) || pays(costs)).collect();
        let (mut first, mut has_found) = (0, false);
        while first < groups.len() {
            let mut joints = 0;
            let more = |&group: &usize| {
                joints += groups[group].joints();
                pay[group] && (group == first || joints <= MOST_JOINTS)
            };
            let end = first + (first..groups.len()).take_while(more).count();
            if end > first {
                self.man(&Lineup::new(&islands[first * lanes..islands.len().min(end * lanes)], lanes), step);
                has_found = true;
            }
            first = end.max(first + 1);
        }
        has_found
    }

    /// Makes a crew of these islands.
    fn man(&mut self, lineup: &Lineup<'_>, step: Step<Scalar>) {
        let Some(crew) = self.motion.man(lineup, &self.bodies, self.gravity, step.h) else { return };
        for (store, of_type) in self.joints.iter_mut().enumerate() {
            for row in lineup.rows(store) {
                of_type.join(Post { crew, group: row.group, lane: 0 }, &row);
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
            let (form, island) = form_of(island, joints);
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
fn are_near(lineup: &Lineup<'_>) -> bool {
    let span = lineup.movers().max().zip(lineup.movers().min()).map_or(0, |(last, first)| last - first);
    4 * lineup.movers().count() > span as usize
}
