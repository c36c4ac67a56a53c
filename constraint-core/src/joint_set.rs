//! Joints without a world: between bodies that an engine or a loop of one's own moves.

mod batches;
#[cfg(feature = "direct")]
mod direct;
mod fused;
mod joint_mut;
mod joints;
mod phases;
mod picking;
mod readings;
mod stepping;

use core::fmt;

use crate::check;
use crate::error::{Error, Missing};
use crate::event::Event;
use crate::id;
use crate::math::Scalar;
use crate::solver::dirty::{Change, Dirty};
use crate::solver::partition::boundaries::{MIN_JOINTS, PartitionGroups};
use crate::solver::{JointStore, SolverBodies, batch};
use crate::step_history::StepHistory;
use crate::threads::Threads;

pub(crate) use fused::Plan;
pub use joint_mut::JointMut;
pub(crate) use joints::check_parameters;
pub(crate) use picking::{Near, distance};
pub use stepping::MovingBodySet;

pub use crate::body_set::{BodySet, Displacement, SolverBody};

/// Joints of any types, and the solver that makes bodies obey them. The bodies belong to the driver of the set.
///
/// [`World`](crate::World) is such a set with bodies of its own. Use a set where bodies live elsewhere: in a physics engine, or in a
/// loop of your own. The driver names each body by an index, and implements [`BodySet`] for all of them.
///
/// A clone goes on as the original does, between bodies that are alike, and ids of the one are ids of the other.
///
/// # One step, phase by phase
///
/// ```text
/// set.begin_step(&bodies, dt, substeps)?;
/// for each substep {
///     // Change velocities by gravity and forces.
///     set.warm_start(&mut bodies)?;
///     set.solve(&mut bodies)?;
///     // Move the bodies by their velocities.
///     set.relax(&mut bodies)?;
/// }
/// for event in set.end_step()? {
///     // A joint has broken.
/// }
/// ```
///
/// Contacts and other constraints may be solved before or after each phase: the set reads velocities at its beginning, and writes them
/// at its end. An engine that does not let joints into its substeps can be stepped once for each of them, with one substep a step.
///
/// A phase that fails changes no velocity. The step is over then: begin the next one.
///
/// # One step at once
///
/// [`step`](Self::step) moves the bodies itself. That is faster, since islands stay in the processor's cache for a whole step.
///
/// ```
/// use constraint_core::joints::PivotJoint;
/// use constraint_core::joint_set::{JointSet, BodySet, SolverBody};
/// use constraint_core::{MassProperties, Vec2, Velocity};
///
/// /// A ground and a bob of 1 kg.
/// struct Bodies([SolverBody; 2]);
///
/// impl BodySet for Bodies {
///     fn count(&self) -> usize {
///         self.0.len()
///     }
///     fn body(&self, index: u32) -> SolverBody {
///         self.0[index as usize]
///     }
///     fn set_velocity(&mut self, index: u32, velocity: Velocity<constraint_core::Scalar>) {
///         self.0[index as usize].velocity = velocity;
///     }
/// }
///
/// let mass = MassProperties { inverse_mass: 1.0, inverse_inertia: 10.0 };
/// let bob = SolverBody { mass, centre: [1.0, 0.0], ..SolverBody::default() };
/// let mut bodies = Bodies([SolverBody::default(), bob]);
/// let mut set = JointSet::new();
/// let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::new(-1.0, 0.0) };
/// let pivot = set.add_joint(&bodies, [0, 1], pivot)?;
///
/// let (dt, substeps) = (1.0 / 60.0, 4);
/// for _ in 0..60 {
///     set.begin_step(&bodies, dt, substeps)?;
///     for _ in 0..substeps {
///         let h = dt / 4.0;
///         bodies.0[1].velocity.y -= 9.81 * h;
///         set.warm_start(&mut bodies)?;
///         set.solve(&mut bodies)?;
///         let SolverBody { centre, angle, velocity, .. } = &mut bodies.0[1];
///         *angle += f64::from(h * velocity.angular);
///         *centre = [centre[0] + f64::from(h * velocity.x), centre[1] + f64::from(h * velocity.y)];
///         set.relax(&mut bodies)?;
///     }
///     set.end_step()?;
/// }
/// assert!(set.position_error(&bodies, pivot)?.iter().all(|error| error.abs() < 1e-3));
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[derive(Clone)]
pub struct JointSet {
    /// Tells the ids of its joints from those of other sets.
    pub(crate) number: u64,
    /// One for each type of joint, in the order of their first use.
    pub(crate) stores: Vec<JointStore>,
    /// The bodies as steps see them.
    motion: SolverBodies,
    pub(crate) dirty: Dirty,
    partition: Partition,
    batching: Batching,
    /// How long the last substeps were.
    pub(crate) history: StepHistory,
    /// In `f64`: a scalar would stop to grow after some hours.
    pub(crate) time: f64,
    pub(crate) push_out_speed: Scalar,
    threads: Threads,
    phases: phases::Phases,
    #[cfg(feature = "direct")]
    direct: crate::solver::direct::islands::DirectIslands,
    /// Of the last step that was not a world's.
    events: Vec<Event>,
}

