//! Several joints at once: lanes of scalars, and the records of bodies that they are gathered from.
//!
//! Every lane computes what a scalar would, operation by operation, with the same rounding: no sum is contracted, and the
//! functions beyond arithmetic are called lane by lane, or are arithmetic themselves. So the width changes no bit of a
//! result, and a NaN stays in its lane.

mod by_register;
mod doubles;
mod one;
mod places;
mod rotation;
#[allow(unsafe_code, unused_unsafe)] // registers are read as arrays; some intrinsics are safe
mod simd128;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, unused_unsafe)] // intrinsics: the module says why each use is sound; some of them are safe
mod simd256;
#[cfg(test)]
mod tests;

use core::fmt::Debug;
use core::marker::PhantomData;

use crate::math::Scalar;
use crate::real::Real;

pub(crate) use places::{Find, Places, Run};
pub(crate) use rotation::{rotation, within_turn};
pub(crate) use simd128::Simd128;
#[cfg(target_arch = "x86_64")]
pub(crate) use simd256::{Simd256, Simd512};

/// The most lanes of any type.
pub(crate) const WIDEST: usize = 16;

/// One scalar of each of several joints.
pub(crate) trait Lanes: Real {
    /// How many joints.
    const COUNT: usize;
    /// Whether the processor [fetches](Self::fetch) what it is asked for: others keep no account of what that would be.
    const FETCHES: bool = false;

    /// The same value in every lane.
    fn splat(value: Scalar) -> Self;
    /// The value that `value` has for each lane.
    fn from_fn(value: impl FnMut(usize) -> Scalar) -> Self;
    /// The same of double precision.
    fn doubles(value: impl FnMut(usize) -> f64) -> Self::Double;
    /// What `function` makes of the value of each lane.
    fn map(self, function: impl Fn(Scalar) -> Scalar) -> Self;
    /// The value of one lane.
    fn get(self, lane: usize) -> Scalar;
    /// The same where it stands in memory, without a register for all lanes.
    fn read(&self, lane: usize) -> Scalar;
    /// Changes the value of one lane.
    fn set(&mut self, lane: usize, value: Scalar);
    /// A mask of these bits, the lowest one for the first lane.
    #[inline]
    fn mask(bits: u16) -> Self::Mask {
        Self::default().less(Self::from_fn(|lane| Scalar::from(bits >> lane & 1)))
    }
    /// Whether a mask holds in any lane. Lanes must not see each other by it: for what comes out alike either way.
    fn any(mask: Self::Mask) -> bool;
    /// Zero where the value is nearer to zero than `least`, the value elsewhere, and where it is NaN.
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `run`
    fn unless_below(self, least: Self) -> Self {
        Self::select(self.abs().less(least), Self::default(), self)
    }
    /// The value; zero where it is nearer to zero than `least`, infinite or NaN.
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `run`
    fn normal_or_zero(self, least: Self) -> Self {
        let size = self.abs();
        let is_normal = least.less_equal(size) & size.less_equal(Self::splat(Scalar::MAX));
        Self::select(is_normal, self, Self::default())
    }
    /// Has the processor fetch what will be wanted soon, if it takes such requests.
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `run`
    fn fetch<T: ?Sized>(ahead: &T) {
        let _ = ahead;
    }
    /// Runs a loop over lanes, compiled for the processor that these lanes ask for.
    fn run(kernel: impl Kernel);
}

/// Lanes that read and write records.
pub(crate) trait Gather: Lanes {
    /// A number for each lane, as [`Places`] keep them.
    type Offsets: Copy + Debug + AsRef<[u32]> + AsMut<[u32]> + Send + Sync + 'static;

