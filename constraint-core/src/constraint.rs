//! The boundary between what the attribute generates and what runs it.

/// Does the same for each body of a joint, one after another in the code: what it does to their places is too long for the
/// compiler to take a loop apart by itself, and the bodies would go through memory.
macro_rules! each_body {
    ($joint:ident, $body:ident => $act:expr) => {{
        each_body!($joint, 0, $body => $act);
        each_body!($joint, 1, $body => $act);
        each_body!($joint, 2, $body => $act);
        each_body!($joint, 3, $body => $act);
        for $body in 4..$joint::BODIES {
            $act;
        }
    }};
    ($joint:ident, $number:literal, $body:ident => $act:expr) => {
        if $joint::BODIES > $number {
            let $body = $number;
            $act;
        }
    };
}

mod places;
mod run;
mod table;
#[cfg(test)]
pub(crate) mod tests;
mod typed;

use crate::array::{Array, Element, Values};
use crate::canvas::Canvas;
use crate::curve::Curve;
use crate::kinematics::{BodyState, MassProperties, Pose, Velocity, Wrench};
use crate::law::{Law, Limits};
use crate::parameter::InvalidParameter;
use crate::pass::{Pass, Step};
use crate::real::Real;

use crate::kernels::JointTable;
pub(crate) use typed::Typed;

