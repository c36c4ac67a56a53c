//! Lists made of lists, item by item.
//!
//! `iter().map(…).collect()` is six functions of the standard library for each closure, five hundred lines that LLVM is given
//! when somebody builds for debugging, and as many calls for each item when they run there. This is one function, and one call.

/// A list that others are made of.
pub(crate) trait MapVec<T> {
    /// What makes of each item, in order.
    fn map_vec<'s, U>(&'s self, make: impl FnMut(&'s T) -> U) -> Vec<U>
    where
        T: 's;
}

impl<T> MapVec<T> for [T] {
    fn map_vec<'s, U>(&'s self, mut make: impl FnMut(&'s T) -> U) -> Vec<U>
    where
        T: 's,
    {
        let mut made = Vec::with_capacity(self.len());
        let mut items = self;
        while let [item, rest @ ..] = items {
            made.push(make(item));
            items = rest;
        }
        made
    }
}
