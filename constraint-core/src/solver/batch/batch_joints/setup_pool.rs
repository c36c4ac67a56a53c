//! Setups that joints have in common.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::lanes::Lanes;
use crate::math::Scalar;

/// Setups of as many joints as there are lanes, each of them once.
///
/// Joints of identical islands mostly have the same parameters and masses: a step that goes from batch to batch finds their setups in the cache.
#[derive(Clone)]
pub(crate) struct SetupPool<L> {
    /// How many numbers a setup has.
    size: usize,
    setups: Vec<L>,
    users: Vec<Users>,
    /// Those that nobody uses.
    free: Vec<u32>,
    /// Where one of these bits may be found, by their hash.
    shared: BTreeMap<u64, u32>,
}

#[derive(Clone, Copy, Default)]
struct Users {
    count: u32,
    /// Whether others may join: the setup has not been changed since it came.
    may_join: bool,
}

impl<L: Lanes> SetupPool<L> {
    pub(crate) const fn new(size: usize) -> Self {
        Self { size, setups: Vec::new(), users: Vec::new(), free: Vec::new(), shared: BTreeMap::new() }
    }

    /// All setups, one after another.
    pub(crate) fn all(&self) -> &[L] {
        &self.setups
    }

    pub(crate) fn get(&self, number: u32) -> &[L] {
        &self.setups[number as usize * self.size..][..self.size]
    }

    fn set(&mut self, number: u32, setup: &[L]) {
        self.setups[number as usize * self.size..][..self.size].copy_from_slice(setup);
    }

    /// The number of this setup, for one more user.
    pub(crate) fn take(&mut self, setup: &[L]) -> u32 {
        let hash = hash(setup);
        if let Some(&number) = self.shared.get(&hash)
            && are_same(setup, self.get(number))
        {
            self.users[number as usize].count += 1;
            return number;
        }
        let number = self.add(setup);
        self.users[number as usize].may_join = true;
        self.shared.insert(hash, number);
        number
    }

    #[allow(clippy::cast_possible_truncation)] // there are fewer setups than joints
    fn add(&mut self, setup: &[L]) -> u32 {
        let number = self.free.pop().unwrap_or(self.users.len() as u32);
        if number as usize == self.users.len() {
            self.setups.extend_from_slice(setup);
            self.users.push(Users::default());
        }
        self.set(number, setup);
        self.users[number as usize] = Users { count: 1, may_join: false };
        number
    }

    /// One user less.
    pub(crate) fn give_back(&mut self, number: u32) {
        self.users[number as usize].count -= 1;
        if self.users[number as usize].count == 0 {
            self.close(number);
            self.free.push(number);
        }
    }

    /// Nobody else joins.
    fn close(&mut self, number: u32) {
        if core::mem::take(&mut self.users[number as usize].may_join) {
            let hash = hash(self.get(number));
            if self.shared.get(&hash) == Some(&number) {
                self.shared.remove(&hash);
            }
        }
    }

    /// What one lane of a setup is for one of its users, who has that number from then on; the others keep it as it is.
    pub(crate) fn change(&mut self, number: u32, lane: usize, to: &[Scalar]) -> u32 {
        let (mut setup, mut differs) = (self.get(number).to_vec(), false);
        for (lanes, &value) in setup.iter_mut().zip(to) {
            differs |= lanes.read(lane).to_bits() != value.to_bits();
            lanes.set(lane, value);
        }
        if !differs {
            return number;
        }
        if self.users[number as usize].count > 1 {
            self.users[number as usize].count -= 1;
            return self.add(&setup);
        }
        self.close(number);
        self.set(number, &setup);
        number
    }
}

/// A −0 is another parameter than 0.
fn are_same<L: Lanes>(a: &[L], b: &[L]) -> bool {
    let mut pairs = a.iter().zip(b);
    pairs.all(|(a, b)| (0..L::COUNT).all(|lane| a.read(lane).to_bits() == b.read(lane).to_bits()))
}

fn hash<L: Lanes>(setup: &[L]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for value in setup {
        (0..L::COUNT).for_each(|lane| value.read(lane).to_bits().hash(&mut hasher));
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::Simd128;

    type Setups = SetupPool<Simd128>;

    /// The numbers of one joint's setup.
    const fn one(x: Scalar) -> [Scalar; 3] {
        [1.0, x, 2.0]
    }

    fn side_by_side(x: Scalar) -> [Simd128; 3] {
        one(x).map(Simd128::splat)
    }

    fn are(pool: &Setups, number: u32, x: Scalar) -> bool {
        are_same(pool.get(number), &side_by_side(x))
    }

    #[test]
    fn the_same_bits_are_there_once() {
        let mut pool = Setups::new(3);
        let numbers = [0.0, 1.0, 0.0, -0.0, 1.0].map(|x| pool.take(&side_by_side(x)));
        assert_eq!(numbers, [0, 1, 0, 2, 1]);
        assert!(are(&pool, 0, 0.0) && are(&pool, 1, 1.0) && are(&pool, 2, -0.0));
        assert!(!are(&pool, 0, -0.0));
    }

    #[test]
    fn who_changes_leaves_the_others() {
        let mut pool = Setups::new(3);
        let [first, second] = [1.0; 2].map(|x| pool.take(&side_by_side(x)));
        assert_eq!(pool.change(first, 0, &one(1.0)), first);
        // One lane after another: what has been taken out once stays where it is.
        let mut own = second;
        for lane in 0..Simd128::COUNT {
            own = pool.change(own, lane, &one(2.0));
            assert_eq!(own, 1, "lane {lane}");
        }
        assert!(are(&pool, first, 1.0) && are(&pool, own, 2.0));
        // The last one of them changes it in place, and nobody finds what it was.
        for lane in 0..Simd128::COUNT {
            assert_eq!(pool.change(first, lane, &one(3.0)), first);
        }
        assert!(are(&pool, first, 3.0));
        let again = pool.take(&side_by_side(1.0));
        assert!(again != first && again != own && are(&pool, again, 1.0));
    }

    #[test]
    fn what_nobody_uses_is_used_again() {
        let mut pool = Setups::new(3);
        let numbers = [1.0, 1.0, 2.0].map(|x| pool.take(&side_by_side(x)));
        pool.give_back(numbers[0]);
        assert_eq!(pool.take(&side_by_side(1.0)), numbers[1]);
        for number in numbers {
            pool.give_back(number);
        }
        assert_eq!(pool.shared.len(), 0);
        let others = [2.0, 3.0].map(|x| pool.take(&side_by_side(x)));
        assert!(are(&pool, others[0], 2.0) && are(&pool, others[1], 3.0));
        assert_eq!(pool.users.len(), 2);
    }
}
