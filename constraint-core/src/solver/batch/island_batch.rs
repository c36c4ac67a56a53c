//! The bodies of identical islands side by side.

use crate::angle::Angle;
use crate::kinematics::{Pose, Velocity};
use crate::lanes::Lanes;
use crate::math::{Scalar, nearest};
use crate::solver::batch::{BatchPlan, BatchSlot};

/// Groups of as many islands as there are lanes. A body of each is a body slot: those of a group stand together.
///
/// A lane without an island, or with fewer bodies, repeats a body of another lane, at rest. After an eviction it keeps its
/// own until the next load. Such lanes are solved with the others, but are never unloaded or reported.
#[derive(Clone, Debug)]
pub(crate) struct IslandBatch<L> {
    /// How many bodies an island has at most, and how many of them move: the first ones.
    pub(crate) size: usize,
    pub(crate) moving: usize,
    /// By body slot, a bit for each lane that has a body. Every island has one in the first body slot of its group.
    pub(crate) occupied: Vec<u16>,
    /// How many islands there were in the beginning.
    strength: u32,
    /// By body slot and lane, the places of the bodies.
    pub(crate) places: Vec<u32>,
    /// By group and lane.
    pub(crate) islands: Vec<LaneIsland>,
    /// What [`SolverBodies`](crate::solver::SolverBodies) has of each body: by body slot and lane, or by body slot in lanes.
    pub(crate) centres: [Vec<f64>; 2],
    pub(crate) angles: Vec<Angle>,
    /// Cosines and sines.
    pub(crate) rotations: Vec<[L; 2]>,
    pub(crate) velocities: Vec<Velocity<L>>,
    /// By body slot of a body that moves; or of the body slots of one group, if all groups have the same, or one for all body slots. A fixed body
    /// has none: its velocity is zero.
    pub(crate) velocity_updates: Vec<GainAndKeep<L>>,
    /// By body slot, a bit for each angle that [is far](Angle::is_far), as was last told.
    pub(crate) far: Vec<u16>,
    /// Whether that is no longer so.
    pub(crate) has_crossed: bool,
    /// Whether all bodies have settled at numbers.
    pub(crate) is_finite: bool,
    pub(crate) scratch: BatchScratch<L>,
}

/// How the bodies of an island that move stand: in the first body slots of its lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneIsland {
    /// How many there are. None where there is no island, or no longer.
    pub(crate) bodies: u32,
    /// Whether they are one after another in the world, too.
    pub(crate) is_straight: bool,
    /// The least of their places, and the greatest.
    pub(crate) span: [u32; 2],
}

impl LaneIsland {
    /// In a lane, of these body slots of its group.
    fn new<L: Lanes>(lane: usize, occupied: &[u16], places: &[u32]) -> Self {
        let body_slots = occupied.iter().zip(places.iter().skip(lane).step_by(L::COUNT));
        let own = || body_slots.clone().take_while(|(occupied, _)| **occupied >> lane & 1 == 1);
        let is_straight = own().zip(places[lane]..).all(|((_, place), next)| *place == next);
        let own_places = || own().map(|(_, place)| *place);
        let span = [own_places().min().unwrap_or_default(), own_places().max().unwrap_or_default()];
        Self { bodies: own().map(|_| 1).sum(), is_straight, span }
    }
}

/// What the velocities of a body slot gain in a substep, and which share of them they keep.
pub(crate) type GainAndKeep<L> = [Velocity<L>; 2];

/// The velocities of a group, what is carried over to them, and what drives them: one by one, or all of them.
type Driven<'a, L> = (&'a mut [Velocity<L>], &'a mut [Velocity<L>], &'a [GainAndKeep<L>]);

/// Body data that lives within one step. All batches share the buffers, which stay in the cache.
#[derive(Clone, Debug)]
pub(crate) struct BatchScratch<L> {
    pub(crate) splits: Vec<[L; 4]>,
    /// How far the bodies have moved and turned since the step began, and their rotations.
    pub(crate) moved: Vec<Pose<L>>,
    pub(crate) warm_start_delta: Vec<Velocity<L>>,
}

