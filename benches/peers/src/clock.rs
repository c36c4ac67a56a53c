//! Time that the measuring thread has had the processor.

use std::time::Duration;

/// Processor time of this thread: not that of others who interrupt it.
#[cfg(target_os = "linux")]
pub fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Time since the first call.
#[cfg(not(target_os = "linux"))]
pub fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Time since `start`.
pub fn since(start: Duration) -> Duration {
    now().saturating_sub(start)
}

/// Keeps this thread on the processor that it is on, so that its caches stay its own.
#[cfg(target_os = "linux")]
pub fn pin() {
    use rustix::thread::{CpuSet, sched_getcpu, sched_setaffinity};
    let mut set = CpuSet::new();
    set.set(sched_getcpu());
    // Without it the figures scatter more, and are still right.
    sched_setaffinity(None, &set).ok();
}

/// Keeps this thread on its processor, where the system has a way to ask for it.
#[cfg(not(target_os = "linux"))]
pub const fn pin() {}
