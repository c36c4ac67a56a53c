//! Containers for the compiler's own keys.
//!
//! Cargo builds procedural macros without optimization, where the standard library's maps take several times as long. What every
//! expression goes through therefore has an index of its own, and keys that are places in a list need no hash.

#[cfg(test)]
pub(crate) mod tests;

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Index;

/// Places in a list by hash: a table with linear probing, at least half of it free.
#[derive(Clone, Debug, Default)]
pub(crate) struct HashIndex {
    /// The lower half of a hash, over one more than the place of what has it: 0 in a free cell. There are 2ⁿ cells, or none as
    /// long as there is nothing. Boxed, for a vector's items are found by a function, a slice's by the compiler itself.
    cells: Box<[u64]>,
    /// How many cells are taken.
    count: usize,
}

/// How many cells there are at first, unless somebody knows better.
const FEW: usize = 64;

#[allow(clippy::cast_possible_truncation)] // halves are wanted
impl HashIndex {
    /// With room for so many. Half of the cells at least stay empty, at which a search ends.
    pub(crate) fn with_room(count: usize) -> Self {
        Self { cells: vec![0; (2 * count.max(1)).next_power_of_two()].into_boxed_slice(), count: 0 }
    }

    /// The place of what has this hash, and is it.
    pub(crate) fn find(&self, hash: u64, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        if self.cells.is_empty() {
            return None;
        }
        let (half, last) = (hash as u32 as usize, self.cells.len() - 1);
        let mut at = half & last;
        while self.cells[at] != 0 {
            let cell = self.cells[at];
            let place = cell as u32 as usize - 1;
            if (cell >> 32) as usize == half && is_it(place) {
                return Some(place);
            }
            at = (at + 1) & last;
        }
        None
    }

    /// Notes the place of what has this hash.
    pub(crate) fn push(&mut self, hash: u64, place: usize) {
        if 2 * self.count >= self.cells.len() {
            let more = vec![0; (2 * self.cells.len()).max(FEW)].into_boxed_slice();
            let mut before = &std::mem::replace(&mut self.cells, more)[..];
            while let &[cell, ref rest @ ..] = before {
                if cell != 0 {
                    self.put(cell);
                }
                before = rest;
            }
        }
        self.count += 1;
        self.put(hash << 32 | (place + 1) as u64);
    }

    fn put(&mut self, cell: u64) {
        let last = self.cells.len() - 1;
        let mut at = (cell >> 32) as usize & last;
        while self.cells[at] != 0 {
            at = (at + 1) & last;
        }
        self.cells[at] = cell;
    }
}

/// The hash of a key.
pub(crate) fn hash(key: &(impl Hash + ?Sized)) -> u64 {
    let mut quick = FastHasher::default();
    key.hash(&mut quick);
    quick.0
}

/// A map by hash.
pub(crate) type FastMap<K, V> = HashMap<K, V, FastHash>;

/// A set by hash.
pub(crate) type FastSet<K> = HashSet<K, FastHash>;

/// Makes hashers of small keys.
pub(crate) type FastHash = BuildHasherDefault<FastHasher>;

/// What stands for a place in a list.
pub trait Key: Copy {
    /// Which place.
    fn place(self) -> usize;
}

impl Key for usize {
    fn place(self) -> usize {
        self
    }
}

/// A map whose keys are places in a list.
#[derive(Clone, Debug)]
pub struct SecondaryMap<K, V> {
    /// For each place, one more than where its value stands: 0 where it has none. Zeros cost nothing to make.
    cells: Box<[usize]>,
    /// None where a value has been taken out.
    values: Vec<Option<V>>,
    keys: PhantomData<K>,
}

impl<K, V> Default for SecondaryMap<K, V> {
    fn default() -> Self {
        Self { cells: Box::default(), values: Vec::new(), keys: PhantomData }
    }
}

