//! Setups that joints have in common.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::constraint::Constraint;
use crate::lanes::Lanes;
use crate::math::Scalar;

/// Setups of as many joints as there are lanes, each of them once.
///
/// Joints of twins mostly have the same parameters and masses: a step that goes from crew to crew finds their setups in the cache.
pub(super) struct Pool<J: Constraint, L: Lanes> {
    setups: Vec<J::Setup<L>>,
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

impl<J: Constraint, L: Lanes> Pool<J, L> {
    pub(super) const NEW: Self =
        Self { setups: Vec::new(), users: Vec::new(), free: Vec::new(), shared: BTreeMap::new() };

    pub(super) fn all(&self) -> &[J::Setup<L>] {
        &self.setups
    }

    /// The number of this setup, for one more user.
    pub(super) fn take(&mut self, setup: J::Setup<L>) -> u32 {
        let hash = hash::<J, L>(setup);
        if let Some(&number) = self.shared.get(&hash)
            && are_same::<J, L>(setup, self.setups[number as usize])
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
    fn add(&mut self, setup: J::Setup<L>) -> u32 {
        let number = self.free.pop().unwrap_or(self.setups.len() as u32);
        if number as usize == self.setups.len() {
            self.setups.push(setup);
            self.users.push(Users::default());
        }
        self.setups[number as usize] = setup;
        self.users[number as usize] = Users { count: 1, may_join: false };
        number
    }

    /// One user less.
    pub(super) fn give_back(&mut self, number: u32) {
        self.users[number as usize].count -= 1;
        if self.users[number as usize].count == 0 {
            self.close(number);
            self.free.push(number);
        }
    }

    /// Nobody else joins.
    fn close(&mut self, number: u32) {
        if core::mem::take(&mut self.users[number as usize].may_join) {
            let hash = hash::<J, L>(self.setups[number as usize]);
            if self.shared.get(&hash) == Some(&number) {
                self.shared.remove(&hash);
            }
        }
    }

    /// What one lane of a setup is for one of its users, who has that number from then on; the others keep it as it is.
    pub(super) fn change(&mut self, number: u32, lane: usize, mut to: J::Setup<Scalar>) -> u32 {
        let (mut setup, mut differs) = (self.setups[number as usize], false);
        J::zip_setups::<L, Scalar>(&mut setup, &mut to, |wide, one| {
            differs |= wide.read(lane).to_bits() != one.to_bits();
            wide.set(lane, *one);
        });
        if !differs {
            return number;
        }
        if self.users[number as usize].count > 1 {
            self.users[number as usize].count -= 1;
            return self.add(setup);
        }
        self.close(number);
        self.setups[number as usize] = setup;
        number
    }
}

/// A −0 is another parameter than 0.
fn are_same<J: Constraint, L: Lanes>(mut a: J::Setup<L>, mut b: J::Setup<L>) -> bool {
    let mut are_same = true;
    J::zip_setups::<L, L>(&mut a, &mut b, |a, b| {
        are_same &= (0..L::COUNT).all(|lane| a.read(lane).to_bits() == b.read(lane).to_bits());
    });
    are_same
}

fn hash<J: Constraint, L: Lanes>(mut setup: J::Setup<L>) -> u64 {
    let (mut same, mut hasher) = (setup, DefaultHasher::new());
    J::zip_setups::<L, L>(&mut setup, &mut same, |value, _| {
        (0..L::COUNT).for_each(|lane| value.read(lane).to_bits().hash(&mut hasher));
    });
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joints::PivotJoint;
    use crate::kinematics::MassProperties;
    use crate::lanes::Narrow;
    use crate::math::Vec2;

    type Pivots = Pool<PivotJoint, Narrow>;

    fn one(x: Scalar) -> <PivotJoint as Constraint>::Setup<Scalar> {
        let joint = PivotJoint { local_anchor_a: Vec2::X * x, local_anchor_b: Vec2::Y };
        joint.setup(&[MassProperties { inverse_mass: 1.0, inverse_inertia: 2.0 }; 2])
    }

    fn side_by_side(x: Scalar) -> <PivotJoint as Constraint>::Setup<Narrow> {
        let mut setup = <PivotJoint as Constraint>::Setup::default();
        for lane in 0..Narrow::COUNT {
            PivotJoint::zip_setups::<Narrow, Scalar>(&mut setup, &mut one(x), |wide, one| wide.set(lane, *one));
        }
        setup
    }

    fn are(pool: &Pivots, number: u32, x: Scalar) -> bool {
        are_same::<PivotJoint, Narrow>(pool.all()[number as usize], side_by_side(x))
    }

    #[test]
    fn the_same_bits_are_there_once() {
        let mut pool = Pivots::NEW;
        let numbers = [0.0, 1.0, 0.0, -0.0, 1.0].map(|x| pool.take(side_by_side(x)));
        assert_eq!(numbers, [0, 1, 0, 2, 1]);
        assert!(are(&pool, 0, 0.0) && are(&pool, 1, 1.0) && are(&pool, 2, -0.0));
        assert!(!are(&pool, 0, -0.0));
    }

    #[test]
    fn who_changes_leaves_the_others() {
        let mut pool = Pivots::NEW;
        let [first, second] = [1.0; 2].map(|x| pool.take(side_by_side(x)));
        assert_eq!(pool.change(first, 0, one(1.0)), first);
        // One lane after another: what has been taken out once stays where it is.
        let mut own = second;
        for lane in 0..Narrow::COUNT {
            own = pool.change(own, lane, one(2.0));
            assert_eq!(own, 1, "lane {lane}");
        }
        assert!(are(&pool, first, 1.0) && are(&pool, own, 2.0));
        // The last one of them changes it in place, and nobody finds what it was.
        for lane in 0..Narrow::COUNT {
            assert_eq!(pool.change(first, lane, one(3.0)), first);
        }
        assert!(are(&pool, first, 3.0));
        let again = pool.take(side_by_side(1.0));
        assert!(again != first && again != own && are(&pool, again, 1.0));
    }

    #[test]
    fn what_nobody_uses_is_used_again() {
        let mut pool = Pivots::NEW;
        let numbers = [1.0, 1.0, 2.0].map(|x| pool.take(side_by_side(x)));
        pool.give_back(numbers[0]);
        assert_eq!(pool.take(side_by_side(1.0)), numbers[1]);
        for number in numbers {
            pool.give_back(number);
        }
        assert_eq!(pool.shared.len(), 0);
        let others = [2.0, 3.0].map(|x| pool.take(side_by_side(x)));
        assert!(are(&pool, others[0], 2.0) && are(&pool, others[1], 3.0));
        assert_eq!(pool.all().len(), 2);
    }
}
