//! 100,000 joints, of which a hundredth changes at each of 1,000 steps, against a world without lanes; and what it costs that
//! a few of them change: `cargo run --release --example load`, or with other numbers `-- 20000 300`.

mod churn;
mod frames;

use churn::Churn;

/// What the process has in memory, pages; 0 where the system does not tell.
fn pages() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| arguments.next().map_or(Ok(default), |text| text.parse::<usize>());
    let (joints, steps) = (number(100_000)?, number(1_000)?);
    let [still, changing] = frames::frames(joints)?;
    println!("{joints} joints: {still:.3} ms a step, {changing:.3} ms with ten changes");
    let mut churn = Churn::new(joints)?;
    let mut early = 0;
    for step in 0..steps {
        churn.step(step)?;
        if step == steps / 5 {
            early = pages();
        }
    }
    let late = pages();
    println!("{:?}; memory {early} pages after a fifth, {late} at the end", churn.count);
    // What is removed is used again: the rest is the allocator's.
    assert!(late * 4 <= early * 5 + 1024, "memory grows");
    Ok(())
}
