//! The maps beside the standard library's, over random operations.

use std::collections::{BTreeMap, HashSet};

use super::*;

/// A stream of numbers below a bound.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound).expect("a small number")
    }
}

/// A key that collides with three quarters of the others, in its hash as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Clashing(usize);

impl Hash for Clashing {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.0 % 4);
    }
}

/// Keys are drawn from so many that the table grows several times.
const KEYS: u64 = 600;
const OPERATIONS: usize = 5000;

fn is_a_map<K: Hash + Ord + Clone + std::fmt::Debug>(key: impl Fn(usize) -> K) {
    for seed in 0..4 {
        let mut dice = Dice(seed);
        let (mut map, mut known) = (FastMap::default(), BTreeMap::new());
        let mut order = Vec::new();
        for value in 0..OPERATIONS {
            let key = key(dice.below(KEYS));
            match dice.below(3) {
                0 => {
                    map.insert(key.clone(), value);
                    known.insert(key.clone(), value);
                }
                1 => {
                    let found = *map.or_insert_with(key.clone(), || value);
                    assert_eq!(found, *known.entry(key.clone()).or_insert(value));
                }
                _ => {
                    assert_eq!(map.get(&key), known.get(&key));
                    assert_eq!(map.contains_key(&key), known.contains_key(&key));
                }
            }
            if known.contains_key(&key) && !order.contains(&key) {
                order.push(key);
            }
        }
        assert_eq!(map.keys().cloned().collect::<Vec<_>>(), order);
        assert!(order.iter().all(|key| map.get(key) == known.get(key)));
    }
}

#[test]
fn numbers() {
    is_a_map(|number| number);
}

#[test]
fn texts() {
    is_a_map(|number| format!("the key that is called {number}"));
}

#[test]
fn keys_with_equal_hashes() {
    is_a_map(Clashing);
}

/// A text is found by a part of another one, which has the hash of a `String`.
#[test]
fn borrowed_keys() {
    let set: FastSet<String> = ["one", "two"].map(str::to_owned).into_iter().collect();
    assert!(set.contains("two of them".split_at(3).0) && !set.contains("tw"));
}

#[test]
fn sets() {
    let mut dice = Dice(0);
    let (mut set, mut known) = (FastSet::default(), HashSet::new());
    for _ in 0..OPERATIONS {
        let (key, other) = (dice.below(KEYS), dice.below(KEYS));
        assert_eq!(set.insert(key), known.insert(key));
        assert_eq!(set.contains(&other), known.contains(&other));
    }
    let again: FastSet<usize> = known.iter().copied().chain(known.iter().copied()).collect();
    assert!((0..OPERATIONS).all(|key| again.contains(&key) == known.contains(&key)));
}

#[test]
fn places() {
    let mut dice = Dice(0);
    let (mut map, mut known) = (SecondaryMap::default(), BTreeMap::new());
    for value in 0..OPERATIONS {
        let key: usize = dice.below(KEYS);
        match dice.below(4) {
            0 => {
                map.insert(key, value);
                known.insert(key, value);
            }
            1 => assert_eq!(map.or_insert_with(key, || value), known.entry(key).or_insert(value)),
            2 => assert_eq!(map.remove(key), known.remove(&key)),
            _ => assert_eq!((map.get(key), map.contains_key(key)), (known.get(&key), known.contains_key(&key))),
        }
    }
    assert!(known.iter().all(|(&key, &value)| map[key] == value));
}

/// A table without a free cell would be searched for ever.
#[test]
fn a_table_has_more_room_than_it_was_made_with() {
    for room in 0..5 {
        let mut places = HashIndex::with_room(room);
        for (place, hash) in (0..10).zip(0_u64..) {
            assert_eq!(places.find(hash, |_| true), None);
            places.push(hash, place);
            assert_eq!(places.find(hash, |_| true), Some(place));
        }
    }
}
