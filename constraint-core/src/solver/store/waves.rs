//! The order in which the joints of one type are solved.

use crate::id::BodyId;
use crate::kinematics::MassProperties;
use crate::math::Scalar;

/// Sorts joints into waves: those of one wave share no body that moves, and those that share one stay in their order.
///
/// So solving wave after wave gives the bits that solving joint after joint would, but a joint seldom waits for the
/// velocities that the one before it has just changed.
pub(super) struct Waves<'a> {
    masses: &'a [MassProperties<Scalar>],
    /// The first wave in which a body is free again, by its place.
    free: Vec<u32>,
}

impl<'a> Waves<'a> {
    pub(super) fn new(masses: &'a [MassProperties<Scalar>]) -> Self {
        Self { masses, free: vec![0; masses.len()] }
    }

    /// The wave of the next joint, which holds `bodies`.
    pub(super) fn next(&mut self, bodies: &[BodyId]) -> u32 {
        let moves = |masses: MassProperties<Scalar>| masses.inverse_mass > 0.0 || masses.inverse_inertia > 0.0;
        let places = || bodies.iter().map(|body| body.key.index as usize).filter(|&place| moves(self.masses[place]));
        let wave = places().map(|place| self.free[place]).max().unwrap_or(0);
        for place in places() {
            self.free[place] = wave + 1;
        }
        wave
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::Key;

    #[test]
    fn joints_that_share_a_moving_body_stay_in_order() {
        let moving = MassProperties { inverse_mass: 1.0, inverse_inertia: 0.0 };
        let masses = [MassProperties::default(), moving, moving, moving, moving];
        let mut waves = Waves::new(&masses);
        let mut wave = |indices: &[u32]| {
            let id = |&index: &u32| BodyId { world: 0, key: Key { index, generation: 0 } };
            waves.next(&indices.iter().map(id).collect::<Vec<_>>())
        };
        // Two chains from the same ground, and a joint between their ends.
        assert_eq!([wave(&[0, 1]), wave(&[1, 2])], [0, 1]);
        assert_eq!([wave(&[0, 3]), wave(&[3, 4])], [0, 1]);
        assert_eq!([wave(&[2, 4]), wave(&[1]), wave(&[0, 0])], [2, 2, 0]);
    }
}
