//! All joints of one type: the owner's side ([`Entries`]) and the solver's side ([`ActiveJoints`]).
//!
//! In: joints that are added, changed and removed, dirty flags. Out: passes over the joints, in the order of solving; broken joints.
//! Only the methods that add, read and remove joints by their type are generic: the typed door of an untyped solver.

pub(crate) mod active_joints;
pub(crate) mod adjacency;
pub(crate) mod batching;
pub(crate) mod coupling;
#[cfg(feature = "direct")]
pub(crate) mod direct;
pub(crate) mod energy_flow;
pub(crate) mod entries;
pub(crate) mod hub_detection;
pub(crate) mod lifecycle;
pub(crate) mod partitioning;
pub(crate) mod push_out;
pub(crate) mod queries;
pub(crate) mod rebuild;
#[cfg(feature = "serde")]
pub(crate) mod saved;
#[cfg(feature = "serde")]
pub(crate) mod saving;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::array::array;
use crate::body_set::BodySet;
use crate::constraint::Constraint;
use crate::error::Error;
use crate::event::Cause;
use crate::id::{AnyJointId, JointId};
use crate::joint_options::JointOptions;
use crate::kernels::JointTable;
use crate::kinematics::Pose;
use crate::math::{Scalar, finite_or_zero};
use crate::pass::{Pass, Step};
use crate::slots::Key;
use crate::solver::SolverBodies;
use crate::solver::break_check::BreakCheck;
use crate::solver::dense::dense_joint::DenseJoint;
use crate::solver::dense::position_correction::Correction;
use crate::solver::dirty::{Change, Dirty, DirtyMark};
use crate::solver::position_errors::PositionErrors;
use crate::solver::relaxation::Relaxation;
use crate::solver::store::active_joints::ActiveJoints;
use crate::solver::store::adjacency::Adjacency;
use crate::solver::store::entries::Entries;
pub(crate) use crate::solver::store::entries::Entry;
use crate::solver::store::hub_detection::Hubs;
pub(crate) use crate::solver::store::push_out::PushOut;

/// The joints of one type.
#[derive(Clone)]
pub(crate) struct JointStore {
    kernels: &'static JointTable,
    world: u64,
    entries: Entries,
    adjacency: Adjacency,
    active: ActiveJoints,
    /// Which bodies hold so many joints that these are solved at once.
    hubs: Hubs,
    /// The joints that the next step looks at again. Some may have been removed.
    dirty_joints: Vec<Key>,
    /// The joints that broke in the last step. The next one removes or disables them.
    broken: Vec<Key>,
    /// The joints that have broken in this step.
    breaking: Vec<(Key, Cause)>,
    /// Length of the last substep, s.
    h: Scalar,
    errors: PositionErrors,
    correction: crate::solver::dense::position_correction::Room,
    update: lifecycle::Update,
    /// Whether the joints were loaded since the last step.
    is_restored: bool,
    push_out: PushOut,
    /// The joints that [start apart](push_out). Some may have been removed.
    apart: Vec<Key>,
    /// The joints of bodies that their owner has moved since the last step.
    suspects: BTreeSet<Key>,
    scratch: energy_flow::Scratch,
}

/// What the owner of the joints does, by their type.
impl JointStore {
    /// For joints of type `J`, of the world of this number.
    pub(crate) fn new<J: Constraint>(world: u64) -> Self {
        Self::of(J::table(), world)
    }

    fn of(kernels: &'static JointTable, world: u64) -> Self {
        Self {
            kernels,
            world,
            entries: Entries::new(kernels),
            adjacency: Adjacency::new(kernels.layout.bodies),
            active: ActiveJoints::new(kernels.layout),
            hubs: Hubs::default(),
            dirty_joints: Vec::new(),
            broken: Vec::new(),
            breaking: Vec::new(),
            h: 0.0,
            errors: PositionErrors::new(&kernels.layout),
            correction: crate::solver::dense::position_correction::Room::new(&kernels.layout),
            update: lifecycle::Update::default(),
            is_restored: false,
            push_out: PushOut::NONE,
            apart: Vec::new(),
            suspects: BTreeSet::new(),
            scratch: energy_flow::Scratch::new(&kernels.layout),
        }
    }

