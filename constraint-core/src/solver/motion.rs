//! The bodies as a step sees them: arrays by the place of the body, without its name.

mod drift;
mod drive;
mod exchange;
mod idle;
mod in_lanes;
mod integrate;
mod records;

use core::ops::Range;

use crate::angle::Angle;
use crate::kinematics::{MassProperties, Pose, Velocity};
use crate::lanes::{Record as _, Width};
use crate::math::{Scalar, Vec2, double, nearest};
use crate::solver::bodies::{MovedBodies, SolverBody};
use crate::solver::crews::Crews;
use crate::solver::dirty::{Change, Dirty};
use crate::solver::kernels::Layout;
use crate::solver::segments::Cuts;

pub(crate) use drift::{Drift, as_long};
pub(crate) use drive::Drive;
use drive::Drives;
pub(crate) use exchange::check_body;
pub(crate) use idle::Idle;
pub(crate) use in_lanes::Seen;
pub(crate) use records::{Moved, Moving, Split, Turned, rotated, that_moves};

/// Positions, velocities and masses of the bodies during a step. A place without a body stays at rest; as many are added as
/// make a multiple of every width.
///
/// A position is the centre of mass at the start of the step, in `f64`, and how far it has moved since, which is small and
/// therefore precise; likewise an angle. A joint measures both from an origin of its own ([`bases`](Self::bases)), so that the substeps need no
/// `f64` and yet lose nothing far from the origin of the world, nor to many small motions.
#[derive(Debug, Default)]
pub(crate) struct Motion {
    centres: Vec<[f64; 2]>,
    angles: Vec<Angle>,
    /// The centres as lanes take them.
    splits: Vec<Split>,
    pub(crate) moved: Vec<Moved>,
    pub(crate) turned: Vec<Turned>,
    pub(crate) velocities: Vec<Moving>,
    /// M⁻¹ Jᵀ λ of the joints in lanes, which the next substep begins with. A pass that has a joint at hand adds to it, so
    /// that no further one is needed to apply impulses again.
    pub(crate) carried: Vec<Moving>,
    pub(crate) masses: Vec<MassProperties<Scalar>>,
    /// Whether the body sleeps: it stays where it is, and nothing that holds it is solved.
    pub(crate) asleep: Vec<bool>,
    /// Whether the body goes anywhere: it is not fixed.
    travels: Vec<bool>,
    /// Where the segments of bodies begin.
    pub(crate) cuts: Cuts,
    /// Which of them have nothing to move.
    pub(crate) idle: Idle,
    /// What the passes over bodies and joints are for at present.
    pub(crate) team: Team,
    /// Bodies of islands that are alike, which stand there and not here.
    pub(crate) crews: Crews,
    drives: Drives,
    /// Whether the body has turned so far that the scalar no longer tells its angle well: see [`Motion::is_beyond`].
    turned_far: Vec<bool>,
    /// Whether that is no longer so of a body that no crew has.
    has_crossed: bool,
    /// Whether all bodies that no crew has have settled at numbers, and move by numbers.
    is_finite: bool,
    /// The time at the poses, s.
    pub(crate) time: f64,
    is_late: bool,
    /// How many joints are solved at once.
    pub(crate) width: Width,
}

/// Segments that joints hold together, and their bodies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Team {
    pub(crate) segments: Range<usize>,
    pub(crate) bodies: Range<usize>,
    /// The segments of the team that comes next, if there are so [many](crate::solver::segments::MANY) that their joints should
    /// be fetched meanwhile.
    pub(crate) next: Range<usize>,
}

/// How long a world runs, s, until what reads the time wants more than an `f32`: there the next one is 4e-6 s away.
const LATE: f64 = 60.0;

/// From and to the world.
impl Motion {
    /// Takes the bodies in, for substeps of length `h`. [`unload`](Self::unload) leaves them as this would take them, so that
    /// it is for what others have changed. Marks the bodies whose joints need new setups.
    pub(crate) fn load(&mut self, bodies: &dyn MovedBodies, gravity: Vec2, h: Scalar, dirty: &mut Dirty) {
        let count = self.make_room(bodies);
        self.drives.clear();
        self.carried.fill(Moving::default());
        for index in indices(self.velocities.len()) {
            let (place, is_there) = (index as usize, (index as usize) < count);
            let body = if is_there { bodies.body(index) } else { SolverBody::default() };
            self.weigh(index, &body, dirty);
            self.travels[place] = is_there && !bodies.is_fixed(index);
            if self.crews.have(place) {
                self.let_go(place);
            } else {
                self.take_in(place, &body);
                if is_there {
                    self.drive(index, bodies, gravity, h);
                }
            }
        }
        self.drives.close(self.velocities.len());
        self.crews.iter_mut().for_each(|(_, crew)| crew.load(bodies, gravity, h));
        self.take(0..self.cuts.len() + 1);
    }

