//! Joints as an expert of Box2D or Chipmunk writes them: scalar, hoisted, and meaning what the generated ones mean, with the
//! same guards where nothing can move, where K has rank one, at no length, at infinity and after a million turns
//! (`tests/hand.rs`).
//!
//! Whoever includes this module says at the root of the crate in which precision: `type Float`. All is inlined, whatever it
//! costs, as the generated functions are.
//!
//! # What makes them fast
//!
//! Read in the assembly (x86-64, SSE2), and timed in a chain and apart:
//!
//! - J and M⁻¹Jᵀ of a row along an axis lie in the order of the velocities: a rate is three products of pairs, an impulse is
//!   spread once, multiplied and added (`axis.rs`). Rates from `n · (v_b − v_a)` took 9 instructions more.
//! - A vector of a body is known with its quarter turn, so that a rotation is a sum and packs (`vector.rs`). An anchor's row
//!   keeps the turn of its arm, with which x and y do alike (`pin.rs`).
//! - Rates are measured before the first impulse, and follow what each impulse changes: of rows that share a Jacobian, of rows
//!   across each other, of anchors below a motor. A chain of joints waits that much less (line and wheel: about a sixth).
//! - The trace of an anchor's K is known, and so is what one division of its determinant needs. An angle between two bodies is
//!   eliminated first, and leaves no difference. One division does for a spring and its row.
//! - What hardly ever happens (no length, rank one, a force above its greatest) is a branch. A choice of two values would be
//!   worked out for both, with masks.
//! - What a row of angles lacks is worked out once a step, in double precision, and followed in single: as many operations as
//!   with whole angles.
//! - What is set is set in place: an aggregate that is returned and stored goes through general registers.
//!
//! # What was weighed and left
//!
//! - M⁻¹Jᵀ of an anchor's two rows in the order of the velocities: 10 instructions less in a warm start and in an iteration,
//!   29 more in prepare, and no time.
//! - Limits by how far outside they are, with one product for both sides: 4 instructions less, but a row that is below its
//!   range and could cross it within the step would overshoot by what is missing.
//! - K⁻¹ in J of a row that is held: one product less in an iteration, four more in prepare.
//! - The square of a greatest force: 1 to 3 instructions less in an iteration, 1 to 9 more in prepare.
//! - Rows that are solved alike (a row and an angle, K⁻¹ and a spring): LLVM packs them, and each waits for the other.
#![allow(clippy::inline_always)]

mod angle;
mod axis;
mod bound;
mod damped_rotary_spring;
mod damped_spring;
mod dice;
mod distance;
mod drive;
mod ground_pulley;
mod line;
mod linear_motor;
mod motor;
mod mouse;
mod pin;
mod pivot;
mod prismatic;
mod pulley;
mod rail;
mod rail_joint;
mod ratchet;
mod revolute;
mod slider;
mod soft_distance;
mod soft_rail;
mod spring;
mod stop;
mod strut;
mod track;
mod turn;
mod vector;
mod weld;
mod wheel;

use constraint_core::math::Scalar;
use constraint_core::{Constraint, MassProperties, Pass, Pose, Step, Velocity};

use crate::Float;
use bound::{Cap, FAR, larger, no_longer, smaller};
pub(crate) use dice::Dice;
use vector::{Local, Vector};

/// The fast path of a joint, by hand. What the functions mean is said at [`Constraint`].
pub(crate) trait ByHand: Constraint {
    /// What is known before the poses are.
    type Known: Copy;
    /// What is kept of a pose.
    type Kept: Copy + Default;

    /// A joint with random parameters.
    fn sample(dice: &mut Dice) -> Self;
    fn known(&self, masses: &Self::Bodies<MassProperties<Float>>) -> Self::Known;
    fn begin(_: &Self::Known, _: &Self::Bodies<f64>, _: &mut Self::Kept) {}
    fn prepare(known: &Self::Known, poses: &Self::Bodies<Pose<Float>>, step: &Step<Float>, kept: &mut Self::Kept);
    fn warm_start(
        known: &Self::Known,
        kept: &Self::Kept,
        impulses: &Self::Rows<Float>,
        velocities: &mut Self::Bodies<Velocity<Float>>,
    );
    fn solve(
        known: &Self::Known,
        kept: &Self::Kept,
        pass: &Pass<Float>,
        impulses: &mut Self::Rows<Float>,
        velocities: &mut Self::Bodies<Velocity<Float>>,
    );
}

/// A number of a joint, in the precision of the yardstick.
#[allow(clippy::useless_conversion)] // not where the precision is not the world's
fn number(x: Scalar) -> Float {
    x.into()
}

/// The inverse masses of two bodies, the first one's with the sign of what pushes it, and the sum of both.
#[derive(Clone, Copy)]
struct Masses {
    /// The diagonal of M⁻¹, in the order of the velocities.
    diagonal: [Velocity<Float>; 2],
    minus_m_a: Float,
    minus_i_a: Float,
    m_b: Float,
    i_b: Float,
    m: Float,
}

impl Masses {
    fn new(&[a, b]: &[MassProperties<Float>; 2]) -> Self {
        let of = |body: MassProperties<Float>| Velocity {
            x: body.inverse_mass,
            y: body.inverse_mass,
            angular: body.inverse_inertia,
        };
        Self {
            diagonal: [of(a), of(b)],
            minus_m_a: -a.inverse_mass,
            minus_i_a: -a.inverse_inertia,
            m_b: b.inverse_mass,
            i_b: b.inverse_inertia,
            m: a.inverse_mass + b.inverse_mass,
        }
    }
}

/// 1/x; 0 where nothing can move.
#[inline(always)]
fn recip(x: Float) -> Float {
    if x > 0.0 { 1.0 / x } else { 0.0 }
}
