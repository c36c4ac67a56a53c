//! Solver bodies: what a step reads and writes of the bodies, in arrays by place.
//!
//! In: bodies that are dirty. Out: the motion of all bodies, or the first body that is not finite.

mod exchange;
mod idle;
mod integrate;
mod view;

use core::ops::Range;

use crate::angle::Angle;
use crate::body_set::{Motions, MovedBodySet, SolverBody, TakesMotion};
use crate::elementary;
use crate::kernels::Layout;
use crate::kinematics::{MassProperties, Pose, Velocity};
use crate::lanes::{Record as _, Width};
use crate::math::{Scalar, Vec2, double, nearest};
use crate::solver::batch::Batches;
use crate::solver::dirty::{Change, Dirty};
use crate::solver::partition::boundaries::Boundaries;
use crate::threads::Threads;

pub(crate) use crate::body_set::VelocityUpdate;
use crate::kernels::records::{DeltaPose, DeltaRotation, SplitPosition, VelocityRecord};
pub(crate) use crate::solver::bodies::exchange::check_body;
pub(crate) use crate::solver::bodies::idle::Idle;
pub(crate) use crate::solver::integrator::position_integrator::PositionIntegrator;
use crate::solver::integrator::velocity_update::VelocityUpdates;

/// Positions, velocities and masses of the bodies during a step. A place without a body stays at rest; as many are added as
/// make a multiple of every width.
///
/// A position is the centre of mass at the start of the step, in `f64`, plus a small delta in the scalar. An angle is kept
/// in the same way. Each joint measures positions from its own origin. So substeps need no `f64`, and precision is the same
/// far from the origin.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolverBodies {
    centres: Vec<[f64; 2]>,
    angles: Vec<Angle>,
    /// The centres as lanes take them.
    splits: Vec<SplitPosition>,
    pub(crate) moved: Vec<DeltaPose>,
    pub(crate) turned: Vec<DeltaRotation>,
    pub(crate) velocities: Vec<VelocityRecord>,
    /// M⁻¹ Jᵀ λ of the joints in lanes, which the next substep begins with. The relaxation adds to it, so warm starting
    /// needs no pass of its own.
    pub(crate) warm_start_delta: Vec<VelocityRecord>,
    pub(crate) masses: Vec<MassProperties<Scalar>>,
    /// Whether the body sleeps: it stays where it is, and nothing that holds it is solved.
    pub(crate) asleep: Vec<bool>,
    /// Whether the body goes anywhere: it is not fixed.
    travels: Vec<bool>,
    /// Where the partitions of bodies begin.
    pub(crate) boundaries: Boundaries,
    /// Which of them have nothing to move.
    pub(crate) idle: Idle,
    /// The partitions that the passes run over at present.
    pub(crate) group: PartitionGroup,
    /// Island batches. Their bodies stand there; the records here are at rest.
    pub(crate) batches: Batches,
    velocity_updates: VelocityUpdates,
    /// Whether the body has turned so far that the scalar no longer tells its angle well: see [`SolverBodies::is_beyond`].
    turned_far: Vec<bool>,
    /// Whether `turned_far` is out of date for a body outside of batches.
    has_crossed: bool,
    /// Whether the poses and velocities of all bodies outside of batches are finite.
    is_finite: bool,
    /// The time at the poses, s.
    pub(crate) time: f64,
    is_late: bool,
    /// How many joints are solved at once.
    pub(crate) width: Width,
}

/// Partitions that joints hold together, and their bodies.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartitionGroup {
    pub(crate) partitions: Range<usize>,
    pub(crate) bodies: Range<usize>,
    /// The partitions of the group that comes next, if there are so [many](crate::solver::partition::boundaries::MANY) that their joints should
    /// be fetched meanwhile.
    pub(crate) next: Range<usize>,
}

/// How long a world runs, s, until what reads the time wants more than an `f32`: there the next one is 4e-6 s away.
const LATE: f64 = 60.0;

/// From and to the world.
impl SolverBodies {
    /// Gathers all bodies, for substeps of length `h`. Only needed for bodies that others changed: [`unload`](Self::unload)
    /// leaves the arrays as this would. Marks the bodies whose joints need new setups.
    pub(crate) fn load(&mut self, bodies: &dyn MovedBodySet, gravity: Vec2, h: Scalar, dirty: &mut Dirty) {
        let count = self.make_room(bodies);
        self.velocity_updates.clear();
        self.warm_start_delta.fill(VelocityRecord::default());
        for index in indices(self.velocities.len()) {
            let (place, is_there) = (index as usize, (index as usize) < count);
            let body = if is_there { bodies.body(index) } else { SolverBody::default() };
            self.weigh(index, &body, dirty);
            self.travels[place] = is_there && !bodies.is_fixed(index);
            if self.batches.have(place) {
                self.clear_place(place);
            } else {
                self.gather(place, &body);
                if is_there {
                    self.drive(index, bodies, gravity, h);
                }
            }
        }
        self.velocity_updates.close(self.velocities.len());
        self.batches.iter_mut().for_each(|(_, batch)| batch.load(bodies, gravity, h));
        self.take(0..self.boundaries.len() + 1);
    }

