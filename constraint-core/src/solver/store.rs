//! The joints of one type: what their owner sees, and apart from it, in the order of solving, what a step needs.
//!
//! Nothing here is generic over the joint but the door: [`JointStore::new`], and what adds, reads and removes joints by their type.

mod alone;
mod arrange;
mod attached;
mod blocks;
mod colours;
mod correct;
mod crewed;
mod dense;
mod entries;
mod erased;
mod error;
mod extra;
mod hubs;
mod life;
mod member;
mod merged;
mod passes;
mod row;
#[cfg(feature = "serde")]
mod saving;
mod segmented;
mod series;
mod solved;
mod star;
mod twinned;

use crate::body::Body;
use crate::constraint::{Constraint, Pass, Step};
use crate::error::Error;
use crate::id::{AnyJointId, BodyId, JointId};
use crate::joint::{JointMut, JointOptions};
use crate::kinematics::Pose;
use crate::math::{Scalar, finite_or_zero};
use crate::slots::{Key, Slots};
use crate::solver::Motion;
use crate::solver::impulses::Correction;
use crate::solver::kernels::{JointTable, array};
use crate::solver::motion::Changes;
use crate::solver::stale::Stale;
pub(crate) use arrange::Note;
use attached::Attached;
use entries::Entries;
pub(crate) use entries::Entry;
use error::Errors;
use hubs::Hubs;
use merged::Merged;
use passes::Relaxation;
use solved::{Place, Solved};

/// The joints of one type.
pub(crate) struct JointStore {
    kernels: &'static JointTable,
    world: u64,
    entries: Entries,
    attached: Attached,
    solved: Solved,
    /// Which bodies hold so many joints that these are solved at once.
    hubs: Hubs,
    /// The joints that the next step looks at again. Some may have been removed.
    noted: Vec<Key>,
    /// Where joints have gone since the last step: another one may have taken the lane.
    vacated: Stale,
    /// The joints that broke in the last step. The next one removes or disables them.
    broken: Vec<Key>,
    /// Length of the last substep, s.
    h: Scalar,
    errors: Errors,
    correction: correct::Room,
    update: life::Update,
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
            attached: Attached::new(kernels.layout.bodies),
            solved: Solved::new(kernels.layout),
            hubs: Hubs::default(),
            noted: Vec::new(),
            vacated: Stale::default(),
            broken: Vec::new(),
            h: 0.0,
            errors: Errors::new(&kernels.layout),
            correction: correct::Room::new(&kernels.layout),
            update: life::Update::default(),
        }
    }

    /// Whether the joints are of type `J`.
    pub(crate) fn is<J: Constraint>(&self) -> bool {
        self.entries.typed::<J>().is_some()
    }

    pub(crate) fn insert<J: Constraint>(&mut self, bodies: &J::Bodies<BodyId>, joint: J) -> JointId<J> {
        let key = self.add(bodies.as_ref());
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
    pub(crate) fn take<J: Constraint>(&mut self, key: Key) -> Option<J> {
        self.entries.get(key)?;
        let joint = self.entries.typed_mut::<J>()?.0.get_mut(key.index as usize)?.take();
        self.remove(key);
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

    pub(crate) fn joint_mut<J: Constraint>(&mut self, key: Key) -> Option<JointMut<'_, J>> {
        let Self { entries, noted, .. } = self;
        let (entry, joint) = entries.entry_and_joint_mut::<J>(key)?;
        Some(JointMut::new(joint, Note { is_noted: &mut entry.is_noted, noted, key }))
    }

    /// The bodies of a joint.
    pub(crate) fn bodies<J: Constraint>(&self, key: Key) -> Option<J::Bodies<BodyId>> {
        self.entries.get(key)?;
        Some(array(self.entries.ids(key.index)))
    }

    /// λ of the last substep; zero if the joint had no part in it, unless it sleeps.
    pub(crate) fn impulse<J: Constraint>(&self, key: Key) -> Option<J::Rows<Scalar>> {
        let entry = self.entries.get(key)?;
        let solved = || self.solved.impulses(entry.place.filter(|_| entry.options.enabled)?);
        let impulse = entry.resting(self.h).or_else(solved);
        let impulse = impulse.unwrap_or_else(|| vec![0.0; self.kernels.layout.rows]);
        Some(array(&impulse.into_iter().map(finite_or_zero).collect::<Vec<_>>()))
    }
}

