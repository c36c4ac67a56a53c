//! Joints side by side of one type and width, by crew.

use super::super::member::{Kept, Member};
use super::super::series::{base_of, read_lane, set_lane};
use super::OfType;
use super::pool::Pool;
use crate::angle::Angle;
use crate::constraint::{Pass, Step};
use crate::kinematics::Pose;
use crate::lanes::{self, Gather, WIDEST};
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::crews::{Crew, MOST_JOINTS, Post, Row, Spot};
use crate::solver::kernels::{
    Angles, Apply, BatchPlace, BodyPlaces, HasKernels, JointTable, Kernel, LEAST_IMPULSE, Layout, Parameters, Phases,
    Poses, Prepare, Solve, Span, Velocities,
};

/// See [`Phases::at_hand`]. More than where bodies are gathered, since joints of the same island may be among them, whether they have the same colour or not: they
/// are solved one after another, and wait for each other. As many as a crew has in 16 lanes, unless its islands are large:
/// all that these prepare would leave the first cache.
const AT_HAND: usize = MOST_JOINTS / WIDEST;

/// The joints of all crews.
pub(in super::super) struct Ranks<L: Gather> {
    layout: Layout,
    crews: Vec<Rank<L>>,
    setups: Pool<L>,
    /// What joints have within a step only. Crews work there one after another: it stays in the cache.
    bases: Vec<[L; 2]>,
    prepared: Vec<L>,
}

/// The joints of a crew: the first of each island, group after group, then the second ones, and so on. All that a step leaves to
/// the next one.
struct Rank<L> {
    /// Where the packs have their bodies.
    places: Vec<BatchPlace>,
    spots: Vec<Spot>,
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
pub(in super::super) struct Rung {
    crew: u32,
    at: u32,
}

impl Rung {
    /// Of the twin so many lanes on.
    pub(in super::super) const fn on(self, lanes: u32) -> Self {
        Self { at: self.at + lanes, ..self }
    }
}

/// A joint that joins a crew.
pub(in super::super) struct Comer {
    pub(in super::super) key: Key,
    pub(in super::super) colour: u32,
    pub(in super::super) member: Member,
}

/// The owner's side.
impl<L: Gather> Ranks<L> {
    pub(super) const fn new(layout: Layout) -> Self {
        Self { layout, crews: Vec::new(), setups: Pool::new(layout.setup), bases: Vec::new(), prepared: Vec::new() }
    }

    /// One joint of each island, in its lane; lanes without one repeat the first one, without impulses.
    #[allow(clippy::cast_possible_truncation)] // there are fewer joints than places of 32 bits
    pub(super) fn join(&mut self, post: Post, row: &Row, joints: &[Option<Comer>]) -> Option<Rung> {
        let first = joints.iter().flatten().next()?;
        let of_lane = |lane: usize| joints.get(lane).and_then(Option::as_ref);
        let crew = post.crew as usize;
        while self.crews.len() <= crew {
            self.crews.push(Rank::NEW);
        }
        let Layout { bodies, rows, prepared, memory, .. } = self.layout;
        let mut setup = vec![L::default(); self.layout.setup];
        for lane in 0..L::COUNT {
            set_lane(&mut setup, lane, &of_lane(lane).unwrap_or(first).member.setup);
        }
        let setup = self.setups.take(&setup);
        let rank = &mut self.crews[crew];
        let at = rank.keys.len();
        rank.find_places(bodies, row);
        rank.setups.push(setup);
        rank.groups.push(post.group);
        let (impulses, directions) = (rank.impulses.len(), rank.directions.len());
        rank.impulses.resize(impulses + rows, L::default());
        rank.directions.resize(directions + memory.len(), L::default());
        for lane in 0..L::COUNT {
            let own = of_lane(lane);
            if let Some(own) = own {
                set_lane(&mut rank.impulses[impulses..], lane, &own.member.kept.impulses);
            }
            set_lane(&mut rank.directions[directions..], lane, &own.unwrap_or(first).member.kept.directions);
            rank.keys.push(own.map(|comer| (comer.key, comer.colour)));
        }
        let packs = rank.packs();
        self.bases.resize(self.bases.len().max(packs * bodies), [L::default(); 2]);
        while self.prepared.len() < packs * prepared {
            self.prepared.extend(self.layout.unprepared().map(L::splat));
        }
        Some(Rung { crew: post.crew, at: at as u32 })
    }

    /// The number of the pack that a joint has a lane of, and the lane.
    const fn place(rung: Rung) -> (usize, usize) {
        (rung.at as usize / L::COUNT, rung.at as usize % L::COUNT)
    }

    fn rank(&self, rung: Rung) -> &Rank<L> {
        &self.crews[rung.crew as usize]
    }

