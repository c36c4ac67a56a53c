//! The passes that can be turned off, to measure what each of them saves.
//!
//! `optimize/mod.rs` has the table of what they do. Users never turn one off: that is for `benches/passes` and for tests.

use std::cell::Cell;

macro_rules! passes {
    ($($pass:ident)*) => {
        /// A pass of the compiler.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)] // see the table
        pub enum Pass {
            $($pass),*
        }

        /// All passes, in the order in which they run.
        pub const ALL: &[Pass] = &[$(Pass::$pass),*];
    };
}

passes! {
    FrameInvariance TermByTerm MergeForms FrameNorm Chain Lean Pair Lever Levers LoneSpring LargeAngles
    ConstantsEarly StrengthReduction Unguarded Hoist ScaleEarly CommonSums Reciprocals
    CommonFactors Quotients CommonTerms Factoring Columns Rates Bounds LimitSides Rotations Neighbours Signs
    SignsAlike SignsLanes SignsDifferences ReadyFirst SimilarSums Update
}

thread_local! {
    static OFF: Cell<Option<Pass>> = const { Cell::new(None) };
}

/// Does some work with a pass turned off in this thread.
pub fn without<T>(pass: Option<Pass>, work: impl FnOnce() -> T) -> T {
    let before = OFF.replace(pass);
    let done = work();
    OFF.set(before);
    done
}

/// Runs a pass, unless it is turned off.
pub(crate) fn run(pass: Pass, work: impl FnOnce()) {
    if is_on(pass) {
        work();
    }
}

/// Whether a pass runs.
pub(crate) fn is_on(pass: Pass) -> bool {
    OFF.get() != Some(pass)
}
