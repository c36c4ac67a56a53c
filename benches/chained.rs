//! Time of joints that share their bodies and of joints that do not, generated and by hand: `cargo bench --bench chained`.
//!
//! In a chain each joint waits for the one before it: its time is the latency. Where no joint waits it is the throughput.
//! Bodies are found by index and joints lie behind fences, so that nobody can vectorise over joints. Generated code and hand-written run in turn, A B B A,
//! each round gives one ratio, and the medians of all are printed: other work on the machine disturbs both alike. Each loop stands
//! in several places of the program, since one of 2 ns takes a tenth longer in some of them, whoever wrote it.

use std::hint::black_box;
use std::sync::atomic::{Ordering, compiler_fence};
use std::time::Duration;

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::math::Scalar;
use constraint_core::{Array, Constraint, Element, MassProperties, Pass, Pose, Softness, Step, Velocity};

mod hand;

use hand::{ByHand, Dice};

type Float = Scalar;

/// So few that their data stay in the nearest cache.
const JOINTS: usize = 32;
/// A power of two, and enough for joints of four bodies each.
const BODIES: usize = 128;
/// In one measurement.
const PASSES: usize = 32;
/// For each place.
const ROUNDS: usize = 100;
/// Of each loop in the program.
const PLACES: usize = 4;

/// Joints between bodies.
struct Scene<J: ByHand> {
    setup: Vec<J::Setup<Float>>,
    known: Vec<J::Known>,
    prepared: Vec<J::Prepared<Float>>,
    kept: Vec<J::Kept>,
    bodies: Vec<J::Bodies<usize>>,
    impulses: Vec<J::Rows<Float>>,
    poses: [Pose<Float>; BODIES],
    velocities: [Velocity<Float>; BODIES],
    step: Step<Float>,
    pass: Pass<Float>,
}

fn scene<J: ByHand>(is_chain: bool) -> Scene<J> {
    let mut dice = Dice(1);
    let joints: Vec<J> = (0..JOINTS).map(|_| J::sample(&mut dice)).collect();
    let masses: Vec<J::Bodies<MassProperties<Float>>> = (0..JOINTS)
        .map(|_| {
            J::Bodies::from_fn(|_| MassProperties {
                inverse_mass: dice.between(0.1, 2.0),
                inverse_inertia: dice.between(0.1, 2.0),
            })
        })
        .collect();
    // From one joint of a chain to the next by all bodies but one; one that holds a single body holds the same.
    let stride = if is_chain { J::BODIES - 1 } else { J::BODIES };
    let mut scene = Scene {
        setup: joints.iter().zip(&masses).map(|(joint, masses)| joint.setup(masses)).collect(),
        known: joints.iter().zip(&masses).map(|(joint, masses)| joint.known(masses)).collect(),
        prepared: vec![J::Prepared::default(); JOINTS],
        kept: vec![J::Kept::default(); JOINTS],
        bodies: (0..JOINTS).map(|joint| J::Bodies::from_fn(|body| joint * stride + body)).collect(),
        impulses: (0..JOINTS).map(|_| J::Rows::from_fn(|_| dice.between(-0.5, 0.5))).collect(),
        poses: std::array::from_fn(|_| {
            Pose::new(dice.between(-2.0, 2.0), dice.between(-2.0, 2.0), dice.between(-4.0, 4.0))
        }),
        velocities: std::array::from_fn(|_| Velocity {
            x: dice.between(-3.0, 3.0),
            y: dice.between(-3.0, 3.0),
            angular: dice.between(-3.0, 3.0),
        }),
        step: Step { h: 1.0 / 240.0, inverse_h: 240.0, time: 0.0 },
        pass: Softness::new(60.0, 2.0).pass(1.0 / 240.0),
    };
    // Once a step.
    let upright = J::Bodies::from_fn(|_| 0.0);
    for (setup, prepared) in scene.setup.iter().zip(&mut scene.prepared) {
        <J as Constraint>::begin(setup, &upright, prepared);
    }
    for (known, kept) in scene.known.iter().zip(&mut scene.kept) {
        <J as ByHand>::begin(known, &upright, kept);
    }
    scene.prepare_generated::<0>();
    scene.prepare_by_hand::<0>();
    scene
}

