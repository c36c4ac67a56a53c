//! A scene that runs: steps, pauses, dragging, readings.

use constraint_core::prelude::*;
use constraint_core::{Error, SequentialImpulses, Stepping};

use crate::drag::Drag;
use crate::pick;
use crate::readings::Readings;
use crate::scenes::{SCENES, Scene};
use crate::stage::{Stage, Steer};

/// Length of a step, s.
pub const DT: Scalar = 1.0 / 60.0;
/// A frame takes at most this many steps. A slow machine shows slow motion instead of stopping.
const MAX_STEPS: u32 = 4;

/// A scene that runs.
pub struct Session {
    /// Which one of [`SCENES`].
    pub number: usize,
    /// The scene's world.
    pub stage: Stage,
    /// Whether time stands still.
    pub is_paused: bool,
    /// What the plots show.
    pub readings: Readings,
    /// How many joints have broken.
    pub broken: usize,
    /// What the energy guard took out in the last second, J.
    pub removed_energy: Scalar,
    /// Why the world refused a step. It stays as it was before.
    pub problem: Option<Error>,
    drag: Option<Drag>,
    /// Time that no step has taken yet, s.
    owed: Scalar,
}

impl Session {
    /// Opens a scene.
    pub fn open(number: usize) -> Result<Self, Box<dyn std::error::Error>> {
        let number = number % SCENES.len();
        let mut session = Self {
            number,
            stage: (SCENES[number].build)()?,
            is_paused: false,
            readings: Readings::default(),
            broken: 0,
            removed_energy: 0.0,
            problem: None,
            drag: None,
            owed: 0.0,
        };
        session.measure(None);
        Ok(session)
    }

    /// What the scene is called.
    pub fn scene(&self) -> &'static Scene {
        &SCENES[self.number]
    }

    /// Lets a frame pass: as many steps as fit into its time. `clock` tells the time, s.
    pub fn frame(&mut self, seconds: Scalar, steer: Steer, clock: &dyn Fn() -> f64) {
        if self.is_paused || self.problem.is_some() {
            self.owed = 0.0;
            return;
        }
        #[allow(clippy::cast_precision_loss)] // a few
        let most = MAX_STEPS as Scalar * DT;
        // A frame of about a sixtieth of a second is one step, so that motion is even.
        let seconds = if (seconds - DT).abs() < 0.2 * DT { DT } else { seconds };
        self.owed = (self.owed + seconds).min(most);
        while self.owed >= 0.5 * DT {
            self.owed -= DT;
            self.step(steer, clock);
        }
    }

    /// Makes one step, also while time stands still. `clock` tells the time, s.
    pub fn step(&mut self, steer: Steer, clock: &dyn Fn() -> f64) {
        let begin = clock();
        let result = self.advance(steer);
        #[allow(clippy::cast_possible_truncation)] // milliseconds
        let milliseconds = (1e3 * (clock() - begin)) as f32;
        self.problem = result.err();
        self.measure(Some(milliseconds));
    }

    fn advance(&mut self, steer: Steer) -> Result<(), Error> {
        let Stage { world, control, joints, .. } = &mut self.stage;
        if let Some(control) = control {
            control(world, steer)?;
        }
        world.step(DT)?;
        self.removed_energy = 0.0;
        for event in world.events() {
            match event {
                Event::Broken { joint, removed: true, .. } => {
                    joints.retain(|entry| entry.id != joint);
                    self.broken += 1;
                }
                Event::EnergyRemoved { energy, .. } => self.removed_energy += energy,
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes the readings.
    fn measure(&mut self, step_time: Option<f32>) {
        self.readings.joint_error.push(self.stage.joint_error());
        self.readings.energy.push(self.stage.world.energy());
        if let Some(time) = step_time {
            self.readings.step_time.push(time);
        }
    }
}

/// Settings.
impl Session {
    /// Doubles the substeps, or halves them.
    pub fn change_substeps(&mut self, more: bool) {
        let now = self.stage.world.substeps();
        let next = if more { now * 2 } else { now / 2 };
        self.problem = self.stage.world.set_substeps(next.clamp(1, 64)).err().or(self.problem.take());
    }

    /// Goes on to the other stepping.
    pub fn change_stepping(&mut self) {
        let next = match self.stage.world.stepping() {
            Stepping::Substeps => Stepping::SequentialImpulses(SequentialImpulses::default()),
            _ => Stepping::Substeps,
        };
        self.problem = self.stage.world.set_stepping(next).err().or(self.problem.take());
    }

    /// The name of the stepping and its figures.
    pub fn stepping(&self) -> String {
        match self.stage.world.stepping() {
            Stepping::SequentialImpulses(options) => {
                format!("sequential impulses, {} iterations", options.velocity_iterations)
            }
            _ => match self.stage.world.substeps() {
                1 => "1 substep".to_owned(),
                substeps => format!("{substeps} substeps"),
            },
        }
    }
}

/// Dragging.
impl Session {
    /// Takes hold of the body at a point of the world, within `reach`, m. Says whether there is one.
    pub fn grab(&mut self, point: Vec2, reach: Scalar) -> bool {
        self.release();
        if let Some(body) = pick::body_at(&self.stage, point, reach) {
            self.drag = Drag::grab(&mut self.stage, body, point).ok();
        }
        self.drag.is_some()
    }

    /// Draws the body that is held to a point of the world.
    pub fn drag_to(&mut self, point: Vec2) {
        if let Some(drag) = self.drag {
            // A mouse joint has no limit that a step could break, so it is there.
            self.problem = drag.to(&mut self.stage.world, point).err().or(self.problem.take());
        }
    }

    /// Lets go of the body that is held.
    pub fn release(&mut self) {
        if let Some(drag) = self.drag.take() {
            self.problem = drag.release(&mut self.stage.world).err().or(self.problem.take());
        }
    }

    /// The point that is held and where it is drawn to, both in the world.
    pub fn drag_line(&self) -> Option<[Vec2; 2]> {
        self.drag.and_then(|drag| drag.line(&self.stage.world).ok())
    }
}
