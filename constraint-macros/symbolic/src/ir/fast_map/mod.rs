//! Maps whose keys are the compiler's own.
//!
//! Procedural macros of a debug build run unoptimized, and so do the standard library's maps in them: a lookup in groups of
//! sixteen, by a hash that nobody can be made to collide with, takes several times as long as one that just looks. Keys that are
//! places in a list need no hash at all.

#[cfg(test)]
pub(crate) mod tests;

use std::borrow::Borrow;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Index;

/// Where things stand in a list, by their hashes: one cell after another is looked at, and at least half of them are free.
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

/// A map by hash. Nothing is ever taken out.
#[derive(Clone, Debug)]
pub(crate) struct FastMap<K, V> {
    entries: Vec<(K, V)>,
    places: HashIndex,
}

impl<K, V> Default for FastMap<K, V> {
    fn default() -> Self {
        Self { entries: Vec::new(), places: HashIndex::default() }
    }
}

impl<K: Hash + Eq, V> FastMap<K, V> {
    fn find<Q: Eq + ?Sized>(&self, hash: u64, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        self.places.find(hash, |place| self.entries[place].0.borrow() == key)
    }

    fn push(&mut self, hash: u64, key: K, value: V) {
        self.places.push(hash, self.entries.len());
        self.entries.push((key, value));
    }

    /// The keys, in the order in which they were given values.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &K> {
        self.entries.iter().map(|(key, _)| key)
    }

    /// The value of a key, if it has one.
    pub(crate) fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let place = self.find(hash(key), key)?;
        Some(&self.entries[place].1)
    }

    /// Whether a key has a value.
    pub(crate) fn contains_key<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(hash(key), key).is_some()
    }

    /// Gives a key a value, whether it had one or not.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        let hash = hash(&key);
        match self.find(hash, &key) {
            Some(place) => self.entries[place].1 = value,
            None => self.push(hash, key, value),
        }
    }

    /// The value of a key, which gets one if it has none.
    pub(crate) fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let hash = hash(&key);
        let place = self.find(hash, &key).unwrap_or(self.entries.len());
        if place == self.entries.len() {
            self.push(hash, key, make());
        }
        &mut self.entries[place].1
    }
}

/// A set by hash.
#[derive(Clone, Debug)]
pub(crate) struct FastSet<K>(FastMap<K, ()>);

impl<K> Default for FastSet<K> {
    fn default() -> Self {
        Self(FastMap::default())
    }
}

impl<K: Hash + Eq> FastSet<K> {
    /// Whether it is there.
    pub(crate) fn contains<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.contains_key(key)
    }

    /// Whether it is new.
    pub(crate) fn insert(&mut self, key: K) -> bool {
        let hash = hash(&key);
        let is_new = self.0.find(hash, &key).is_none();
        if is_new {
            self.0.push(hash, key, ());
        }
        is_new
    }
}

impl<K: Hash + Eq> Extend<K> for FastSet<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, keys: I) {
        for key in keys {
            self.insert(key);
        }
    }
}

impl<K: Hash + Eq> FromIterator<K> for FastSet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut set = Self::default();
        set.extend(keys);
        set
    }
}

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
