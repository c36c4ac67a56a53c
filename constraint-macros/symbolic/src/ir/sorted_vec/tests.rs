//! The lists beside the standard library's, over random operations.

use std::collections::BTreeMap;

use super::*;
use crate::ir::fast_map::tests::Dice;

#[test]
fn is_a_map() {
    for seed in 0..20 {
        let mut dice = Dice(seed);
        let (mut map, mut known) = (SortedVec::default(), BTreeMap::new());
        for value in 0..1000 {
            let key = dice.below(40);
            match dice.below(4) {
                0 => {
                    map.insert(key, value);
                    known.insert(key, value);
                }
                1 => assert_eq!(map.or_insert_with(key, || value), known.entry(key).or_insert(value)),
                2 => {
                    map.remove(&key);
                    known.remove(&key);
                }
                _ => assert_eq!(map.get(&key), known.get(&key)),
            }
            assert!(map.entries().iter().map(|(key, value)| (key, value)).eq(known.iter()));
        }
        assert_eq!(map.into_entries(), known.into_iter().collect::<Vec<_>>());
    }
}

/// Stable, as the standard library's sort is: of equal keys the first stays first.
#[test]
fn sorts_as_the_standard_library_does() {
    for seed in 0..200 {
        let mut dice = Dice(seed);
        let length = dice.below(50);
        let mut list: Vec<(usize, usize)> = (0..length).map(|place| (dice.below(10), place)).collect();
        let mut known = list.clone();
        known.sort_by_key(|&(key, _)| key);
        sort_by_key(&mut list, |&(key, _)| key);
        assert_eq!(list, known);
    }
}
