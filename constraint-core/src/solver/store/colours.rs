//! Which joints of one type can be solved at once.

use super::block::moves;
use crate::kinematics::MassProperties;
use crate::math::Scalar;

/// How many colours there are for joints between moving bodies; as many more for those that hold what does not move.
const COLOURS: u32 = 32;

/// Colours of joints: two of one colour share no moving body, each joint taking the first colour that its bodies have free.
///
/// Joints that hold a body which does not move have the last colours: what they take out of a velocity, nothing puts back
/// within the pass, and the ground is where errors should end.
pub(super) struct Colours<'a> {
    masses: &'a [MassProperties<Scalar>],
    /// A bit for each colour that a body's joints have, by its place.
    taken: Vec<u64>,
}

impl<'a> Colours<'a> {
    pub(super) fn new(masses: &'a [MassProperties<Scalar>]) -> Self {
        Self { masses, taken: vec![0; masses.len()] }
    }

    /// The colour of the next joint, which holds the bodies in these places; `None` if they have none free.
    pub(super) fn next(&mut self, bodies: &[u32]) -> Option<u32> {
        let moves = |body: &&u32| moves(self.masses[**body as usize]);
        let taken = bodies.iter().filter(moves).fold(0, |taken, &body| taken | self.taken[body as usize]);
        let least = if bodies.iter().all(|body| moves(&body)) { 0 } else { COLOURS };
        let colour = (!taken >> least).trailing_zeros() + least;
        if colour >= least + COLOURS {
            return None;
        }
        for &body in bodies.iter().filter(moves) {
            self.taken[body as usize] |= 1 << colour;
        }
        Some(colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_of_a_colour_share_no_moving_body() {
        let moving = MassProperties { inverse_mass: 1.0, inverse_inertia: 0.0 };
        let masses = [MassProperties::default(), moving, moving, moving, moving];
        let mut colours = Colours::new(&masses);
        // A chain from the ground, closed to a ring; and the ground with itself.
        assert_eq!(colours.next(&[0, 1]), Some(COLOURS));
        assert_eq!([[1, 2], [2, 3], [3, 4], [4, 1]].map(|bodies| colours.next(&bodies)), [0, 1, 0, 1].map(Some));
        assert_eq!([[0, 2], [0, 2], [0, 0]].map(|bodies| colours.next(&bodies)), [32, 33, 32].map(Some));
    }

    #[test]
    fn a_hub_runs_out_of_colours() {
        let moving = MassProperties { inverse_mass: 1.0, inverse_inertia: 0.0 };
        let masses = vec![moving; 40];
        let mut colours = Colours::new(&masses);
        let spokes: Vec<_> = (1..40).map(|spoke| colours.next(&[0, spoke])).collect();
        let expected = (0..39).map(|colour| (colour < COLOURS).then_some(colour));
        assert!(spokes.into_iter().eq(expected));
    }
}
