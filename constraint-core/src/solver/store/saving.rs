//! The joints of one type as data.

use super::active::Active;
use super::merged::{self, Merged};
use super::{Entry, Extra, Place, TypedStore};
use crate::body::Body;
use crate::constraint::{Array, Constraint};
use crate::id::BodyId;
use crate::kinematics::MassProperties;
use crate::math::Scalar;
use crate::saved::{Kept, SavedJoint, SavedSlots};
use crate::slots::{Key, Slots};

impl<J: Constraint> TypedStore<J> {
    /// All that the next step needs of the joints.
    pub(crate) fn to_saved(&self) -> SavedSlots<SavedJoint<&J>> {
        self.entries.to_saved(|entry| SavedJoint {
            joint: &entry.joint,
            bodies: entry.bodies.as_ref().iter().map(|body| body.key).collect(),
            options: entry.options,
            kept: entry.place.and_then(|place| self.kept(place)),
        })
    }

    fn kept(&self, place: Place) -> Option<Kept> {
        let (impulses, memory) = match place {
            Place::Active(place) => self.active.get(place).map(|active| (active.impulses, active.memory()))?,
            Place::Merged(place) => self.merged.get(place).map(|merged| (merged.impulses, super::zero()))?,
        };
        Some(Kept { impulses: impulses.as_ref().to_vec(), memory: memory.as_ref().to_vec() })
    }

    /// The joints that [`to_saved`](Self::to_saved) gave, in the world of this number with these bodies.
    pub(crate) fn from_saved(
        world: u32,
        saved: SavedSlots<SavedJoint<J>>,
        bodies: &Slots<Body>,
    ) -> Result<Self, String> {
        let mut masses = vec![MassProperties::default(); bodies.places()];
        for (key, body) in bodies.iter() {
            masses[key.index as usize] = body.mass_properties();
        }
        let mut store = Self::new(world);
        let entries = Slots::from_saved(saved, |joint| store.resume(world, joint, bodies, &masses))?;
        store.entries = entries;
        for (key, entry) in store.entries.iter() {
            if let Some(Place::Merged(place)) = entry.place {
                store.merged[place].key = key;
            }
        }
        // The next step arranges the joints as the last one did.
        store.changed = true;
        Ok(store)
    }

    /// A joint where it left off.
    fn resume(
        &mut self,
        world: u32,
        saved: SavedJoint<J>,
        bodies: &Slots<Body>,
        masses: &[MassProperties<Scalar>],
    ) -> Result<Entry<J>, String> {
        let SavedJoint { joint, bodies: keys, options, kept } = saved;
        let keys: J::Bodies<Key> = array(&keys, "bodies")?;
        if !keys.as_ref().iter().all(|&key| bodies.get(key).is_some()) {
            return Err("holds a body that is not there".to_owned());
        }
        options.validate().map_err(|error| error.to_string())?;
        let ids = J::Bodies::from_fn(|place| BodyId { world, key: keys.as_ref()[place] });
        let kept = kept.map(|kept| Ok::<_, String>((finite(&kept.impulses)?, finite(&kept.memory)?)));
        let place = match kept.transpose()? {
            Some((impulses, memory)) => {
                let indices = J::Bodies::<u32>::from_fn(|place| keys.as_ref()[place].index);
                Some(if merged::is_needed(indices.as_ref(), masses) {
                    let extra = Extra::new(&options);
                    let mut merged = Merged::new(Key { index: 0, generation: 0 }, &joint, indices, masses, extra, None);
                    merged.impulses = impulses;
                    self.merged.push(merged);
                    Place::Merged(self.merged.len() - 1)
                } else {
                    let mut active = Active::new(&joint, &ids, masses, None);
                    active.remember(impulses, &memory);
                    self.active.push(active);
                    Place::Active(self.active.len() - 1)
                })
            }
            None => None,
        };
        Ok(Entry { joint, bodies: ids, options, place })
    }
}

fn finite<A: Array<Scalar>>(values: &[Scalar]) -> Result<A, String> {
    if !values.iter().all(|value| value.is_finite()) {
        return Err("has an impulse or a direction that is not finite".to_owned());
    }
    array(values, "impulses or directions")
}

/// As many values as a joint of its type has.
fn array<T: crate::constraint::Element + Default, A: Array<T>>(values: &[T], what: &str) -> Result<A, String> {
    let array = A::from_fn(|place| values.get(place).copied().unwrap_or_default());
    let expected = array.as_ref().len();
    if values.len() == expected { Ok(array) } else { Err(format!("has {} {what}, not {expected}", values.len())) }
}
