//! Which islands are solved side by side, in batches: see [`batches`](crate::solver::batch).

use std::collections::BTreeMap;

use super::{JointSet, Plan};
use crate::body_set::MovedBodySet;
use crate::islands::Islands;
use crate::math::{Scalar, Vec2};
use crate::pass::Step;
use crate::solver::JointStore;
use crate::solver::batch::{
    BatchPlan, BatchSlot, Batches, FoundJoint, Island, MAX_JOINTS, Signature, by_groups, signature_of,
};
use crate::solver::bodies::indices;
use crate::solver::dirty::Change;
use crate::stepping::Stepping;

/// An island of more bodies fills a batch's caches alone.
const MAX_BODIES: usize = 256;

/// Islands by form.
type Signatures = BTreeMap<Signature, Vec<Island>>;

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
        self.stores.iter().map(JointStore::in_batches).sum()
    }
}

impl JointSet {
    /// Takes islands that have changed from their batches, and finds batches for others if many have come. Whether anything was
    /// moved.
    ///
    /// To look for identical islands is worth its while when half as many joints have come as there are without a batch: a joint is looked
    /// at some three times, however many come.
    pub(super) fn form_batches<B: MovedBodySet>(&mut self, bodies: &B, plan: &Plan, step: Step<Scalar>) -> bool {
        let mut evicted: Vec<BatchSlot> = self.stores.iter_mut().flat_map(JointStore::take_evicted).collect();
        evicted.sort_unstable();
        evicted.dedup();
        let has_left = self.evict(&evicted, bodies);
        let (unbatched, added) =
            self.stores.iter().map(JointStore::unbatched).fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
        let has_lanes = Batches::lanes(self.motion.width) > 1;
        let may = has_lanes && self.batching.enough != usize::MAX && matches!(plan.stepping, Stepping::Substeps);
        let is_due = may && added >= (unbatched / 2).max(self.batching.enough);
        has_left | (is_due && self.find_identical(bodies, plan.gravity, step.h))
    }

    /// Takes these islands from their batches, and others with them where few are left.
    fn evict(&mut self, evicted: &[BatchSlot], bodies: &dyn MovedBodySet) -> bool {
        for &batch_slot in evicted {
            self.evict_one(batch_slot, bodies);
        }
        if !evicted.is_empty() {
            for batch_slot in self.motion.batches.thinned() {
                self.evict_one(batch_slot, bodies);
            }
            self.free_empty();
        }
        !evicted.is_empty()
    }

    fn evict_one(&mut self, batch_slot: BatchSlot, bodies: &dyn MovedBodySet) {
        self.stores.iter_mut().for_each(|store| store.leave_batch(batch_slot, &self.motion));
        for place in self.motion.batches.evict(batch_slot) {
            self.motion.gather(place as usize, &bodies.body(place));
        }
    }

    /// Frees all batches. The next step gathers all bodies again.
    pub(crate) fn evict_all(&mut self) {
        for batch_slot in self.motion.batches.all_slots() {
            self.stores.iter_mut().for_each(|store| store.leave_batch(batch_slot, &self.motion));
            self.motion.batches.evict(batch_slot);
        }
        self.free_empty();
        self.mark(Change::AllBodies);
    }

    fn free_empty(&mut self) {
        for batch in self.motion.batches.free() {
            self.stores.iter_mut().for_each(|store| store.free(batch));
        }
    }

    /// Looks for identical islands among all islands without a batch, and then for similar islands.
    fn find_identical(&mut self, bodies: &dyn MovedBodySet, gravity: Vec2, h: Scalar) -> bool {
        self.stores.iter_mut().for_each(JointStore::look);
        let lanes = Batches::lanes(self.motion.width);
        let (forms, mut others, mut has_found) = (self.forms(), Vec::new(), false);
        for (form, islands) in &forms {
            let islands: Vec<_> = islands.iter().map(|island| (form, island)).collect();
            // A group of fewer costs more than it saves.
            let whole = islands.len() / lanes * lanes;
            let count = if 2 * (islands.len() - whole) >= lanes { islands.len() } else { whole };
            let groups = (MAX_JOINTS / (lanes * form.joints.len())).max(1);
            for identical in islands[..count].chunks(groups * lanes) {
                let plan = BatchPlan::new(identical, lanes);
                if plan.joints() >= self.batching.enough && are_near(&plan) {
                    self.fill(&plan, bodies, gravity, h);
                    has_found = true;
                } else {
                    others.extend(identical);
                }
            }
            others.extend(&islands[count..]);
        }
        has_found | self.find_similar(&by_groups(others, lanes), bodies, gravity, h)
    }