    /// Takes the bodies in these places in, where only they have changed. Whether any that goes anywhere has come or gone. Marks the
    /// bodies whose joints need new setups.
    pub(crate) fn reload(&mut self, bodies: &dyn MovedBodies, gravity: Vec2, h: Scalar, dirty: &mut Dirty) -> bool {
        let count = self.make_room(bodies);
        let places = self.velocities.len();
        self.drives.close(places);
        let (mut has_come, mut work) = (false, 0);
        let altered = core::mem::take(&mut dirty.bodies);
        for &index in altered.iter().filter(|index| (**index as usize) < count) {
            let (place, body) = (index as usize, bodies.body(index));
            let travels = !bodies.is_fixed(index);
            has_come |= core::mem::replace(&mut self.travels[place], travels) != travels;
            self.weigh(index, &body, dirty);
            let mut drive = Drive::NONE;
            match self.crews.post(place) {
                Some(post) if travels => self.crews.reload(post, index, bodies, gravity, h),
                // The body was removed.
                Some(_) => self.let_go(place),
                None => {
                    self.take_in(place, &body);
                    if !body.is_asleep {
                        drive = bodies.drive(index, gravity, h);
                    }
                }
            }
            // All of them anew are less work than many one by one.
            if work <= places {
                work += self.drives.set(place, drive);
            }
        }
        dirty.bodies = altered;
        if work > places {
            self.find_drives(bodies, gravity, h);
        }
        self.take(0..self.cuts.len() + 1);
        has_come
    }

    /// Makes room for as many bodies as there are. Returns their number.
    fn make_room(&mut self, bodies: &dyn MovedBodies) -> usize {
        let count = bodies.count();
        self.resize(count);
        count
    }

    /// Makes room for so many bodies.
    fn resize(&mut self, count: usize) {
        let places = Width::places(count).max(self.velocities.len());
        self.centres.resize(places, [0.0; 2]);
        self.splits.resize(places, Split::default());
        self.moved.resize(places, Moved::NOTHING);
        self.turned.resize(places, Turned::NOTHING);
        self.velocities.resize(places, Moving::default());
        self.carried.resize(places, Moving::default());
        self.masses.resize(places, MassProperties::default());
        self.asleep.resize(places, false);
        self.travels.resize(places, false);
        self.angles.resize(places, Angle::ZERO);
    }

    /// Takes what the setups of joints depend on, and marks the body where that has changed.
    fn weigh(&mut self, index: u32, body: &SolverBody, dirty: &mut Dirty) {
        let (masses, asleep) = (&mut self.masses[index as usize], &mut self.asleep[index as usize]);
        if *masses != body.mass || *asleep != body.is_asleep {
            dirty.mark(Change::JointsOf(index));
        }
        (*masses, *asleep) = (body.mass, body.is_asleep);
        self.angles[index as usize] = body.precise_angle();
    }

    /// The joints that hold these bodies have to be prepared anew: in the segments of those that go anywhere. What holds none of
    /// these stands in the first segment.
    pub(crate) fn tell_of(&self, bodies: &[u32], dirty: &mut Dirty) {
        if self.span(bodies).is_none() {
            dirty.mark(Change::Partition(0));
        }
        bodies.iter().filter(|&&body| self.travels[body as usize]).for_each(|&body| self.tell(body, dirty));
    }

    /// The joints in the segment of the body in this place have to be prepared anew. Those in crews are in any step.
    pub(crate) fn tell(&self, place: u32, dirty: &mut Dirty) {
        if !self.crews.have(place as usize) {
            dirty.mark(Change::Partition(self.cuts.segment(place)));
        }
    }

    /// Takes in a body that no crew has.
    pub(crate) fn take_in(&mut self, place: usize, body: &SolverBody) {
        let (angle, rotation) = (body.precise_angle(), body.precise_angle().rotation());
        self.centres[place] = body.centre;
        self.splits[place] = Split::of(body.centre);
        self.moved[place] = Moved::by(rotation);
        self.turned[place] = Turned::from(rotation, angle.radians());
        self.velocities[place] = body.velocity.into();
        self.angles[place] = angle;
    }

    /// Finds out what drives the bodies that no crew has.
    pub(crate) fn find_drives(&mut self, bodies: &dyn MovedBodies, gravity: Vec2, h: Scalar) {
        self.drives.clear();
        for index in indices(bodies.count()) {
            if !self.crews.have(index as usize) {
                self.drive(index, bodies, gravity, h);
            }
        }
        self.drives.close(self.velocities.len());
    }

