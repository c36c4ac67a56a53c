//! Joints that come and go: lanes and one by one, the same to the bit. The example `load` is the same at full size.

#[path = "../examples/load/churn.rs"]
mod churn;

#[test]
fn joints_come_and_go() {
    let mut churn = churn::Churn::new(1_000).unwrap();
    for step in 0..300 {
        churn.step(step).unwrap();
    }
    // Nothing of it was left out.
    let churn::Count { added, removed, broken, fell_asleep, woke } = churn.count;
    assert!(added > 2_000 && removed > 1_000 && broken > 20 && fell_asleep > 20 && woke > 20, "{:?}", churn.count);
}
