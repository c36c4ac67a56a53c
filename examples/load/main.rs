//! 100,000 joints, of which a hundredth changes at each of 1,000 steps, against a world without lanes; and what it costs that
//! a few of them change: `cargo run --release --example load`, or with other numbers `-- 20000 300`.

mod churn;
mod frames;

use churn::Churn;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

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
        if step + 1 == steps.div_ceil(5) {
            early = ALLOCATED.current_usage();
        }
    }
    let late = ALLOCATED.current_usage();
    println!(
        "{joints} joints, {steps} steps: {:?}; {early} bytes after a fifth of the steps, {late} at the end",
        churn.count
    );
    // What is removed is used again; the rest are lists that grow to a new maximum by doubling.
    assert!(late < early + early / 4, "memory grows");
    Ok(())
}
