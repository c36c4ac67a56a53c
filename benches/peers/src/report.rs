//! What is printed and written.

mod files;
mod pictures;
mod tables;

pub use self::files::write;
pub use self::pictures::draw;
pub use self::tables::{curve_table, heading, memory_table, mode_table, race_row, race_table, tangle_table, zoo_table};

use crate::engines::Contender;
use crate::race::Course;
use crate::scene::Scene;

/// A scene that was raced in.
pub struct Race {
    /// As the scene is called.
    pub name: String,
    /// Its joints.
    pub joints: usize,
    /// The energy against which drift is counted, J.
    pub energy_scale: f64,
    /// This crate's first.
    pub courses: Vec<Course>,
}

impl Race {
    /// What is kept of a scene.
    pub fn new(scene: &Scene, courses: Vec<Course>) -> Self {
        Self { name: scene.name.clone(), joints: scene.joints.len(), energy_scale: scene.energy_scale, courses }
    }

    /// What this contender did; none if it did not take part.
    pub fn course(&self, contender: Contender) -> Option<&Course> {
        self.courses.iter().find(|course| course.contender == contender)
    }
}
