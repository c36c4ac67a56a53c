//! Bodies: what a world moves and joints hold.

mod applied_force;
mod edit;
mod motion;
mod rest;

use crate::angle::Angle;
use crate::body_set::SolverBody;
use crate::check;
use crate::error::Error;
use crate::kinematics::{BodyState, MassProperties, Velocity};
use crate::math::{Rot2, Scalar, Vec2, double, nearest};

pub use crate::body_kind::BodyKind;
pub(crate) use applied_force::AppliedForce;
pub use edit::BodyMut;
pub(crate) use rest::{Rest, Touched};

/// A rigid body.
///
/// Made by [`fixed`](Self::fixed), [`kinematic`](Self::kinematic) or [`dynamic`](Self::dynamic) and what may follow them;
/// checked by [`World::add_body`](crate::World::add_body); changed by [`World::body_mut`](crate::World::body_mut). Two bodies
/// are equal when they are alike in all that can be set.
///
/// ```
/// use constraint_core::{Body, Vec2, World};
///
/// let mut world = World::new();
/// let crate_on_the_move = Body::dynamic(2.0, 0.5).at(Vec2::new(0.0, 3.0)).moving(Vec2::X);
/// let id = world.add_body(crate_on_the_move)?;
/// assert_eq!(world.body(id)?.position(), Vec2::new(0.0, 3.0));
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use = "a body does nothing until a world has it"]
pub struct Body {
    kind: BodyKind,
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    mass: Scalar,
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    inertia: Scalar,
    /// In `f64`, whatever the world's scalar is: see [`Body::centre`].
    centre: [f64; 2],
    angle: Angle,
    linear_velocity: Vec2,
    angular_velocity: Scalar,
    force: Vec2,
    torque: Scalar,
    linear_damping: Scalar,
    angular_damping: Scalar,
    gravity_scale: Scalar,
    pub(crate) rest: Rest,
}

/// What a body is made of.
impl Body {
    const fn new(kind: BodyKind, mass: Scalar, inertia: Scalar) -> Self {
        Self {
            kind,
            mass,
            inertia,
            centre: [0.0; 2],
            angle: Angle::ZERO,
            linear_velocity: Vec2::ZERO,
            angular_velocity: 0.0,
            force: Vec2::ZERO,
            torque: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            rest: Rest::NONE,
        }
    }

    /// A body that never moves by itself.
    pub const fn fixed() -> Self {
        Self::new(BodyKind::Fixed, Scalar::INFINITY, Scalar::INFINITY)
    }

    /// A body that moves by its velocity, whatever pulls at it.
    pub const fn kinematic() -> Self {
        Self::new(BodyKind::Kinematic, Scalar::INFINITY, Scalar::INFINITY)
    }

    /// A body of `mass`, kg, and moment of inertia `inertia` about its centre of mass, kg·m².
    ///
    /// An infinite inertia makes a body that nothing turns: it keeps the angular velocity it has, which is zero unless it
    /// is given one.
    pub const fn dynamic(mass: Scalar, inertia: Scalar) -> Self {
        Self::new(BodyKind::Dynamic, mass, inertia)
    }

    /// The same body, its centre of mass at `position`, m.
    pub const fn at(self, position: Vec2) -> Self {
        self.centred_at([double(position.x), double(position.y)])
    }

    /// The same body, its centre of mass at the `x` and `y` of `centre`, m, exactly there also where the world's scalar is
    /// `f32`: see [`centre`](Self::centre).
    pub const fn centred_at(mut self, centre: [f64; 2]) -> Self {
        self.centre = centre;
        self
    }

    /// The same body turned by `angle`, rad, counter-clockwise. Whole turns count.
    pub fn rotated(mut self, angle: Scalar) -> Self {
        self.angle = Angle::new(angle);
        self
    }

    /// The same body, its centre of mass at `linear_velocity`, m/s.
    pub const fn moving(mut self, linear_velocity: Vec2) -> Self {
        self.linear_velocity = linear_velocity;
        self
    }