    /// The next body in the order of places.
    fn drive(&mut self, index: u32, bodies: &dyn MovedBodies, gravity: Vec2, h: Scalar) {
        if !self.asleep[index as usize] {
            self.drives.push(index as usize, bodies.drive(index, gravity, h));
        }
    }

    /// These segments are the team from now on.
    pub(crate) fn take(&mut self, segments: Range<usize>) {
        let bodies = self.cuts.bodies(&segments, self.velocities.len());
        self.team = Team { segments, bodies, next: 0..0 };
    }

    /// Whether the body of this index never moved, if there was one.
    pub(crate) fn was_fixed(&self, body: u32) -> Option<bool> {
        self.travels.get(body as usize).map(|travels| !travels)
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

    /// The segments that a joint of these bodies holds together.
    pub(crate) fn segments(&self, bodies: &[u32]) -> Range<usize> {
        let span = self.span(bodies);
        span.map_or(0..1, |span| self.cuts.segment(span.start)..self.cuts.segment(span.end - 1) + 1)
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
        self.crews.iter_mut().for_each(|(_, crew)| {
            crew.crossed(|place, angle| {
                angles[place as usize] = angle;
                look(place as usize, angle);
            });
        });
        let altered = dirty.bodies.iter().map(|&body| body as usize).filter(|&place| place < angles.len());
        altered.for_each(|place| look(place, angles[place]));
        let every = core::iter::once(0..angles.len()).filter(|_| dirty.all_bodies);
        let busy = self.idle.busy(&self.cuts, angles.len()).filter(|_| has_crossed && !dirty.all_bodies);
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

    /// Gives the bodies their motion, which has [settled](Self::settle). One that is fixed stays as it is, to the sign of a zero:
    /// a step may go past it.
    ///
    /// # Errors
    /// The first body that would be at NaN or infinity; then none has changed, and all have to be taken in again.
    pub(crate) fn unload<B: MovedBodies>(&self, bodies: &mut B) -> Result<(), u32> {
        let count = bodies.count();
        if let Some(lost) = self.lost(count) {
            return Err(lost);
        }
        self.crews.iter().for_each(|(_, crew)| crew.unload(bodies));
        for places in self.idle.busy(&self.cuts, count) {
            let poses = self.centres[places.clone()].iter().zip(&self.angles[places.clone()]);
            let motions = poses.zip(&self.velocities[places.clone()]);
            let moves = self.travels[places.clone()].iter().zip(&self.asleep[places.clone()]);
            for ((place, (travels, asleep)), ((centre, angle), velocity)) in places.zip(moves).zip(motions) {
                if *travels && !*asleep && !self.crews.have(place) {
                    bodies.set_motion(place, *centre, *angle, &(*velocity).into());
                }
            }
        }
        Ok(())
    }

    /// The first body, of so many, that would be at NaN or infinity.
    fn lost(&self, count: usize) -> Option<u32> {
        let crewed = self.crews.iter().filter_map(|(_, crew)| crew.lost()).min();
        if self.is_finite {
            return crewed;
        }
        let lost = indices(count).find(|&index| !self.is_finite(index as usize));
        lost.into_iter().chain(crewed).min()
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
impl Motion {
    /// Whether a joint of bodies in these places reads an angle or a time of which the scalar would lose too many digits, so
    /// that it has to be solved from exact poses. A sum of angles loses none: [`Constraint::begin`](crate::Constraint::begin)
    /// takes it in double precision.
    pub(crate) fn is_beyond(&self, layout: &Layout, bodies: &[u32]) -> bool {
        let is_narrow = double(Scalar::EPSILON) > f64::EPSILON;
        let far = || bodies.iter().any(|&body| self.turned_far[body as usize]);
        is_narrow && (layout.reads_time && self.is_late || layout.reads_angle_itself && far())
    }

    /// Where the body in this place is now, as a joint sees it: to one that `sees_arcs`, with arms a little
    /// [shorter](Drift::shortened) than they are.
    pub(crate) fn exact_pose_seen(&self, place: usize, sees_arcs: bool) -> Pose<f64> {
        let (pose, [.., cos, sin]) = (self.exact_pose(place), self.moved[place].scalars().map(double));
        let length = if sees_arcs { cos.hypot(sin) } else { 1.0 };
        Pose { cos: length * pose.cos, sin: length * pose.sin, ..pose }
    }

    /// Where the body in this place is now, in the world and in full precision.
    pub(crate) fn exact_pose(&self, place: usize) -> Pose<f64> {
        let [x, y] = self.centre(place);
        Pose::new(x, y, self.angle(place).exactly())
    }
}

/// What the correction of positions does.
impl Motion {
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
