//! Counts how much work the passes do, in visits. Tests measure complexity by it, without a clock.

use std::cell::Cell;

thread_local! {
    static VISITS: Cell<usize> = const { Cell::new(0) };
}

/// Counts a look at what a slot holds, or at one expression or term beside others.
pub(crate) fn visit() {
    VISITS.set(VISITS.get() + 1);
}

/// The number of visits since the last call.
pub(crate) fn take() -> usize {
    VISITS.take()
}
