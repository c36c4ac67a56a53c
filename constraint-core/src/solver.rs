//! Makes bodies obey their joints, for one step at a time. Nothing here is generic over the type of a joint.
//!
//! In: dirty flags, solver bodies, joints by type. Out: the bodies after the step, prepared joints, broken joints.
//!
//! ```text
//!  store        joints of one type: enter and leave packs, batches, hubs
//!    │
//!  step ──────► the stages of a step; sequential_impulses: the other stepping
//!    │
//!    ├─ coloured   packs by colour, overflow      ├─ batch    islands side by side
//!    ├─ hub        many joints of one body        ├─ options  packs with joint options
//!    └─ dense      joints in f64, one by one
//!  direct       islands as a whole, a stepping of its own
//!    │
//!  bodies       arrays of velocities and poses; integrator moves them
//!  partition    boundaries between bodies, colours of joints
//!  packs        joints in lanes, and the data of a joint that enters or leaves
//!  dirty        what has changed since the last step
//! ```

pub(crate) mod batch;
pub(crate) mod bodies;
pub(crate) mod break_check;
pub(crate) mod coloured;
pub(crate) mod dense;
#[cfg(feature = "direct")]
pub(crate) mod direct;
pub(crate) mod dirty;
pub(crate) mod hub;
pub(crate) mod integrator;
pub(crate) mod options;
pub(crate) mod packs;
pub(crate) mod partition;
pub(crate) mod position_errors;
pub(crate) mod relaxation;
pub(crate) mod sequential_impulses;
pub(crate) mod step;
pub(crate) mod store;

pub(crate) use crate::solver::bodies::SolverBodies;
#[cfg(feature = "serde")]
pub(crate) use crate::solver::store::saved::SavedStore;
pub(crate) use crate::solver::store::{JointStore, PushOut};
