//! Joints side by side of one type and width, by batch.

use crate::angle::Angle;
use crate::kernels::masked_body::MaskedBody;
use crate::kernels::{
    BatchPlace, BodyPlaces, HasKernels, ImpulsePass, JointTable, Kernel, LEAST_IMPULSE, Layout, Parameters, Phase,
    Poses, Prepare, Span, Start, Turns, Velocities, base_of,
};
use crate::kinematics::Pose;
use crate::lanes::{self, Gather, WIDEST};
use crate::math::Scalar;
use crate::pass::{Pass, Step};
use crate::slots::Key;
use crate::solver::batch::batch_joints::OfType;
use crate::solver::batch::batch_joints::setup_pool::SetupPool;
use crate::solver::batch::{BatchPack, BatchSlot, IslandBatch, MAX_JOINTS};
use crate::solver::packs::bucket::{read_lane, set_lane};
use crate::solver::packs::joint_data::{JointData, WarmStartCache};

/// See [`Turns::packs_at_once`]. More than where bodies are gathered, since joints of the same island may be among them, whether they have the same colour or not: they
/// are solved one after another, and wait for each other. As many as a batch has in 16 lanes, unless its islands are large:
/// all that these prepare would leave the first cache.
const PACKS_AT_ONCE: usize = MAX_JOINTS / WIDEST;

/// The joints of all batches.
#[derive(Clone)]
pub(crate) struct BatchJoints<L: Gather> {
    layout: Layout,
    batches: Vec<BatchPacks<L>>,
    setups: SetupPool<L>,
    /// What joints have within a step only. Batches work there one after another: it stays in the cache.
    bases: Vec<[L; 2]>,
    prepared: Vec<L>,
}

/// The joints of a batch: the first of each island, group after group, then the second ones, and so on. All that a step leaves to
/// the next one.
#[derive(Clone)]
struct BatchPacks<L> {
    /// Where the packs have their bodies.
    places: Vec<BatchPlace>,
    masked_bodies: Vec<MaskedBody>,
    /// By pack, the number of its setup in the pool.
    setups: Vec<u32>,
    /// By pack.
    groups: Vec<u32>,
    impulses: Vec<L>,
    /// What outlives a degenerate pose.
    directions: Vec<L>,
    /// Whose joint each lane has, and its colour. One without a joint repeats another one, and changes no body of the world.
    keys: Vec<Option<(Key, u32)>>,
}

/// Where a joint stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchJointHandle {
    batch: u32,
    at: u32,
}

impl BatchJointHandle {
    /// Of the identical island so many lanes on.
    pub(crate) const fn on(self, lanes: u32) -> Self {
        Self { at: self.at + lanes, ..self }
    }
}

/// A joint that joins a batch.
pub(crate) struct IncomingJoint {
    pub(crate) key: Key,
    pub(crate) colour: u32,
    pub(crate) data: JointData,
}

/// The owner's side.
impl<L: Gather> BatchJoints<L> {
    pub(crate) const fn new(layout: Layout) -> Self {
        Self {
            layout,
            batches: Vec::new(),
            setups: SetupPool::new(layout.setup),
            bases: Vec::new(),
            prepared: Vec::new(),
        }
    }

    /// One joint of each island, in its lane; lanes without one repeat the first one, without impulses.
    #[allow(clippy::cast_possible_truncation)] // there are fewer joints than places of 32 bits
    pub(crate) fn join(
        &mut self,
        batch_slot: BatchSlot,
        row: &BatchPack,
        joints: &[Option<IncomingJoint>],
    ) -> Option<BatchJointHandle> {
        let first = joints.iter().flatten().next()?;
        let of_lane = |lane: usize| joints.get(lane).and_then(Option::as_ref);
        let batch = batch_slot.batch as usize;
        while self.batches.len() <= batch {
            self.batches.push(BatchPacks::NEW);
        }
        let Layout { bodies, rows, prepared, memory, .. } = self.layout;
        let mut setup = vec![L::default(); self.layout.setup];
        for lane in 0..L::COUNT {
            set_lane(&mut setup, lane, &of_lane(lane).unwrap_or(first).data.setup);
        }
        let setup = self.setups.take(&setup);
        let rank = &mut self.batches[batch];
        let at = rank.keys.len();
        rank.find_places(bodies, row);
        rank.setups.push(setup);
        rank.groups.push(batch_slot.group);
        let (impulses, directions) = (rank.impulses.len(), rank.directions.len());
        rank.impulses.resize(impulses + rows, L::default());
        rank.directions.resize(directions + memory.len(), L::default());
        for lane in 0..L::COUNT {
            let own = of_lane(lane);
            if let Some(own) = own {
                set_lane(&mut rank.impulses[impulses..], lane, &own.data.kept.impulses);
            }
            set_lane(&mut rank.directions[directions..], lane, &own.unwrap_or(first).data.kept.directions);
            rank.keys.push(own.map(|incoming| (incoming.key, incoming.colour)));
        }
        let packs = rank.packs();
        self.bases.resize(self.bases.len().max(packs * bodies), [L::default(); 2]);
        while self.prepared.len() < packs * prepared {
            self.prepared.extend(self.layout.unprepared().map(L::splat));
        }
        Some(BatchJointHandle { batch: batch_slot.batch, at: at as u32 })
    }

