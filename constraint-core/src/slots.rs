//! Storage whose keys are never confused: a key of what was removed finds nothing, even when its place is used again.

use core::ops::Range;

/// A place and how many values it has held before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Key {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

#[derive(Debug)]
struct Slot<T> {
    generation: u32,
    value: Option<T>,
}

/// Values in places that do not move. Iteration is in the order of places, so removal does not reorder what remains.
#[derive(Debug)]
pub(crate) struct Slots<T> {
    places: Vec<Slot<T>>,
    /// Empty places, the last emptied last. A place whose generations are used up never comes back.
    free: Vec<u32>,
    len: usize,
}

impl<T> Slots<T> {
    pub(crate) const fn new() -> Self {
        Self { places: Vec::new(), free: Vec::new(), len: 0 }
    }

    /// How many values there are.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// How many places there are: above every index in use.
    pub(crate) const fn places(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn insert(&mut self, value: T) -> Key {
        self.len += 1;
        if let Some(index) = self.free.pop() {
            let slot = &mut self.places[index as usize];
            slot.value = Some(value);
            return Key { index, generation: slot.generation };
        }
        let index = u32::try_from(self.places.len()).expect("2^32 values do not fit into memory");
        self.places.push(Slot { generation: 0, value: Some(value) });
        Key { index, generation: 0 }
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<T> {
        let slot = self.places.get_mut(key.index as usize).filter(|slot| slot.generation == key.generation)?;
        let value = slot.value.take()?;
        self.len -= 1;
        if let Some(generation) = slot.generation.checked_add(1) {
            slot.generation = generation;
            self.free.push(key.index);
        }
        Some(value)
    }

    pub(crate) fn get(&self, key: Key) -> Option<&T> {
        let slot = self.places.get(key.index as usize)?;
        slot.value.as_ref().filter(|_| slot.generation == key.generation)
    }

    pub(crate) fn get_mut(&mut self, key: Key) -> Option<&mut T> {
        let slot = self.places.get_mut(key.index as usize)?;
        slot.value.as_mut().filter(|_| slot.generation == key.generation)
    }

    /// What stands in this place, and its key.
    pub(crate) fn at(&self, index: u32) -> Option<(Key, &T)> {
        let slot = self.places.get(index as usize)?;
        let key = Key { index, generation: slot.generation };
        slot.value.as_ref().map(|value| (key, value))
    }

    /// What stands in this place, to change, and its key.
    pub(crate) fn at_mut(&mut self, index: u32) -> Option<(Key, &mut T)> {
        let slot = self.places.get_mut(index as usize)?;
        let key = Key { index, generation: slot.generation };
        slot.value.as_mut().map(|value| (key, value))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key, &T)> {
        (0..).zip(&self.places).filter_map(|(index, slot)| {
            let key = Key { index, generation: slot.generation };
            slot.value.as_ref().map(|value| (key, value))
        })
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (Key, &mut T)> {
        self.among_mut(0..self.places.len())
    }

    /// Those in these places.
    #[allow(clippy::cast_possible_truncation)] // an index of 32 bits
    pub(crate) fn among_mut(&mut self, places: Range<usize>) -> impl Iterator<Item = (Key, &mut T)> {
        let first = places.start as u32;
        (first..).zip(&mut self.places[places]).filter_map(|(index, slot)| {
            let key = Key { index, generation: slot.generation };
            slot.value.as_mut().map(|value| (key, value))
        })
    }
}

#[cfg(feature = "serde")]
mod saving;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reused_place_is_a_new_key() {
        let mut slots = Slots::new();
        let first = slots.insert('a');
        assert_eq!(slots.remove(first), Some('a'));
        let second = slots.insert('b');
        assert_eq!(second.index, first.index);
        assert_ne!(second, first);
        assert_eq!(slots.get(first), None);
        assert_eq!(slots.get_mut(first), None);
        assert_eq!(slots.remove(first), None);
        assert_eq!(slots.get(second), Some(&'b'));
        assert_eq!((slots.len(), slots.places()), (1, 1));
    }

    #[test]
    fn removal_keeps_the_order_of_the_rest() {
        let mut slots = Slots::new();
        let keys = ['a', 'b', 'c', 'd'].map(|value| slots.insert(value));
        slots.remove(keys[1]);
        assert!(slots.iter().map(|(_, value)| *value).eq(['a', 'c', 'd']));
        assert!(slots.iter_mut().map(|(key, _)| key).eq([keys[0], keys[2], keys[3]]));
    }

    #[test]
    fn a_place_retires_when_its_generations_are_used_up() {
        let mut slots = Slots::new();
        slots.insert('a');
        slots.places[0].generation = u32::MAX;
        assert_eq!(slots.remove(Key { index: 0, generation: u32::MAX }), Some('a'));
        assert_eq!(slots.insert('b'), Key { index: 1, generation: 0 });
    }
}
