//! The joints of one type: one dynamic call for each type and phase, and straight loops inside.

mod active;
mod correct;
mod dense;
mod merged;
#[cfg(feature = "serde")]
mod saving;
mod waves;

use core::any::Any;

use crate::constraint::{Array, Constraint, Pass, Step};
use crate::error::Error;
use crate::id::{AnyJointId, BodyId, JointId};
use crate::joint::{JointMut, JointOptions};
use crate::kinematics::MassProperties;
use crate::math::Scalar;
use crate::slots::{Key, Slots};
use crate::solver::Motion;
use crate::solver::impulses::Correction;
use active::{Active, Extra};
use merged::Merged;
use waves::Waves;

/// The joints of one type, as a step and the removal of a body see them.
pub(crate) trait Store: Any + Send + Sync {
    /// Finds the first joint whose changed parameters mean nothing.
    fn validate(&self) -> Result<(), Error>;
    /// Readies the joints for substeps of length `h`. `longer` is how many times longer that is than the last substep, if
    /// it is not the same.
    fn begin(&mut self, motion: &Motion, masses_changed: bool, h: Scalar, longer: Option<Scalar>);
    /// C, J and K⁻¹ at the present poses.
    fn prepare(&mut self, motion: &Motion, step: Step<Scalar>);
    /// Applies the impulses of the last substep again.
    fn warm_start(&self, motion: &mut Motion);
    /// One iteration that takes out position errors.
    fn solve(&mut self, motion: &mut Motion, pass: &Pass<Scalar>);
    /// One iteration of the joints that are rigid.
    fn relax(&mut self, motion: &mut Motion, pass: &Pass<Scalar>);
    /// Moves the bodies of the joints that are rigid to where these would have them.
    fn correct(&self, motion: &mut Motion, correction: &Correction);
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
    /// Where the joint stands among those that take part in a step, since it first does.
    place: Option<Place>,
}

#[derive(Clone, Copy)]
enum Place {
    Active(usize),
    Merged(usize),
}

/// The joints of type `J`: what their owner sees, and apart from it, dense and in the order of solving, what a step needs.
pub(crate) struct TypedStore<J: Constraint> {
    world: u32,
    entries: Slots<Entry<J>>,
    active: Vec<Active<J>>,
    /// Parallel to `active`, or empty if every joint is ordinary: options cost nothing where nobody uses them.
    extras: Vec<Extra>,
    /// The joints that hold a moving body in several places, which are solved after the others.
    merged: Vec<Merged<J>>,
    /// Whether `active` and `merged` are out of date.
    changed: bool,
}

/// What the owner of the joints does.
impl<J: Constraint> TypedStore<J> {
    pub(crate) const fn new(world: u32) -> Self {
        Self {
            world,
            entries: Slots::new(),
            active: Vec::new(),
            extras: Vec::new(),
            merged: Vec::new(),
            changed: false,
        }
    }

    pub(crate) fn insert(&mut self, bodies: J::Bodies<BodyId>, joint: J) -> JointId<J> {
        self.changed = true;
        let entry = Entry { joint, bodies, options: JointOptions::default(), place: None };
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

    /// Whether there is such a joint, which now has these options.
    pub(crate) fn set_options(&mut self, key: Key, options: JointOptions) -> bool {
        let Some(entry) = self.entries.get_mut(key) else { return false };
        entry.options = options;
        self.changed = true;
        true
    }

    /// λ of the last substep; zero if the joint had no part in it.
    pub(crate) fn impulse(&self, entry: &Entry<J>) -> J::Rows<Scalar> {
        let place = entry.place.filter(|_| entry.options.enabled);
        let impulses = match place {
            Some(Place::Active(place)) => self.active.get(place).map(|active| active.impulses),
            Some(Place::Merged(place)) => self.merged.get(place).map(|merged| merged.impulses),
            None => None,
        };
        impulses.unwrap_or_else(zero)
    }

    /// The active joints anew: those that are enabled, wave after wave, with what they keep between steps.
    fn arrange(&mut self, masses: &[MassProperties<Scalar>]) {
        let old = core::mem::replace(&mut self.active, Vec::with_capacity(self.entries.len()));
        let old_merged = core::mem::take(&mut self.merged);
        self.extras.clear();
        let mut waves = Waves::new(masses);
        let mut ordered = Vec::with_capacity(self.entries.len());
        for (key, entry) in self.entries.iter_mut() {
            if entry.options.enabled {
                ordered.push((waves.next(entry.bodies.as_ref()), key, entry));
            } else {
                entry.place = None;
            }
        }
        ordered.sort_by_key(|(wave, ..)| *wave);
        for (_, key, entry) in ordered {
            let bodies = J::Bodies::<u32>::from_fn(|i| entry.bodies.as_ref()[i].key.index);
            if merged::is_needed(bodies.as_ref(), masses) {
                let kept = match entry.place {
                    Some(Place::Merged(place)) => old_merged.get(place),
                    _ => None,
                };
                let merged = Merged::new(key, &entry.joint, bodies, masses, Extra::new(&entry.options), kept);
                entry.place = Some(Place::Merged(self.merged.len()));
                self.merged.push(merged);
                continue;
            }
            let kept = match entry.place {
                Some(Place::Active(place)) => old.get(place),
                _ => None,
            };
            entry.place = Some(Place::Active(self.active.len()));
            self.active.push(Active::new(&entry.joint, &entry.bodies, masses, kept));
            self.extras.push(Extra::new(&entry.options));
        }
        if self.entries.iter().all(|(_, entry)| entry.options.is_ordinary()) {
            self.extras.clear();
        }
        self.changed = false;
    }
}

impl<J: Constraint> Store for TypedStore<J> {
    fn validate(&self) -> Result<(), Error> {
        if !self.changed {
            return Ok(());
        }
        self.entries.iter().try_for_each(|(key, entry)| {
            let id = AnyJointId::from(JointId::<J>::new(self.world, key));
            let named = |parameter| Error::InvalidJoint { joint: id.joint_type(), id: Some(id), parameter };
            entry.joint.validate().map_err(named)
        })
    }

