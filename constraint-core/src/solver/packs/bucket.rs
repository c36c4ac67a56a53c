//! Joints in packs, one after another.

use core::ops::Range;

use crate::kernels::{BodyPlaces, Layout, Span};
use crate::kinematics::MassProperties;
use crate::lanes::{Gather, Places};
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::packs::joint_data::{JointData, WarmStartCache};

/// Joints of one type in as few packs as hold them: only the last pack has free lanes. A lane without a joint repeats one that was
/// there, and changes no body of the world: its places are only read.
#[derive(Clone)]
pub(crate) struct Bucket<L: Gather> {
    pub(crate) layout: Layout,
    /// Whose joint each lane has, as far as there are joints.
    pub(crate) keys: Vec<Key>,
    /// How many joints a pack has at most: as many as there are lanes, or one where joints are solved one after another.
    pub(crate) capacity: usize,
    /// The lane of a pack's nth joint. The bodies of joints of a colour often stand side by side, in the order in which the joints
    /// came, and are found by fewer instructions in the order of [`Gather::lane_of`].
    lane_of: fn(usize) -> usize,
    places: Vec<Places<L>>,
    bases: Vec<[L; 2]>,
    setups: Vec<L>,
    /// 0, 1, 2, …: each pack has a setup of its own.
    numbers: Vec<u32>,
    prepared: Vec<L>,
    impulses: Vec<L>,
}

/// The owner's side: lanes one by one.
impl<L: Gather> Bucket<L> {
    /// Of joints that are solved side by side.
    pub(crate) const fn side_by_side(layout: Layout) -> Self {
        Self::new(layout, L::COUNT, L::lane_of)
    }

    /// Of joints that are solved one after another.
    pub(crate) const fn one_by_one(layout: Layout) -> Self {
        Self::new(layout, 1, core::convert::identity)
    }

    const fn new(layout: Layout, capacity: usize, lane_of: fn(usize) -> usize) -> Self {
        Self {
            layout,
            keys: Vec::new(),
            capacity,
            lane_of,
            places: Vec::new(),
            bases: Vec::new(),
            setups: Vec::new(),
            numbers: Vec::new(),
            prepared: Vec::new(),
            impulses: Vec::new(),
        }
    }

    /// A series without joints, of the same kind.
    pub(crate) const fn emptied(&self) -> Self {
        Self::new(self.layout, self.capacity, self.lane_of)
    }

    pub(crate) const fn packs(&self) -> usize {
        self.keys.len().div_ceil(self.capacity)
    }

    /// The pack of a joint.
    pub(crate) const fn pack(&self, at: usize) -> usize {
        at / self.capacity
    }

    /// The pack of a joint, and its lane.
    fn pack_and_lane(&self, at: usize) -> (usize, usize) {
        (self.pack(at), (self.lane_of)(at % self.capacity))
    }

    /// The joints of a pack, each with its lane.
    pub(crate) fn joints(&self, pack: usize) -> impl Iterator<Item = (usize, usize)> + use<L> {
        let (first, lane_of) = (pack * self.capacity, self.lane_of);
        let count = self.capacity.min(self.keys.len() - first);
        (0..count).map(move |nth| (first + nth, lane_of(nth)))
    }

    /// Adds a joint after the others. Returns its place.
    pub(crate) fn insert(&mut self, key: Key, data: &JointData) -> usize {
        let at = self.keys.len();
        let Layout { bodies, rows, .. } = self.layout;
        if at.is_multiple_of(self.capacity) {
            self.places.extend(data.bodies.iter().map(|&body| Places::reading(body)));
            self.bases.resize(self.bases.len() + bodies, [L::default(); 2]);
            self.numbers.extend(u32::try_from(self.numbers.len()));
            // Lanes without a joint compute, too: what they have must be as harmless as the numbers of the joint.
            self.setups.extend(data.setup.iter().map(|&number| L::splat(number)));
            self.prepared.extend(self.layout.unprepared().map(L::splat));
            self.impulses.resize(self.impulses.len() + rows, L::default());
        }
        self.keys.push(key);
        self.put(at, data);
        at
    }

    /// The last joint takes the place of the one that goes. Returns which joint that is.
    pub(crate) fn remove(&mut self, at: usize) -> Option<Key> {
        let last = self.keys.len().checked_sub(1)?;
        if at < last {
            let data = self.data(last);
            self.put(at, &data);
        }
        if last.is_multiple_of(self.capacity) {
            let (packs, Layout { bodies, rows, setup, prepared, .. }) = (last / self.capacity, self.layout);
            self.places.truncate(packs * bodies);
            self.bases.truncate(packs * bodies);
            self.setups.truncate(packs * setup);
            self.numbers.truncate(packs);
            self.prepared.truncate(packs * prepared);
            self.impulses.truncate(packs * rows);
        } else {
            self.clear(last);
        }
        self.keys.swap_remove(at);
        self.keys.get(at).copied()
    }