/// What the owner of the joints does.
impl JointStore {
    /// Adds a joint, whose parameters the caller sets.
    fn add(&mut self, bodies: &[BodyId]) -> Key {
        let key = self.entries.insert(bodies);
        self.attached.insert(key.index, self.entries.places(key.index));
        self.note(key);
        key
    }

    /// Removes a joint.
    pub(super) fn remove(&mut self, key: Key) {
        self.vacate(key);
        if self.entries.remove(key).is_none() {
            return;
        }
        self.entries.forget_joint(key.index);
        let bodies = self.entries.places(key.index);
        self.attached.remove(key.index, bodies);
        self.hubs.touch(bodies);
        // What comes and goes between two steps must not pile up.
        if self.noted.len() > 2 * self.entries.len() + 64 {
            self.noted.retain(|key| self.entries.get(*key).is_some());
        }
    }

    pub(crate) fn get(&self, key: Key) -> Option<&Entry> {
        self.entries.get(key)
    }

    /// Where the bodies of a joint are, exactly.
    pub(crate) fn poses<J: Constraint>(&self, key: Key, bodies: &Slots<Body>) -> J::Bodies<Pose<f64>> {
        array(&self.entries.poses(key.index, bodies).collect::<Vec<_>>())
    }

    /// Whether there is such a joint, which now has these options, and is whole.
    pub(crate) fn set_options(&mut self, key: Key, options: JointOptions) -> bool {
        let Some(entry) = self.entries.get_mut(key) else { return false };
        entry.options = options;
        self.note(key);
        self.broken.retain(|broken| *broken != key);
        true
    }

    /// Removes the joints that hold the body.
    pub(crate) fn remove_attached(&mut self, body: BodyId, removed: &mut Vec<AnyJointId>) {
        let joints = self.attached.joints(body.key.index);
        let mut keys: Vec<Key> = joints.filter_map(|joint| self.entries.at(joint)).map(|(key, _)| key).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            self.remove(key);
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

    /// Makes the setups of joints that are solved one by one anew.
    fn set_up_alone(&mut self, motion: &Motion) {
        for at in 0..self.solved.alone.len() {
            self.set_up(self.solved.alone.keys()[at], Place::Alone(at), motion);
        }
        for at in 0..self.solved.merged.len() {
            self.set_up(self.solved.merged[at].key, Place::Merged(at), motion);
        }
    }
}

/// What a step does, phase by phase.
impl JointStore {
    /// Finds the first joint whose changed parameters mean nothing.
    pub(crate) fn validate(&self) -> Result<(), Error> {
        let spoiled = |key: &&Key| self.entries.joint(**key).is_some_and(|joint| joint.check().is_err());
        self.noted.iter().filter(spoiled).min().map_or(Ok(()), |&key| self.check(key))
    }

    /// Finds a place for each joint that has changed, or whose bodies have: `changes` says on which of them something has
    /// changed that joints depend on.
    /// Tells which have.
    pub(crate) fn arrange(&mut self, motion: &Motion, changes: &Changes, stale: &mut Stale) {
        self.find_places(motion, changes, stale);
    }

    /// Readies the joints, in their places, for substeps of length `h`. `longer` is how many times longer that is than the
    /// last substep, if it is not the same.
    pub(crate) fn begin(&mut self, motion: &Motion, h: Scalar, longer: Option<Scalar>) {
        if self.kernels.layout.updates {
            self.set_up_alone(motion);
        }
        let solved = &mut self.solved;
        solved.alone.begin(motion);
        solved.alone.set_substep(h);
        solved.merged.iter_mut().for_each(|merged| merged.extra.begin(h));
        // The same force gives h times the impulse.
        if let Some(longer) = longer {
            solved.blocks.scale_impulses(longer);
            solved.crewed.scale_impulses(longer);
            solved.alone.scale_impulses(longer);
            solved.merged.iter_mut().for_each(|merged| merged.scale_impulses(longer));
        }
        self.h = h;
    }

    /// C, J and K⁻¹ at the poses at the start of a step. Carries impulses of the last one over. Joints that
    /// [`relax`](Self::relax) has left ready for it may be `ready` still.
    pub(crate) fn prepare(&mut self, motion: &mut Motion, step: Step<Scalar>, are_ready: bool) {
        if !are_ready {
            let joints = self.entries.joints();
            let relaxation = Relaxation { step, solves: false, begins_step: true, joints };
            self.solved.blocks.relax(self.kernels, motion, relaxation);
        }
        // Joints that change themselves have been set up anew.
        if !are_ready || self.kernels.layout.updates {
            self.prepare_alone(motion, step);
        }
    }