    /// The number of the pack that a joint has a lane of, and the lane.
    const fn place(handle: BatchJointHandle) -> (usize, usize) {
        (handle.at as usize / L::COUNT, handle.at as usize % L::COUNT)
    }

    fn rank(&self, handle: BatchJointHandle) -> &BatchPacks<L> {
        &self.batches[handle.batch as usize]
    }

    pub(crate) fn colour(&self, handle: BatchJointHandle) -> u32 {
        self.rank(handle).keys[handle.at as usize].map_or(0, |(_, colour)| colour)
    }

    #[allow(clippy::cast_possible_truncation)] // as above
    pub(crate) fn batch_slot(&self, handle: BatchJointHandle) -> BatchSlot {
        let (pack, lane) = Self::place(handle);
        BatchSlot { batch: handle.batch, group: self.rank(handle).groups[pack], lane: lane as u32 }
    }

    /// Whose joints an island has, and where they stand.
    #[allow(clippy::cast_possible_truncation)] // as above
    pub(crate) fn at_slot(&self, BatchSlot { batch, group, lane }: BatchSlot) -> Vec<(Key, BatchJointHandle)> {
        let Some(rank) = self.batches.get(batch as usize) else { return Vec::new() };
        let packs = rank.groups.iter().zip((lane as usize..).step_by(L::COUNT));
        let own = packs.filter(|(of_pack, _)| **of_pack == group);
        own.filter_map(|(_, at)| Some((rank.keys[at]?.0, BatchJointHandle { batch, at: at as u32 }))).collect()
    }

    pub(crate) fn setup(&self, handle: BatchJointHandle) -> Vec<Scalar> {
        let (pack, lane) = Self::place(handle);
        let setup = self.setups.get(self.rank(handle).setups[pack]);
        setup.iter().map(|lanes| lanes.read(lane)).collect()
    }

    pub(crate) fn kept(&self, handle: BatchJointHandle) -> WarmStartCache {
        let ((pack, lane), count) = (Self::place(handle), self.layout.memory.len());
        let mut directions = vec![0.0; count];
        read_lane(&self.rank(handle).directions[pack * count..], lane, &mut directions);
        WarmStartCache { impulses: self.impulses(handle), directions }
    }

    pub(crate) fn impulses(&self, handle: BatchJointHandle) -> Vec<Scalar> {
        let mut impulses = Vec::new();
        self.read_impulses(handle, &mut impulses);
        impulses
    }

    /// Appends the impulses of one joint.
    pub(crate) fn read_impulses(&self, handle: BatchJointHandle, into: &mut Vec<Scalar>) {
        let ((pack, lane), rows) = (Self::place(handle), self.layout.rows);
        into.extend(self.rank(handle).impulses[pack * rows..][..rows].iter().map(|impulse| impulse.read(lane)));
    }

    /// Scales the impulses of one joint.
    pub(crate) fn scale_impulses_of(&mut self, handle: BatchJointHandle, factor: Scalar) {
        let ((pack, lane), rows) = (Self::place(handle), self.layout.rows);
        let impulses = &mut self.batches[handle.batch as usize].impulses[pack * rows..][..rows];
        for impulse in impulses {
            impulse.set(lane, impulse.read(lane) * factor);
        }
    }

    /// Gives one joint another setup.
    pub(crate) fn set_setup(&mut self, handle: BatchJointHandle, setup: &[Scalar]) {
        let (pack, lane) = Self::place(handle);
        let own = &mut self.batches[handle.batch as usize].setups[pack];
        *own = self.setups.change(*own, lane, setup);
    }

    /// The joint goes. Another one is repeated in its lane.
    #[allow(clippy::cast_possible_truncation)] // as above
    pub(crate) fn remove(&mut self, handle: BatchJointHandle) {
        let (at, (pack, lane)) = (handle.at as usize, Self::place(handle));
        let rank = &mut self.batches[handle.batch as usize];
        rank.keys[at] = None;
        let first = at - lane;
        let other = (first..first + L::COUNT).find(|&other| rank.keys[other].is_some());
        let other = BatchJointHandle { at: other.unwrap_or(at) as u32, ..handle };
        self.set_setup(handle, &self.setup(other));
        let directions = self.kept(other).directions;
        let (rank, rows) = (&mut self.batches[handle.batch as usize], self.layout.rows);
        rank.impulses[pack * rows..][..rows].iter_mut().for_each(|impulse| impulse.set(lane, 0.0));
        set_lane(&mut rank.directions[pack * directions.len()..], lane, &directions);
    }

