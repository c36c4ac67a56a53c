//! Slots as data.

use super::{Slot, Slots};
use crate::saved::SavedSlots;

impl<T> Slots<T> {
    /// Every place, with what `save` makes of its value.
    pub(crate) fn to_saved<'a, U>(&'a self, save: impl Fn(&'a T) -> U) -> SavedSlots<U> {
        let place = |slot: &'a Slot<T>| (slot.generation, slot.value.as_ref().map(&save));
        SavedSlots { places: self.places.iter().map(place).collect(), free: self.free.clone() }
    }

    /// The slots that [`to_saved`](Self::to_saved) gave, with what `load` makes of their values.
    pub(crate) fn from_saved<U>(
        saved: SavedSlots<U>,
        mut load: impl FnMut(U) -> Result<T, String>,
    ) -> Result<Self, String> {
        let SavedSlots { places, free } = saved;
        let mut listed = vec![false; places.len()];
        for &index in &free {
            let is_empty = places.get(index as usize).is_some_and(|(_, value)| value.is_none());
            if !is_empty || core::mem::replace(&mut listed[index as usize], true) {
                return Err(format!("the place {index} is not free, or listed twice"));
            }
        }
        let mut slots = Self { places: Vec::with_capacity(places.len()), free, len: 0 };
        for (generation, value) in places {
            let value = value.map(&mut load).transpose()?;
            slots.len += usize::from(value.is_some());
            slots.places.push(Slot { generation, value });
        }
        Ok(slots)
    }
}