    /// Makes batches of islands of which each is like those beside it, where that pays; of all of them, if it pays on the whole: few
    /// that are left would have all bodies between them moved with them.
    fn find_similar(
        &mut self,
        islands: &[(&Signature, &Island)],
        bodies: &dyn MovedBodySet,
        gravity: Vec2,
        h: Scalar,
    ) -> bool {
        let lanes = Batches::lanes(self.motion.width);
        let all = BatchPlan::new(islands, lanes);
        if all.joints() < self.batching.enough || !are_near(&all) {
            return false;
        }
        let groups: Vec<_> = islands.chunks(lanes).map(|group| BatchPlan::new(group, lanes)).collect();
        let costs: Vec<_> = groups.iter().map(|group| group.costs(self.stores.len())).collect();
        let total = costs.iter().fold([0; 2], |sum, cost| [sum[0] + cost[0], sum[1] + cost[1]]);
        let pays = |[similar, gathered]: [usize; 2]| similar < gathered;
        let pay: Vec<bool> =
            costs.into_iter().map(|costs| self.batching.any_similar || pays(total) || pays(costs)).collect();
        let (mut first, mut has_found) = (0, false);
        while first < groups.len() {
            let mut joints = 0;
            let more = |&group: &usize| {
                joints += groups[group].joints();
                pay[group] && (group == first || joints <= MAX_JOINTS)
            };
            let end = first + (first..groups.len()).take_while(more).count();
            if end > first {
                let plan = BatchPlan::new(&islands[first * lanes..islands.len().min(end * lanes)], lanes);
                self.fill(&plan, bodies, gravity, h);
                has_found = true;
            }
            first = end.max(first + 1);
        }
        has_found
    }

    /// Makes a batch of these islands.
    fn fill(&mut self, plan: &BatchPlan<'_>, bodies: &dyn MovedBodySet, gravity: Vec2, h: Scalar) {
        let Some(batch) = self.motion.build(plan, bodies, gravity, h) else { return };
        for (store, of_type) in self.stores.iter_mut().enumerate() {
            for row in plan.rows(store) {
                of_type.join(BatchSlot { batch, group: row.group, lane: 0 }, &row);
            }
        }
    }

    /// The islands that may have identical islands, by form.
    fn forms(&self) -> Signatures {
        let motion = &self.motion;
        let mut islands = Islands::new(motion.masses.len());
        let mut forms = Signatures::new();
        for place in indices(motion.masses.len()) {
            let at = place as usize;
            if !motion.masses[at].moves() || motion.asleep[at] || motion.batches.have(at) {
                continue;
            }
            let (mut joints, mut bodies) = (Vec::new(), 0);
            let island = islands.search(place, |place, neighbours| {
                bodies += 1;
                bodies <= MAX_BODIES && self.read(place, &mut joints, neighbours)
            });
            let Some(island) = island.filter(|_| !joints.is_empty()) else { continue };
            let (form, island) = signature_of(island, joints);
            forms.entry(form).or_default().push(island);
        }
        forms
    }

    /// Appends the joints of a body that has the lowest place of those that they move, and the neighbours that they join it
    /// to. Whether an island with it may have identical islands.
    fn read(&self, place: u32, joints: &mut Vec<FoundJoint>, neighbours: &mut Vec<u32>) -> bool {
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
                    joints.push(FoundJoint { store, colour, joint: held.joint, bodies: held.bodies.to_vec() });
                }
            });
        }
        may
    }
}

/// Whether the bodies of these islands fill a good part of the places from the first to the last. Scattered islands would
/// leave holes among the other bodies, and both loops would skip through memory.
fn are_near(plan: &BatchPlan<'_>) -> bool {
    let span = plan.movers().max().zip(plan.movers().min()).map_or(0, |(last, first)| last - first);
    4 * plan.movers().count() > span as usize
}