    /// Gathers the dirty bodies only. Returns whether a body that is not fixed has come or gone. Marks the bodies whose
    /// joints need new setups.
    pub(crate) fn reload(&mut self, bodies: &dyn MovedBodySet, gravity: Vec2, h: Scalar, dirty: &mut Dirty) -> bool {
        let count = self.make_room(bodies);
        let places = self.velocities.len();
        self.velocity_updates.close(places);
        let (mut has_come, mut work) = (false, 0);
        let dirty_bodies = core::mem::take(&mut dirty.bodies);
        for &index in dirty_bodies.iter().filter(|index| (**index as usize) < count) {
            let (place, body) = (index as usize, bodies.body(index));
            let travels = !bodies.is_fixed(index);
            has_come |= core::mem::replace(&mut self.travels[place], travels) != travels;
            self.weigh(index, &body, dirty);
            let mut drive = VelocityUpdate::NONE;
            match self.batches.batch_slot(place) {
                Some(batch_slot) if travels => self.batches.reload(batch_slot, index, bodies, gravity, h),
                // The body was removed.
                Some(_) => self.clear_place(place),
                None => {
                    self.gather(place, &body);
                    if !body.is_asleep {
                        drive = bodies.drive(index, gravity, h);
                    }
                }
            }
            // Building all of them again is less work than changing many one by one.
            if work <= places {
                work += self.velocity_updates.set(place, drive);
            }
        }
        dirty.bodies = dirty_bodies;
        if work > places {
            self.find_velocity_updates(bodies, gravity, h);
        }
        self.take(0..self.boundaries.len() + 1);
        has_come
    }

    /// Makes room for as many bodies as there are. Returns their number.
    fn make_room(&mut self, bodies: &dyn MovedBodySet) -> usize {
        let count = bodies.count();
        self.resize(count);
        count
    }

    /// Makes room for so many bodies.
    fn resize(&mut self, count: usize) {
        let places = Width::places(count).max(self.velocities.len());
        self.centres.resize(places, [0.0; 2]);
        self.splits.resize(places, SplitPosition::default());
        self.moved.resize(places, DeltaPose::NOTHING);
        self.turned.resize(places, DeltaRotation::NOTHING);
        self.velocities.resize(places, VelocityRecord::default());
        self.warm_start_delta.resize(places, VelocityRecord::default());
        self.masses.resize(places, MassProperties::default());
        self.asleep.resize(places, false);
        self.travels.resize(places, false);
        self.angles.resize(places, Angle::ZERO);
    }

    /// Stores the masses and whether the body sleeps, and marks its joints if these have changed.
    fn weigh(&mut self, index: u32, body: &SolverBody, dirty: &mut Dirty) {
        let (masses, asleep) = (&mut self.masses[index as usize], &mut self.asleep[index as usize]);
        if *masses != body.mass || *asleep != body.is_asleep {
            dirty.mark(Change::JointsOf(index));
        }
        (*masses, *asleep) = (body.mass, body.is_asleep);
        self.angles[index as usize] = body.precise_angle();
    }

    /// The joints that hold these bodies have to be prepared again: in the partitions of those that go anywhere. What holds none of
    /// these stands in the first partition.
    pub(crate) fn mark_dirty_bodies(&self, bodies: &[u32], dirty: &mut Dirty) {
        if self.span(bodies).is_none() {
            dirty.mark(Change::Partition(0));
        }
        bodies
            .iter()
            .filter(|&&body| self.travels[body as usize])
            .for_each(|&body| self.mark_partition_of(body, dirty));
    }

    /// The joints in the partition of the body in this place have to be prepared again. Joints in batches are prepared in every step.
    pub(crate) fn mark_partition_of(&self, place: u32, dirty: &mut Dirty) {
        if !self.batches.have(place as usize) {
            dirty.mark(Change::Partition(self.boundaries.partition(place)));
        }
    }

    /// Takes in a body that no batch has.
    pub(crate) fn gather(&mut self, place: usize, body: &SolverBody) {
        let (angle, rotation) = (body.precise_angle(), body.precise_angle().rotation());
        self.centres[place] = body.centre;
        self.splits[place] = SplitPosition::of(body.centre);
        self.moved[place] = DeltaPose::by(rotation);
        self.turned[place] = DeltaRotation::from(rotation, angle.radians());
        self.velocities[place] = body.velocity.into();
        self.angles[place] = angle;
    }

