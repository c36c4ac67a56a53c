//! The scenes, and how large each is.

mod grid;
mod hub;
mod islands;
mod ragdoll;
mod rope;
mod tangle;
mod zoo;

pub use self::grid::grid;
pub use self::hub::{hub, light_hubs};
pub use self::islands::islands;
pub use self::ragdoll::{Neck, ragdolls};
pub use self::rope::{heavy_rope, ropes};
pub use self::tangle::{Held, Tangle};
pub use self::zoo::zoo;

use crate::scene::Scene;

/// A scene to race in, made when its turn comes.
pub struct Plan {
    /// What makes it.
    pub scene: fn() -> Scene,
    /// Whether a short run has it.
    pub quick: bool,
}

/// The races, in the order of the report.
pub const PLANS: [Plan; 15] = [
    Plan { scene: || grid(23), quick: true },
    Plan { scene: || grid(71), quick: true },
    Plan { scene: || grid(100), quick: true },
    Plan { scene: || grid(224), quick: false },
    Plan { scene: || ropes(1), quick: true },
    Plan { scene: || ropes(10), quick: true },
    Plan { scene: heavy_rope, quick: true },
    Plan { scene: || ragdolls(2_000, Neck::Pivots), quick: true },
    Plan { scene: || ragdolls(11_111, Neck::Pivots), quick: false },
    Plan { scene: || ragdolls(2_000, Neck::Hinges), quick: true },
    Plan { scene: || islands(2_000), quick: true },
    Plan { scene: || islands(11_111), quick: false },
    Plan { scene: || hub(10_000), quick: true },
    Plan { scene: || hub(1_000), quick: false },
    Plan { scene: || light_hubs(100), quick: true },
];