/// How the bodies are cut into partitions, which a step takes one after another.
#[derive(Clone)]
struct Partition {
    groups: PartitionGroups,
    /// Number of joints that are enough for a partition.
    enough: usize,
    /// Number of joints when the bodies were last cut.
    joints: usize,
}

/// Which islands are put side by side.
#[derive(Clone)]
struct Batching {
    /// Number of joints that are enough for a batch of identical islands.
    enough: usize,
    /// Whether similar islands stand side by side however unlike they are.
    any_similar: bool,
}

impl Default for JointSet {
    fn default() -> Self {
        Self {
            number: id::next_world(),
            stores: Vec::new(),
            motion: SolverBodies::default(),
            dirty: Dirty::default(),
            partition: Partition { groups: PartitionGroups::default(), enough: MIN_JOINTS, joints: 0 },
            batching: Batching { enough: batch::MIN_JOINTS, any_similar: false },
            history: StepHistory::default(),
            time: 0.0,
            push_out_speed: 3.0,
            threads: Threads::default(),
            phases: phases::Phases::default(),
            #[cfg(feature = "direct")]
            direct: crate::solver::direct::islands::DirectIslands::default(),
            events: Vec::new(),
        }
    }
}

impl fmt::Debug for JointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JointSet")
            .field("number", &self.number)
            .field("joints", &self.len())
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

impl JointSet {
    /// A set without joints, at the time zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of joints, disabled ones included.
    pub fn len(&self) -> usize {
        self.stores.iter().map(JointStore::len).sum()
    }

    /// Whether there are no joints.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How long the set has been stepped, s: the time that the closure of a joint sees.
    pub const fn time(&self) -> f64 {
        self.time
    }

    /// How fast joints that are apart come together, m/s, or rad/s for an angle: see [`set_push_out_speed`](Self::set_push_out_speed).
    pub const fn push_out_speed(&self) -> Scalar {
        self.push_out_speed
    }

    /// As [`World::set_push_out_speed`](crate::World::set_push_out_speed). Bodies that their owner moves between two steps have no part in
    /// it: nobody tells the set of them.
    ///
    /// # Errors
    /// [`Error::NotPositive`].
    pub fn set_push_out_speed(&mut self, speed: Scalar) -> Result<(), Error> {
        check::positive("push-out speed of joints", speed)?;
        self.push_out_speed = speed;
        Ok(())
    }

    /// As [`World::set_threads`](crate::World::set_threads). [`step`](Self::step) uses them; a step phase by phase runs on one thread.
    #[cfg(feature = "parallel")]
    pub fn set_threads(&mut self, threads: usize) {
        self.threads.set(threads);
    }

    /// As [`World::set_joints_of_a_thread`](crate::World::set_joints_of_a_thread).
    #[cfg(feature = "parallel")]
    #[doc(hidden)]
    pub const fn set_joints_of_a_thread(&mut self, joints: usize) {
        self.threads.set_enough(joints);
    }

    /// How many threads a step may use.
    #[cfg(feature = "parallel")]
    pub const fn threads(&self) -> usize {
        self.threads.count()
    }

    /// The joints of the body in this place may be apart: its owner has moved it.
    pub(crate) fn suspect(&mut self, body: u32) {
        self.stores.iter_mut().for_each(|store| store.suspect(body));
    }

    /// Something has changed that the next step has to bring up to date.
    pub(crate) fn mark(&mut self, change: Change) {
        self.dirty.mark(change);
    }

    /// Why an id of the set of this number names nothing here.
    pub(crate) const fn missing(&self, number: u64) -> Missing {
        if number == self.number { Missing::Removed } else { Missing::OtherWorld }
    }
}