    /// Finds out what drives the bodies that no batch has.
    pub(crate) fn find_velocity_updates(&mut self, bodies: &dyn MovedBodySet, gravity: Vec2, h: Scalar) {
        self.velocity_updates.clear();
        for index in indices(bodies.count()) {
            if !self.batches.have(index as usize) {
                self.drive(index, bodies, gravity, h);
            }
        }
        self.velocity_updates.close(self.velocities.len());
    }

    /// The next body in the order of places.
    fn drive(&mut self, index: u32, bodies: &dyn MovedBodySet, gravity: Vec2, h: Scalar) {
        if !self.asleep[index as usize] {
            self.velocity_updates.push(index as usize, bodies.drive(index, gravity, h));
        }
    }

    /// These partitions are the group from now on.
    pub(crate) fn take(&mut self, partitions: Range<usize>) {
        let bodies = self.boundaries.bodies(&partitions, self.velocities.len());
        self.group = PartitionGroup { partitions, bodies, next: 0..0 };
    }

    /// Whether the body of this index never moved, if there was one.
    pub(crate) fn was_fixed(&self, body: u32) -> Option<bool> {
        self.travels.get(body as usize).map(|travels| !travels)
    }

    /// Whether impulses moved the body of this index, if there was one.
    pub(crate) fn moved_by_impulses(&self, body: u32) -> Option<bool> {
        self.masses.get(body as usize).map(|mass| mass.moves())
    }

    /// Whether the body never moves.
    pub(crate) fn is_fixed(&self, body: u32) -> bool {
        !self.travels[body as usize]
    }

    /// The places from the first to the last of these bodies that is not fixed.
    pub(crate) fn span(&self, bodies: &[u32]) -> Option<Range<u32>> {
        let travelling = bodies.iter().copied().filter(|&body| self.travels[body as usize]);
        Some(travelling.clone().min()?..travelling.max()? + 1)
    }

    /// The partitions that a joint of these bodies holds together.
    pub(crate) fn partitions(&self, bodies: &[u32]) -> Range<usize> {
        let span = self.span(bodies);
        span.map_or(0..1, |span| self.boundaries.partition(span.start)..self.boundaries.partition(span.end - 1) + 1)
    }

    /// Readies for a step from the time `time`. Marks bodies that are [beyond](Self::is_beyond) the scalar's reach and were not, or
    /// the other way round: among those that are dirty, and those that the last step has turned.
    pub(crate) fn begin(&mut self, time: f64, dirty: &mut Dirty) {
        self.time = time;
        self.is_finite = true;
        let has_crossed = core::mem::take(&mut self.has_crossed);
        self.turned_far.resize(self.angles.len(), false);
        let Self { angles, turned_far, .. } = self;
        let mut crossed = Vec::new();
        let mut look = |place: usize, angle: Angle| {
            if core::mem::replace(&mut turned_far[place], angle.is_far()) != angle.is_far() {
                crossed.extend(u32::try_from(place));
            }
        };
        self.batches.iter_mut().for_each(|(_, batch)| {
            batch.crossed(|place, angle| {
                angles[place as usize] = angle;
                look(place as usize, angle);
            });
        });
        let dirty_bodies = dirty.bodies.iter().map(|&body| body as usize).filter(|&place| place < angles.len());
        dirty_bodies.for_each(|place| look(place, angles[place]));
        let every = core::iter::once(0..angles.len()).filter(|_| dirty.all_bodies);
        let busy = self.idle.busy(&self.boundaries, angles.len()).filter(|_| has_crossed && !dirty.all_bodies);
        for places in every.chain(busy) {
            places.for_each(|place| look(place, angles[place]));
        }
        for body in crossed {
            dirty.mark(Change::JointsOf(body));
        }
        let is_late = self.time > LATE;
        if core::mem::replace(&mut self.is_late, is_late) != is_late {
            dirty.mark(Change::Lateness);
        }
    }

    /// Gives the bodies their motion, which has [settled](Self::finalize_poses). One that is fixed stays as it is, to the sign of a zero:
    /// a step may go past it. `batched` is the number of joints in batches: with many, threads have moved the bodies, and have them in
    /// their caches.
    ///
    /// # Errors
    /// The first body that would be at NaN or infinity; then none has changed, and all have to be taken in again.
    pub(crate) fn unload<B: MovedBodySet>(&self, bodies: &mut B, threads: &Threads, batched: usize) -> Result<(), u32> {
        let count = bodies.count();
        if let Some(lost) = self.lost(count) {
            return Err(lost);
        }
        bodies.take_motions(&Settled { motion: self, count }, threads, threads.of(batched));
        Ok(())
    }

