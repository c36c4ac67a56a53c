//! The bodies that joints act on, as their owner gives them to the solver and takes them back.

use core::ops::Range;

use crate::angle::Angle;
use crate::kinematics::{BodyState, MassProperties, Pose, Velocity};
use crate::lanes::Lanes;
use crate::math::{Scalar, Vec2, double, nearest};
use crate::threads::Threads;

/// A body at the start of a step: what [`BodySet::body`] returns.
///
/// The default is a body at the origin that nothing moves: the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SolverBody {
    /// 1/mass and 1/inertia. Zero for what impulses do not move or turn.
    pub mass: MassProperties<Scalar>,
    /// Centre of mass, x and y, m.
    pub centre: [f64; 2],
    /// Orientation, rad, counter-clockwise. Joints that read angles count its whole turns.
    pub angle: f64,
    /// Velocity of the centre of mass, m/s, and angular velocity, rad/s.
    pub velocity: Velocity<Scalar>,
    /// Whether the body sleeps or is disabled. Its joints do not act, and keep their impulses for when it wakes.
    pub is_asleep: bool,
}

impl SolverBody {
    pub(crate) const fn precise_angle(&self) -> Angle {
        Angle::exact(self.angle)
    }

    /// The pose in full precision.
    pub(crate) fn pose(&self) -> Pose<f64> {
        Pose::new(self.centre[0], self.centre[1], self.angle)
    }

    /// The body as the closure of a joint sees it.
    pub(crate) fn state(&self) -> BodyState {
        let (angle, [x, y]) = (self.precise_angle(), self.centre);
        BodyState {
            position: Vec2::new(nearest(x), nearest(y)),
            rotation: angle.rotation(),
            angle: angle.radians(),
            linear_velocity: Vec2::new(self.velocity.x, self.velocity.y),
            angular_velocity: self.velocity.angular,
        }
    }
}

/// How far a body has moved since the step began: what [`BodySet::displacement`] returns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Displacement {
    /// Of the centre of mass, m.
    pub x: Scalar,
    /// Of the centre of mass, m.
    pub y: Scalar,
    /// Rotation, rad, counter-clockwise.
    pub angle: Scalar,
}

/// Bodies of any kind that a [`JointSet`](crate::JointSet) acts on, each named by an index.
///
/// Their owner says what the indices mean. An index stays with its body while a joint holds it.
pub trait BodySet {
    /// One more than the largest index. An index below it may have no body: then it has the mass zero.
    fn count(&self) -> usize;

    /// The body of this index, which is below [`count`](Self::count), as it is now.
    fn body(&self, index: u32) -> SolverBody;

    /// The velocity of a body.
    fn velocity(&self, index: u32) -> Velocity<Scalar> {
        self.body(index).velocity
    }

    /// Changes the velocity of a body, which impulses move.
    fn set_velocity(&mut self, index: u32, velocity: Velocity<Scalar>);

    /// How far a body has moved since the step began, where it was as `start` says.
    ///
    /// The difference of both poses, unless this is implemented. An engine that keeps such displacements has them more precisely.
    fn displacement(&self, index: u32, start: &SolverBody) -> Displacement {
        let now = self.body(index);
        let [x, y] = [0, 1].map(|axis| nearest(now.centre[axis] - start.centre[axis]));
        Displacement { x, y, angle: nearest(now.angle - start.angle) }
    }
}

/// What a substep does to a velocity before any joint is solved: (v + gain)·keep.
/// In the order of x, y, and the angular part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VelocityUpdate {
    pub(crate) gain: [Scalar; 4],
    pub(crate) keep: [Scalar; 4],
}

impl VelocityUpdate {
    pub(crate) const NONE: Self = Self { gain: [0.0; 4], keep: [1.0; 4] };

    /// What a velocity gains, and which shares of its linear and its angular part are kept.
    pub(crate) const fn new(gain: Velocity<Scalar>, [linear, angular]: [Scalar; 2]) -> Self {
        Self { gain: [gain.x, gain.y, gain.angular, 0.0], keep: [linear, linear, angular, 1.0] }
    }