#[inline]
fn gather<A: Array<T>, T: Element>(bodies: &[usize], from: &[T; BODIES]) -> A {
    A::from_fn(|place| from[bodies[place] % BODIES])
}

#[inline]
fn scatter<T: Copy>(bodies: &[usize], values: &[T], to: &mut [T; BODIES]) {
    for (&body, &value) in bodies.iter().zip(values) {
        to[body % BODIES] = value;
    }
}

type OnePass<J> = fn(&mut Scene<J>);

/// A pass, and the same in the other places.
type Copies<J> = [OnePass<J>; PLACES];

/// Instructions that do nothing but move what follows, `PLACE` times.
#[inline(always)]
#[allow(clippy::inline_always)] // a call would move nothing
fn make_room<const PLACE: usize>() {
    for turn in 0..PLACE {
        black_box(turn);
    }
}

/// A method of [`Scene`] in all its places.
macro_rules! copies {
    ($method:ident) => {
        [Scene::$method::<0>, Scene::$method::<1>, Scene::$method::<2>, Scene::$method::<3>]
    };
}

/// One pass over all joints.
impl<J: ByHand> Scene<J> {
    fn prepare_generated<const PLACE: usize>(&mut self) {
        make_room::<PLACE>();
        let step = self.step;
        for ((setup, prepared), bodies) in self.setup.iter().zip(&mut self.prepared).zip(&self.bodies) {
            let poses = gather(bodies.as_ref(), &self.poses);
            <J as Constraint>::prepare(setup, &poses, &step, prepared);
            compiler_fence(Ordering::SeqCst);
        }
    }

    fn prepare_by_hand<const PLACE: usize>(&mut self) {
        make_room::<PLACE>();
        let step = self.step;
        for ((known, kept), bodies) in self.known.iter().zip(&mut self.kept).zip(&self.bodies) {
            let poses = gather(bodies.as_ref(), &self.poses);
            <J as ByHand>::prepare(known, &poses, &step, kept);
            compiler_fence(Ordering::SeqCst);
        }
    }

    fn warm_start_generated<const PLACE: usize>(&mut self) {
        make_room::<PLACE>();
        let joints = self.setup.iter().zip(&self.prepared).zip(&self.impulses).zip(&self.bodies);
        for (((setup, prepared), impulses), bodies) in joints {
            let mut velocities: J::Bodies<Velocity<Float>> = gather(bodies.as_ref(), &self.velocities);
            <J as Constraint>::warm_start(setup, prepared, impulses, &mut velocities);
            scatter(bodies.as_ref(), velocities.as_ref(), &mut self.velocities);
            compiler_fence(Ordering::SeqCst);
        }
    }

    fn warm_start_by_hand<const PLACE: usize>(&mut self) {
        make_room::<PLACE>();
        let joints = self.known.iter().zip(&self.kept).zip(&self.impulses).zip(&self.bodies);
        for (((known, kept), impulses), bodies) in joints {
            let mut velocities: J::Bodies<Velocity<Float>> = gather(bodies.as_ref(), &self.velocities);
            <J as ByHand>::warm_start(known, kept, impulses, &mut velocities);
            scatter(bodies.as_ref(), velocities.as_ref(), &mut self.velocities);
            compiler_fence(Ordering::SeqCst);
        }
    }

    fn solve_generated<const PLACE: usize>(&mut self) {
        make_room::<PLACE>();
        let pass = self.pass;
        let joints = self.setup.iter().zip(&self.prepared).zip(&mut self.impulses).zip(&self.bodies);
        for (((setup, prepared), impulses), bodies) in joints {
            let mut velocities: J::Bodies<Velocity<Float>> = gather(bodies.as_ref(), &self.velocities);
            <J as Constraint>::solve(setup, prepared, &pass, impulses, &mut velocities);
            scatter(bodies.as_ref(), velocities.as_ref(), &mut self.velocities);
            compiler_fence(Ordering::SeqCst);
        }
    }