    /// Whether the joints are of type `J`.
    pub(crate) fn is<J: Constraint>(&self) -> bool {
        self.entries.typed::<J>().is_some()
    }

    pub(crate) fn insert<J: Constraint>(&mut self, bodies: &[u32], joint: J) -> JointId<J> {
        let key = self.add(bodies);
        if let Some(typed) = self.entries.typed_mut::<J>() {
            let slot = key.index as usize;
            if typed.0.len() <= slot {
                typed.0.resize_with(slot + 1, || None);
            }
            typed.0[slot] = Some(joint);
        }
        JointId::new(self.world, key)
    }

    /// Removes a joint, and gives it back.
    pub(crate) fn take<J: Constraint>(&mut self, key: Key, dirty: &mut Dirty) -> Option<J> {
        self.entries.get(key)?;
        let joint = self.entries.typed_mut::<J>()?.0.get_mut(key.index as usize)?.take();
        self.remove(key, dirty);
        joint
    }

    pub(crate) fn joint<J: Constraint>(&self, key: Key) -> Option<&J> {
        self.entries.get(key)?;
        self.entries.typed::<J>()?.0.get(key.index as usize)?.as_ref()
    }

    pub(crate) fn iter<J: Constraint>(&self) -> impl Iterator<Item = (JointId<J>, &J)> {
        let joints = self.entries.typed::<J>().map(|typed| &*typed.0).unwrap_or_default();
        let own = self.entries.iter().filter_map(|(key, _)| Some((key, joints.get(key.index as usize)?.as_ref()?)));
        own.map(|(key, joint)| (JointId::new(self.world, key), joint))
    }

    /// A joint, and what marks it as changed.
    pub(crate) fn joint_mut<J: Constraint>(&mut self, key: Key) -> Option<(&mut J, DirtyMark<'_>)> {
        let Self { entries, dirty_joints, .. } = self;
        let (entry, joint) = entries.entry_and_joint_mut::<J>(key)?;
        Some((joint, DirtyMark { is_dirty: &mut entry.is_dirty, dirty_joints, key }))
    }

    /// The bodies of a joint.
    pub(crate) fn bodies(&self, key: Key) -> Option<&[u32]> {
        self.entries.get(key)?;
        Some(self.entries.places(key.index))
    }

    /// λ of the last substep; zero if the joint had no part in it, unless it sleeps.
    pub(crate) fn impulse<J: Constraint>(&self, key: Key) -> Option<J::Rows<Scalar>> {
        let entry = self.entries.get(key)?;
        let active = || self.active.impulses(entry.place.filter(|_| entry.options.enabled)?);
        let impulse = entry.sleeping(self.h).or_else(active);
        let impulse = impulse.unwrap_or_else(|| vec![0.0; self.kernels.layout.rows]);
        Some(array(&impulse.into_iter().map(finite_or_zero).collect::<Vec<_>>()))
    }
}

/// What the owner of the joints does.
impl JointStore {
    /// Adds a joint, whose parameters the caller sets.
    fn add(&mut self, bodies: &[u32]) -> Key {
        let key = self.entries.insert(bodies);
        self.adjacency.insert(key.index, self.entries.places(key.index));
        self.mark(key);
        key
    }

    /// Removes a joint.
    pub(crate) fn remove(&mut self, key: Key, dirty: &mut Dirty) {
        self.deactivate(key, dirty);
        if self.entries.remove(key).is_none() {
            return;
        }
        self.entries.forget_joint(key.index);
        let bodies = self.entries.places(key.index);
        self.adjacency.remove(key.index, bodies);
        dirty.mark(Change::HeldBodies);
        self.hubs.touch(bodies);
        // What comes and goes between two steps must not pile up.
        if self.dirty_joints.len() > 2 * self.entries.len() + 64 {
            self.dirty_joints.retain(|key| self.entries.get(*key).is_some());
        }
    }

