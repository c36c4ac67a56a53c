//! Blocks of one width: those that are solved in turn, then colour after colour.

use core::ops::Range;

use super::active::Memory;
use super::block::{Block, Member};
use super::colours::{self, PALETTE, UNCOLOURED};
use super::star::Stars;
use crate::constraint::Constraint;
use crate::kinematics::MassProperties;
use crate::lanes::{Gather, Places};
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::motion::Team;

/// Blocks by segment and colour.
pub(super) struct Row<J: Constraint, L: Gather> {
    /// The joints for which no colour was left, in all segments.
    pub(super) uncoloured: Series<J, L::Apart>,
    /// The joints of one body that are solved at once.
    pub(super) stars: Stars<J, L>,
    /// The colours of one segment after those of another.
    pub(super) colours: Vec<Series<J, L>>,
    /// By segment, a bit for each colour that has joints.
    used: Vec<u64>,
}

/// Joints in a row, in as few blocks as hold them: only the last one has free lanes.
pub(super) struct Series<J: Constraint, L: Gather> {
    pub(super) blocks: Vec<Block<J, L>>,
    /// Whose joint each lane has, as far as there are joints.
    pub(super) keys: Vec<Key>,
    /// The lane of a block's nth joint. Those that are solved in turn go from lane to lane. Of others the bodies often stand
    /// side by side, in the order in which the joints came, and are found by fewer instructions in the order of
    /// [`Gather::lane_of`].
    lane_of: fn(usize) -> usize,
}

/// Blocks of one colour in a segment.
pub(super) struct Stretch<'a, J: Constraint, L: Gather> {
    pub(super) blocks: &'a mut [Block<J, L>],
    /// Those of this colour in a segment of the team that comes next, if they should be [fetched](Team::next).
    pub(super) next: &'a [Block<J, L>],
}

/// Does something with the joints of a colour, in lanes of whatever width they are: `None` if there are no such joints.
macro_rules! of_colour {
    ($row:ident, $colour:ident, $series:ident => $act:expr) => {
        if let Some((hub, side)) = colours::star($colour) {
            let $series = &$row.stars.get(hub)?.sides[side];
            $act
        } else if $colour == UNCOLOURED {
            let $series = &$row.uncoloured;
            $act
        } else {
            let $series = $row.colours.get($colour as usize)?;
            $act
        }
    };
}

impl<J: Constraint, L: Gather> Row<J, L> {
    pub(super) const NEW: Self = Self {
        uncoloured: Series::new(core::convert::identity),
        stars: Stars::NEW,
        colours: Vec::new(),
        used: Vec::new(),
    };

    pub(super) fn insert(&mut self, colour: u32, key: Key, member: &Member<J>) -> usize {
        if colour == UNCOLOURED {
            let at = self.uncoloured.insert(key, member);
            self.uncoloured.find_hub(at);
            return at;
        }
        if let Some((hub, side)) = colours::star(colour) {
            return self.stars.insert(hub, side, key, member);
        }
        let colour = colour as usize;
        while self.colours.len() <= colour {
            self.colours.push(Series::new(L::lane_of));
        }
        let segment = colour / PALETTE;
        self.used.resize(self.used.len().max(segment + 1), 0);
        self.used[segment] |= 1 << (colour % PALETTE);
        self.colours[colour].insert(key, member)
    }

    pub(super) fn remove(&mut self, colour: u32, at: usize) -> Option<Key> {
        if colour == UNCOLOURED {
            let moved = self.uncoloured.remove(at);
            self.uncoloured.find_hub(at);
            self.uncoloured.find_hub(self.uncoloured.keys.len());
            return moved;
        }
        if let Some((hub, side)) = colours::star(colour) {
            return self.stars.remove(hub, side, at);
        }
        let colour = colour as usize;
        let moved = self.colours[colour].remove(at);
        if self.colours[colour].keys.is_empty() {
            self.used[colour / PALETTE] &= !(1 << (colour % PALETTE));
        }
        moved
    }

    /// What a joint keeps from step to step.
    pub(super) fn memory(&self, colour: u32, at: usize) -> Option<Memory<J>> {
        of_colour!(self, colour, series => series.memory(at))
    }

    pub(super) fn member(&self, colour: u32, at: usize) -> Option<Member<J>> {
        of_colour!(self, colour, series => (at < series.keys.len()).then(|| series.member(at)))
    }

