//! What the attribute derives from a closure, against independent ways to the same numbers.
//!
//! At 200 random states of each joint, all in f64: J against dual numbers and central differences, C and J against
//! formulas that are written out here, V against J v + β, K against J M⁻¹ Jᵀ, the impulses against Jᵀλ; and the fast path
//! of the solver against the mathematics that it stands for.

mod catalogue;
mod degenerate;
mod dual;
mod fast;
mod in_turn;
mod limits;
mod names;
mod number;
mod odd;
mod random;
mod sample;
#[cfg(feature = "direct")]
mod second;
mod soft;
#[cfg(feature = "direct")]
mod stiffness;
