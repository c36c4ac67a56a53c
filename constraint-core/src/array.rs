//! Arrays with a length that the joint type fixes, and the numbers that one function of a joint keeps for the next.

use core::fmt::Debug;

use crate::real::Real;

/// An array with a length that the joint type fixes.
///
/// `[T; Self::ROWS]` cannot be written in a trait yet, so a joint names its arrays instead.
pub trait Array<T: Element>: Copy + Debug + Send + Sync + AsRef<[T]> + AsMut<[T]> {
    /// Every element made from its index.
    fn from_fn(element: impl FnMut(usize) -> T) -> Self;
    /// The same element everywhere.
    fn repeat(element: T) -> Self;
}

impl<T: Element, const N: usize> Array<T> for [T; N] {
    #[inline]
    fn from_fn(element: impl FnMut(usize) -> T) -> Self {
        core::array::from_fn(element)
    }

    #[inline]
    fn repeat(element: T) -> Self {
        [element; N]
    }
}

/// What an element of an [`Array`] must be.
pub trait Element: Copy + Debug + Send + Sync {}
impl<T: Copy + Debug + Send + Sync> Element for T {}

/// The numbers that one function of a joint keeps for those after it, of scalars `S`: its setup, or what it prepares.
///
/// A solver stores them as plain numbers, of one joint or of one joint in each lane.
pub trait Values<S: Real>: Copy + Debug + Default + Send + Sync {
    /// How many numbers there are.
    const COUNT: usize;
    /// The values that these [`COUNT`](Self::COUNT) numbers are.
    fn load(numbers: &[S]) -> Self;
    /// Writes the values as [`COUNT`](Self::COUNT) numbers, in the order in which [`load`](Self::load) reads them.
    fn store(&self, numbers: &mut [S]);
}

impl<S: Real> Values<S> for () {
    const COUNT: usize = 0;

    fn load(_: &[S]) -> Self {}

    fn store(&self, _: &mut [S]) {}
}

/// The values of a slice that is as long as the array.
pub(crate) fn array<T: Element, A: Array<T>>(values: &[T]) -> A {
    A::from_fn(|place| values[place])
}