    /// The same body turning at `angular_velocity`, rad/s, counter-clockwise.
    pub const fn spinning(mut self, angular_velocity: Scalar) -> Self {
        self.angular_velocity = angular_velocity;
        self
    }

    /// The same body under a constant `force` on its centre of mass, N, and a constant `torque`, N·m, besides gravity.
    pub const fn pushed(mut self, force: Vec2, torque: Scalar) -> Self {
        self.force = force;
        self.torque = torque;
        self
    }

    /// The same body, slowed at the rates `linear` and `angular`, 1/s: dv/dt = −linear·v and dω/dt = −angular·ω.
    pub const fn damped(mut self, linear: Scalar, angular: Scalar) -> Self {
        self.linear_damping = linear;
        self.angular_damping = angular;
        self
    }

    /// The same body, feeling `scale` times the world's gravity: 0 for none, −1 for a balloon.
    pub const fn with_gravity_scale(mut self, scale: Scalar) -> Self {
        self.gravity_scale = scale;
        self
    }
}

/// What a body tells.
impl Body {
    /// What moves it.
    pub const fn kind(&self) -> BodyKind {
        self.kind
    }

    /// Mass, kg; infinite unless the body is dynamic.
    pub const fn mass(&self) -> Scalar {
        self.mass
    }

    /// Moment of inertia about the centre of mass, kg·m²; infinite if nothing turns the body.
    pub const fn inertia(&self) -> Scalar {
        self.inertia
    }

    /// 1/mass and 1/inertia: zero where they are infinite.
    pub fn mass_properties(&self) -> MassProperties<Scalar> {
        MassProperties { inverse_mass: self.mass.recip(), inverse_inertia: self.inertia.recip() }
    }

    /// Where the body is and how it moves, as the closure of a joint sees it.
    #[inline]
    pub fn state(&self) -> BodyState {
        BodyState {
            position: self.position(),
            rotation: self.rotation(),
            angle: self.angle.radians(),
            linear_velocity: self.linear_velocity,
            angular_velocity: self.angular_velocity,
        }
    }

    /// Centre of mass, m: the nearest to [`centre`](Self::centre).
    pub const fn position(&self) -> Vec2 {
        Vec2::new(nearest(self.centre[0]), nearest(self.centre[1]))
    }

    /// Centre of mass, x and y, m, as precisely as the world keeps it.
    ///
    /// 100 km from the origin the next `f32` is 8 mm away, and joints there would tremble by as much. The centre is an `f64`
    /// whatever the world's scalar is, and joints are solved with differences of centres.
    pub const fn centre(&self) -> [f64; 2] {
        self.centre
    }

    /// Orientation, unwrapped, rad. More precise inside: a small turn is not lost after many.
    pub fn angle(&self) -> Scalar {
        self.angle.radians()
    }

    /// Velocity of the centre of mass, m/s.
    pub const fn linear_velocity(&self) -> Vec2 {
        self.linear_velocity
    }

    /// Angular velocity, rad/s, counter-clockwise.
    pub const fn angular_velocity(&self) -> Scalar {
        self.angular_velocity
    }

    /// Constant force on the centre of mass, N, besides gravity. Acts on a dynamic body only.
    pub const fn force(&self) -> Vec2 {
        self.force
    }

    /// Constant torque, N·m. Acts on a dynamic body only.
    pub const fn torque(&self) -> Scalar {
        self.torque
    }

    /// Rate at which the linear velocity decays, 1/s. Acts on a dynamic body only.
    pub const fn linear_damping(&self) -> Scalar {
        self.linear_damping
    }

    /// Rate at which the angular velocity decays, 1/s. Acts on a dynamic body only.
    pub const fn angular_damping(&self) -> Scalar {
        self.angular_damping
    }

    /// How many times the world's gravity the body feels. Acts on a dynamic body only.
    pub const fn gravity_scale(&self) -> Scalar {
        self.gravity_scale
    }

