//! Which joints of one type can be solved at once.

use crate::kinematics::MassProperties;
use crate::math::Scalar;
use crate::solver::packs::joint_data::moves;

/// How many colours there are for joints between moving bodies; as many more for those that hold what does not move.
pub(crate) const COLOURS: u32 = 32;

/// How many colours there are.
pub(crate) const PALETTE: usize = 2 * COLOURS as usize;

/// In place of a colour: none was free.
pub(crate) const OVERFLOW: u32 = u32::MAX;

/// In place of a colour: the joint is a spoke of a [hub](crate::solver::hub). The other bits tell of which hub, and where that stands among
/// the joint's bodies.
const HUB: u32 = 1 << 31;

/// A bit of a colour: the joint has options, and is in a pack with others of its colour that have.
const OPTIONS: u32 = 1 << 30;

/// Of what body, in such a place of the joint, a colour says that it is a spoke.
#[allow(clippy::cast_possible_truncation)] // 0 or 1
pub(crate) const fn spoke(hub: u32, side: usize) -> u32 {
    HUB | hub << 1 | side as u32
}

/// The hub of a joint that is a spoke, and where that stands among the joint's bodies.
pub(crate) const fn hub_block(colour: u32) -> Option<(u32, usize)> {
    let is_spoke = colour & HUB != 0 && colour != OVERFLOW;
    if is_spoke { Some(((colour & !HUB) >> 1, (colour & 1) as usize)) } else { None }
}

/// Whether it is a colour, and not in place of one.
pub(crate) const fn is_one(colour: u32) -> bool {
    colour < HUB
}

/// Whether it is a colour of joints with options.
pub(crate) const fn has_options(colour: u32) -> bool {
    is_one(colour) && colour & OPTIONS != 0
}

/// The same colour of joints with options, or without.
pub(crate) const fn with_options(colour: u32, has_options: bool) -> u32 {
    if is_one(colour) && has_options { colour | OPTIONS } else { without_options(colour) }
}

/// The number of a colour in a partition, whether joints have options or not.
pub(crate) const fn without_options(colour: u32) -> u32 {
    if is_one(colour) { colour & !OPTIONS } else { colour }
}

/// A number for a colour in a partition, in which it may have another one.
#[allow(clippy::cast_possible_truncation)] // there are fewer partitions than bodies
pub(crate) const fn in_partition(partition: usize, colour: u32) -> u32 {
    if is_one(colour) { ((partition * PALETTE) as u32 + proper(colour)) | colour & OPTIONS } else { colour }
}

/// The partition in which a colour has this number; the first one for joints without a colour, with which all partitions go together.
pub(crate) const fn partition(colour: u32) -> usize {
    if is_one(colour) { without_options(colour) as usize / PALETTE } else { 0 }
}

/// The colour that has this number in some partition.
pub(crate) const fn proper(colour: u32) -> u32 {
    colour % (2 * COLOURS)
}

/// The colour of a joint whose bodies have these colours `taken`, a bit each; `is_held` if one of them does not move. `None`
/// if they have none free.
///
/// The first free colour. Joints that hold a fixed body have the last colours: static joints go last, so nothing in the
/// pass disturbs them.
const fn choose(taken: u64, is_held: bool) -> Option<u32> {
    let least = if is_held { COLOURS } else { 0 };
    let colour = (!taken >> least).trailing_zeros() + least;
    if colour < least + COLOURS { Some(colour) } else { None }
}

/// The colours that are in use. Two joints of one colour share no moving body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Colours {
    /// A bit for each colour that a body's joints have, by its place.
    taken: Vec<u64>,
}

impl Colours {
    /// The colour of one more joint, which holds the bodies in these places; `None` if they have none free.
    pub(crate) fn take(&mut self, bodies: &[u32], masses: &[MassProperties<Scalar>]) -> Option<u32> {
        let taken = self.taken(bodies, masses);
        let colour = choose(taken, bodies.iter().any(|&body| !moves(masses[body as usize])))?;
        self.hold(colour, bodies, masses);
        Some(colour)
    }