    pub(crate) fn get(&self, key: Key) -> Option<&Entry> {
        self.entries.get(key)
    }

    /// Where the bodies of a joint are, exactly.
    pub(crate) fn poses<J: Constraint>(&self, key: Key, bodies: &dyn BodySet) -> J::Bodies<Pose<f64>> {
        array(&self.entries.poses(key.index, bodies).collect::<Vec<_>>())
    }

    /// Whether there is such a joint, which now has these options, and is whole.
    pub(crate) fn set_options(&mut self, key: Key, options: JointOptions) -> bool {
        let Some(entry) = self.entries.get_mut(key) else { return false };
        entry.options = options;
        self.mark(key);
        self.broken.retain(|broken| *broken != key);
        true
    }

    /// Removes the joints that hold the body.
    pub(crate) fn remove_joints_of(&mut self, body: u32, removed: &mut Vec<AnyJointId>, dirty: &mut Dirty) {
        let joints = self.adjacency.joints(body);
        let mut keys: Vec<Key> = joints.filter_map(|joint| self.entries.at(joint)).map(|(key, _)| key).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            self.remove(key, dirty);
            removed.push(self.id(key));
        }
    }

    /// The type of the joints, as the compiler spells it.
    #[cfg(feature = "serde")]
    pub(crate) fn joint_type(&self) -> &'static str {
        self.id(Key::default()).joint_type()
    }

    /// Whether both have joints of the same type.
    #[cfg(feature = "serde")]
    pub(crate) fn has_type_of(&self, other: &Self) -> bool {
        self.entries.joint_type() == other.entries.joint_type()
    }

    /// How many joints there are.
    pub(crate) const fn len(&self) -> usize {
        self.entries.len()
    }
}

/// What a step does, phase by phase.
impl JointStore {
    /// Finds the first joint whose changed parameters mean nothing.
    pub(crate) fn validate(&self) -> Result<(), Error> {
        let spoiled = |key: &&Key| self.entries.joint(**key).is_some_and(|joint| joint.check().is_err());
        if self.is_restored {
            let all: Vec<Key> = self.entries.iter().map(|(key, _)| key).collect();
            return all.iter().filter(spoiled).min().map_or(Ok(()), |&key| self.check(key));
        }
        self.dirty_joints.iter().filter(spoiled).min().map_or(Ok(()), |&key| self.check(key))
    }

    /// Finds a place for each joint that has changed, or whose bodies are dirty. Marks what has to be prepared for it.
    /// Joints that are apart come together as `push_out` says.
    pub(crate) fn arrange(
        &mut self,
        motion: &SolverBodies,
        bodies: &dyn BodySet,
        push_out: PushOut,
        dirty: &mut Dirty,
    ) {
        self.push_out = push_out;
        self.find_places(motion, bodies, dirty);
    }

    /// Readies the joints, in their places, for substeps of length `h`. `longer` is how many times longer that is than the
    /// last substep, if it is not the same.
    pub(crate) fn begin(&mut self, motion: &SolverBodies, h: Scalar, longer: Option<Scalar>) {
        if self.kernels.layout.updates {
            for at in 0..self.active.dense.len() {
                self.set_up(self.active.dense[at].key, motion);
            }
        }
        let active = &mut self.active;
        // The same force gives h times the impulse.
        if let Some(longer) = longer {
            active.blocks.scale_impulses(longer);
            active.batch_joints.scale_impulses(longer);
            active.dense.iter_mut().for_each(|dense| dense.scale_impulses(longer));
        }
        self.h = h;
    }