    /// A batch has no joints any more.
    pub(crate) fn free(&mut self, batch: u32) {
        let Some(rank) = self.batches.get_mut(batch as usize) else { return };
        core::mem::replace(rank, BatchPacks::NEW).setups.iter().for_each(|&setup| self.setups.give_back(setup));
    }

    pub(crate) fn scale_impulses(&mut self, factor: Scalar) {
        let factor = L::splat(factor);
        let impulses = self.batches.iter_mut().flat_map(|rank| &mut rank.impulses);
        impulses.for_each(|lambda| *lambda = *lambda * factor);
    }

    pub(crate) fn forget(&mut self) {
        for rank in &mut self.batches {
            rank.impulses.fill(L::default());
            let directions = WarmStartCache::new(&self.layout).directions;
            for own in rank.directions.chunks_exact_mut(directions.len().max(1)) {
                own.iter_mut().zip(&directions).for_each(|(lanes, &value)| *lanes = L::splat(value));
            }
        }
    }
}

impl<L> BatchPacks<L> {
    const NEW: Self = Self {
        places: Vec::new(),
        masked_bodies: Vec::new(),
        setups: Vec::new(),
        groups: Vec::new(),
        impulses: Vec::new(),
        directions: Vec::new(),
        keys: Vec::new(),
    };

    const fn packs(&self) -> usize {
        self.groups.len()
    }

    /// Finds out where joints side by side have their bodies.
    #[allow(clippy::cast_possible_truncation)] // there are fewer masked bodies than joints have bodies
    fn find_places(&mut self, bodies: usize, row: &BatchPack) {
        if let Some(body_slots) = row.alike() {
            self.places.extend(body_slots[..bodies].iter().copied().map(BatchPlace::slot));
            return;
        }
        for body_slots in &row.body_slots[..bodies] {
            let (first, mut masked_bodies) = (self.masked_bodies.len() as u32, MaskedBody::all(body_slots));
            self.places.push(BatchPlace::masked_bodies(first, masked_bodies.len() as u16));
            self.masked_bodies.append(&mut masked_bodies);
        }
    }
}

/// The joints of a batch during a step.
struct Working<'a, L: Gather> {
    layout: &'a Layout,
    kernel: Kernel<L>,
    rank: &'a mut BatchPacks<L>,
    setups: &'a [L],
    bases: &'a mut [[L; 2]],
    prepared: &'a mut [L],
    /// Those of the next batch, if it has any.
    next: Option<&'a BatchPacks<L>>,
}

/// The passes' side.
impl<L: HasKernels> BatchJoints<L> {
    /// `None` if the batch has none of this type.
    fn working<'a>(&'a mut self, table: &JointTable, batch: u32) -> Option<Working<'a, L>> {
        let Self { layout, batches, setups, bases, prepared } = self;
        let (own, others) = batches.split_at_mut_checked(batch as usize + 1)?;
        let rank = own.last_mut().filter(|rank| rank.packs() > 0)?;
        let (kernel, setups, next) = (L::kernel(table), setups.all(), others.first());
        Some(Working { layout, kernel, rank, setups, bases, prepared, next })
    }

    /// Readies the joints for a step.
    pub(crate) fn begin(&mut self, of: OfType<'_>, batch: u32, bodies: &mut IslandBatch<L>, step: Step<Scalar>) {
        let OfType { table, joints: parameters } = of;
        let Some(mut joints) = self.working(table, batch) else { return };
        joints.remember();
        let view = bodies.view();
        joints.find_bases(view.splits);
        let apply = ImpulsePass::apply(Velocities::of_batch(view.warm_start_delta), true);
        let prepare = prepare(view.moved, step, Some(view.angles), parameters);
        joints.run(&mut [Phase::Prepare(prepare), Phase::Pass(apply)]);
    }

    pub(crate) fn solve(&mut self, table: &JointTable, batch: u32, bodies: &mut IslandBatch<L>, pass: &Pass<Scalar>) {
        let Some(mut joints) = self.working(table, batch) else { return };
        let solve = ImpulsePass::solve(Velocities::of_batch(bodies.view().velocities), pass);
        joints.run(&mut [Phase::Pass(solve)]);
    }

    /// Prepared numbers are not kept from step to step: computing them is faster than the memory traffic. So the last
    /// relaxation of a step applies nothing.
    pub(crate) fn relax(
        &mut self,
        of: OfType<'_>,
        batch: u32,
        bodies: &mut IslandBatch<L>,
        step: Step<Scalar>,
        is_last: bool,
    ) {
        let OfType { table, joints: parameters } = of;
        let Some(mut joints) = self.working(table, batch) else { return };
        let view = bodies.view();
        if is_last {
            joints.find_bases(view.splits);
        }
        let solve = ImpulsePass::solve(Velocities::of_batch(view.velocities), &Pass::relax());
        let apply = ImpulsePass::apply(Velocities::of_batch(view.warm_start_delta), true);
        let prepare = Phase::Prepare(prepare(view.moved, step, is_last.then_some(view.angles), parameters));
        let (solve, apply) = (Phase::Pass(solve), Phase::Pass(apply));
        match (table.layout.relaxes, is_last) {
            (true, true) => joints.run(&mut [prepare, solve]),
            (true, false) => joints.run(&mut [prepare, solve, apply]),
            (false, true) => joints.run(&mut [prepare]),
            (false, false) => joints.run(&mut [prepare, apply]),
        }
        if is_last {
            joints.keep();
        }
    }
}

