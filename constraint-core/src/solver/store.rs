//! The joints of one type: one dynamic call for each type and phase, and straight loops inside.

mod active;
mod alone;
mod arrange;
mod attached;
mod block;
mod blocks;
mod colours;
mod correct;
mod crewed;
mod dense;
mod erased;
mod error;
mod extra;
mod hubs;
mod life;
mod merged;
mod parts;
mod passes;
mod row;
#[cfg(feature = "serde")]
mod saving;
mod segmented;
mod solved;
mod star;
mod twinned;

use core::any::Any;

use crate::constraint::{Array, Constraint, Pass, Step};
use crate::error::Error;
use crate::id::{AnyJointId, BodyId, JointId};
use crate::joint::{JointMut, JointOptions};
use crate::math::{Scalar, finite_or_zero};
use crate::slots::{Key, Slots};
use crate::solver::Motion;
use crate::solver::impulses::Correction;
use crate::solver::motion::Changes;
use crate::solver::stale::Stale;
use active::Memory;
use alone::Alone;
pub(crate) use arrange::Note;
use attached::Attached;
use erased::Joints;
use hubs::Hubs;
use life::Life;
use merged::Merged;
use segmented::Segmented;
use solved::{Place, Solved};
use twinned::Twinned;

/// The joints of one type, as a step and the removal of a body see them.
pub(crate) trait Store: Joints + Life + Segmented + Twinned + Any + Send + Sync {
    /// Finds the first joint whose changed parameters mean nothing.
    fn validate(&self) -> Result<(), Error>;
    /// Finds a place for each joint that has changed, or whose bodies have: `changes` says on which of them something has
    /// changed that joints depend on.
    /// Tells which have.
    fn arrange(&mut self, motion: &Motion, changes: &Changes, stale: &mut Stale);
    /// Readies the joints, in their places, for substeps of length `h`. `longer` is how many times longer that is than the
    /// last substep, if it is not the same.
    fn begin(&mut self, motion: &Motion, h: Scalar, longer: Option<Scalar>);
    /// C, J and K⁻¹ at the poses at the start of a step. Carries impulses of the last one over. Joints that
    /// [`relax`](Self::relax) has left ready for it may be `ready` still.
    fn prepare(&mut self, motion: &mut Motion, step: Step<Scalar>, are_ready: bool);
    /// Has the impulses of the last substep applied again that are not [carried](Motion::carried) over yet.
    fn warm_start(&mut self, motion: &mut Motion);
    /// One iteration that takes out position errors.
    ///
    /// Joints in lanes come after those that are alone: the ground's are among them, and have the last word.
    fn solve(&mut self, motion: &mut Motion, pass: &Pass<Scalar>);
    /// C, J and K⁻¹ at the present poses, and one iteration of the joints that are rigid. Carries impulses over. The
    /// last relaxation of a step has the poses of the next one.
    fn relax(&mut self, motion: &mut Motion, step: Step<Scalar>, is_last: bool);
    /// Moves the bodies of the joints that are rigid to where these would have them.
    fn correct(&self, motion: &mut Motion, correction: &Correction);
    /// Breaks the joints for which the substep was too much.
    fn strain(&mut self, motion: &Motion, step: Step<Scalar>);
    /// Forgets the impulses and whatever else a step has left.
    fn forget(&mut self);
    /// Removes the joints that hold the body.
    fn remove_attached(&mut self, body: BodyId, removed: &mut Vec<AnyJointId>);
    /// The type of the joints, as the compiler spells it.
    #[cfg(feature = "serde")]
    fn joint_type(&self) -> &'static str;
    /// How many joints there are.
    fn len(&self) -> usize;
}

/// A joint as its owner sees it.
pub(crate) struct Entry<J: Constraint> {
    pub(crate) joint: J,
    pub(crate) bodies: J::Bodies<BodyId>,
    pub(crate) options: JointOptions,
    /// Where the joint stands among those that are solved, since it first takes part in a step.
    place: Option<Place>,
    /// What the joint keeps while it is not solved, and the length of the substep that its impulses are of.
    resting: Option<Box<(Memory<J>, Scalar)>>,
    /// Whether the next step looks at it again.
    is_noted: bool,
}

/// The joints of type `J`: what their owner sees, and apart from it, dense and in the order of solving, what a step needs.
pub(crate) struct TypedStore<J: Constraint> {
    world: u64,
    entries: Slots<Entry<J>>,
    attached: Attached,
    solved: Solved<J>,
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
}

