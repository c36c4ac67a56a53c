//! Which islands are solved side by side, in batches: see [`crews`](crate::solver::crews).

use std::collections::BTreeMap;

use super::{JointSet, Plan};
use crate::constraint::Step;
use crate::islands::Islands;
use crate::math::{Scalar, Vec2};
use crate::solver::JointStore;
use crate::solver::bodies::MovedBodies;
use crate::solver::crews::{Crews, Form, Found, Island, Lineup, MOST_JOINTS, Post, by_groups, form_of};
use crate::solver::dirty::Change;
use crate::solver::motion::indices;
use crate::stepping::Stepping;

/// An island of more bodies fills a crew's caches alone.
const MOST_BODIES: usize = 256;

/// Islands by form.
type Forms = BTreeMap<Form, Vec<Island>>;

/// For tests: no result depends on batches.
impl JointSet {
    /// Puts identical islands side by side where at least so many joints are found in them; `usize::MAX` for never.
    pub(crate) fn set_batches(&mut self, joints: usize) {
        self.batching.enough = joints;
        self.evict_all();
    }

    /// Puts similar islands side by side however unlike they are.
    pub(crate) fn set_any_similar(&mut self) {
        self.batching.any_similar = true;
        self.evict_all();
    }

    /// Number of joints in batches.
    pub(crate) fn in_batches(&self) -> usize {
        self.stores.iter().map(JointStore::in_crews).sum()
    }
}

impl JointSet {
    /// Takes islands that have changed from their crews, and finds crews for others if many have come. Whether anything was
    /// moved.
    ///
    /// To look for twins is worth its while when half as many joints have come as there are without a crew: a joint is looked
    /// at some three times, however many come.
    pub(super) fn form_batches<B: MovedBodies>(&mut self, bodies: &B, plan: &Plan, step: Step<Scalar>) -> bool {
        let mut leavers: Vec<Post> = self.stores.iter_mut().flat_map(JointStore::take_leavers).collect();
        leavers.sort_unstable();
        leavers.dedup();
        let has_left = self.evict(&leavers, bodies);
        let (loose, fresh) = self.stores.iter().map(JointStore::loose).fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
        let has_lanes = Crews::lanes(self.motion.width) > 1;
        let may = has_lanes && self.batching.enough != usize::MAX && matches!(plan.stepping, Stepping::Substeps);
        let is_due = may && fresh >= (loose / 2).max(self.batching.enough);
        has_left | (is_due && self.find_identical(bodies, plan.gravity, step.h))
    }

    /// Takes these islands from their crews, and others with them where few are left.
    fn evict(&mut self, leavers: &[Post], bodies: &dyn MovedBodies) -> bool {
        for &post in leavers {
            self.evict_one(post, bodies);
        }
        if !leavers.is_empty() {
            for post in self.motion.crews.thinned() {
                self.evict_one(post, bodies);
            }
            self.free_empty();
        }
        !leavers.is_empty()
    }

    fn evict_one(&mut self, post: Post, bodies: &dyn MovedBodies) {
        self.stores.iter_mut().for_each(|store| store.leave_crew(post, &self.motion));
        for place in self.motion.crews.dismiss(post) {
            self.motion.take_in(place as usize, &bodies.body(place));
        }
    }

    /// No crew is left, and the next step takes all bodies in anew.
    pub(crate) fn evict_all(&mut self) {
        for post in self.motion.crews.all_posts() {
            self.stores.iter_mut().for_each(|store| store.leave_crew(post, &self.motion));
            self.motion.crews.dismiss(post);
        }
        self.free_empty();
        self.mark(Change::AllBodies);
    }

    fn free_empty(&mut self) {
        for crew in self.motion.crews.disband() {
            self.stores.iter_mut().for_each(|store| store.disband(crew));
        }
    }

    /// Looks for twins among all islands without a crew, and then for kin.
    fn find_identical(&mut self, bodies: &dyn MovedBodies, gravity: Vec2, h: Scalar) -> bool {
        self.stores.iter_mut().for_each(JointStore::look);
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
                if lineup.joints() >= self.batching.enough && are_near(&lineup) {
                    self.fill(&lineup, bodies, gravity, h);
                    has_found = true;
                } else {
                    others.extend(twins);
                }
            }
            others.extend(&islands[count..]);
        }
        has_found | self.find_similar(&by_groups(others, lanes), bodies, gravity, h)
    }

    /// Makes crews of islands of which each is like those beside it, where that pays; of all of them, if it pays on the whole: few
    /// that are left would have all bodies between them moved with them.
    fn find_similar(
        &mut self,
        islands: &[(&Form, &Island)],
        bodies: &dyn MovedBodies,
        gravity: Vec2,
        h: Scalar,
    ) -> bool {
        let lanes = Crews::lanes(self.motion.width);
        let all = Lineup::new(islands, lanes);
        if all.joints() < self.batching.enough || !are_near(&all) {
            return false;
        }
        let groups: Vec<_> = islands.chunks(lanes).map(|group| Lineup::new(group, lanes)).collect();
        let costs: Vec<_> = groups.iter().map(|group| group.costs(self.stores.len())).collect();
        let total = costs.iter().fold([0; 2], |sum, cost| [sum[0] + cost[0], sum[1] + cost[1]]);
        let pays = |[kin, gathered]: [usize; 2]| kin < gathered;
        let pay: Vec<bool> =
            costs.into_iter().map(|costs| self.batching.any_similar || pays(total) || pays(costs)).collect();
        let (mut first, mut has_found) = (0, false);
        while first < groups.len() {
            let mut joints = 0;
            let more = |&group: &usize| {
                joints += groups[group].joints();
                pay[group] && (group == first || joints <= MOST_JOINTS)
            };
            let end = first + (first..groups.len()).take_while(more).count();
            if end > first {
                let lineup = Lineup::new(&islands[first * lanes..islands.len().min(end * lanes)], lanes);
                self.fill(&lineup, bodies, gravity, h);
                has_found = true;
            }
            first = end.max(first + 1);
        }
        has_found
    }

    /// Makes a crew of these islands.
    fn fill(&mut self, lineup: &Lineup<'_>, bodies: &dyn MovedBodies, gravity: Vec2, h: Scalar) {
        let Some(crew) = self.motion.man(lineup, bodies, gravity, h) else { return };
        for (store, of_type) in self.stores.iter_mut().enumerate() {
            for row in lineup.rows(store) {
                of_type.join(Post { crew, group: row.group, lane: 0 }, &row);
            }
        }
    }

    /// The islands that may have twins, by form.
    fn forms(&self) -> Forms {
        let motion = &self.motion;
        let mut islands = Islands::new(motion.masses.len());
        let mut forms = Forms::new();
        for place in indices(motion.masses.len()) {
            let at = place as usize;
            if !motion.masses[at].moves() || motion.asleep[at] || motion.crews.have(at) {
                continue;
            }
            let (mut joints, mut bodies) = (Vec::new(), 0);
            let island = islands.search(place, |place, neighbours| {
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
        for (store, of_type) in self.stores.iter().enumerate() {
            of_type.held(place, &mut |held| {
                let Some(colour) = held.colour else { return may = false };
                let mut first = place;
                for &body in held.bodies {
                    if self.motion.masses[body as usize].moves() {
                        neighbours.push(body);
                        first = first.min(body);
                    } else {
                        // A kinematic one moves.
                        may &= self.motion.is_fixed(body);
                    }
                }
                if first == place {
                    joints.push(Found { store, colour, joint: held.joint, bodies: held.bodies.to_vec() });
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