    /// In which order joints whose bodies stand in a row fill the pieces of runs, if that is another one. For joints of a colour: they
    /// share no body that moves, and no bit depends on their order.
    pub(crate) fn order_in_runs(&self) -> Option<Vec<usize>> {
        if !L::HAS_RUNS || self.capacity < L::COUNT {
            return None;
        }
        let bodies: Vec<Vec<u32>> = (0..self.keys.len()).map(|at| self.bodies(at).collect()).collect();
        let bodies: Vec<&[u32]> = bodies.iter().map(Vec::as_slice).collect();
        let order = pieces_first(Places::<L>::PIECE, &bodies);
        Some(order).filter(|order| !order.is_sorted())
    }

    /// Puts joints into [this order](Self::order_in_runs), and calls `moved` with the name and the place of each if any has moved.
    pub(crate) fn line_up(&mut self, moved: &mut dyn FnMut(Key, usize)) {
        let (Some(order), empty) = (self.order_in_runs(), self.emptied()) else { return };
        let old = core::mem::replace(self, empty);
        for at in order {
            moved(old.keys[at], self.insert(old.keys[at], &old.data(at)));
        }
    }

    /// Returns by how much a number has changed at most.
    pub(crate) fn set_setup(&mut self, at: usize, setup: &[Scalar]) -> Scalar {
        let (pack, lane) = self.pack_and_lane(at);
        let mut most: Scalar = 0.0;
        for (lanes, &value) in self.setups[pack * self.layout.setup..].iter_mut().zip(setup) {
            most = most.max((value - lanes.read(lane)).abs());
            lanes.set(lane, value);
        }
        most
    }

    pub(crate) fn scale_impulses(&mut self, factor: Scalar) {
        let factor = L::splat(factor);
        self.impulses.iter_mut().for_each(|lambda| *lambda = *lambda * factor);
    }

    /// Scales the impulses of one joint.
    pub(crate) fn scale_impulses_of(&mut self, at: usize, factor: Scalar) {
        let ((pack, lane), rows) = (self.pack_and_lane(at), self.layout.rows);
        let impulses = &mut self.impulses[pack * rows..][..rows];
        for impulse in impulses {
            impulse.set(lane, impulse.read(lane) * factor);
        }
    }

    /// As if no step had been.
    pub(crate) fn forget(&mut self) {
        self.impulses.fill(L::default());
        for numbers in self.prepared.chunks_exact_mut(self.layout.prepared) {
            numbers.iter_mut().zip(self.layout.unprepared()).for_each(|(lanes, number)| *lanes = L::splat(number));
        }
    }

    pub(crate) fn kept(&self, at: usize) -> Option<WarmStartCache> {
        let (pack, lane) = self.pack_and_lane(at);
        let prepared = self.prepared.get(pack * self.layout.prepared..)?;
        let directions = self.layout.memory.iter().map(|&number| prepared[number].read(lane)).collect();
        Some(WarmStartCache { impulses: self.impulses(at)?, directions })
    }

    pub(crate) fn impulses(&self, at: usize) -> Option<Vec<Scalar>> {
        let mut impulses = Vec::new();
        self.read_impulses(at, &mut impulses);
        Some(impulses).filter(|impulses| impulses.len() == self.layout.rows)
    }

    /// Appends the impulses of one joint.
    pub(crate) fn read_impulses(&self, at: usize, into: &mut Vec<Scalar>) {
        let ((pack, lane), rows) = (self.pack_and_lane(at), self.layout.rows);
        let impulses = self.impulses.get(pack * rows..(pack + 1) * rows).unwrap_or_default();
        into.extend(impulses.iter().map(|impulse| impulse.read(lane)));
    }

    /// The places of some packs' bodies.
    pub(crate) fn places(&self, packs: Range<usize>) -> &[Places<L>] {
        let bodies = self.layout.bodies;
        &self.places[packs.start * bodies..packs.end * bodies]
    }

    /// The places of a joint's bodies.
    pub(crate) fn bodies(&self, at: usize) -> impl Iterator<Item = u32> {
        let (pack, lane) = self.pack_and_lane(at);
        let bodies = self.layout.bodies;
        self.places[pack * bodies..][..bodies].iter().map(move |places| places.get(lane))
    }

    /// Whether impulses move those bodies of a joint that they moved when it came. A body told as a `hub` is left out.
    pub(crate) fn moves_as(&self, at: usize, hub: Option<usize>, masses: &[MassProperties<Scalar>]) -> bool {
        let ((pack, lane), bodies) = (self.pack_and_lane(at), self.layout.bodies);
        let places = self.places[pack * bodies..][..bodies].iter().enumerate();
        let mut others = places.filter(|(body, _)| Some(*body) != hub);
        others.all(|(_, places)| places.moves(lane) == masses[places.get(lane) as usize].moves())
    }

    /// The joint in this place.
    pub(crate) fn data(&self, at: usize) -> JointData {
        let mut data = JointData::empty(&self.layout);
        self.read_member(at, &mut data);
        data
    }

