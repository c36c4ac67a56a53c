//! Which bodies move together: islands, by union and find.

/// Sets of places, joined one pair after another.
///
/// What two places are joined by does not matter, nor the order: the least place of a set stands for it.
pub(crate) struct Islands {
    /// A place nearer to the one that stands for the set, or that place itself.
    parents: Vec<u32>,
}

impl Islands {
    /// Every place by itself.
    pub(crate) fn new(places: usize) -> Self {
        Self { parents: (0..).take(places).collect() }
    }

    /// The place that stands for the set in which `place` is.
    pub(crate) fn root(&mut self, place: u32) -> u32 {
        let mut place = place;
        loop {
            let parent = self.parents[place as usize];
            if parent == place {
                return place;
            }
            // Every second step on the way is halved for the next one who asks.
            self.parents[place as usize] = self.parents[parent as usize];
            place = parent;
        }
    }

    /// Makes one set of all these places.
    pub(crate) fn join(&mut self, places: impl IntoIterator<Item = u32>) {
        let mut places = places.into_iter();
        let Some(first) = places.next() else { return };
        let mut root = self.root(first);
        for place in places {
            let other = self.root(place);
            let (least, greatest) = (root.min(other), root.max(other));
            self.parents[greatest as usize] = least;
            root = least;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_is_one_island() {
        let mut islands = Islands::new(7);
        islands.join([5, 3]);
        islands.join([1, 2]);
        islands.join([6]);
        islands.join([]);
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|place| islands.root(place)), [0, 1, 1, 3, 4, 3, 6]);
        islands.join([2, 5, 4]);
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|place| islands.root(place)), [0, 1, 1, 1, 1, 1, 6]);
    }

    #[test]
    fn a_long_chain_is_one_island() {
        let mut islands = Islands::new(100_000);
        (1..100_000).rev().for_each(|place| islands.join([place, place - 1]));
        assert!((0..100_000).all(|place| islands.root(place) == 0));
    }
}