    pub(super) fn colour(&self, rung: Rung) -> u32 {
        self.rank(rung).keys[rung.at as usize].map_or(0, |(_, colour)| colour)
    }

    #[allow(clippy::cast_possible_truncation)] // as above
    pub(super) fn post(&self, rung: Rung) -> Post {
        let (pack, lane) = Self::place(rung);
        Post { crew: rung.crew, group: self.rank(rung).groups[pack], lane: lane as u32 }
    }

    /// Whose joints an island has, and where they stand.
    #[allow(clippy::cast_possible_truncation)] // as above
    pub(super) fn at_post(&self, Post { crew, group, lane }: Post) -> Vec<(Key, Rung)> {
        let Some(rank) = self.crews.get(crew as usize) else { return Vec::new() };
        let packs = rank.groups.iter().zip((lane as usize..).step_by(L::COUNT));
        let own = packs.filter(|(of_pack, _)| **of_pack == group);
        own.filter_map(|(_, at)| Some((rank.keys[at]?.0, Rung { crew, at: at as u32 }))).collect()
    }

    pub(super) fn setup(&self, rung: Rung) -> Vec<Scalar> {
        let (pack, lane) = Self::place(rung);
        let setup = self.setups.get(self.rank(rung).setups[pack]);
        setup.iter().map(|lanes| lanes.read(lane)).collect()
    }

    pub(super) fn kept(&self, rung: Rung) -> Kept {
        let ((pack, lane), count) = (Self::place(rung), self.layout.memory.len());
        let mut directions = vec![0.0; count];
        read_lane(&self.rank(rung).directions[pack * count..], lane, &mut directions);
        Kept { impulses: self.impulses(rung), directions }
    }

    pub(super) fn impulses(&self, rung: Rung) -> Vec<Scalar> {
        let ((pack, lane), rows) = (Self::place(rung), self.layout.rows);
        self.rank(rung).impulses[pack * rows..][..rows].iter().map(|impulse| impulse.read(lane)).collect()
    }

    /// Gives one joint another setup.
    pub(super) fn set_setup(&mut self, rung: Rung, setup: &[Scalar]) {
        let (pack, lane) = Self::place(rung);
        let own = &mut self.crews[rung.crew as usize].setups[pack];
        *own = self.setups.change(*own, lane, setup);
    }

    /// The joint goes. Another one is repeated in its lane.
    #[allow(clippy::cast_possible_truncation)] // as above
    pub(super) fn remove(&mut self, rung: Rung) {
        let (at, (pack, lane)) = (rung.at as usize, Self::place(rung));
        let rank = &mut self.crews[rung.crew as usize];
        rank.keys[at] = None;
        let first = at - lane;
        let other = (first..first + L::COUNT).find(|&other| rank.keys[other].is_some());
        let other = Rung { at: other.unwrap_or(at) as u32, ..rung };
        self.set_setup(rung, &self.setup(other));
        let directions = self.kept(other).directions;
        let (rank, rows) = (&mut self.crews[rung.crew as usize], self.layout.rows);
        rank.impulses[pack * rows..][..rows].iter_mut().for_each(|impulse| impulse.set(lane, 0.0));
        set_lane(&mut rank.directions[pack * directions.len()..], lane, &directions);
    }

    /// A crew has no joints any more.
    pub(super) fn disband(&mut self, crew: u32) {
        let Some(rank) = self.crews.get_mut(crew as usize) else { return };
        core::mem::replace(rank, Rank::NEW).setups.iter().for_each(|&setup| self.setups.give_back(setup));
    }

    pub(super) fn scale_impulses(&mut self, factor: Scalar) {
        let factor = L::splat(factor);
        let impulses = self.crews.iter_mut().flat_map(|rank| &mut rank.impulses);
        impulses.for_each(|lambda| *lambda = *lambda * factor);
    }

