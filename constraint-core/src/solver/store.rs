//! The joints of one type: one dynamic call for each type and phase, and straight loops inside.

mod active;
mod block;
mod blocks;
mod colours;
mod correct;
mod dense;
mod erased;
mod extra;
mod life;
mod merged;
#[cfg(feature = "serde")]
mod saving;
mod solved;

use core::any::Any;

use crate::constraint::{Array, Constraint, Pass, Step};
use crate::error::Error;
use crate::id::{AnyJointId, BodyId, JointId};
use crate::joint::{JointMut, JointOptions};
use crate::kinematics::Pose;
use crate::lanes::Width;
use crate::math::Scalar;
use crate::slots::{Key, Slots};
use crate::solver::Motion;
use crate::solver::impulses::Correction;
use active::{Active, Memory};
use colours::Colours;
use erased::Joints;
use extra::Extra;
use life::Life;
use merged::Merged;
use solved::{Place, Solved};

/// The joints of one type, as a step and the removal of a body see them.
pub(crate) trait Store: Joints + Life + Any + Send + Sync {
    /// Finds the first joint whose changed parameters mean nothing.
    fn validate(&self) -> Result<(), Error>;
    /// Readies the joints for substeps of length `h`. `longer` is how many times longer that is than the last substep, if
    /// it is not the same. `stale` says that masses have changed, or who sleeps.
    fn begin(&mut self, motion: &Motion, stale: bool, h: Scalar, longer: Option<Scalar>);
    /// Whether nothing has changed the joints since the last step, nor does any itself.
    fn is_unchanged(&self) -> bool;
    /// C, J and K⁻¹ at the poses at the start of a step. Carries impulses of the last one over. Joints that
    /// [`relax`](Self::relax) has left ready for it may be `ready` still.
    fn prepare(&mut self, motion: &mut Motion, step: Step<Scalar>, are_ready: bool);
    /// Has the impulses of the last substep applied again that are not [carried](Motion::carried) over yet.
    fn warm_start(&mut self, motion: &mut Motion);
    /// One iteration that takes out position errors.
    fn solve(&mut self, motion: &mut Motion, pass: &Pass<Scalar>);
    /// C, J and K⁻¹ at the present poses, and one iteration of the joints that are rigid. Carries impulses over. The
    /// last relaxation of a step has the poses of the next one.
    fn relax(&mut self, motion: &mut Motion, step: Step<Scalar>, pass: &Pass<Scalar>, is_last: bool);
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
    /// What the joint keeps while its bodies sleep, and the length of the substep that its impulses are of.
    resting: Option<Box<(Memory<J>, Scalar)>>,
}

/// The joints of type `J`: what their owner sees, and apart from it, dense and in the order of solving, what a step needs.
pub(crate) struct TypedStore<J: Constraint> {
    world: u32,
    entries: Slots<Entry<J>>,
    solved: Solved<J>,
    /// Parallel to the active ones: their keys.
    keys: Vec<Key>,
    /// Parallel to the active ones, or empty if every joint is ordinary: options cost nothing where nobody uses them.
    extras: Vec<Extra>,
    /// Whether `solved` is out of date.
    changed: bool,
    /// The joints that broke in the last step. The next one removes or disables them.
    broken: Vec<Key>,
    /// Length of the last substep, s.
    h: Scalar,
}

/// What the owner of the joints does.
impl<J: Constraint> TypedStore<J> {
    pub(crate) const fn new(world: u32) -> Self {
        Self {
            world,
            entries: Slots::new(),
            solved: Solved::new(Width::One),
            keys: Vec::new(),
            extras: Vec::new(),
            changed: false,
            broken: Vec::new(),
            h: 0.0,
        }
    }