/// What the owner of the joints does.
impl<J: Constraint> TypedStore<J> {
    pub(crate) fn new(world: u64) -> Self {
        Self {
            world,
            entries: Slots::new(),
            attached: Attached::new(J::BODIES),
            solved: Solved::new(),
            hubs: Hubs::default(),
            noted: Vec::new(),
            vacated: Stale::default(),
            broken: Vec::new(),
            h: 0.0,
        }
    }

    pub(crate) fn insert(&mut self, bodies: J::Bodies<BodyId>, joint: J) -> JointId<J> {
        let entry = Entry::new(joint, bodies, JointOptions::default());
        let places = entry.places();
        let key = self.entries.insert(entry);
        self.attached.insert(key.index, places.as_ref());
        self.note(key);
        JointId::new(self.world, key)
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<J> {
        self.vacate(key);
        let entry = self.entries.remove(key)?;
        self.attached.remove(key.index, entry.places().as_ref());
        self.hubs.touch(entry.places().as_ref());
        // What comes and goes between two steps must not pile up.
        if self.noted.len() > 2 * self.entries.len() + 64 {
            self.noted.retain(|key| self.entries.get(*key).is_some());
        }
        Some(entry.joint)
    }

    pub(crate) fn get(&self, key: Key) -> Option<&Entry<J>> {
        self.entries.get(key)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (JointId<J>, &J)> {
        self.entries.iter().map(|(key, entry)| (JointId::new(self.world, key), &entry.joint))
    }

    pub(crate) fn joint_mut(&mut self, key: Key) -> Option<JointMut<'_, J>> {
        let entry = self.entries.get_mut(key)?;
        let note = Note { is_noted: &mut entry.is_noted, noted: &mut self.noted, key };
        Some(JointMut::new(&mut entry.joint, note))
    }

    /// Whether there is such a joint, which now has these options, and is whole.
    pub(crate) fn set_options(&mut self, key: Key, options: JointOptions) -> bool {
        let Some(entry) = self.entries.get_mut(key) else { return false };
        entry.options = options;
        self.note(key);
        self.broken.retain(|broken| *broken != key);
        true
    }

    /// λ of the last substep; zero if the joint had no part in it, unless it sleeps.
    pub(crate) fn impulse(&self, entry: &Entry<J>) -> J::Rows<Scalar> {
        let solved = || self.solved.impulses(entry.place.filter(|_| entry.options.enabled)?);
        entry.resting(self.h).or_else(solved).map_or_else(zero, readable)
    }

    /// Makes the setups of joints that are solved one by one anew.
    fn set_up_alone(&mut self, motion: &Motion) {
        let Self { solved, entries, .. } = self;
        for alone in &mut solved.alone {
            entries.get(alone.key).into_iter().for_each(|entry| alone.set_up(entry, motion));
        }
        for merged in &mut solved.merged {
            entries.get(merged.key).into_iter().for_each(|entry| merged.set_up(entry, motion));
        }
    }

    /// Prepares the joints that are solved one by one.
    fn prepare_alone(&mut self, motion: &Motion, step: Step<Scalar>) {
        let Self { solved, entries, .. } = self;
        solved.alone.iter_mut().for_each(|alone| alone.prepare(entries, motion, step));
        self.merged().for_each(|(merged, entry)| merged.prepare(&entry.joint, motion, step));
    }

    /// The joints that generated code cannot solve, each with its entry.
    fn merged(&mut self) -> impl Iterator<Item = (&mut Merged<J>, &Entry<J>)> {
        let Self { solved, entries, .. } = self;
        solved.merged.iter_mut().filter_map(|merged| {
            let entry = entries.get(merged.key)?;
            Some((merged, entry))
        })
    }
}

impl<J: Constraint> Entry<J> {
    const fn new(joint: J, bodies: J::Bodies<BodyId>, options: JointOptions) -> Self {
        Self { joint, bodies, options, place: None, resting: None, is_noted: false }
    }
}

impl<J: Constraint> Store for TypedStore<J> {
    fn validate(&self) -> Result<(), Error> {
        let noted = self.noted.iter().filter_map(|&key| Some((key, self.entries.get(key)?)));
        let spoiled = noted.filter(|(_, entry)| entry.joint.validate().is_err());
        let first = spoiled.min_by_key(|(key, _)| *key);
        first.map_or(Ok(()), |(key, entry)| entry.validate(self.world, key))
    }