/// A joint: what `#[constraint(|a, b| …)]` derives from the closure, as functions of poses and velocities.
///
/// | | function | at a time |
/// |---|---|---|
/// | C(x) | [`position`](Self::position) | [`position_at`](Self::position_at) |
/// | V = J v + β | [`velocity`](Self::velocity) | [`velocity_at`](Self::velocity_at) |
/// | J | [`jacobian`](Self::jacobian) | [`jacobian_at`](Self::jacobian_at) |
/// | K = J M⁻¹ Jᵀ | [`effective_mass`](Self::effective_mass) | [`effective_mass_at`](Self::effective_mass_at) |
/// | Jᵀλ | [`impulse`](Self::impulse) | [`impulse_at`](Self::impulse_at) |
/// | how each row acts, and between which limits | [`laws`](Self::laws), [`limits`](Self::limits) | |
/// | all of it as text | [`DERIVATION`](Self::DERIVATION) | |
///
/// They are straight-line code, generic over the scalar, and fit any loop. Rows stand in the order of the closure's value, a `Vec2`
/// row giving its x first; bodies in the order of the closure's parameters.
///
/// ```
/// use constraint_core::joints::DistanceJoint;
/// use constraint_core::{Constraint, MassProperties, Pose, Vec2, Velocity};
///
/// // A bob of 2 kg on a rod of 5 m moves away at 3 m/s. What stops it?
/// let rod = DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, lower: 5.0, upper: 5.0 };
/// let poses = [Pose::new(0.0, 0.0, 0.0), Pose::new(3.0, 4.0, 0.0)];
/// let masses = [MassProperties { inverse_mass: 0.0, inverse_inertia: 0.0 }, MassProperties { inverse_mass: 0.5, inverse_inertia: 1.0 }];
/// let velocities = [Velocity::default(), Velocity { x: 1.8, y: 2.4, angular: 0.0 }];
/// let [v] = rod.velocity(&poses, &velocities);
/// let [[k]] = rod.effective_mass(&poses, &masses);
/// // λ = −K⁻¹ V, and Jᵀλ on each body: 6 N·s along the rod.
/// let [_, on_bob] = rod.impulse(&poses, &[-v / k]);
/// let [x, y]: [f64; 2] = [on_bob.x, on_bob.y];
/// assert!((x + 3.6).abs() < 1e-6 && (y + 4.8).abs() < 1e-6);
/// ```
///
/// Besides these the attribute writes what this crate's solver runs, which is not documented here.
///
/// Do not implement it by hand: a later version may ask for more.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a joint",
    label = "not a joint",
    note = "a joint is a struct below `#[constraint(|a, b| …)]`; a world takes it by value, after its bodies: `world.add_joint([a, b], joint)`"
)]
pub trait Constraint: Sized + Send + Sync + 'static {
    /// How many bodies the closure names.
    const BODIES: usize;
    /// How many scalar rows the closure gives.
    const ROWS: usize;
    /// Whether [`prepare`](Self::prepare) gives the same when all bodies are shifted together. A solver can then measure their
    /// positions from a place near by, and far from the origin of the world lose no precision.
    ///
    /// One that holds a body to a place in the world, which is a parameter, does not: there the precision is that of the
    /// parameter. Hold the body to a fixed one instead.
    #[doc(hidden)]
    const RELATIVE: bool = true;
    /// Whether [`prepare`](Self::prepare) reads an unwrapped angle, not only rotations.
    #[doc(hidden)]
    const READS_ANGLE: bool = false;
    /// Whether it reads an angle in another way than in a row that is a sum of angles, multiples of them and parameters, none of
    /// these worked out of others. Only of such a sum [`begin`](Self::begin) keeps every digit when a body has turned far.
    #[doc(hidden)]
    const READS_ANGLE_ITSELF: bool = false;
    /// Whether [`prepare`](Self::prepare) reads the time.
    #[doc(hidden)]
    const READS_TIME: bool = false;
    /// How many curves [`prepare_along`](Self::prepare_along) reads. With one or more, [`prepare`](Self::prepare) takes them for zero.
    #[doc(hidden)]
    const CURVES: usize = 0;
    /// Whether every row holds its c, rigidly, by whatever force that takes, wherever the bodies are and at any time alike: its impulses
    /// are then linear in the velocities.
    #[doc(hidden)]
    const HOLDS: bool = false;
    /// Whether any row is rigid: holds its c, or keeps it between limits, without a spring.
    #[doc(hidden)]
    const RIGID: bool = true;
    /// Whether [`Pass::relax`] does anything: whether any row has no softness of its own.
    #[doc(hidden)]
    const RELAXES: bool = true;
    /// The mathematics in plain text, as one would derive it on paper, and how many operations each stage takes.
    ///
    /// | sign | meaning |
    /// |---|---|
    /// | C | the closure's rows, and how each acts; a vector is one row |
    /// | V | dC/dt = J v + β, less the rate that a row is driven at |
    /// | β | what V is when nothing moves, where that is not zero |
    /// | J | ∂C/∂x, body by body: `[linear \| angular]` |
    /// | K | J M⁻¹ Jᵀ; its inverse is the effective mass |
    /// | Jᵀλ | the impulse of the rows' λ on each body: `[linear \| angular]` |
    /// | `p`, `θ`, `R` | position, angle and rotation of a body |
    /// | `v`, `ω` | velocity and angular velocity |
    /// | `m⁻¹`, `i⁻¹` | inverse mass and moment of inertia |
    /// | `r_a` | an arm: from the centre of `a` to one of its points |
    /// | `x′` | dx/dt |
    /// | `f(x)`, `f′(x)` | a curve of the joint, called as its field, and its slope |
    /// | `x^k` | x to the power of k |
    /// | `perp(x, y)` | (−y, x), a quarter turn; `ω × r` is `ω perp(r)` |
    /// | `1` | of a vector row, the unit matrix |
    /// | `c ? x : y` | x where c holds, else y |
    /// | operations | + − × ÷ √ min max; choices and functions apart; those of a step are its beginning's |
    /// | cached | the numbers that one stage keeps for the next |
    ///
    /// A name is told, indented, before the first line that has it: the closure's own where it has one.
    const DERIVATION: &'static str;

    /// One value for each body.
    type Bodies<T: Element>: Array<T>;
    /// One value for each row.
    type Rows<T: Element>: Array<T>;
    /// What depends on the joint's parameters and the bodies' masses only.
    #[doc(hidden)]
    type Setup<S: Real>: Values<S>;
    /// What depends on the poses, and is read by every iteration. Its default is right before the first
    /// [`prepare`](Self::prepare).
    #[doc(hidden)]
    type Prepared<S: Real>: Values<S>;
    /// Which numbers of [`Prepared`](Self::Prepared) the next [`prepare`](Self::prepare) reads, because they outlive a
    /// degenerate pose: x and y of each last normal.
    #[doc(hidden)]
    const MEMORY: &'static [usize] = &[];

    /// The functions with which a world solves joints of this type. Generated code has this method, and so the crate that
    /// defines the joint compiles its kernels.
    #[doc(hidden)]
    fn table() -> &'static JointTable;

    /// A copy, field by field, for a world that is [cloned](crate::World). Generated code has it: a joint needs no
    /// `derive`.
    #[doc(hidden)]
    fn duplicate(&self) -> Self;

    /// Refuses parameters with which the joint means nothing: NaN and infinity (an infinite limit is no limit), a lower
    /// limit above the upper one, a negative force, frequency or damping ratio.
    ///
    /// # Errors
    /// Names the parameter and what is wrong with it.
    fn validate(&self) -> Result<(), InvalidParameter>;

    /// c(x, t): the value of each row, before limits. Zero for a row of velocities, which has no position.
    fn position_at<S: Real>(&self, poses: &Self::Bodies<Pose<S>>, time: S) -> Self::Rows<S>;
    /// Between which values each row's c has to stay: 0 and 0 for an equality, infinities for a row that only holds a rate.
    #[inline]
    fn limits<S: Real>(&self) -> Self::Rows<Limits<S>> {
        Self::Rows::repeat(Limits { lower: S::default(), upper: S::default() })
    }
    /// How each row acts: what a loop of one's own needs besides C, V, J and K.
    fn laws<S: Real>(&self) -> Self::Rows<Law<S>>;
    /// V = J v + β: the rate of change of each row's c, ∂c/∂t included, less the rate that the row asks for.
    fn velocity_at<S: Real>(
        &self,
        poses: &Self::Bodies<Pose<S>>,
        velocities: &Self::Bodies<Velocity<S>>,
        time: S,
    ) -> Self::Rows<S>;
    /// J = ∂V/∂v, a block for each row and body.
    fn jacobian_at<S: Real>(&self, poses: &Self::Bodies<Pose<S>>, time: S) -> Self::Rows<Self::Bodies<Wrench<S>>>;
    /// K = J M⁻¹ Jᵀ: symmetric, positive semi-definite. The bodies are taken for different ones: for one that stands in two
    /// places, add its two blocks of J before you multiply.
    fn effective_mass_at<S: Real>(
        &self,
        poses: &Self::Bodies<Pose<S>>,
        masses: &Self::Bodies<MassProperties<S>>,
        time: S,
    ) -> Self::Rows<Self::Rows<S>>;
    /// Jᵀλ: the impulse on each body.
    fn impulse_at<S: Real>(
        &self,
        poses: &Self::Bodies<Pose<S>>,
        lambda: &Self::Rows<S>,
        time: S,
    ) -> Self::Bodies<Wrench<S>>;

    /// H = ∂(Jᵀλ)/∂x, the geometric stiffness: how the impulses change as the bodies move. `entries` gets the lower triangle, row by
    /// row, in the order x, y, angle of each body: 3 n (3 n + 1)/2 numbers for n bodies.
    ///
    /// H is symmetric. Of rows of velocities, which have no position, it is the symmetric part. Generated code has this method where H is
    /// not zero.
    #[cfg(feature = "direct")]
    fn stiffness_at<S: Real>(&self, poses: &Self::Bodies<Pose<S>>, lambda: &Self::Rows<S>, time: S, entries: &mut [S]) {
        let _ = (poses, lambda, time);
        entries.fill(S::default());
    }

    /// Computes everything that does not depend on the poses. Call it again when a parameter or a mass changes.
    #[doc(hidden)]
    fn setup<S: Real>(&self, masses: &Self::Bodies<MassProperties<S>>) -> Self::Setup<S>;
    /// Readies `prepared` for a step that begins with the bodies at these angles, rad, whole turns and all. For a joint that
    /// [reads angles](Self::READS_ANGLE): sums of angles as the step begins, after which
    /// [`prepare`](Self::prepare) is told how far the bodies have turned since.
    #[doc(hidden)]
    fn begin<S: Real>(setup: &Self::Setup<S>, angles: &Self::Bodies<S::Double>, prepared: &mut Self::Prepared<S>) {
        let _ = (setup, angles, prepared);
    }
    /// C, J and K⁻¹ at the given poses, of which each angle is that since the step [began](Self::begin). Reads from `prepared`
    /// only what that has left there, and what outlives a degenerate pose (a last normal).
    #[doc(hidden)]
    fn prepare<S: Real>(
        setup: &Self::Setup<S>,
        poses: &Self::Bodies<Pose<S>>,
        step: &Step<S>,
        prepared: &mut Self::Prepared<S>,
    );
    /// As [`prepare`](Self::prepare), for a joint that [reads curves](Self::CURVES): `curves` gives the one of a number, in a lane. Of
    /// one joint it is `&|number, _| joint.curve(number)`.
    #[doc(hidden)]
    #[allow(clippy::inline_always)] // kernels of lanes call it, which are compiled for one processor
    #[inline(always)]
    fn prepare_along<'c, S: Real>(
        curves: &impl Fn(usize, usize) -> Option<&'c Curve>,
        setup: &Self::Setup<S>,
        poses: &Self::Bodies<Pose<S>>,
        step: &Step<S>,
        prepared: &mut Self::Prepared<S>,
    ) {
        let _ = curves;
        Self::prepare(setup, poses, step, prepared);
    }
    /// The curve of this number.
    #[doc(hidden)]
    fn curve(&self, number: usize) -> Option<&Curve> {
        let _ = number;
        None
    }
    /// v ← v + M⁻¹ Jᵀ λ. Linear in `impulses`, so it applies a difference of impulses as well.
    #[doc(hidden)]
    fn warm_start<S: Real>(
        setup: &Self::Setup<S>,
        prepared: &Self::Prepared<S>,
        impulses: &Self::Rows<S>,
        velocities: &mut Self::Bodies<Velocity<S>>,
    );
    /// One iteration: springs and motors first, then limits, then the equalities as one block. Accumulates into
    /// `impulses`, the λ since the last [`warm_start`](Self::warm_start).
    #[doc(hidden)]
    fn solve<S: Real>(
        setup: &Self::Setup<S>,
        prepared: &Self::Prepared<S>,
        pass: &Pass<S>,
        impulses: &mut Self::Rows<S>,
        velocities: &mut Self::Bodies<Velocity<S>>,
    );

    /// [`position_at`](Self::position_at) time 0, for the joints that do not depend on time.
    #[inline]
    fn position<S: Real>(&self, poses: &Self::Bodies<Pose<S>>) -> Self::Rows<S> {
        self.position_at(poses, S::from_f64(0.0))
    }
    /// [`velocity_at`](Self::velocity_at) time 0.
    #[inline]
    fn velocity<S: Real>(
        &self,
        poses: &Self::Bodies<Pose<S>>,
        velocities: &Self::Bodies<Velocity<S>>,
    ) -> Self::Rows<S> {
        self.velocity_at(poses, velocities, S::from_f64(0.0))
    }
    /// [`jacobian_at`](Self::jacobian_at) time 0.
    #[inline]
    fn jacobian<S: Real>(&self, poses: &Self::Bodies<Pose<S>>) -> Self::Rows<Self::Bodies<Wrench<S>>> {
        self.jacobian_at(poses, S::from_f64(0.0))
    }
    /// [`effective_mass_at`](Self::effective_mass_at) time 0.
    #[inline]
    fn effective_mass<S: Real>(
        &self,
        poses: &Self::Bodies<Pose<S>>,
        masses: &Self::Bodies<MassProperties<S>>,
    ) -> Self::Rows<Self::Rows<S>> {
        self.effective_mass_at(poses, masses, S::from_f64(0.0))
    }
    /// [`impulse_at`](Self::impulse_at) time 0.
    #[inline]
    fn impulse<S: Real>(&self, poses: &Self::Bodies<Pose<S>>, lambda: &Self::Rows<S>) -> Self::Bodies<Wrench<S>> {
        self.impulse_at(poses, lambda, S::from_f64(0.0))
    }

    /// Whether [`update`](Self::update) does anything.
    #[doc(hidden)]
    const UPDATES: bool = false;
    /// Changes the joint between steps, as its option `update` says: a ratchet moves its tooth here.
    fn update(&mut self, bodies: &Self::Bodies<BodyState>) {
        let _ = bodies;
    }
    /// Draws the joint, as its option `draw` says; without one, the points of bodies that the closure names, and the
    /// vectors between them.
    fn draw(&self, bodies: &Self::Bodies<BodyState>, canvas: &mut dyn Canvas);

    /// How far each row's c is outside its limits, with its sign: what a position correction has to undo.
    #[inline]
    fn position_error_at<S: Real>(&self, poses: &Self::Bodies<Pose<S>>, time: S) -> Self::Rows<S> {
        let values = self.position_at(poses, time);
        let limits = self.limits::<S>();
        Self::Rows::from_fn(|row| {
            let (value, limit) = (values.as_ref()[row], limits.as_ref()[row]);
            value - value.max(limit.lower).min(limit.upper)
        })
    }
    /// [`position_error_at`](Self::position_error_at) time 0.
    #[inline]
    fn position_error<S: Real>(&self, poses: &Self::Bodies<Pose<S>>) -> Self::Rows<S> {
        self.position_error_at(poses, S::from_f64(0.0))
    }
}
