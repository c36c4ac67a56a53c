//! What a step takes after many joints have changed, or have been replaced, beside a step of a world in which nothing changes.
//!
//! Three worlds of 10,000 pivots each take their steps in turns in one process. The printed times are medians.

use std::time::Duration;

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, BodyId, JointId, Scalar, Vec2, World};

const DT: Scalar = 1.0 / 60.0;
/// Discs to a side of the sheet.
const SIDE: usize = 71;
const ROUNDS: usize = 60;

struct Sheet {
    world: World,
    pairs: Vec<([BodyId; 2], PivotJoint)>,
    joints: Vec<JointId<PivotJoint>>,
}

impl Sheet {
    /// A sheet of discs pinned to their neighbours, hung by its upper corners.
    fn new() -> Self {
        let mut world = World::new();
        let mut ids = Vec::new();
        for place in 0..SIDE * SIDE {
            let (row, column) = (place / SIDE, place % SIDE);
            let is_held = row == 0 && column.is_multiple_of(SIDE - 1);
            let body = if is_held { Body::fixed() } else { Body::dynamic(1.0, 0.08) };
            #[allow(clippy::cast_precision_loss)] // below 71
            ids.push(world.add_body(body.at(Vec2::new(column as Scalar, -(row as Scalar)))).unwrap());
        }
        let mut pairs = Vec::new();
        for place in 0..SIDE * SIDE {
            let half = |along: Vec2| PivotJoint { local_anchor_a: along * 0.5, local_anchor_b: along * -0.5 };
            if place % SIDE + 1 < SIDE {
                pairs.push(([ids[place], ids[place + 1]], half(Vec2::X)));
            }
            if place + SIDE < SIDE * SIDE {
                pairs.push(([ids[place], ids[place + SIDE]], half(-Vec2::Y)));
            }
        }
        let joints = pairs.iter().map(|(bodies, joint)| world.add_joint(*bodies, *joint).unwrap()).collect();
        Self { world, pairs, joints }
    }

    /// Moves all anchors a little.
    fn change_all(&mut self, by: Scalar) {
        for &joint in &self.joints {
            self.world.joint_mut(joint).unwrap().local_anchor_a.x += by;
        }
    }

    /// Replaces every tenth joint, another one each time.
    fn replace_a_tenth(&mut self, first: usize) {
        for at in (first..self.joints.len()).step_by(10) {
            self.world.remove_joint(self.joints[at]).unwrap();
            let (bodies, joint) = self.pairs[at];
            self.joints[at] = self.world.add_joint(bodies, joint).unwrap();
        }
    }

    fn step(&mut self) -> Duration {
        let start = now();
        self.world.step(DT).unwrap();
        now().saturating_sub(start)
    }
}

/// Processor time of this thread, where the system tells it.
#[cfg(target_os = "linux")]
fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Time since the first call.
#[cfg(not(target_os = "linux"))]
fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn main() {
    let mut sheets = [(); 3].map(|()| Sheet::new());
    for sheet in &mut sheets {
        for _ in 0..60 {
            sheet.step();
        }
    }
    let mut times = [(); 5].map(|()| Vec::new());
    for round in 0..ROUNDS {
        let [steady, changed, replaced] = &mut sheets;
        times[0].push(steady.step());
        let start = now();
        changed.change_all(if round % 2 == 0 { 1e-5 } else { -1e-5 });
        times[3].push(now().saturating_sub(start));
        times[1].push(changed.step());
        let start = now();
        replaced.replace_a_tenth(round % 10);
        times[4].push(now().saturating_sub(start));
        times[2].push(replaced.step());
    }
    let [steady, changed, replaced, changing, replacing] =
        times.map(|mut times| median(&mut times).as_secs_f64() * 1e3);
    println!(
        "| {} pivots | ms | of a steady step | the change itself, ms |\n|---|---|---|---|",
        sheets[0].joints.len()
    );
    println!("| nothing changes | {steady:.3} | | |");
    println!("| `joint_mut` on all | {changed:.3} | {:.2} | {changing:.3} |", changed / steady);
    println!("| one in ten replaced | {replaced:.3} | {:.2} | {replacing:.3} |", replaced / steady);
}
