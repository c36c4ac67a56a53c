//! Which way a world is stepped.

use super::World;
use crate::error::Error;
use crate::stepping::Stepping;

/// Ways to step.
impl World {
    /// How a step moves the bodies.
    pub const fn stepping(&self) -> Stepping {
        self.stepping
    }

    /// Sets how a step moves the bodies.
    ///
    /// # Errors
    /// [`Error::NoIterations`]; [`Error::NotAShare`], [`Error::NotFinite`] or [`Error::Negative`] for an option.
    pub fn set_stepping(&mut self, stepping: Stepping) -> Result<(), Error> {
        stepping.validate()?;
        if stepping != self.stepping {
            self.joints.evict_all();
            self.stepping = stepping;
        }
        Ok(())
    }

    /// Steps on so many threads; on as many as the processor runs at once for zero. A new world has one.
    ///
    /// The bits of a step do not depend on it. The threads are started here, and wait between steps; clones of the world use the
    /// same ones. If none can be started, the world keeps to one. A step with few joints runs on one thread, since others would take
    /// longer to wake than it takes to step.
    ///
    /// ```
    /// # let mut world = constraint_core::World::new();
    /// world.set_threads(2);
    /// world.step(1.0 / 60.0)?;
    /// # Ok::<(), constraint_core::Error>(())
    /// ```
    #[cfg(feature = "parallel")]
    pub fn set_threads(&mut self, threads: usize) {
        self.joints.set_threads(threads);
    }

    /// How many threads a step may use.
    #[cfg(feature = "parallel")]
    pub const fn threads(&self) -> usize {
        self.joints.threads()
    }

    /// Uses a thread for each so many joints. For tests: no result depends on it.
    #[cfg(feature = "parallel")]
    #[doc(hidden)]
    pub const fn set_joints_of_a_thread(&mut self, joints: usize) {
        self.joints.set_joints_of_a_thread(joints);
    }

    /// Solves at most so many joints at once; the processor may have fewer lanes. For tests: no result depends on it.
    #[doc(hidden)]
    pub fn set_lanes(&mut self, most: usize) {
        self.joints.set_lanes(most);
    }

    /// Takes partitions of at least so many joints one after another. For tests: no result depends on it.
    #[doc(hidden)]
    pub const fn set_partition(&mut self, joints: usize) {
        self.joints.set_partition(joints);
    }

    /// Puts identical islands side by side where at least so many joints are found in them; `usize::MAX` for never. For tests: no result
    /// depends on it.
    #[doc(hidden)]
    pub fn set_batching(&mut self, joints: usize) {
        self.joints.set_batches(joints);
    }

    /// Puts similar islands side by side however unlike they are. For tests: no result depends on it.
    #[doc(hidden)]
    pub fn set_any_similar(&mut self) {
        self.joints.set_any_similar();
    }

    /// How many joints stand side by side with those of identical islands or of similar islands. For tests.
    #[doc(hidden)]
    pub fn joints_in_batches(&self) -> usize {
        self.joints.in_batches()
    }
}
