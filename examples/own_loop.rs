//! Joints in a loop of one's own: bodies, integrator and time step are this file's, the joints are a [`JointSet`]'s.
//!
//! A rack of 2 kg falls along the teeth of a wheel, which turns about an axle on the wall. `cargo run --example own_loop`.

use constraint_core::joint_set::{BodySet, JointSet, SolverBody};
use constraint_core::joints::PivotJoint;
use constraint_core::{Error, MassProperties, Scalar, Vec2, Velocity, constraint};

/// A joint of one's own: the rack has moved along its axis as far as the rim of the wheel has turned.
#[constraint(|rack, wheel| rack.position.dot(self.axis) - self.radius * wheel.angle)]
#[derive(Clone, Debug)]
struct RackAndPinion {
    axis: Vec2,
    radius: Scalar,
}

/// A body of one's own: any form will do. The mass is in kg, the inertia in kg·m², the angle in rad.
struct Part {
    mass: Scalar,
    inertia: Scalar,
    position: [f64; 2],
    angle: f64,
    velocity: Velocity<Scalar>,
}

/// All bodies. Joints name them by their place in the list.
struct Machine(Vec<Part>);

/// What joints read and write.
impl BodySet for Machine {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn body(&self, index: u32) -> SolverBody {
        let Part { mass, inertia, position, angle, velocity } = self.0[index as usize];
        let mass = MassProperties { inverse_mass: mass.recip(), inverse_inertia: inertia.recip() };
        SolverBody { mass, centre: position, angle, velocity, is_asleep: false }
    }

    fn set_velocity(&mut self, index: u32, velocity: Velocity<Scalar>) {
        self.0[index as usize].velocity = velocity;
    }
}

/// One's own integrator: semi-implicit Euler.
impl Machine {
    fn fall(&mut self, h: Scalar) {
        for part in self.0.iter_mut().filter(|part| part.mass.is_finite()) {
            part.velocity.y -= 9.81 * h;
        }
    }

    #[allow(clippy::useless_conversion)] // not with the feature `f64` off
    fn advance(&mut self, h: Scalar) {
        for part in &mut self.0 {
            let Velocity { x, y, angular } = part.velocity;
            part.position = [part.position[0] + f64::from(h * x), part.position[1] + f64::from(h * y)];
            part.angle += f64::from(h * angular);
        }
    }
}

#[allow(clippy::useless_conversion)] // not with the feature `f64` off
fn main() -> Result<(), Error> {
    let part = |mass, inertia, x| Part { mass, inertia, position: [x, 0.0], angle: 0.0, velocity: Velocity::default() };
    // Infinite: nothing moves the wall.
    let wall = part(Scalar::INFINITY, Scalar::INFINITY, 0.0);
    let mut machine = Machine(vec![wall, part(3.0, 0.375, 0.0), part(2.0, 1.0, 0.5)]);
    let (wall, wheel, rack) = (0, 1, 2);

    let mut joints = JointSet::new();
    let axle = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO };
    joints.add_joint(&machine, [wall, wheel], axle)?;
    let teeth = joints.add_joint(&machine, [rack, wheel], RackAndPinion { axis: Vec2::Y, radius: 0.5 })?;

    let (dt, substeps) = (1.0 / 60.0, 4);
    let h = dt / 4.0;
    for _ in 0..60 {
        joints.begin_step(&machine, dt, substeps)?;
        for _ in 0..substeps {
            machine.fall(h);
            joints.warm_start(&mut machine)?;
            joints.solve(&mut machine)?;
            machine.advance(h);
            joints.relax(&mut machine)?;
        }
        // Joints that broke would be told here.
        joints.end_step()?;
    }

    // The rack drags the wheel's inertia along: a = m g / (m + I/r²). Semi-implicit Euler goes by ½ a t (t + h).
    let a = 9.81 * 2.0 / (2.0 + 0.375 / 0.25);
    let (found, exact) = (machine.0[rack as usize].position[1], -0.5 * a * (1.0 + f64::from(h)));
    let [force, _] = joints.reaction(&machine, teeth)?;
    println!("the rack is at {found:.4} m, by theory at {exact:.4} m; the wheel holds it by {:.3} N", force.y);
    assert!((found - exact).abs() < 1e-3, "{found} {exact}");
    assert!((f64::from(force.y) - 2.0 * (9.81 - a)).abs() < 1e-2, "{force:?}");
    Ok(())
}
