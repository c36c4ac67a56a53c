//! Joint packs: joints of one type, one in each lane, and the data of a joint that enters or leaves a pack.

pub(crate) mod bucket;
pub(crate) mod hub_mass;
pub(crate) mod joint_data;
