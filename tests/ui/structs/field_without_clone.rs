// A world is cloned with its joints: the joint needs no `derive`, but each of its fields has to be `Clone`.
use constraint_core::{Scalar, constraint};

struct Log {
    lines: Vec<String>,
}

#[constraint(|a, b| b.angle - self.ratio * a.angle)]
struct Gear {
    ratio: Scalar,
    log: Log,
}

fn main() {
    let gear = Gear { ratio: 2.0, log: Log { lines: Vec::new() } };
    let _ = (gear.ratio, gear.log.lines);
}