    pub(super) fn impulses(&self, colour: u32, at: usize) -> Option<J::Rows<Scalar>> {
        of_colour!(self, colour, series => series.impulses(at))
    }

    pub(super) fn set_up(&mut self, colour: u32, at: usize, joint: &J, masses: &[MassProperties<Scalar>]) {
        if let Some((hub, side)) = colours::star(colour) {
            if let Some(star) = self.stars.get_mut(hub) {
                star.sides[side].set_up(at, joint, masses, Some(side));
            }
        } else if colour == UNCOLOURED {
            self.uncoloured.set_up(at, joint, masses, None);
        } else if let Some(series) = self.colours.get_mut(colour as usize) {
            series.set_up(at, joint, masses, None);
        }
    }

    pub(super) fn is_used(&self, segments: &Range<usize>) -> bool {
        segments.clone().any(|segment| self.used.get(segment).is_some_and(|used| *used != 0))
            || self.stars.iter().any(|star| segments.contains(&star.segment))
    }

    /// The joints for which no colour was left.
    pub(super) fn uncoloured(&mut self) -> Stretch<'_, J, L::Apart> {
        Stretch { blocks: &mut self.uncoloured.blocks, next: &[] }
    }

    /// Calls `run` with the blocks of the team, colour after colour.
    pub(super) fn runs(&mut self, team: &Team, mut run: impl FnMut(Stretch<'_, J, L>)) {
        let end = team.segments.end.min(self.used.len());
        let segments = team.segments.start.min(end)..end;
        let mut used = self.used[segments.clone()].iter().fold(0, |all, used| all | used);
        while used != 0 {
            let colour = used.trailing_zeros() as usize;
            used &= used - 1;
            for (nth, segment) in segments.clone().enumerate() {
                let at = segment * PALETTE + colour;
                if at < self.colours.len() {
                    let (own, later) = self.colours.split_at_mut(at + 1);
                    let next = team.next.clone().nth(nth).map(|next| next * PALETTE + colour - own.len());
                    let next = next.and_then(|next| later.get(next)).map_or(&[][..], |series| &series.blocks);
                    run(Stretch { blocks: &mut own[at].blocks, next });
                }
            }
        }
    }

    pub(super) fn scale_impulses(&mut self, factor: Scalar) {
        self.colours.iter_mut().for_each(|series| series.scale_impulses(factor));
        self.uncoloured.scale_impulses(factor);
        self.stars.sides_mut().for_each(|side| side.scale_impulses(factor));
    }

    pub(super) fn forget(&mut self) {
        self.colours.iter_mut().for_each(Series::forget);
        self.uncoloured.forget();
        self.stars.sides_mut().for_each(Series::forget);
    }

    /// Calls `member` with each joint's colour and name, and the joint.
    pub(super) fn each(&self, member: &mut dyn FnMut(u32, Key, &Member<J>)) {
        (0..).zip(&self.colours).for_each(|(colour, series)| series.each(colour, member));
        self.uncoloured.each(UNCOLOURED, member);
        self.stars.rays().for_each(|(ray, series)| series.each(ray, member));
    }
}

/// In which order joints of these bodies fill blocks: first as many as make whole pieces of bodies one after another, then of every
/// other body, then the rest.
fn pieces_first(piece: usize, bodies: &[&[u32]]) -> Vec<usize> {
    let goes_on_by =
        |at: usize, stride: u32| bodies[at].iter().zip(bodies[at - 1]).all(|(now, last)| *now == last + stride);
    let mut order: [Vec<usize>; 3] = Default::default();
    let mut start = 0;
    while start < bodies.len() {
        let (mut end, mut kind) = (start + 1, 2);
        for stride in [1, 2] {
            let goes_on = (start + 1..bodies.len()).take(piece - 1).take_while(|&at| goes_on_by(at, stride));
            if goes_on.count() == piece - 1 {
                (end, kind) = (start + piece, stride as usize - 1);
            }
        }
        order[kind].extend(start..end);
        start = end;
    }
    order.concat()
}

impl<J: Constraint, L: Gather> Series<J, L> {
    pub(super) const fn new(lane_of: fn(usize) -> usize) -> Self {
        Self { blocks: Vec::new(), keys: Vec::new(), lane_of }
    }

