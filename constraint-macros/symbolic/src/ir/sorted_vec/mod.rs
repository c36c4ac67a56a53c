//! Lists in the order of their keys, and small maps as such lists: of a dozen entries none is worth a tree.

#[cfg(test)]
mod tests;

/// Puts a list in the order of its keys, equal ones as they were.
///
/// By insertion: these lists are short, or almost in order. The standard library's sort is fifty functions to compile, for each
/// type that it sorts.
pub(crate) fn sort_by_key<T, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let last = key(&list[end]);
        if key(&list[end - 1]) > last {
            let item = list.remove(end);
            let place = first_after(list, end, |before| key(before) <= last);
            list.insert(place, item);
        }
    }
}

/// The place of the first of `end` items that does not come before something.
fn first_after<T>(list: &[T], end: usize, comes_before: impl Fn(&T) -> bool) -> usize {
    let (mut low, mut high) = (0, end);
    while low < high {
        let middle = usize::midpoint(low, high);
        if comes_before(&list[middle]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// A map whose entries are a list in the order of the keys.
#[derive(Clone, Debug)]
pub(crate) struct SortedVec<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedVec<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> SortedVec<K, V> {
    /// Where a key is, or would be.
    fn place(&self, key: &K) -> (usize, bool) {
        let place = first_after(&self.0, self.0.len(), |(other, _)| other < key);
        (place, place < self.0.len() && self.0[place].0 == *key)
    }

    /// The value of a key, if it has one.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        let (place, is_there) = self.place(key);
        if is_there { Some(&self.0[place].1) } else { None }
    }

    /// Gives a key a value, whether it had one or not.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        match self.place(&key) {
            (place, true) => self.0[place].1 = value,
            (place, false) => self.0.insert(place, (key, value)),
        }
    }

    /// The value of a key, which gets one if it has none.
    pub(crate) fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let (place, is_there) = self.place(&key);
        if !is_there {
            self.0.insert(place, (key, make()));
        }
        &mut self.0[place].1
    }

    /// Takes the value of a key out.
    pub(crate) fn remove(&mut self, key: &K) {
        if let (place, true) = self.place(key) {
            self.0.remove(place);
        }
    }

    /// The entries, in the order of the keys.
    pub(crate) fn entries(&self) -> &[(K, V)] {
        &self.0
    }

    /// The same, for good.
    pub(crate) fn into_entries(self) -> Vec<(K, V)> {
        self.0
    }
}