    /// C, J and K⁻¹ at the poses at the start of a step. Carries impulses of the last one over. Joints that
    /// [`relax`](Self::relax) has left ready for it may be `ready` still.
    pub(crate) fn prepare(&mut self, motion: &mut SolverBodies, step: Step<Scalar>, are_prepared: bool) {
        if !are_prepared {
            let (active, kernels, mut check) = self.with_check();
            let relaxation = Relaxation { step, solves: false, begins_step: true, joints: check.parameters };
            active.blocks.relax(kernels, motion, relaxation, &mut check);
        }
        // Joints that change themselves have been set up again.
        if !are_prepared || self.kernels.layout.updates {
            self.prepare_merged(motion, step);
        }
    }

    /// Prepares the joints that generated code cannot solve.
    fn prepare_merged(&mut self, motion: &mut SolverBodies, step: Step<Scalar>) {
        let (active, _, mut check) = self.with_check();
        active.dense.iter_mut().for_each(|dense| dense.prepare(motion, step, &mut check));
    }

    /// Has the impulses of the last substep applied again that are not [carried](SolverBodies::warm_start_delta) over yet.
    pub(crate) fn warm_start(&mut self, motion: &mut SolverBodies) {
        self.active.dense.iter_mut().for_each(|dense| dense.warm_start(&mut motion.warm_start_delta));
    }

    /// One iteration that takes out position errors.
    ///
    /// Joints in lanes come last: the ground's are among them, and nothing in the pass disturbs these.
    pub(crate) fn solve(&mut self, motion: &mut SolverBodies, pass: &Pass<Scalar>) {
        let active = &mut self.active;
        active.dense.iter_mut().for_each(|dense| dense.solve(pass, &mut motion.velocities));
        active.blocks.solve(self.kernels, motion, pass);
    }

    /// C, J and K⁻¹ at the present poses, and one iteration of the joints that are rigid. Carries impulses over. The
    /// last relaxation of a step has the poses of the next one.
    ///
    /// A joint that is a spring has no part in it, as a row that is one has none: see [`Pass::relax`]. Joints for which the substep
    /// was too much break.
    pub(crate) fn relax(&mut self, motion: &mut SolverBodies, step: Step<Scalar>, is_last: bool) {
        self.prepare_merged(motion, step);
        let (active, kernels, mut check) = self.with_check();
        for dense in &mut active.dense {
            dense.relax(&mut motion.velocities);
            dense.check_break(motion, step.inverse_h, &mut check);
        }
        let relaxation = Relaxation { step, solves: true, begins_step: is_last, joints: check.parameters };
        active.blocks.relax(kernels, motion, relaxation, &mut check);
    }

    fn with_check(&mut self) -> (&mut ActiveJoints, &'static JointTable, BreakCheck<'_>) {
        let Self { active, kernels, entries, errors, breaking: broken, .. } = self;
        (active, kernels, BreakCheck { parameters: entries.parameters(), errors, broken })
    }

    /// Moves the bodies of the joints that are rigid to where these would have them.
    pub(crate) fn correct(&mut self, motion: &mut SolverBodies, correction: &Correction) {
        let Self { active, entries, errors, correction: room, .. } = self;
        let mut correct = |key| {
            if let Some(joint) = entries.to_solve(key).filter(|joint| joint.options.softness.is_none()) {
                room.correct(joint, errors, motion, correction);
            }
        };
        active.dense.iter().for_each(|dense| correct(dense.key));
        active.blocks.each_key(correct);
    }

    /// Breaks the joints for which a step without relaxation was too much.
    pub(crate) fn check_breaks(&mut self, motion: &SolverBodies, inverse_h: Scalar) {
        let (active, _, mut check) = self.with_check();
        active.dense.iter_mut().for_each(|dense| dense.check_break(motion, inverse_h, &mut check));
        active.blocks.check_breaks(motion, inverse_h, &mut check);
    }

    /// Forgets the impulses and whatever else a step has left.
    pub(crate) fn forget(&mut self) {
        self.active.blocks.forget();
        self.active.batch_joints.forget();
        self.active.dense.iter_mut().for_each(DenseJoint::forget);
        self.breaking.clear();
        self.entries.iter_mut().for_each(|(_, entry)| entry.sleeping = None);
    }
}