    /// The same number for each.
    fn offsets(offset: u32) -> Self::Offsets;
    /// The four scalars of the record in each lane's place.
    fn gather<R: Record>(places: &Places<Self>, records: &[R]) -> [Self; 4];
    /// Writes the records of the lanes with moving bodies.
    fn scatter<R: Record>(values: [Self; 4], places: &Places<Self>, records: &mut [R]);
    /// Whether a run takes fewer instructions than the same places one by one.
    const HAS_RUNS: bool = false;
    /// The same as [`gather`](Self::gather) from the places of a run.
    #[inline]
    fn gather_run<R: Record, const STRIDE: usize>(run: Run<Self, STRIDE>, records: &[R]) -> [Self; 4] {
        Self::gather(&run.places(), records)
    }
    /// The same as [`scatter`](Self::scatter) to the places of a run.
    #[inline]
    fn scatter_run<R: Record, const STRIDE: usize>(values: [Self; 4], run: Run<Self, STRIDE>, records: &mut [R]) {
        Self::scatter(values, &run.places(), records);
    }
    /// The four scalars of as many records as there are lanes, each in [its lane](Self::lane_of).
    fn load<R: Record>(records: &[R]) -> [Self; 4];
    /// Writes them back.
    fn store<R: Record>(values: [Self; 4], records: &mut [R]);
    /// The lane of the `nth` of records that are loaded: where it comes by the fewest instructions.
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `run`
    fn lane_of(nth: usize) -> usize {
        nth
    }
    /// Which record is loaded into a lane.
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `run`
    fn nth_of(lane: usize) -> usize {
        lane
    }
    /// The value that `value` has for each record, in the lane of that.
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `run`
    fn from_records(value: impl Fn(usize) -> Scalar) -> Self {
        // All of them before any finds its lane: that is a shuffle, and not a store for each.
        let mut values = [0.0; WIDEST];
        for (nth, own) in values[..Self::COUNT].iter_mut().enumerate() {
            *own = value(nth);
        }
        Self::from_fn(|lane| values[Self::nth_of(lane)])
    }
}

/// A loop over lanes. To be inlined with all that it calls: see [`Lanes::run`].
pub(crate) trait Kernel {
    /// Runs it.
    fn run(self);
}

/// A loop over records that can be run at any width.
pub(crate) trait Pass {
    /// Runs it over lanes of one width. To be inlined with all that it calls: see [`Lanes::run`].
    fn run<L: Gather>(self);
}

/// A pass at one width.
struct At<P, L>(P, PhantomData<L>);

impl<P: Pass, L: Gather> Kernel for At<P, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        self.0.run::<L>();
    }
}

/// What one body has in four scalars side by side.
pub(crate) trait Record: Copy {
    /// The scalars, in their order.
    fn scalars(&self) -> &[Scalar; 4];
    /// The same, to be changed.
    fn scalars_mut(&mut self) -> &mut [Scalar; 4];
}

/// How many joints are solved at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// As many as 512 bits hold: 16, or 8 with the feature `f64`.
    #[cfg(target_arch = "x86_64")]
    Simd512,
    /// As many as 256 bits hold: 8, or 4 with the feature `f64`.
    #[cfg(target_arch = "x86_64")]
    Simd256,
    /// As many as 128 bits hold: 4, or 2.
    Simd128,
    /// One after another.
    One,
}

impl Default for Width {
    fn default() -> Self {
        Self::at_most(WIDEST)
    }
}

impl Width {
    /// The width at which so many bodies are moved, places without one included: the widest, unless eight at once are all.
    pub(crate) const fn of_bodies(self, bodies: usize) -> Self {
        match (self, bodies < WIDEST) {
            #[cfg(target_arch = "x86_64")]
            (Self::Simd512, true) => Self::Simd256,
            _ => self,
        }
    }

    /// So many bodies, and as many places without one as it takes to move [all of them](Self::of_bodies) in lanes.
    pub(crate) const fn places(bodies: usize) -> usize {
        bodies.next_multiple_of(if bodies > WIDEST / 2 { WIDEST } else { WIDEST / 2 })
    }

    /// Runs a pass over so many lanes.
    pub(crate) fn run(self, pass: impl Pass) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Simd512 => Simd512::run(At::<_, Simd512>(pass, PhantomData)),
            #[cfg(target_arch = "x86_64")]
            Self::Simd256 => Simd256::run(At::<_, Simd256>(pass, PhantomData)),
            // Bodies move in lanes where joints are solved one by one.
            Self::Simd128 | Self::One => Simd128::run(At::<_, Simd128>(pass, PhantomData)),
        }
    }

    /// The greatest width that this processor has, of at most so many lanes.
    pub(crate) fn at_most(lanes: usize) -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if lanes >= Simd512::COUNT && simd256::is_wide_detected() {
                return Self::Simd512;
            }
            if lanes >= Simd256::COUNT && simd256::is_detected() {
                return Self::Simd256;
            }
        }
        if lanes >= Simd128::COUNT { Self::Simd128 } else { Self::One }
    }
}
