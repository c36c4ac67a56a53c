//! Joint packs: joints of one type, one in each lane.
//!
//! In: the [data](joint_data::JointData) of a joint that enters. Out: spans for kernels, and the data of a joint that leaves.

pub(crate) mod bucket;
pub(crate) mod hub_mass;
pub(crate) mod joint_data;
