//! Contenders side by side in one process.

use crate::clock;
use crate::engine::{Engine, State};
use crate::engines::Contender;
use crate::float_mode::FloatMode;
use crate::measures;
use crate::scene::Scene;
use crate::statistics::median;

/// How long a race is.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    /// How often each contender has its turn.
    pub turns: usize,
    /// Steps of a turn. Several, so that a contender's data are in the caches when most of its time is taken.
    pub steps: usize,
}

/// What a contender did.
pub struct Course {
    /// Who.
    pub contender: Contender,
    /// Time of a step, ms: the mean of each turn.
    pub times: Vec<f64>,
    /// RMS distance between anchors after each turn, m.
    pub errors: Vec<f64>,
    /// Energy after each turn, less that of the beginning, J.
    pub energies: Vec<f64>,
}

impl Course {
    /// Median time of a step, ms.
    pub fn time(&self) -> f64 {
        median(&self.times)
    }

    /// How many times the other's time this one takes: the median over the turns, each against the other's turn beside it.
    pub fn ratio(&self, other: &Self) -> f64 {
        let ratios: Vec<_> = self.times.iter().zip(&other.times).map(|(own, other)| own / other).collect();
        median(&ratios)
    }

    /// RMS distance between anchors over joints and turns, m.
    pub fn error(&self) -> f64 {
        let squares: f64 = self.errors.iter().map(|error| error * error).sum();
        (squares / self.errors.len() as f64).sqrt()
    }

    /// Energy at the end, less that of the beginning, J.
    pub fn drift(&self) -> f64 {
        self.energies.last().copied().unwrap_or(0.0)
    }
}

struct Runner {
    engine: Box<dyn Engine>,
    start: f64,
    course: Course,
}

/// Lets those contenders that have the scene's joints run it, in turns: A B C … C B A, and so on.
pub fn race(scene: &Scene, contenders: &[Contender], length: Length, mode: FloatMode) -> Vec<Course> {
    let mut states = Vec::new();
    let entered = contenders.iter().filter_map(|&contender| {
        let engine = contender.build(scene).ok()??;
        engine.states(&mut states);
        let course = Course { contender, times: Vec::new(), errors: Vec::new(), energies: Vec::new() };
        Some(Runner { engine, start: measures::energy(scene, &states), course })
    });
    let mut runners: Vec<_> = entered.collect();
    for turn in 0..length.turns {
        let order: &mut dyn Iterator<Item = &mut Runner> =
            if turn % 2 == 0 { &mut runners.iter_mut() } else { &mut runners.iter_mut().rev() };
        for runner in order {
            runner.take_turn(scene, length.steps, mode, &mut states);
        }
    }
    runners.into_iter().map(|runner| runner.course).collect()
}

impl Runner {
    fn take_turn(&mut self, scene: &Scene, steps: usize, mode: FloatMode, states: &mut Vec<State>) {
        let start = clock::now();
        for _ in 0..steps {
            let mut did = false;
            mode.run(|| did = self.engine.step());
            assert!(did, "{} refuses a step of {}", self.course.contender.name(), scene.name);
        }
        let time = clock::since(start);
        self.engine.states(states);
        let course = &mut self.course;
        course.times.push(time.as_secs_f64() * 1e3 / steps as f64);
        course.errors.push(measures::mean_square_error(scene, states).sqrt());
        course.energies.push(measures::energy(scene, states) - self.start);
    }
}
