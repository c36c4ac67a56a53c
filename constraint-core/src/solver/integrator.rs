//! How bodies move between the passes over joints: one integrator for records and for lanes.

pub(crate) mod position_integrator;
pub(crate) mod velocity_update;
