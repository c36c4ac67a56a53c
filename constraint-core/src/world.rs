//! The world: bodies, joints, time.

// Rustdoc lists the methods of `World` in the order of these modules: as users need them. `rustfmt` would sort modules without an
// empty line between them.
mod time;

mod bodies;

mod joints;

mod readings;

mod picking;

mod tools;

mod sleep;

mod stepping;

mod guarding;

mod applied;
mod bodies_of;

use core::fmt;

use crate::body::{Body, Touched};
use crate::energy_guard::EnergyGuard;
use crate::event::Event;
use crate::id::AnyJointId;
use crate::joint_set::JointSet;
use crate::math::{Scalar, Vec2};
use crate::slots::Slots;
use crate::stepping::Stepping;

pub use bodies_of::BodiesOf;
pub use sleep::Sleep;

/// Bodies, the joints between them, and what moves them.
///
/// | to | call |
/// |---|---|
/// | begin | [`new`](Self::new), [`set_gravity`](Self::set_gravity) |
/// | have bodies | [`add_body`](Self::add_body), [`body`](Self::body), [`body_mut`](Self::body_mut), [`bodies`](Self::bodies), [`remove_body`](Self::remove_body) |
/// | join them | [`add_joint`](Self::add_joint), [`joint`](Self::joint), [`joint_mut`](Self::joint_mut), [`set_joint_options`](Self::set_joint_options), [`remove_joint`](Self::remove_joint) |
/// | move on | [`step`](Self::step), [`events`](Self::events), [`time`](Self::time) |
/// | push | [`BodyMut::apply_impulse`](crate::BodyMut::apply_impulse), [`BodyMut::apply_force_at`](crate::BodyMut::apply_force_at) |
/// | read | [`reaction`](Self::reaction), [`impulse`](Self::impulse), [`position_error`](Self::position_error), [`energy`](Self::energy) |
/// | pick and draw | [`body_at`](Self::body_at), [`draw`](Self::draw), [`draw_joint`](Self::draw_joint) |
/// | go back | [`clone`](Self#impl-Clone-for-World) |
#[cfg_attr(feature = "serde", doc = "| save | [`Registry`](crate::saved::Registry) |")]
#[cfg_attr(not(feature = "serde"), doc = "| save | the feature `serde`: `saved::Registry` |")]
/// | be more exact | [`set_substeps`](Self::set_substeps), [`set_stepping`](Self::set_stepping) |
/// | let things rest | [`set_sleep`](Self::set_sleep), [`wake`](Self::wake) |
/// | stay stable | [`set_energy_guard`](Self::set_energy_guard), [`set_max_angular_speed`](Self::set_max_angular_speed), [`set_push_out_speed`](Self::set_push_out_speed) |
///
/// A world is deterministic: the same calls in the same order give the same bits on the same machine. It holds no NaN and
/// no infinity: it refuses them, refuses a step that would end in one, and its readings are finite.
///
/// A world is `Send` and `Sync`: step independent worlds on threads of their own, or one world on several with the feature
/// `parallel`, which adds `World::set_threads`.
///
/// A clone goes on as the original does, bit for bit, and ids of the one are ids of the other, until bodies or joints are added to
/// either: keep clones of the last frames for a [rollback](crate::guide::recipes::tasks#roll-back).
///
/// ```
/// use constraint_core::{Body, Vec2, World};
///
/// let mut world = World::new();
/// let ball = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::new(0.0, 10.0)))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// // One second of free fall: ½·9.81 m.
/// assert!((world.body(ball)?.position().y - 5.1).abs() < 0.05);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[derive(Clone)]
pub struct World {
    pub(crate) gravity: Vec2,
    pub(crate) substeps: u32,
    pub(crate) stepping: Stepping,
    pub(crate) max_angular_speed: Option<Scalar>,
    pub(crate) bodies: Slots<Body>,
    pub(crate) joints: JointSet,
    /// What islands may gain.
    pub(crate) guard: EnergyGuard,
    /// Bodies that their owner has changed, or what holds them.
    pub(crate) touched: Touched,
    /// How many bodies sleep.
    sleepers: usize,
    pub(crate) sleep: Option<Sleep>,
    /// Of the last step.
    events: Vec<Event>,
}

/// A body that was removed, and the joints that went with it.
#[derive(Clone, Debug, PartialEq)]
pub struct RemovedBody {
    /// The body.
    pub body: Body,
    /// The joints that held it, which are removed as well: type after type, as [`World::joints`] gives them.
    pub joints: Vec<AnyJointId>,
}

impl Default for World {
    fn default() -> Self {
        Self {
            gravity: Vec2::new(0.0, -9.81),
            substeps: 4,
            stepping: Stepping::Substeps,
            max_angular_speed: None,
            bodies: Slots::new(),
            joints: JointSet::new(),
            guard: EnergyGuard::default(),
            touched: Touched::default(),
            sleepers: 0,
            sleep: None,
            events: Vec::new(),
        }
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("number", &self.joints.number)
            .field("gravity", &self.gravity)
            .field("substeps", &self.substeps)
            .field("bodies", &self.bodies.len())
            .field("joints", &self.joints.len())
            .finish_non_exhaustive()
    }
}
