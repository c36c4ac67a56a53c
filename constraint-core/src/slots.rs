//! Storage with unique keys: the key of a removed value finds nothing, even when its place is used again.

/// A place and how many values it has held before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Key {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

/// Values in places that do not move. Iteration is in the order of places, so removal does not reorder what remains.
#[derive(Clone, Debug)]
pub(crate) struct Slots<T> {
    places: Vec<Option<T>>,
    /// How many values each place has held before. A vector of its own: loops over the values read less memory.
    generations: Vec<u32>,
    /// Empty places, the last emptied last. A place with no generations left is never used again.
    free: Vec<u32>,
    len: usize,
}

impl<T> Slots<T> {
    pub(crate) const fn new() -> Self {
        Self { places: Vec::new(), generations: Vec::new(), free: Vec::new(), len: 0 }
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
            self.places[index as usize] = Some(value);
            return self.key(index);
        }
        let index = u32::try_from(self.places.len()).expect("2^32 values do not fit into memory");
        self.places.push(Some(value));
        self.generations.push(0);
        self.key(index)
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<T> {
        let generation =
            self.generations.get_mut(key.index as usize).filter(|generation| **generation == key.generation)?;
        let value = self.places[key.index as usize].take()?;
        self.len -= 1;
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.free.push(key.index);
        }
        Some(value)
    }

    pub(crate) fn get(&self, key: Key) -> Option<&T> {
        let value = self.places.get(key.index as usize)?.as_ref();
        value.filter(|_| self.key(key.index) == key)
    }

    pub(crate) fn get_mut(&mut self, key: Key) -> Option<&mut T> {
        let value = self.places.get_mut(key.index as usize)?.as_mut();
        value.filter(|_| self.generations[key.index as usize] == key.generation)
    }

    /// What stands in this place, and its key.
    pub(crate) fn at(&self, index: u32) -> Option<(Key, &T)> {
        let value = self.places.get(index as usize)?.as_ref();
        value.map(|value| (self.key(index), value))
    }

    /// What stands in this place, to change, and its key.
    pub(crate) fn at_mut(&mut self, index: u32) -> Option<(Key, &mut T)> {
        let value = self.places.get_mut(index as usize)?.as_mut();
        value.map(|value| (Key { index, generation: self.generations[index as usize] }, value))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key, &T)> {
        let places = (0..).zip(&self.places).zip(&self.generations);
        places.filter_map(|((index, value), &generation)| Some((Key { index, generation }, value.as_ref()?)))
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (Key, &mut T)> {
        let places = (0..).zip(&mut self.places).zip(&self.generations);
        places.filter_map(|((index, value), &generation)| Some((Key { index, generation }, value.as_mut()?)))
    }

    /// What stands in this place, to change.
    #[inline]
    pub(crate) fn value_mut(&mut self, place: usize) -> Option<&mut T> {
        self.places.get_mut(place)?.as_mut()
    }

    /// All places, empty ones included.
    pub(crate) fn places_mut(&mut self) -> &mut [Option<T>] {
        &mut self.places
    }

    /// The key of the value in this place. The place must hold one.
    fn key(&self, index: u32) -> Key {
        Key { index, generation: self.generations[index as usize] }
    }
}

#[cfg(feature = "serde")]
mod saving;
#[cfg(feature = "serde")]
pub(crate) use saving::SavedSlots;

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
        slots.generations[0] = u32::MAX;
        assert_eq!(slots.remove(Key { index: 0, generation: u32::MAX }), Some('a'));
        assert_eq!(slots.insert('b'), Key { index: 1, generation: 0 });
    }
}
