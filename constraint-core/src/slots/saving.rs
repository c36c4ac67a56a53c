//! Slots as data, with all keys, those of what was removed included.

use serde::{Deserialize, Serialize};

use super::Slots;

/// The places and what was in them, each with how many values it has held before.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedSlots<T> {
    pub(crate) places: Vec<(u32, Option<T>)>,
    /// Empty places, in the order in which they were emptied.
    pub(crate) free: Vec<u32>,
}

impl<T> Slots<T> {
    /// Every place, with what `save` makes of its value.
    pub(crate) fn to_saved<'a, U>(&'a self, save: impl Fn(u32, &'a T) -> Option<U>) -> SavedSlots<U> {
        let places = (0..).zip(&self.generations).zip(&self.places);
        let places = places
            .map(|((index, &generation), value)| (generation, value.as_ref().and_then(|value| save(index, value))));
        let places = places.collect();
        SavedSlots { places, free: self.free.clone() }
    }

    /// The slots that [`to_saved`](Self::to_saved) gave, with what `load` makes of their values.
    pub(crate) fn from_saved<U>(
        saved: SavedSlots<U>,
        mut load: impl FnMut(u32, U) -> Result<T, String>,
    ) -> Result<Self, String> {
        let SavedSlots { places, free } = saved;
        let mut listed = vec![false; places.len()];
        for &index in &free {
            // A place with no generations left is not free: its next key would be one that it has given before.
            let is_free = |(generation, value): &(u32, Option<U>)| value.is_none() && *generation < u32::MAX;
            let is_free = places.get(index as usize).is_some_and(is_free);
            if !is_free || core::mem::replace(&mut listed[index as usize], true) {
                return Err(format!("the place {index} is not free, or listed twice"));
            }
        }
        let (generations, values): (Vec<u32>, Vec<Option<U>>) = places.into_iter().unzip();
        let values = (0..).zip(values).map(|(index, value)| value.map(|value| load(index, value)).transpose());
        let places: Vec<Option<T>> = values.collect::<Result<_, _>>()?;
        let len = places.iter().flatten().count();
        Ok(Self { places, generations, free, len })
    }
}