    fn lane(&self, at: usize) -> usize {
        (self.lane_of)(at % L::COUNT)
    }

    /// After the joint in this place has come or gone.
    fn find_hub(&mut self, at: usize) {
        self.blocks.get_mut(at / L::COUNT).into_iter().for_each(Block::find_hub);
    }

    pub(super) fn insert(&mut self, key: Key, member: &Member<J>) -> usize {
        let at = self.keys.len();
        if at.is_multiple_of(L::COUNT) {
            self.blocks.push(Block::new(member));
        } else {
            self.put(at, member);
        }
        self.keys.push(key);
        at
    }

    /// The last joint takes the place of the one that goes.
    pub(super) fn remove(&mut self, at: usize) -> Option<Key> {
        let last = self.keys.len().checked_sub(1)?;
        if at < last {
            let member = self.member(last);
            self.put(at, &member);
        }
        if last.is_multiple_of(L::COUNT) {
            self.blocks.pop();
        } else {
            let lane = self.lane(last);
            self.blocks[last / L::COUNT].clear(lane);
        }
        self.keys.swap_remove(at);
        self.keys.get(at).copied()
    }

    /// Has joints whose bodies stand in a row fill the pieces of runs, and calls `moved` with the name and the place of each joint if
    /// any has another place then. For joints of a colour: they share no body that moves, and no bit depends on their order.
    pub(super) fn line_up(&mut self, moved: &mut dyn FnMut(Key, usize)) {
        if !L::HAS_RUNS {
            return;
        }
        let members: Vec<Member<J>> = (0..self.keys.len()).map(|at| self.member(at)).collect();
        let bodies: Vec<&[u32]> = members.iter().map(|member| member.bodies.as_ref()).collect();
        let order = pieces_first(Places::<L>::PIECE, &bodies);
        if order.is_sorted() {
            return;
        }
        let Self { keys, .. } = core::mem::replace(self, Self::new(self.lane_of));
        for at in order {
            moved(keys[at], self.insert(keys[at], &members[at]));
        }
    }

    fn set_up(&mut self, at: usize, joint: &J, masses: &[MassProperties<Scalar>], ray: Option<usize>) {
        let lane = self.lane(at);
        self.blocks[at / L::COUNT].set_up(lane, joint, masses, ray);
    }

    fn scale_impulses(&mut self, factor: Scalar) {
        self.blocks.iter_mut().for_each(|block| block.scale_impulses(factor));
    }

    fn forget(&mut self) {
        self.blocks.iter_mut().for_each(Block::forget);
    }

    fn each(&self, colour: u32, member: &mut dyn FnMut(u32, Key, &Member<J>)) {
        for (at, &key) in self.keys.iter().enumerate() {
            member(colour, key, &self.member(at));
        }
    }

    fn memory(&self, at: usize) -> Option<Memory<J>> {
        Some(self.blocks.get(at / L::COUNT)?.memory(self.lane(at)))
    }

    fn impulses(&self, at: usize) -> Option<J::Rows<Scalar>> {
        Some(self.blocks.get(at / L::COUNT)?.impulses(self.lane(at)))
    }

    fn put(&mut self, at: usize, member: &Member<J>) {
        let lane = self.lane(at);
        self.blocks[at / L::COUNT].put(lane, member);
    }

    fn member(&self, at: usize) -> Member<J> {
        self.blocks[at / L::COUNT].member(self.lane(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_runs_come_first() {
        // A column of eleven discs and half of one, of which every other joint is of one colour; two columns side by side.
        let every_other = [0, 23].map(|first| (0..5).map(move |pair| [first + 2 * pair, first + 2 * pair + 1]));
        let side_by_side = (0..5).map(|row| [50 + row, 61 + row]);
        let bodies: Vec<[u32; 2]> = every_other.into_iter().flatten().chain(side_by_side).collect();
        let order = pieces_first(4, &bodies.iter().map(<[u32; 2]>::as_slice).collect::<Vec<_>>());
        assert_eq!(order, [10, 11, 12, 13, 0, 1, 2, 3, 5, 6, 7, 8, 4, 9, 14]);
        // What fills pieces from the first joint on stays where it is.
        assert!(pieces_first(4, &[&[0], &[1], &[2], &[3], &[9], &[7]]).is_sorted());
    }
}
