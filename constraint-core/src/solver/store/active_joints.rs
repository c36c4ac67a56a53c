//! The joints that take part in a step, along the path that each needs.

use std::collections::BTreeMap;

use core::ops::Range;

use crate::kernels::Layout;
use crate::lanes::Width;
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::SolverBodies;
use crate::solver::batch::BatchSlot;
use crate::solver::batch::batch_joints::{AnyBatchJoints, BatchJointHandle};
use crate::solver::coloured::packs::AnyPacks;
use crate::solver::dense::dense_joint;
use crate::solver::dense::dense_joint::DenseJoint;
use crate::solver::dirty::{Change, Dirty};
use crate::solver::packs::joint_data::Joint;
use crate::solver::packs::joint_data::{JointData, Setup, WarmStartCache};
use crate::solver::partition::colours;
use crate::solver::partition::colours::{Colours, OVERFLOW};

/// Joints in the order of solving: first those that generated code cannot solve, then those in lanes.
///
/// The last joint of a bucket fills the place of one that leaves, so buckets have no holes. Motion depends on the colours
/// and on the order of joints without a colour, which are saved. It does not depend on lanes.
#[derive(Clone)]
pub(crate) struct ActiveJoints {
    pub(crate) layout: Layout,
    pub(crate) dense: Vec<DenseJoint>,
    pub(crate) blocks: AnyPacks,
    /// The joints in lanes whose bodies are in batches.
    pub(crate) batch_joints: AnyBatchJoints,
    /// Number of joints in batches.
    pub(crate) in_batches: usize,
    /// The islands that cannot stay in their batches.
    pub(crate) evicted: Vec<BatchSlot>,
    /// How many joints have come into lanes since somebody last looked for identical islands.
    pub(crate) added: usize,
    pub(crate) colours: Colours,
    /// The joints in lanes that hold several partitions together, and which.
    pub(crate) cross_partition: BTreeMap<Key, Range<usize>>,
    room: Setup,
}

/// Where one of them is. In a lane it may be [`OVERFLOW`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum JointLocation {
    Lane { colour: u32, at: usize },
    IslandBatch(BatchJointHandle),
    DenseJoint(usize),
}

/// Joints come and go.
impl ActiveJoints {
    pub(crate) fn new(layout: Layout) -> Self {
        Self {
            layout,
            dense: Vec::new(),
            blocks: AnyPacks::new(layout, Width::One),
            batch_joints: AnyBatchJoints::new(layout, Width::One),
            in_batches: 0,
            evicted: Vec::new(),
            added: 0,
            colours: Colours::default(),
            cross_partition: BTreeMap::new(),
            room: Setup::default(),
        }
    }

    /// Makes packs of another width. No joint changes its place: batches of the old width have none any more.
    pub(crate) fn set_width(&mut self, width: Width) {
        if self.in_batches == 0 {
            self.batch_joints = AnyBatchJoints::new(self.layout, width);
        }
        self.blocks.set_width(self.layout, width);
    }

    /// Adds a joint, which goes on with what it has `kept`, as this `spoke` if it is one. Returns its place.
    pub(crate) fn insert(
        &mut self,
        joint: Joint<'_>,
        motion: &SolverBodies,
        kept: WarmStartCache,
        spoke: Option<u32>,
    ) -> JointLocation {
        self.evicted.extend(joint.bodies.iter().filter_map(|&body| motion.batches.batch_slot(body as usize)));
        if self.needs_dense_path(joint.bodies, motion) {
            self.insert_dense(joint, motion, kept)
        } else {
            let colour = spoke.or_else(|| self.colours.take(joint.bodies, &motion.masses));
            let colour = colours::with_options(colour.unwrap_or(OVERFLOW), !joint.options.is_ordinary());
            self.insert_in_lane(colour, joint, motion, kept)
        }
    }

    fn data(&self, joint: Joint<'_>, motion: &SolverBodies, hub: Option<usize>, kept: WarmStartCache) -> JointData {
        let (slot, parameters) = (joint.key.index, joint.parameters);
        let data = JointData::new(&self.layout, slot, parameters, joint.bodies, &motion.masses, hub, kept);
        JointData { options: *joint.options, ..data }
    }

