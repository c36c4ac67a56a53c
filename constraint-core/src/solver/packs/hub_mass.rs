//! The mass that the spokes of a hub take it for: see [`hub`](crate::solver::hub).

use crate::kinematics::MassProperties;
use crate::math::Scalar;

/// How many times as heavy as it is spokes take their hub for, so that they meet D for K. A power of two, which rounds nothing; what K has
/// too much, where D of some row vanishes at a pose, keeps D⁻¹ from making more of a rounded velocity than there is.
pub(crate) const HUB_MASS_FACTOR: Scalar = if size_of::<Scalar>() == 4 { 4_194_304.0 } else { 1_125_899_906_842_624.0 };

/// The masses of a hub as its spokes take it.
pub(crate) fn as_hub(masses: MassProperties<Scalar>) -> MassProperties<Scalar> {
    let MassProperties { inverse_mass, inverse_inertia } = masses;
    MassProperties { inverse_mass: inverse_mass / HUB_MASS_FACTOR, inverse_inertia: inverse_inertia / HUB_MASS_FACTOR }
}