    /// Prepares the joints that are solved one by one.
    fn prepare_alone(&mut self, motion: &mut Motion, step: Step<Scalar>) {
        let Self { solved: Solved { alone, merged, .. }, entries, kernels, errors, .. } = self;
        alone.prepare(kernels, entries.joints(), motion, step);
        for at in 0..alone.len() {
            if let Some(joint) = entries.joint(alone.keys()[at]) {
                alone.bound_error(at, joint, errors, motion);
            }
        }
        for merged in merged {
            if let Some(joint) = entries.joint(merged.key) {
                merged.prepare(joint, errors, motion, step);
            }
        }
    }

    /// Has the impulses of the last substep applied again that are not [carried](Motion::carried) over yet.
    pub(crate) fn warm_start(&mut self, motion: &mut Motion) {
        self.solved.alone.warm_start(self.kernels, &mut motion.carried);
        self.solved.merged.iter_mut().for_each(|merged| merged.warm_start(&mut motion.carried));
    }

    /// One iteration that takes out position errors.
    ///
    /// Joints in lanes come after those that are alone: the ground's are among them, and have the last word.
    pub(crate) fn solve(&mut self, motion: &mut Motion, pass: &Pass<Scalar>) {
        let solved = &mut self.solved;
        solved.alone.solve(self.kernels, pass, &mut motion.velocities);
        solved.merged.iter_mut().for_each(|merged| merged.solve(pass, &mut motion.velocities));
        solved.blocks.solve(self.kernels, motion, pass);
    }

    /// C, J and K⁻¹ at the present poses, and one iteration of the joints that are rigid. Carries impulses over. The
    /// last relaxation of a step has the poses of the next one.
    ///
    /// A joint that is a spring has no part in it, as a row that is one has none: see [`Pass::relax`].
    pub(crate) fn relax(&mut self, motion: &mut Motion, step: Step<Scalar>, is_last: bool) {
        if is_last {
            self.solved.alone.begin(motion);
        }
        self.prepare_alone(motion, step);
        self.solved.alone.relax(self.kernels, &mut motion.velocities);
        self.solved.merged.iter_mut().for_each(|merged| merged.relax(&mut motion.velocities));
        let joints = self.entries.joints();
        let relaxation = Relaxation { step, solves: true, begins_step: is_last, joints };
        self.solved.blocks.relax(self.kernels, motion, relaxation);
    }

    /// Moves the bodies of the joints that are rigid to where these would have them.
    pub(crate) fn correct(&mut self, motion: &mut Motion, correction: &Correction) {
        let Self { solved, entries, errors, correction: room, .. } = self;
        let alone = solved.alone.iter().filter(|(_, extra)| extra.is_rigid()).map(|(key, _)| key);
        let merged = solved.merged.iter().filter(|merged| merged.extra.is_rigid()).map(|merged| merged.key);
        for key in alone.chain(merged).chain(solved.blocks.keys()) {
            let (Some(entry), Some(joint)) = (entries.get(key), entries.joint(key)) else { continue };
            let bodies = entries.places(key.index);
            room.correct((joint, &entry.options), bodies, errors, motion, correction);
        }
    }

    /// Breaks the joints for which the substep was too much.
    pub(crate) fn strain(&mut self, motion: &Motion, step: Step<Scalar>) {
        let Self { solved: Solved { alone, merged, .. }, entries, errors, .. } = self;
        for at in 0..alone.len() {
            if let Some(joint) = entries.joint(alone.keys()[at]) {
                alone.strain(at, joint, errors, motion, step);
            }
        }
        for merged in merged {
            if let Some(joint) = entries.joint(merged.key) {
                merged.strain(joint, errors, motion, step);
            }
        }
    }

    /// Forgets the impulses and whatever else a step has left.
    pub(crate) fn forget(&mut self) {
        self.solved.blocks.forget();
        self.solved.crewed.forget();
        self.solved.alone.forget();
        self.solved.merged.iter_mut().for_each(Merged::forget);
        self.entries.iter_mut().for_each(|(_, entry)| entry.resting = None);
    }
}