fn prepare<'a, L: Gather>(
    poses: &'a [Pose<L>],
    step: Step<Scalar>,
    begin: Option<&'a [Angle]>,
    joints: &'a dyn Parameters,
) -> Prepare<'a, L> {
    let begin = begin.map(|angles| Start { angles, centres: &[] });
    Prepare { poses: Poses { moved: &[], turned: &[], in_lanes: poses }, step, begin, joints }
}

impl<L: Gather> Working<'_, L> {
    /// Runs these phases on all joints.
    fn run(&mut self, phases: &mut [Phase<'_, L>]) {
        let BatchPacks { places, masked_bodies, setups, impulses, .. } = &mut *self.rank;
        let mut span = Span {
            bodies: BodyPlaces::of_batch(places, masked_bodies),
            setup: setups,
            setups: self.setups,
            bases: self.bases,
            prepared: self.prepared,
            impulses,
        };
        Turns::of(PACKS_AT_ONCE).run(self.kernel, self.layout, &mut span, phases);
    }

    /// Takes what a step finds.
    fn remember(&mut self) {
        let Layout { prepared, memory, .. } = *self.layout;
        if !memory.is_empty() {
            let packs = self.prepared.chunks_exact_mut(prepared).zip(self.rank.directions.chunks_exact(memory.len()));
            for (numbers, directions) in packs {
                memory.iter().zip(directions).for_each(|(&number, &direction)| numbers[number] = direction);
            }
        }
    }

    /// Where the bodies are at the start of a step.
    fn find_bases(&mut self, centres: &[[L; 4]]) {
        let (places, masked_bodies) = (&self.rank.places[..], &self.rank.masked_bodies[..]);
        L::run(FindBases { layout: self.layout, places, masked_bodies, bases: self.bases, centres });
    }

    /// Keeps what a step leaves, and fetches as much of what the next batch's will find.
    fn keep(&mut self) {
        let Layout { prepared, memory, .. } = *self.layout;
        if let Some(next) = self.next {
            L::fetch(&next.places[..]);
            L::fetch(&next.setups[..]);
            L::fetch(&next.impulses[..]);
            L::fetch(&next.directions[..]);
        }
        L::run(Flush(&mut self.rank.impulses));
        if !memory.is_empty() {
            let packs = self.prepared.chunks_exact(prepared).zip(self.rank.directions.chunks_exact_mut(memory.len()));
            for (numbers, directions) in packs {
                memory.iter().zip(directions).for_each(|(&number, direction)| *direction = numbers[number]);
            }
        }
    }
}

/// Leaves the impulses behind that must not reach the next step: see [`ImpulsePass::apply`].
struct Flush<'a, L>(&'a mut [L]);

impl<L: Gather> lanes::Kernel for Flush<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let least = L::splat(LEAST_IMPULSE);
        self.0.iter_mut().for_each(|impulse| *impulse = impulse.normal_or_zero(least));
    }
}

/// See [`Span::bases`].
struct FindBases<'a, L> {
    layout: &'a Layout,
    places: &'a [BatchPlace],
    masked_bodies: &'a [MaskedBody],
    bases: &'a mut [[L; 2]],
    centres: &'a [[L; 4]],
}

impl<L: Gather> lanes::Kernel for FindBases<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let Self { layout: &Layout { bodies, is_relative, .. }, places, masked_bodies, bases, centres } = self;
        for (places, bases) in places.chunks_exact(bodies).zip(bases.chunks_exact_mut(bodies)) {
            let origin = if is_relative { places[0].centre(masked_bodies, centres) } else { [L::default(); 4] };
            for (place, base) in places.iter().zip(bases).skip(usize::from(is_relative)) {
                *base = base_of(origin, place.centre(masked_bodies, centres));
            }
        }
    }
}
