//! Which islands stand side by side: see [`batches`](crate::solver::batch).

use std::collections::BTreeMap;

use super::World;
use crate::body::BodyKind;
use crate::constraint::Step;
use crate::islands::Islands;
use crate::math::Scalar;
use crate::solver::JointStore;
use crate::solver::batch::{
    BatchPlan, BatchSlot, Batches, FoundJoint, Island, MAX_JOINTS, Signature, by_groups, signature_of,
};
use crate::stepping::Stepping;

/// An island of more bodies fills a batch's caches alone.
const MAX_BODIES: usize = 256;

/// Islands by form.
type Signatures = BTreeMap<Signature, Vec<Island>>;

impl World {
    /// Puts identical islands side by side where at least so many joints are found in them; `usize::MAX` for never. For tests: no result
    /// depends on it.
    #[doc(hidden)]
    pub fn set_batching(&mut self, joints: usize) {
        self.min_batch_joints = joints;
        self.evict_all();
    }

    /// Puts similar islands side by side however unlike they are. For tests: no result depends on it.
    #[doc(hidden)]
    pub fn set_any_similar(&mut self) {
        self.any_similar = true;
        self.evict_all();
    }

    /// How many joints stand side by side with those of identical islands or of similar islands. For tests.
    #[doc(hidden)]
    pub fn joints_in_batches(&self) -> usize {
        self.joints.iter().map(JointStore::in_batches).sum()
    }

    /// Takes islands that have changed from their batches, and finds batches for others if many have come. Whether anything was
    /// moved.
    ///
    /// To look for identical islands is worth its while when half as many joints have come as there are without a batch: a joint is looked
    /// at some three times, however many come.
    pub(super) fn build_batches(&mut self, step: Step<Scalar>) -> bool {
        let mut evicted: Vec<BatchSlot> = self.joints.iter_mut().flat_map(JointStore::take_evicted).collect();
        evicted.sort_unstable();
        evicted.dedup();
        let has_left = self.evict(&evicted);
        let (unbatched, added) =
            self.joints.iter().map(JointStore::unbatched).fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
        let has_lanes = Batches::lanes(self.motion.width) > 1;
        let may = has_lanes && self.min_batch_joints != usize::MAX && matches!(self.stepping, Stepping::Substeps);
        let is_due = may && added >= (unbatched / 2).max(self.min_batch_joints);
        has_left | (is_due && self.find_identical(step))
    }

    /// Takes these islands from their batches, and others with them where few are left.
    fn evict(&mut self, evicted: &[BatchSlot]) -> bool {
        for &batch_slot in evicted {
            self.evict_one(batch_slot);
        }
        if !evicted.is_empty() {
            for batch_slot in self.motion.batches.thinned() {
                self.evict_one(batch_slot);
            }
            self.free();
        }
        !evicted.is_empty()
    }

    fn evict_one(&mut self, batch_slot: BatchSlot) {
        self.joints.iter_mut().for_each(|store| store.leave_batch(batch_slot, &self.motion));
        for place in self.motion.batches.evict(batch_slot) {
            if let Some((_, body)) = self.bodies.at(place) {
                self.motion.gather(place as usize, body);
            }
        }
    }

    /// No batch is left, and the next step takes all bodies in anew.
    pub(super) fn evict_all(&mut self) {
        for batch_slot in self.motion.batches.all_slots() {
            self.joints.iter_mut().for_each(|store| store.leave_batch(batch_slot, &self.motion));
            self.motion.batches.evict(batch_slot);
        }
        self.free();
        self.dirty_bodies.are_all = true;
    }

    fn free(&mut self) {
        for batch in self.motion.batches.free() {
            self.joints.iter_mut().for_each(|store| store.free(batch));
        }
    }

    /// Looks for identical islands among all islands without a batch, and then for similar islands.
    fn find_identical(&mut self, step: Step<Scalar>) -> bool {
        self.joints.iter_mut().for_each(JointStore::look);
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
                if plan.joints() >= self.min_batch_joints && are_near(&plan) {
                    self.build(&plan, step);
                    has_found = true;
                } else {
                    others.extend(identical);
                }
            }
            others.extend(&islands[count..]);
        }
        has_found | self.find_similar(&by_groups(others, lanes), step)
    }

    /// Makes batches of islands of which each is like those beside it, where that pays; of all of them, if it pays on the whole: few
    /// that are left would have all bodies between them moved with them.
    fn find_similar(&mut self, islands: &[(&Signature, &Island)], step: Step<Scalar>) -> bool {
        let lanes = Batches::lanes(self.motion.width);
        let all = BatchPlan::new(islands, lanes);
        if all.joints() < self.min_batch_joints || !are_near(&all) {
            return false;
        }
        let groups: Vec<_> = islands.chunks(lanes).map(|group| BatchPlan::new(group, lanes)).collect();
        let costs: Vec<_> = groups.iter().map(|group| group.costs(self.joints.len())).collect();
        let total = costs.iter().fold([0; 2], |sum, cost| [sum[0] + cost[0], sum[1] + cost[1]]);
        let pays = |[similar, gathered]: [usize; 2]| similar < gathered;
        let pay: Vec<bool> = costs.into_iter().map(|costs| self.any_similar || pays(total) || pays(costs)).collect();
        let (mut first, mut has_found) = (0, false);
        while first < groups.len() {
            let mut joints = 0;
            let more = |&group: &usize| {
                joints += groups[group].joints();
                pay[group] && (group == first || joints <= MAX_JOINTS)
            };
            let end = first + (first..groups.len()).take_while(more).count();
            if end > first {
                self.build(&BatchPlan::new(&islands[first * lanes..islands.len().min(end * lanes)], lanes), step);
                has_found = true;
            }
            first = end.max(first + 1);
        }
        has_found
    }

    /// Makes a batch of these islands.
    fn build(&mut self, plan: &BatchPlan<'_>, step: Step<Scalar>) {
        let Some(batch) = self.motion.build(plan, &self.bodies, self.gravity, step.h) else { return };
        for (store, of_type) in self.joints.iter_mut().enumerate() {
            for row in plan.rows(store) {
                of_type.join(BatchSlot { batch, group: row.group, lane: 0 }, &row);
            }
        }
    }

    /// The islands that may have identical islands, by form.
    fn forms(&self) -> Signatures {
        let mut islands = Islands::new(self.bodies.places());
        let mut forms = Signatures::new();
        for (key, body) in self.bodies.iter() {
            if !body.is_dynamic() || body.rest.asleep || self.motion.batches.have(key.index as usize) {
                continue;
            }
            let (mut joints, mut bodies) = (Vec::new(), 0);
            let island = islands.search(key.index, |place, neighbours| {
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
                    joints.push(FoundJoint { store, colour, joint: held.joint, bodies });
                }
            });
        }
        may
    }
}

/// Whether the bodies of these islands take a good part of the places from the first to the last of them. Between islands that
/// stand scattered, the others would be moved with holes, and the step would go back and forth in memory.
fn are_near(plan: &BatchPlan<'_>) -> bool {
    let span = plan.movers().max().zip(plan.movers().min()).map_or(0, |(last, first)| last - first);
    4 * plan.movers().count() > span as usize
}