    fn arrange(&mut self, motion: &Motion, changes: &Changes, stale: &mut Stale) {
        self.find_places(motion, changes, stale);
    }

    fn begin(&mut self, motion: &Motion, h: Scalar, longer: Option<Scalar>) {
        if J::UPDATES {
            self.set_up_alone(motion);
        }
        let solved = &mut self.solved;
        solved.alone.iter_mut().for_each(|alone| alone.begin(motion, h));
        solved.merged.iter_mut().for_each(|merged| merged.extra.begin(h));
        // The same force gives h times the impulse.
        if let Some(longer) = longer {
            solved.blocks.scale_impulses(longer);
            solved.crewed.scale_impulses(longer);
            solved.alone.iter_mut().for_each(|alone| alone.active.scale_impulses(longer));
            solved.merged.iter_mut().for_each(|merged| merged.scale_impulses(longer));
        }
        self.h = h;
    }

    fn prepare(&mut self, motion: &mut Motion, step: Step<Scalar>, are_ready: bool) {
        if !are_ready {
            self.solved.blocks.begin(motion, step);
        }
        // Joints that change themselves have been set up anew.
        if !are_ready || J::UPDATES {
            self.prepare_alone(motion, step);
        }
    }

    fn warm_start(&mut self, motion: &mut Motion) {
        self.solved.alone.iter_mut().for_each(|alone| alone.warm_start(&mut motion.carried));
        self.solved.merged.iter_mut().for_each(|merged| merged.warm_start(&mut motion.carried));
    }

    fn solve(&mut self, motion: &mut Motion, pass: &Pass<Scalar>) {
        let solved = &mut self.solved;
        solved.alone.iter_mut().for_each(|alone| alone.solve(pass, &mut motion.velocities));
        solved.merged.iter_mut().for_each(|merged| merged.solve(pass, &mut motion.velocities));
        solved.blocks.solve(motion, pass);
    }

    /// A joint that is a spring has no part in it, as a row that is one has none: see [`Pass::relax`].
    fn relax(&mut self, motion: &mut Motion, step: Step<Scalar>, is_last: bool) {
        if is_last {
            self.solved.alone.iter_mut().for_each(|alone| alone.active.begin(motion));
        }
        self.prepare_alone(motion, step);
        self.solved.alone.iter_mut().for_each(|alone| alone.relax(&mut motion.velocities));
        self.solved.merged.iter_mut().for_each(|merged| merged.relax(&mut motion.velocities));
        self.solved.blocks.relax(motion, step, is_last);
    }

    fn correct(&self, motion: &mut Motion, correction: &Correction) {
        let alone = self.solved.alone.iter().filter(|alone| alone.is_rigid()).map(|alone| alone.key);
        let merged = self.solved.merged.iter().filter(|merged| merged.extra.is_rigid()).map(|merged| merged.key);
        for entry in alone.chain(merged).chain(self.solved.blocks.keys()).filter_map(|key| self.entries.get(key)) {
            correct::correct(entry, motion, correction);
        }
    }

    fn strain(&mut self, motion: &Motion, step: Step<Scalar>) {
        let Self { solved, entries, .. } = self;
        solved.alone.iter_mut().for_each(|alone| alone.strain(entries, motion, step));
        self.merged().for_each(|(merged, entry)| merged.strain(&entry.joint, motion, step));
    }

    fn forget(&mut self) {
        self.solved.blocks.forget();
        self.solved.crewed.forget();
        self.solved.alone.iter_mut().for_each(Alone::forget);
        self.solved.merged.iter_mut().for_each(Merged::forget);
        self.entries.iter_mut().for_each(|(_, entry)| entry.resting = None);
    }

    fn remove_attached(&mut self, body: BodyId, removed: &mut Vec<AnyJointId>) {
        let joints = self.attached.joints(body.key.index);
        let mut keys: Vec<Key> = joints.filter_map(|joint| self.entries.at(joint)).map(|(key, _)| key).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            self.remove(key);
            removed.push(JointId::<J>::new(self.world, key).into());
        }
    }

    #[cfg(feature = "serde")]
    fn joint_type(&self) -> &'static str {
        core::any::type_name::<J>()
    }

    fn len(&self) -> usize {
        self.entries.len()
    }
}

fn zero<A: Array<Scalar>>() -> A {
    A::repeat(0.0)
}

/// Impulses of which none is infinite or NaN.
fn readable<A: Array<Scalar>>(impulses: A) -> A {
    A::from_fn(|row| finite_or_zero(impulses.as_ref()[row]))
}
