//! The mass that the spokes of a hub take it for: see [`hub`](crate::solver::hub).

use crate::kinematics::MassProperties;
use crate::math::Scalar;

/// Factor on the hub's mass with which spokes are set up: their K is then D. It is a power of two, so scaling is exact.
/// Where D of a row vanishes at a pose, the small remainder in K keeps D⁻¹ from amplifying rounding.
pub(crate) const HUB_MASS_FACTOR: Scalar = if size_of::<Scalar>() == 4 { 4_194_304.0 } else { 1_125_899_906_842_624.0 };

/// The masses of a hub as its spokes take it.
pub(crate) fn as_hub(masses: MassProperties<Scalar>) -> MassProperties<Scalar> {
    let MassProperties { inverse_mass, inverse_inertia } = masses;
    MassProperties { inverse_mass: inverse_mass / HUB_MASS_FACTOR, inverse_inertia: inverse_inertia / HUB_MASS_FACTOR }
}
