//! The scenes: one file each.

mod bead;
mod bridge;
mod car;
mod clockwork;
mod crane;
mod grid;
mod mechanisms;
mod ragdolls;
mod walker;

use crate::prelude::Result;
use crate::stage::Stage;

/// A scene to choose.
pub struct Scene {
    /// Its name in the list.
    pub title: &'static str,
    /// What to see, and what to try.
    pub about: &'static str,
    /// Builds its world.
    pub build: fn() -> Result<Stage>,
}

/// All scenes, in the order of the list.
pub const SCENES: [Scene; 9] = [
    Scene {
        title: "Mechanisms",
        about: "The mechanisms of the tour: pendulums, a cart on a rail, a four-bar linkage, a pulley, gears.",
        build: mechanisms::build,
    },
    Scene {
        title: "Bead on a wire",
        about: "A joint of the testbed itself: one closure in joints.rs. Drag the wires or the beads.",
        build: bead::build,
    },
    Scene {
        title: "Ragdolls",
        about: "Hinges with limits. The floor is a joint, too. Throw them with the mouse.",
        build: ragdolls::build,
    },
    Scene { title: "10,000 joints", about: "A net of pivots. Pull at it.", build: grid::build },
    Scene {
        title: "Bridge that breaks",
        about: "Pins break above 20 kN. Hold the down key to load the truck, or pull at the bridge.",
        build: bridge::build,
    },
    Scene {
        title: "Car",
        about: "Suspension, motors, a trailer. Tyres are joints with the road. Left and right keys drive.",
        build: car::build,
    },
    Scene {
        title: "Crane",
        about: "A pulley with a counterweight. Left and right move the trolley, up and down hoist.",
        build: crane::build,
    },
    Scene {
        title: "Clockwork",
        about: "A weight drives a train of gears, two hands, a piston and a fan. The up key winds it up.",
        build: clockwork::build,
    },
    Scene {
        title: "Walker",
        about: "Jansen's linkage: six legs, one motor. Left and right keys turn the motor.",
        build: walker::build,
    },
];