    pub(crate) fn insert_in_lane(
        &mut self,
        colour: u32,
        joint: Joint<'_>,
        motion: &SolverBodies,
        kept: WarmStartCache,
    ) -> JointLocation {
        let data = self.data(joint, motion, told_as_hub(&self.layout, colour), kept);
        self.put_in_lane(colour, joint.key, &data, motion)
    }

    /// Puts a joint that has this colour into a lane.
    pub(crate) fn put_in_lane(
        &mut self,
        colour: u32,
        key: Key,
        data: &JointData,
        motion: &SolverBodies,
    ) -> JointLocation {
        self.added += 1;
        let partitions = motion.partitions(&data.bodies);
        let colour = colours::in_partition(partitions.start, colour);
        if partitions.len() > 1 {
            self.cross_partition.insert(key, partitions);
        }
        let at = self.blocks.insert(colour, key, data);
        if let Some((hub, _)) = colours::hub_block(colour) {
            self.blocks.set_partition(hub, motion.partitions(&[hub]).start);
        }
        JointLocation::Lane { colour, at }
    }

    pub(crate) fn insert_dense(
        &mut self,
        joint: Joint<'_>,
        motion: &SolverBodies,
        kept: WarmStartCache,
    ) -> JointLocation {
        let (Joint { key, parameters, options, bodies }, masses) = (joint, &motion.masses);
        let Self { layout, room, dense, .. } = self;
        let setup = room.find(layout, key.index, parameters, bodies, masses, None);
        dense.push(DenseJoint::new(key, layout, (parameters, options), bodies, masses, setup, kept.impulses));
        JointLocation::DenseJoint(self.dense.len() - 1)
    }

    /// Removes the joint of these bodies from its place. Returns which joint has taken it.
    pub(crate) fn remove(&mut self, key: Key, place: JointLocation, bodies: &[u32]) -> Option<Key> {
        match place {
            JointLocation::Lane { colour, at } => {
                self.colours.release(colour, bodies);
                self.cross_partition.remove(&key);
                self.blocks.remove(colour, at)
            }
            JointLocation::IslandBatch(handle) => {
                self.colours.release(self.batch_joints.colour(handle), bodies);
                self.evicted.push(self.batch_joints.batch_slot(handle));
                self.batch_joints.remove(handle);
                self.in_batches -= 1;
                None
            }
            JointLocation::DenseJoint(at) => {
                self.dense.swap_remove(at);
                self.dense.get(at).map(|dense| dense.key)
            }
        }
    }

    /// Whether the joint in this place can stay there, if it is this `spoke` or none. One that has found no colour does not look for
    /// one again.
    pub(crate) fn suits(
        &self,
        place: JointLocation,
        bodies: &[u32],
        motion: &SolverBodies,
        spoke: Option<u32>,
    ) -> bool {
        let is_merged = self.needs_dense_path(bodies, motion);
        match place {
            JointLocation::Lane { colour, at }
                if !self.blocks.moves_as((colour, at), told_as_hub(&self.layout, colour), &motion.masses) =>
            {
                false
            }
            JointLocation::Lane { colour, .. } if colours::hub_block(colour).is_some() => spoke == Some(colour),
            JointLocation::Lane { .. } | JointLocation::IslandBatch(_) => spoke.is_none() && !is_merged,
            JointLocation::DenseJoint(_) => is_merged,
        }
    }

    /// Whether kernels cannot solve a joint of these bodies.
    fn needs_dense_path(&self, bodies: &[u32], motion: &SolverBodies) -> bool {
        dense_joint::is_needed(bodies, &motion.masses) || motion.is_beyond(&self.layout, bodies)
    }

