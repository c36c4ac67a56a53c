//! What the attribute derives is what real engines compute: each module drives the generated C, J, K and impulses in the
//! order of one engine, and reproduces trajectories that were recorded from it.

#[allow(dead_code)] // each engine reads its own part
#[path = "engines/oracle.rs"]
mod oracle;

#[path = "engines/box2d.rs"]
mod box2d;
#[cfg(feature = "f64")]
#[path = "engines/chipmunk.rs"]
mod chipmunk;
#[cfg(feature = "f64")]
#[path = "engines/nape.rs"]
mod nape;
