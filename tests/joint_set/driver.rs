//! A driver that does between the phases of a step what a world does between them.

use constraint_core::joint_set::{BodySet, Displacement, JointSet, MovingBodySet, SolverBody};
use constraint_core::{BodyKind, Error, MassProperties, Scalar, Velocity, World};

/// Below it a world takes a velocity for zero.
const LEAST_VELOCITY: Scalar = if size_of::<Scalar>() == 4 { 1e-14 } else { 1e-140 };

/// A body as a world keeps it during a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) body: SolverBody,
    /// Since the step began.
    pub(crate) moved: Displacement,
    /// By gravity and force, m/s².
    pub(crate) acceleration: Velocity<Scalar>,
    pub(crate) damping: [Scalar; 2],
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Parts(pub(crate) Vec<Part>);

impl BodySet for Parts {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn body(&self, index: u32) -> SolverBody {
        self.0[index as usize].body
    }

    fn set_velocity(&mut self, index: u32, velocity: Velocity<Scalar>) {
        self.0[index as usize].body.velocity = velocity;
    }

    fn displacement(&self, index: u32, _: &SolverBody) -> Displacement {
        self.0[index as usize].moved
    }
}

impl MovingBodySet for Parts {
    fn acceleration(&self, index: u32) -> Velocity<Scalar> {
        self.0[index as usize].acceleration
    }

    fn set_pose(&mut self, index: u32, centre: [f64; 2], angle: f64) {
        let body = &mut self.0[index as usize].body;
        (body.centre, body.angle) = (centre, angle);
    }
}

/// A velocity that moves a body, or zero.
fn that_moves(velocity: Scalar) -> Scalar {
    if velocity.abs() < LEAST_VELOCITY { 0.0 } else { velocity }
}

impl Parts {
    /// The bodies of a world, of which none was removed.
    pub(crate) fn of(world: &World) -> Self {
        let parts = world.bodies().map(|(_, body)| {
            let mass = body.mass_properties();
            let acceleration = world.gravity() * body.gravity_scale() + body.force() * mass.inverse_mass;
            let (state, is_dynamic) = (body.state(), body.kind() == BodyKind::Dynamic);
            let velocity =
                Velocity { x: state.linear_velocity.x, y: state.linear_velocity.y, angular: state.angular_velocity };
            Part {
                body: SolverBody {
                    mass: if is_dynamic { mass } else { MassProperties::default() },
                    centre: body.centre(),
                    angle: f64::from(body.angle()),
                    velocity,
                    is_asleep: false,
                },
                moved: Displacement::default(),
                acceleration: if is_dynamic {
                    Velocity { x: acceleration.x, y: acceleration.y, angular: 0.0 }
                } else {
                    Velocity::default()
                },
                damping: if is_dynamic { [body.linear_damping(), body.angular_damping()] } else { [0.0; 2] },
            }
        });
        Self(parts.collect())
    }

    /// One step of the joints, phase by phase. Returns how many broke.
    pub(crate) fn step(&mut self, set: &mut JointSet, dt: Scalar, substeps: u16) -> Result<usize, Error> {
        let h = dt / Scalar::from(substeps);
        self.0.iter_mut().for_each(|part| part.moved = Displacement::default());
        set.begin_step(self, dt, substeps.into())?;
        for substep in 1..=substeps {
            self.0.iter_mut().for_each(|part| part.push(h));
            set.warm_start(self)?;
            self.0.iter_mut().for_each(Part::flush);
            set.solve(self)?;
            self.0.iter_mut().for_each(|part| part.advance(h, substep == substeps));
            set.relax(self)?;
        }
        Ok(set.end_step()?.len())
    }
}

impl Part {
    /// Gravity and damping.
    fn push(&mut self, h: Scalar) {
        let (Velocity { x, y, angular }, gain) = (self.body.velocity, self.acceleration);
        let [linear, rotary] = self.damping.map(|damping| (1.0 + h * damping).recip());
        self.body.velocity = Velocity {
            x: (x + h * gain.x) * linear,
            y: (y + h * gain.y) * linear,
            angular: (angular + h * gain.angular) * rotary,
        };
    }

    fn flush(&mut self) {
        let Velocity { x, y, angular } = self.body.velocity;
        self.body.velocity = Velocity { x: that_moves(x), y: that_moves(y), angular: that_moves(angular) };
    }

    fn advance(&mut self, h: Scalar, is_last: bool) {
        let Velocity { x, y, angular } = self.body.velocity;
        if self.body.mass == MassProperties::default() && self.body.velocity == Velocity::default() {
            // What is fixed keeps the sign of a zero.
            return;
        }
        self.moved.x += h * that_moves(x);
        self.moved.y += h * that_moves(y);
        self.moved.angle += h * that_moves(angular);
        if is_last {
            let Displacement { x, y, angle } = core::mem::take(&mut self.moved);
            let [centre_x, centre_y] = self.body.centre;
            self.body.centre = [centre_x + f64::from(x), centre_y + f64::from(y)];
            self.body.angle += f64::from(angle);
        }
    }
}