    fn begin(&mut self, motion: &Motion, masses_changed: bool, h: Scalar, longer: Option<Scalar>) {
        if self.changed || masses_changed {
            self.arrange(&motion.masses);
        }
        self.extras.iter_mut().for_each(|extra| extra.begin(h));
        self.merged.iter_mut().for_each(|merged| merged.begin(h));
        // The same force gives h times the impulse.
        if let Some(longer) = longer {
            self.active.iter_mut().for_each(|active| active.scale_impulses(longer));
            self.merged.iter_mut().for_each(|merged| merged.scale_impulses(longer));
        }
    }

    fn prepare(&mut self, motion: &Motion, step: Step<Scalar>) {
        self.active.iter_mut().for_each(|active| active.prepare(&motion.poses, step));
        for merged in &mut self.merged {
            if let Some(entry) = self.entries.get(merged.key) {
                merged.prepare(&entry.joint, &motion.poses, step);
            }
        }
    }

    fn warm_start(&self, motion: &mut Motion) {
        self.active.iter().for_each(|active| active.warm_start(&mut motion.velocities));
        self.merged.iter().for_each(|merged| merged.warm_start(&mut motion.velocities));
    }

    fn solve(&mut self, motion: &mut Motion, pass: &Pass<Scalar>) {
        if self.extras.is_empty() {
            self.active.iter_mut().for_each(|active| active.solve(pass, &mut motion.velocities));
        }
        for (active, extra) in self.active.iter_mut().zip(&self.extras) {
            active.solve_within(extra.max_impulse, extra.spring.as_ref().unwrap_or(pass), &mut motion.velocities);
        }
        self.merged.iter_mut().for_each(|merged| merged.solve(pass, &mut motion.velocities));
    }

    /// A joint that is a spring has no part in it, as a row that is one has none: see [`Pass::relax`].
    fn relax(&mut self, motion: &mut Motion, pass: &Pass<Scalar>) {
        if self.extras.is_empty() {
            self.active.iter_mut().for_each(|active| active.solve(pass, &mut motion.velocities));
        }
        for (active, extra) in self.active.iter_mut().zip(&self.extras).filter(|(_, extra)| extra.spring.is_none()) {
            active.solve_within(extra.max_impulse, pass, &mut motion.velocities);
        }
        self.merged.iter_mut().for_each(|merged| merged.relax(pass, &mut motion.velocities));
    }

    fn correct(&self, motion: &mut Motion, correction: &Correction) {
        let acts = |entry: &Entry<J>| entry.place.is_some() && entry.options.softness.is_none();
        for (_, entry) in self.entries.iter().filter(|(_, entry)| acts(entry)) {
            let bodies = J::Bodies::<u32>::from_fn(|i| entry.bodies.as_ref()[i].key.index);
            correct::correct(&entry.joint, &bodies, motion, correction);
        }
    }

    fn forget(&mut self) {
        self.active.iter_mut().for_each(Active::forget);
        self.merged.iter_mut().for_each(Merged::forget);
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

fn zero<A: Array<Scalar>>() -> A {
    A::from_fn(|_| 0.0)
}
