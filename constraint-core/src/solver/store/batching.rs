//! The joints of one type as [batches](crate::solver::batch) take them in and lose them.

use crate::math::Scalar;
use crate::pass::{Pass, Step};
use crate::slots::Key;
use crate::solver::SolverBodies;
use crate::solver::batch::batch_joints::{AnyBatchRange, IncomingJoint, OfType};
use crate::solver::batch::{AnyBatch, BatchPack, BatchSlot};
use crate::solver::packs::joint_data::JointData;
use crate::solver::partition::colours;
use crate::solver::store::JointStore;
use crate::solver::store::active_joints::{ActiveJoints, JointLocation};

/// A joint of an island that is being looked at.
pub(crate) struct HeldJoint<'a> {
    /// Its place among the joints of its type.
    pub(crate) joint: u32,
    /// `None` if it has none, or no lane: its island can have no identical islands.
    pub(crate) colour: Option<u32>,
    /// The places of its bodies.
    pub(crate) bodies: &'a [u32],
}

/// What batches ask of the joints of one type.
impl JointStore {
    /// Tells of each enabled joint that holds the body in this place.
    pub(crate) fn held(&self, body: u32, tell: &mut dyn FnMut(HeldJoint<'_>)) {
        let joints = self.adjacency.joints(body).filter_map(|joint| self.entries.at(joint));
        for (key, entry) in joints.filter(|(_, entry)| entry.options.enabled) {
            let colour = match entry.place {
                Some(JointLocation::Lane { colour, .. })
                    if colours::is_one(colour) && !colours::has_options(colour) =>
                {
                    Some(colours::proper(colour))
                }
                _ => None,
            };
            tell(HeldJoint { joint: key.index, colour, bodies: self.entries.places(key.index) });
        }
    }

    /// Takes joints out of their lanes and gives them to a batch, from this slot on: see
    /// [`AnyBatchJoints::join`](crate::solver::batch::batch_joints::AnyBatchJoints::join).
    pub(crate) fn join(&mut self, batch_slot: BatchSlot, row: &BatchPack) {
        let joints: Vec<_> = row.joints.iter().map(|joint| self.take_from_lane((*joint)?)).collect();
        let Some(handle) = self.active.batch_joints.join(batch_slot, row, &joints) else { return };
        for (lane, joint) in (0..).zip(&joints) {
            let Some(IncomingJoint { key, .. }) = joint else { continue };
            self.set_place(*key, JointLocation::IslandBatch(handle.on(lane)));
            self.active.in_batches += 1;
        }
    }

    /// Puts the joints of an island back into ordinary lanes.
    pub(crate) fn leave_batch(&mut self, batch_slot: BatchSlot, motion: &SolverBodies) {
        for (key, handle) in self.active.batch_joints.at_slot(batch_slot) {
            if self.entries.get(key).is_some() {
                let place = self.active.leave_batch(key, self.entries.places(key.index), handle, motion);
                self.set_place(key, place);
            }
        }
    }

    /// The batch has no islands any more.
    pub(crate) fn free(&mut self, batch: u32) {
        self.active.batch_joints.free(batch);
    }

    /// Islands that cannot stay in their batches, since a joint of theirs has gone or come.
    pub(crate) fn take_evicted(&mut self) -> Vec<BatchSlot> {
        core::mem::take(&mut self.active.evicted)
    }

    /// How many joints are not in batches, those that sleep, are disabled or have no lane included; and how many have come into
    /// ordinary lanes since one last [`looked`](Self::look).
    pub(crate) const fn unbatched(&self) -> (usize, usize) {
        (self.entries.len() - self.active.in_batches, self.active.added)
    }

    /// Somebody looks for identical islands.
    pub(crate) const fn look(&mut self) {
        self.active.added = 0;
    }

    /// How many joints are in batches.
    pub(crate) const fn in_batches(&self) -> usize {
        self.active.in_batches
    }
}

/// The joints of one type in some batches, which a step may take beside others.
pub(crate) struct BatchedJoints<'a> {
    of: OfType<'a>,
    joints: AnyBatchRange<'a>,
}

impl JointStore {
    /// The joints in all batches, to be split into so many pieces at most.
    pub(crate) fn batched(&mut self, pieces: usize) -> BatchedJoints<'_> {
        let of = OfType { table: self.kernels, joints: self.entries.joints() };
        BatchedJoints { of, joints: self.active.batch_joints.all(pieces) }
    }
}

/// Joints of one type with some of them in batches.
pub(crate) trait HasBatched {
    fn in_batches(&mut self) -> BatchedJoints<'_>;
}

impl HasBatched for JointStore {
    fn in_batches(&mut self) -> BatchedJoints<'_> {
        self.batched(1)
    }
}

impl HasBatched for BatchedJoints<'_> {
    fn in_batches(&mut self) -> BatchedJoints<'_> {
        BatchedJoints { of: self.of, joints: self.joints.reborrow() }
    }
}

impl BatchedJoints<'_> {
    /// The joints of the batches before this one, as a piece of work of its own, and those of the others.
    pub(crate) fn split(self, batch: u32) -> [Self; 2] {
        let of = self.of;
        self.joints.split(batch).map(|joints| Self { of, joints })
    }

    /// As [`JointStore::prepare`], for a batch, in each step.
    pub(crate) fn prepare(&mut self, number: u32, batch: &mut AnyBatch, step: Step<Scalar>) {
        self.joints.begin(self.of, number, batch, step);
    }

    /// As [`JointStore::solve`], for a batch.
    pub(crate) fn solve(&mut self, number: u32, batch: &mut AnyBatch, pass: &Pass<Scalar>) {
        self.joints.solve(self.of.table, number, batch, pass);
    }

    /// As [`JointStore::relax`], for a batch.
    pub(crate) fn relax(&mut self, number: u32, batch: &mut AnyBatch, step: Step<Scalar>, is_last: bool) {
        self.joints.relax(self.of, number, batch, step, is_last);
    }
}

impl JointStore {
    /// Takes a joint out of its lane; its colour stays with its bodies.
    fn take_from_lane(&mut self, joint: u32) -> Option<IncomingJoint> {
        let (key, entry) = self.entries.at_mut(joint)?;
        let Some(JointLocation::Lane { colour, at }) = entry.place else { return None };
        let data = self.active.blocks.data(colour, at)?;
        self.active.cross_partition.remove(&key);
        if let Some(moved) = self.active.blocks.remove(colour, at) {
            self.set_place(moved, JointLocation::Lane { colour, at });
        }
        Some(IncomingJoint { key, colour: colours::proper(colour), data })
    }
}

impl ActiveJoints {
    /// Takes a joint of these bodies from its batch into an ordinary lane, with all that it has.
    pub(crate) fn leave_batch(
        &mut self,
        key: Key,
        bodies: &[u32],
        handle: crate::solver::batch::batch_joints::BatchJointHandle,
        motion: &SolverBodies,
    ) -> JointLocation {
        let colour = self.batch_joints.colour(handle);
        let (setup, kept) = (self.batch_joints.setup(handle), self.batch_joints.kept(handle));
        let data = JointData::with(setup, bodies, &motion.masses, kept);
        self.batch_joints.remove(handle);
        self.in_batches -= 1;
        self.put_in_lane(colour, key, &data, motion)
    }
}