    /// Puts a joint that stays in this place among those of its colour that have options, if it has some now, or among those that
    /// have none. Returns its new place, if it has one, and which joint has taken the old one.
    pub(crate) fn sort_by_options(
        &mut self,
        place: JointLocation,
        joint: Joint<'_>,
        motion: &SolverBodies,
    ) -> Option<(JointLocation, Option<Key>)> {
        let has_options = !joint.options.is_ordinary();
        let place = match place {
            JointLocation::IslandBatch(handle) if has_options => {
                self.evicted.push(self.batch_joints.batch_slot(handle));
                self.leave_batch(joint.key, joint.bodies, handle, motion)
            }
            _ => place,
        };
        let JointLocation::Lane { colour, at } = place else { return None };
        let own = colours::with_options(colour, has_options);
        if own == colour {
            return None;
        }
        let data = self.blocks.data(colour, at)?;
        let moved = self.blocks.remove(colour, at);
        let data = JointData { options: *joint.options, ..data };
        // Its island may have identical ones now.
        self.added += usize::from(!has_options);
        Some((JointLocation::Lane { colour: own, at: self.blocks.insert(own, joint.key, &data) }, moved))
    }

    /// Tells that the joint there has another setup, or goes. Those that generated code cannot solve or in batches are prepared in
    /// every step.
    pub(crate) fn mark_partition_of(&self, place: JointLocation, dirty: &mut Dirty) {
        match place {
            JointLocation::Lane { colour, .. } => dirty.mark(Change::Partition(self.blocks.partition(colour))),
            JointLocation::IslandBatch(_) | JointLocation::DenseJoint(_) => {}
        }
    }

    /// Updates what depends on the joint's parameters, its options and its bodies' masses. Returns the largest change of a number
    /// of the setup, or infinity where the old numbers are not kept.
    pub(crate) fn set_up(&mut self, place: JointLocation, joint: Joint<'_>, motion: &SolverBodies) -> Scalar {
        let (Joint { key, parameters, options, bodies }, masses) = (joint, &motion.masses);
        let slot = key.index;
        let Self { layout, room, blocks, batch_joints, dense, .. } = self;
        match place {
            JointLocation::Lane { colour, at } => {
                let hub = told_as_hub(layout, colour);
                blocks.set_up(colour, at, room.find(layout, slot, parameters, bodies, masses, hub), options)
            }
            JointLocation::IslandBatch(handle) => {
                batch_joints.set_setup(handle, room.find(layout, slot, parameters, bodies, masses, None))
            }
            JointLocation::DenseJoint(at) => {
                let setup = room.find(layout, slot, parameters, bodies, masses, None);
                dense[at].set_up((parameters, options), masses, setup)
            }
        }
    }
}

/// What the joints have.
impl ActiveJoints {
    /// λ of the last substep.
    pub(crate) fn impulses(&self, place: JointLocation) -> Option<Vec<Scalar>> {
        match place {
            JointLocation::Lane { colour, at } => self.blocks.impulses(colour, at),
            JointLocation::IslandBatch(handle) => Some(self.batch_joints.impulses(handle)),
            JointLocation::DenseJoint(at) => self.dense.get(at).map(|dense| dense.impulses.clone()),
        }
    }

    /// Appends [`impulses`](Self::impulses).
    pub(crate) fn read_impulses(&self, place: JointLocation, into: &mut Vec<Scalar>) {
        match place {
            JointLocation::Lane { colour, at } => self.blocks.read_impulses(colour, at, into),
            JointLocation::IslandBatch(handle) => self.batch_joints.read_impulses(handle, into),
            JointLocation::DenseJoint(at) => into.extend(&self.dense[at].impulses),
        }
    }

    /// What the joint keeps from step to step.
    pub(crate) fn kept(&self, place: JointLocation) -> Option<WarmStartCache> {
        match place {
            JointLocation::Lane { colour, at } => self.blocks.kept(colour, at),
            JointLocation::IslandBatch(handle) => Some(self.batch_joints.kept(handle)),
            JointLocation::DenseJoint(at) => {
                let impulses = self.dense.get(at)?.impulses.clone();
                Some(WarmStartCache { impulses, ..WarmStartCache::new(&self.layout) })
            }
        }
    }
}

/// Which body of a joint of this colour is taken for a hub that nothing moves: only spokes that are solved at once do so.
fn told_as_hub(layout: &Layout, colour: u32) -> Option<usize> {
    colours::hub_block(colour).filter(|_| layout.holds).map(|(_, side)| side)
}
