//! The containers beside the standard library's map, over random operations.

use std::collections::BTreeMap;

use super::*;

/// A stream of numbers below a bound.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound).expect("a small number")
    }
}

/// Keys are drawn from so many that the table grows several times.
const KEYS: u64 = 600;
const OPERATIONS: usize = 5000;

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

/// A table without a free cell would be searched for ever. Of four hashes, most collide.
#[test]
fn an_index_has_more_room_than_it_was_made_with() {
    for (room, hashes) in (0..5).flat_map(|room| [(room, 4), (room, u64::MAX)]) {
        let mut places = HashIndex::with_room(room);
        for (place, number) in (0..500).zip(0_u64..) {
            let hash = number % hashes;
            assert_eq!(places.find(hash, |known| known == place), None);
            places.push(hash, place);
            assert_eq!(places.find(hash, |known| known == place), Some(place));
        }
    }
}