    /// What a velocity gains.
    pub(crate) fn gain(&self) -> Velocity<Scalar> {
        let [x, y, angular, _] = self.gain;
        Velocity { x, y, angular }
    }

    /// The share of it that is kept.
    pub(crate) fn keep(&self) -> Velocity<Scalar> {
        let [x, y, angular, _] = self.keep;
        Velocity { x, y, angular }
    }

    /// To the bits: a gain of −0 is another one than 0.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let bits = |drive: &Self| [drive.gain, drive.keep].map(|part| part.map(Scalar::to_bits));
        bits(self) == bits(other)
    }
}

/// What takes the motion of bodies after a step.
pub(crate) trait TakesMotion {
    /// Moves the body in this place, which is not fixed. Does nothing if these are some of the bodies, and it is another one.
    fn set_motion(&mut self, place: usize, centre: [f64; 2], angle: Angle, velocity: &Velocity<Scalar>);

    /// Has the processor fetch a body that will soon be moved, if lanes `L` can.
    fn prefetch<L: Lanes>(&self, _place: usize)
    where
        Self: Sized,
    {
    }
}

/// The motion of bodies after a step.
pub(crate) trait Motions: Sync {
    /// Gives the bodies in some places their motion.
    fn give(&self, bodies: &mut impl TakesMotion, places: Range<usize>);
}

/// Bodies that the solver moves itself.
pub(crate) trait MovedBodySet: BodySet {
    /// Whether the body never moves. Islands that share such bodies are still apart. A place without a body is one.
    fn is_fixed(&self, index: u32) -> bool;

    /// What a substep of length `h` does to the velocity of the body apart from joints.
    fn drive(&self, index: u32, gravity: Vec2, h: Scalar) -> VelocityUpdate;

    /// Gives all bodies their motion, in at most so many parts on several threads if the owner's bodies can be split.
    fn take_motions(&mut self, motions: &impl Motions, threads: &Threads, parts: usize)
    where
        Self: Sized;
}

/// The first of these numbers, with its name, that is not finite in the solver's scalar.
fn not_finite<const N: usize>(numbers: [(&'static str, f64); N]) -> Option<(&'static str, Scalar)> {
    let rounded = numbers.map(|(quantity, value)| (quantity, nearest(value)));
    rounded.into_iter().find(|(_, value)| !value.is_finite())
}

impl SolverBody {
    /// The first quantity that means nothing, if there is one.
    #[inline]
    pub(crate) fn invalid(&self) -> Option<(&'static str, Scalar)> {
        let (MassProperties { inverse_mass, inverse_inertia }, [x, y]) = (self.mass, self.centre);
        let is_mass = |inverse: Scalar| inverse.is_finite() && inverse >= 0.0;
        let are_poses = nearest(x).is_finite() && nearest(y).is_finite() && nearest(self.angle).is_finite();
        if is_mass(inverse_mass) && is_mass(inverse_inertia) && are_poses {
            return self.velocity.invalid();
        }
        let masses = [("inverse mass", inverse_mass), ("inverse inertia", inverse_inertia)];
        let wrong = masses.into_iter().find(|(_, inverse)| !is_mass(*inverse));
        wrong.or_else(|| not_finite([("position", x), ("position", y), ("angle", self.angle)]))
    }
}

impl Velocity<Scalar> {
    /// The first component that is not finite, if there is one.
    #[inline]
    pub(crate) fn invalid(&self) -> Option<(&'static str, Scalar)> {
        let Self { x, y, angular } = *self;
        if x.is_finite() && y.is_finite() && angular.is_finite() {
            return None;
        }
        not_finite([("velocity", double(x)), ("velocity", double(y)), ("angular velocity", double(angular))])
    }
}

impl Displacement {
    /// As [`Velocity::invalid`].
    #[inline]
    pub(crate) fn invalid(&self) -> Option<(&'static str, Scalar)> {
        let Self { x, y, angle } = *self;
        if x.is_finite() && y.is_finite() && angle.is_finite() {
            return None;
        }
        not_finite([("displacement", double(x)), ("displacement", double(y)), ("rotation", double(angle))])
    }
}
