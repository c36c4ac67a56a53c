//! Joints that come and go: lanes and one by one, the same to the bit. The example `load` is the same at full size.

#[path = "../examples/load/churn.rs"]
mod churn;

use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

#[test]
fn joints_come_and_go() {
    let mut churn = churn::Churn::new(1_000).unwrap();
    let mut bytes = [0; 300];
    for (step, bytes) in bytes.iter_mut().enumerate() {
        churn.step(step).unwrap();
        *bytes = ALLOCATED.current_usage();
    }
    // Nothing of it was left out.
    let churn::Count { added, removed, removed_with_their_body, broken, fell_asleep, woke, compared } = churn.count;
    assert!(added > 4_000 && removed > 2_000 && removed_with_their_body > 500, "{:?}", churn.count);
    assert!(broken > 300 && fell_asleep > 80 && woke > 50 && compared == 15, "{:?}", churn.count);
    // Several thousand joints later there are as many bytes, but for lists that have not yet been as long as they can be: they
    // grow by doubling, so that a new maximum, which few steps bring, can double one of them.
    let [early, late] = [&bytes[50..100], &bytes[250..]].map(|bytes| bytes.iter().max().copied().unwrap_or_default());
    assert!(late < early + early / 4, "{early} bytes became {late}");
}