    pub(crate) fn insert(&mut self, bodies: J::Bodies<BodyId>, joint: J) -> JointId<J> {
        self.changed = true;
        let entry = Entry { joint, bodies, options: JointOptions::default(), place: None, resting: None };
        JointId::new(self.world, self.entries.insert(entry))
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<J> {
        let entry = self.entries.remove(key)?;
        self.changed = true;
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
        Some(JointMut::new(&mut entry.joint, &mut self.changed))
    }

    /// Whether there is such a joint, which now has these options, and is whole.
    pub(crate) fn set_options(&mut self, key: Key, options: JointOptions) -> bool {
        let Some(entry) = self.entries.get_mut(key) else { return false };
        entry.options = options;
        self.changed = true;
        self.broken.retain(|broken| *broken != key);
        true
    }

    /// λ of the last substep; zero if the joint had no part in it, unless it sleeps.
    pub(crate) fn impulse(&self, entry: &Entry<J>) -> J::Rows<Scalar> {
        if let Some(memory) = entry.wake(self.h) {
            return memory.impulses;
        }
        let place = entry.place.filter(|_| entry.options.enabled);
        place.and_then(|place| self.solved.impulses(place)).unwrap_or_else(zero)
    }

    /// The solved joints anew: those that are enabled and awake, colour after colour, with what they keep between steps.
    ///
    /// Ordinary joints stand in lanes. One by one are those with options, and those for which no colour is left.
    fn arrange(&mut self, motion: &Motion) {
        let old = core::mem::replace(&mut self.solved, Solved::new(motion.width));
        self.keys.clear();
        self.extras.clear();
        let mut colours = Colours::new(&motion.masses);
        let (mut coloured, mut alone) = (Vec::with_capacity(self.entries.len()), Vec::new());
        for (key, entry) in self.entries.iter_mut() {
            let places = entry.places();
            if !entry.options.enabled {
                (entry.place, entry.resting) = (None, None);
            } else if entry.sleeps(motion) {
                entry.rest(&old, self.h);
            } else if !entry.options.is_ordinary() || Solved::<J>::is_merged(places.as_ref(), motion) {
                alone.push((key, entry));
            } else if let Some(colour) = colours.next(places.as_ref()) {
                coloured.push((colour, key, entry));
            } else {
                alone.push((key, entry));
            }
        }
        coloured.sort_by_key(|(colour, ..)| *colour);
        for (colour, key, entry) in coloured {
            let kept = entry.recall(&old, self.h);
            entry.place = Some(self.solved.insert_in_lane(colour, key, entry, motion, kept));
        }
        let ordinary = alone.iter().all(|(_, entry)| entry.options.is_ordinary());
        for (key, entry) in alone {
            let kept = entry.recall(&old, self.h);
            let (place, is_active) = self.solved.insert(key, entry, motion, &kept);
            entry.place = Some(place);
            if is_active {
                self.keys.push(key);
                if !ordinary {
                    self.extras.push(Extra::new(&entry.options));
                }
            }
        }
        self.changed = false;
    }

    /// Prepares the joints that are solved one by one.
    fn prepare_alone(&mut self, motion: &Motion, step: Step<Scalar>) {
        self.solved.active.iter_mut().for_each(|active| active.prepare(motion, step));
        for (active, entry, extra) in self.extended() {
            extra.bound_error(|| active.error(&entry.joint, motion));
        }
        self.merged().for_each(|(merged, entry)| merged.prepare(&entry.joint, motion, step));
    }

    /// The active joints that have extras, each with its entry and these.
    fn extended(&mut self) -> impl Iterator<Item = (&mut Active<J>, &Entry<J>, &mut Extra)> {
        let Self { solved, keys, extras, entries, .. } = self;
        let joints = solved.active.iter_mut().zip(keys).zip(extras);
        joints.filter_map(|((active, key), extra)| Some((active, entries.get(*key)?, extra)))
    }

    /// As [`extended`](Self::extended), without those that have broken.
    fn whole(&mut self) -> impl Iterator<Item = (&mut Active<J>, &mut Extra)> {
        self.solved.active.iter_mut().zip(&mut self.extras).filter(|(_, extra)| extra.broken.is_none())
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

impl<J: Constraint> Store for TypedStore<J> {
    fn validate(&self) -> Result<(), Error> {
        if !self.changed {
            return Ok(());
        }
        self.entries.iter().try_for_each(|(key, entry)| entry.validate(self.world, key))
    }

    fn begin(&mut self, motion: &Motion, stale: bool, h: Scalar, longer: Option<Scalar>) {
        if self.changed || stale {
            self.arrange(motion);
        } else if J::UPDATES {
            let entries = &self.entries;
            self.solved.blocks.set_up(|key| entries.get(key).map(|entry| &entry.joint), &motion.masses);
            for (active, key) in self.solved.active.iter_mut().zip(&self.keys) {
                if let Some(entry) = self.entries.get(*key) {
                    active.set_up(&entry.joint, &motion.masses);
                }
            }
            self.merged().for_each(|(merged, entry)| merged.set_up(&entry.joint));
        }
        self.solved.active.iter_mut().for_each(|active| active.begin(motion));
        let merged = self.solved.merged.iter_mut().map(|merged| &mut merged.extra);
        self.extras.iter_mut().chain(merged).for_each(|extra| extra.begin(h));
        // The same force gives h times the impulse.
        if let Some(longer) = longer {
            self.solved.blocks.scale_impulses(longer);
            self.solved.active.iter_mut().for_each(|active| active.scale_impulses(longer));
            self.solved.merged.iter_mut().for_each(|merged| merged.scale_impulses(longer));
        }
        self.h = h;
    }

    fn is_unchanged(&self) -> bool {
        !self.changed && !J::UPDATES
    }

    fn prepare(&mut self, motion: &mut Motion, step: Step<Scalar>, are_ready: bool) {
        if !are_ready {
            self.solved.blocks.begin(motion, step);
        }
        self.prepare_alone(motion, step);
    }

    fn warm_start(&mut self, motion: &mut Motion) {
        if self.extras.is_empty() {
            self.solved.active.iter().for_each(|active| active.warm_start(&mut motion.carried));
        }
        self.whole().for_each(|(active, _)| active.warm_start(&mut motion.carried));
        self.solved.merged.iter().for_each(|merged| merged.warm_start(&mut motion.carried));
    }

    fn solve(&mut self, motion: &mut Motion, pass: &Pass<Scalar>) {
        self.solved.blocks.solve(motion, pass);
        if self.extras.is_empty() {
            self.solved.active.iter_mut().for_each(|active| active.solve(pass, &mut motion.velocities));
        }
        for (active, extra) in self.whole() {
            active.solve_within(extra.max_impulse, &extra.pass(pass), &mut motion.velocities);
        }
        self.solved.merged.iter_mut().for_each(|merged| merged.solve(pass, &mut motion.velocities));
    }

    /// A joint that is a spring has no part in it, as a row that is one has none: see [`Pass::relax`].
    fn relax(&mut self, motion: &mut Motion, step: Step<Scalar>, pass: &Pass<Scalar>, is_last: bool) {
        self.solved.blocks.relax(motion, step, pass, is_last);
        if is_last {
            self.solved.active.iter_mut().for_each(|active| active.begin(motion));
        }
        self.prepare_alone(motion, step);
        if self.extras.is_empty() {
            self.solved.active.iter_mut().for_each(|active| active.solve(pass, &mut motion.velocities));
        }
        for (active, extra) in self.whole().filter(|(_, extra)| extra.spring.is_none()) {
            active.solve_within(extra.max_impulse, pass, &mut motion.velocities);
        }
        self.solved.merged.iter_mut().for_each(|merged| merged.relax(pass, &mut motion.velocities));
    }

    fn correct(&self, motion: &mut Motion, correction: &Correction) {
        let active = (0..).zip(&self.keys).filter(|(place, _)| self.extras.get(*place).is_none_or(Extra::is_rigid));
        let merged = self.solved.merged.iter().filter(|merged| merged.extra.is_rigid()).map(|merged| merged.key);
        let keys = self.solved.blocks.keys().chain(active.map(|(_, key)| *key)).chain(merged);
        for entry in keys.filter_map(|key| self.entries.get(key)) {
            correct::correct(entry, motion, correction);
        }
    }

    fn strain(&mut self, motion: &Motion, step: Step<Scalar>) {
        for (active, entry, extra) in self.extended() {
            let error = || active.error(&entry.joint, motion);
            extra.strain(active.impulses.as_ref(), step.inverse_h, error);
        }
        self.merged().for_each(|(merged, entry)| merged.strain(&entry.joint, motion, step));
    }

    fn forget(&mut self) {
        self.solved.blocks.forget();
        self.solved.active.iter_mut().for_each(Active::forget);
        self.solved.merged.iter_mut().for_each(Merged::forget);
        self.extras.iter_mut().for_each(|extra| extra.broken = None);
        self.entries.iter_mut().for_each(|(_, entry)| entry.resting = None);
    }

    fn remove_attached(&mut self, body: BodyId, removed: &mut Vec<AnyJointId>) {
        let attached = |entry: &Entry<J>| entry.bodies.as_ref().contains(&body);
        let keys: Vec<Key> = self.entries.iter().filter(|(_, entry)| attached(entry)).map(|(key, _)| key).collect();
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

/// How far each row is from where the joint would have it.
fn error<J: Constraint>(joint: &J, poses: &J::Bodies<Pose<f64>>, time: f64) -> J::Rows<Scalar> {
    dense::rounded::<J>(&joint.position_error_at(poses, time))
}

fn zero<A: Array<Scalar>>() -> A {
    A::from_fn(|_| 0.0)
}
