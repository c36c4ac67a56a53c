//! How bodies move between the passes over joints: one integrator for records and for lanes.
//!
//! In: velocities, and what gravity, forces and damping do to them. Out: velocities and poses after the substep.

pub(crate) mod position_integrator;
pub(crate) mod velocity_update;