    /// The first body, of so many, that would be at NaN or infinity.
    fn lost(&self, count: usize) -> Option<u32> {
        let batch_joints = self.batches.iter().filter_map(|(_, batch)| batch.lost()).min();
        if self.is_finite {
            return batch_joints;
        }
        let lost = indices(count).find(|&index| !self.is_finite(index as usize));
        lost.into_iter().chain(batch_joints).min()
    }

    fn is_finite(&self, place: usize) -> bool {
        let ([x, y], angle) = (self.centres[place], self.angles[place].radians());
        let [vx, vy, angular, _] = *self.velocities[place].scalars();
        [nearest(x), nearest(y), angle, vx, vy, angular].iter().all(|value| value.is_finite())
    }

    /// Where the centre of mass is now, m.
    fn centre(&self, place: usize) -> [f64; 2] {
        let ([x, y], [dx, dy]) = (self.centres[place], self.moved[place].offset());
        [x + double(dx), y + double(dy)]
    }

    fn angle(&self, place: usize) -> Angle {
        self.angles[place].turned(self.turned[place].since_start())
    }
}

/// What a joint sees.
impl SolverBodies {
    /// Whether a joint of these bodies reads an angle or a time for which the scalar has too few digits. It then takes the
    /// dense path. A sum of angles keeps all digits: [`Constraint::begin`](crate::Constraint::begin) takes it in double
    /// precision.
    pub(crate) fn is_beyond(&self, layout: &Layout, bodies: &[u32]) -> bool {
        let is_narrow = double(Scalar::EPSILON) > f64::EPSILON;
        let far = || bodies.iter().any(|&body| self.turned_far[body as usize]);
        is_narrow && (layout.reads_time && self.is_late || layout.reads_angle_itself && far())
    }

    /// Where the body in this place is now, as a joint sees it: to one that `sees_arcs`, with arms a little
    /// [shorter](PositionIntegrator::shortened) than they are.
    pub(crate) fn exact_pose_for_joint(&self, place: usize, sees_arcs: bool) -> Pose<f64> {
        let (pose, [.., cos, sin]) = (self.exact_pose(place), self.moved[place].scalars().map(double));
        let length = if sees_arcs { elementary::f64::hypot(cos, sin) } else { 1.0 };
        Pose { cos: length * pose.cos, sin: length * pose.sin, ..pose }
    }

    /// Where the body in this place is now, in the world and in full precision.
    pub(crate) fn exact_pose(&self, place: usize) -> Pose<f64> {
        let [x, y] = self.centre(place);
        Pose::new(x, y, self.angle(place).exactly())
    }
}

/// What the correction of positions does.
impl SolverBodies {
    /// Moves a body by `by`, its velocity apart.
    pub(crate) fn displace(&mut self, place: usize, by: &Velocity<Scalar>) {
        let (moved, turned) = (&mut self.moved[place], &mut self.turned[place]);
        moved.shift([by.x, by.y]);
        if by.angular != 0.0 {
            turned.turn(by.angular);
            moved.turn_to(turned.rotation());
        }
    }
}

/// So many indices of bodies.
#[allow(clippy::cast_possible_truncation)] // bodies have indices of 32 bits
pub(crate) fn indices(count: usize) -> Range<u32> {
    0..count.min(u32::MAX as usize) as u32
}

/// The motion after a step, of so many bodies.
struct Settled<'a> {
    motion: &'a SolverBodies,
    count: usize,
}

impl Motions for Settled<'_> {
    fn give(&self, bodies: &mut impl TakesMotion, of: Range<usize>) {
        let Self { motion, count } = *self;
        motion.batches.iter().for_each(|(_, batch)| batch.unload(bodies, &of));
        for busy in motion.idle.busy(&motion.boundaries, count) {
            let places = busy.start.max(of.start)..busy.end.min(of.end);
            if places.is_empty() {
                continue;
            }
            let poses = motion.centres[places.clone()].iter().zip(&motion.angles[places.clone()]);
            let motions = poses.zip(&motion.velocities[places.clone()]);
            let moves = motion.travels[places.clone()].iter().zip(&motion.asleep[places.clone()]);
            for ((place, (travels, asleep)), ((centre, angle), velocity)) in places.zip(moves).zip(motions) {
                if *travels && !*asleep && !motion.batches.have(place) {
                    bodies.set_motion(place, *centre, *angle, &(*velocity).into());
                }
            }
        }
    }
}