    /// Whether the body has come to rest with all that it is joined to, and waits until it is touched:
    /// see [`Sleep`](crate::Sleep).
    pub const fn is_asleep(&self) -> bool {
        self.rest.asleep && !self.rest.touched
    }

    /// I ω, N·m·s: zero for what nothing turns, whose momentum is not a number.
    pub(crate) const fn spin(&self) -> f64 {
        if self.inertia.is_finite() { double(self.inertia) * double(self.angular_velocity) } else { 0.0 }
    }

    pub(crate) const fn is_dynamic(&self) -> bool {
        matches!(self.kind, BodyKind::Dynamic)
    }
}

/// What a step reads and writes.
impl Body {
    /// ½(m v² + I ω²), J.
    pub(crate) fn kinetic_energy(&self) -> f64 {
        let speed = |velocity: Scalar| double(velocity).powi(2);
        let [v_x, v_y] = self.linear_velocity.to_array();
        0.5 * (double(self.mass) * (speed(v_x) + speed(v_y)) + self.spin() * double(self.angular_velocity))
    }

    /// Gives the body another velocity, and another spin if anything turns it.
    pub(crate) fn set_motion(&mut self, [x, y]: [f64; 2], spin: f64) {
        self.linear_velocity = Vec2::new(nearest(x), nearest(y));
        if self.inertia.is_finite() {
            self.angular_velocity = nearest(spin);
        }
    }

    /// The angle, as precisely as it is stored.
    pub(crate) const fn exact_angle(&self) -> Angle {
        self.angle
    }

    /// Puts the body elsewhere. Its velocity stays.
    pub(crate) const fn put(&mut self, centre: [f64; 2], angle: Angle) {
        (self.centre, self.angle) = (centre, angle);
    }

    /// The body as the solver takes it in.
    pub(crate) fn in_solver(&self) -> SolverBody {
        SolverBody {
            mass: self.mass_properties(),
            centre: self.centre,
            angle: self.angle.exactly(),
            velocity: Velocity { x: self.linear_velocity.x, y: self.linear_velocity.y, angular: self.angular_velocity },
            is_asleep: self.rest.asleep,
        }
    }

    /// Not stored: computing it costs less than moving it.
    #[inline]
    pub(crate) fn rotation(&self) -> Rot2 {
        self.angle.rotation()
    }

    pub(crate) const fn follow(&mut self, centre: [f64; 2], angle: Angle, velocity: &Velocity<Scalar>) {
        (self.centre, self.angle) = (centre, angle);
        self.set_velocity(velocity);
    }

    pub(crate) const fn set_velocity(&mut self, velocity: &Velocity<Scalar>) {
        self.linear_velocity = Vec2::new(velocity.x, velocity.y);
        self.angular_velocity = velocity.angular;
    }
}

impl Body {
    /// Refuses a body that means nothing.
    pub(crate) fn validate(&self) -> Result<(), Error> {
        if self.is_dynamic() {
            check::finite_positive("mass of a body", self.mass)?;
            check::positive("inertia of a body", self.inertia)?;
        }
        check::finite_vector("position of a body", self.position())?;
        check::finite("angle of a body", self.angle.radians())?;
        check::finite_vector("linear velocity of a body", self.linear_velocity)?;
        check::finite("angular velocity of a body", self.angular_velocity)?;
        check::finite_vector("force on a body", self.force)?;
        check::finite("torque on a body", self.torque)?;
        check::finite_not_negative("linear damping of a body", self.linear_damping)?;
        check::finite_not_negative("angular damping of a body", self.angular_damping)?;
        check::finite("gravity scale of a body", self.gravity_scale)?;
        let moves = self.linear_velocity != Vec2::ZERO || self.angular_velocity != 0.0;
        if self.kind == BodyKind::Fixed && moves {
            return Err(Error::NotOfKind { quantity: "velocity", kind: self.kind });
        }
        Ok(())
    }
}