    fn solve_by_hand<const PLACE: usize>(&mut self) {
        make_room::<PLACE>();
        let pass = self.pass;
        let joints = self.known.iter().zip(&self.kept).zip(&mut self.impulses).zip(&self.bodies);
        for (((known, kept), impulses), bodies) in joints {
            let mut velocities: J::Bodies<Velocity<Float>> = gather(bodies.as_ref(), &self.velocities);
            <J as ByHand>::solve(known, kept, &pass, impulses, &mut velocities);
            scatter(bodies.as_ref(), velocities.as_ref(), &mut self.velocities);
            compiler_fence(Ordering::SeqCst);
        }
    }

    /// How long `pass` takes for one joint, ns, from the scene's own state, which it leaves as it was.
    fn time(&mut self, pass: OnePass<J>) -> f64 {
        let (velocities, impulses) = (self.velocities, self.impulses.clone());
        let start = now();
        for _ in 0..PASSES {
            pass(black_box(self));
        }
        let time = now().saturating_sub(start);
        (self.velocities, self.impulses) = (velocities, impulses);
        // Small numbers.
        #[allow(clippy::cast_precision_loss)]
        let calls = (PASSES * JOINTS) as f64;
        time.as_secs_f64() * 1e9 / calls
    }
}

/// Processor time of this thread: not that of others who interrupt it.
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

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// `generated | by hand | ratio`
fn compare<J: ByHand>(scene: &mut Scene<J>, generated: Copies<J>, by_hand: Copies<J>) -> String {
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for (generated, by_hand) in generated.into_iter().zip(by_hand).cycle().take(PLACES * ROUNDS) {
        let (a, b) = (scene.time(generated), scene.time(by_hand));
        let (c, d) = (scene.time(by_hand), scene.time(generated));
        ratios.push((a + d) / (b + c));
        ours.extend([a, d]);
        theirs.extend([b, c]);
    }
    format!("{:.1} | {:.1} | {:.2}", median(ours), median(theirs), median(ratios))
}

fn report<J: ByHand>(name: &str) {
    let (mut apart, mut chain) = (scene::<J>(false), scene::<J>(true));
    let passes: [(&str, Copies<J>, Copies<J>); 3] = [
        ("prepare", copies!(prepare_generated), copies!(prepare_by_hand)),
        ("warm start", copies!(warm_start_generated), copies!(warm_start_by_hand)),
        ("solve", copies!(solve_generated), copies!(solve_by_hand)),
    ];
    for (function, generated, by_hand) in passes {
        let (free, bound) = (compare(&mut apart, generated, by_hand), compare(&mut chain, generated, by_hand));
        println!("| {name} | {function} | {free} | {bound} |");
    }
}

fn main() {
    println!(
        "| joint | function | independent: generated, ns | by hand, ns | ratio | chained: generated, ns | by hand, ns | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    report::<AngleJoint>("angle");
    report::<DampedRotarySpring>("damped rotary spring");
    report::<DampedSpring>("damped spring");
    report::<DistanceJoint>("distance");
    report::<DriveJoint>("drive");
    report::<GroundPulleyJoint>("ground pulley");
    report::<LineJoint>("line");
    report::<LinearMotorJoint>("linear motor");
    report::<MotorJoint>("motor");
    report::<MouseJoint>("mouse");
    report::<PivotJoint>("pivot");
    report::<PrismaticJoint>("prismatic");
    report::<PulleyJoint>("pulley");
    report::<RailJoint>("rail");
    report::<RatchetJoint>("ratchet");
    report::<RevoluteJoint>("revolute");
    report::<SliderJoint>("slider");
    report::<SoftDistanceJoint>("soft distance");
    report::<SoftRailJoint>("soft rail");
    report::<StrutJoint>("strut");
    report::<WeldJoint>("weld");
    report::<WheelJoint>("wheel");
}