impl<L> Default for BatchScratch<L> {
    fn default() -> Self {
        Self { splits: Vec::new(), moved: Vec::new(), warm_start_delta: Vec::new() }
    }
}

impl<L: Lanes> IslandBatch<L> {
    /// Of these islands.
    pub(crate) fn new(plan: &BatchPlan<'_>) -> Self {
        let (mut occupied, mut places) = (Vec::new(), Vec::new());
        for body_slot in plan.bodies().flatten() {
            let bit = |(lane, body): (usize, &Option<u32>)| u16::from(body.is_some()) << lane;
            occupied.push(body_slot.iter().enumerate().map(bit).sum());
            let other = body_slot.iter().flatten().next().copied().unwrap_or_default();
            places.extend((0..L::COUNT).map(|lane| body_slot.get(lane).copied().flatten().unwrap_or(other)));
        }
        let (bodies, body_slots) = (places.len(), places.len() / L::COUNT);
        let (size, moving) = (plan.size(), plan.moving());
        let groups = occupied.chunks_exact(size).zip(places.chunks_exact(size * L::COUNT));
        let islands = groups.flat_map(|(occupied, places)| {
            (0..L::COUNT).map(move |lane| LaneIsland::new::<L>(lane, &occupied[..moving], places))
        });
        let islands = islands.collect();
        Self {
            size,
            moving,
            occupied,
            #[allow(clippy::cast_possible_truncation)] // there are fewer islands than bodies
            strength: plan.len() as u32,
            places,
            islands,
            centres: [vec![0.0; bodies], vec![0.0; bodies]],
            angles: vec![Angle::ZERO; bodies],
            rotations: vec![[L::default(); 2]; body_slots],
            velocities: vec![Velocity::default(); body_slots],
            velocity_updates: Vec::new(),
            far: vec![0; body_slots],
            has_crossed: false,
            is_finite: true,
            scratch: BatchScratch::default(),
        }
    }

    /// The velocities of the bodies that move, group by group.
    pub(crate) fn driven(&mut self) -> impl Iterator<Item = Driven<'_, L>> {
        let moving = self.moving;
        let velocity_updates = self.velocity_updates.chunks(moving).cycle();
        let groups =
            self.velocities.chunks_exact_mut(self.size).zip(self.scratch.warm_start_delta.chunks_exact_mut(self.size));
        groups.zip(velocity_updates).map(move |((velocities, warm_start_delta), velocity_updates)| {
            (&mut velocities[..moving], &mut warm_start_delta[..moving], velocity_updates)
        })
    }
}

/// What is asked of it.
impl<L: Lanes> IslandBatch<L> {
    pub(crate) const fn body_slots(&self) -> usize {
        self.velocities.len()
    }

    /// The first place of a body that would be at NaN or infinity.
    pub(crate) fn lost(&self) -> Option<u32> {
        if self.is_finite {
            return None;
        }
        let is_finite = |body_slot: usize, lane: usize| {
            let (Velocity { x, y, angular }, at) = (self.velocities[body_slot], body_slot * L::COUNT + lane);
            let [near_x, near_y] = [nearest(self.centres[0][at]), nearest(self.centres[1][at])];
            let angle = self.angles[at].radians();
            [near_x, near_y, angle, x.get(lane), y.get(lane), angular.get(lane)].iter().all(|value| value.is_finite())
        };
        let lost = self.movers().filter(|&(body_slot, lane)| !is_finite(body_slot, lane));
        lost.map(|(body_slot, lane)| self.places[body_slot * L::COUNT + lane]).min()
    }

    /// Tells of each body whose angle has come far or back since this was last asked: its place, and the angle.
    pub(crate) fn crossed(&mut self, mut tell: impl FnMut(u32, Angle)) {
        if !core::mem::take(&mut self.has_crossed) {
            return;
        }
        for (body_slot, angles) in self.angles.chunks_exact(L::COUNT).enumerate() {
            let far = far_ones(angles);
            let crossed = core::mem::replace(&mut self.far[body_slot], far) ^ far;
            let occupied = self.occupied[body_slot];
            for lane in (0..L::COUNT).filter(|lane| (crossed & occupied) >> lane & 1 == 1) {
                tell(self.places[body_slot * L::COUNT + lane], angles[lane]);
            }
        }
    }