    /// Whether these bodies have this colour free for a joint, which now has it.
    #[cfg(feature = "serde")]
    pub(crate) fn restore(&mut self, colour: u32, bodies: &[u32], masses: &[MassProperties<Scalar>]) -> bool {
        let is_free = colour < 2 * COLOURS && self.taken(bodies, masses) >> colour & 1 == 0;
        if is_free {
            self.hold(colour, bodies, masses);
        }
        is_free
    }

    /// The colours that the joints of these bodies have.
    fn taken(&self, bodies: &[u32], masses: &[MassProperties<Scalar>]) -> u64 {
        let moving = bodies.iter().filter(|body| moves(masses[**body as usize]));
        moving.fold(0, |taken, &body| taken | self.taken.get(body as usize).unwrap_or(&0))
    }

    fn hold(&mut self, colour: u32, bodies: &[u32], masses: &[MassProperties<Scalar>]) {
        self.taken.resize(self.taken.len().max(masses.len()), 0);
        for &body in bodies.iter().filter(|body| moves(masses[**body as usize])) {
            self.taken[body as usize] |= 1 << colour;
        }
    }

    /// A joint of this colour has gone, which held the bodies in these places.
    pub(crate) fn release(&mut self, colour: u32, bodies: &[u32]) {
        if !is_one(colour) {
            return;
        }
        // What does not move has none.
        for &body in bodies {
            self.taken[body as usize] &= !(1 << proper(colour));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVING: MassProperties<Scalar> = MassProperties { inverse_mass: 1.0, inverse_inertia: 0.0 };

    #[test]
    fn joints_of_a_colour_share_no_moving_body() {
        let masses = [MassProperties::default(), MOVING, MOVING, MOVING, MOVING];
        let mut colours = Colours::default();
        let mut take = |bodies: [u32; 2]| colours.take(&bodies, &masses);
        // A chain from the ground, closed to a ring; and the ground with itself.
        assert_eq!(take([0, 1]), Some(COLOURS));
        assert_eq!([[1, 2], [2, 3], [3, 4], [4, 1]].map(&mut take), [0, 1, 0, 1].map(Some));
        assert_eq!([[0, 2], [0, 2], [0, 0]].map(take), [32, 33, 32].map(Some));
    }

    #[test]
    fn options_leave_a_colour_and_its_segment_as_they_are() {
        for colour in [0, 33, in_partition(5, 40), in_partition(1_000_000, 63)] {
            let own = with_options(colour, true);
            assert!(has_options(own) && !has_options(colour) && is_one(own));
            assert_eq!((partition(own), proper(own)), (partition(colour), proper(colour)));
            assert_eq!(
                [without_options(own), with_options(own, false), with_options(own, true)],
                [colour, colour, own]
            );
            assert_eq!(in_partition(7, own), with_options(in_partition(7, colour), true));
        }
        for place in [OVERFLOW, spoke(9, 1)] {
            assert_eq!(with_options(place, true), place);
            assert!(!has_options(place) && hub_block(place).is_some() == (place != OVERFLOW));
        }
    }

    #[test]
    fn a_colour_is_free_when_its_joint_has_gone() {
        let masses = [MassProperties::default(), MOVING, MOVING, MOVING];
        let mut colours = Colours::default();
        assert_eq!([[1, 2], [1, 2], [2, 3]].map(|bodies| colours.take(&bodies, &masses)), [0, 1, 2].map(Some));
        colours.release(1, &[1, 2]);
        assert_eq!([[3, 1], [1, 2]].map(|bodies| colours.take(&bodies, &masses)), [1, 3].map(Some));
        // What the ground's joints have, others have as well.
        assert_eq!([[0, 1], [0, 2]].map(|bodies| colours.take(&bodies, &masses)), [32, 32].map(Some));
        colours.release(32, &[0, 2]);
        assert_eq!([[0, 2], [0, 1]].map(|bodies| colours.take(&bodies, &masses)), [32, 33].map(Some));
    }

    #[test]
    fn a_hub_runs_out_of_colours() {
        let masses = vec![MOVING; 40];
        let mut colours = Colours::default();
        let spokes: Vec<_> = (1..40).map(|spoke| colours.take(&[0, spoke], &masses)).collect();
        let expected = (0..39).map(|colour| (colour < COLOURS).then_some(colour));
        assert!(spokes.into_iter().eq(expected));
    }
}
