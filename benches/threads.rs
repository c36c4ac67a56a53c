//! A step on two threads beside one: `cargo bench --bench threads --features parallel`.
//!
//! Both worlds take turns of some 30 ms. The speedup is the median of the ratios of each turn.

use std::time::Instant;

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, Scalar, Vec2, World};

const DT: Scalar = 1.0 / 60.0;

/// Number of turns of each world.
const TURNS: usize = 60;

/// Chains of these numbers of links in turn, each from a post of its own, with some 100,000 joints in all.
fn chains(links: &[u8]) -> World {
    let mut world = World::new();
    let mut joints = 0;
    for (number, &links) in links.iter().cycle().enumerate() {
        let at = Vec2::new(20.0 * Scalar::from(u8::try_from(number % 100).unwrap_or_default()), 0.0);
        let mut above = world.add_body(Body::fixed().at(at)).unwrap();
        for link in 0..links {
            let own = world.add_body(Body::dynamic(1.0, 0.1).at(at + Vec2::X * (Scalar::from(link) + 0.5))).unwrap();
            let local_anchor_a = if link == 0 { Vec2::ZERO } else { Vec2::X * 0.5 };
            world.add_joint([above, own], PivotJoint { local_anchor_a, local_anchor_b: Vec2::X * -0.5 }).unwrap();
            above = own;
        }
        joints += usize::from(links);
        if joints >= 100_000 {
            return world;
        }
    }
    world
}

/// Milliseconds of a step, over so many steps.
fn time(world: &mut World, steps: u16) -> f64 {
    let start = Instant::now();
    (0..steps).for_each(|_| world.step(DT).unwrap());
    start.elapsed().as_secs_f64() * 1e3 / f64::from(steps)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    println!("| scene | 1 thread, ms | 2 threads, ms | speedup |\n|---|---|---|---|");
    let scenes: [(&str, &[u8]); 3] =
        [("chains of 9", &[9]), ("chains of 6 to 12", &[6, 11, 8, 12, 7, 9, 10]), ("chains of 250", &[250])];
    for (name, links) in scenes {
        let mut one = chains(links);
        let mut two = one.clone();
        two.set_threads(2);
        time(&mut one, 20);
        time(&mut two, 20);
        let (mut alone, mut shared) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            alone.push(time(&mut one, 10));
            shared.push(time(&mut two, 10));
        }
        let mut ratios: Vec<f64> = alone.iter().zip(&shared).map(|(one, two)| one / two).collect();
        let (alone, shared) = (median(&mut alone), median(&mut shared));
        println!("| {name} | {alone:.3} | {shared:.3} | {:.2} |", median(&mut ratios));
    }
}