    pub(super) fn forget(&mut self) {
        for rank in &mut self.crews {
            rank.impulses.fill(L::default());
            let directions = Kept::new(&self.layout).directions;
            for own in rank.directions.chunks_exact_mut(directions.len().max(1)) {
                own.iter_mut().zip(&directions).for_each(|(lanes, &value)| *lanes = L::splat(value));
            }
        }
    }
}

impl<L> Rank<L> {
    const NEW: Self = Self {
        places: Vec::new(),
        spots: Vec::new(),
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
    #[allow(clippy::cast_possible_truncation)] // there are fewer spots than joints have bodies
    fn find_places(&mut self, bodies: usize, row: &Row) {
        if let Some(seats) = row.alike() {
            self.places.extend(seats[..bodies].iter().copied().map(BatchPlace::slot));
            return;
        }
        for seats in &row.seats[..bodies] {
            let (first, mut spots) = (self.spots.len() as u32, Spot::all(seats));
            self.places.push(BatchPlace::spots(first, spots.len() as u16));
            self.spots.append(&mut spots);
        }
    }
}

/// The joints of a crew during a step.
struct Working<'a, L: Gather> {
    layout: &'a Layout,
    kernel: Kernel<L>,
    rank: &'a mut Rank<L>,
    setups: &'a [L],
    bases: &'a mut [[L; 2]],
    prepared: &'a mut [L],
    /// Those of the next crew, if it has any.
    next: Option<&'a Rank<L>>,
}

/// The passes' side.
impl<L: HasKernels> Ranks<L> {
    /// `None` if the crew has none of this type.
    fn working<'a>(&'a mut self, table: &JointTable, crew: u32) -> Option<Working<'a, L>> {
        let Self { layout, crews, setups, bases, prepared } = self;
        let (own, others) = crews.split_at_mut_checked(crew as usize + 1)?;
        let rank = own.last_mut().filter(|rank| rank.packs() > 0)?;
        let (kernel, setups, next) = (L::kernel(table), setups.all(), others.first());
        Some(Working { layout, kernel, rank, setups, bases, prepared, next })
    }

    /// Readies the joints for a step.
    pub(super) fn begin(&mut self, of: OfType<'_>, crew: u32, bodies: &mut Crew<L>, step: Step<Scalar>) {
        let OfType { table, joints: parameters } = of;
        let Some(mut joints) = self.working(table, crew) else { return };
        joints.remember();
        let seen = bodies.seen();
        joints.find_bases(seen.splits);
        let apply = Apply { velocities: Velocities::of_batch(seen.carried), carries: true };
        joints.run(Phases {
            prepare: Some(prepare(seen.moved, step, Some(seen.angles), parameters)),
            apply: Some(apply),
            ..Phases::NONE
        });
    }

    pub(super) fn solve(&mut self, table: &JointTable, crew: u32, bodies: &mut Crew<L>, pass: &Pass<Scalar>) {
        let Some(mut joints) = self.working(table, crew) else { return };
        let solve = Solve { velocities: Velocities::of_batch(bodies.seen().velocities), pass: *pass };
        joints.run(Phases { solve: Some(solve), ..Phases::NONE });
    }

    /// A step begins without anything that is prepared: to keep that from step to step takes longer than to make it anew, for all
    /// the memory. So the last relaxation of a step applies nothing.
    pub(super) fn relax(&mut self, of: OfType<'_>, crew: u32, bodies: &mut Crew<L>, step: Step<Scalar>, is_last: bool) {
        let OfType { table, joints: parameters } = of;
        let Some(mut joints) = self.working(table, crew) else { return };
        let seen = bodies.seen();
        if is_last {
            joints.find_bases(seen.splits);
        }
        let solve = Solve { velocities: Velocities::of_batch(seen.velocities), pass: Pass::relax() };
        let apply = Apply { velocities: Velocities::of_batch(seen.carried), carries: true };
        joints.run(Phases {
            prepare: Some(prepare(seen.moved, step, is_last.then_some(seen.angles), parameters)),
            solve: Some(solve).filter(|_| table.layout.relaxes),
            apply: Some(apply).filter(|_| !is_last),
            ..Phases::NONE
        });
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
    Prepare { poses: Poses { moved: &[], turned: &[], in_lanes: poses }, step, begin: begin.map(Angles), joints }
}

impl<L: Gather> Working<'_, L> {
    /// Runs these phases on all joints.
    fn run(&mut self, phases: Phases<'_, L>) {
        let Rank { places, spots, setups, impulses, .. } = &mut *self.rank;
        let mut span = Span {
            bodies: BodyPlaces::of_batch(places, spots),
            setup: setups,
            setups: self.setups,
            bases: self.bases,
            prepared: self.prepared,
            impulses,
        };
        (self.kernel)(&mut span, &mut Phases { at_hand: AT_HAND, ..phases });
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
        let (places, spots) = (&self.rank.places[..], &self.rank.spots[..]);
        L::run(FindBases { layout: self.layout, places, spots, bases: self.bases, centres });
    }

    /// Keeps what a step leaves, and fetches as much of what the next crew's will find.
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

/// Leaves the impulses behind that must not reach the next step: see [`Apply::carries`].
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
    spots: &'a [Spot],
    bases: &'a mut [[L; 2]],
    centres: &'a [[L; 4]],
}

impl<L: Gather> lanes::Kernel for FindBases<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let Self { layout: &Layout { bodies, is_relative, .. }, places, spots, bases, centres } = self;
        for (places, bases) in places.chunks_exact(bodies).zip(bases.chunks_exact_mut(bodies)) {
            let origin = if is_relative { places[0].centre(spots, centres) } else { [L::default(); 4] };
            for (place, base) in places.iter().zip(bases).skip(usize::from(is_relative)) {
                *base = base_of(origin, place.centre(spots, centres));
            }
        }
    }
}