    /// Calls `act` with each joint's name, and the joint.
    pub(crate) fn each(&self, act: &mut dyn FnMut(Key, &JointData)) {
        let mut data = JointData::empty(&self.layout);
        for (at, &key) in self.keys.iter().enumerate() {
            self.read_member(at, &mut data);
            act(key, &data);
        }
    }

    fn read_member(&self, at: usize, into: &mut JointData) {
        let ((pack, lane), Layout { bodies, rows, setup, prepared, memory, .. }) =
            (self.pack_and_lane(at), self.layout);
        let places = &self.places[pack * bodies..][..bodies];
        for (place, (body, moves)) in places.iter().zip(into.bodies.iter_mut().zip(&mut into.moving)) {
            (*body, *moves) = (place.get(lane), place.moves(lane));
        }
        read_lane(&self.setups[pack * setup..], lane, &mut into.setup);
        read_lane(&self.impulses[pack * rows..], lane, &mut into.kept.impulses);
        for (&number, direction) in memory.iter().zip(&mut into.kept.directions) {
            *direction = self.prepared[pack * prepared + number].read(lane);
        }
    }

    /// Puts a joint into a lane.
    fn put(&mut self, at: usize, data: &JointData) {
        let ((pack, lane), Layout { bodies, rows, setup, prepared, memory, .. }) =
            (self.pack_and_lane(at), self.layout);
        let own = self.places[pack * bodies..].iter_mut().zip(data.bodies.iter().zip(&data.moving));
        own.for_each(|(places, (&body, &moves))| places.set(lane, body, moves));
        set_lane(&mut self.setups[pack * setup..], lane, &data.setup);
        set_lane(&mut self.impulses[pack * rows..], lane, &data.kept.impulses);
        for (&number, &direction) in memory.iter().zip(&data.kept.directions) {
            self.prepared[pack * prepared + number].set(lane, direction);
        }
    }

    /// The lane has no joint any more.
    fn clear(&mut self, at: usize) {
        let ((pack, lane), Layout { bodies, rows, .. }) = (self.pack_and_lane(at), self.layout);
        for places in &mut self.places[pack * bodies..][..bodies] {
            places.set(lane, places.get(lane), false);
        }
        self.impulses[pack * rows..][..rows].iter_mut().for_each(|impulse| impulse.set(lane, 0.0));
    }
}

/// The passes' side.
impl<L: Gather> Bucket<L> {
    /// Some packs, as kernels take them.
    #[inline]
    pub(crate) fn span(&mut self, packs: Range<usize>) -> Span<'_, L> {
        let Layout { bodies, rows, setup, prepared, .. } = self.layout;
        let of = |count: usize| packs.start * count..packs.end * count;
        Span {
            bodies: BodyPlaces::of_world(&self.places[of(bodies)]),
            setup: &self.numbers[..packs.len()],
            setups: &self.setups[of(setup)],
            bases: &mut self.bases[of(bodies)],
            prepared: &mut self.prepared[of(prepared)],
            impulses: &mut self.impulses[of(rows)],
        }
    }

    pub(crate) fn impulses_of_packs(&self, packs: Range<usize>) -> &[L] {
        let rows = self.layout.rows;
        &self.impulses[packs.start * rows..packs.end * rows]
    }

    pub(crate) fn impulses_mut(&mut self, packs: Range<usize>) -> &mut [L] {
        let rows = self.layout.rows;
        &mut self.impulses[packs.start * rows..packs.end * rows]
    }

    /// Has the processor fetch the numbers of a pack, if there is one.
    #[inline]
    pub(crate) fn fetch(&self, pack: usize) {
        let Layout { bodies, rows, setup, prepared, .. } = self.layout;
        let of = |count: usize| pack * count..(pack + 1) * count;
        self.places.get(of(bodies)).into_iter().for_each(L::fetch);
        self.bases.get(of(bodies)).into_iter().for_each(L::fetch);
        self.setups.get(of(setup)).into_iter().for_each(L::fetch);
        self.prepared.get(of(prepared)).into_iter().for_each(L::fetch);
        self.impulses.get(of(rows)).into_iter().for_each(L::fetch);
    }

    /// Bytes of so many packs.
    pub(crate) const fn bytes_of(&self, packs: usize) -> usize {
        let Layout { bodies, rows, setup, prepared, .. } = self.layout;
        packs * (bodies * (size_of::<Places<L>>() + size_of::<[L; 2]>()) + (setup + prepared + rows) * size_of::<L>())
    }
}

/// Sets a lane of some numbers.
pub(crate) fn set_lane<L: Gather>(numbers: &mut [L], lane: usize, values: &[Scalar]) {
    numbers.iter_mut().zip(values).for_each(|(lanes, &value)| lanes.set(lane, value));
}

/// Reads a lane of some numbers.
pub(crate) fn read_lane<L: Gather>(numbers: &[L], lane: usize, values: &mut [Scalar]) {
    numbers.iter().zip(values).for_each(|(lanes, value)| *value = lanes.read(lane));
}

/// In which order joints of these bodies fill packs: first as many as make whole pieces of bodies one after another, then of every
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