impl<K: Key, V> SecondaryMap<K, V> {
    /// With room for keys before a place, so many of which get a value.
    pub(crate) fn with_room(places: usize, count: usize) -> Self {
        Self { cells: vec![0; places].into_boxed_slice(), values: Vec::with_capacity(count), keys: PhantomData }
    }

    /// The value of a key, if it has one.
    pub fn get(&self, key: K) -> Option<&V> {
        let place = key.place();
        if place >= self.cells.len() || self.cells[place] == 0 {
            return None;
        }
        self.values[self.cells[place] - 1].as_ref()
    }

    /// Whether a key has a value.
    pub fn contains_key(&self, key: K) -> bool {
        self.get(key).is_some()
    }

    /// Where the value of a key stands in the list: of one that has never had a value, after all others.
    fn cell(&mut self, key: K) -> usize {
        let place = key.place();
        if place >= self.cells.len() {
            self.cells = grown(&self.cells, place);
            self.values.reserve(self.cells.len() / 2);
        }
        if self.cells[place] == 0 {
            self.cells[place] = self.values.len() + 1;
        }
        self.cells[place] - 1
    }

    /// Gives a key a value, whether it had one or not.
    pub fn insert(&mut self, key: K, value: V) {
        let cell = self.cell(key);
        if cell == self.values.len() {
            self.values.push(Some(value));
        } else {
            self.values[cell] = Some(value);
        }
    }

    /// The value of a key, which gets one if it has none.
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let cell = self.cell(key);
        if cell == self.values.len() {
            self.values.push(None);
        }
        self.values[cell].get_or_insert_with(make)
    }

    /// Takes the value of a key out.
    pub fn remove(&mut self, key: K) -> Option<V> {
        let place = key.place();
        if place >= self.cells.len() || self.cells[place] == 0 {
            return None;
        }
        self.values[self.cells[place] - 1].take()
    }
}

/// The cells of a map by place, with one for this place. A function of its own, whatever is kept in the map.
fn grown(before: &[usize], place: usize) -> Box<[usize]> {
    let mut cells = vec![0; (place + 1).next_power_of_two().max(FEW)].into_boxed_slice();
    cells[..before.len()].copy_from_slice(before);
    cells
}

impl<K: Key> SecondaryMap<K, ()> {
    /// Adds a key to a set. Tells whether it is new.
    pub(crate) fn add(&mut self, key: K) -> bool {
        let is_new = !self.contains_key(key);
        self.insert(key, ());
        is_new
    }
}

impl<K: Key, T> SecondaryMap<K, Vec<T>> {
    /// The list of a key: of one without a value, none.
    pub(crate) fn list(&self, key: K) -> &[T] {
        self.get(key).map_or(&[], Vec::as_slice)
    }
}

impl<K: Key, V> Index<K> for SecondaryMap<K, V> {
    type Output = V;

    fn index(&self, key: K) -> &V {
        self.get(key).expect("a value for every key that is asked for")
    }
}

/// Multiplies and folds: for small numbers, and structures of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FastHasher(u64);

impl FastHasher {
    fn add(&mut self, word: u64) {
        // An odd constant without pattern: the digits of π. What is mixed best comes out above, and is taken down.
        let mixed = (self.0 ^ word).wrapping_mul(0x2439_f6a8_885a_308d);
        self.0 = mixed ^ mixed >> 32;
    }
}

impl Hasher for FastHasher {
    fn write(&mut self, mut bytes: &[u8]) {
        while let Some((word, rest)) = bytes.split_first_chunk() {
            self.add(u64::from_le_bytes(*word));
            bytes = rest;
        }
        let mut last = 0;
        while let &[byte, ref rest @ ..] = bytes {
            last = last << 8 | u64::from(byte);
            bytes = rest;
        }
        self.add(last);
    }

    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n));
    }

    fn write_i32(&mut self, n: i32) {
        self.add(u64::from(n.cast_unsigned()));
    }

    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }

    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.add(n.cast_unsigned() as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
