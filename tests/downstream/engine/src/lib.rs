//! A game engine that re-exports constraint-core, and a macro that writes joints.

pub use constraint_core;

/// Writes a gear.
#[macro_export]
macro_rules! gear {
    ($name:ident) => {
        #[$crate::constraint_core::constraint(|a, b| b.angle - self.ratio * a.angle, crate = $crate::constraint_core)]
        pub struct $name {
            pub ratio: $crate::constraint_core::Scalar,
        }
    };
}
