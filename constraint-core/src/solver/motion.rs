//! The bodies as a step sees them: arrays by the place of the body, without its name.

use crate::angle::Angle;
use crate::body::Body;
use crate::kinematics::{MassProperties, Pose, Velocity};
use crate::math::{Rot2, Scalar, Vec2};
use crate::slots::{Key, Slots};

/// Poses, velocities and masses of the bodies during a step. A place without a body stays at rest.
#[derive(Debug, Default)]
pub(crate) struct Motion {
    pub(crate) poses: Vec<Pose<Scalar>>,
    pub(crate) velocities: Vec<Velocity<Scalar>>,
    pub(crate) masses: Vec<MassProperties<Scalar>>,
    /// Whether the body sleeps: it stays where it is, and nothing that holds it is solved.
    pub(crate) asleep: Vec<bool>,
    angles: Vec<Angle>,
    drives: Vec<Drive>,
}

/// What a substep does to a velocity before any joint: (v + gain)·keep.
#[derive(Clone, Copy, Debug)]
struct Drive {
    gain: Velocity<Scalar>,
    keep_linear: Scalar,
    keep_angular: Scalar,
}

impl Drive {
    const NONE: Self = Self { gain: Velocity { x: 0.0, y: 0.0, angular: 0.0 }, keep_linear: 1.0, keep_angular: 1.0 };

    /// Gravity, force and torque over a time `h`, and damping by implicit Euler: v ← v / (1 + h·damping), which never
    /// turns a velocity round.
    fn new(body: &Body, masses: MassProperties<Scalar>, gravity: Vec2, h: Scalar) -> Self {
        if !body.is_dynamic() {
            return Self::NONE;
        }
        let acceleration = gravity * body.gravity_scale() + body.force() * masses.inverse_mass;
        let angular = h * body.torque() * masses.inverse_inertia;
        Self {
            gain: Velocity { x: h * acceleration.x, y: h * acceleration.y, angular },
            keep_linear: (1.0 + h * body.linear_damping()).recip(),
            keep_angular: (1.0 + h * body.angular_damping()).recip(),
        }
    }
}

impl Motion {
    /// Takes the bodies in, for substeps of length `h`.
    pub(crate) fn load(&mut self, bodies: &Slots<Body>, gravity: Vec2, h: Scalar) {
        let places = bodies.places();
        // What was removed must not go on moving.
        self.poses.clear();
        self.poses.resize(places, Pose::new(0.0, 0.0, 0.0));
        self.velocities.clear();
        self.velocities.resize(places, Velocity::default());
        self.masses.clear();
        self.masses.resize(places, MassProperties::default());
        self.asleep.clear();
        self.asleep.resize(places, false);
        self.angles.clear();
        self.angles.resize(places, Angle::ZERO);
        self.drives.clear();
        self.drives.resize(places, Drive::NONE);
        for (key, body) in bodies.iter() {
            let place = key.index as usize;
            let masses = body.mass_properties();
            self.poses[place] = body.pose();
            self.velocities[place] = body.velocity();
            self.masses[place] = masses;
            self.asleep[place] = body.rest.asleep;
            self.angles[place] = body.precise_angle();
            if !body.rest.asleep {
                self.drives[place] = Drive::new(body, masses, gravity, h);
            }
        }
    }

    /// Gives the bodies their motion.
    ///
    /// # Errors
    /// The first body that would be at NaN or infinity; then none has changed.
    pub(crate) fn unload(&self, bodies: &mut Slots<Body>) -> Result<(), Key> {
        if let Some((key, _)) = bodies.iter().find(|(key, _)| !self.is_finite(key.index as usize)) {
            return Err(key);
        }
        for (key, body) in bodies.iter_mut().filter(|(_, body)| !body.rest.asleep) {
            let place = key.index as usize;
            body.follow(&self.poses[place], self.angles[place], &self.velocities[place]);
        }
        Ok(())
    }

    fn is_finite(&self, place: usize) -> bool {
        let (pose, velocity) = (&self.poses[place], &self.velocities[place]);
        [pose.x, pose.y, pose.angle, velocity.x, velocity.y, velocity.angular].iter().all(|value| value.is_finite())
    }

    /// v ← (v + h·a) / (1 + h·damping)
    pub(crate) fn integrate_velocities(&mut self) {
        for (velocity, drive) in self.velocities.iter_mut().zip(&self.drives) {
            velocity.x = (velocity.x + drive.gain.x) * drive.keep_linear;
            velocity.y = (velocity.y + drive.gain.y) * drive.keep_linear;
            velocity.angular = (velocity.angular + drive.gain.angular) * drive.keep_angular;
        }
    }

    /// Moves a body by `by`, its velocity apart.
    pub(crate) fn displace(&mut self, place: usize, by: &Velocity<Scalar>) {
        let pose = &mut self.poses[place];
        pose.x += by.x;
        pose.y += by.y;
        if by.angular != 0.0 {
            let angle = &mut self.angles[place];
            *angle = angle.turned(by.angular, 1.0);
            let Rot2 { cos, sin } = angle.rotation();
            (pose.angle, pose.cos, pose.sin) = (angle.radians(), cos, sin);
        }
    }

    /// x ← x + h·v
    pub(crate) fn integrate_poses(&mut self, h: Scalar) {
        for ((pose, angle), velocity) in self.poses.iter_mut().zip(&mut self.angles).zip(&self.velocities) {
            pose.x += h * velocity.x;
            pose.y += h * velocity.y;
            // Cosine and sine cost more than all the rest; the ground and particles do without.
            if velocity.angular != 0.0 {
                *angle = angle.turned(velocity.angular, h);
                let Rot2 { cos, sin } = angle.rotation();
                (pose.angle, pose.cos, pose.sin) = (angle.radians(), cos, sin);
            }
        }
    }
}
