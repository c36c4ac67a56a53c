//! Direct stepping: its orders, its energy, what it leaves to substeps. Needs the feature `direct`.

#![cfg(feature = "direct")]
#![allow(unreachable_pub)] // the modules are a program's

#[allow(dead_code)] // the tour shows more than is asserted here
#[path = "../examples/tour/mechanism.rs"]
mod mechanism;
#[allow(dead_code)]
#[path = "../examples/tour/oracle.rs"]
mod oracle;
#[allow(dead_code)]
#[path = "../examples/tour/scenes.rs"]
mod scenes;

#[path = "random/mod.rs"]
mod random;
#[allow(dead_code)] // other tests use more of it
#[path = "stability/scene.rs"]
mod scene;

#[path = "direct/exact.rs"]
mod exact;
#[path = "direct/left.rs"]
mod left;
#[path = "direct/stable.rs"]
mod stable;