    /// The bodies of an island that move.
    pub(crate) fn bodies(&self, batch_slot: BatchSlot) -> Vec<u32> {
        let (group, lane) = (batch_slot.group as usize, batch_slot.lane as usize);
        let own = self.islands[group * L::COUNT + lane].bodies as usize;
        self.places[group * self.size * L::COUNT..]
            .chunks_exact(L::COUNT)
            .take(own)
            .map(|body_slot| body_slot[lane])
            .collect()
    }

    /// Where its islands stand.
    pub(crate) fn batch_slots(&self, batch: u32) -> Vec<BatchSlot> {
        let groups = (0..).zip(self.occupied.iter().step_by(self.size));
        let batch_slots = groups.flat_map(|(group, occupied)| {
            let lanes = (0..u16::BITS).filter(move |lane| occupied >> lane & 1 == 1);
            lanes.map(move |lane| BatchSlot { batch, group, lane })
        });
        batch_slots.collect()
    }

    /// An island goes.
    pub(crate) fn evict(&mut self, BatchSlot { group, lane, .. }: BatchSlot) {
        self.islands[group as usize * L::COUNT + lane as usize].bodies = 0;
        let first = group as usize * self.size;
        self.occupied[first..first + self.size].iter_mut().for_each(|occupied| *occupied &= !(1 << lane));
        for velocity in &mut self.velocities[first..first + self.size] {
            set_velocity(velocity, lane as usize, Velocity::default());
        }
    }

    /// Whether so many islands have gone that others should find new slots: half of them.
    pub(crate) fn is_thin(&self) -> bool {
        2 * self.occupied.iter().step_by(self.size).map(|occupied| occupied.count_ones()).sum::<u32>() < self.strength
    }

    /// The body slots and lanes of the bodies that move.
    fn movers(&self) -> impl Iterator<Item = (usize, usize)> {
        let body_slots = (0..self.body_slots()).filter(|body_slot| body_slot % self.size < self.moving);
        let lanes = |body_slot| (0..L::COUNT).map(move |lane| (body_slot, lane));
        body_slots.flat_map(lanes).filter(|&(body_slot, lane)| self.occupied[body_slot] >> lane & 1 == 1)
    }
}

/// A bit for each of a body slot's angles that [is far](Angle::is_far).
pub(crate) fn far_ones(angles: &[Angle]) -> u16 {
    (0..).zip(angles).fold(0, |far, (lane, angle)| far | u16::from(angle.is_far()) << lane)
}

pub(crate) fn set_velocity<L: Lanes>(values: &mut Velocity<L>, lane: usize, now: Velocity<Scalar>) {
    values.x.set(lane, now.x);
    values.y.set(lane, now.y);
    values.angular.set(lane, now.angular);
}

/// What joints read and write of the bodies of a batch.
pub(crate) struct BatchView<'a, L> {
    /// The centres at the start of the step, in high and low parts.
    pub(crate) splits: &'a [[L; 4]],
    pub(crate) angles: &'a [Angle],
    pub(crate) moved: &'a [Pose<L>],
    pub(crate) velocities: &'a mut [Velocity<L>],
    pub(crate) warm_start_delta: &'a mut [Velocity<L>],
}

impl<L: Lanes> IslandBatch<L> {
    pub(crate) fn view(&mut self) -> BatchView<'_, L> {
        let Self { angles, velocities, scratch: BatchScratch { splits, moved, warm_start_delta }, .. } = self;
        BatchView { splits, angles, moved, velocities, warm_start_delta }
    }
}

impl<L: Lanes> IslandBatch<L> {
    /// Fetches what a step begins with in a body slot, if there is one.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's
    pub(crate) fn fetch(&self, body_slot: usize) {
        if let (Some(rotation), Some(velocity)) = (self.rotations.get(body_slot), self.velocities.get(body_slot)) {
            self.centres.iter().for_each(|centres| L::fetch(&centres[body_slot * L::COUNT..][..L::COUNT]));
            L::fetch(rotation);
            L::fetch(velocity);
        }
    }
}
